// EXPECT sort.fastest.safe: Invalid
//
// The last tile is loaded as if it were full.
#define radix_sort_fastest sound_radix_fastest
#include "../solutions/06_sort/fastest.cu"
#undef radix_sort_fastest

enum { ROW = 16, SWEEP = 256, SWEEP_TILE = SWEEP * ROW, SWEEP_WARPS = SWEEP / WARP_SIZE };

// A pass with 16 keys per thread, one thread per digit, and lanes matched by __match_any_sync.
static __global__ void __launch_bounds__(SWEEP)
    sweep(int *keys_out, const int *keys_in, size_t n, int shift, const unsigned *starts,
          unsigned *words, unsigned *ticket)
{
    __shared__ int sorted[SWEEP_TILE];
    __shared__ unsigned counts[SWEEP_WARPS][DIGITS], target[DIGITS], tile_of_block;
    int t = threadIdx.x, warp = t / WARP_SIZE, lane = t % WARP_SIZE;
    if (t == 0)
        tile_of_block = atomicAdd(ticket, 1u);
    for (int w = 0; w < SWEEP_WARPS; w++)
        counts[w][t] = 0;
    __syncthreads();
    unsigned tile = tile_of_block, rank[ROW];
    size_t first = (size_t)tile * SWEEP_TILE;
    int key[ROW], count = (int)min((size_t)SWEEP_TILE, n - first);
    for (int i = 0; i < ROW; i++) {
        int k = (warp * ROW + i) * WARP_SIZE + lane;
        key[i] = keys_in[first + k]; // WRONG
        unsigned digit = digit_of(key[i], shift);
        unsigned equal = __match_any_sync(ALL_LANES, digit);
        unsigned before = counts[warp][digit];
        __syncwarp();
        if (lane == 31 - __clz(equal))
            counts[warp][digit] = before + __popc(equal);
        __syncwarp();
        rank[i] = before + __popc(equal & ((1u << lane) - 1));
    }
    __syncthreads();
    unsigned total = 0;
    for (int w = 0; w < SWEEP_WARPS; w++) {
        unsigned of_warp = counts[w][t];
        counts[w][t] = total;
        total += of_warp;
    }
    atomicExch(&words[tile * DIGITS + t], total | (tile ? IS_COUNT : IS_SUM));
    unsigned start = sum_before(total), sum = 0;
    for (int w = 0; w < SWEEP_WARPS; w++)
        counts[w][t] += start;
    __syncthreads();
    for (int i = 0; i < ROW; i++)
        sorted[rank[i] + counts[warp][digit_of(key[i], shift)]] = key[i];
    for (int k = (int)tile - 1; k >= 0;) {
        unsigned word = atomicAdd(&words[k * DIGITS + t], 0u);
        sum += word & VALUE;
        if (word & IS_SUM)
            break;
        k -= word != 0;
    }
    atomicExch(&words[tile * DIGITS + t], (sum + total) | IS_SUM);
    target[t] = starts[t] + sum - start;
    __syncthreads();
    for (int k = t; k < count; k += SWEEP)
        keys_out[target[digit_of(sorted[k], shift)] + k] = sorted[k];
}

extern "C" void radix_sort_fastest(int *out, int *spare, const int *keys, size_t n)
{
    if (n == 0)
        return;
    size_t tiles = (n + SWEEP_TILE - 1) / SWEEP_TILE, words = tiles * DIGITS + 1;
    size_t bytes = PASSES * (DIGITS + words) * sizeof(unsigned);
    unsigned *counts;
    CUDA_CHECK(cudaMallocAsync(&counts, bytes, 0));
    CUDA_CHECK(cudaMemsetAsync(counts, 0, bytes, 0));
    count_digits<<<ceil_div((int)n, 4 * COUNT_BLOCK), COUNT_BLOCK>>>(counts, keys, n);
    for (int pass = 0; pass < PASSES; pass++) {
        unsigned *mine = counts + PASSES * DIGITS + pass * words;
        prepare_pass<<<4, DIGITS>>>(mine, words, counts + pass * DIGITS);
        sweep<<<tiles, SWEEP>>>(pass % 2 ? out : spare,
                                pass == 0  ? keys
                                : pass % 2 ? spare
                                           : out,
                                n, pass * DIGIT_BITS, counts + pass * DIGITS, mine,
                                mine + words - 1);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFreeAsync(counts, 0));
}
