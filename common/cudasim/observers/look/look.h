// look.h - the recorder: what the kernels of a program did, for a page that shows it. One section
// per file. The document is JSON; common/cudasim/observers/look/recording.c has its form.
//
// A recording is bounded, whatever the program does: see the enum.
#pragma once

#include "observers/counters/counters.h"
#include "sim/cost.h"

enum {
    LOOK_LISTED = 128,          // launches that the recording lists; the others are only summed up
    LOOK_LAUNCHES = 64,         // of these have lines,
    LOOK_LINE_BYTES = 300000,   // until the lines have this many bytes of text
    LOOK_ALIKE = 2,             // launches of one kernel that have accesses
    LOOK_ACCESS_BYTES = 300000, // of all accesses, as text; later ones are left out
    LOOK_SAMPLES = 8,           // of one instruction that accesses memory
    LOOK_SAMPLE_BYTES = 300000, // of all samples, as text; later ones are left out
    LOOK_BLOCK_LAUNCHES = 4,    // launches whose blocks are shown step by step
    LOOK_BLOCKS = 2,            // of each of these launches
    LOOK_STEPS = 20000,         // of a block
    LOOK_BLOCK_BYTES = 1200000, // of all blocks, as text
    LOOK_ARRAYS = 16,           // allocations whose words a block's steps show
    LOOK_VARIABLES = 40,        // names of variables of a block,
    LOOK_VARIABLE_BYTES = 200000, // until their values have this many bytes of text
    LOOK_WATCHED = 1500000,       // steps that are watched in all, in blocks that are shown or not
    LOOK_PTX_BYTES = 250000,      // of the PTX of all kernels
    LOOK_FINDINGS = 200,
};

// ---- sources.c: how places are written; and the files, see observers.h ----

void look_place(Text *t, uint32_t line); // "source":0,"line":12 or nothing
void look_sources(Text *t);              // the files, an array
void look_dim(Text *t, const char *name, Dim3 d);

// ---- accesses.c: what warps access, of each instruction -------------

typedef struct LaunchAccesses LaunchAccesses;
LaunchAccesses *accesses_new(void);
void accesses_add(LaunchAccesses *x, const Access *a, long step); // step: of a block, -1: unknown
// What the accesses of a line cost, if no counter says that, and the fewest possible.
typedef struct {
    uint64_t sectors_min, wavefronts_min; // of global and shared memory
    uint64_t local, local_min;            // sectors of local memory
    uint64_t passes, passes_min;          // of constant memory
} LineAccesses;
void accesses_by_line(const LaunchAccesses *x, LineAccesses *by_line); // codes_lines() elements
// As many as there is room for. Returns how many were left out.
unsigned accesses_put(const LaunchAccesses *x, Text *t, size_t *left, size_t *samples_left);
void accesses_free(LaunchAccesses *x);

// ---- line_times.c: how long each line takes -------------------------

typedef struct {
    double us, stall[STALLS]; // stall: parts of it
} LineTime;
// Microseconds by line, an array of codes_lines() elements; malloc'ed. Of the launch that ends now.
// start_us: the rest of its time.
LineTime *line_times(const Launch *l, double *start_us);

// ---- instructions.c: the PTX of a kernel ----------------------------

// A member of the launch; of functions that no launch before has written. Takes from `left`.
void instructions_put(const Launch *l, Text *t, size_t *left);

// ---- shortage.c: what a launch is short of --------------------------

void shortage_put(const Launch *l, double start_us, Text *t); // members of the launch
void peak_put(Text *t);                                       // of the model, an object

// ---- branch_lanes.c: lanes at branches ------------------------------

// Lanes that come to branches and do not take them; codes_lines() elements, of the launch that
// ends.
void branch_lanes_by_line(const Launch *l, uint64_t *by_line);

// ---- operations.c: the instructions of a launch that blocks execute ----

typedef struct Operations Operations;
Operations *operations_new(void);
uint32_t operation_number(Operations *o, const Code *c, const Step *s);
size_t operations_bytes(const Operations *o); // of their text
void operations_put(const Operations *o, Text *t);
void operations_free(Operations *o);
// Are the bytes that this instruction loads or stores floating-point numbers?
bool operation_is_real(Operations *o, const Code *c, const Step *s);

// ---- block_steps.c: what one block does, step by step ---------------

typedef struct BlockSteps BlockSteps;
BlockSteps *block_steps_new(const Block *b, Operations *o, size_t bytes);
bool block_steps_full(const BlockSteps *s);
long block_steps_now(const BlockSteps *s); // the step that is executed now, -1: none
void block_steps_step(BlockSteps *x, Warp *w, const Step *s);
void block_steps_access(BlockSteps *x, const Access *a);
void block_steps_global(BlockSteps *x, const Access *a); // of global memory
void block_steps_copied(BlockSteps *x, const CopyPart *c);
void block_steps_wait(BlockSteps *x, const Warp *w, const char *what, uint32_t mask);
// Lanes begin to wait for others of their warp.
void block_steps_warp_waits(BlockSteps *x, const Warp *w, uint32_t lanes);
void block_steps_end(BlockSteps *x); // the block has ended
void block_steps_put(const BlockSteps *x, Text *t);
void block_steps_free(BlockSteps *x);

// ---- block_variables.c: the variables of lanes, of a program with -G -

typedef void LookVariable(void *user, const char *name, const char *value);
// Calls take() for each variable that the lane sees now, the innermost ones first. Set by the
// debugger; NULL: it is not there.
extern void (*look_lane_variables)(Warp *w, unsigned lane, LookVariable *take, void *user);
typedef struct BlockVariables BlockVariables;
BlockVariables *block_variables_new(uint32_t threads); // NULL: variables are not known
// The warp comes to the line in this step of the block.
void block_variables_step(BlockVariables *v, Warp *w, uint32_t line, uint32_t step);
void block_variables_put(const BlockVariables *v, Text *t); // members of the block
void block_variables_free(BlockVariables *v);

// ---- variables.c: shared variables by name --------------------------

void variables_put(const Code *kernel, uint32_t shared_bytes, Text *t); // all, an array
// The name of the shared variable in which the byte lies, malloc'ed, and the byte's offset in the
// variable; NULL: in none.
char *look_variable(const Code *kernel, uint64_t byte, uint64_t *offset);

// ---- found.c: findings in the recording -----------------------------

void found_add(const Launch *l); // those of the launch, or (NULL) those between launches
void found_put(Text *t);

// ---- recording.c: the document --------------------------------------

extern Observer look_observer;
int look_open(const char *path); // 0; -1: one line on standard error
