// status.h - how an item can end; also a part, a lab and a whole grade. The names are those
// of grade.json.
#pragma once

#include <stdbool.h>

#define STATUSES(STATUS) \
    STATUS(grader_error)  /* the grader or the course is broken; the student loses no points */ \
    STATUS(not_graded)    /* this machine has a limit that ended grading; no points are lost */ \
    STATUS(pass)          /* all points */ \
    STATUS(fail)          /* a wrong result, or none */ \
    STATUS(crash)         /* CUDA reported an error, or the program died */ \
    STATUS(timeout)       /* a kernel or host code that does not end */ \
    STATUS(race)          /* found by racecheck */ \
    STATUS(barrier)       /* found by synccheck */ \
    STATUS(memory)        /* found by another checker */ \
    STATUS(perf)          /* a counter misses its bound */ \
    STATUS(skip)          /* not judged: something else has to be right first */ \
    STATUS(compile_error) /* nvcc rejected the file, or there is no file */

typedef enum {
#define STATUS(name) STATUS_##name,
    STATUSES(STATUS)
#undef STATUS
        STATUS_COUNT
} Status;

const char *status_name(Status status);
// STATUS_grader_error for a name that does not exist.
Status status_named(const char *name);
