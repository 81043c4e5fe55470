// runner_memory.c - the heap of the machine's process.
#include "runner.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    MACHINE_MEMORY = 512 << 20, // bytes for all that the machine knows: shadows, streams, events
    HEAP_STEP = 32 << 20,       // bytes by which the heap grows
    HEAP_PAGE = 2 << 20,        // bytes of a large page
};

// The machine reads the PTX anew in each process, and what it makes of it fills a thousand pages of
// 4 KB. A page fault for each costs more than the work. So there is one heap, which keeps what is
// freed, and comes in large pages where the system has them.
void prepare_heap(void)
{
    mallopt(M_ARENA_MAX, 1); // one thread at a time simulates
    mallopt(M_TOP_PAD, HEAP_STEP);
    mallopt(M_TRIM_THRESHOLD, HEAP_STEP);
    mallopt(M_MMAP_THRESHOLD, 2 * HEAP_PAGE);
    void *volatile first = malloc(HEAP_PAGE); // the heap grows
    free(first);
    uintptr_t end = (uintptr_t)sbrk(0) & -(uintptr_t)HEAP_PAGE, begin = end - HEAP_STEP + HEAP_PAGE;
    madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}

// What the machine allocates from now on has a limit. Device memory is reserved already, and
// has a limit of its own (the option `free`), as pinned memory has (HOST_FILE).
bool limit_memory(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    bool known = f && fscanf(f, "%*u %*u %*u %*u %*u %lu", &pages) == 1;
    if (f)
        fclose(f);
    if (!known)
        return false;
    rlim_t before = pages * (rlim_t)sysconf(_SC_PAGESIZE) - HEAP_STEP; // which is still to be used
    struct rlimit r = {before + MACHINE_MEMORY, before + MACHINE_MEMORY};
    setrlimit(RLIMIT_DATA, &r);
    return true;
}
