// EXPECT sort.bitonic.safe: Race reported between
//
// The barrier comes after the merge, not after every step.
#define sort_bitonic_int sound_bitonic_int
#define sort_bitonic_pair sound_bitonic_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_bitonic_int
#undef sort_bitonic_pair

template <typename T>
__device__ void wrong_bitonic_shared(T *s, int n)
{
    for (int merged = 2; merged <= PAIR; merged *= 2) {
        for (int width = merged; width >= 2; width /= 2)
            comparator(s, n, threadIdx.x, width, width == merged);
        __syncthreads();
    }
}

template <typename T>
__global__ void wrong_bitonic_tile(T *items, int n, bool sort)
{
    __shared__ T s[PAIR];
    int t = threadIdx.x;
    int start = blockIdx.x * PAIR;
    int count = min(PAIR, n - start);
    for (int k = t; k < count; k += BLOCK)
        s[k] = items[start + k];
    __syncthreads();
    if (sort)
        wrong_bitonic_shared(s, count);
    else
        for (int width = PAIR; width >= 2; width /= 2) {
            comparator(s, count, t, width, false);
            __syncthreads();
        }
    for (int k = t; k < count; k += BLOCK)
        items[start + k] = s[k];
}

template <typename T>
void wrong_sort_bitonic(T *out, const T *in, int n)
{
    int tiles = ceil_div(n, PAIR);
    copy_items(out, in, n);
    if (tiles > 0)
        wrong_bitonic_tile<<<tiles, BLOCK>>>(out, n, true);
    for (int merged = 2 * PAIR; merged / 2 < n; merged *= 2) {
        for (int width = merged; width > PAIR; width /= 2)
            bitonic_step<<<ceil_div(n, width) * (width / PAIR), BLOCK>>>(out, n, width,
                                                                         width == merged);
        wrong_bitonic_tile<<<tiles, BLOCK>>>(out, n, false);
    }
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_bitonic_int(int *out, const int *in, int n)
{
    wrong_sort_bitonic(out, in, n);
}

extern "C" void sort_bitonic_pair(SortPair *out, const SortPair *in, int n)
{
    wrong_sort_bitonic(out, in, n);
}
