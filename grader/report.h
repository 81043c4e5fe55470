// report.h - one document, grade.json, and everything that is made from it.
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "compile.h"

typedef struct {
    const Lab *lab;
    int part; // 0: all
    Object object, reference;
    char folder[MAX_NAME]; // "labs/04_reduction"
} Selected;

typedef struct {
    Selected *selected;
    int count;
    uint64_t seed;
    const char *records; // file
    const char *nvcc_version;
    char started[32]; // facts of the run
    double wall_s;
} Report;

// The document as the records stand. Items without a record have the status
// grader_error. The caller owns it.
json_t *report_build(const Report *report);

// Writes it under a temporary name, then renames. False, with a message on
// standard error, if that is not possible.
bool report_write(const json_t *grade, const char *path);

typedef struct {
    bool colour;
    bool links; // OSC 8, for terminals
} TableStyle;

void report_table(const json_t *grade, FILE *out, TableStyle style);

// "gradescope", "classroom", "junit" or "tap"; false for any other name.
bool report_known_format(const char *format);
void report_format(const json_t *grade, const char *format, FILE *out);

// COURSES: 0 all points, 1 points lost, 3 a lab did not compile, 5 grader error.
int report_exit_code(const json_t *grade);
