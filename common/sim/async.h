// async.h - copies that go on while their threads do something else: cp.async,
// cp.async.bulk, and the barriers in shared memory that count their bytes.
//
// A copy is checked and told to the hooks when it is issued: then its threads
// read what they copy and write where it goes. Its bytes move as late as they
// may, when somebody waits for it, so that a program which does not wait finds
// the old ones. In between the copy is under way, and the words of shared
// memory that it uses are marked; an access to them is an unfinished copy's.
//
//   cp.async, cp.async.bulk with a bulk group    end at the thread's own wait
//   cp.async.bulk with an mbarrier               ends when somebody looks at the
//   cp.async.mbarrier.arrive                     mbarrier
#pragma once

#include "exec.h"

// One address operand of a step that has several (Step.extra is an array of them).
typedef struct {
    uint32_t slot;
    bool addr64;
    uint8_t space; // generic, or what the instruction or its symbol says
    bool cluster;  // .shared::cluster: becomes a generic address in the window of shared memory
    int64_t offset;
} AddressArg;

typedef enum { COPY_group, COPY_bulk_group, COPY_bulk_barrier, COPY_arrive } CopyKind;

// One warp instruction; lanes leave it as they are done.
typedef struct Copy {
    struct Copy *next;
    CopyKind kind;
    uint32_t mask;
    Warp *warp;
    const Code *code;
    const Step *step;
    bool to_shared, from_shared;
    uint64_t to_addr[WARP_SIZE], from_addr[WARP_SIZE]; // offsets in shared memory
    uint8_t *to[WARP_SIZE];
    const uint8_t *from[WARP_SIZE];
    uint32_t bytes[WARP_SIZE];  // written
    uint32_t given[WARP_SIZE];  // of them read; the rest is zero
    uint32_t group[WARP_SIZE];  // which group of its thread
    uint8_t *barrier[WARP_SIZE];
    uint64_t barrier_addr[WARP_SIZE];
} Copy;

// The copies of a block that are under way, in order.
typedef struct Copies {
    Copy *first, *last, *unused;
    uint32_t n;
    uint32_t groups[MAX_BLOCK_THREADS], bulk_groups[MAX_BLOCK_THREADS]; // committed
    struct { uint16_t written, read; } *words; // of shared memory: by how many copies
    uint32_t nwords;
} Copies;

// The addresses of operand `i`, for all lanes.
void async_addresses(const Warp *w, const Step *s, unsigned i, uint64_t addr[WARP_SIZE]);

// ---- exec_async.c --------------------------------------------------------------

Copies *copies_of(Block *b);
Copy *copy_new(Warp *w, const Step *s, CopyKind kind);
void copy_mark(Copy *c, unsigned lane);     // its words are in use
// Lanes of a copy end. `barrier`: by somebody who looks at it; NULL: by the thread itself.
void copy_end(Copies *cs, Copy *c, uint32_t lanes, const uint8_t *barrier);
void copies_sweep(Copies *cs);              // forgets those whose lanes have all ended
void copies_look(Block *b, const uint8_t *barrier); // ends what counts at this mbarrier
void copies_finish(Block *b);               // the block has ended
void copies_free(Block *b);
// An access to shared memory while copies are under way (exec_mem.c).
void copies_touch(const Access *a);

// ---- exec_mbarrier.c -------------------------------------------------------------

void mbarrier_pending(uint8_t *at, int32_t more); // more or fewer arrivals are awaited
void mbarrier_bytes(uint8_t *at, int32_t more);   // more or fewer bytes are awaited
