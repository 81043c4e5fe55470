// EXPECT full marks
//
// Lower and upper items are counted first; the pivot is the median of three by another formula; list
// and length are in one array, filled by a memset.
#define sort_quick_int sound_quick_int
#define sort_quick_pair sound_quick_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_quick_int
#undef sort_quick_pair

typedef struct {
    int count;
    Segment segment[1];
} List;

template <typename T>
__device__ int middle_of(const T *from, int a, int b, int c)
{
    if (before(from[a], from[b]))
        return before(from[b], from[c]) ? b : before(from[a], from[c]) ? c : a;
    return before(from[a], from[c]) ? a : before(from[b], from[c]) ? c : b;
}

template <typename T>
__global__ void level(T *out, T *to, const T *from, const List *now, List *next)
{
    __shared__ T s[PAIR];
    __shared__ int below, above, pivot_at;
    int t = threadIdx.x, begin = now->segment[blockIdx.x].begin, end = now->segment[blockIdx.x].end;
    if (end - begin <= PAIR) {
        for (int k = begin + t; k < end; k += blockDim.x)
            s[k - begin] = from[k];
        __syncthreads();
        bitonic_shared(s, end - begin);
        for (int k = begin + t; k < end; k += blockDim.x)
            out[k] = s[k - begin];
        return;
    }
    if (t == 0) {
        pivot_at = middle_of(from, begin, (begin + end) / 2, end - 1);
        below = begin;
        above = end - 1;
    }
    __syncthreads();
    int p = pivot_at;
    T pivot = from[p];
    for (int i = begin + t; i < end; i += blockDim.x) {
        if (i == p)
            continue;
        T item = from[i];
        bool lower = before(item, pivot) || (!before(pivot, item) && i % 2);
        int place = lower ? atomicAdd(&below, 1) : atomicSub(&above, 1);
        to[place] = item;
    }
    __syncthreads();
    if (t > 0)
        return;
    out[below] = pivot;
    if (below - begin > 0)
        next->segment[atomicAdd(&next->count, 1)] = {begin, below};
    if (end - below - 1 > 0)
        next->segment[atomicAdd(&next->count, 1)] = {below + 1, end};
}

template <typename T>
void sort_otherwise(T *out, const T *in, int n)
{
    if (n == 0)
        return;
    size_t bytes = sizeof(List) + (2 * (n / PAIR) + 2) / 2 * 2 * sizeof(Segment);
    char *lists;
    T *spare = scratch<T>(n);
    CUDA_CHECK(cudaMalloc(&lists, 2 * bytes));
    CUDA_CHECK(cudaMemset(lists, 0, 2 * bytes));
    List first = {1, {{0, n}}};
    CUDA_CHECK(cudaMemcpy(lists, &first, sizeof first, cudaMemcpyHostToDevice));
    const T *from = in;
    for (int k = 0, count = 1; count > 0; k ^= 1) {
        List *now = (List *)(lists + k * bytes), *next = (List *)(lists + (1 - k) * bytes);
        T *to = k ? out : spare;
        CUDA_CHECK(cudaMemsetAsync(next, 0, sizeof(int), 0));
        level<<<count, BLOCK>>>(out, to, from, now, next);
        CUDA_CHECK(cudaMemcpyAsync(&count, next, sizeof count, cudaMemcpyDeviceToHost, 0));
        CUDA_CHECK(cudaStreamSynchronize(0));
        from = to;
    }
    CUDA_CHECK(cudaFree(lists));
    release(spare);
}

extern "C" void sort_quick_int(int *out, const int *in, int n)
{
    sort_otherwise(out, in, n);
}

extern "C" void sort_quick_pair(SortPair *out, const SortPair *in, int n)
{
    sort_otherwise(out, in, n);
}
