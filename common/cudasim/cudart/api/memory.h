// memory.h - memory that the host allocates and frees.
#pragma once

#include "cudart/clock/stream.h"
#include "sim/sim.h"

// ---- api_memory.c ---------------------------------------------------

// The live allocation at an address that the host has named. What kernels allocate is theirs alone:
// no call of the host may use it, or find out where it is.
Alloc *memory_of_host(uint64_t addr);
cudaError_t memory_alloc(void **p, size_t size, MemKind kind);
// Frees the allocation that starts at p, if its kind is one of `kinds` (bits 1 << MemKind).
cudaError_t memory_release(const char *call, const void *p, unsigned kinds);
void memory_forget(void); // frees everything that the program has allocated on this device
// The bytes of `a`, device memory, count in *used as long as it lives; NULL: no longer.
void memory_counts_in(Alloc *a, unsigned long long *used);

// The GPU takes memory for pools and graphs in large pieces.
enum { GRAPH_MEMORY_PIECE = 32 << 20 };

// ---- api_pool.c -----------------------------------------------------

// Memory begins its life at this place of a stream, for who watches; it ends its life there.
void pool_memory_begins(const Alloc *a, Stream *s);
cudaError_t pool_memory_ends(void *p, Stream *s);
