// The result of an asynchronous copy is read before any thread has waited for the copy,
// by the thread that issued it and by another thread.
// expect: racecheck error (race_copy) w own
// expect: racecheck error (race_copy) w r
#include <cuda_pipeline.h>

__global__ void stage(const int *in, int *out)
{
    __shared__ int tile[256];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&tile[i], &in[i], 4); // [w]
    __pipeline_commit();
    out[i] = tile[i]; // [own]
    __syncthreads();
    out[256 + i] = tile[255 - i]; // [r]
    __pipeline_wait_prior(0);
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 1, 4096);
    stage<<<1, 256>>>(d, d + 512);
    cudaFree(d);
}
