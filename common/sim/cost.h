// cost.h - what cost.c takes from and gives to the layers above: traffic that an observer
// has measured comes in, the load that launches put on the machine goes out.
#pragma once

#include "sim.h"

typedef struct {
    uint64_t wavefronts; // of shared memory
    // Global and local memory:
    uint64_t lines;   // of 128 bytes: a request looks up one after the other
    uint64_t sectors; // of 32 bytes
    uint64_t loads;   // requests for which a thread waits
    uint64_t missed;  // loads that the L1 cache cannot answer
    uint64_t first;   // loads of data that have to come from DRAM: the first of them
    uint64_t beyond;  // sectors that go to the L2 cache, or come from it
    uint64_t reads;   // sectors that are read from the L2 cache, and their lines
    uint64_t writes;  // sectors that are written to the L2 cache, and their lines
    uint64_t halves;  // the units of 64 bytes, as in DRAM, of the reads and writes
    uint64_t partial; // sectors that are written in part
    uint64_t touched; // different sectors
    uint64_t cold;    // those of them that the L2 cache does not hold when the launch begins
    bool cold_code;   // nor does it hold the kernel's code
    uint64_t passes;  // atomics; those on one sector together count once
    double busiest;   // the passes of the busiest slice of the L2 cache
    uint64_t stored;  // lines that are stored to the busiest slice
    // Pinned memory of the host: requests for which a thread waits, lines, and sectors, in each
    // direction.
    uint64_t host_loads, host_lines_read, host_read, host_lines_written, host_written;
    uint64_t constants; // words that constant memory gives to loads with an index
} CostTraffic;

// What part of the accesses to this number of different bytes the L2 cache cannot answer.
double cost_l2_misses(double bytes);

// Microseconds summed up over launches since they were set to 0: how long
// they kept all multiprocessors and the memory busy, had they been alone.
typedef struct {
    double compute, memory;
} CostLoad;
extern CostLoad cost_load;
