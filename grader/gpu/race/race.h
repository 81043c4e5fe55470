// race.h - contestants that do the same work on the same GPU, in one run: the variants of a lab,
// the student's and the course's fastest kernels, and NVIDIA's libraries.
//
// A time is the median of RUNS runs by events, after WARM_UP that do not count. The contestants
// take turns; before each run the L2 cache is filled with other data, and the inputs rotate. The
// other data are read, so that nothing is left to be written back; race_dirty() writes them. A
// library gets its work space beforehand.
#pragma once

#include "lab.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

enum { RUNS = 11, WARM_UP = 2, INPUTS = 2 };

// ---- race.cu: objects ---------------------------------------------------------------------

// A function of the lab's file ("lab"), of the course's fastest kernels ("fastest"), or of the
// student's own ("yours"); nullptr if there is none.
void *race_symbol(const char *whose, const char *name);
template <typename F>
F *race_function(const char *whose, const char *name)
{
    return (F *)race_symbol(whose, name);
}

// ---- race.cu: contestants -------------------------------------------------------------------

struct Contestant {
    std::string name;
    std::function<void(int run)> work;
    std::function<std::string()> wrong; // after work(0): "" or what is wrong; empty: not compared
};

struct Race {
    std::string work; // "scan", "histogram 256 uniform"
    size_t n;
    double bytes, operations; // of one call: those that the result needs
    const char
        *unit; // of the table's rate: "GB/s" (of bytes), "Gkeys/s", "Mturns/s" (of n), "GFLOP/s"
    std::vector<Contestant> all; // the first is the library's, and the others' ratio is to it
    bool dirty = false;          // the caches before each run
};

// Compares the contestants, then, unless the run only checks, times those that are right.
void race_run(const Race &race);

// The same once more, with caches that hold what another program has just written. Not in the
// simulator, and not if the run only checks.
void race_dirty(Race race);

// Compares and times `count` races that one(0) to one(count - 1) run, and prints one row for
// each contestant: the median and the worst of its ratios to the library's time.
void race_many(const std::string &works, int count, const std::function<void(int i)> &one);

// True if this run only compares.
bool race_checks();

// ---- inputs.cu --------------------------------------------------------------------------------

template <typename T>
struct Array {
    T *data;
    explicit Array(size_t n) { CUDA_CHECK(cudaMalloc(&data, n * sizeof(T) + 16)); }
    ~Array() { CUDA_CHECK(cudaFree(data)); }
    Array(const Array &) = delete;
};

// The values of the inputs.
enum Kind {
    ANY,     // all ints alike
    BELOW,   // 0 to range - 1, all alike
    ONE_BIN, // seven of eight are range / 3, the others as BELOW
    POWER,   // below range, the small ones far more often
    AND3,    // each bit is set with probability 1/8: few different digits
    SAME,    // one value
    SORTED,  // all values below range, if it is more than 1
    REVERSED,
    SHAKEN,  // in order but for neighbours: every key is less than 1024 places from its own
    DEALT,   // in order but for one key of 100, which is anywhere
    FEW_BITS // 12
};
extern const char *const kind_name[];

void fill_ints(int *out, size_t n, Kind kind = ANY, unsigned range = 1, unsigned seed = 1);
void fill_bytes(unsigned char *out, size_t n, unsigned seed);
void make_floats(int *words, size_t n); // the same words as floats from -1 to 1
void flush_cache(bool dirty);
// A kernel that reads n ints and writes nothing.
void read_only(const int *in, size_t n);

// "" or how many of the words differ, or by how much the floats do.
std::string same_words(const void *a, const void *b, size_t words);
// The same; afterwards `got` is spoilt: a contestant that does nothing must not find the result of
// the one before it.
std::string same_and_spoil(const void *want, void *got, size_t words);
std::string same_floats(const float *a, const float *b, size_t n, double tolerance);

// One input for each run in turn.
struct Inputs {
    std::vector<std::shared_ptr<Array<int>>> sets;
    Inputs(size_t n, Kind kind = ANY, unsigned range = 1)
    {
        for (int i = 0; i < INPUTS; i++) {
            sets.push_back(std::make_shared<Array<int>>(n));
            fill_ints(sets[i]->data, n, kind, range, i + 1);
        }
    }
    int *operator[](int run) const { return sets[run % INPUTS]->data; }
};

// Work space of a CUB algorithm: asks for the size, allocates it; then the call can run.
template <typename Call>
std::function<void(int)> with_space(Call call)
{
    size_t bytes = 0;
    CUDA_CHECK(call((void *)nullptr, bytes, 0));
    auto space = std::make_shared<Array<char>>(bytes);
    return [=](int run) {
        size_t size = bytes;
        CUDA_CHECK(call((void *)space->data, size, run));
    };
}

// ---- labs/NN_topic/speed.cu

// The works of a lab at one size. `n` is the number of elements.
void race_sums(size_t n);
void race_scans(size_t n);
void race_compactions(size_t n, int percent);
void race_sorts(size_t n, Kind kind);
void race_transposes(size_t rows, size_t cols);
void race_products(int m, int k, int n);
void race_byte_histograms(size_t n, Kind kind);
void race_histograms(size_t n, int nbins, Kind kind);
void race_pipelines(size_t n);
void race_large_products(int n);
void race_hash_tables(size_t n);
void race_sparse(bool small); // the works of lab 11, all of them
void race_lists(size_t n);
void race_searches(bool small); // on all graphs
void race_distances(size_t n);
void race_half_products(int m, int k, int n);
void race_smoothings(int rows); // lab 17
void race_locks(int blocks);    // lab 18: at most MODEL_BLOCKS
void race_queues(int nodes);
void race_ranks(int pages); // lab 19
void race_waves(int vertices, bool wide);
