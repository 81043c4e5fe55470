// order.h - what build/grade was asked for: labs, parts, whose work, with which seed.
#pragma once

#include <stdbool.h>

#include "grader/judge/reference_facts.h"
#include "grader/report/receipt.h"
#include "grader/report/report.h"
#include "options.h"

typedef struct {
    Options options;
    Receipt receipt;       // --verify
    Report report;         // the labs, the submission, the seed; and what becomes of them
    ReferenceFacts *facts; // in a release, else NULL
    const char *nvcc;      // the compiler's path
    bool fresh_seed;
    bool live; // progress on one line that is written over
    double start_time;
} GradeOrder;

// Each of these ends the program with one line: status 2 for wrong usage, 4 where something is
// missing on this machine.

// Labs that the words or the receipt name (all where there is none) and that have the part.
void order_choose_labs(GradeOrder *order);
// The files of these labs, in the submission and in the solutions.
void order_find_sources(GradeOrder *order);
void order_choose_seed(GradeOrder *order);
// In a release: what the solutions did.
void order_find_facts(GradeOrder *order);
// The compiler, and the simulator's files.
void order_find_tools(GradeOrder *order);

// Takes the line of progress away.
void order_end_progress(const GradeOrder *order);

__attribute__((noreturn)) void order_missing(const char *what, const char *advice);

// A student's own labs/, not the work of others.
bool is_own_work(const GradeOrder *order);
// NULL: the lab has no such part.
const Part *part_numbered(const Lab *lab, int number);
