// EXPECT scan.fastest.scan_once: 32-byte sectors read
//
// Two passes: the totals of the tiles first, then the tiles. Each element is loaded twice.
#define scan_fastest sound_fastest
#include "../solutions/05_scan/fastest.cu"
#undef scan_fastest

__device__ unsigned sums_of_tiles[1 << 20];

__device__ unsigned sum_of_block(unsigned x)
{
    __shared__ unsigned warp_sum[WARPS];
    x = __reduce_add_sync(ALL_LANES, x);
    if (threadIdx.x % 32 == 0)
        warp_sum[threadIdx.x / 32] = x;
    __syncthreads();
    return sum_of_warps(warp_sum, WARPS);
}

__global__ void wrong_totals(const int *in, size_t n)
{
    unsigned sum = 0;
    for (int k = threadIdx.x; k < TILE; k += BLOCK)
        if ((size_t)blockIdx.x * TILE + k < n)
            sum += in[(size_t)blockIdx.x * TILE + k]; // WRONG
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        sums_of_tiles[blockIdx.x] = sum;
}

__global__ void wrong_scan(int *out, const int *in, size_t n)
{
    unsigned before = 0;
    for (unsigned tile = threadIdx.x; tile < blockIdx.x; tile += BLOCK)
        before += sums_of_tiles[tile];
    before = sum_of_block(before);
    __syncthreads();
    for (int piece = 0; piece < TILE; piece += 4 * BLOCK) {
        size_t place = (size_t)blockIdx.x * TILE + piece + threadIdx.x * 4;
        int4 x = {0, 0, 0, 0};
        if (place + 4 <= n)
            x = *(const int4 *)(in + place); // WRONG
        else
            x = {place < n ? in[place] : 0, place + 1 < n ? in[place + 1] : 0,
                 place + 2 < n ? in[place + 2] : 0, 0};
        int4 one[ROWS] = {scan_row(x, 0)};
        __shared__ unsigned warp_sum[WARPS];
        if (threadIdx.x % 32 == 31)
            warp_sum[threadIdx.x / 32] = one[0].w;
        __syncthreads();
        unsigned sum = before + sum_of_warps(warp_sum, threadIdx.x / 32);
        before += sum_of_warps(warp_sum, WARPS);
        __syncthreads();
        int4 y = {(int)(one[0].x + sum), (int)(one[0].y + sum), (int)(one[0].z + sum),
                  (int)(one[0].w + sum)};
        if (place + 4 <= n)
            __stwt((int4 *)(out + place), y);
        else
            for (int k = 0; k < 4; k++)
                if (place + k < n)
                    out[place + k] = k == 0 ? y.x : k == 1 ? y.y : y.z;
    }
}

extern "C" void scan_fastest(int *out, const int *in, size_t n)
{
    unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    if (tiles == 0)
        return;
    wrong_totals<<<tiles, BLOCK>>>(in, n);
    wrong_scan<<<tiles, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
