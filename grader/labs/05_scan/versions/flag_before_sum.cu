// EXPECT scan.look_back.safe: Race reported between
//
// Flag and sum are two variables, without a fence between them.
#define scan_look_back sound_look_back
#include "../solutions/05_scan/scan.cu"
#undef scan_look_back

__global__ void wrong(int *out, const int *in, int n, volatile int *flag, int *prefix,
                      int *next_tile)
{
    __shared__ int my_tile, sum_of_others;
    if (threadIdx.x == 0)
        my_tile = atomicAdd(next_tile, 1);
    __syncthreads();
    int tile = my_tile;
    int item[ITEMS];
    tile_load(item, in, n, tile);
    int total = tile_scan(item);
    if (threadIdx.x == 0) {
        int before = 0;
        if (tile > 0) {
            while (!flag[tile - 1])
                ;
            before = prefix[tile - 1];
        }
        prefix[tile] = add(before, total);
        flag[tile] = 1;
        sum_of_others = before;
    }
    __syncthreads();
    for (int k = 0; k < ITEMS; k++)
        item[k] = add(sum_of_others, item[k]);
    tile_store(out, item, n, tile);
}

extern "C" void scan_look_back(int *out, const int *in, int n)
{
    int tiles = ceil_div(n, TILE);
    int *words;
    if (tiles == 0)
        return;
    size_t bytes = (2 * tiles + 1) * sizeof *words;
    CUDA_CHECK(cudaMallocAsync(&words, bytes, 0));
    CUDA_CHECK(cudaMemsetAsync(words, 0, bytes, 0));
    wrong<<<tiles, BLOCK>>>(out, in, n, words, words + tiles, words + 2 * tiles);
    CUDA_CHECK(cudaFreeAsync(words, 0));
    CUDA_CHECK(cudaGetLastError());
}
