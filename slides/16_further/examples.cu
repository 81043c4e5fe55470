// examples.cu - the code on the slides beyond the labs, as a program that checks what the slides
// say. Returns 0 if everything is right, and prints what is not. With the argument `sine` or
// `cuckoo` it prints the figures of a plot instead, in the form of the .csv file of this name.
#include <math.h>

#include "../examples.h"

enum { BLOCK = 128 };

// `got` is the value that was found instead.
static void expect_got(bool right, const char *what, double got)
{
    if (!right && may_print())
        printf("%s: %g\n", what, got);
}

static void finish(void)
{
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// ---- float literals and intrinsics ------------------------------------------------------

__global__ void two_tenths(float *slow, float *fast, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    // BEGIN SLIDE literal
    slow[i] = x[i] * 0.1;   // to double, double multiplication, and back: 3 instructions
    fast[i] = x[i] * 0.1f;  // 1 instruction
    // END SLIDE literal
}

static void check_literals(void)
{
    enum { N = 1000 };
    float *x = managed<float>(N), *slow = managed<float>(N), *fast = managed<float>(N);
    for (int i = 0; i < N; i++)
        x[i] = i + 1;
    two_tenths<<<ceil_div(N, BLOCK), BLOCK>>>(slow, fast, x, N);
    finish();
    int differ = 0;
    for (int i = 0; i < N; i++) {
        differ += slow[i] != fast[i];
        expect_got(fabsf(slow[i] - fast[i]) <= 1.2e-7f * slow[i], "0.1 and 0.1f", fast[i]);
    }
    expect_got(differ == 199, "products by 0.1 and 0.1f that differ", differ);
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(slow));
    CUDA_CHECK(cudaFree(fast));
}

__global__ void sines(float *exact, float *fast, const float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SLIDE intrinsic
    exact[i] = sinf(x[i]);  // dozens of instructions, more for large x
    fast[i] = __sinf(x[i]); // two: the special function unit has a sine
    // END SLIDE intrinsic
}

// The largest absolute error for 4096 x between `low` and 2 * low.
static void sine_error(float low, double *exact, double *fast)
{
    enum { N = 4096 };
    float *x = managed<float>(N), *a = managed<float>(N), *b = managed<float>(N);
    for (int i = 0; i < N; i++)
        x[i] = low + low * i / N;
    sines<<<N / BLOCK, BLOCK>>>(a, b, x);
    finish();
    *exact = *fast = 0;
    for (int i = 0; i < N; i++) {
        *exact = fmax(*exact, fabs(a[i] - sin(x[i])));
        *fast = fmax(*fast, fabs(b[i] - sin(x[i])));
    }
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

static void print_sine(void)
{
    printf("# from,sinf,__sinf\n");
    for (int k = -4; k <= 16; k++) {
        double exact, fast;
        sine_error(ldexpf(1, k), &exact, &fast);
        printf("%g,%.3g,%.3g\n", ldexp(1, k), exact, fast);
    }
}

static void check_sine(void)
{
    double exact, fast;
    sine_error(1, &exact, &fast);
    expect_got(exact < 1.2e-7, "error of sinf between 1 and 2", exact);
    expect_got(fast < 4e-7, "error of __sinf between 1 and 2", fast);
    sine_error(1024, &exact, &fast);
    expect_got(exact < 1.2e-7, "error of sinf between 1024 and 2048", exact);
    expect_got(fast > 1e-5, "error of __sinf between 1024 and 2048", fast);
}

// ---- list ranking -------------------------------------------------------------------------

__device__ int additions;

// BEGIN SLIDE ranking
// next[i]: the element after i; -1 for the last. rank[i]: the number of elements after i so far.
__global__ void jump(int *rank2, int *next2, const int *rank, const int *next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int to = next[i];
    rank2[i] = rank[i] + (to < 0 ? 0 : rank[to]); // add the distance of the next element ...
    next2[i] = to < 0 ? -1 : next[to];            // ... and take over its pointer
    if (to >= 0)
        atomicAdd(&additions, 1);                 // counted, for the next slide
}
// END SLIDE ranking

// Numbers 0 to n - 1 in an order that looks random.
static void shuffled(int *order, int n)
{
    unsigned x = 1;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        x = x * 1664525 + 1013904223;
        int j = (int)((x >> 8) % (unsigned)(i + 1)), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
}

static void check_ranking(int n, int want_steps, int want_additions)
{
    int *order = (int *)malloc(n * sizeof *order);
    int *rank = managed<int>(n), *next = managed<int>(n);
    int *rank2 = managed<int>(n), *next2 = managed<int>(n);
    shuffled(order, n);
    for (int i = 0; i < n; i++) {
        next[order[i]] = i + 1 < n ? order[i + 1] : -1;
        rank[order[i]] = i + 1 < n;
    }
    int steps = 0, count = 0;
    CUDA_CHECK(cudaMemcpyToSymbol(additions, &count, sizeof count));
    // BEGIN SLIDE doubling
    for (int reach = 1; reach < n; reach *= 2, steps++) {   // 1, 2, 4 ... places at a time
        jump<<<ceil_div(n, BLOCK), BLOCK>>>(rank2, next2, rank, next, n);
        int *t = rank; rank = rank2; rank2 = t;             // two copies: all threads read
        t = next; next = next2; next2 = t;                  // the values before this step
    }
    // END SLIDE doubling
    finish();
    CUDA_CHECK(cudaMemcpyFromSymbol(&count, additions, sizeof count));
    for (int i = 0; i < n; i++)
        expect_got(rank[order[i]] == n - 1 - i, "rank", rank[order[i]]);
    expect_got(steps == want_steps, "steps of the ranking", steps);
    expect_got(count == want_additions, "additions of the ranking", count);
    CUDA_CHECK(cudaFree(rank));
    CUDA_CHECK(cudaFree(next));
    CUDA_CHECK(cudaFree(rank2));
    CUDA_CHECK(cudaFree(next2));
    free(order);
}

// ---- cuckoo hashing -------------------------------------------------------------------------

enum { SLOTS = 4096, TRIES = 64 };
enum : unsigned { EMPTY = 0xffffffffu };

// BEGIN SLIDE places
// A key has two places, first and second; another seed gives it two others.
__host__ __device__ unsigned place(unsigned key, int which, unsigned seed)
{
    unsigned h = (key + 1) * (which ? 2246822519u : 3266489917u) + seed * 668265263u;
    h = (h ^ h >> 15) * 2654435761u;
    return (h ^ h >> 13) % SLOTS;
}
// END SLIDE places

// BEGIN SLIDE insert
__device__ bool insert(unsigned *table, unsigned key, unsigned seed, unsigned *kicks)
{
    unsigned slot = place(key, 0, seed);
    for (int tries = 0; tries < TRIES; tries++) {
        key = atomicExch(&table[slot], key);        // mine is in; which key was there?
        if (key == EMPTY)
            return true;
        atomicAdd(kicks, 1);                        // now I must place this key:
        unsigned first = place(key, 0, seed);       // in the other one of its places
        slot = slot == first ? place(key, 1, seed) : first;
    }
    return false;                                   // a circle of keys?
}
// END SLIDE insert

__global__ void insert_all(unsigned *table, const unsigned *keys, int n, unsigned seed,
                           unsigned *kicks, unsigned *failed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && !insert(table, keys[i], seed, kicks))
        atomicAdd(failed, 1);
}

__global__ void find_all(unsigned *found, const unsigned *table, const unsigned *keys, int n,
                         unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i];
    // BEGIN SLIDE find
    bool here = table[place(key, 0, seed)] == key || table[place(key, 1, seed)] == key;
    // END SLIDE find
    if (here)
        atomicAdd(found, 1);
}

// Puts n keys into an empty table. Returns the number of keys without a place.
static unsigned fill(unsigned *table, const unsigned *keys, int n, unsigned seed, unsigned *kicks)
{
    unsigned *count = managed<unsigned>(2);
    CUDA_CHECK(cudaMemset(table, 0xff, SLOTS * sizeof *table)); // all EMPTY
    insert_all<<<ceil_div(n, BLOCK), BLOCK>>>(table, keys, n, seed, &count[0], &count[1]);
    finish();
    unsigned failed = count[1];
    *kicks = count[0];
    CUDA_CHECK(cudaFree(count));
    return failed;
}

static unsigned *some_keys(int n)
{
    unsigned *keys = managed<unsigned>(n);
    for (int i = 0; i < n; i++)
        keys[i] = (unsigned)i * 2654435761u % 4000000007u; // all different
    return keys;
}

static void print_cuckoo(void)
{
    unsigned *table = managed<unsigned>(SLOTS), *keys = some_keys(SLOTS), kicks;
    printf("# load in percent,keys,kick-outs,keys without a place\n");
    for (int load = 5; load <= 60; load += 5) {
        int n = SLOTS * load / 100;
        unsigned failed = fill(table, keys, n, 1, &kicks);
        printf("%d,%d,%u,%u\n", load, n, kicks, failed);
    }
    CUDA_CHECK(cudaFree(table));
    CUDA_CHECK(cudaFree(keys));
}

static void check_cuckoo(void)
{
    int n = SLOTS * 2 / 5;
    unsigned *table = managed<unsigned>(SLOTS), *keys = some_keys(2 * n), seed = 0, kicks;
    unsigned *found = managed<unsigned>(1);
    // BEGIN SLIDE rehash
    while (fill(table, keys, n, seed, &kicks) > 0) // a key found no place
        seed++;                                    // insert all keys again, at other places
    // END SLIDE rehash
    expect_got(seed < 10, "rehashes", seed);
    find_all<<<ceil_div(n, BLOCK), BLOCK>>>(found, table, keys, n, seed);
    finish();
    expect_got(*found == (unsigned)n, "keys that are found", *found);
    *found = 0;
    find_all<<<ceil_div(n, BLOCK), BLOCK>>>(found, table, keys + n, n, seed);
    finish();
    expect_got(*found == 0, "keys that are found and not in the table", *found);
    int full = SLOTS * 3 / 5; // beyond a half, circles are frequent
    CUDA_CHECK(cudaFree(keys));
    keys = some_keys(full);
    expect_got(fill(table, keys, full, 1, &kicks) > 0, "keys without a place at 60 percent", 0);
    CUDA_CHECK(cudaFree(table));
    CUDA_CHECK(cudaFree(keys));
    CUDA_CHECK(cudaFree(found));
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        if (strcmp(argv[1], "sine") == 0)
            print_sine();
        else
            print_cuckoo();
        return 0;
    }
    check_literals();
    check_sine();
    check_ranking(16, 4, 49);
    check_ranking(256, 8, 1793);
    check_ranking(4096, 12, 45057);
    check_ranking(1000, 10, 8977);
    check_cuckoo();
    return mistakes > 0;
}
