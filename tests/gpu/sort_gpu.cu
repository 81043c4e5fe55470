// sort_gpu.cu - runs every sort of lab 06's solution for some sizes and orders of keys,
// compares with the C library's qsort, and prints one line each, so that a GPU and the
// simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/sort_gpu tests/gpu/sort_gpu.cu
//   build/sort_gpu            a few cases: right or wrong, and a hash of the output
//   build/sort_gpu all        many sizes and orders, with microseconds
//   build/sort_gpu 16777216   one larger size, without odd-even transposition
//
// For the simulator build with -arch=compute_90 -code=compute_90 -cudart shared and run it
// as build/cudasim. The hashes are the same in both, the times are not. Status 1: a wrong result.
#include "../solutions/06_sort/sort.cu"

#include <string.h>

#include "gpu.h"

typedef enum { RANDOM, FEW, SORTED, REVERSED, EQUAL, ORDERS } Order;
static const char *const order_name[ORDERS] = {"random", "few", "sorted", "reversed", "equal"};

static int draw_key(Order order, int i, int n)
{
    switch (order) {
    case FEW: return (int)(next_bits() % 5) - 2;
    case SORTED: return i - n / 2;
    case REVERSED: return n / 2 - i;
    case EQUAL: return 7;
    default: return (int)next_bits();
    }
}

static SortPair item(SortPair, int key, int i) { return SortPair{key, i}; }

static int item(int, int key, int) { return key; }

// Equal keys in the order of their values, which is that of the input.
static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int compare_pairs(const void *a, const void *b)
{
    const SortPair *x = (const SortPair *)a, *y = (const SortPair *)b;
    int keys = compare_ints(&x->key, &y->key);
    return keys ? keys : compare_ints(&x->value, &y->value);
}

static int (*comparison(int))(const void *, const void *) { return compare_ints; }

static int (*comparison(SortPair))(const void *, const void *) { return compare_pairs; }

template <typename T>
struct Sort {
    const char *name;
    void (*run)(T *, const T *, int);
    bool stable, slow;
};

template <typename T>
static int try_all(const char *type, int n, Order order, bool fast_only, bool times)
{
    static const Sort<T> sorts[] = {
        {"odd-even", sort_odd_even<T>, true, true}, {"bitonic", sort_bitonic<T>, false, false},
        {"merge", sort_merge<T>, true, false},      {"split", sort_split<T>, true, false},
        {"digits", sort_digits<T>, true, false},    {"quick", sort_quick<T>, false, false},
    };
    size_t bytes = n * sizeof(T);
    T *in = (T *)malloc(bytes), *want = (T *)malloc(bytes), *got = (T *)malloc(bytes);
    T *d_in = scratch<T>(n), *d_out = scratch<T>(n);
    cudaEvent_t begin, end;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        in[i] = item(T(), draw_key(order, i, n), i);
    memcpy(want, in, bytes);
    qsort(want, n, sizeof(T), comparison(T()));
    CUDA_CHECK(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    for (const Sort<T> &sort : sorts) {
        if (fast_only && sort.slow)
            continue;
        float ms = 0;
        for (int round = 0; round < 1 + times; round++) { // the first round loads the kernels
            CUDA_CHECK(cudaEventRecord(begin));
            sort.run(d_out, d_in, n);
            CUDA_CHECK(cudaEventRecord(end));
            CUDA_CHECK(cudaEventSynchronize(end));
            CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
        }
        CUDA_CHECK(cudaMemcpy(got, d_out, bytes, cudaMemcpyDeviceToHost));
        uint64_t hash = hash_bytes(got, bytes);
        if (!sort.stable) // pairs with equal keys may be in any order
            qsort(got, n, sizeof(T), comparison(T()));
        bool in_order = true;
        for (int i = 0; i < n; i++)
            in_order = in_order && memcmp(&got[i], &want[i], sizeof(T)) == 0;
        wrong += !in_order;
        printf("%-8s %-5s n=%-9d %-9s %-5s %016llx", sort.name, type, n, order_name[order],
               in_order ? "right" : "WRONG", (unsigned long long)hash);
        if (times)
            printf(" %10.1f us", 1000 * ms);
        printf("\n");
    }
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    release(d_in);
    release(d_out);
    free(in);
    free(want);
    free(got);
    return wrong;
}

int main(int argc, char **argv)
{
    static const int sizes[] = {1, 2, 33, 256, 1025, 5003};
    int wrong = 0;
    if (argc == 1)
        return (try_all<int>("int", 33, FEW, false, false) +
                try_all<int>("int", 5003, RANDOM, true, false) +
                try_all<SortPair>("pair", 1025, RANDOM, true, false)) != 0;
    if (strcmp(argv[1], "all") != 0) {
        int n = atoi(argv[1]);
        if (n < 1 || n > 1 << 24) {
            fprintf(stderr, "usage: sort_gpu [all | items], 1 to 16777216\n");
            return 2;
        }
        return (try_all<int>("int", n, RANDOM, true, true) +
                try_all<SortPair>("pair", n, RANDOM, true, true)) != 0;
    }
    for (int n : sizes)
        for (int order = 0; order < ORDERS; order++) {
            wrong += try_all<int>("int", n, (Order)order, false, true);
            wrong += try_all<SortPair>("pair", n, (Order)order, false, true);
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
