// judge.h - runs one part and appends the records of its items.
#pragma once

#include "evidence.h"
#include "record.h"
#include "grader/submission/compile.h"
#include "reference_facts.h"

typedef struct {
    const Lab *lab;
    const Object *object;    // the submission's
    const Object *reference; // the solution's; in a release NULL: then `facts` are there
    const ReferenceFacts *facts;
    const char *folder; // "labs/04_reduction", for messages
    uint64_t seed;
    bool fresh_seed;                             // see evidence.h
    const char *records;                         // file: one record per item is appended
    void (*progress)(int run, const char *name); // see evidence.h; may be NULL
    void (*recorded)(void);                      // after the records of a part; may be NULL
    // Both may be NULL.
    bool (*early)(void);         // true while the objects are still being compiled: draw the cases
    void (*await)(size_t bytes); // waits until they are compiled; the cases hold `bytes` bytes
} Judge;

// The verdict on the record's item, of evidence.
void judge_item(const char *folder, const Evidence *e, ItemRecord *record);

// True if the part has all points.
bool judge_part(const Judge *judge, const Part *part);

// Runs the solution alone, and makes the facts of the part that a release takes along. False, with
// the reason, if the solution does not pass.
bool judge_reference(const Judge *judge, const Part *part, char fact[FACT_SIZE], char *problem,
                     size_t size);
