// engine.h - when a kernel stops, and how it goes on: engine.c, with the help of notes.c
// (functions), breaks.c, watches.c (watched words) and past.c (going back).
#pragma once

#include "value.h"

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

// ---- notes.c --------------------------------------------------------

CodeNotes *code_notes(const Code *c);

// ---- watches.c ------------------------------------------------------

void watch_forget(void);                          // the accesses of the last step
void watch_touch(Breakpoint *b, const Access *a); // the step accesses a watched word, perhaps
// What the last step did to a watched word; NULL: nothing that matters.
const Touched *watch_changed(uint8_t new[VALUE_ROOM]);
void watch_value(const Breakpoint *b, const uint8_t *bytes, Text *t);
void watch_describe(const Touched *t, const uint8_t *new, bool backwards, Text *text);

// ---- breaks.c -------------------------------------------------------

int break_add(Breakpoint b); // its number; 0: no room
Breakpoint *break_find(int number);
// The next of the breakpoints `marks` that stops the lanes, and the first such lane; NULL: none.
// `why`: its condition cannot be told. Removes from the marks what has been looked at.
Breakpoint *break_next(Warp *w, uint32_t lanes, uint64_t *marks, int *lane, char why[300]);
// Tells the message of a breakpoint, for each lane for which its condition holds.
void break_tell(Warp *w, uint32_t lanes, const Breakpoint *b);

// ---- past.c: going back ---------------------------------------------

void past_goto(uint32_t segment, uint64_t step, StopReason reason, bool follow,
               const char *message);
void past_reverse(LookFor kind, unsigned depth, unsigned times);
void past_when(const Breakpoint *word);

// In a scanner:
void scan_before_step(void);
void scan_step(Warp *w, const CodeNotes *n, const Track *t, uint32_t lanes);
void scan_word(const Touched *t, const uint8_t *new);
_Noreturn void scan_ends(void);

// ---- engine.c: hooks, and when to stop ------------------------------

void debug_machine_begins(void); // in the machine, before its first call
bool engine_stopped(void);       // this process is a worker that has stopped
// Chosen by a command; the kernel goes on when the command has returned.
void engine_move(Move m, unsigned times, uint32_t line);
void engine_watches_changed(void);
bool engine_goes(void); // a move has been chosen

// Whether the text of a finding names the place "FILE:LINE".
bool is_at_place(const char *text, const char *place);
