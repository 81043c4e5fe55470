// NVCC: --default-stream per-thread
// Several host threads at once; each has its own last error.
#include <pthread.h>

#include "api.h"

__global__ void add(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] += 1;
}

static int results[4];
static cudaError_t errors[4];

static void *work(void *arg)
{
    int me = (int)(long)arg, *d, h[8];
    cudaStream_t s;
    if (me == 2)
        cudaMalloc(&d, (size_t)1 << 60);
    cudaMalloc(&d, sizeof h);
    cudaStreamCreate(&s);
    cudaMemsetAsync(d, 0, sizeof h, s);
    for (int i = 0; i < 50; i++)
        add<<<1, 1, 0, s>>>(d, 8);
    cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    add<<<1, 1>>>(d, 8);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    results[me] = h[7];
    errors[me] = cudaGetLastError();
    return 0;
}

int main()
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < 4; i++)
        printf("%d %s\n", results[i], short_name(errors[i]));
}

/* EXPECT
51 ok
51 ok
51 MemoryAllocation
51 ok
END */
