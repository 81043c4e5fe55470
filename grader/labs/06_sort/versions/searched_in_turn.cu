// EXPECT full marks
//
// Every thread searches twice, and takes items while both runs have some; insertion sort in the first
// stage, with sentinels in place of bounds.
#define sort_merge_pass_int sound_merge_pass_int
#define sort_merge_pass_pair sound_merge_pass_pair
#define sort_merge_int sound_merge_int
#define sort_merge_pair sound_merge_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_merge_pass_int
#undef sort_merge_pass_pair
#undef sort_merge_int
#undef sort_merge_pair

template <typename T>
__device__ void merge_turns(T *to, const T *a, int na, const T *b, int nb)
{
    int i = 0, j = 0, k = 0;
    while (i < na && j < nb)
        to[k++] = before(b[j], a[i]) ? b[j++] : a[i++];
    while (i < na)
        to[k++] = a[i++];
    while (j < nb)
        to[k++] = b[j++];
}

template <typename T>
__global__ void pass_by_turns(T *out, const T *in, int width, int n)
{
    __shared__ T s[TILE];
    __shared__ T merged[TILE];
    __shared__ int cut_a, cut_b, end_a;
    int t = threadIdx.x, start = blockIdx.x * TILE;
    int pair = start - start % (2 * width);
    int na = min(width, n - pair), nb = min(width, n - pair - na);
    const T *a = in + pair, *b = a + na;
    int from = start - pair, count = min(TILE, na + nb - from);
    if (t == 0) {
        cut_a = taken_from_a(a, na, b, nb, from);
        cut_b = from - cut_a;
        end_a = taken_from_a(a, na, b, nb, from + count);
    }
    __syncthreads();
    int count_a = end_a - cut_a, count_b = count - count_a;
    for (int k = t; k < count_a; k += blockDim.x)
        s[k] = a[cut_a + k];
    for (int k = t; k < count_b; k += blockDim.x)
        s[count_a + k] = b[cut_b + k];
    __syncthreads();
    int d0 = min(t * ITEMS, count), d1 = min(d0 + ITEMS, count);
    int i0 = taken_from_a(s, count_a, s + count_a, count_b, d0);
    int i1 = taken_from_a(s, count_a, s + count_a, count_b, d1);
    merge_turns(merged + d0, s + i0, i1 - i0, s + count_a + d0 - i0, d1 - i1 - (d0 - i0));
    __syncthreads();
    for (int k = t; k < count; k += blockDim.x)
        out[start + k] = merged[k];
}

template <typename T>
void merge_pass_here(T *out, const T *in, int width, int n)
{
    if (n > 0)
        pass_by_turns<<<ceil_div(n, TILE), BLOCK>>>(out, in, width, n);
    CUDA_CHECK(cudaGetLastError());
}

// A tile in two shared arrays, from one to the other; four items by insertion.
template <typename T>
__global__ void tiles_by_turns(T *out, const T *in, int n)
{
    __shared__ T both[2][TILE];
    int t = threadIdx.x, start = blockIdx.x * TILE, count = min(TILE, n - start), now = 0;
    for (int k = t; k < count; k += BLOCK)
        both[0][k] = in[start + k];
    __syncthreads();
    int mine = min(t * ITEMS, count), end = min(mine + ITEMS, count);
    for (int k = mine + 1; k < end; k++) {
        T item = both[0][k];
        int place = k;
        while (place > mine && before(item, both[0][place - 1])) {
            both[0][place] = both[0][place - 1];
            place--;
        }
        both[0][place] = item;
    }
    __syncthreads();
    for (int width = ITEMS; width < TILE; width *= 2, now = 1 - now) {
        T *from = both[now];
        int pair = t * ITEMS / (2 * width) * (2 * width);
        if (pair < count) {
            int na = min(width, count - pair), nb = min(width, count - pair - na);
            int d0 = min(t * ITEMS - pair, na + nb), d1 = min(d0 + ITEMS, na + nb);
            const T *a = from + pair, *b = a + na;
            int i0 = taken_from_a(a, na, b, nb, d0), i1 = taken_from_a(a, na, b, nb, d1);
            merge_turns(both[1 - now] + pair + d0, a + i0, i1 - i0, b + d0 - i0,
                        d1 - i1 - (d0 - i0));
        }
        __syncthreads();
    }
    for (int k = t; k < count; k += BLOCK)
        out[start + k] = both[now][k];
}

template <typename T>
void merge_here(T *out, const T *in, int n)
{
    if (n == 0)
        return;
    T *spare;
    CUDA_CHECK(cudaMallocAsync(&spare, n * sizeof(T), 0));
    T *array[2] = {out, spare};
    int now = 0;
    for (int width = TILE; width < n; width *= 2)
        now ^= 1;
    tiles_by_turns<<<ceil_div(n, TILE), BLOCK>>>(array[now], in, n);
    for (int width = TILE; width < n; width *= 2, now ^= 1)
        sort_merge_pass(array[now ^ 1], array[now], width, n);
    CUDA_CHECK(cudaFreeAsync(spare, 0));
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_merge_pass_int(int *out, const int *in, int width, int n)
{
    merge_pass_here(out, in, width, n);
}

extern "C" void sort_merge_pass_pair(SortPair *out, const SortPair *in, int width, int n)
{
    merge_pass_here(out, in, width, n);
}

extern "C" void sort_merge_int(int *out, const int *in, int n)
{
    merge_here(out, in, n);
}

extern "C" void sort_merge_pair(SortPair *out, const SortPair *in, int n)
{
    merge_here(out, in, n);
}
