// EXPECT atomics.fastest.memory: load requests to global memory: naive
//
// 32 copies, but one byte per load.
#define bytes_fastest sound_bytes_fastest
#include "../solutions/03_atomics/fastest.cu"
#undef bytes_fastest

enum { OWN = 32 }; // counters for each value

__global__ void byte_loads(unsigned *bins, const unsigned char *in, size_t n)
{
    __shared__ unsigned mine[BINS * OWN];
    for (int i = threadIdx.x; i < BINS * OWN; i += 256)
        mine[i] = 0;
    __syncthreads();
    auto add = [&](unsigned byte) { atomicAdd(&mine[byte * OWN + threadIdx.x % OWN], 1u); };
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n; i += gridDim.x * (size_t)256)
        add(in[i]); // WRONG
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += 256) {
        unsigned sum = 0;
        for (int c = 0; c < OWN; c++)
            sum += mine[b * OWN + (c + threadIdx.x) % OWN];
        if (sum)
            atomicAdd(&bins[b], sum);
    }
}

extern "C" void bytes_fastest(unsigned *bins, const unsigned char *in, size_t n)
{
    size_t blocks = (n + 16383) / 16384;
    if (n > 0)
        byte_loads<<<blocks < 264 ? blocks : 264, 256>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
