// EXPECT sort.quick: 0 points
//
// One thread sorts: bottom-up merges, as on the host.
#include "hostile.h"

template <typename T> __device__ static int key_of(T x);
template <> __device__ int key_of(int x) { return x; }
template <> __device__ int key_of(SortPair x) { return x.key; }

template <typename T> __global__ static void sort(T *out, const T *in, T *spare, int n)
{
    T *from = spare, *to = out;
    for (int i = 0; i < n; i++)
        out[i] = in[i];
    for (int width = 1; width < n; width *= 2) {
        T *turn = from;
        from = to;
        to = turn;
        for (int at = 0; at < n; at += 2 * width) {
            int a = at, mid = min(at + width, n), b = mid, end = min(at + 2 * width, n);
            for (int k = at; k < end; k++)
                to[k] = b >= end || (a < mid && key_of(from[a]) <= key_of(from[b])) ? from[a++]
                                                                                   : from[b++];
        }
    }
    for (int i = 0; to != out && i < n; i++)
        out[i] = to[i];
}

template <typename T> static void sort_all(T *out, const T *in, int n)
{
    T *spare;
    if (n <= 0)
        return;
    cudaMalloc(&spare, (size_t)n * sizeof(T));
    sort<<<1, 1>>>(out, in, spare, n);
    cudaFree(spare);
}

extern "C" void sort_quick_int(int *out, const int *in, int n)
{
    attempted();
    sort_all(out, in, n);
}
extern "C" void sort_quick_pair(SortPair *out, const SortPair *in, int n) { sort_all(out, in, n); }
