// text.h - texts that come from a submission, made safe for reports.
//
// What a program prints, names of files and functions, answers and what the compiler says about
// all of them may have any bytes. In a report they are valid UTF-8 on one line: what is not
// UTF-8, control characters (a terminal would obey them), characters that change the direction
// of a line, and those that XML forbids are written as escapes, "\x1b" or "\u202e".
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "grader/base/text.h"

// "1 case", "2 cases": what follows the word.
#define PLURAL(n) ((n) == 1 ? "" : "s")

// Writes at most `size` - 1 bytes and a 0; what does not fit is replaced by "...". A tab becomes
// a blank. What is clean already stays as it is. Returns the number of bytes.
size_t text_clean(char *out, size_t size, const char *text, size_t bytes);
bool text_is_clean(const char *text);
// Prints a line, made safe as a whole. A line for a terminal that has a text of somebody else is
// printed by this function: an option, a name, a field of a file.
void text_say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The largest number of bytes, at most `bytes`, that does not cut a character of a clean text.
size_t text_cut(const char *text, size_t bytes);

// The bytes of the byte order mark that the text begins with, if any: editors on Windows write one.
size_t text_mark(const char *text, size_t bytes);

// How many bytes of `text` fit into `width` columns, cut at a blank if possible. A word that is too
// long (a path) stays whole.
size_t text_piece(const char *text, size_t width);
// Writes the text in lines of at most `width` columns, all with the same indent.
void text_wrap(FILE *out, int width, int indent, const char *text);
// The same, where the first line goes on with what is there: `indent` columns.
void text_hang(FILE *out, int width, int indent, const char *text);
