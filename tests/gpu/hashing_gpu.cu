// hashing_gpu.cu - runs every function of lab 13's solution and prints a hash of the output,
// so that a GPU and the simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/hashing_gpu tests/gpu/hashing_gpu.cu
//   build/hashing_gpu
//
// Where a key is in a table differs from run to run; that it is there, and with which value, does
// not.
#include "../solutions/13_hashing/hashing.cu"

#include <vector>

#include "gpu.h"

static std::vector<unsigned> different_keys(int n)
{
    std::vector<unsigned> keys(n);
    for (int i = 0; i < n; i++)
        keys[i] = mix((unsigned)i * 2654435761u + 17);
    return keys;
}

// Calls f with keys and values on the device, and `words` words of output, which are 0.
template <typename F>
static void show(const char *what, const std::vector<unsigned> &keys, size_t words, F f)
{
    std::vector<unsigned> out(words), values(keys);
    for (unsigned &value : values)
        value = mix(value) >> 1;
    unsigned *d_keys, *d_values, *d_out;
    size_t bytes = keys.size() * sizeof(unsigned);
    CUDA_CHECK(cudaMalloc(&d_keys, bytes));
    CUDA_CHECK(cudaMalloc(&d_values, bytes));
    CUDA_CHECK(cudaMalloc(&d_out, words * sizeof(unsigned)));
    CUDA_CHECK(cudaMemcpy(d_keys, keys.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_values, values.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(d_out, 0, words * sizeof(unsigned)));
    f(d_out, d_keys, d_values);
    CUDA_CHECK(cudaMemcpy(out.data(), d_out, words * sizeof(unsigned), cudaMemcpyDeviceToHost));
    printf("%-8s n=%-6d %016llx\n", what, (int)keys.size(),
           (unsigned long long)hash_bytes(out.data(), words * sizeof(unsigned)));
    CUDA_CHECK(cudaFree(d_keys));
    CUDA_CHECK(cudaFree(d_values));
    CUDA_CHECK(cudaFree(d_out));
}

// A table with the first m keys.
static CuckooTable table_of(const unsigned *keys, const unsigned *values, int m, int functions,
                            int width)
{
    CuckooTable table = new_table(functions, width, 99, NULL);
    int *failed;
    CUDA_CHECK(cudaMalloc(&failed, sizeof *failed));
    CUDA_CHECK(cudaMemset(failed, 0, sizeof *failed));
    cuckoo_insert(table, failed, keys, values, m);
    CUDA_CHECK(cudaFree(failed));
    return table;
}

static void show_tables(int n, const std::vector<unsigned> &keys)
{
    show("find", keys, n, [&](unsigned *out, unsigned *k, unsigned *v) {
        CuckooTable table = table_of(k, v, n / 2, 3, n / 2 + 2);
        cuckoo_find(out, table, k, n);
        CUDA_CHECK(cudaFree(table.entry));
    });
    show("insert", keys, 2 * n + 2, [&](unsigned *out, unsigned *k, unsigned *v) {
        cuckoo_insert_checked((int *)out, out + n, (int *)out + 2 * n, 2, 2 * n + 2, 99, k, v, n,
                              n / 3);
    });
    show("build", keys, 2 * n + 2, [&](unsigned *out, unsigned *k, unsigned *v) {
        int attempts;
        cuckoo_build_checked(&attempts, (int *)out, out + n, (int *)out + 2 * n, 4, n / 2 + 2, 99,
                             k, v, n);
    });
    show("serve", keys, 2 * n + 2, [&](unsigned *out, unsigned *k, unsigned *v) {
        CuckooTable table = table_of(k, v, n / 2, 2, 2 * n + 2);
        cuckoo_serve_checked((int *)out, out + n, (int *)out + 2 * n, table, k + n / 2, v + n / 2,
                             n - n / 2, k, n / 2);
        CUDA_CHECK(cudaFree(table.entry));
    });
    show("erase", keys, n + 2, [&](unsigned *out, unsigned *k, unsigned *v) {
        CuckooTable table = table_of(k, v, n, 3, n + 2);
        cuckoo_erase_checked((int *)out, (int *)out + n, table, k, n / 3, k, n);
        CUDA_CHECK(cudaFree(table.entry));
    });
}

static void show_cliff(const std::vector<unsigned> &keys)
{
    int clear[] = {50, 300, 800, 1001}, *counts;
    CUDA_CHECK(cudaMalloc(&counts, sizeof clear));
    CUDA_CHECK(cudaMemcpy(counts, clear, sizeof clear, cudaMemcpyHostToDevice));
    show("cliff", keys, 4, [&](unsigned *out, unsigned *k, unsigned *) {
        cuckoo_failures((int *)out, k, counts, 4, 20, 2, 500, 7);
    });
    CUDA_CHECK(cudaFree(counts));
}

int main()
{
    for (int n : {2, 33, 257, 4097, 70000}) {
        std::vector<unsigned> keys = different_keys(n), equal(n);
        for (int i = 0; i < n; i++)
            equal[i] = keys[(size_t)i * i % (n / 2)];
        show("buckets", keys, n + HASH_SIZES, [&](unsigned *out, unsigned *k, unsigned *) {
            hash_buckets((int *)out, (int *)out + n, k, n, n, 5);
        });
        show_tables(n, keys);
        show("count", equal, 2 * n + 2, [&](unsigned *out, unsigned *k, unsigned *) {
            cuckoo_count_checked((int *)out, out + n, (int *)out + 2 * n, 3, n / 2 + 2, 99, k, n);
        });
    }
    show_cliff(different_keys(1001));
    return 0;
}
