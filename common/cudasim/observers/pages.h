// pages.h - where the pages of managed memory are, and what moves them.
//
// Memory moves in pages of 64 KB, and 32 of them are a block of 2 MB, both by address. As in
// NVIDIA's driver (NVIDIA/open-gpu-kernel-modules, its prefetcher): when a page faults, it comes
// with the largest part of its block (2, 4, 8, 16 or 32 pages) of which more than 51% are there or
// fault.
//
// Pages move only while somebody looks at counters or times, and where the machine can ask which
// pages the host has accessed (host_process.seen): not in a grade.
#pragma once

#include "sim/hooks.h"

enum { MOVED_PAGE = MANAGED_PAGE_BYTES, BLOCK_PAGES = 32, BLOCK_BYTES = BLOCK_PAGES * MOVED_PAGE };

// What has moved, and what for.
typedef struct {
    uint64_t faults;    // pages of 64 KB at which a kernel, or the host, had to wait
    uint64_t batches;   // groups of faults that came at the same time
    uint64_t waits;     // warps that have waited at the same time, at most
    uint64_t blocks;    // parts of blocks whose bytes have moved
    uint64_t fresh;     // pages that the device has got, and nobody had
    uint64_t mapped;    // pages that the device has learned to access where the host has them
    uint64_t discarded; // pages that came back to life: nobody had touched them since a discard
    uint64_t copies;    // copies of pages that became useless, or new ones for the host
    uint64_t to_device, to_host; // bytes
    uint64_t evicted;            // of those to the host: to make room on the device
} PageMoves;

void page_moves_add(PageMoves *sum, const PageMoves *m);

bool pages_move(void); // is there managed memory whose pages move?
// A kernel accesses memory that the host has, too: called by the observer of traffic.
void pages_access(const Access *a);
// Does a kernel access this byte across the bus, because its page stays with the host?
bool pages_remote(uint64_t addr);
// The kernel, with all grids that it launched, has ended: what it moved since the last call.
PageMoves pages_of_launch(void);
// What the grid that has ended last has moved, for its counters.
const PageMoves *pages_last(void);
// What the host's accesses since the last call have moved.
PageMoves pages_of_host(void);

// The program has managed memory, or is about to get some: without it, nothing is observed.
void pages_watch(void);

// Calls; the range is in one managed allocation.
typedef enum { PAGES_nowhere, PAGES_host, PAGES_device } PagesPlace;
// A copy or a memset on the device accesses the range.
PageMoves pages_copied(uint64_t addr, uint64_t n, bool write);
// Nobody needs what whole pages of it hold. How many blocks of 2 MB the host had some of.
uint32_t pages_discard(uint64_t addr, uint64_t n);
PageMoves pages_prefetch(uint64_t addr, uint64_t n, PagesPlace to);
typedef enum { ADVICE_mostly, ADVICE_preferred, ADVICE_by_device, ADVICE_by_host } PagesAdvice;
void pages_advise(uint64_t addr, uint64_t n, PagesAdvice advice,
                  PagesPlace value); // nowhere: unset
// The value that all pages of the range have; nowhere: they differ.
PagesPlace pages_advised(uint64_t addr, uint64_t n, PagesAdvice advice);
PagesPlace pages_prefetched(uint64_t addr, uint64_t n);
