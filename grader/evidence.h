// evidence.h - what one part's runs have shown, case by case.
#pragma once

#include "run.h"

typedef enum {
    CASE_right,
    CASE_wrong,  // some element of an output
    CASE_idle,   // no kernel was launched
    CASE_host,   // an output was written, but not by a kernel
    CASE_error,  // CUDA reported an error
    CASE_crash,  // a signal, or exit()
    CASE_hang,   // the budget or the wall-clock net
    CASE_not_run // too many cases before it had killed the runner
} CaseState;

// Said of every case of a part that is not begun.
#define NOTHING_LAUNCHED "no kernel was launched (is a TODO still empty?)"

typedef struct {
    CaseState state;
    char message[400];     // one line: what is wrong, without the case's name
    json_t *detail;        // more lines
    json_t *where;         // [{"file","line","role"}]
    const char *diagnosis; // the suite's sentence on a wrong output, or NULL
    int schedule;          // in which run it went wrong: 0 is the clean one
    uint64_t bits;         // CASE_REPEATABLE: a hash of the clean run's outputs
} CaseVerdict;

// The runs of a part: one clean, then the checked ones in order.
typedef struct {
    const char *name; // "in order", "shuffled, seed 7"
    const char *schedule, *tools;
    uint64_t seed;
    bool checked;
} Schedule;

enum { MAX_SCHEDULES = 4 };

typedef struct {
    const CaseList *list;
    CaseVerdict *verdict; // one a case
    Run *clean;           // its counters; outputs are freed
    json_t *findings;     // of all checked runs, one a cause, with "count"
    char broken[1024];    // the harness failed; or ""
    char refused[1024];   // the object could not be used; or ""
    char *log;            // what the lab's code printed in the clean run
    bool proven;          // a case that is not trivial is right in every run
    int checked_cases;    // how many went through the checked runs
    double clean_seconds, checked_seconds;
} Evidence;

typedef struct {
    const char *lib, *object, *folder; // folder: "labs/04_reduction", for messages
    const Lab *lab;
    const Part *part;
    uint64_t seed;
    const char *options;                // further ones for the simulator, or NULL
    bool clean_only;                    // leave the checked runs out (the reference)
    const bool *wanted;                 // one a case; NULL: all
    void (*progress)(const char *what); // may be NULL
} EvidenceSetup;

Evidence *evidence_gather(const EvidenceSetup *setup, const CaseList *list);
void evidence_free(Evidence *evidence);

// True if a finding costs points: errors, and races that racecheck only warns of
// because both lanes are in one warp. Nothing orders them but luck.
bool evidence_counts(const json_t *finding);
// True if two findings, or the two sides of one, are on the same line.
bool evidence_same_place(const json_t *a, const json_t *b);

// A file name as the simulator gives it, made short and clickable.
const char *evidence_file(const char *file, const char *folder);
