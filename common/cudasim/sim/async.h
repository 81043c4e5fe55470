// async.h - copies that go on while their threads do something else: cp.async,
// cp.async.bulk, st.async, and the barriers in shared memory that count their bytes.
//
// When a copy is issued, it is checked, and the hooks see its accesses as accesses of
// its threads. Its bytes move as late as possible, when a thread waits for the copy, so
// that a program which does not wait finds the old bytes. Until then the copy is under
// way, and the words of shared memory that it uses are marked: an access to a marked
// word is an access to an unfinished copy.
//
//   cp.async, cp.async.bulk with a bulk group    end when their thread waits
//   cp.async.bulk with an mbarrier               end when a thread tests the
//   st.async, red.async                          mbarrier
//   wgmma (exec_wgmma.c), which only reads       ends when its warp waits
//   cp.async.mbarrier.arrive
//
// cp.async.bulk.wait_group.read waits for half of a copy: its source has been read. The
// bytes are kept until they arrive, at the next wait or later.
//
// A copy belongs to the block whose memory it writes, because its mbarrier is there; a
// copy to global memory belongs to the block of its thread.
#pragma once

#include "exec.h"

enum { SECTOR = 32 };

// The sectors of global memory that have one of n bytes.
static inline uint64_t sectors_of(uint64_t addr, uint64_t n)
{
    return n ? (addr + n - 1) / SECTOR - addr / SECTOR + 1 : 0;
}

// One address operand of a step that has several (Step.extra is an array of them).
typedef struct {
    uint32_t slot;
    bool addr64;
    uint8_t space; // generic, or the space that the instruction or its symbol names
    bool cluster;  // .shared::cluster: becomes a generic address in the window of shared memory
    int64_t offset;
} AddressArg;

// The operands of a tensor copy (Step.extra): an array of addresses first, as elsewhere.
typedef struct {
    AddressArg at[3]; // destination, map, mbarrier; of a store, map and source
    uint32_t coordinate[5], offset[3], blocks; // slots
    uint8_t addresses, coordinates, offsets;   // how many
} TensorArgs;

// Combines one element of memory with another value (exec_reduce.c).
typedef void (*ReduceFn)(uint8_t *at, const uint8_t *with);
typedef struct {
    uint8_t mod, type, bytes;
    ReduceFn fn;
} Reduction;

typedef enum { COPY_group, COPY_product, COPY_bulk_group, COPY_bulk_barrier, COPY_arrive } CopyKind;

// The copies of one warp instruction; a lane leaves when its copy ends.
typedef struct Copy {
    struct Copy *next;
    CopyKind kind;
    uint32_t mask;
    Warp *warp;
    const Code *code;
    const Step *step;
    Block *home;                  // the block whose list it is in
    Block *to_block, *from_block; // whose shared memory; NULL: global memory or registers
    const Reduction *reduction;   // NULL: the copied bytes replace the old ones
    struct Box *box;              // of a tensor copy, which has one lane; NULL: rows of bytes
    uint64_t to_addr[WARP_SIZE], from_addr[WARP_SIZE]; // offsets in shared memory
    uint8_t *to[WARP_SIZE];
    const uint8_t *from[WARP_SIZE];
    uint32_t kept;             // lanes whose source has been read: `from` is the copy's own
    uint32_t bytes[WARP_SIZE]; // written
    uint32_t given[WARP_SIZE]; // bytes of the copy that are read; the rest is zero
    uint32_t group[WARP_SIZE]; // which group of its thread
    uint8_t *barrier[WARP_SIZE];
    uint64_t barrier_addr[WARP_SIZE];
    uint8_t value[WARP_SIZE][16]; // from registers
} Copy;

// The copies of a block that are under way, in order.
typedef struct Copies {
    Copy *first, *last, *unused;
    uint32_t n;
    uint32_t outgoing; // lanes of copies that write global memory
    uint32_t marked;   // lanes of copies, also of other blocks', that use its shared memory
    uint32_t groups[MAX_BLOCK_THREADS], bulk_groups[MAX_BLOCK_THREADS]; // committed
    struct {
        uint16_t written, read;
    } * words; // of shared memory: by how many copies
    uint32_t nwords;
    uint32_t product_groups[MAX_BLOCK_THREADS / WARP_SIZE]; // of wgmma, by warp
    struct {
        uint64_t bytes;      // on their way into its shared memory
        uint64_t begun, sum; // copies there by lanes; what was on its way then, added up
    } flight;
} Copies;

// ---- exec_async.c ---------------------------------------------------

// The addresses of operand `i`, for all lanes.
void async_addresses(const Warp *w, const Step *s, unsigned i, uint64_t addr[WARP_SIZE]);

Copies *copies_of(Block *b);
Copy *copy_new(Block *home, Warp *w, const Step *s, CopyKind kind);
void copy_mark(Copy *c, unsigned lane);             // marks the words that it uses
void copy_drop(Copy *c);                            // takes the marks away; nothing moves
void copies_sweep(Copies *cs);                      // forgets those that have ended or are dropped
void copies_look(Block *b, const uint8_t *barrier); // ends the copies that count at this mbarrier
void copies_finish(Block *b);                       // the block has ended
void copies_free(Block *b);
// An access to shared or global memory while copies are under way (access.c).
void copies_touch(const Access *a);

// ---- exec_reduce.c --------------------------------------------------

const Reduction *reduction_find(const Inst *in);          // by operation and type; NULL: none
const Reduction *reduction_of(const Inst *in, Type type); // the type is that of a tensor map
// Sets the mbarrier of a lane: an address in shared memory or in its window, which must be
// in the block whose memory is written. The mbarrier is not accessed yet: no hook is called.
bool copy_barrier(Copy *c, unsigned lane, uint64_t addr);

// ---- exec_mbarrier.c ------------------------------------------------

// The block of the cluster to which an address in the window of shared memory belongs; the
// warp's own block for any other address; NULL if the cluster has no such block.
static inline Block *window_block(const Warp *w, uint64_t addr)
{
    const Cluster *c = w->block->cluster;
    uint64_t rank = (addr - SHARED_WINDOW) >> SHARED_RANK_SHIFT;
    if (addr - SHARED_WINDOW >= WINDOW_SIZE)
        return w->block;
    return rank < c->n ? c->blocks[rank] : NULL;
}

// The offset of an address in the window of shared memory, or of one in the warp's own memory,
// which may carry the rank of its block or not.
static inline uint64_t shared_offset(const Warp *w, uint64_t addr)
{
    uint64_t own = (uint64_t)w->block->cluster_rank << SHARED_RANK_SHIFT;
    return addr - SHARED_WINDOW < WINDOW_SIZE ? addr & (SHARED_BLOCK - 1)
           : (addr ^ own) < SHARED_BLOCK      ? addr ^ own
                                              : addr;
}

// What its phase waits for: "still expects 3 arrivals and 512 bytes".
void mbarrier_describe(const uint8_t *at, char *text, size_t size);
bool mbarrier_parity(const uint8_t *at);          // of the phase that is not complete
void mbarrier_pending(uint8_t *at, int32_t more); // more or fewer arrivals are awaited
void mbarrier_bytes(uint8_t *at, int32_t more);   // more or fewer bytes are awaited
