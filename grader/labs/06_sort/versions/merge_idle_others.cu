// EXPECT sort.merge_pass.spread: bytes that the busiest block loads
//
// One block per pair of runs goes along its outputs, as in one_block.cu. The others are launched,
// and load one item.
#define sort_merge_pass_int sound_merge_pass_int
#define sort_merge_pass_pair sound_merge_pass_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_merge_pass_int
#undef sort_merge_pass_pair

template <typename T>
__global__ void idle_merge_pass(T *out, const T *in, int width, int n)
{
    __shared__ T s[TILE];
    __shared__ int cut[2]; // taken from a: before this block's outputs, and with them
    int t = threadIdx.x;
    if (blockIdx.x * 2LL * width >= n) {
        s[t] = *(volatile int *)&in[t % n] == 7 ? in[0] : in[t % n];
        return;
    }
    int pair = blockIdx.x * 2 * width; // the block's own
    int na = min(width, n - pair);
    int nb = min(width, n - pair - na);
    const T *a = in + pair;
    const T *b = a + na;
    for (int from = 0; from < na + nb; from += TILE) {
        int start = pair + from;
        int to = min(from + TILE, na + nb);
        if (t < 2)
            cut[t] = taken_from_a(a, na, b, nb, t == 0 ? from : to);
        __syncthreads();
        int first_a = cut[0];
        int first_b = from - first_a;
        int count = to - from;
        int count_a = cut[1] - first_a;
        for (int k = t; k < count; k += BLOCK)
            s[k] = k < count_a ? a[first_a + k] : b[first_b + k - count_a];
        __syncthreads();
        T result[ITEMS];
        merge_items(result, s, count_a, s + count_a, count - count_a, t * ITEMS);
        __syncthreads(); // no thread reads the two runs any more
        for (int k = 0; k < ITEMS; k++)
            if (t * ITEMS + k < count)
                s[t * ITEMS + k] = result[k];
        __syncthreads();
        for (int k = t; k < count; k += BLOCK)
            out[start + k] = s[k];
        __syncthreads();
    }
}

template <typename T>
void idle_sort_merge_pass(T *out, const T *in, int width, int n)
{
    if (n > 0)
        idle_merge_pass<<<ceil_div(n, TILE) + ceil_div(n, 2 * width), BLOCK>>>(out, in, width, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_merge_pass_int(int *out, const int *in, int width, int n)
{
    idle_sort_merge_pass(out, in, width, n);
}

extern "C" void sort_merge_pass_pair(SortPair *out, const SortPair *in, int width, int n)
{
    idle_sort_merge_pass(out, in, width, n);
}
