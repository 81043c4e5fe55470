// Lab 08: Dynamic parallelism, kernels that launch kernels
//
// Goal    Let a kernel decide on the GPU what runs next: a tree of greetings, three reductions
//         that differ in which thread launches and how often, a quicksort, a search.
// Write   TODO 1 to TODO 8, kernels and their launches; 145 short lines in all.
// Try     make run LAB=dynamic_parallelism      launches, copies and times, side by side
// Grade   make grade LAB=dynamic_parallelism    or, for one part: PART=1
// Pass    1. nested hello: one child grid per level and tree, down to one thread
//         2. nested reduction: each block launches, after a barrier
//         3. the same with tail launches: the same number of child grids, no barrier
//         4. one child grid of all blocks per level: 8 instead of 16384
//         5. quicksort: two child grids per piece, small pieces sorted without a launch
//         6. breadth-first search, driven by the host: a number copied back every wave
//         7. breadth-first search, driven by itself: each wave launches the next one
//         8. two child grids at the same time, and one after both, by an event of the kernel
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=dynamic_parallelism PART=1   three hints per part, the first says the least

#include <assert.h>
#include "lab.h"

enum {
    QUICK_BLOCK = 128,  // threads that sort a piece
    QUICK_SMALL = 128,  // elements of a piece that is sorted without children, at most
    QUICK_DEPTH = 20,   // levels of child grids; a deeper piece is sorted without children
    SEARCH_BLOCK = 64,  // threads per block in parts 6 and 7
    SEARCH_GRID = 16,   // blocks of a wave in part 7
    FAMILY_BLOCK = 256, // threads per block of the children of part 8
    FAMILY_GRID = 4     // and their blocks
};

// A launch from a kernel is pending, in a buffer of the device runtime, until its grid and
// all descendants have completed. There is room for 2048 pending launches. This function
// makes room for `count`. One launch too many fails.
inline void room_for_launches(size_t count)
{
    size_t room;
    CUDA_CHECK(cudaDeviceGetLimit(&room, cudaLimitDevRuntimePendingLaunchCount));
    if (room < count)
        CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count));
}

// For the thread that has just launched a grid: nobody else learns that a launch has failed. Then
// the assertion ends the kernel, and the next call of the host returns an error.
__device__ inline void check_launch() { assert(cudaGetLastError() == cudaSuccess); }

// ---- Part 1: nested hello ---------------------------------------------------------
//
// A grid of T threads launches one of T/2, which launches one of T/4 ... down to one thread.
// Every block of the first grid starts such a tree of its own.

__global__ void hello(int *record, int depth, int talk)
{
    // BEGIN TODO 1a (about 7 lines): write this thread into the record: HELLO(depth, block,
    // thread). If `talk` is set, print the three, too. Then the child: half as many threads, one
    // block, one level deeper. Which thread launches it, and where in the record does it write?
    // END TODO 1a
}

void launch_hello(int *record, int blocks, int threads, int talk)
{
    // BEGIN TODO 1b (1 line): launch depth 0 here.
    // END TODO 1b
    CUDA_CHECK(cudaGetLastError());
}

// ---- For comparison: halving in a loop --------------------------------------------
//
// The additions of parts 2 to 4, in place in global memory, by one kernel: here a loop does
// what the children do in these parts. Nothing to write.

__global__ void flat(int *sum, int *data, int n)
{
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half && first + t + half < n)
            data[first + t] += data[first + t + half];
        __syncthreads();
    }
    if (t == 0)
        sum[blockIdx.x] = data[first];
}

void launch_flat(int *sum, int *data, int n, int blocks, int size)
{
    flat<<<blocks, size>>>(sum, data, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: every block launches -------------------------------------------------
//
// A block of S threads has S elements in global memory; the last block may have fewer. It adds
// the upper half to the lower half. A child does the rest: one block of S/2 threads on S/2
// elements. The last child, with one pair, writes the sum.

__global__ void nested_each(int *sum, int *data, int n)
{
    // BEGIN TODO 2a (about 12 lines): one step of halving. Then launch the child or, if one
    // element is left, write the sum. A child sees what the thread that launches it has written
    // and seen; it must see what all the threads of the block have written.
    // END TODO 2a
}

void launch_nested_each(int *sum, int *data, int n, int blocks, int size)
{
    // BEGIN TODO 2b (about 2 lines): `blocks` blocks of `size` threads, and room for all
    // their launches.
    // END TODO 2b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: every block launches, and nothing waits ------------------------------
//
// A tail launch starts when the whole grid that launched it has completed. So everything
// that the grid wrote comes before everything that the child reads.

__global__ void nested_tail(int *sum, int *data, int n)
{
    // BEGIN TODO 3a (about 11 lines): as in 2a, with tail launches. Is the barrier still
    // needed?
    // END TODO 3a
}

void launch_nested_tail(int *sum, int *data, int n, int blocks, int size)
{
    // BEGIN TODO 3b (about 2 lines): as in 2b.
    // END TODO 3b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: one thread launches for all ------------------------------------------
//
// A level is one child grid, with as many blocks as its parent, and one thread for each
// pair. `size` is the number of elements from one piece to the next, at every level.

__global__ void nested_grid(int *sum, int *data, int n, int size)
{
    // BEGIN TODO 4a (about 9 lines): one step of halving with blockDim.x pairs per block; then
    // one thread of the whole grid launches the next level, or each block writes its sum.
    // END TODO 4a
}

void launch_nested_grid(int *sum, int *data, int n, int blocks, int size)
{
    // BEGIN TODO 4b (1 line): as many threads as there are pairs.
    // END TODO 4b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: quicksort ------------------------------------------------------------
//
// A block splits a piece by a pivot: smaller elements to the left, larger elements to the
// right, equal elements between them. Left and right are independent: two child grids, which
// can run at the same time.

// The calling block alone sorts a piece: the place of an element is the number of elements
// that belong before it. All threads of the block call.
__device__ void sort_small(int *data, int *spare, int n)
{
    // BEGIN TODO 5a (about 10 lines): count for every element, put it into `spare` at its
    // place, copy `spare` back. Equal elements need different places.
    // END TODO 5a
}

// An element near the middle, also of a piece that is already sorted.
__device__ int pivot_of(const int *data, int n)
{
    int a = data[0], b = data[n / 2], c = data[n - 1];
    return max(min(a, b), min(max(a, b), c));
}

__global__ void quicksort(int *data, int *spare, int n, int depth)
{
    // BEGIN TODO 5b (about 18 lines): sort a piece that is small, or too deep, here. Split any
    // other piece into `spare`, and copy it back.
    // END TODO 5b
    // BEGIN TODO 5c (about 7 lines): launch the part left of the pivot and the part right of it,
    // each as a grid of one block. They need not wait for each other.
    // END TODO 5c
}

void launch_quicksort(int *data, int *spare, int n)
{
    // BEGIN TODO 5d (about 2 lines): the first piece is the whole array, n >= 1.
    // END TODO 5d
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: breadth-first search, waves launched by the host ---------------------
//
// Wave d handles the vertices at distance d, which are in a queue, and puts the vertices at
// distance d + 1 into the next queue. The device knows the number of these vertices; the
// host must copy the number before it can launch the next wave.

typedef struct {
    int *level;           // distance from the source, or UNREACHED
    const int *row, *col; // the neighbours of v: col[row[v]] ... col[row[v + 1] - 1]
    int *queue[2];        // of wave d: queue[d % 2]
    int *count;           // of wave d: count[d % 3]
} Search;

// Before the first wave: only the source is reached.
__global__ void begin(Search s, int n, int source)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n)
        s.level[v] = v == source ? 0 : UNREACHED;
    if (v == 0) {
        s.queue[0][0] = source;
        s.count[0] = 1;
        s.count[1] = s.count[2] = 0;
    }
}

// Puts the neighbours of v that no thread has reached yet into the queue of wave `depth` + 1.
__device__ void expand(const Search &s, int v, int depth)
{
    // BEGIN TODO 6a (about 5 lines): several threads may find the same neighbour at the same
    // time, and exactly one of them must put it into the queue.
    // END TODO 6a
}

__global__ void wave(Search s, int count, int depth)
{
    // BEGIN TODO 6b (about 5 lines): one thread for each of the `count` vertices of the queue.
    // And one thread clears the counter that comes after the next one.
    // END TODO 6b
}

void launch_waves(Search s)
{
    // BEGIN TODO 6c (about 6 lines): wave after wave, as long as the queue is not empty; copy
    // `count` back from the device each time.
    // END TODO 6c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 7: breadth-first search, each wave launched by the one before -----------
//
// The number stays on the device. A wave of SEARCH_GRID blocks handles any number of
// vertices, so a thread can launch the next wave before its vertices are counted.

__global__ void wave_nested(Search s, int depth)
{
    // BEGIN TODO 7a (about 8 lines): a grid-stride loop over the queue of this wave. Then one
    // thread clears the counter after the next, and launches the next wave, unless the queue of
    // this wave was empty.
    // END TODO 7a
}

void launch_nested_waves(Search s)
{
    // BEGIN TODO 7b (1 line): wave 0, and nothing else.
    // END TODO 7b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 8: what a family shares -------------------------------------------------
//
// A polynomial of many terms, for n values of x. The terms with even powers of x and those with odd
// powers are two grids, which have nothing to wait for; a third grid adds their results. All three
// read the same constant memory: parent and children share it.

__constant__ unsigned coefficient[MAX_TERMS];

__global__ void every_second_term(unsigned *part, const unsigned *x, int n, int terms, int first)
{
    // BEGIN TODO 8a (about 8 lines): part[i] is the sum of the terms `first`, `first` + 2 ... at
    // x[i]; `first` is 0 or 1. A grid-stride loop, as in part 7.
    // END TODO 8a
}

__global__ void add_parts(unsigned *value, const unsigned *even, const unsigned *odd, int n)
{
    for (int i = blockIdx.x * FAMILY_BLOCK + threadIdx.x; i < n; i += FAMILY_GRID * FAMILY_BLOCK)
        value[i] = even[i] + odd[i];
}

// One thread.
__global__ void family(unsigned *value, unsigned *even, unsigned *odd, const unsigned *x, int n,
                       int terms)
{
    // BEGIN TODO 8b (about 15 lines): FAMILY_GRID blocks of FAMILY_BLOCK threads each: launch
    // every_second_term twice, so that both grids may run at the same time, and add_parts once, so
    // that it starts when both have completed. In a kernel, a stream needs cudaStreamNonBlocking
    // and an event cudaEventDisableTiming.
    // END TODO 8b
}

// `from` has `terms` coefficients, in device memory.
void launch_family(unsigned *value, unsigned *even, unsigned *odd, const unsigned *x, int n,
                   const unsigned *from, int terms)
{
    // BEGIN TODO 8c (about 2 lines): fill `coefficient`, then launch one thread. In which order,
    // and why does no kernel fill it?
    // END TODO 8c
    CUDA_CHECK(cudaGetLastError());
}

// ---- What the grader calls (see common/labs.h); nothing to do here ----------------

extern "C" void nested_hello(int *record, int blocks, int threads, int talk)
{
    launch_hello(record, blocks, threads, talk);
}

// The reductions work in place, on a copy. cudaFree waits for the grid and its children.
static void reduce_copy(void (*launch)(int *, int *, int, int, int), int *sum, const int *in, int n,
                        int size)
{
    int *data, blocks = ceil_div(n, size);
    if (blocks == 0)
        return;
    CUDA_CHECK(cudaMalloc(&data, n * sizeof *data));
    CUDA_CHECK(cudaMemcpy(data, in, n * sizeof *data, cudaMemcpyDeviceToDevice));
    launch(sum, data, n, blocks, size);
    CUDA_CHECK(cudaFree(data));
}

#define REDUCTION(name) \
    extern "C" void reduce_##name(int *sum, const int *in, int n, int size) \
    { \
        reduce_copy(launch_##name, sum, in, n, size); \
    }

REDUCTION(flat)
REDUCTION(nested_each)
REDUCTION(nested_tail)
REDUCTION(nested_grid)

extern "C" void nested_quicksort(int *data, int n)
{
    int *spare;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&spare, n * sizeof *spare));
    launch_quicksort(data, spare, n);
    CUDA_CHECK(cudaFree(spare));
}

static void search(void (*launch)(Search), int *level, const int *row, const int *col, int n,
                   int source)
{
    int *memory; // both queues and three counters
    CUDA_CHECK(cudaMalloc(&memory, (2 * (size_t)n + 3) * sizeof *memory));
    Search s = {level, row, col, {memory, memory + n}, memory + 2 * (size_t)n};
    begin<<<ceil_div(n, 256), 256>>>(s, n, source);
    CUDA_CHECK(cudaGetLastError());
    launch(s);
    CUDA_CHECK(cudaFree(memory));
}

extern "C" void search_host(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_waves, level, row, col, n, source);
}

extern "C" void search_nested(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_nested_waves, level, row, col, n, source);
}

extern "C" void polynomial_by_children(unsigned *value, const unsigned *x, int n,
                                       const unsigned *from, int terms)
{
    unsigned *parts;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&parts, 2 * (size_t)n * sizeof *parts));
    launch_family(value, parts, parts + n, x, n, from, terms);
    CUDA_CHECK(cudaFree(parts));
}
