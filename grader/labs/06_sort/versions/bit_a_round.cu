// EXPECT sort.digits.rounds: launches
//
// A radix sort by single bits: 32 rounds of three launches.
#define sort_digits_int sound_digits_int
#define sort_digits_pair sound_digits_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_digits_int
#undef sort_digits_pair

template <typename T>
void wrong_sort_digits(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(2 * blocks);
    const T *from = in;
    for (int round = 0; round < 32 && n > 0; round++) {
        T *to = round % 2 ? out : spare;
        count_bit<<<blocks, BLOCK>>>(counts, from, n, round);
        scan_counts(counts, 2 * blocks);
        split<<<blocks, BLOCK>>>(to, from, counts, n, round);
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
