// EXPECT atomics.fastest.lanes: wavefronts of shared loads and stores: naive
//
// Right, and without atomics on shared memory: a counter of 8 bits for each thread and value, which the block adds up
// after every 240 bytes of a thread. But each byte needs a load and a store, and waits for those of the byte before.
#define bytes_fastest sound_bytes_fastest
#include "../solutions/03_atomics/fastest.cu"
#undef bytes_fastest

__global__ void counters_of_threads(unsigned *bins, const unsigned char *in, size_t n)
{
    extern __shared__ unsigned char mine[]; // 64 words of four values for each of 128 threads
    unsigned *words = (unsigned *)mine;
    for (int q = 0; q < 64; q++)
        words[q * 128 + threadIdx.x] = 0;
    auto count = [&](unsigned word) {
        for (int k = 0; k < 4; k++) {
            unsigned byte = word >> 8 * k & 255;
            mine[(byte / 4 * 128 + threadIdx.x) * 4 + byte % 4]++; // WRONG
        }
    };
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x, step = gridDim.x * (size_t)128;
    unsigned sums[2] = {0, 0}; // of values threadIdx.x and threadIdx.x + 128
    bool more = true;
    while (more) {
        for (int l = 0; l < 15; l++, i += step)
            if (i < n / 16) {
                uint4 v = ((const uint4 *)in)[i];
                count(v.x);
                count(v.y);
                count(v.z);
                count(v.w);
            }
        more = __syncthreads_or(i < n / 16);
        for (int h = 0; h < 2; h++) {
            int b = threadIdx.x + h * 128;
            for (int t = 0; t < 128; t++)
                sums[h] += mine[(b / 4 * 128 + (t + threadIdx.x / 4) % 128) * 4 + b % 4]; // WRONG
        }
        __syncthreads();
        for (int q = 0; more && q < 64; q++)
            words[q * 128 + threadIdx.x] = 0;
    }
    for (int h = 0; h < 2; h++)
        if (sums[h])
            atomicAdd(&bins[threadIdx.x + h * 128], sums[h]);
    if (blockIdx.x == 0 && threadIdx.x < n % 16)
        atomicAdd(&bins[in[n - 1 - threadIdx.x]], 1u);
}

extern "C" void bytes_fastest(unsigned *bins, const unsigned char *in, size_t n)
{
    size_t blocks = (n + 8191) / 8192;
    if (n > 0)
        counters_of_threads<<<blocks < 132 ? blocks : 132, 128, 128 * 256>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
