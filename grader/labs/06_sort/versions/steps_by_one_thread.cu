// EXPECT sort.odd_even.work: warps per launch that load
//
// Of each step, one thread of the grid takes all pairs.
#define sort_odd_even_int sound_odd_even_int
#define sort_odd_even_pair sound_odd_even_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_odd_even_int
#undef sort_odd_even_pair

template <typename T>
__global__ void step_of_one(T *items, int n, int first)
{
    if (blockIdx.x + threadIdx.x > 0)
        return;
    for (int i = first; i + 1 < n; i += 2) {
        T left = items[i];
        T right = items[i + 1];
        if (before(right, left)) {
            items[i] = right;
            items[i + 1] = left;
        }
    }
}

template <typename T>
void sort_by_one(T *out, const T *in, int n)
{
    copy_items(out, in, n);
    for (int step = 0; step < n && n > 1; step++)
        step_of_one<<<ceil_div(n / 2, BLOCK), BLOCK>>>(out, n, step % 2);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_odd_even_int(int *out, const int *in, int n)
{
    sort_by_one(out, in, n);
}

extern "C" void sort_odd_even_pair(SortPair *out, const SortPair *in, int n)
{
    sort_by_one(out, in, n);
}
