// EXPECT patterns.map: 0 points
// QUICK
//
// How long the simulator takes for a launch, by the processor's counter and by the system's call.
#include "hostile.h"

#include <time.h>

__global__ static void spin(int n)
{
    for (volatile int i = 0; i < n; i++)
        ;
}

static long by_counter(void)
{
#ifdef __x86_64__
    return (long)__builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

static long by_call(void)
{
    timespec t = {0, 0};
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000 + t.tv_nsec;
}

static long time_of(long (*look)(void), int n)
{
    long begin = look();
    spin<<<1, 32>>>(n);
    cudaDeviceSynchronize();
    return look() - begin;
}

static bool tells(long (*look)(void))
{
    time_of(look, 1);
    return time_of(look, 100000) > 4 * time_of(look, 1);
}

EARN_IF(tells(by_counter) || tells(by_call))
