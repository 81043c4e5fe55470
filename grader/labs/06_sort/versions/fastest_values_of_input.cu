// EXPECT sort.fastest.pairs: lost their values
//
// Every pass takes the values from the input, in their first order.
#define radix_sort_pairs_fastest sound_radix_pairs_fastest
#include "../solutions/06_sort/fastest.cu"
#undef radix_sort_pairs_fastest

extern "C" void radix_sort_pairs_fastest(int *keys_out, int *values_out, int *keys_spare,
                                         int *values_spare, const int *keys, const int *values,
                                         size_t n)
{
    if (n == 0)
        return;
    const size_t tile = PAIR_BLOCK * PAIR_ITEMS, tiles = (n + tile - 1) / tile;
    const size_t shared = sizeof(Deal<PAIR_BLOCK / WARP_SIZE>) + tile * sizeof(int),
                 words = tiles * DIGITS + 1;
    const size_t bytes = PASSES * (DIGITS + words) * sizeof(unsigned);
    unsigned *counts;
    CUDA_CHECK(cudaMallocAsync(&counts, bytes, 0));
    CUDA_CHECK(cudaMemsetAsync(counts, 0, bytes, 0));
    CUDA_CHECK(cudaFuncSetAttribute(deal_tiles<PAIR_BLOCK, PAIR_ITEMS, true>,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    count_digits<<<ceil_div((int)n, 4 * COUNT_BLOCK), COUNT_BLOCK>>>(counts, keys, n);
    for (int pass = 0; pass < PASSES; pass++) {
        unsigned *mine = counts + PASSES * DIGITS + pass * words;
        prepare_pass<<<4, DIGITS>>>(mine, words, counts + pass * DIGITS);
        const int *from = pass == 0 ? keys : pass % 2 ? keys_spare : keys_out;
        deal_tiles<PAIR_BLOCK, PAIR_ITEMS, true><<<tiles, PAIR_BLOCK, shared>>>(
            pass % 2 ? keys_out : keys_spare, pass % 2 ? values_out : values_spare, from, values, n,
            pass * DIGIT_BITS, counts + pass * DIGITS, mine, mine + words - 1);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFreeAsync(counts, 0));
}
