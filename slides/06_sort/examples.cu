// examples.cu - the code on the slides of lab 06, as a program that checks what the slides say.
// Returns 0 if everything is right, and prints what is not. These sorts are not those of the lab.
#include "../examples.h"

enum { BLOCK = 256, N = 1000, RUN = 400 };

static void wait(void)
{
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Keys that repeat, and are not in order.
static int key(int i)
{
    return (int)(i * 7919u % 601) - 300;
}

// ---- work and steps -------------------------------------------------------------------

// BEGIN SLIDE rank
// One step, n * n comparisons: the place of item i is the number of items before it.
__global__ void rank_sort(int *out, const int *in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    int rank = 0;
    for (int k = 0; k < n; k++) {
        // equal keys: by their places
        rank += in[k] < in[i] || (in[k] == in[i] && k < i);
    }
    out[rank] = in[i];
}
// END SLIDE rank

static void check_rank(void)
{
    int *in = managed<int>(N), *out = managed<int>(N);
    for (int i = 0; i < N; i++)
        in[i] = key(i);
    rank_sort<<<ceil_div(N, BLOCK), BLOCK>>>(out, in, N);
    wait();
    for (int i = 1; i < N; i++)
        expect(out[i - 1] <= out[i], "rank_sort", i);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

// ---- the operators that count ---------------------------------------------------------

// BEGIN SLIDE before
template <typename T>
__device__ bool before(T a, T b)
{
    count_event(0); // one pmevent: a GPU ignores it, the simulator counts threads
    return a < b;
}
// END SLIDE before

// BEGIN SLIDE stable
__device__ void put_in_order(SortPair *left, SortPair *right)
{
    if (before(right->key, left->key)) { // not: !before(left, right)
        SortPair smaller = *right;
        *right = *left;
        *left = smaller;
    }
}
// END SLIDE stable

__global__ void two_pairs(SortPair *p)
{
    put_in_order(&p[0], &p[1]);
    put_in_order(&p[2], &p[3]);
}

static void check_stable(void)
{
    SortPair *p = managed<SortPair>(4);
    p[0] = SortPair{5, 1}, p[1] = SortPair{5, 2}; // equal: they stay
    p[2] = SortPair{5, 3}, p[3] = SortPair{4, 4};
    two_pairs<<<1, 1>>>(p);
    wait();
    expect(p[0].value == 1 && p[1].value == 2, "equal keys", 0);
    expect(p[2].value == 4 && p[3].value == 3, "unequal keys", 2);
    CUDA_CHECK(cudaFree(p));
}

// ---- a network for four ---------------------------------------------------------------

// BEGIN SLIDE four
__device__ void comparator(int &a, int &b)
{
    int smaller = before(b, a) ? b : a;
    b = before(b, a) ? a : b;
    a = smaller;
}

__device__ void sort_four(int &a, int &b, int &c, int &d)
{
    comparator(a, b), comparator(c, d); // step 1
    comparator(a, c), comparator(b, d); // step 2: a is the smallest, d the largest
    comparator(b, c);                   // step 3
}
// END SLIDE four

__global__ void all_fours(int *bad)
{
    for (int code = 0; code < 256; code++) { // every way to fill four places with 0 to 3
        int a = code % 4, b = code / 4 % 4, c = code / 16 % 4, d = code / 64;
        int sum = a + b + c + d;
        sort_four(a, b, c, d);
        if (a > b || b > c || c > d || a + b + c + d != sum)
            ++*bad;
    }
}

static void check_four(void)
{
    int *bad = managed<int>(1);
    all_fours<<<1, 1>>>(bad);
    wait();
    expect(*bad == 0, "sort_four", *bad);
    CUDA_CHECK(cudaFree(bad));
}

// ---- merging by ranks -----------------------------------------------------------------

// The number of the n sorted items b that are smaller than `key`: about log2 n comparisons.
__device__ int smaller_in(const int *b, int n, int key)
{
    int low = 0;
    while (n > 0) { // among the n items from b[low] on
        int half = n / 2;
        if (before(b[low + half], key)) {
            low += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return low;
}

// BEGIN SLIDE by_rank
// Each item of a searches for its place among the items of b: log2 n comparisons.
__global__ void place_a(int *out, const int *a, int na, const int *b, int nb)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < na)
        out[i + smaller_in(b, nb, a[i])] = a[i];
}
// END SLIDE by_rank

static void check_by_rank(void)
{
    int *a = managed<int>(RUN), *b = managed<int>(RUN), *out = managed<int>(2 * RUN);
    for (int i = 0; i < RUN; i++) {
        a[i] = 3 * i;
        b[i] = 2 * i + 1;
    }
    place_a<<<ceil_div(RUN, BLOCK), BLOCK>>>(out, a, RUN, b, RUN);
    wait();
    for (int i = 0; i < RUN; i++) {
        int place = i;
        for (int k = 0; k < RUN; k++)
            place += b[k] < a[i];
        expect(out[place] == a[i], "place_a", i);
    }
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(out));
}

// ---- bits -----------------------------------------------------------------------------

static void check_signs(void)
{
    // BEGIN SLIDE signs
    bool as_ints = -1 < 1;                            // true
    bool as_bits = 0xffffffffu < 0x00000001u;         // false: -1 has all bits set
    bool turned = (0xffffffffu ^ 0x80000000u) < (0x00000001u ^ 0x80000000u); // true
    // END SLIDE signs
    expect(as_ints && !as_bits && turned, "signs", 0);
}

// BEGIN SLIDE warp
// A warp keeps its odd keys, in order: my place is the number of keepers before me.
__global__ void keep_odd(int *out, int *kept, const int *in)
{
    int lane = threadIdx.x;
    bool odd = in[lane] & 1;
    unsigned int flags = __ballot_sync(ALL_LANES, odd);
    if (odd)
        out[__popc(flags & ((1u << lane) - 1))] = in[lane];
    if (lane == 0)
        *kept = __popc(flags);
}
// END SLIDE warp

static void check_warp(void)
{
    int *in = managed<int>(WARP_SIZE), *out = managed<int>(WARP_SIZE), *kept = managed<int>(1);
    for (int i = 0; i < WARP_SIZE; i++)
        in[i] = i * i + i / 5;
    keep_odd<<<1, WARP_SIZE>>>(out, kept, in);
    wait();
    int k = 0;
    for (int i = 0; i < WARP_SIZE; i++)
        if (in[i] & 1)
            expect(out[k++] == in[i], "keep_odd", i);
    expect(*kept == k, "kept", *kept);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(kept));
}

// ---- a list instead of recursion --------------------------------------------------------

// BEGIN SLIDE list
// Halves every length on the list until only 1 is left: recursion without calls.
__global__ void halve(int *next, int *next_count, int *ones, const int *now)
{
    int length = now[blockIdx.x];
    if (length == 1) {
        atomicAdd(ones, 1);
        return;
    }
    next[atomicAdd(next_count, 1)] = length / 2;
    next[atomicAdd(next_count, 1)] = length - length / 2;
}
// END SLIDE list

static void check_list(void)
{
    int *now = managed<int>(2 * N), *next = managed<int>(2 * N), *counts = managed<int>(2);
    int levels = 0;
    now[0] = N;
    for (int count = 1; count > 0; levels++) {
        counts[0] = 0;
        halve<<<count, 1>>>(next, &counts[0], &counts[1], now);
        wait();
        count = counts[0];
        int *other = now;
        now = next;
        next = other;
    }
    expect(counts[1] == N, "ones", counts[1]);
    expect(levels == 11, "levels", levels); // 2^9 < 1000 <= 2^10, and the first
    CUDA_CHECK(cudaFree(now));
    CUDA_CHECK(cudaFree(next));
    CUDA_CHECK(cudaFree(counts));
}

// ---- records ----------------------------------------------------------------------------

typedef unsigned long long Item;

// BEGIN SLIDE records
Item pack(unsigned age, unsigned record) { return (Item)age << 32 | record; }
unsigned record_of(Item item) { return (unsigned)item; } // the lower half
// END SLIDE records

static void check_records(void)
{
    expect(pack(3, 9) < pack(4, 0), "keys first", 0);
    expect(pack(4, 0) < pack(4, 1), "then the order of the file", 0);
    expect_equal("record", (int)record_of(pack(4, 17)), 17);
    expect(pack((unsigned)-1, 0) > pack(1, 0), "a negative key is the largest", 0);
}

int main(void)
{
    check_records();
    check_rank();
    check_stable();
    check_four();
    check_by_rank();
    check_signs();
    check_warp();
    check_list();
    return mistakes != 0;
}
