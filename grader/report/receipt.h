// receipt.h - grade.json as a receipt: what it says was graded, and whether grading again gives
// the same.
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    json_t *grade;          // the whole document
    const char *submission; // the folder
    const char **labs;      // their names, the last one NULL
    int part;               // 0: all
    uint64_t seed;
} Receipt;

// Reads a receipt. False, with the reason in a line, if the file is not one.
bool receipt_read(Receipt *receipt, const char *path, char *problem, size_t size);

// Compares a new grade with the receipt, except for the facts of the run, and prints what differs:
// first files of the submission and versions that are others than those of the receipt, in one
// line each, then the rest. Returns the number of differences. `folder` is where the submission
// is now.
int receipt_compare(const Receipt *receipt, const json_t *grade, const char *folder, FILE *out);

// Is only the version another one, or what a message says: are the files, and the points of each
// item, those of the receipt?
bool receipt_has_same_points(const Receipt *receipt, const json_t *grade);
