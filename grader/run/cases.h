// cases.h - the list of cases as the grader sees it; suites use grader.h alone.
#pragma once

#include <sys/types.h>

#include "grader/base/keystream.h"
#include "grader/grader.h"

struct CaseList {
    const char *lab;
    int part;
    uint64_t seed;
    KeyStream numbers; // of the case that was added last, and those before it begins
    int count;
    Case **cases;
    int fd; // shared memory with all inputs
    off_t size;
};

typedef struct {
    Case c; // first, so that a Case can find its entry
    CaseList *list;
    off_t offset[MAX_BUFFERS]; // of each input in the shared memory
} CaseEntry;

// Random numbers depend on lab, part, seed and the number of the case alone.
CaseList *cases_new(const char *lab, int part, uint64_t seed);
void cases_free(CaseList *list);

// What inputs and expectations need, together.
size_t cases_bytes(const CaseList *list);

// Where an input lies in `fd`.
off_t case_offset(const Case *c, int buffer);
