// evidence.h - what one part's runs have shown, case by case.
#pragma once

#include "case_verdict.h"

// The runs of a part: one clean, then the checked ones, then those for cases with flags of their
// own.
typedef struct {
    const char *name; // "in order", "shuffled (1)"
    const char *schedule, *tools;
    uint64_t seed;
    bool checked, in_order;
    const char *strong; // the same where every load finds the newest value; NULL: it does
    unsigned only;      // flags that a case needs to be run; 0: any case
} Schedule;

enum {
    MAX_SCHEDULES = 7,
    MAX_MISTAKES = 1000 // that are kept; a file of a million lines may have more
};

typedef struct {
    const CaseList *list;
    CaseVerdict *verdict; // one per case
    Run *clean;           // its counters; outputs are freed
    Run *in_order;        // the checked run whose counters must be the same; or NULL
    MistakeList mistakes; // what the checkers found in all checked runs
    char broken[1024];    // the harness failed; or ""
    char refused[1024];   // the object could not be used; or ""
    char *log;            // what the lab's code printed in the clean run
    int undone;           // a case that kernels, or many warps, have not computed; or NO_CASE
    bool proven;          // a case that is not trivial is right in every run
    int checked_cases;    // cases that went through the checked runs
} Evidence;

typedef struct {
    const char *lib, *object, *folder; // folder: "labs/04_reduction", for messages
    const Lab *lab;
    const Part *part;
    uint64_t seed;
    bool fresh_seed;           // nobody will use it again: the reference's outcome is not kept
    const char *options;       // further ones for the simulator, or NULL
    bool clean_only;           // leave the checked runs out
    bool is_reference;         // the object is the course's own
    const bool *wanted;        // one per case; NULL: all
    const WorkFacts *solution; // one per case, a bound for the submission; NULL: there is none
    // Called before the clean run with 0, before the others with 1, and with a name; may be NULL.
    void (*progress)(int run, const char *name);
} EvidenceSetup;

// The runs that evidence_gather() makes. Returns their number.
int evidence_plan(Schedule schedule[MAX_SCHEDULES], const EvidenceSetup *setup,
                  const CaseList *list);
Evidence *evidence_gather(const EvidenceSetup *setup, const CaseList *list);
void evidence_free(Evidence *evidence);

// Whether a right case shows that something works. A program that refuses everything is right where
// its arguments are bad.
static inline bool case_proves(const Case *c)
{
    return !(c->flags & CASE_TRIVIAL) &&
           (!c->program || !(c->program->refuses || c->program->fails));
}

// "int n=33": a case's name with its variant.
void case_full_name(char *name, size_t size, const Case *c);
