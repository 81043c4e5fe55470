// EXPECT sort.bitonic.launches: launches
//
// One launch per step of the network, in global memory.
#define sort_bitonic_int sound_bitonic_int
#define sort_bitonic_pair sound_bitonic_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_bitonic_int
#undef sort_bitonic_pair

template <typename T>
void wrong_sort_bitonic(T *out, const T *in, int n)
{
    copy_items(out, in, n);
    for (int merged = 2; merged / 2 < n; merged *= 2)
        for (int width = merged; width >= 2; width /= 2)
            bitonic_step<<<ceil_div(n, PAIR < width ? width : PAIR) *
                               (width > PAIR ? width / PAIR : 1),
                           BLOCK>>>(out, n, width, width == merged);
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
