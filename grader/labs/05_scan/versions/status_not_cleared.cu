// EXPECT scan.look_back.safe: ninitialized
//
// The status words are not cleared.
#define scan_look_back sound_look_back
#include "../solutions/05_scan/scan.cu"
#undef scan_look_back

__device__ int one_by_one(const Word *status, int tile)
{
    int sum = 0;
    for (int i = tile - 1; i >= 0; i--) {
        Word w;
        do
            w = look(&status[i]);
        while (state_of(w) == STATE_nothing);
        sum = add(sum_of(w), sum);
        if (state_of(w) == STATE_prefix)
            break;
    }
    return sum;
}

__global__ void other(int *out, const int *in, int n, Word *status, int *next_tile)
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
        publish(&status[tile], STATE_total, total);
        int before = one_by_one(status, tile);
        publish(&status[tile], STATE_prefix, add(before, total));
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
    Word *status;
    if (tiles == 0)
        return;
    size_t bytes = (tiles + 1) * sizeof *status;
    CUDA_CHECK(cudaMallocAsync(&status, bytes, 0));
    CUDA_CHECK(cudaMemsetAsync(&status[tiles], 0, sizeof *status, 0)); // the counter alone
    other<<<tiles, BLOCK>>>(out, in, n, status, (int *)&status[tiles]);
    CUDA_CHECK(cudaFreeAsync(status, 0));
    CUDA_CHECK(cudaGetLastError());
}
