// EXPECT sort.digits.runs: sectors stored to global memory
//
// Right, but threads store their items directly to the output: a warp writes to 16 places at
// once.
#define sort_digits_int sound_digits_int
#define sort_digits_pair sound_digits_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_digits_int
#undef sort_digits_pair

template <typename T>
__global__ void wrong_place_digits(T *out, const T *in, const int *counts, int n, int shift)
{
    int t = threadIdx.x;
    int start = blockIdx.x * BLOCK;
    int count = min(BLOCK, n - start); // threads from `count` on have no item
    int mine = t < count ? digit(in[start + t], shift, DIGIT_BITS) : DIGITS;
    for (int d = 0; d < DIGITS; d++) {
        int all;
        int rank = block_rank(mine == d, &all);
        if (mine == d)
            out[counts[d * gridDim.x + blockIdx.x] + rank] = in[start + t];
    }
}

template <typename T>
void wrong_sort_digits(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(DIGITS * blocks);
    const T *from = in;
    for (int round = 0; round < 32 / DIGIT_BITS && n > 0; round++) {
        T *to = round % 2 ? out : spare;
        count_digits<<<blocks, BLOCK>>>(counts, from, n, round * DIGIT_BITS);
        scan_counts(counts, DIGITS * blocks);
        wrong_place_digits<<<blocks, BLOCK>>>(to, from, counts, n, round * DIGIT_BITS);
        from = to;
    }
    CUDA_CHECK(cudaGetLastError());
    release(counts);
    release(spare);
}

extern "C" void sort_digits_int(int *out, const int *in, int n)
{
    wrong_sort_digits(out, in, n);
}

extern "C" void sort_digits_pair(SortPair *out, const SortPair *in, int n)
{
    wrong_sort_digits(out, in, n);
}
