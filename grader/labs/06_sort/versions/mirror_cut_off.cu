// EXPECT sort.bitonic.ints: threads for all its comparators
//
// A step has one thread per two items. But in a last, short group the mirror images have the
// highest numbers, and then no thread takes them.
#define sort_bitonic_int sound_bitonic_int
#define sort_bitonic_pair sound_bitonic_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_bitonic_int
#undef sort_bitonic_pair

template <typename T>
void wrong_sort_bitonic(T *out, const T *in, int n)
{
    int tiles = ceil_div(n, PAIR);
    copy_items(out, in, n);
    if (tiles > 0)
        bitonic_tile<<<tiles, BLOCK>>>(out, n, true);
    for (int merged = 2 * PAIR; merged / 2 < n; merged *= 2) {
        for (int width = merged; width > PAIR; width /= 2)
            bitonic_step<<<tiles, BLOCK>>>(out, n, width,
                                                                         width == merged);
        bitonic_tile<<<tiles, BLOCK>>>(out, n, false);
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
