// EXPECT full marks
//
// 32 copies, 8 bytes per load; the blocks store their counts side by side, and a second kernel adds them up.
#define bytes_fastest sound_bytes_fastest
#include "../solutions/03_atomics/fastest.cu"
#undef bytes_fastest

enum { PARTS = 64 };
__device__ unsigned counts_of[PARTS][BINS];

__global__ void count_parts(const unsigned char *in, size_t n)
{
    __shared__ unsigned mine[BINS][32];
    int lane = threadIdx.x % 32;
    for (int i = threadIdx.x; i < BINS * 32; i += 512)
        mine[i / 32][i % 32] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)512 + threadIdx.x; i < n / 8; i += gridDim.x * (size_t)512) {
        uint2 v = ((const uint2 *)in)[i];
        for (int k = 0; k < 32; k += 8) {
            atomicAdd(&mine[v.x >> k & 255][lane], 1u);
            atomicAdd(&mine[v.y >> k & 255][lane], 1u);
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 8)
        atomicAdd(&mine[in[n - 1 - threadIdx.x]][lane], 1u);
    __syncthreads();
    if (threadIdx.x < BINS) {
        unsigned sum = 0;
        for (int c = 0; c < 32; c++)
            sum += mine[threadIdx.x][(c + lane) % 32];
        counts_of[blockIdx.x][threadIdx.x] = sum;
    }
}

__global__ void add_parts(unsigned *bins, int parts)
{
    unsigned sum = 0;
    for (int p = 0; p < parts; p++)
        sum += counts_of[p][threadIdx.x];
    bins[threadIdx.x] += sum;
}

extern "C" void bytes_fastest(unsigned *bins, const unsigned char *in, size_t n)
{
    size_t parts = (n + 8191) / 8192;
    parts = parts < PARTS ? parts : PARTS;
    if (n > 0) {
        count_parts<<<parts, 512>>>(in, n);
        add_parts<<<1, BINS>>>(bins, parts);
    }
    CUDA_CHECK(cudaGetLastError());
}
