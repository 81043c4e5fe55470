// EXPECT sort.odd_even.ints: got
//
// The number of blocks is rounded down, but there is at least one.
#define sort_odd_even_int sound_odd_even_int
#define sort_odd_even_pair sound_odd_even_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_odd_even_int
#undef sort_odd_even_pair

template <typename T>
__global__ void wrong(T *items, int n, int first)
{
    int i = first + 2 * (blockIdx.x * BLOCK + threadIdx.x);
    if (i + 1 < n) {
        T left = items[i];
        T right = items[i + 1];
        if (before(right, left)) {
            items[i] = right;
            items[i + 1] = left; // WRONG
        }
    }
}

template <typename T>
void sort_wrong(T *out, const T *in, int n)
{
    copy_items(out, in, n);
    for (int step = 0; step < n && n > 1; step++)
        wrong<<<max(1, n / 2 / BLOCK), BLOCK>>>(out, n, step % 2);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_odd_even_int(int *out, const int *in, int n)
{
    sort_wrong(out, in, n);
}

extern "C" void sort_odd_even_pair(SortPair *out, const SortPair *in, int n)
{
    sort_wrong(out, in, n);
}
