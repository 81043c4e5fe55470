// Two buffers: the copy for the round after next overwrites a buffer that the others
// still read, because the copy does not wait for them.
// expect: racecheck error (race_shared) w r
#include <cuda_pipeline.h>

__global__ void rounds(const int *in, int *out)
{
    __shared__ int tile[2][256];
    int i = threadIdx.x;
    for (int k = 0; k < 4; k++) {
        __pipeline_memcpy_async(&tile[k % 2][i], &in[256 * k + i], 4); // [w]
        __pipeline_commit();
        __pipeline_wait_prior(0);
        if (k % 2)
            continue;
        __syncthreads();
        out[256 * k + i] = tile[0][255 - i]; // [r]
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 8192);
    cudaMemset(d, 1, 8192);
    rounds<<<1, 256>>>(d, d + 1024);
    cudaFree(d);
}
