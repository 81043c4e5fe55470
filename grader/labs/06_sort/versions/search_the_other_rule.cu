// EXPECT sort.merge_pass.pairs: got
//
// The search takes equal keys from b first, the merge from a.
#define sort_merge_pass_int sound_merge_pass_int
#define sort_merge_pass_pair sound_merge_pass_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_merge_pass_int
#undef sort_merge_pass_pair

template <typename T>
__device__ int cut_of(const T *a, int na, const T *b, int nb, int d)
{
    int low = max(0, d - nb);
    int high = min(d, na);
    while (low < high) {
        int i = (low + high) / 2;
        if (before(a[i], b[d - 1 - i]))
            low = i + 1;
        else
            high = i;
    }
    return low;
}

template <typename T>
__device__ void some_items(T *result, const T *a, int na, const T *b, int nb, int d)
{
    d = min(d, na + nb);
    int i = cut_of(a, na, b, nb, d);
    int j = d - i;
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        if (i < na || j < nb)
            result[k] = i == na || (j < nb && before(b[j], a[i])) ? b[j++] : a[i++];
}

template <typename T>
__global__ void wrong(T *out, const T *in, int width, int n)
{
    __shared__ T s[TILE];
    __shared__ int cut[2];
    int t = threadIdx.x;
    int start = blockIdx.x * TILE;
    int pair = start / (2 * width) * 2 * width;
    int na = min(width, n - pair);
    int nb = min(width, n - pair - na);
    const T *a = in + pair;
    const T *b = a + na;
    int from = start - pair;
    int to = min(from + TILE, na + nb);
    if (t < 2)
        cut[t] = cut_of(a, na, b, nb, t == 0 ? from : to);
    __syncthreads();
    int first_a = cut[0];
    int first_b = from - first_a;
    int count = to - from;
    int count_a = cut[1] - first_a;
    for (int k = t; k < count; k += BLOCK)
        s[k] = k < count_a ? a[first_a + k] : b[first_b + k - count_a];
    __syncthreads();
    T result[ITEMS];
    some_items(result, s, count_a, s + count_a, count - count_a, t * ITEMS);
    __syncthreads();
    for (int k = 0; k < ITEMS; k++)
        if (t * ITEMS + k < count)
            s[t * ITEMS + k] = result[k];
    __syncthreads();
    for (int k = t; k < count; k += BLOCK)
        out[start + k] = s[k]; // WRONG
}

template <typename T>
void sort_wrong(T *out, const T *in, int width, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, TILE), BLOCK>>>(out, in, width, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_merge_pass_int(int *out, const int *in, int width, int n)
{
    sort_wrong(out, in, width, n);
}

extern "C" void sort_merge_pass_pair(SortPair *out, const SortPair *in, int width, int n)
{
    sort_wrong(out, in, width, n);
}
