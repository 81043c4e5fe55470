// judge.h - from evidence to records: what each item of a part earns, and why.
#pragma once

#include "compile.h"
#include "evidence.h"

typedef struct {
    const Lab *lab;
    const Object *object;    // the submission's
    const Object *reference; // the solution's
    const char *folder;      // "labs/04_reduction", for messages
    uint64_t seed;
    const char *records; // file that takes one record an item
    void (*progress)(const char *what);
    void (*recorded)(void); // called after each record; may be NULL
} Judge;

// The record that carries the simulator's version, beside those of the items.
#define JUDGE_SIM_ID "#sim"

// Runs and judges one part, appends one record an item. True if all points.
bool judge_part(const Judge *judge, const Part *part);

// The record of an item before it was judged: score 0, status grader_error.
json_t *judge_blank(const Lab *lab, const Part *part, const Item *item, uint64_t seed);

// Gives an item its verdict; lines and places may be added afterwards.
void judge_set(json_t *record, const char *status, const char *message);

// The two names a lab is called by: "04_reduction" gives "reduction".
const char *judge_topic(const Lab *lab);
int judge_points(const Part *part);
