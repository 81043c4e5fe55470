// EXPECT sort.fastest.merge: got
//
// The keys after the last group of four, and the sentinels, are not added to the bulk copies.
#define merge_sort_fastest sound_merge_fastest
#include "../solutions/06_sort/fastest.cu"
#undef merge_sort_fastest

static __global__ void __launch_bounds__(PASS_BLOCK, PASS_BLOCKS_PER_SM)
    wrong_tiles(int *out, const int *in, const size_t *from_a, size_t width, size_t n)
{
    // The tile's keys of the first run and sentinels, those of the second run and sentinels;
    // then the merged keys.
    __shared__ __align__(128) int keys[PASS_TILE + 2 * KEYS + 3 * 4];
    __shared__ uint64_t arrived;
    size_t place = (size_t)blockIdx.x * PASS_TILE;
    Pair pair(place, width, n);
    size_t diagonal = place - pair.start, length = pair.a_count + pair.b_count;

    // Where the tile begins and ends in both runs. A tile is in one pair: width is a multiple
    // of PASS_TILE.
    size_t end = min(diagonal + PASS_TILE, length);
    size_t a_start = from_a[blockIdx.x];
    size_t a_end = end < length ? from_a[blockIdx.x + 1] : pair.a_count;
    int a_count = (int)(a_end - a_start), count = (int)(end - diagonal), b_count = count - a_count;
    Piece a(pair.start + a_start, a_count);
    Piece b(pair.start + pair.a_count + (diagonal - a_start), b_count);
    int *a_keys = keys, *b_keys = keys + (a.skip + a_count + KEYS + 3) / 4 * 4;
    if (threadIdx.x == 0) {
        prepare(&arrived);
        int bytes = a.copy(a_keys, in, n, &arrived);
        bytes += b.copy(b_keys, in, n, &arrived);
        expect(&arrived, bytes);
    }
    __syncthreads();
    wait(&arrived);

    a_keys += a.skip;
    b_keys += b.skip;
    int d = min((int)threadIdx.x * KEYS, count);
    int low = max(0, d - b_count), high = min(d, a_count);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a_keys[middle] <= b_keys[d - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    int x[KEYS];
    merge_keys<1>(x, a_keys, low, (int)(b_keys - a_keys) + d - low);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < KEYS; k++)
        keys[threadIdx.x * KEYS + k] = x[k];
    write_tile(out + place, keys, count, PASS_TILE);
}

extern "C" void merge_sort_fastest(int *out, int *spare, const int *in, size_t n)
{
    if (n == 0)
        return;
    size_t passes = 0;
    for (size_t width = RUN; width < n; width *= 2)
        passes++;
    int *from = passes % 2 ? spare : out, *to = passes % 2 ? out : spare;
    CUDA_CHECK(
        cudaFuncSetAttribute(sort_runs, cudaFuncAttributeMaxDynamicSharedMemorySize, RUN_BYTES));
    sort_runs<<<(n + RUN - 1) / RUN, RUN_BLOCK, RUN_BYTES>>>(from, in, n);
    size_t tiles = (n + PASS_TILE - 1) / PASS_TILE;
    size_t searches = (tiles * WARP_SIZE + SEARCH_BLOCK - 1) / SEARCH_BLOCK;
    size_t *from_a;
    CUDA_CHECK(cudaMallocAsync(&from_a, tiles * sizeof *from_a, 0));
    for (size_t width = RUN; width < n; width *= 2) {
        search_tiles<<<searches, SEARCH_BLOCK>>>(from_a, tiles, from, width, n);
        wrong_tiles<<<tiles, PASS_BLOCK>>>(to, from, from_a, width, n);
        int *other = from;
        from = to;
        to = other;
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFreeAsync(from_a, 0));
}
