// spill.cu - the same kernel with room for 32 and for 64 registers per thread: a spill, and its cure.
//
// The tests compare what ptxas says:
// PTXAS: 120 bytes stack frame, 304 bytes spill stores, 212 bytes spill loads
// PTXAS: Used 32 registers
// PTXAS: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS: Used 64 registers
#include "../examples.h"

enum { SUMS = 40, N = 2048 };

// BEGIN SLIDE spill
template <int BLOCKS> // of 1024 threads on a multiprocessor, which has 65536 registers
__global__ void __launch_bounds__(1024, BLOCKS)
    many_sums(float *out, const float *a, const float *b, int n)
{
    float sum[SUMS] = {0}; // 40 registers, if there is room
    for (int i = threadIdx.x; i < n; i += blockDim.x)
#pragma unroll
        for (int k = 0; k < SUMS; k++)
            sum[k] += a[i] * b[i + k];
    // END SLIDE spill
#pragma unroll
    for (int k = 0; k < SUMS; k++)
        out[k * blockDim.x + threadIdx.x] = sum[k];
}

int main(void)
{
    float *a = managed<float>(N), *b = managed<float>(N + SUMS), *spilled = managed<float>(SUMS * 1024),
          *kept = managed<float>(SUMS * 1024);
    for (int i = 0; i < N; i++)
        a[i] = b[i] = (float)(i % 7);
    many_sums<2><<<1, 1024>>>(spilled, a, b, N);
    many_sums<1><<<1, 1024>>>(kept, a, b, N);
    expect_success("sums", cudaDeviceSynchronize());
    for (int i = 0; i < SUMS * 1024; i++)
        expect(spilled[i] == kept[i], "sums", i);
    for (float *p : {a, b, spilled, kept})
        CUDA_CHECK(cudaFree(p));
    return mistakes != 0;
}
