// litmus.cu - what two blocks may see of each other's writes. Each test runs many times; the
// program prints how often each outcome came.
//
//   build/cudasim --tool racecheck --memory-model weak --schedule shuffle --seed 1 litmus 50
//   litmus 1000 200 400        on a GPU: 1000 times, 200 pairs of blocks at once, delays of up to
//                              400 cycles
#include <cstdio>
#include <cuda/atomic>

#include "lab.h"

using Word = unsigned;
using Ref = cuda::atomic_ref<Word, cuda::thread_scope_device>;

enum { STRONG, FENCE_WRITER, FENCE_READER, FENCES, RELEASE, ACQUIRE, BOTH, CTA, RMW, FORMS };
enum { GAP = 1024 }; // between two words, so that no cache line holds both

struct Pairs {
    Word *words;           // two of each pair
    Word *seen;            // what the two blocks of each pair have loaded
    const unsigned *delay; // of each block, in cycles: the blocks meet in every possible way
    int form;
};

// A block's view of its pair.
struct Pair {
    Word *x, *y, *seen;
    int self; // 0 or 1
};

__device__ Pair pair_of(const Pairs &p)
{
    int pair = blockIdx.x / 2;
    const unsigned delay = p.delay[blockIdx.x];
    for (clock_t begin = clock(); clock() - begin < delay;)
        ;
    Word *x = p.words + 2 * GAP * pair;
    return {x, x + GAP, p.seen + 2 * pair, int(blockIdx.x % 2)};
}

__device__ void store_volatile(Word *p, Word v) { *(volatile Word *)p = v; }
__device__ Word load_volatile(Word *p) { return *(volatile Word *)p; }

__device__ void publish(Word *p, int form)
{
    if (form == FENCE_WRITER || form == FENCES || form == RMW)
        __threadfence();
    if (form == CTA)
        __threadfence_block();
    if (form == RELEASE || form == BOTH)
        Ref(*p).store(1, cuda::memory_order_release);
    else if (form == RMW)
        atomicAdd(p, 1);
    else
        store_volatile(p, 1);
}

__device__ Word look(Word *p, int form)
{
    Word value;
    if (form == ACQUIRE || form == BOTH)
        value = Ref(*p).load(cuda::memory_order_acquire);
    else if (form == RMW)
        value = atomicAdd(p, 0);
    else
        value = load_volatile(p);
    if (form == FENCE_READER || form == FENCES || form == RMW)
        __threadfence();
    if (form == CTA)
        __threadfence_block();
    return value;
}

// Message passing: block 0 writes x, then y; block 1 reads y, then x. May y be new and x old?
__global__ void message_passing(Pairs pairs)
{
    Pair p = pair_of(pairs);
    if (p.self == 0) {
        store_volatile(p.x, 1);
        publish(p.y, pairs.form);
    } else {
        p.seen[0] = look(p.y, pairs.form);
        p.seen[1] = load_volatile(p.x);
    }
}

// The flag's release is overwritten, or counted on, without one. May a block that has read the 1, acquiring, find
// the old x? (seen[0]: it has read the 1.)
__global__ void overwritten(Pairs pairs)
{
    Pair p = pair_of(pairs);
    if (p.self == 0) {
        store_volatile(p.x, 1);
        if (pairs.form == RMW) {
            Ref(*p.y).fetch_add(1, cuda::memory_order_release);
            Ref(*p.y).fetch_add(1, cuda::memory_order_relaxed);
        } else {
            publish(p.y, BOTH);
            Ref(*p.y).store(2, cuda::memory_order_relaxed);
        }
    } else {
        p.seen[0] = look(p.y, BOTH) == 1;
        p.seen[1] = load_volatile(p.x);
    }
}

// Store buffering: each block writes its word and reads the other's. May both be old?
__global__ void store_buffering(Pairs pairs)
{
    Pair p = pair_of(pairs);
    store_volatile(p.self ? p.y : p.x, 1);
    if (pairs.form == FENCES)
        __threadfence();
    p.seen[p.self] = load_volatile(p.self ? p.x : p.y);
}

// Load buffering: each block reads a word and writes the other. May both be new?
__global__ void load_buffering(Pairs pairs)
{
    Pair p = pair_of(pairs);
    p.seen[p.self] = load_volatile(p.self ? p.y : p.x);
    if (pairs.form == FENCES)
        __threadfence();
    store_volatile(p.self ? p.x : p.y, 1);
}

// Coherence: block 1 reads a word twice, while block 0 writes it. May the second be older?
__global__ void coherence(Pairs pairs)
{
    Pair p = pair_of(pairs);
    if (p.self == 0) {
        store_volatile(p.x, 1);
    } else {
        p.seen[0] = load_volatile(p.x);
        p.seen[1] = load_volatile(p.x);
    }
}

struct Effort {
    int times, pairs;
    unsigned most_delay;
};

template <typename Kernel> void litmus(const char *name, Kernel kernel, int form, Effort effort)
{
    const int n = effort.pairs;
    Word *words, *seen = new Word[2 * n];
    unsigned *delay, *delay_there;
    long count[4] = {};
    CUDA_CHECK(cudaMalloc(&words, sizeof *words * (2 * GAP + 2) * n));
    CUDA_CHECK(cudaMallocHost(&delay, sizeof *delay * 2 * n));
    CUDA_CHECK(cudaMalloc(&delay_there, sizeof *delay * 2 * n));
    Word *seen_there = words + (size_t)2 * GAP * n;
    for (int i = 0; i < effort.times; i++) {
        CUDA_CHECK(cudaMemset(words, 0, sizeof *words * (2 * GAP + 2) * n));
        for (int k = 0; k < 2 * n; k++)
            delay[k] = rand() % effort.most_delay;
        CUDA_CHECK(cudaMemcpy(delay_there, delay, sizeof *delay * 2 * n, cudaMemcpyDefault));
        kernel<<<2 * n, 1>>>(Pairs{words, seen_there, delay_there, form});
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaMemcpy(seen, seen_there, sizeof *seen * 2 * n, cudaMemcpyDeviceToHost));
        for (int k = 0; k < n; k++)
            count[2 * seen[2 * k] + seen[2 * k + 1]]++;
    }
    printf("%s: 00 %ld 01 %ld 10 %ld 11 %ld\n", name, count[0], count[1], count[2], count[3]);
    CUDA_CHECK(cudaFree(words));
    CUDA_CHECK(cudaFreeHost(delay));
    CUDA_CHECK(cudaFree(delay_there));
    delete[] seen;
}

int main(int argc, char **argv)
{
    const Effort effort = {argc > 1 ? atoi(argv[1]) : 50, argc > 2 ? atoi(argv[2]) : 1,
                           argc > 3 ? (unsigned)atoi(argv[3]) : 4};
    static const char *const form[FORMS] = {
        "no fence", "fence of the writer", "fence of the reader", "both fences",    "release",
        "acquire",  "release, acquire",    "fences of the block", "atomics, fences"};
    char name[64];
    for (int f = 0; f < FORMS; f++) {
        snprintf(name, sizeof name, "MP %s", form[f]);
        litmus(name, message_passing, f, effort);
    }
    litmus("MP overwritten", overwritten, BOTH, effort);
    litmus("MP counted on", overwritten, RMW, effort);
    litmus("SB no fence", store_buffering, STRONG, effort);
    litmus("SB both fences", store_buffering, FENCES, effort);
    litmus("LB no fence", load_buffering, STRONG, effort);
    litmus("LB both fences", load_buffering, FENCES, effort);
    litmus("CoRR", coherence, STRONG, effort);
    return 0;
}
