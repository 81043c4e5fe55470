// EXPECT sort.merge.ints: got
//
// Three rounds of odd-even transposition for four items.
#define sort_merge_int sound_merge_int
#define sort_merge_pair sound_merge_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_merge_int
#undef sort_merge_pair

template <typename T>
__global__ void wrong(T *out, const T *in, int n)
{
    __shared__ T s[TILE];
    int t = threadIdx.x;
    int start = blockIdx.x * TILE;
    int count = min(TILE, n - start);
    int mine = t * ITEMS;
    T item[ITEMS];
    for (int k = t; k < count; k += BLOCK)
        s[k] = in[start + k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        if (mine + k < count)
            item[k] = s[mine + k];
#pragma unroll
    for (int step = 0; step < ITEMS - 1; step++)
#pragma unroll
        for (int k = step % 2; k + 1 < ITEMS; k += 2)
            if (mine + k + 1 < count && before(item[k + 1], item[k])) {
                T smaller = item[k + 1];
                item[k + 1] = item[k];
                item[k] = smaller;
            }
    for (int width = ITEMS; width < 2 * TILE; width *= 2) {
        for (int k = 0; k < ITEMS; k++)
            if (mine + k < count)
                s[mine + k] = item[k];
        __syncthreads();
        if (width == TILE)
            break;
        int pair = mine / (2 * width) * 2 * width;
        int na = max(0, min(width, count - pair));
        int nb = max(0, min(width, count - pair - na));
        merge_items(item, s + pair, na, s + pair + na, nb, mine - pair);
        __syncthreads();
    }
    for (int k = t; k < count; k += BLOCK)
        out[start + k] = s[k]; // WRONG
}

template <typename T>
void sort_wrong(T *out, const T *in, int n)
{
    T *spare = scratch<T>(n);
    int passes = 0;
    for (int width = TILE; width < n; width *= 2)
        passes++;
    T *from = passes % 2 ? spare : out;
    T *to = passes % 2 ? out : spare;
    if (n > 0)
        wrong<<<ceil_div(n, TILE), BLOCK>>>(from, in, n);
    for (int width = TILE; width < n; width *= 2) {
        sort_merge_pass(to, from, width, n);
        T *other = from;
        from = to;
        to = other;
    }
    CUDA_CHECK(cudaGetLastError());
    release(spare);
}

extern "C" void sort_merge_int(int *out, const int *in, int n)
{
    sort_wrong(out, in, n);
}

extern "C" void sort_merge_pair(SortPair *out, const SortPair *in, int n)
{
    sort_wrong(out, in, n);
}
