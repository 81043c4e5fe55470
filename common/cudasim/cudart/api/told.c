// told.c - what the answers of calls tell a program about the data that kernels have computed with.
//
// All other answers follow from the program's own calls: addresses, sizes, attributes, free memory
// (what kernels allocate is not in it), the order of host functions; and an error of a kernel is
// the last thing that a program learns. Copies, and words that the host can read, are counted by
// observers/origins.c, and so is the end of a kernel that has waited for the host.
#include "told.h"

#include "cudart/clock/state.h"
#include "sim/hooks.h"

#include <string.h>

// The time of a kernel depends on its data, so times tell something.
static const struct {
    const char *call;
    unsigned bits;
} answers[] = {
    {"cudaEventElapsedTime", 32}, // a float
    {"cudasimTime", 64},
    {"cudasimSpent", 384},
};

void told_by_call(const char *call)
{
    rt_lock();
    for (size_t i = 0; call && i < sizeof answers / sizeof *answers; i++)
        if (!strcmp(call, answers[i].call))
            EACH_HOOK(host_told, (answers[i].bits));
    rt_unlock();
}

// "Not ready" k times and then "ready" tells one number up to k.
void told_by_poll(unsigned *polls)
{
    ++*polls;
    if ((*polls & (*polls - 1)) == 0)
        EACH_HOOK(host_told, (1));
}
