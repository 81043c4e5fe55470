// EXPECT full marks
//
// The narrow steps in registers: lanes exchange items by shuffles. Neighbours by threads that store one
// item each.
#define sort_bitonic_int sound_bitonic_int
#define sort_bitonic_pair sound_bitonic_pair
#define sort_odd_even_int sound_odd_even_int
#define sort_odd_even_pair sound_odd_even_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_bitonic_int
#undef sort_bitonic_pair
#undef sort_odd_even_int
#undef sort_odd_even_pair

__device__ inline int from_lane(int item, int mask)
{
    return __shfl_xor_sync(ALL_LANES, item, mask);
}

__device__ inline SortPair from_lane(SortPair item, int mask)
{
    return SortPair{__shfl_xor_sync(ALL_LANES, item.key, mask),
                    __shfl_xor_sync(ALL_LANES, item.value, mask)};
}

// The steps of width 32 to 2 of a merge. Each warp has 64 items, two per lane: i and i + 32. Each
// comparison is done once, by one of the two lanes.
template <typename T>
__global__ void tile_with_shuffles(T *items, int n, bool sort)
{
    __shared__ T s[PAIR];
    int t = threadIdx.x, start = blockIdx.x * PAIR, count = min(PAIR, n - start);
    for (int k = t; k < count; k += BLOCK)
        s[k] = items[start + k];
    __syncthreads();
    if (sort) {
        bitonic_shared(s, count);
    } else {
        for (int width = PAIR; width > WARP_SIZE; width /= 2) {
            comparator(s, count, t, width, false);
            __syncthreads();
        }
        for (int k = t; k < PAIR; k += BLOCK) {
            T item = k < count ? s[k] : T();
            for (int half = WARP_SIZE / 2; half > 0; half /= 2) {
                T other = from_lane(item, half);
                bool lower = (k & half) == 0;
                int swap = 0;
                if (lower && (k | half) < count)
                    swap = before(other, item);
                swap = __shfl_sync(ALL_LANES, swap, k & (WARP_SIZE - 1) & ~half);
                if (swap)
                    item = other;
            }
            if (k < count)
                s[k] = item;
        }
        __syncthreads();
    }
    for (int k = t; k < count; k += BLOCK)
        items[start + k] = s[k];
}

template <typename T>
void bitonic_here(T *out, const T *in, int n)
{
    int tiles = ceil_div(n, PAIR);
    copy_items(out, in, n);
    if (tiles > 0)
        tile_with_shuffles<<<tiles, BLOCK>>>(out, n, true);
    for (int merged = 2 * PAIR; merged / 2 < n; merged *= 2) {
        for (int width = merged; width > PAIR; width /= 2)
            bitonic_step<<<ceil_div(n, width) * (width / PAIR), BLOCK>>>(out, n, width,
                                                                         width == merged);
        tile_with_shuffles<<<tiles, BLOCK>>>(out, n, false);
    }
    CUDA_CHECK(cudaGetLastError());
}

// From one array to the other: each step writes all items.
template <typename T>
__global__ void step_between(T *to, const T *from, int n, int first)
{
    int i = first + 2 * (blockIdx.x * BLOCK + threadIdx.x);
    if (i == 1)
        to[0] = from[0];
    if (i >= n)
        return;
    T left = from[i];
    if (i + 1 == n) {
        to[i] = left;
        return;
    }
    T right = from[i + 1];
    bool change = before(right, left);
    to[i] = change ? right : left;
    to[i + 1] = change ? left : right;
}

template <typename T>
void odd_even_here(T *out, const T *in, int n)
{
    T *array[2] = {scratch<T>(n), out};
    const T *from = in;
    for (int step = 0; step < n; step++) {
        T *to = array[(n - step) % 2];
        step_between<<<ceil_div(n, PAIR), BLOCK>>>(to, from, n, step % 2);
        from = to;
    }
    CUDA_CHECK(cudaGetLastError());
    release(array[0]);
}

extern "C" void sort_bitonic_int(int *out, const int *in, int n)
{
    bitonic_here(out, in, n);
}

extern "C" void sort_bitonic_pair(SortPair *out, const SortPair *in, int n)
{
    bitonic_here(out, in, n);
}

extern "C" void sort_odd_even_int(int *out, const int *in, int n)
{
    odd_even_here(out, in, n);
}

extern "C" void sort_odd_even_pair(SortPair *out, const SortPair *in, int n)
{
    odd_even_here(out, in, n);
}
