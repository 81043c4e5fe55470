// cost.h - what cost.c takes from and gives to the layers above: measured
// traffic comes in, the load that launches put on the machine goes out.
#pragma once

#include "sim.h"

typedef struct {
    uint64_t sectors;    // 32-byte pieces of global accesses
    uint64_t wavefronts; // of shared memory
} CostTraffic;

// Fills in the traffic of the launch that has just ended. NULL: nobody measured,
// and accesses count as if they were coalesced and free of conflicts.
extern void (*cost_traffic)(CostTraffic *t);

// Microseconds summed up over launches since somebody set them to 0: how long
// they kept the multiprocessors and the memory busy, had they been alone.
typedef struct {
    double compute, memory;
} CostLoad;
extern CostLoad cost_load;
