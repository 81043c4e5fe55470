// processors.c - how many processors this process may use.
#include "processors.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

// The kernel refuses a mask that is smaller than its own, which may have room for more than
// CPU_SETSIZE processors.
static int in_affinity_mask(void)
{
    for (int most = CPU_SETSIZE; most <= 64 * CPU_SETSIZE; most *= 2) {
        cpu_set_t *mask = CPU_ALLOC(most);
        size_t size = CPU_ALLOC_SIZE(most);
        int count = mask && sched_getaffinity(0, size, mask) == 0 ? CPU_COUNT_S(size, mask) : 0;
        CPU_FREE(mask);
        if (count > 0)
            return count;
    }
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

// cpu.max: microseconds of processor time in each period, and the period. A container sees its own
// cgroup there; elsewhere the file does not exist, or says "max".
static int in_cgroup(int most)
{
    long long quota, period;
    FILE *f = fopen("/sys/fs/cgroup/cpu.max", "re");
    if (!f)
        return most;
    bool limited = fscanf(f, "%lld %lld", &quota, &period) == 2 && quota > 0 && period > 0;
    fclose(f);
    long long whole = limited ? (quota + period - 1) / period : most;
    return whole < most ? (int)whole : most;
}

int processors(void)
{
    int count = in_cgroup(in_affinity_mask());
    return count > 0 ? count : 1;
}
