// EXPECT scan.look_back.inclusive: Deadlock
//
// A ticket is drawn and looked at, but the tile is that of the block number.
#define scan_look_back sound_look_back
#include "../solutions/05_scan/scan.cu"
#undef scan_look_back

__global__ void wrong(int *out, const int *in, int n, Word *status, int *next_tile)
{
    __shared__ int sum_of_others;
    if (threadIdx.x == 0)
        sum_of_others = atomicAdd(next_tile, 1);
    __syncthreads();
    if (sum_of_others >= (n + TILE - 1) / TILE)
        return;
    int tile = blockIdx.x;
    int item[ITEMS];
    tile_load(item, in, n, tile);
    int total = tile_scan(item);
    if (threadIdx.x == 0) {
        int before = 0;
        publish(&status[tile], STATE_total, total);
        for (int i = tile - 1; i >= 0; i--) {
            Word w;
            do
                w = look(&status[i]);
            while (state_of(w) == STATE_nothing);
            before = add(sum_of(w), before);
            if (state_of(w) == STATE_prefix)
                break;
        }
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
    CUDA_CHECK(cudaMemsetAsync(status, 0, bytes, 0));
    wrong<<<tiles, BLOCK>>>(out, in, n, status, (int *)&status[tiles]);
    CUDA_CHECK(cudaFreeAsync(status, 0));
    CUDA_CHECK(cudaGetLastError());
}
