// findings.h - what all observers share: text, places in the source, findings and who
// writes them out, and the checkers themselves. One section per file.
#pragma once

#include "alloc.h"
#include "causes.h"
#include "observers.h"
#include "sim/exec.h"

// ---- text.c: a growing piece of text, and JSON strings --------------------------

typedef struct {
    char *at;
    size_t used, size;
} Text;

void text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_put(Text *t, const char *s); // as it is
void text_number(Text *t, uint64_t n);
void text_json(Text *t, const char *s); // quoted and escaped
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

// ---- codes.c: where steps are in the source -------------------------------------

// Lines are numbered over all files in the order of their first use; 0 is
// "unknown". Steps are numbered, too: a place is the first number of its code
// plus the step's index. Both numbers stay good when the program is unloaded.
typedef struct {
    char *file; // as nvcc wrote it; NULL if unknown
    int line;
} Line;

typedef struct CodeInfo {
    uint32_t serial;  // of the Code
    uint32_t number;  // from 0, in the order of first use
    const Code *code; // which is there during its launches only
    const Func *func;
    const Step *steps;
    uint32_t nsteps;
    char *name;          // demangled
    uint32_t first;      // place of step 0
    uint32_t *line;      // by step: number of its line
    uint8_t *role;       // by step (counters.c)
    AccessFacts *access; // by step: what ptxas makes of it; NULL: not asked yet (counters.c)
} CodeInfo;

CodeInfo *code_info_find(const Code *c);
extern CodeInfo *code_info_last; // the one asked for last, nearly always the right one
static inline CodeInfo *code_info(const Code *c)
{
    CodeInfo *i = code_info_last;
    if (__builtin_expect(i && i->serial == c->serial, 1))
        return i;
    return code_info_find(c);
}
uint32_t codes_lines(void); // how many lines are numbered
const Line *line_at(uint32_t number);
uint32_t line_number(const char *file, int line);
uint32_t line_of_step(const Code *c, const Step *s);
CodeInfo *place_code(uint32_t place); // NULL: unknown
uint32_t place_line(uint32_t place);
const char *line_base(uint32_t number); // file name without its folders, "?"

// ---- report.c: findings, as text and as JSON lines --------------------------------

typedef enum { SEVERITY_info, SEVERITY_warning, SEVERITY_error } Severity;

typedef struct Finding {
    const char *tool;
    char *kind;        // short, stable: "out of bounds", "leak", ...
    const char *label; // the kind to show instead, or NULL
    Severity severity;
    Cause cause;
    char *message;    // one sentence, without the count
    char *detail;     // more lines for the text report, or NULL
    const char *unit; // what count counts in the text: "hazards"
    uint64_t count;
    uint64_t extra; // part of the key
    uint32_t line, other_line;
    bool has_thread, has_other;
    bool other_is_place; // of the other end only the line is known
    Dim3 block, thread, other_block, other_thread;
    char *kernel;       // NULL: belongs to no launch
    char *other_kernel; // of the other end if that was another launch, else NULL
    uint64_t other_launch;
} Finding;

// The finding with this key in the current launch, made if new (then its count
// is 0, its message NULL and its cause none, for the caller to fill in). The caller counts.
Finding *finding(const char *tool, const char *kind, uint32_t line, uint32_t other_line,
                 uint64_t extra);
void finding_thread(Finding *f, const Warp *w, unsigned lane);
Dim3 thread_index(Dim3 block, uint32_t linear); // of a block of this shape
Dim3 block_index(Dim3 grid, uint64_t linear);

typedef struct {
    int counters;                                     // descriptor, -1: none
    enum { LINES_all, LINES_host, LINES_none } lines; // of which launches they are counted
    FILE *text;                                       // NULL: none
} Outputs;
extern Outputs outputs;
extern Observer report_observer;   // the last in the list: writes out what the others found
uint32_t report_call_line(void);   // number of the line that makes the host's call; 0: unknown
const Finding *report_first(void); // findings of the current launch, in order; for tests
const Finding *report_next(const Finding *f);

// ---- the checkers: memcheck.c, initcheck.c, synccheck.c, racecheck.c, ... ----------------

extern Observer memcheck_observer;       // faults of every kind: hooked with every checker
void memcheck_enable(bool on);           // leaks and errors of the API, too
void memcheck_report_calls(bool report); // those that return an error; true at the start
extern Observer initcheck_observer;
extern Observer synccheck_observer;
extern Observer racecheck_observer;
extern Observer last_writer_observer; // needed only where racecheck is off
extern Observer streamcheck_observer;
