// names.h - what a file of a submission is, by its name.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// How a file came to its name. Browsers, editors and campus systems rename files: "scan (1).cu",
// "scan-1.cu", "Scan.cu", "scan.cu.txt".
typedef enum { NAME_other, NAME_renamed, NAME_same } NameMatch;

const char *name_base(const char *path); // without its folders
NameMatch name_match(const char *path, const char *wanted);
bool name_is_header(const char *path);
// May a lab need a file of this name?
bool name_is_wanted(const char *path);
// Is the file one of CUDA, and of no lab? Its name may tell why a lab's file is missing.
bool name_is_other(const char *path);
// The length of an archive's name without its ending; 0: it is no archive that can be read.
size_t name_archive_stem(const char *name);
// An archive of a kind that is not read.
bool name_is_rar(const char *name);
// Is it in a folder of the course that no student writes to?
bool name_is_of_course(const char *path);

enum { CANVAS_NAME = 160 };
// Canvas puts the files of all students into one folder: "leeann_123_4567_scan.cu", or with
// "_LATE_" before the numbers. `who` becomes "leeann_123": the name and the student's number.
// Returns the file's own name; NULL: it is no such name.
const char *name_of_canvas(const char *name, char who[CANVAS_NAME]);
