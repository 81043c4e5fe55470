// EXPECT sort.digits.safe: Race reported between
//
// The bins are stored before all threads have counted.
#define sort_digits_int sound_digits_int
#define sort_digits_pair sound_digits_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_digits_int
#undef sort_digits_pair

template <typename T>
__global__ void wrong_count(int *counts, const T *in, int n, int shift)
{
    __shared__ int bins[DIGITS];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    if (t < DIGITS)
        bins[t] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&bins[digit(in[i], shift, DIGIT_BITS)], 1); // WRONG
    if (t < DIGITS)
        counts[t * gridDim.x + blockIdx.x] = bins[t];
}

template <typename T>
__global__ void wrong(T *out, const T *in, const int *counts, int n, int shift)
{
    __shared__ T s[BLOCK];
    __shared__ int first[DIGITS];
    int t = threadIdx.x;
    int start = blockIdx.x * BLOCK;
    int count = min(BLOCK, n - start);
    T item;
    if (t < count)
        item = in[start + t];
    for (int bit = shift; bit < shift + DIGIT_BITS; bit++) {
        bool one = t >= count || digit(item, bit, 1);
        int ones;
        int rank = block_rank(one, &ones);
        if (t < count)
            s[one ? BLOCK - ones + rank : t - rank] = item;
        __syncthreads();
        if (t < count)
            item = s[t];
        __syncthreads();
    }
    int d = t < count ? digit(item, shift, DIGIT_BITS) : DIGITS;
    if (t < count && (t == 0 || d != digit(s[t - 1], shift, DIGIT_BITS)))
        first[d] = t;
    __syncthreads();
    if (t < count)
        out[counts[d * gridDim.x + blockIdx.x] + t - first[d]] = item;
}

template <typename T>
void sort_wrong(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(DIGITS * blocks);
    const T *from = in;
    for (int round = 0; round < 32 / DIGIT_BITS && n > 0; round++) {
        T *to = round % 2 ? out : spare;
        wrong_count<<<blocks, BLOCK>>>(counts, from, n, round * DIGIT_BITS);
        scan_counts(counts, DIGITS * blocks);
        wrong<<<blocks, BLOCK>>>(to, from, counts, n, round * DIGIT_BITS);
        from = to;
    }
    CUDA_CHECK(cudaGetLastError());
    release(counts);
    release(spare);
}

extern "C" void sort_digits_int(int *out, const int *in, int n)
{
    sort_wrong(out, in, n);
}

extern "C" void sort_digits_pair(SortPair *out, const SortPair *in, int n)
{
    sort_wrong(out, in, n);
}
