// Lab 03: Atomics
//
// Goal    Many threads change the same word, and no update is lost: first right, then with
//         as few atomics as possible.
// Write   TODO 1 to TODO 7, kernels and launches; 75 short lines in all.
// Try     make run LAB=atomics      the lost updates, and the counters of every part
// Grade   make grade LAB=atomics    or, for one part: PART=1
// Pass    1. a counter that loses no update
//         2. a list that threads append to
//         3. the same with one atomic per warp: ballot and find first set
//         4. a histogram in global memory
//         5. the same, privatised in shared memory
//         6. a maximum of floats, by compare-and-swap
//         7. three words that change together, with a lock that does not hang
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=atomics PART=1      three hints per part, the first says the least

#include "lab.h"
#include <climits>
#include <cuda/atomic>

enum {
    BLOCK = ATOMICS_BLOCK, // threads per block, in every part
    BINS = ATOMICS_BINS    // one bin for each value of a byte
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// The number of blocks for n elements, with `each` elements per thread.
static int blocks_for(int n, int each) { return ceil_div(n, BLOCK * each); }

// ---- Part 1: a counter --------------------------------------------------------------
//
// How many elements are above the limit? The first kernel is given. It is wrong: look at
// the output of `make run`.

__global__ void lose(int *count, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] > limit)
        *count = *count + 1; // read, add, write: what if two threads do this at the same time?
}

__global__ void count(int *count, const int *__restrict__ in, int n, int limit)
{
    // BEGIN TODO 1a (about 3 lines): the same, without losing an update.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] > limit)
        atomicAdd(count, 1);
    // END TODO 1a
}

void count_above(int *result, const int *in, int n, int limit)
{
    // BEGIN TODO 1b (about 2 lines): one thread per element; no launch for n = 0.
    if (n > 0)
        count<<<blocks_for(n, 1), BLOCK>>>(result, in, n, limit);
    // END TODO 1b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: a list that threads append to ---------------------------------------------
//
// The list takes the index of every element above the limit, in any order. A slot belongs to
// the thread that takes it; size is the number of slots taken so far.

__global__ void push_each(int *size, int *list, const int *__restrict__ in, int n, int limit)
{
    // BEGIN TODO 2a (about 3 lines): take a slot, write the index there.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] > limit)
        list[atomicAdd(size, 1)] = i;
    // END TODO 2a
}

void list_each(int *size, int *list, const int *in, int n, int limit)
{
    // BEGIN TODO 2b (about 2 lines): as in 1b.
    if (n > 0)
        push_each<<<blocks_for(n, 1), BLOCK>>>(size, list, in, n, limit);
    // END TODO 2b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: one atomic per warp ---------------------------------------------------------
//
// The lanes of a warp that have an element to append take their slots together: one of
// these lanes, the leader, takes the slots for all of them.

__global__ void push_warp(int *size, int *list, const int *__restrict__ in, int n, int limit)
{
    // BEGIN TODO 3a (about 14 lines): which lanes have an element to append (ballot)? The first
    // of them (find first set) takes one slot for each (popc), and sends the number of the first
    // slot to the others (shfl). My slot: the first one plus the number of keepers before me.
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % WARP_SIZE;
    bool keep = i < n && in[i] > limit;
    unsigned keepers = __ballot_sync(ALL_LANES, keep); // all lanes call, also beyond n
    if (keepers == 0)
        return; // true or false for the whole warp
    int leader = __ffs(keepers) - 1;
    int first = 0;
    if (lane == leader)
        first = atomicAdd(size, __popc(keepers));
    first = __shfl_sync(ALL_LANES, first, leader);
    unsigned before = keepers & ((1u << lane) - 1);
    if (keep)
        list[first + __popc(before)] = i;
    // END TODO 3a
}

void list_warp(int *size, int *list, const int *in, int n, int limit)
{
    // BEGIN TODO 3b (about 2 lines): as in 1b.
    if (n > 0)
        push_warp<<<blocks_for(n, 1), BLOCK>>>(size, list, in, n, limit);
    // END TODO 3b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: a histogram in global memory ---------------------------------------------------

enum { EACH = 16 }; // elements per thread, parts 4 to 7: blockDim.x apart, in tiles of BLOCK * EACH

__global__ void global_bins(unsigned *bins, const unsigned char *__restrict__ in, int n)
{
    // BEGIN TODO 4a (about 3 lines): element i counts in bin in[i].
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        atomicAdd(&bins[in[i]], 1u);
    // END TODO 4a
}

void bytes_global(unsigned *bins, const unsigned char *in, int n)
{
    // BEGIN TODO 4b (about 2 lines): EACH elements per thread.
    if (n > 0)
        global_bins<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    // END TODO 4b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: a private histogram for every block ----------------------------------------------

__global__ void private_bins(unsigned *bins, const unsigned char *__restrict__ in, int n)
{
    // BEGIN TODO 5a (about 10 lines): bins in shared memory, for this block only: clear them,
    // count, add the counts to the bins in global memory.
    __shared__ unsigned mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        mine[b] = 0;
    __syncthreads();
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        if (mine[b] > 0)
            atomicAdd(&bins[b], mine[b]);
    // END TODO 5a
}

void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    // BEGIN TODO 5b (about 2 lines): as in 4b.
    if (n > 0)
        private_bins<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    // END TODO 5b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: a maximum of floats ------------------------------------------------
//
// There is an atomicMax for integers, but none for floats. Compare-and-swap makes any
// function of one word atomic: "if the word is still what I have seen, store my value".

__device__ void atomic_max(float *address, float value)
{
    // BEGIN TODO 6a (about 6 lines): while `value` is larger than the word, try to swap it
    // in. Another thread may have changed the word after you read it. Then the swap fails, and
    // returns the new content. Swaps work on the bits, so on an int.
    cuda::atomic_ref<int, cuda::thread_scope_device> word(*(int *)address);
    int seen = word.load(cuda::memory_order_relaxed);
    while (__int_as_float(seen) < value &&
           !word.compare_exchange_strong(seen, __float_as_int(value), cuda::memory_order_relaxed))
        ; // `seen` is what the swap has found
    // END TODO 6a
}

__global__ void maximum(float *result, const float *__restrict__ in, int n)
{
    // BEGIN TODO 6b (about 5 lines): first the maximum of the thread itself, in a register;
    // then one atomic_max.
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    float best = -INFINITY;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        best = fmaxf(best, in[i]);
    atomic_max(result, best);
    // END TODO 6b
}

void max_float(float *result, const float *in, int n)
{
    // BEGIN TODO 6c (about 2 lines): as in 4b.
    if (n > 0)
        maximum<<<blocks_for(n, EACH), BLOCK>>>(result, in, n);
    // END TODO 6c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 7: three words behind a lock -------------------------------------------------------
//
// A record of count, sum and maximum. No atomic changes three words at once, so a lock
// decides which thread may change them.

__device__ int locked = 0; // 1 while a thread has the lock

__device__ void lock()
{
    // BEGIN TODO 7a (about 3 lines): wait until the lock was 0 and this thread has set it to 1.
    // No later access may be done before that: acquire. Pause between two attempts, and longer each
    // time, so that the thread with the lock can work.
    cuda::atomic_ref<int, cuda::thread_scope_device> word(locked);
    for (unsigned ns = 32; word.exchange(1, cuda::memory_order_acquire) != 0;
         ns = min(2 * ns, 1024u))
        __nanosleep(ns);
    // END TODO 7a
}

__device__ void unlock()
{
    // BEGIN TODO 7b (about 2 lines): store the 0, so that whoever sees it also sees all earlier
    // stores: release.
    cuda::atomic_ref<int, cuda::thread_scope_device> word(locked);
    word.store(0, cuda::memory_order_release);
    // END TODO 7b
}

__global__ void record_all(long long *record, const int *__restrict__ in, int n)
{
    // The count, sum and maximum of the block, by atomics on shared memory. Given.
    __shared__ unsigned long long sum;
    __shared__ int count, largest;
    if (threadIdx.x == 0) {
        sum = 0;
        count = 0;
        largest = INT_MIN;
    }
    __syncthreads();
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK) {
        atomicAdd(&sum, (unsigned long long)in[i]);
        atomicAdd(&count, 1);
        atomicMax(&largest, in[i]);
    }
    __syncthreads();
    // BEGIN TODO 7c (about 8 lines): one thread takes the lock, updates record[0] (count),
    // record[1] (sum) and record[2] (maximum), and releases the lock.
    if (threadIdx.x == 0) {
        lock();
        record[0] += count;
        record[1] += (long long)sum;
        if (largest > record[2])
            record[2] = largest;
        unlock();
    }
    // END TODO 7c
}

void locked_record(long long *record, const int *in, int n)
{
    // BEGIN TODO 7d (about 2 lines): as in 4b.
    if (n > 0)
        record_all<<<blocks_for(n, EACH), BLOCK>>>(record, in, n);
    // END TODO 7d
    CUDA_CHECK(cudaGetLastError());
}

// ---- What the grader calls (see common/labs.h); nothing to do here --------------

void count_lost(int *result, const int *in, int n, int limit)
{
    int before, after;
    CUDA_CHECK(cudaMemcpy(&before, result, sizeof before, cudaMemcpyDeviceToHost));
    lose<<<blocks_for(n, 1), BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaMemcpy(&after, result, sizeof after, cudaMemcpyDeviceToHost));
    printf("without an atomic: counted %d of %d elements\n", after - before, n);
}

// How often each index is in the list.
__global__ void tally(int *seen, const int *size, const int *list, int n)
{
    int k = blockIdx.x * BLOCK + threadIdx.x;
    if (k < *size && k < n && list[k] >= 0 && list[k] < n)
        atomicAdd(&seen[list[k]], 1);
}

typedef void (*MakeList)(int *size, int *list, const int *in, int n, int limit);

static void push_and_tally(MakeList make, int *size, int *seen, const int *in, int n, int limit)
{
    int *list;
    CUDA_CHECK(cudaMalloc(&list, (n + 1) * sizeof *list));
    make(size, list, in, n, limit);
    if (n > 0)
        tally<<<blocks_for(n, 1), BLOCK>>>(seen, size, list, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(list));
}

void push_back_each(int *size, int *seen, const int *in, int n, int limit)
{
    push_and_tally(list_each, size, seen, in, n, limit);
}

void push_back_warp(int *size, int *seen, const int *in, int n, int limit)
{
    push_and_tally(list_warp, size, seen, in, n, limit);
}
