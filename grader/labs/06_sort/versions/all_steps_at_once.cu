// EXPECT sort.odd_even.safe: Race reported between
//
// One launch does all steps; only the threads of a block wait for each other.
#define sort_odd_even_int sound_odd_even_int
#define sort_odd_even_pair sound_odd_even_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_odd_even_int
#undef sort_odd_even_pair

template <typename T>
__global__ void wrong(T *items, int n)
{
    for (int step = 0; step < n; step++) {
        int i = step % 2 + 2 * (blockIdx.x * BLOCK + threadIdx.x);
        if (i + 1 < n && before(items[i + 1], items[i])) { // WRONG
            T left = items[i];
            items[i] = items[i + 1];
            items[i + 1] = left;
        }
        __syncthreads();
    }
}

template <typename T>
void sort_wrong(T *out, const T *in, int n)
{
    copy_items(out, in, n);
    if (n > 1)
        wrong<<<ceil_div(n / 2, BLOCK), BLOCK>>>(out, n);
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
