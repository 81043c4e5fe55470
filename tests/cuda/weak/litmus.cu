// litmus.cu - what two blocks may see of each other's writes. Each test is run many times; the
// program prints how often each outcome came.
//
//   build/cudasim --tool racecheck --memory-model weak --schedule shuffle --seed 1 litmus
#include <cstdio>
#include <cuda/atomic>

#include "lab.h"

using Word = unsigned;
template <cuda::thread_scope S>
using Ref = cuda::atomic_ref<Word, S>;

struct Run {
    Word *x, *y, *seen; // two words, far from each other; what the two threads have loaded
    int what;
};

enum { STRONG, FENCE_WRITER, FENCE_READER, FENCES, RELEASE, ACQUIRE, BOTH, CTA, RMW, FORMS };

__device__ void store_volatile(Word *p, Word v) { *(volatile Word *)p = v; }
__device__ Word load_volatile(Word *p) { return *(volatile Word *)p; }

// Message passing: block 0 writes x, then y; block 1 reads y, then x. May y be new and x old?
__global__ void message_passing(Run r)
{
    Ref<cuda::thread_scope_device> y(*r.y);
    if (blockIdx.x == 0) {
        store_volatile(r.x, 1);
        if (r.what == FENCE_WRITER || r.what == FENCES)
            __threadfence();
        if (r.what == CTA)
            __threadfence_block();
        if (r.what == RELEASE || r.what == BOTH)
            y.store(1, cuda::memory_order_release);
        else if (r.what == RMW) {
            __threadfence();
            atomicAdd(r.y, 1);
        } else
            store_volatile(r.y, 1);
    } else {
        if (r.what == ACQUIRE || r.what == BOTH)
            r.seen[0] = y.load(cuda::memory_order_acquire);
        else if (r.what == RMW) {
            r.seen[0] = atomicAdd(r.y, 0);
            __threadfence();
        } else
            r.seen[0] = load_volatile(r.y);
        if (r.what == FENCE_READER || r.what == FENCES)
            __threadfence();
        if (r.what == CTA)
            __threadfence_block();
        r.seen[1] = load_volatile(r.x);
    }
}

// Store buffering: each block writes its word and reads the other's. May both be old?
__global__ void store_buffering(Run r)
{
    Word *mine = blockIdx.x ? r.y : r.x, *other = blockIdx.x ? r.x : r.y;
    store_volatile(mine, 1);
    if (r.what == FENCES)
        __threadfence();
    r.seen[blockIdx.x] = load_volatile(other);
}

// Load buffering: each block reads a word and writes the other. May both be new?
__global__ void load_buffering(Run r)
{
    Word *mine = blockIdx.x ? r.y : r.x, *other = blockIdx.x ? r.x : r.y;
    r.seen[blockIdx.x] = load_volatile(mine);
    if (r.what == FENCES)
        __threadfence();
    store_volatile(other, 1);
}

// Coherence: block 1 reads a word twice, while block 0 writes it. May the second be older?
__global__ void coherence(Run r)
{
    if (blockIdx.x == 0) {
        store_volatile(r.x, 1);
    } else {
        r.seen[0] = load_volatile(r.x);
        r.seen[1] = load_volatile(r.x);
    }
}

template <typename Kernel>
void litmus(const char *name, Kernel kernel, int what, int times)
{
    enum { GAP = 1024 };
    Word *all, seen[2];
    int count[4] = {};
    CUDA_CHECK(cudaMalloc(&all, (2 * GAP + 2) * sizeof *all));
    for (int i = 0; i < times; i++) {
        CUDA_CHECK(cudaMemset(all, 0, (2 * GAP + 2) * sizeof *all));
        kernel<<<2, 1>>>(Run{all, all + GAP, all + 2 * GAP, what});
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaMemcpy(seen, all + 2 * GAP, sizeof seen, cudaMemcpyDeviceToHost));
        count[2 * seen[0] + seen[1]]++;
    }
    printf("%-32s 00 %5d  01 %5d  10 %5d  11 %5d\n", name, count[0], count[1], count[2], count[3]);
    CUDA_CHECK(cudaFree(all));
}

int main(int argc, char **argv)
{
    const int times = argc > 1 ? atoi(argv[1]) : 200;
    static const char *const form[FORMS] = {
        "no fence",       "fence of the writer", "fence of the reader", "both fences", "release",
        "acquire",        "release, acquire",    "fences of the block", "atomics, fences"};
    char name[64];
    for (int f = 0; f < FORMS; f++) {
        snprintf(name, sizeof name, "MP %s", form[f]);
        litmus(name, message_passing, f, times);
    }
    litmus("SB no fence", store_buffering, STRONG, times);
    litmus("SB both fences", store_buffering, FENCES, times);
    litmus("LB no fence", load_buffering, STRONG, times);
    litmus("LB both fences", load_buffering, FENCES, times);
    litmus("CoRR", coherence, STRONG, times);
    return 0;
}
