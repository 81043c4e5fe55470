// EXPECT atomics.fastest.right: got
//
// A counter of 8 bits for each thread and value, without a look at how many bytes a thread counts: a file of one value
// brings it over 255.
#define bytes_fastest sound_bytes_fastest
#include "../solutions/03_atomics/fastest.cu"
#undef bytes_fastest

__global__ void counters_overflow(unsigned *bins, const unsigned char *in, size_t n)
{
    extern __shared__ unsigned char mine[]; // 64 words of four values for each of 128 threads
    unsigned *words = (unsigned *)mine;
    for (int q = 0; q < 64; q++)
        words[q * 128 + threadIdx.x] = 0;
    auto count = [&](unsigned word) {
        for (int k = 0; k < 4; k++) {
            unsigned byte = word >> 8 * k & 255;
            mine[(byte / 4 * 128 + threadIdx.x) * 4 + byte % 4]++;
        }
    };
    for (size_t i = blockIdx.x * (size_t)128 + threadIdx.x; i < n / 16; i += gridDim.x * (size_t)128) {
        uint4 v = ((const uint4 *)in)[i];
        count(v.x);
        count(v.y);
        count(v.z);
        count(v.w);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += 128) {
        unsigned sum = 0;
        for (int t = 0; t < 128; t++)
            sum += mine[(b / 4 * 128 + (t + threadIdx.x / 4) % 128) * 4 + b % 4];
        if (sum)
            atomicAdd(&bins[b], sum);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 16)
        atomicAdd(&bins[in[n - 1 - threadIdx.x]], 1u);
}

extern "C" void bytes_fastest(unsigned *bins, const unsigned char *in, size_t n)
{
    size_t blocks = (n + 8191) / 8192;
    if (n > 0)
        counters_overflow<<<blocks < 64 ? blocks : 64, 128, 128 * 256>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
