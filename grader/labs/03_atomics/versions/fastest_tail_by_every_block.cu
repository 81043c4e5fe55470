// EXPECT atomics.fastest.right: got
//
// The bytes after the last vector are counted by each block.
#define bytes_fastest sound_bytes_fastest
#include "../solutions/03_atomics/fastest.cu"
#undef bytes_fastest

enum { OWN = 32 }; // counters for each value

__global__ void tail_by_every_block(unsigned *bins, const unsigned char *in, size_t n)
{
    __shared__ unsigned mine[BINS * OWN];
    for (int i = threadIdx.x; i < BINS * OWN; i += 256)
        mine[i] = 0;
    __syncthreads();
    auto add = [&](unsigned byte) { atomicAdd(&mine[byte * OWN + threadIdx.x % OWN], 1u); };
    auto count = [&](unsigned word) {
        for (int k = 0; k < 4; k++)
            add(word >> 8 * k & 255);
    };
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n / 16; i += gridDim.x * (size_t)256) {
        uint4 v = ((const uint4 *)in)[i];
        count(v.x);
        count(v.y);
        count(v.z);
        count(v.w);
    }
    if (threadIdx.x < n % 16)
        add(in[n - 1 - threadIdx.x]);
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
        tail_by_every_block<<<blocks < 264 ? blocks : 264, 256>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
