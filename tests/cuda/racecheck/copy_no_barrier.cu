// A thread waits only for its own copies; those of other threads need a barrier, too.
// expect: racecheck error w r
#include <cuda_pipeline.h>

__global__ void stage(const int *in, int *out)
{
    __shared__ int tile[256];
    int i = threadIdx.x;
    tile[i] = 0;
    __syncthreads();
    __pipeline_memcpy_async(&tile[i], &in[i], 4); // [w]
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[i] = tile[i];
    out[256 + i] = tile[255 - i]; // [r]
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 1, 4096);
    stage<<<1, 256>>>(d, d + 512);
    cudaFree(d);
}
