// cost.h - what cost.c takes from and gives to the layers above: traffic that an observer
// has measured comes in, the load that launches put on the machine goes out.
#pragma once

#include "sim.h"

typedef struct {
    uint64_t wavefronts; // of shared memory
    // Global and local memory:
    uint64_t lines;   // of 128 bytes: a request looks up one after the other
    uint64_t sectors; // pieces of 32 bytes
    uint64_t loads;   // requests that somebody waits for, and of these
    uint64_t missed;  // those that the first-level cache cannot answer
    uint64_t first;   // those of something that the launch has not touched before
    uint64_t beyond;  // pieces that go to the second-level cache, or come from it
    uint64_t reads;   // of these, the ones read, and their lines
    uint64_t writes;  // the ones written, and their lines
    uint64_t halves;  // and all of them in 64 bytes, as DRAM has them
    uint64_t partial; // pieces that are written in part
    uint64_t touched; // different pieces
    uint64_t passes;  // atomics, those on a piece of 32 bytes together
    double busiest;   // of these, in one slice of the second-level cache
    uint64_t stored;  // and lines that are stored to one slice
} CostTraffic;

// What part of the accesses to so many different bytes the second-level cache cannot answer.
double cost_l2_misses(double bytes);

// Microseconds summed up over launches since they were set to 0: how long
// they kept all multiprocessors and the memory busy, had they been alone.
typedef struct {
    double compute, memory;
} CostLoad;
extern CostLoad cost_load;
