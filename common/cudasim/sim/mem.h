// mem.h - device memory: its addresses, its allocations, where they would lie, what fresh memory
// holds.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Alloc Alloc;

// ---- mem.c: device memory, addresses --------------------------------
//
// Virtual addresses, equal in every run:
//   GLOBAL_BASE  device memory. The range is reserved without access, so that the host
//                faults when it dereferences a device pointer; the bytes are elsewhere.
//   HOST_BASE    pinned and managed memory: readable by host and kernels,
//                the host pointer is the device pointer
//   *_WINDOW     generic addresses of shared, local and parameter memory
// GLOBAL_BASE..HOST_END is one range, so a shadow can be indexed by
// (address - GLOBAL_BASE).

// Bytes of a page of this system: 4, 16 or 64 KB. A call that protects pages or gives them back
// rounds its length up to them, so it must name whole ones. Tests may choose larger pages before
// the first call.
extern uint64_t mem_page_chosen;
uint64_t mem_page(void);

#define GLOBAL_BASE 0x200000000000ull
#define GLOBAL_END 0x204000000000ull
#define HOST_BASE GLOBAL_END
#define HOST_END 0x208000000000ull
#define SHARED_WINDOW 0x100000000000ull // 4 GB: cluster rank << 24 | offset
#define SHARED_RANK_SHIFT 24
#define SHARED_BLOCK (1ull << SHARED_RANK_SHIFT)
#define SHARED_RESERVED \
    0xf00000ull // in it: the part of each block's memory that the system reserves
enum { RESERVED_BYTES = 1024 };
#define LOCAL_WINDOW 0x110000000000ull // 4 GB
#define PARAM_WINDOW 0x120000000000ull // 4 GB: kernel parameters
#define WINDOW_SIZE 0x100000000ull

// Managed memory moves in such pages.
enum { MANAGED_PAGE_BYTES = 64 << 10 };

typedef enum {
    MEM_device,     // cudaMalloc
    MEM_array,      // cudaMallocArray
    MEM_symbol,     // a __device__ or __constant__ variable
    MEM_heap,       // malloc in a kernel
    MEM_pinned,     // cudaMallocHost, cudaHostAlloc
    MEM_managed,    // cudaMallocManaged, __managed__
    MEM_registered, // cudaHostRegister: at the host's own address
    MEM_virtual     // cuMemMap: a piece of a range that cuMemAddressReserve has reserved
} MemKind;

struct Alloc {
    uint64_t addr, size;
    MemKind kind;
    uint8_t device;       // on which it is; the host's memory: that allocated it
    bool pooled;          // `peers` decides alone which other devices access it,
    uint8_t peers;        // one bit each
    bool live;            // false: freed, kept to recognise use after free
    bool reserved;        // its address stays its own while it is not live
    uint8_t *host;        // where byte 0 is
    uint32_t slab, place; // slab.c: where it would lie on the GPU; slab 0: in none
    const char *name;     // of a symbol, else NULL
    char buffer[16];   // what a harness calls it: a parameter of the function that it tests; or ""
    bool is_const;     // a __constant__ variable
    bool grid_barrier; // where the barrier of a cooperative grid counts
    uint64_t serial;   // order of allocation
    void *user;        // free for the API layer
    const char *where; // the file that allocated it if known (static or leaked string)
    int line;          // and the line
};

// Pinned and managed memory is that of another process, too: in the first bytes of the file
// that this returns, which has `bytes` bytes; -1: failed. Before mem_init().
int mem_share(uint64_t bytes);
int mem_init(void); // reserves the ranges; 0, or -1 with a line on stderr
// NULL if there is no room. align 0: 512. The contents are undefined; initcheck reports
// reads of bytes that have not been written.
Alloc *mem_alloc(uint64_t size, uint64_t align, MemKind kind);
Alloc *mem_register(uint64_t addr, uint64_t size, uint8_t *host);
// Addresses that no allocation gets; a range of device memory without memory. NULL: no room.
Alloc *mem_reserve(uint64_t size, uint64_t align);
// Gives memory (a part of a file) to addresses of such a range; mem_free() takes it away.
Alloc *mem_map(uint64_t addr, uint64_t size, int fd);
// Counts `bytes` as used, or no longer.
void mem_use(int64_t bytes);
// Where memory ends that begins in `a`: pieces of a range may follow each other.
uint64_t mem_end(const Alloc *a);
int mem_free(uint64_t addr); // 0; -1: no live allocation starts there
bool mem_revive(Alloc *a);   // one that is reserved lives again; false: there is no room
// What a launch pays for memory that a kernel allocates, in warp instructions: a piece that was
// freed is still remembered.
enum { HEAP_INSTRUCTIONS = 512, HEAP_ALIGN = 16 };
const char *mem_freed_by(MemKind kind); // the call that frees such memory; NULL: none
// Zeroes part of an allocation; a large part takes no memory until it is written.
void mem_zero(const Alloc *a, uint8_t *at, uint64_t n);
Alloc *mem_find(uint64_t addr); // the live allocation that holds addr, or NULL
// The live allocation that has addr, or the rest of the granule behind its bytes: the GPU hands
// out whole granules, and an access beyond the bytes that were asked for, but in the same granule,
// works there. Only a checker sees that it is a mistake.
Alloc *mem_find_room(uint64_t addr);
uint64_t mem_room(const Alloc *a);   // bytes of all its granules
Alloc *mem_find_dead(uint64_t addr); // the freed one that held it last, or NULL
Alloc *mem_nearest(uint64_t addr);   // the live one nearest below or above, or NULL
Alloc *mem_next(const Alloc *a);     // iteration over all, live and dead, by address; NULL starts
uint64_t mem_used(void);             // bytes of live memory of the selected device
uint64_t mem_heap_used(void);        // of those, what kernels have allocated
unsigned mem_host_pieces(void);      // live allocations that the host and kernels can access
uint64_t mem_free_bytes(void);       // bytes that cudaMalloc can still give
extern uint64_t mem_epoch;           // changes whenever an allocation comes or goes
// The host bytes of [addr, addr + n), or NULL if no live allocation contains all of them.
uint8_t *mem_host(uint64_t addr, uint64_t n);
// Where the bytes are of an address in GLOBAL_BASE..HOST_END.
uint8_t *mem_place(uint64_t addr);
// In a process that has been forked: what it writes from now on is for itself, also in pinned and
// managed memory. False: that is not possible. Not for pieces of mem_map().
bool mem_keep(void);
extern unsigned mem_pieces; // live ones, of mem_map()
// The device's own memory, which the host does not write while a kernel runs.
static inline bool mem_is_card(uint64_t a) { return a >= GLOBAL_BASE && a < GLOBAL_END; }
static inline bool mem_is_device(uint64_t a) { return a >= GLOBAL_BASE && a < HOST_END; }

// ---- slab.c: where on the GPU an allocation of a->size bytes would lie ----
#define SLAB_BYTES (2u << 20)
void slab_take(Alloc *a); // sets slab and place
void slab_give(const Alloc *a);

// ---- fresh.c: what memory holds before anybody has written to it ----
// Fills such memory with a pattern, which differs with `number`. False: fresh memory is plain, and
// nothing was filled.
bool fresh_fill(void *to, uint64_t bytes, uint64_t number);
void fresh_alloc(const Alloc *a); // what a program has allocated
