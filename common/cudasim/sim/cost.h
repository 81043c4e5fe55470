// cost.h - what cost.c takes from and gives to the layers above: traffic that an observer
// has measured comes in, the load that launches put on the machine goes out.
#pragma once

#include "sim.h"

typedef struct {
    uint64_t wavefronts; // of shared memory
    uint64_t remote;     // sectors of other blocks' shared memory
    // Global and local memory:
    uint64_t requests;
    uint64_t lines;   // of 128 bytes: a request looks up one after the other
    uint64_t sectors; // of 32 bytes
    uint64_t loads;   // requests for which a thread waits
    uint64_t missed;  // loads that the L1 cache cannot answer
    uint64_t first;   // loads of data that have to come from DRAM: the first of them
    uint64_t beyond;  // sectors that go to the L2 cache, or come from it
    uint64_t reads;   // sectors that are read from the L2 cache, and their lines
    uint64_t writes;  // sectors that are written to the L2 cache, and their lines
    uint64_t halves;  // the units of 64 bytes, as in DRAM, of the reads and writes
    uint64_t again;   // those of them that the launch has touched before,
    double lost;      // and the L2 cache has lost since
    uint64_t partial; // sectors that are written in part
    uint64_t touched; // different sectors
    uint64_t cold;    // those of them that the L2 cache does not hold when the launch begins
    bool cold_code;   // nor does it hold the kernel's code
    uint64_t passes;  // atomics; those on one sector together count once
    double busiest;   // the passes of the busiest slice of the L2 cache
    double chain;     // cycles of what threads do one after the other, under a lock
    uint64_t stored;  // lines that are stored to the busiest slice
    // Pinned memory of the host: requests for which a thread waits, lines, and sectors, in each
    // direction.
    uint64_t host_loads, host_lines_read, host_read, host_lines_written, host_written;
    uint64_t peer_loads, peer_read, peer_written; // the same of other devices' memory
    uint64_t constants; // words that constant memory gives to loads with an index
} CostTraffic;

// COST_DRAM_BYTES_US, unless the grader has the memory of another GPU measured.
extern double cost_dram_bytes_us;
extern double cost_clock_swing; // every other launch takes that many times as long

// What part of the accesses to this number of different bytes the L2 cache cannot answer.
double cost_l2_misses(double bytes);

// Microseconds summed up over launches since they were set to 0: how long
// they kept all multiprocessors and the memory busy, had they been alone.
typedef struct {
    double compute, memory;
} CostLoad;
extern CostLoad cost_load;

// What decided how long a launch takes: the longest of the bounds in cost.c.
typedef enum {
    BOUND_latency,
    BOUND_issue,     // of the slots of one resource
    BOUND_chip,      // shared memory and the L1 caches
    BOUND_constants, // constant memory
    BOUND_memory,    // the L2 cache and DRAM
    BOUND_atomics,
    BOUND_host, // pinned memory, and that of other devices
    BOUNDS
} CostBound;

// Resources that issue instructions: the units of ptx.h, and two more.
enum { RESOURCE_all = UNIT_COUNT, RESOURCE_multiply, RESOURCES };

typedef struct {
    CostBound bound;
    unsigned resource;  // of BOUND_issue
    double wait_cycles; // one wait for global memory
    double us[BOUNDS];  // what each bound alone needs
    double start_us;    // to start and end the launch and its blocks, and to fetch cold code
    double slots;       // warp instructions, machine instructions of divisions among them
    double sectors;     // that went to the L2 cache or came from it
} CostDecision;
extern CostDecision cost_decision; // of the launch whose time was computed last

// Slots of a resource that the executions of a step take.
double cost_slots(const Step *s, const Count *n, unsigned resource);

// What all multiprocessors and the memory of the model do in a microsecond at most.
typedef struct {
    double slots, dram_bytes, l2_bytes;
} CostPeak;
CostPeak cost_peak(void);

// ---- cost_stall.c: why warps wait -----------------------------------

// By the names of Nsight Compute: smsp__average_warps_issue_stalled_NAME. clang-format off
typedef enum {
    STALL_wait,
    STALL_long_scoreboard,
    STALL_short_scoreboard,
    STALL_barrier,
    STALL_membar,
    STALL_branch_resolving,
    STALL_sleeping,
    STALL_imc_miss,
    STALL_math_pipe_throttle,
    STALL_lg_throttle,
    STALL_mio_throttle,
    STALL_not_selected,
    STALLS
} CostStall;
// clang-format on
extern const char *const cost_stall_names[STALLS];
// Of the time that the step takes of the launch whose time was computed last.
CostStall cost_stall(const Step *s);

// ---- cost_share.c: which steps take the time of a launch ------------

// What the executions of a step have moved, measured by an observer.
typedef struct {
    double wavefronts, sectors, pinned, words;
} CostMoved;

// weight[i], for each step of a function that the launch executed: its part of the launch's time,
// in a unit of its own. For the launch that has ended last; `moved` has an element for each step.
void cost_share(const Code *c, const CostMoved *moved, double *weight);
