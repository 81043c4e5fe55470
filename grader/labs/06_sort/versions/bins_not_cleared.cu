// EXPECT sort.digits.safe: ninitialized
//
// The counters in shared memory are not cleared.
#define sort_digits_int sound_digits_int
#define sort_digits_pair sound_digits_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_digits_int
#undef sort_digits_pair

template <typename T>
__global__ void wrong_count_digits(int *counts, const T *in, int n, int shift)
{
    __shared__ int bins[DIGITS];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    if (i < n)
        atomicAdd(&bins[digit(in[i], shift, DIGIT_BITS)], 1);
    __syncthreads();
    if (t < DIGITS)
        counts[t * gridDim.x + blockIdx.x] = bins[t];
}

template <typename T>
void wrong_sort_digits(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(DIGITS * blocks);
    const T *from = in;
    for (int round = 0; round < 32 / DIGIT_BITS && n > 0; round++) {
        T *to = round % 2 ? out : spare;
        wrong_count_digits<<<blocks, BLOCK>>>(counts, from, n, round * DIGIT_BITS);
        scan_counts(counts, DIGITS * blocks);
        place_digits<<<blocks, BLOCK>>>(to, from, counts, n, round * DIGIT_BITS);
        from = to;
    }
    CUDA_CHECK(cudaGetLastError());
    release(counts);
    release(spare);
}

extern "C" void sort_digits_int(int *out, const int *in, int n)
{
    wrong_sort_digits(out, in, n);
}

extern "C" void sort_digits_pair(SortPair *out, const SortPair *in, int n)
{
    wrong_sort_digits(out, in, n);
}
