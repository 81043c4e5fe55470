// EXPECT full marks
//
// Radix sorts with other tools: ranks from a scan of a block in CUB, digits counted by ballots, a
// memset of the counts, rounds that go on in a double buffer and are copied at the end.
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>
#define sort_split_int sound_split_int
#define sort_split_pair sound_split_pair
#define sort_digits_int sound_digits_int
#define sort_digits_pair sound_digits_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_split_int
#undef sort_split_pair
#undef sort_digits_int
#undef sort_digits_pair

typedef cub::BlockScan<int, BLOCK> Ranks;

template <typename T>
__global__ void split_cub(T *out, const T *in, const int *counts, int n, int bit)
{
    __shared__ Ranks::TempStorage temp;
    int i = blockIdx.x * blockDim.x + threadIdx.x, one = 0, rank;
    T item;
    if (i < n) {
        item = in[i];
        one = digit(item, bit, 1);
    }
    Ranks(temp).ExclusiveSum(one, rank);
    if (i >= n)
        return;
    out[one ? counts[gridDim.x + blockIdx.x] + rank
            : counts[blockIdx.x] + (int)threadIdx.x - rank] = item;
}

template <typename T>
__global__ void count_both(int *counts, const T *in, int n, int bit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int d = i < n ? digit(in[i], bit, 1) : 2;
    unsigned int ones = __ballot_sync(ALL_LANES, d == 1), zeros = __ballot_sync(ALL_LANES, d == 0);
    if (threadIdx.x % WARP_SIZE == 0) {
        atomicAdd(&counts[blockIdx.x], __popc(zeros));
        atomicAdd(&counts[gridDim.x + blockIdx.x], __popc(ones));
    }
}

template <typename T>
void split_here(T *out, const T *in, int n)
{
    int blocks = (n + BLOCK - 1) / BLOCK, *counts;
    if (n == 0)
        return;
    T *buffer;
    CUDA_CHECK(cudaMalloc(&buffer, 2 * n * sizeof(T)));
    CUDA_CHECK(cudaMalloc(&counts, 2 * blocks * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(buffer, in, n * sizeof(T), cudaMemcpyDeviceToDevice));
    T *from = buffer, *to = buffer + n;
    for (int bit = 0; bit < 32; bit++) {
        CUDA_CHECK(cudaMemset(counts, 0, 2 * blocks * sizeof(int)));
        count_both<<<blocks, BLOCK>>>(counts, from, n, bit);
        scan_counts(counts, 2 * blocks);
        split_cub<<<blocks, BLOCK>>>(to, from, counts, n, bit);
        T *other = from;
        from = to;
        to = other;
    }
    CUDA_CHECK(cudaMemcpy(out, from, n * sizeof(T), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaFree(counts));
    CUDA_CHECK(cudaFree(buffer));
}

// Counts per warp in shared memory; a digit's first place by a search among the sorted digits.
template <typename T>
__global__ void count_by_warps(int *counts, const T *in, int n, int shift)
{
    __shared__ int bins[WARPS][DIGITS];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    (&bins[0][0])[t % (WARPS * DIGITS)] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&bins[t / WARP_SIZE][digit(in[i], shift, DIGIT_BITS)], 1);
    __syncthreads();
    if (t >= DIGITS)
        return;
    int sum = 0;
    for (int w = 0; w < WARPS; w++)
        sum += bins[w][t];
    counts[t * gridDim.x + blockIdx.x] = sum;
}

template <typename T>
__global__ void place_sorted(T *out, const T *in, const int *counts, int n, int shift)
{
    typedef cub::BlockRadixSort<int, BLOCK, 1, T> Sort;
    __shared__ typename Sort::TempStorage temp;
    __shared__ int order[BLOCK], start[DIGITS];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    T item[1] = {};
    int d[1] = {DIGITS};
    if (i < n) {
        item[0] = in[i];
        d[0] = digit(item[0], shift, DIGIT_BITS);
    }
    Sort(temp).Sort(d, item, 0, DIGIT_BITS + 1);
    order[t] = d[0];
    __syncthreads();
    if (d[0] < DIGITS && (t == 0 || order[t - 1] != d[0]))
        start[d[0]] = t;
    __syncthreads();
    if (d[0] < DIGITS)
        out[counts[d[0] * gridDim.x + blockIdx.x] + t - start[d[0]]] = item[0];
}

template <typename T>
void digits_here(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(DIGITS * blocks);
    for (int round = 0; round < 8 && n > 0; round++) {
        const T *from = round == 0 ? in : round % 2 ? spare : out;
        count_by_warps<<<blocks, BLOCK>>>(counts, from, n, 4 * round);
        scan_counts(counts, DIGITS * blocks);
        place_sorted<<<blocks, BLOCK>>>(round % 2 ? out : spare, from, counts, n, 4 * round);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    release(counts);
    release(spare);
}

extern "C" void sort_split_int(int *out, const int *in, int n)
{
    split_here(out, in, n);
}

extern "C" void sort_split_pair(SortPair *out, const SortPair *in, int n)
{
    split_here(out, in, n);
}

extern "C" void sort_digits_int(int *out, const int *in, int n)
{
    digits_here(out, in, n);
}

extern "C" void sort_digits_pair(SortPair *out, const SortPair *in, int n)
{
    digits_here(out, in, n);
}
