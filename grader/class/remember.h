// remember.h - what a class was graded with: FOLDER/class.json. A later run without an option takes
// what is there, and one with another one has to say so (--again): marks of two scales, or without
// a lab, would look like any others.
#pragma once

#include <jansson.h>
#include <stdint.h>

#include "work.h"

// Options of build/class; NULL: not given.
typedef struct {
    const char *labs; // "04,05" as typed
    const char *course, *times, *roster, *changes, *earlier;
    uint64_t seed; // 0: not given
} ClassOptions;

typedef struct {
    json_t *kept; // the file; NULL: a new class
} ClassMemory;

// Takes what is not given from the folder's class.json. *options points into the memory then.
void memory_recall(ClassMemory *memory, const char *folder, ClassOptions *options);
void memory_free(ClassMemory *memory);

// Prints each difference between this run and the remembered one. Returns how many. class->lab are
// chosen. `all_again`: all is graded again, so that another version, seed or suite makes no second
// scale.
int memory_compare(const ClassMemory *memory, const ClassOptions *given, const StudentClass *class,
                   bool all_again);

// Writes class.json. False, with errno.
bool memory_write(const StudentClass *class, const ClassOptions *options);
