// watch_text.h - what `make watch` says: short, for a terminal of any width.
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

// Text in lines as wide as the terminal, or of 80 columns where there is none. All but the first
// begin with `indent` blanks more.
__attribute__((format(printf, 2, 3))) void watch_say(int indent, const char *format, ...);

// A grade.json of one lab that build/grade has written; NULL: it has none.
json_t *watch_read(const char *path);

// Of a table that build/grade has printed: what a part has lost, and why.
void watch_tell_part(FILE *table, int part);
// The lab's score and the parts that lose points, on one line where it fits.
void watch_tell_lab(const json_t *grade, const char *file);

// Whether the lab's file does not compile, and what the compiler says of it.
bool watch_not_compiled(const json_t *grade);
void watch_tell_not_compiled(FILE *table, const char *file);

// Whether it is the grade of this whole lab in this folder.
bool watch_is_of(const json_t *grade, const char *submission, const char *lab);

// The first part that loses points; 0: none does.
int watch_first_failing(const json_t *grade);
bool watch_part_passes(const json_t *grade, int part);
