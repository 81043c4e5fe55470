// EXPECT sort.split.ints: negative keys come last
//
// The bits of negative ints, as unsigned numbers, are larger than all others.
#define sort_split_int sound_split_int
#define sort_split_pair sound_split_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_split_int
#undef sort_split_pair

__device__ unsigned int wrong_sort_bits(int key)
{
    unsigned int bits = (unsigned int)key;
    return bits;
}

template <typename T>
__device__ int wrong_digit(T item, int shift, int width)
{
    count_event(1);
    return (int)(wrong_sort_bits(key_of(item)) >> shift & ((1u << width) - 1));
}

template <typename T>
__global__ void wrong_count_bit(int *counts, const T *in, int n, int bit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    bool one = i < n && wrong_digit(in[i], bit, 1);
    int ones = __syncthreads_count(one);
    if (threadIdx.x == 0) {
        counts[blockIdx.x] = min(BLOCK, n - (int)blockIdx.x * BLOCK) - ones;
        counts[gridDim.x + blockIdx.x] = ones;
    }
}

template <typename T>
__global__ void wrong_split(T *out, const T *in, const int *counts, int n, int bit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    bool one = i < n && wrong_digit(in[i], bit, 1);
    int ones; // of the block
    int rank = block_rank(one, &ones);
    if (i < n) {
        int place = one ? counts[gridDim.x + blockIdx.x] + rank
                        : counts[blockIdx.x] + (int)threadIdx.x - rank;
        out[place] = in[i];
    }
}

template <typename T>
void wrong_sort_split(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(2 * blocks);
    const T *from = in;
    for (int bit = 0; bit < 32 && n > 0; bit++) {
        T *to = bit % 2 ? out : spare;
        wrong_count_bit<<<blocks, BLOCK>>>(counts, from, n, bit);
        scan_counts(counts, 2 * blocks);
        wrong_split<<<blocks, BLOCK>>>(to, from, counts, n, bit);
        from = to;
    }
    CUDA_CHECK(cudaGetLastError());
    release(counts);
    release(spare);
}

extern "C" void sort_split_int(int *out, const int *in, int n)
{
    wrong_sort_split(out, in, n);
}

extern "C" void sort_split_pair(SortPair *out, const SortPair *in, int n)
{
    wrong_sort_split(out, in, n);
}
