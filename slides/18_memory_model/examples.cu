// examples.cu - the code on the slides of lab 18, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
#include <cuda/atomic>
#include <cuda/barrier>
#include <new>

#include "../examples.h"

// BEGIN SLIDE refs
template <typename T>
using Device = cuda::atomic_ref<T, cuda::thread_scope_device>;
template <typename T>
using System = cuda::atomic_ref<T, cuda::thread_scope_system>;
// END SLIDE refs

using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;

enum { BLOCKS = 6, THREADS = 32, TIMES = 20 };

// ---- messages ------------------------------------------------------------------------

// Words that two blocks share.
struct Shared {
    int x, y, flag;
};

// BEGIN SLIDE message
__global__ void tell(int *out, Shared *s)
{
    if (blockIdx.x == 0) {
        s->x = 42; // a plain word
        Device<int>(s->flag).store(1, memory_order_release);
    } else {
        while (Device<int>(s->flag).load(memory_order_acquire) == 0)
            ;
        *out = s->x; // 42, always
    }
}
// END SLIDE message

__global__ void tell_with_fences(int *out, Shared *s)
{
    // BEGIN SLIDE fences
    if (blockIdx.x == 0) {
        s->x = 42;
        cuda::atomic_thread_fence(memory_order_release, cuda::thread_scope_device);
        Device<int>(s->flag).store(1, memory_order_relaxed);
    } else {
        while (Device<int>(s->flag).load(memory_order_relaxed) == 0)
            ;
        cuda::atomic_thread_fence(memory_order_acquire, cuda::thread_scope_device);
        *out = s->x;
    }
    // END SLIDE fences
}

// BEGIN SLIDE barrier
// The release of the last thread covers the words of all: a barrier is between them.
__device__ void show_all(int *words, int mine, int *flag)
{
    words[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
        Device<int>(*flag).store(1, memory_order_release);
}
// END SLIDE barrier

__global__ void sum_of_all(int *out, int *words, int *flag)
{
    if (blockIdx.x == 0) {
        show_all(words, threadIdx.x, flag);
    } else if (threadIdx.x == 0) {
        while (Device<int>(*flag).load(memory_order_acquire) == 0)
            ;
        for (int i = 0; i < THREADS; i++)
            *out += words[i];
    }
}

// ---- store buffering -------------------------------------------------------------------

__global__ void both_look(int *seen, Shared *s)
{
    // BEGIN SLIDE buffering
    int *mine = blockIdx.x == 0 ? &s->x : &s->y, *other = blockIdx.x == 0 ? &s->y : &s->x;
    Device<int>(*mine).store(1, memory_order_relaxed);
    cuda::atomic_thread_fence(memory_order_seq_cst, cuda::thread_scope_device);
    seen[blockIdx.x] = Device<int>(*other).load(memory_order_relaxed);
    // END SLIDE buffering
}

__global__ void look_twice(int *seen, Shared *s)
{
    if (blockIdx.x == 0) {
        Device<int>(s->x).store(1, memory_order_relaxed);
        return;
    }
    // BEGIN SLIDE coherence
    seen[0] = Device<int>(s->x).load(memory_order_relaxed);
    seen[1] = Device<int>(s->x).load(memory_order_relaxed); // never older than the first
    // END SLIDE coherence
}

// ---- a lock ------------------------------------------------------------------------------

__global__ void add_in_turn(int *total, int *taken)
{
    // BEGIN SLIDE lock
    while (Device<int>(*taken).exchange(1, memory_order_acquire) != 0)
        ;
    *total += blockIdx.x; // a plain word: only the holder uses it
    Device<int>(*taken).store(0, memory_order_release);
    // END SLIDE lock
}

// ---- host and kernel -----------------------------------------------------------------------

// BEGIN SLIDE bell
__global__ void wait_for_host(int *out, Shared *s)
{
    while (System<int>(s->flag).load(memory_order_acquire) == 0)
        ;
    *out = s->x + s->y;
}
// END SLIDE bell

static void ring_the_bell(int *out)
{
    Shared *s;
    CUDA_CHECK(cudaMallocHost(&s, sizeof *s));
    *s = {};
    // BEGIN SLIDE host
    wait_for_host<<<1, 1>>>(out, s); // is running, or will be
    s->x = 40;
    s->y = 2;
    System<int>(s->flag).store(1, memory_order_release);
    // END SLIDE host
    expect_success("bell", cudaDeviceSynchronize());
    expect_equal("bell", *out, 42);
    CUDA_CHECK(cudaFreeHost(s));
}

// ---- fewest ----------------------------------------------------------------------------------

__global__ void last_adds(int *out, int *sums, int *arrived)
{
    // BEGIN SLIDE last
    sums[blockIdx.x] = blockIdx.x + 1;
    int before = Device<int>(*arrived).fetch_add(1, memory_order_acq_rel);
    if (before == gridDim.x - 1) // all others have released, and I have acquired
        for (unsigned b = 0; b < gridDim.x; b++)
            *out += sums[b];
    // END SLIDE last
}

// ---- the library -------------------------------------------------------------------------------

using GridBarrier = cuda::barrier<cuda::thread_scope_device>;

__global__ void start_barrier(GridBarrier *barrier) { new (barrier) GridBarrier(BLOCKS); }

__global__ void pass_right(int *out, int *words, GridBarrier *barrier)
{
    // BEGIN SLIDE library
    words[blockIdx.x] = blockIdx.x;
    barrier->arrive_and_wait(); // a cuda::barrier of device scope: one thread of each block
    out[blockIdx.x] = words[(blockIdx.x + 1) % gridDim.x];
    // END SLIDE library
}

// ---- all -----------------------------------------------------------------------------------------

static void check_messages(int *out, Shared *s, int *words)
{
    tell<<<2, 1>>>(out, s);
    expect_success("tell", cudaDeviceSynchronize());
    expect_equal("message", *out, 42);
    *s = {};
    *out = 0;
    tell_with_fences<<<2, 1>>>(out, s);
    expect_success("tell_with_fences", cudaDeviceSynchronize());
    expect_equal("fences", *out, 42);
    *s = {};
    *out = 0;
    sum_of_all<<<2, THREADS>>>(out, words, &s->flag);
    expect_success("sum_of_all", cudaDeviceSynchronize());
    expect_equal("barrier", *out, THREADS * (THREADS - 1) / 2);
}

static void check_orders(int *seen, Shared *s)
{
    for (int k = 0; k < TIMES; k++) {
        *s = {};
        both_look<<<2, 1>>>(seen, s);
        expect_success("both_look", cudaDeviceSynchronize());
        expect(seen[0] || seen[1], "one sees the other", k);
        *s = {};
        look_twice<<<2, 1>>>(seen, s);
        expect_success("look_twice", cudaDeviceSynchronize());
        expect(seen[0] <= seen[1], "coherence", k);
    }
}

int main()
{
    int *out = managed<int>(BLOCKS), *words = managed<int>(THREADS), *count = managed<int>(2);
    Shared *s = managed<Shared>(1);
    GridBarrier *barrier;
    check_messages(out, s, words);
    check_orders(words, s);
    ring_the_bell(out);

    add_in_turn<<<BLOCKS, 1>>>(&count[0], &count[1]);
    expect_success("add_in_turn", cudaDeviceSynchronize());
    expect_equal("lock", count[0], BLOCKS * (BLOCKS - 1) / 2);

    *out = 0;
    last_adds<<<BLOCKS, 1>>>(out, words, &count[1]);
    expect_success("last_adds", cudaDeviceSynchronize());
    expect_equal("last", *out, BLOCKS * (BLOCKS + 1) / 2);

    CUDA_CHECK(cudaMalloc(&barrier, sizeof *barrier));
    start_barrier<<<1, 1>>>(barrier);
    pass_right<<<BLOCKS, 1>>>(out, words, barrier);
    expect_success("pass_right", cudaDeviceSynchronize());
    for (int b = 0; b < BLOCKS; b++)
        expect_equal("library", out[b], (b + 1) % BLOCKS);

    expect_success("cudaFree", cudaFree(barrier));
    expect_success("cudaFree", cudaFree(out));
    expect_success("cudaFree", cudaFree(words));
    expect_success("cudaFree", cudaFree(count));
    expect_success("cudaFree", cudaFree(s));
    return mistakes != 0;
}
