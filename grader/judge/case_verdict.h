// case_verdict.h - the verdict on a case, while the runs of its part add to it.
#pragma once

#include "grader/base/failed_call.h"
#include "grader/base/lines.h"
#include "grader/run/run.h"
#include "grader/base/status.h"

typedef enum {
    CASE_right,
    CASE_wrong,  // some element of an output
    CASE_idle,   // no kernel was launched
    CASE_host,   // an output was written, but not by a kernel
    CASE_serial, // one warp does the work of many
    CASE_error,  // CUDA reported an error
    CASE_crash,  // a signal, or exit()
    CASE_hang,   // the budget, or too much time
    CASE_not_run // too many cases before it had ended the runner
} CaseState;

Status case_status(CaseState state);

typedef struct {
    CaseState state;
    char message[400]; // one line: what is wrong, without the case's name
    Lines detail;      // more lines
    char writer[208];  // "out[3] was last written here:", which leads to the places; or ""
    Places where;
    Diagnoses diagnoses;    // the suite's sentences that are true of a wrong output
    FailedCall failed_call; // what CUDA_CHECK printed, if it ended the case; else empty
    int schedule;           // in which run it went wrong: 0 is the clean one
    bool by_delays;         // only where loads find older values: a fence may be missing
    uint64_t bits;          // CASE_REPEATABLE: a hash of the clean run's outputs
} CaseVerdict;

// The warp instructions of a case: of the busiest warps of its launches, if the grids that kernels
// launch run beside each other (busiest), or one after the other (in_turn); and of all warps.
typedef struct {
    double busiest, in_turn, all;
} WorkFacts;

// What a verdict has to know besides the case: which run it was, and of what.
typedef struct {
    const Lab *lab;
    const Part *part;
    const char *folder;        // "labs/04_reduction", for messages
    const char *schedule;      // "in order", "shuffled (1)"
    int number;                // of the run: 0 is the clean one
    bool in_order;             // counters are those of the clean run
    const WorkFacts *solution; // NULL: not known
    bool graded;               // else only right or wrong is asked for, of any case: see lab->demo
} RunFacts;

// The message for all cases of a part that is not begun.
#define NOTHING_LAUNCHED "no kernel was launched (is a TODO still empty?)"

void verdict_blame(CaseVerdict *verdict, CaseState state, const RunFacts *run, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));
// Adds a place in the submission's files.
void verdict_where(CaseVerdict *verdict, const RunFacts *run, const char *file, int line,
                   PlaceRole role);
void verdict_free(CaseVerdict *verdict);

// ---- ending.c: how the call ended --------------------------------------------------------------

// The verdict stays "right" if the call came back without an error, and launched a kernel where
// that is needed.
void verdict_of_ending(CaseVerdict *verdict, const RunFacts *run, const Case *c,
                       const Result *result);
// Adds what the checkers found in the case's launches: that says where.
void verdict_tell_findings(CaseVerdict *verdict, const RunFacts *run, const Result *result);

// ---- verdict.c: from what one run brought back, compared with what is expected ----

// The verdict starts as all 0, "right". The first failure stays, but the first checked run
// adds what it knows about a failure of the clean run.
void verdict_of_run(CaseVerdict *verdict, const RunFacts *run, const Case *c, const Result *result);

// ---- origins.c: did kernels compute the results, or the host? ----

// Blames the case if the host has computed, or could have.
void verdict_of_origins(CaseVerdict *verdict, const RunFacts *run, const Case *c,
                        const Result *result);

// ---- program.c: a whole program ----

void verdict_of_program(CaseVerdict *verdict, const RunFacts *run, const Case *c,
                        const Result *result);
// Adds which call the machine has made to fail, if one.
void verdict_tell_failed(CaseVerdict *verdict, const RunFacts *run, const Result *result);

// ---- busiest.c: does one warp do the work of many? ----

WorkFacts work_of(const Result *result);
// Blames the case if its busiest warps execute too much.
void verdict_of_work(CaseVerdict *verdict, const RunFacts *run, const Case *c,
                     const Result *result);
