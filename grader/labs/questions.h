// questions.h - questions of answers.txt whose numbers are those of the student's name: two of them
// cannot copy an answer from each other, and each gets the same question on every machine.
//
// The name stands in the file of answers, "name = Ann Lee". Without it, or with "?", the question
// is that of the file: so it is for those who learn alone. What is right is computed here; tests
// compare it with what the reference counts for the question of the file.
#pragma once

#include "grader/grader.h"

struct OwnQuestion {
    char text[80];  // "lane l reads word 5 * l"
    char right[16]; // the answer
};

// The question that a name gets; false: the item has the same question for all, or there is no
// name.
bool question_of(const Lab *lab, const Item *item, const char *name, OwnQuestion *question);

// ---- what suites ask: Item.ask --------------------------------------------------------------

// Each takes its number from `pick`, which is any number below 2^32.
typedef void Ask(unsigned pick, OwnQuestion *question);
Ask ask_sectors_stride;     // a warp's load of global memory, a word each, with this stride
Ask ask_sectors_offset;     // ... neighbouring words, from this word on
Ask ask_sectors_wide;       // ... neighbouring elements of this size
Ask ask_sectors_struct;     // ... a member of neighbouring structures of this size
Ask ask_waves_even;         // a warp's load of shared memory with this stride, an even one
Ask ask_waves_odd;          // ... an odd one, or a multiple of 4
Ask ask_threads_launched;   // for so many elements, in blocks of 256
Ask ask_resident_blocks;    // blocks of so many threads that fit on a multiprocessor
Ask ask_resident_warps;     // warps of such blocks
Ask ask_resident_registers; // ... of threads that need so many registers
Ask ask_resident_shared;    // ... of blocks that need so much shared memory
Ask ask_limit_1, ask_limit_2, ask_limit_3; // which limit a table of lab 20 shows
Ask ask_doubling_rounds;                   // steps of doubling for so many elements
Ask ask_looks;       // how often an edge is looked at, if so many waves find vertices
Ask ask_looks_queue; // ... and over all edges, if each is looked at in one wave
Ask ask_leaves;      // of a profile: child grids that launch nothing
Ask ask_running;     // ... grids that run at the same time, on average
Ask ask_chain;       // ... microseconds for each child grid, more than a loop takes
Ask ask_copies;      // copies for the elements of a device_vector that the host sets
Ask ask_push_back;   // the place of the right one among four answers
Ask ask_pushes;      // allocations of a vector of so many elements that doubles its room
Ask ask_added;       // elements that threads add up which call an algorithm each
Ask ask_captured;    // how often kernels of a graph are executed
Ask ask_argument;    // of a captured kernel, at the last launch
Ask ask_path;        // microseconds of a graph with branches
Ask ask_lane_a;      // of a fragment of mma.m16n8k16: the lane that has this element of a
Ask ask_lane_b;      // ... of b
Ask ask_lane_c;      // ... of c

Ask ask_flight_bytes; // that a multiprocessor needs on their way, for a rate and a wait
Ask ask_stage_uses;   // rows that have used the stage of a row before
Ask ask_box_column;   // wavefronts of a column of a box with so many words in a row

// ---- questions.c ----------------------------------------------------------------------------

// For a warp's load: lane l reads `bytes` bytes from byte l * stride + first on.
int sectors_touched(int stride, int first, int bytes);
// ... lane l reads the word l * stride of shared memory.
int waves_needed(int stride);
