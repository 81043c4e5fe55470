// speed.cu - lab 13: tables of keys and values. Built by the lab's insertion, by linear
// probing, and by sorting (CUB); then n look-ups, of which half find their key.
#include "grader/gpu/race/race.h"
#include <cub/device/device_radix_sort.cuh>

typedef void Insert(CuckooTable table, int *failed, const unsigned *keys, const unsigned *values,
                    int n);
typedef void Find(unsigned *values, CuckooTable table, const unsigned *keys, int n);

enum { THREADS = 256 };

// ---- keys: all different ----------------------------------------------------------------

__host__ __device__ static unsigned scatter_bits(unsigned x) // different for different x
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

// The keys first, first + 1, ... as scattered words, and the values to them.
static __global__ void make_pairs(unsigned *keys, unsigned *values, unsigned first, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    keys[i] = scatter_bits(first + i + 1);
    if (values)
        values[i] = i * 7;
}

static void new_pairs(unsigned *keys, unsigned *values, unsigned first, int n)
{
    if (n > 0)
        make_pairs<<<ceil_div(n, THREADS), THREADS>>>(keys, values, first, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- linear probing ---------------------------------------------------------------------

__device__ static unsigned home(unsigned key, unsigned slots)
{
    return (unsigned)((unsigned long long)scatter_bits(key ^ 0x5bd1e995u) * slots >> 32);
}

static __global__ void probe_insert(HashEntry *table, unsigned slots, const unsigned *keys,
                                    const unsigned *values, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    HashEntry entry = (HashEntry)keys[i] << 32 | values[i];
    unsigned slot = home(keys[i], slots);
    while (atomicCAS(&table[slot], EMPTY_ENTRY, entry) != EMPTY_ENTRY)
        slot = slot + 1 < slots ? slot + 1 : 0;
}

static __global__ void probe_find(unsigned *values, const HashEntry *table, unsigned slots,
                                  const unsigned *keys, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i], slot = home(key, slots), value = NO_VALUE;
    for (HashEntry entry; (entry = table[slot]) != EMPTY_ENTRY;) {
        if ((unsigned)(entry >> 32) == key) {
            value = (unsigned)entry;
            break;
        }
        slot = slot + 1 < slots ? slot + 1 : 0;
    }
    values[i] = value;
}

// ---- a sorted array -------------------------------------------------------------

static __global__ void search_sorted(unsigned *found, const unsigned *sorted,
                                     const unsigned *values, int m, const unsigned *keys, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    unsigned key = keys[i];
    int low = 0, high = m; // the first element that is not below the key is between them
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    found[i] = low < m && sorted[low] == key ? values[low] : NO_VALUE;
}

// ---- the races ------------------------------------------------------------------

namespace
{
struct Pairs {
    Array<unsigned> keys, values, sorted, sorted_values;
    std::function<void(int)> sort;
    explicit Pairs(int n) : keys(n), values(n), sorted(n), sorted_values(n)
    {
        new_pairs(keys.data, values.data, 0, n);
        if (n > 0)
            sort = with_space([this, n](void *space, size_t &bytes, int) {
                return cub::DeviceRadixSort::SortPairs(space, bytes, keys.data, sorted.data,
                                                       values.data, sorted_values.data, n);
            });
    }
};

// A table of a load in percent; functions 0: linear probing.
struct Table {
    std::string name;
    CuckooTable cuckoo;
    unsigned slots;
    Array<HashEntry> entries;
    Array<int> failed;
    Table(int n, int functions, int load)
        : cuckoo{nullptr, functions, 0, 12345},
          slots((unsigned)(n * 100ull / load) + CUCKOO_FUNCTIONS), entries(slots), failed(1)
    {
        if (functions)
            cuckoo.width = slots / functions;
        cuckoo.entry = entries.data;
        name = (functions ? "cuckoo " + std::to_string(functions) : std::string("probing")) + " " +
               std::to_string(load) + "%";
    }
    void build(Insert *insert, const Pairs &pairs, int n)
    {
        CUDA_CHECK(cudaMemsetAsync(entries.data, 0xff, slots * sizeof(HashEntry)));
        CUDA_CHECK(cudaMemsetAsync(failed.data, 0, sizeof(int)));
        if (cuckoo.functions)
            insert(cuckoo, failed.data, pairs.keys.data, pairs.values.data, n);
        else if (n > 0)
            probe_insert<<<ceil_div(n, THREADS), THREADS>>>(entries.data, slots, pairs.keys.data,
                                                            pairs.values.data, n);
        CUDA_CHECK(cudaGetLastError());
    }
    void look_up(Find *find, unsigned *values, const unsigned *keys, int n)
    {
        if (cuckoo.functions)
            find(values, cuckoo, keys, n);
        else if (n > 0)
            probe_find<<<ceil_div(n, THREADS), THREADS>>>(values, entries.data, slots, keys, n);
        CUDA_CHECK(cudaGetLastError());
    }
};
} // namespace

// Tables with the shapes that are compared; those of the lab only if its functions are there.
static std::vector<std::shared_ptr<Table>> tables_for(int n, bool with_lab)
{
    static const int shapes[][2] = {{2, 40}, {3, 80}, {4, 80}, {4, 90}, {0, 40}, {0, 80}, {0, 90}};
    std::vector<std::shared_ptr<Table>> all;
    for (auto &shape : shapes)
        if (with_lab || !shape[0])
            all.push_back(std::make_shared<Table>(n, shape[0], shape[1]));
    return all;
}

void race_hash_tables(size_t size)
{
    int n = (int)size;
    auto insert = race_function<Insert>("lab", "cuckoo_insert");
    auto find = race_function<Find>("lab", "cuckoo_find");
    Pairs pairs(n);
    Array<unsigned> wanted(n), found(n), want(n);
    new_pairs(wanted.data, nullptr, n / 2, n); // the second half is not in the table
    auto search = [&](unsigned *to) {
        if (n > 0)
            search_sorted<<<ceil_div(n, THREADS), THREADS>>>(
                to, pairs.sorted.data, pairs.sorted_values.data, n, wanted.data, n);
        CUDA_CHECK(cudaGetLastError());
    };
    Race build = {"hash build", size, n * 8.0, n * 1.0, "Gkeys/s", {}};
    Race look_up = {"hash look-ups", size, n * 8.0, n * 1.0, "Gkeys/s", {}};
    if (n > 0) {
        build.all.push_back({"cub::DeviceRadixSort", pairs.sort, {}});
        look_up.all.push_back({"binary search", [&](int) { search(found.data); }, {}});
        pairs.sort(0);
    }
    search(want.data);
    for (auto &table : tables_for(n, insert && find)) {
        auto is_wrong = [=, &wanted, &found, &want] {
            table->look_up(find, found.data, wanted.data, n);
            return same_words(want.data, found.data, n);
        };
        build.all.push_back(
            {table->name, [=, &pairs](int) { table->build(insert, pairs, n); }, is_wrong});
        look_up.all.push_back(
            {table->name,
             [=, &wanted, &found](int) { table->look_up(find, found.data, wanted.data, n); },
             is_wrong});
    }
    race_run(build); // leaves the tables filled
    race_run(look_up);
}
