// Compiled with --default-stream per-thread: stream 0 belongs to the thread, and does
// not wait for a long kernel in a blocking stream.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void spin(long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles) {
    }
}
__global__ void nothing() {}

static const char *state(cudaStream_t s)
{
    return cudaStreamQuery(s) == cudaSuccess ? "ready" : "not ready";
}

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    spin<<<1, 1, 0, s>>>(2000000);
    nothing<<<1, 1>>>();
    cudaStreamSynchronize(0);
    const char *other = state(s), *own = state(0);
    printf("%s, %s\n", other, own);
    cudaDeviceSynchronize();
}
