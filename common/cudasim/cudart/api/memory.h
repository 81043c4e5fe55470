// memory.h - memory that the host allocates and frees.
#pragma once

#include "both/api.h"
#include "sim/sim.h"

// ---- api_memory.c ---------------------------------------------------

// The live allocation at an address that the host has named. What kernels allocate is theirs alone:
// no call of the host may use it, or find out where it is.
Alloc *memory_of_host(uint64_t addr);
cudaError_t memory_alloc(void **p, size_t size, MemKind kind);
// Frees the allocation that starts at p, if its kind is one of `kinds` (bits 1 << MemKind).
cudaError_t memory_release(const char *call, const void *p, unsigned kinds);
void memory_forget(void); // frees everything that the program has allocated
// The bytes of `a`, device memory, count in *used as long as it lives; NULL: no longer.
void memory_counts_in(Alloc *a, unsigned long long *used);
