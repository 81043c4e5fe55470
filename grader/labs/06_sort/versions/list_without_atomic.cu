// EXPECT sort.quick.safe: Race reported between
//
// Two blocks append to the same place of the list.
#define sort_quick_int sound_quick_int
#define sort_quick_pair sound_quick_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_quick_int
#undef sort_quick_pair

template <typename T>
__global__ void wrong(T *out, T *to, const T *from, const Segment *now, Segment *next,
                      int *next_count)
{
    __shared__ T s[PAIR];
    int t = threadIdx.x;
    Segment segment = now[blockIdx.x];
    int count = segment.end - segment.begin;
    if (count <= PAIR) {
        for (int k = t; k < count; k += BLOCK)
            s[k] = from[segment.begin + k];
        __syncthreads();
        bitonic_shared(s, count);
        for (int k = t; k < count; k += BLOCK)
            out[segment.begin + k] = s[k];
        return;
    }
    int p = pivot_of(from, segment);
    T pivot = from[p];
    int left = segment.begin;
    int right = segment.end;
    for (int base = segment.begin; base < segment.end; base += BLOCK) {
        int i = base + t;
        bool has_item = i < segment.end && i != p;
        bool lower = false;
        T item;
        if (has_item) {
            item = from[i];
            lower = before(item, pivot) || (i < p && !before(pivot, item));
        }
        int lowers, uppers;
        int lower_rank = block_rank(lower, &lowers);
        int upper_rank = block_rank(has_item && !lower, &uppers);
        if (has_item)
            to[lower ? left + lower_rank : right - 1 - upper_rank] = item;
        left += lowers;
        right -= uppers;
    }
    if (t == 0) {
        out[left] = pivot;
        if (left > segment.begin)
            next[(*next_count)++] = Segment{segment.begin, left}; // WRONG
        if (left + 1 < segment.end)
            next[(*next_count)++] = Segment{left + 1, segment.end};
    }
}

template <typename T>
void sort_wrong(T *out, const T *in, int n)
{
    int most = 2 * (n / PAIR) + 1;
    T *spare = scratch<T>(n);
    Segment *now = scratch<Segment>(most);
    Segment *next = scratch<Segment>(most);
    int *next_count = scratch<int>(1);
    Segment all = {0, n};
    CUDA_CHECK(cudaMemcpy(now, &all, sizeof all, cudaMemcpyHostToDevice));
    const T *from = in;
    T *to = spare;
    for (int count = n > 0; count > 0;) {
        CUDA_CHECK(cudaMemset(next_count, 0, sizeof *next_count));
        wrong<<<count, BLOCK>>>(out, to, from, now, next, next_count);
        CUDA_CHECK(cudaMemcpy(&count, next_count, sizeof count, cudaMemcpyDeviceToHost));
        Segment *other = now;
        now = next;
        next = other;
        from = to;
        to = to == spare ? out : spare;
    }
    CUDA_CHECK(cudaGetLastError());
    release(next_count);
    release(next);
    release(now);
    release(spare);
}

extern "C" void sort_quick_int(int *out, const int *in, int n)
{
    sort_wrong(out, in, n);
}

extern "C" void sort_quick_pair(SortPair *out, const SortPair *in, int n)
{
    sort_wrong(out, in, n);
}
