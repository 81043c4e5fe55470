// EXPECT sort.merge.ints: never written
// FIRST nothing was ever written
//
// The tiles always go to the spare array: with an even number of passes the result is there,
// too.
#define sort_merge_int sound_merge_int
#define sort_merge_pair sound_merge_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_merge_int
#undef sort_merge_pair

template <typename T>
void wrong_sort_merge(T *out, const T *in, int n)
{
    T *spare = scratch<T>(n);
    T *from = spare;
    T *to = out;
    if (n > 0)
        sort_tiles<<<ceil_div(n, TILE), BLOCK>>>(from, in, n);
    for (int width = TILE; width < n; width *= 2) {
        sort_merge_pass(to, from, width, n);
        T *other = from;
        from = to;
        to = other;
    }
    CUDA_CHECK(cudaGetLastError());
    release(spare);
}

extern "C" void sort_merge_int(int *out, const int *in, int n)
{
    wrong_sort_merge(out, in, n);
}

extern "C" void sort_merge_pair(SortPair *out, const SortPair *in, int n)
{
    wrong_sort_merge(out, in, n);
}
