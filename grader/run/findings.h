// findings.h - what the simulator's checkers found, and the mistakes that explain it.
//
// A checker reports a finding for each launch in which it sees one. So one mistake makes many
// findings in the runs of a part. MistakeList has each mistake once.
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "common/causes.h"

typedef enum {
    TOOL_unknown,
#define TOOL(name) TOOL_##name,
    CHECK_TOOLS(TOOL)
#undef TOOL
        TOOL_COUNT
} CheckTool;

const char *tool_name(CheckTool tool);

typedef struct {
    char *file; // NULL: the place is not known
    int line;
} SimPlace;

// One finding, as common/cudasim/cudasim.h describes it.
typedef struct {
    CheckTool tool;
    Severity severity;
    Cause cause;
    char *kind, *message;
    long long count;        // at least 1
    int after;              // of a call of the host: so many launches had ended
    SimPlace place, caller; // of the function there, or of its kernel
    bool shared;            // about shared memory
    bool has_other;
    SimPlace other; // the other side of a race
} SimFinding;

typedef struct {
    int count;
    SimFinding *finding;
} SimFindings;

// Appends the findings of a JSON array.
void findings_read(SimFindings *findings, const json_t *array);
void findings_add(SimFindings *findings, const SimFinding *finding); // a copy
// Moves the findings of `from` to the end of `findings`.
void findings_move(SimFindings *findings, SimFindings *from);
void findings_free(SimFindings *findings);

// True if a finding costs points: errors, and races that racecheck only warns of
// because both lanes are in one warp: their order is luck.
bool finding_counts(const SimFinding *finding);

enum { NO_CASE = -1, NO_LAUNCH = 1 << 30 };

// Where a finding was found.
typedef struct {
    int number; // of the case; NO_CASE: not known
    int launch; // of that case's launches, counted as 1, 3, 5 ...; between them are calls of the
                // host; NO_LAUNCH: after all
    const char *name;     // of the case; "": not known
    const char *schedule; // has to stay
    bool in_order;        // no thread was delayed
} FoundAt;

typedef struct {
    SimFinding finding; // the first one; its count is that of all
    char case_name[96]; // the first case in which it was found; "": not known
    const char *schedule;
    bool in_order;
    bool strong; // it was found where every load finds the newest value, too
    int launch;  // the first of its case's launches in which it was found, in any case
    int cases;
    int *in_case; // numbers of the cases in which it was found; NO_CASE: not known
    char **told;  // what the checker says of each of them: which thread, which word
} FoundMistake;

typedef struct {
    int count;
    FoundMistake *mistake;
} MistakeList;

// Adds a finding to its mistake, or as a new one.
void mistakes_add(MistakeList *list, const SimFinding *finding, const FoundAt *at);
// The finding was made again, with strong memory: its mistake is no effect of older values.
void mistakes_confirm(MistakeList *list, const SimFinding *finding);
// Whether the mistake was found in that case.
bool mistake_is_in(const FoundMistake *mistake, int number);
// The finding's message in this case, or where it was found first.
char *mistake_told(const FoundMistake *mistake, int number);
void mistakes_free(MistakeList *list);
