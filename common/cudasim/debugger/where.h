// where.h - the moment at which this process is, where its threads are, and where that is in the
// source.
#pragma once

#include "session.h"

// ---- where.c --------------------------------------------------------

// The launch that runs, the warp whose step is next, and how many steps came before.
typedef struct {
    Launch *launch;
    Warp *warp;
    uint64_t now;
    uint32_t segment;
} Moment;
extern Moment moment; // the engine sets the moment

// Where a thread is.
typedef struct {
    Launch *launch;
    Block *block;
    Warp *warp;
    unsigned lane;
    Frame *frame;  // NULL: the thread has exited
    uint32_t pc;   // in frame->code
    bool active;   // its group is the one that runs
    uint8_t state; // GroupState
    uint8_t barrier;
} Where;

Where where_lane(Warp *w, unsigned lane);
Where where_of(Block *b, uint32_t thread);
bool where_focus(Where *at); // false: there is none
unsigned block_sm(const Block *b);
uint32_t thread_number(Dim3 t); // in its block
void focus_set(const Where *at);
Block *block_find_id(Dim3 id);

// ---- frames.c: the call chain of a thread, with inlined functions ----

typedef struct {
    Frame *frame;
    const Code *code;
    uint32_t pc, loc; // the step, its place in the module's locs (0: unknown)
    bool inlined;
    char function[256];
    const char *file;
    int line;
} FrameView;

void get_focus(Where *at, FrameView *f); // of the thread in focus; fails if there is none
bool frame_at(const Where *at, unsigned level, FrameView *f); // false: there is none
unsigned frame_depth(const Where *at);
unsigned step_depth(const Frame *f, uint32_t pc);  // frames and inlined functions
uint32_t code_body(const Code *c);                 // the step behind the prologue
unsigned code_inlined(const Code *c, uint32_t pc); // inlined functions that the step is in
uint32_t step_line(const Code *c, uint32_t pc);    // number of its line, see codes.c
const char *file_base(const char *path);
const char *source_line(const char *file, int line); // NULL: there is none
const char *source_path(const char *file);           // where it was found; NULL: nowhere
// Where a function of the running kernel's modules begins: its file and line, as of a breakpoint.
bool function_place(const char *name, Breakpoint *b);
// Where a breakpoint is in a function: `visit` gets the steps. Returns how many there are.
int code_line(const Code *c,
              const Breakpoint *b); // the line of a breakpoint that has code; 0: none
unsigned code_breaks(const Code *c, const Breakpoint *b, void (*visit)(uint32_t pc, void *),
                     void *user);

// ---- show_code.c: instructions --------------------------------------

// The number, in its function, of the instruction that a step belongs to; its text, to be freed;
// its line.
uint32_t code_inst(const Code *c, uint32_t pc);
char *code_inst_text(const Code *c, uint32_t inst);
const Loc *code_inst_loc(const Code *c, uint32_t inst);
