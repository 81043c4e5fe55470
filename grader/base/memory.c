// memory.c - see memory.h. The system may ignore what is advised here.
#include "memory.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    HUGE_PAGE = 2 << 20,
    POPULATE = 23 // MADV_POPULATE_WRITE, which headers of older systems do not know
};

// The whole pages of that size in the memory.
static void advise(void *memory, size_t bytes, size_t page, int advice)
{
    uintptr_t begin = ((uintptr_t)memory + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)memory + bytes) / page * page;
    if (begin < end)
        madvise((void *)begin, end - begin, advice);
}

void *large_alloc(size_t bytes)
{
    void *memory = calloc(bytes ? bytes : 1, 1);
    if (memory && bytes >= 2 * HUGE_PAGE)
        advise(memory, bytes, HUGE_PAGE, MADV_HUGEPAGE);
    return memory;
}

void large_prepare(void *memory, size_t bytes)
{
    advise(memory, bytes, (size_t)sysconf(_SC_PAGESIZE), POPULATE);
}

void *shared_alloc(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return need(memory == MAP_FAILED ? NULL : memory);
}
