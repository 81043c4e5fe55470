// engine.h - what the files of the engine share: engine.c decides when a kernel stops, with the
// help of notes.c (functions), watches.c (watched words), past.c (going back) and where.c.
#pragma once

#include "debugger.h"

// What is known of a function, by step.
typedef struct {
    const Code *code;
    uint32_t version; // of debug->breaks
    uint64_t *marks;  // a bit for each breakpoint that is there
    bool marked;      // any of them
    uint8_t *inlined; // how many inlined functions the step is in
    const uint32_t *line;
} CodeNotes;

// The last step of each lane of a warp.
typedef struct {
    uint64_t at[WARP_SIZE]; // serial of the code, and step
    uint32_t line[WARP_SIZE];
    uint16_t depth[WARP_SIZE];
} Track;

// An access to a watched word, by the step before this one.
typedef struct {
    Breakpoint *watch;
    Warp *warp;
    unsigned lane;
    bool writes, reads;
    uint8_t old[VALUE_ROOM];
    uint64_t step;
    uint32_t line;
} Touched;
enum { MAX_TOUCHED = 8 };

// ---- notes.c ---------------------------------------------------------------------------------

CodeNotes *code_notes(const Code *c);

// ---- watches.c -------------------------------------------------------------------------------

void watch_forget(void);                          // the accesses of the last step
void watch_touch(Breakpoint *b, const Access *a); // the step accesses a watched word, perhaps
// What the last step did to a watched word; NULL: nothing that matters.
const Touched *watch_changed(uint8_t new[VALUE_ROOM]);
void watch_value(const Breakpoint *b, const uint8_t *bytes, Text *t);
void watch_describe(const Touched *t, const uint8_t *new, bool backwards, Text *text);

// ---- past.c: in a scanner --------------------------------------------------------------------

void scan_before_step(void);
void scan_step(Warp *w, const CodeNotes *n, const Track *t, uint32_t lanes);
void scan_word(const Touched *t, const uint8_t *new);
_Noreturn void scan_ends(void);

// ---- where.c ---------------------------------------------------------------------------------

Where where_lane(Warp *w, unsigned lane);

// ---- engine.c --------------------------------------------------------------------------------

// The breakpoint that stops this step; NULL: none. Counts hits only if `counts`.
Breakpoint *engine_break(Warp *w, uint32_t lanes, uint64_t marks, bool counts, int *lane,
                         char why[300]);
