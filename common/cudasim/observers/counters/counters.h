// counters.h - what a launch moves and how long memory takes: from one access to the sheet of
// counters. One section per file.
#pragma once

#include "observers/findings.h"
#include "sim/cost.h"

// ---- traffic.c: how much one access moves ---------------------------

typedef struct Traffic {
    uint64_t shared, wavefronts, conflicts; // of shared memory: instructions, ...
    uint64_t requests, sectors;             // of global memory
    uint64_t written;                       // sectors of the atomics as the program has them
    uint64_t remote_sectors;
    uint64_t remote;               // of other blocks' shared memory: instructions
    uint64_t remote_conflicts;     // as many as their lanes would have in the own block's
    uint64_t brought;              // sectors that bulk copies bring to blocks, of each
    uint64_t copies;               // asynchronous copies at their end in shared memory
    uint64_t local;                // of local memory: instructions
    uint64_t gone;                 // of shared memory: fused into others, less those added
    uint64_t pinned, pinned_lines; // sectors and lines in pinned memory of the host
    uint64_t pinned_requests;      // and requests for them
    uint64_t peer, peer_requests;  // sectors in memory of other devices
    uint64_t words;                // of constant memory: see traffic_words()
    uint64_t unordered;            // accesses of lanes: see host_order.c
} Traffic;

typedef struct {
    uint32_t wavefronts, conflicts;
} Wavefronts;

// addr: by lane, valid for the lanes in mask, which is not 0. `merge`: loads.
Wavefronts traffic_shared(const uint64_t *addr, uint32_t mask, unsigned width, bool merge);
Wavefronts traffic_shared_atomic(const uint64_t *addr, uint32_t mask, unsigned width);
// The same rules, lane by lane: the wavefront in which the lane's words are accessed (of several,
// the last one). Returns how many wavefronts there are.
unsigned traffic_shared_lanes(const uint64_t *addr, uint32_t mask, unsigned width, bool merge,
                              uint8_t wavefront[WARP_SIZE]);
unsigned traffic_shared_atomic_lanes(const uint64_t *addr, uint32_t mask, unsigned width,
                                     uint8_t wavefront[WARP_SIZE]);
// One round of a loop around a swap: the lanes that swap in this round, at least one.
uint32_t traffic_swap(const uint64_t *addr, uint32_t mask, unsigned width, unsigned *wavefronts);
uint32_t traffic_sectors(const uint64_t *addr, uint32_t mask, unsigned width);
// Of local memory, which is interleaved: the same word of eight neighbouring lanes is a sector.
uint32_t traffic_sectors_local(const uint64_t *addr, uint32_t mask, unsigned width);
uint32_t traffic_sectors_atomic(const uint64_t *addr, uint32_t mask, unsigned width);
// Sectors, and lines of 128 bytes, in memory of the host: pinned, registered, or pages of managed
// memory that stay there; or in memory of other devices.
typedef struct {
    uint32_t sectors, lines;
} FarTraffic;
FarTraffic traffic_pinned(const uint64_t *addr, uint32_t mask);
FarTraffic traffic_peer(const uint64_t *addr, uint32_t mask);
// Different elements of `width` bytes: constant memory delivers them one after the other.
uint32_t traffic_words(const uint64_t *addr, uint32_t mask, unsigned width);

// ---- caches.c: hits and misses of the caches, for virtual time ------

// Of one launch; free() ends it.
typedef struct Caches Caches;
Caches *caches_new(const Launch *l);
// `sectors`: the result of traffic_sectors; `one`: one lane executes the atomic for all.
void caches_global(Caches *k, const Access *a, uint32_t sectors);
void caches_atomic(Caches *k, const Access *a, uint32_t sectors, bool one);
void caches_local(Caches *k, const Access *a);
const CostTraffic *caches_traffic(const Caches *k);
void caches_free(Caches *k);
// In several processes (JobParts of sim/jobs.h). Not for cold caches.
typedef struct CachesPart CachesPart;
void caches_part_begin(Caches *k);
void caches_chunk_begin(Caches *k);
void *caches_chunk_end(Caches *k);
CachesPart *caches_part_end(const Caches *k);
bool caches_fit(const Caches *k, void *const *chunks, unsigned n);
void caches_replay(Caches *k, void *const *chunks, unsigned n);
void caches_take(Caches *k, const CachesPart *part);

// ---- chains.c: what threads do one after the other, for virtual time ----

typedef struct Chains Chains; // of one launch
Chains *chains_new(void);
void chains_free(Chains *c);
bool chains_begin(const Access *a); // does a section begin here, if the instruction succeeds?
void chains_access(Chains *c, const Access *a); // an atomic, or a strong store
double chains_longest(const Chains *c);         // in cycles

// ---- shares.c: what the busiest warp, thread and block of a launch do ----

typedef struct {
    uint64_t barriers;               // of one warp
    uint64_t thread, block;          // bytes that one thread, one block loads from global memory
    uint64_t atomics;                // instructions of one block that update global memory
    uint64_t behind;                 // cp.async of warps that have an earlier group on its way
    uint64_t copies, flight;         // begun; bytes on their way to the block then, added up
    uint64_t blocks, warps, threads; // how many load from global memory
    uint64_t handed;                 // bytes that blocks get from others of the launch
    uint64_t polls; // looks of a warp at a word that has not changed since its last
} Shares;

typedef struct BlockShares BlockShares; // of one block while it runs
typedef struct HostOrder HostOrder;     // host_order.c; free() ends it
BlockShares *shares_begin(const Block *b);
void shares_load(BlockShares *s, const Access *a, int times);    // -1: it does not count
void shares_atomic(BlockShares *s, const Access *a, bool loads); // of global memory
void shares_barrier(BlockShares *s, const Warp *w);
void shares_copy(BlockShares *s, const Warp *w); // cp.async
void shares_poll(BlockShares *s);
HostOrder **shares_host(BlockShares *s);
void shares_end(BlockShares *s, const Block *b, Shares *shares); // frees s

// ---- host_order.c: memory that the host accesses at the same time ----

// For how many lanes is the access one that nothing orders with the host's? *h NULL: it begins.
unsigned host_order_access(HostOrder **h, const Access *a);
void host_order_fence(HostOrder *h, const Warp *w, uint32_t mask, Scope scope);

// ---- handed.c: what blocks of a launch hand to each other ----

typedef struct Handed Handed; // of one launch
Handed *handed_new(void);
void handed_free(Handed *h);
void handed_access(Handed *h, const Access *a); // of global memory
void handed_poll(Handed *h);                    // the load just noted does not count
uint64_t handed_bytes(const Handed *h);         // NULL: 0
// Of blocks that run elsewhere (parts.c). NULL: nothing happens.
void handed_forget(Handed *h); // the bytes, but not who has written last
void handed_add(Handed *h, uint64_t bytes);

// ---- elements.c: additions and comparisons of values that come from memory ----

typedef enum { ELEMENT_none, ELEMENT_added, ELEMENT_compared } ElementUse;
enum { ELEMENT_TIMES = 2 }; // bits of an ElementUse
// By step: an ElementUse, and above it how often a thread does so. malloc'ed
uint8_t *elements_find(const CodeInfo *c);

// ---- sheet.c: the counters of a launch, in all and by source line ----

// The loads of loops that atomics have become, and their rounds after the first.
typedef struct Loops {
    uint64_t loads, wavefronts, conflicts, again;
} Loops;

// What a launch has moved in the steps of one code.
typedef struct {
    const CodeInfo *code; // NULL: nothing yet
    Traffic *traffic;     // by step
    Loops *loops;         // by step, NULL: there are none
} Moved;

// clang-format off
// The counters of a step, in addition to its instruction counts.
typedef enum {
    ROLE_none, ROLE_ld, ROLE_matrix_ld, ROLE_constant, ROLE_st, ROLE_matrix_st, ROLE_product, ROLE_atom, ROLE_red, ROLE_dead_atom, ROLE_copy,
    ROLE_texture, ROLE_surface_ld, ROLE_surface_st, ROLE_bulk_ld, ROLE_bulk_st, ROLE_bulk_red, ROLE_branch, ROLE_barrier, ROLE_warp_sync, ROLE_mark,
    ROLE_fence
} Role;
// clang-format on

Role role_at(const CodeInfo *c, uint32_t step);

void sheet_clear(void); // a launch has ended; its codes follow
void sheet_add(CodeInfo *c, const Count *counts, const Moved *m); // m NULL: moved nothing
void sheet_total(const Shares *shares);
// "metrics":{...},"lines":[...] of the launch that has ended.
void counters_json(Text *t, const Launch *l);
// The counters of that launch: how many there are, and their names; and their values.
unsigned counters_names(const char *const **names);
const uint64_t *counters_total(void);
// The lines of that launch that have counters, in the order of the source; and the counts of one.
typedef struct {
    uint64_t executed, lanes; // warp instructions; their active threads, added up
    uint64_t branches, divergent;
    uint64_t sectors;               // of global memory
    uint64_t wavefronts, conflicts; // of shared memory
} LineCounts;
const uint32_t *counters_lines(uint32_t *n);
LineCounts counters_line(uint32_t line);
// For tests: a counter of that launch; UINT64_MAX: there is no such metric.
uint64_t counters_value(const char *metric);

// ---- counters.c: what a launch moves, by step -----------------------

extern Observer counters_observer;
// What a step has moved so far in the launch that runs; or in the one that has ended last.
Traffic counters_step(const CodeInfo *c, uint32_t step);

// ---- summary.c ------------------------------------------------------

extern Observer summary_observer;
void summary_open(FILE *f); // where the table goes
