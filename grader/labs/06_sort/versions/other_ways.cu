// EXPECT full marks
//
// Not wrong: parts, written in other ways than the solution, as in a book or a library. None
// of them may lose a point.
#define sort_odd_even_int sound_odd_even_int
#define sort_odd_even_pair sound_odd_even_pair
#define sort_bitonic_int sound_bitonic_int
#define sort_bitonic_pair sound_bitonic_pair
#define sort_merge_int sound_merge_int
#define sort_merge_pair sound_merge_pair
#define sort_digits_int sound_digits_int
#define sort_digits_pair sound_digits_pair
#define sort_quick_int sound_quick_int
#define sort_quick_pair sound_quick_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_odd_even_int
#undef sort_odd_even_pair
#undef sort_bitonic_int
#undef sort_bitonic_pair
#undef sort_merge_int
#undef sort_merge_pair
#undef sort_digits_int
#undef sort_digits_pair
#undef sort_quick_int
#undef sort_quick_pair

// Part 1: blocks of 64 threads, and the parity from the launch's number.
template <typename T>
__global__ void small_blocks(T *items, int n, int step)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int left = 2 * k + (step & 1);
    if (left + 1 >= n || !before(items[left + 1], items[left]))
        return;
    T moved = items[left];
    items[left] = items[left + 1];
    items[left + 1] = moved;
}

template <typename T>
void other_odd_even(T *out, const T *in, int n)
{
    copy_items(out, in, n);
    for (int step = 0; step < n && n > 1; step++)
        small_blocks<<<ceil_div(n / 2, 64), 64>>>(out, n, step);
    CUDA_CHECK(cudaGetLastError());
}

// Part 2: the textbook's directions, up and down by turns, on an array that is filled up to
// a power of two with the largest key (here: by comparing places behind the end).
template <typename T>
__global__ void up_and_down(T *items, int merged, int distance)
{
    int c = blockIdx.x * BLOCK + threadIdx.x;
    int i = 2 * distance * (c / distance) + c % distance;
    int j = i + distance;
    bool up = (i & merged) == 0;
    T a = items[i], b = items[j];
    if (up ? before(b, a) : before(a, b)) {
        items[i] = b;
        items[j] = a;
    }
}

// All steps of at most PAIR items' distance, from merges `first` to `last`, in shared memory.
template <typename T>
__global__ void up_and_down_tile(T *items, int first, int last)
{
    __shared__ T s[PAIR];
    int t = threadIdx.x, start = blockIdx.x * PAIR;
    s[t] = items[start + t];
    s[t + BLOCK] = items[start + t + BLOCK];
    __syncthreads();
    for (int merged = first; merged <= last; merged *= 2)
        for (int distance = min(merged / 2, BLOCK); distance > 0; distance /= 2) {
            int i = 2 * distance * (t / distance) + t % distance;
            T a = s[i], b = s[i + distance];
            if (((start + i) & merged) == 0 ? before(b, a) : before(a, b)) {
                s[i] = b;
                s[i + distance] = a;
            }
            __syncthreads();
        }
    items[start + t] = s[t];
    items[start + t + BLOCK] = s[t + BLOCK];
}

__device__ int largest(int)
{
    return 0x7fffffff;
}

__device__ SortPair largest(SortPair)
{
    return SortPair{0x7fffffff, 0};
}

template <typename T>
__global__ void fill_up(T *padded, const T *in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    padded[i] = i < n ? in[i] : largest(T());
}

template <typename T>
void other_bitonic(T *out, const T *in, int n)
{
    int size = PAIR;
    while (size < n)
        size *= 2;
    T *padded = scratch<T>(size);
    if (n > 0) {
        fill_up<<<size / BLOCK, BLOCK>>>(padded, in, n);
        up_and_down_tile<<<size / PAIR, BLOCK>>>(padded, 2, PAIR);
        for (int merged = 2 * PAIR; merged <= size; merged *= 2) {
            for (int distance = merged / 2; distance > BLOCK; distance /= 2)
                up_and_down<<<size / PAIR, BLOCK>>>(padded, merged, distance);
            up_and_down_tile<<<size / PAIR, BLOCK>>>(padded, merged, merged);
        }
        copy_items(out, padded, n);
    }
    CUDA_CHECK(cudaGetLastError());
    release(padded);
}

// Part 4: the first stage is a selection by ranks, the second merges by searching places.
template <typename T>
__global__ void tiles_by_rank(T *out, const T *in, int n)
{
    __shared__ T s[2][TILE];
    int t = threadIdx.x, start = blockIdx.x * TILE, count = min(TILE, n - start), now = 0;
    for (int k = t; k < count; k += BLOCK)
        s[0][k] = in[start + k];
    __syncthreads();
    for (int width = 1; width < TILE; width *= 2) {
        for (int k = t; k < count; k += BLOCK) {
            int own = k / width * width, other = own ^ width;
            int low = min(other, count), high = min(other + width, count), first = low;
            bool is_right = own & width;
            while (low < high) { // equal keys: the left run's items come first
                int m = (low + high) / 2;
                bool behind = is_right ? before(s[now][k], s[now][m]) : !before(s[now][m], s[now][k]);
                if (behind)
                    high = m;
                else
                    low = m + 1;
            }
            s[1 - now][min(own, other) + (k - own) + (low - first)] = s[now][k];
        }
        now = 1 - now;
        __syncthreads();
    }
    for (int k = t; k < count; k += BLOCK)
        out[start + k] = s[now][k];
}

template <typename T>
void other_merge(T *out, const T *in, int n)
{
    T *a = scratch<T>(n), *b = scratch<T>(n), *from = a;
    if (n > 0)
        tiles_by_rank<<<ceil_div(n, TILE), BLOCK>>>(n > TILE ? a : out, in, n);
    for (int width = TILE; width < n; width *= 2) {
        T *to = 2 * width >= n ? out : from == a ? b : a;
        sort_merge_pass(to, from, width, n);
        from = to;
    }
    CUDA_CHECK(cudaGetLastError());
    release(a);
    release(b);
}

// Part 6: lanes with the same digit find each other in one instruction.
template <typename T>
__global__ void place_matched(T *out, const T *in, const int *counts, int n, int shift)
{
    __shared__ T s[BLOCK];
    __shared__ int bins[WARPS][DIGITS], first[DIGITS];
    int t = threadIdx.x, lane = t % WARP_SIZE, warp = t / WARP_SIZE, start = blockIdx.x * BLOCK;
    int count = min(BLOCK, n - start);
    if (t < WARPS * DIGITS)
        bins[t / DIGITS][t % DIGITS] = 0;
    __syncthreads();
    T item;
    int d = DIGITS;
    if (t < count) {
        item = in[start + t];
        d = digit(item, shift, DIGIT_BITS);
    }
    unsigned int peers = __match_any_sync(ALL_LANES, d);
    int rank = __popc(peers & ((1u << lane) - 1));
    if (d < DIGITS && rank == 0)
        bins[warp][d] = __popc(peers);
    __syncthreads();
    if (t < DIGITS) {
        int sum = 0;
        for (int w = 0; w < WARPS; w++) {
            int own = bins[w][t];
            bins[w][t] = sum;
            sum += own;
        }
        first[t] = sum;
    }
    __syncthreads();
    if (t == 0)
        for (int k = 0, sum = 0; k < DIGITS; k++) {
            int own = first[k];
            first[k] = sum;
            sum += own;
        }
    __syncthreads();
    if (t < count)
        s[first[d] + bins[warp][d] + rank] = item;
    __syncthreads();
    if (t < count) {
        item = s[t];
        d = digit(item, shift, DIGIT_BITS);
        out[counts[d * gridDim.x + blockIdx.x] + t - first[d]] = item;
    }
}

template <typename T>
void other_digits(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    T *spare = scratch<T>(n);
    int *counts = scratch<int>(DIGITS * blocks);
    for (int round = 0; round < 8 && n > 0; round++) {
        const T *from = round == 0 ? in : round % 2 ? spare : out;
        count_digits<<<blocks, BLOCK>>>(counts, from, n, 4 * round);
        scan_counts(counts, DIGITS * blocks);
        place_matched<<<blocks, BLOCK>>>(round % 2 ? out : spare, from, counts, n, 4 * round);
    }
    CUDA_CHECK(cudaGetLastError());
    release(counts);
    release(spare);
}

// Part 7: three ways: less, equal, greater. First counted, then placed; equal ones are done.
template <typename T>
__global__ void three_ways(T *out, T *to, const T *from, const Segment *now, Segment *next,
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
    T pivot = from[segment.begin + count / 2];
    int less = 0, equal = 0;
    for (int base = segment.begin; base < segment.end; base += BLOCK) {
        int i = base + t;
        bool lower = i < segment.end && before(from[i], pivot);
        bool upper = i < segment.end && !lower && before(pivot, from[i]);
        less += __syncthreads_count(lower);
        equal += __syncthreads_count(i < segment.end && !lower && !upper);
    }
    int place[3] = {segment.begin, segment.begin + less, segment.begin + less + equal};
    for (int base = segment.begin; base < segment.end; base += BLOCK) {
        int i = base + t;
        T item;
        int kind = 3;
        if (i < segment.end) {
            item = from[i];
            kind = before(item, pivot) ? 0 : before(pivot, item) ? 2 : 1;
        }
        for (int k = 0; k < 3; k++) {
            int all, rank = block_rank(kind == k, &all);
            if (kind == k)
                to[place[k] + rank] = item;
            place[k] += all;
        }
    }
    __syncthreads();
    for (int k = segment.begin + less + t; to != out && k < segment.begin + less + equal; k += BLOCK)
        out[k] = to[k];
    if (t == 0 && less > 0)
        next[atomicAdd(next_count, 1)] = Segment{segment.begin, segment.begin + less};
    if (t == 1 && less + equal < count)
        next[atomicAdd(next_count, 1)] = Segment{segment.begin + less + equal, segment.end};
}

template <typename T>
void other_quick(T *out, const T *in, int n)
{
    T *spare = scratch<T>(n);
    Segment *list[2] = {scratch<Segment>(2 * (n / PAIR) + 1), scratch<Segment>(2 * (n / PAIR) + 1)};
    int *next_count = scratch<int>(1);
    Segment all = {0, n};
    CUDA_CHECK(cudaMemcpy(list[0], &all, sizeof all, cudaMemcpyHostToDevice));
    for (int level = 0, count = n > 0; count > 0; level++) {
        CUDA_CHECK(cudaMemset(next_count, 0, sizeof(int)));
        three_ways<<<count, BLOCK>>>(out, level % 2 ? out : spare,
                                     level == 0 ? in : level % 2 ? spare : out, list[level % 2],
                                     list[1 - level % 2], next_count);
        CUDA_CHECK(cudaMemcpy(&count, next_count, sizeof(int), cudaMemcpyDeviceToHost));
    }
    release(next_count);
    release(list[0]);
    release(list[1]);
    release(spare);
}

#define OTHER(name)                                                     \
    extern "C" void sort_##name##_int(int *out, const int *in, int n)   \
    {                                                                   \
        other_##name(out, in, n);                                       \
    }                                                                   \
    extern "C" void sort_##name##_pair(SortPair *out, const SortPair *in, int n) \
    {                                                                   \
        other_##name(out, in, n);                                       \
    }

OTHER(odd_even)
OTHER(bitonic)
OTHER(merge)
OTHER(digits)
OTHER(quick)
