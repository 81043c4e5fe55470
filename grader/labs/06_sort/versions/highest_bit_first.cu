// EXPECT sort.split.ints: got
//
// The rounds go from the highest bit to the lowest.
#define sort_split_int sound_split_int
#define sort_split_pair sound_split_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_split_int
#undef sort_split_pair

template <typename T>
__global__ void wrong_count(int *counts, const T *in, int n, int bit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    bool one = i < n && digit(in[i], bit, 1);
    int ones = __syncthreads_count(one);
    if (threadIdx.x == 0) {
        counts[blockIdx.x] = min(BLOCK, n - (int)blockIdx.x * BLOCK) - ones;
        counts[gridDim.x + blockIdx.x] = ones;
    }
}

template <typename T>
__global__ void wrong(T *out, const T *in, const int *counts, int n, int bit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    bool one = i < n && digit(in[i], bit, 1);
    int ones;
    int rank = block_rank(one, &ones);
    if (i < n) {
        int place = one ? counts[gridDim.x + blockIdx.x] + rank
                        : counts[blockIdx.x] + (int)threadIdx.x - rank;
        out[place] = in[i]; // WRONG
    }
}

template <typename T>
void sort_wrong(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(2 * blocks);
    const T *from = in;
    for (int bit = 0; bit < 32 && n > 0; bit++) {
        T *to = bit % 2 ? out : spare;
        wrong_count<<<blocks, BLOCK>>>(counts, from, n, 31 - bit);
        scan_counts(counts, 2 * blocks);
        wrong<<<blocks, BLOCK>>>(to, from, counts, n, 31 - bit);
        from = to;
    }
    CUDA_CHECK(cudaGetLastError());
    release(counts);
    release(spare);
}

extern "C" void sort_split_int(int *out, const int *in, int n)
{
    sort_wrong(out, in, n);
}

extern "C" void sort_split_pair(SortPair *out, const SortPair *in, int n)
{
    sort_wrong(out, in, n);
}
