// EXPECT sort.split.safe: Race reported between
//
// A fast warp writes the totals of the next call while other warps still read those of the
// last call.
#define sort_split_int sound_split_int
#define sort_split_pair sound_split_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_split_int
#undef sort_split_pair

__device__ int wrong_block_rank(bool flag, int *total)
{
    int rank = 0;
    *total = 0;
    __shared__ int warp_total[WARPS];
    int lane = threadIdx.x % WARP_SIZE;
    int warp = threadIdx.x / WARP_SIZE;
    unsigned int flags = __ballot_sync(ALL_LANES, flag);
    if (lane == 0)
        warp_total[warp] = __popc(flags);
    __syncthreads();
    rank = __popc(flags & ((1u << lane) - 1));
    for (int w = 0; w < WARPS; w++) {
        if (w < warp)
            rank += warp_total[w];
        *total += warp_total[w];
    }
    return rank;
}

template <typename T>
__global__ void wrong_split(T *out, const T *in, const int *counts, int n, int bit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    bool one = i < n && digit(in[i], bit, 1);
    int ones; // of the block
    int rank = wrong_block_rank(one, &ones);
    int zeros; // a second call, to find the ranks of the others
    int zero_rank = wrong_block_rank(i < n && !one, &zeros);
    if (i < n) {
        int place = one ? counts[gridDim.x + blockIdx.x] + rank
                        : counts[blockIdx.x] + zero_rank;
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
        count_bit<<<blocks, BLOCK>>>(counts, from, n, bit);
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
