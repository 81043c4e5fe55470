// EXPECT patterns.map: 0 points
//
// A handler of signals calls CUDA while the machine waits for an answer, and frees what is copied.
#include "hostile.h"

#include <sys/time.h>

static int *victim;
static void on_alarm(int)
{
    cudaFree(victim);
    cudaMalloc((void **)&victim, 1 << 20);
}

extern "C" void map_each(int *, const int *, int, int, int)
{
    static char block[1 << 20];
    struct itimerval often = {{0, 200}, {0, 200}};
    attempted();
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &often, NULL);
    cudaMalloc((void **)&victim, 1 << 20);
    for (int i = 0; i < 3000; i++) {
        cudaMemcpy(victim, block, sizeof block, cudaMemcpyHostToDevice);
        cudaMemcpy(block, victim, sizeof block, cudaMemcpyDeviceToHost);
    }
}
