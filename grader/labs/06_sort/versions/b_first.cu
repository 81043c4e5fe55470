// EXPECT sort.merge_pass.pairs: not stable
//
// With equal keys, the search takes the items of b first, and so does the merge.
#define sort_merge_pass_int sound_merge_pass_int
#define sort_merge_pass_pair sound_merge_pass_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_merge_pass_int
#undef sort_merge_pass_pair

template <typename T>
__device__ int wrong_taken_from_a(const T *a, int na, const T *b, int nb, int d)
{
    int low = max(0, d - nb); // b has only nb items to give
    int high = min(d, na);
    while (low < high) {
        int i = (low + high) / 2;
        if (!before(a[i], b[d - 1 - i]))
            high = i; // a[i] comes after the d-th output
        else
            low = i + 1;
    }
    return low;
}

template <typename T>
__device__ void wrong_merge_items(T *result, const T *a, int na, const T *b, int nb, int d)
{
    d = min(d, na + nb);
    int i = wrong_taken_from_a(a, na, b, nb, d);
    int j = d - i;
#pragma unroll // so that result stays in registers
    for (int k = 0; k < ITEMS; k++)
        if (i < na || j < nb)
            result[k] = i == na || (j < nb && !before(a[i], b[j])) ? b[j++] : a[i++];
}

template <typename T>
__global__ void wrong_merge_pass(T *out, const T *in, int width, int n)
{
    __shared__ T s[TILE];
    __shared__ int cut[2]; // taken from a: before this block's outputs, and with them
    int t = threadIdx.x;
    int start = blockIdx.x * TILE;              // the block's first output
    int pair = start / (2 * width) * 2 * width; // where its pair of runs begins
    int na = min(width, n - pair);
    int nb = min(width, n - pair - na);
    const T *a = in + pair;
    const T *b = a + na;
    int from = start - pair; // the same outputs, counted from the pair's first one
    int to = min(from + TILE, na + nb);
    if (t < 2)
        cut[t] = wrong_taken_from_a(a, na, b, nb, t == 0 ? from : to);
    __syncthreads();
    int first_a = cut[0];
    int first_b = from - first_a;
    int count = to - from;
    int count_a = cut[1] - first_a;
    for (int k = t; k < count; k += BLOCK)
        s[k] = k < count_a ? a[first_a + k] : b[first_b + k - count_a];
    __syncthreads();
    T result[ITEMS];
    wrong_merge_items(result, s, count_a, s + count_a, count - count_a, t * ITEMS);
    __syncthreads(); // no thread reads the two runs any more
    for (int k = 0; k < ITEMS; k++)
        if (t * ITEMS + k < count)
            s[t * ITEMS + k] = result[k];
    __syncthreads();
    for (int k = t; k < count; k += BLOCK)
        out[start + k] = s[k];
}

template <typename T>
void wrong_sort_merge_pass(T *out, const T *in, int width, int n)
{
    if (n > 0)
        wrong_merge_pass<<<ceil_div(n, TILE), BLOCK>>>(out, in, width, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_merge_pass_int(int *out, const int *in, int width, int n)
{
    wrong_sort_merge_pass(out, in, width, n);
}

extern "C" void sort_merge_pass_pair(SortPair *out, const SortPair *in, int width, int n)
{
    wrong_sort_merge_pass(out, in, width, n);
}
