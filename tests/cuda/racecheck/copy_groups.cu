// Two copies in flight, but the wait is for the older copy only.
// expect: racecheck error (race_copy) w r
#include <cuda_pipeline.h>

__global__ void stage(const int *in, int *out)
{
    __shared__ int tile[2][128];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&tile[0][i], &in[i], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[1][i], &in[128 + i], 4); // [w]
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[i] = tile[0][127 - i];
    out[128 + i] = tile[1][127 - i]; // [r]
    __pipeline_wait_prior(0);
    __syncthreads();
    out[256 + i] = tile[1][127 - i];
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 1, 4096);
    stage<<<1, 128>>>(d, d + 512);
    cudaFree(d);
}
