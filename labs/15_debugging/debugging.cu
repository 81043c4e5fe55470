// Lab 15: Eight broken programs
//
// Goal    Find a mistake by evidence, name its cause and its line, and mend the code.
// Write   In TODO 1 to 8, change the given lines. In answers.txt, write what you have found.
// Try     make debug PROGRAM=labs/15_debugging/try.cu ARGS=2      step through one program
// Grade   make grade LAB=debugging
// Pass    right results for any input, no finding of a checker; cause, line and evidence are right
// Stuck?  make hint LAB=debugging PART=2
//
// Each part has a mistake in its TODO region. The lines there that may be the wrong one have a
// letter at their end: 1a, 1b ... answers.txt asks for this letter. First find the mistake, then
// write the answers, then mend: the letters are of no use in a program that is right.

#include "lab.h"
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp
enum { BLOCK = DEBUG_BLOCK, WARPS = BLOCK / WARP_SIZE };

// ---- Part 1: the last day --------------------------------------------------------------
//
// Each day gets the largest temperature of three days: the day before, itself, the day after. The
// results were right all summer. In January the last day is too warm, sometimes.

__global__ void three_days(int *__restrict__ out, const int *__restrict__ in, int n)
{
    // BEGIN TODO 1 (8 lines given, 1 of them to change): the neighbours that exist.
    int i = blockIdx.x * BLOCK + threadIdx.x; // 1a
    if (i < n) {                              // 1b
        int most = in[i];                     // 1c
        if (i > 0)                            // 1d
            most = max(most, in[i - 1]);      // 1e
        if (i < n)                            // 1f
            most = max(most, in[i + 1]);      // 1g
        out[i] = most;                        // 1h
    }
    // END TODO 1
}

void debug_three_days(int *out, const int *in, int n)
{
    if (n > 0)
        three_days<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: the fire that runs --------------------------------------------------------
//
// A row of trees, in tiles of BLOCK. In a round each tree gets the heat of its hottest neighbour,
// or keeps its own. Heat moves one tree in a round. Sometimes it moves two.

__global__ void fire(int *__restrict__ out, const int *__restrict__ in, int n, int rounds)
{
    __shared__ int heat[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int end = min(BLOCK, n - blockIdx.x * BLOCK); // trees of this tile
    heat[t] = i < n ? in[i] : 0;
    // BEGIN TODO 2 (12 lines given, 1 line is missing): the rounds.
    for (int round = 0; round < rounds; round++) {
        __syncthreads();                   // 2a
        int most = heat[t];                // 2b
        if (t > 0 && t < end)              // 2c
            most = max(most, heat[t - 1]); // 2d
        if (t + 1 < end)                   // 2e
            most = max(most, heat[t + 1]); // 2f
        heat[t] = most;                    // 2g
    }
    if (i < n)
        out[i] = heat[t]; // 2h
    // END TODO 2
}

void debug_fire(int *out, const int *in, int n, int rounds)
{
    if (n > 0)
        fire<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 3: the phantom record --------------------------------------------------------
//
// The coldest day of each tile: each warp finds its own, then warp 0 compares them. Sometimes the
// coldest day is one that never was.

// The smallest value of a warp, for lane 0. All lanes call it.
__device__ int warp_smallest(int value)
{
    for (int d = WARP_SIZE / 2; d > 0; d /= 2)
        value = min(value, __shfl_down_sync(ALL_LANES, value, d));
    return value;
}

__global__ void coldest(int *__restrict__ out, const int *__restrict__ in, int n)
{
    __shared__ int part[WARP_SIZE];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    // BEGIN TODO 3 (9 lines given, 1 of them to change): compare the warps.
    int least = warp_smallest(in[min(i, n - 1)]); // 3a
    if (t % WARP_SIZE == 0)                       // 3b
        part[t / WARP_SIZE] = least;              // 3c
    __syncthreads();                              // 3d
    if (t < WARP_SIZE) {                          // 3e
        least = warp_smallest(part[t]);           // 3f
        if (t == 0)                               // 3g
            out[blockIdx.x] = least;              // 3h
    }
    // END TODO 3
}

void debug_coldest(int *out, const int *in, int n)
{
    if (n > 0)
        coldest<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: the door that half the crew takes -----------------------------------------
//
// Each element minus the sum of its tile, which is added up by halves. On a GPU of 2010 it was
// right, people say.

__global__ void deviations(int *__restrict__ out, const int *__restrict__ in, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    // BEGIN TODO 4 (9 lines given, 2 of them to change): add the upper half to the lower half.
    for (int half = BLOCK / 2; half > 0; half /= 2) { // 4a
        if (t < half) {                               // 4b
            s[t] += s[t + half];                      // 4c
            __syncthreads();                          // 4d
        }
    }
    __syncthreads();           // 4e
    if (i < n)                 // 4f
        out[i] = in[i] - s[0]; // 4g
    // END TODO 4
}

void debug_deviations(int *out, const int *in, int n)
{
    if (n > 0)
        deviations<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: the train that leaves too early -------------------------------------------
//
// Two kernels in two streams prepare what a third one adds. There is an event, and stream a waits
// for it. Still the third kernel reads what is not there yet.

__global__ void triple(int *__restrict__ out, const int *__restrict__ in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = 3 * in[i];
}

__global__ void turn(int *__restrict__ out, const int *__restrict__ in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}

__global__ void join(int *__restrict__ out, const int *__restrict__ left,
                     const int *__restrict__ right, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = left[i] + right[i];
}

void debug_trains(int *out, const int *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    int *left, *right;
    cudaStream_t a, b;
    cudaEvent_t turned;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&left, n * sizeof *left));
    CUDA_CHECK(cudaMalloc(&right, n * sizeof *right));
    CUDA_CHECK(cudaStreamCreate(&a));
    CUDA_CHECK(cudaStreamCreate(&b));
    CUDA_CHECK(cudaEventCreateWithFlags(&turned, cudaEventDisableTiming));
    // BEGIN TODO 5 (5 lines given, 2 of them to move): three kernels, two streams, one event.
    triple<<<blocks, BLOCK, 0, a>>>(left, in, n);       // 5a
    CUDA_CHECK(cudaStreamWaitEvent(a, turned, 0));      // 5b
    join<<<blocks, BLOCK, 0, a>>>(out, left, right, n); // 5c
    turn<<<blocks, BLOCK, 0, b>>>(right, in, n);        // 5d
    CUDA_CHECK(cudaEventRecord(turned, b));             // 5e
    // END TODO 5
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaStreamSynchronize(a));
    CUDA_CHECK(cudaStreamSynchronize(b));
    CUDA_CHECK(cudaEventDestroy(turned));
    CUDA_CHECK(cudaStreamDestroy(a));
    CUDA_CHECK(cudaStreamDestroy(b));
    CUDA_CHECK(cudaFree(left));
    CUDA_CHECK(cudaFree(right));
}

// ---- Part 6: the key that does not come back -------------------------------------------
//
// Throws of many players: each player's longest throw, and the first throw of this length. A lock
// for each player protects the two. The lock holds the number of the throw that has it, plus 1: so
// a debugger shows who that is.

__global__ void throws(Best *best, int *lock, const int *__restrict__ player,
                       const int *__restrict__ length, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    Best mine = {length[i], i};
    Best *b = &best[player[i]];
    int *key = &lock[player[i]];
    bool done = false;
    // BEGIN TODO 6 (14 lines given, 2 of them to change): take the key, compare, give it back.
    while (!done) {
        if (atomicCAS(key, 0, i + 1) == 0) { // 6a
            __threadfence();                 // 6b
            if (b->first >= 0 && (mine.length < b->length ||
                                  (mine.length == b->length && mine.first > b->first))) // 6c
                return;                                                                 // 6d
            b->length = mine.length;                                                    // 6e
            b->first = mine.first;                                                      // 6f
            __threadfence();                                                            // 6g
            atomicExch(key, 0);                                                         // 6h
            done = true;                                                                // 6i
        }
    }
    // END TODO 6
}

void debug_throws(Best *best, const int *player, const int *length, int n, int players)
{
    int *lock;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&lock, players * sizeof *lock));
    CUDA_CHECK(cudaMemset(lock, 0, players * sizeof *lock));
    throws<<<ceil_div(n, BLOCK), BLOCK>>>(best, lock, player, length, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(lock));
}

// ---- Part 7: the forwarding address ----------------------------------------------------
//
// A list grows: when it is full, it moves to memory of twice the size. At the end every element is
// compared with the first one. For short lists this is right.

struct List {
    int *data;
    int size, room;
};

__global__ void append(int *__restrict__ to, const int *__restrict__ from, int count)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

// out[i] = data[i] - first[0], in one launch.
__global__ void differences(int *__restrict__ out, const int *__restrict__ data,
                            const int *__restrict__ first, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = data[i] - first[0];
}

// The list gets twice its room, in other memory.
static void grow(List *list)
{
    int *larger;
    CUDA_CHECK(cudaMalloc(&larger, 2 * list->room * sizeof *larger));
    CUDA_CHECK(
        cudaMemcpy(larger, list->data, list->size * sizeof *larger, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaFree(list->data));
    list->data = larger;
    list->room *= 2;
}

void debug_list(int *out, const int *in, int n)
{
    List list = {NULL, 0, DEBUG_ROOM};
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&list.data, list.room * sizeof *list.data));
    // BEGIN TODO 7 (10 lines given, 1 of them to move): append pieces, then compare.
    const int *first = list.data;                                                           // 7a
    for (int done = 0; done < n; done += DEBUG_ROOM) {                                      // 7b
        int count = min(DEBUG_ROOM, n - done);                                              // 7c
        if (list.size + count > list.room)                                                  // 7d
            grow(&list);                                                                    // 7e
        append<<<ceil_div(count, BLOCK), BLOCK>>>(list.data + list.size, in + done, count); // 7f
        list.size += count;                                                                 // 7g
    }
    differences<<<ceil_div(n, BLOCK), BLOCK>>>(out, list.data, first, n); // 7h
    CUDA_CHECK(cudaGetLastError());
    // END TODO 7
    CUDA_CHECK(cudaFree(list.data));
}

// ---- Part 8: no alarm ------------------------------------------------------------------
//
// The energy of each recording: the sum of the squares of its samples. No checker finds anything.
// The energy of a loud recording is negative.

__global__ void energy(long long *__restrict__ out, const int *__restrict__ in, int rows, int cols)
{
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= rows)
        return;
    // BEGIN TODO 8 (6 lines given, 2 of them to change): one recording.
    int total = 0;                                // 8a
    for (int c = 0; c < cols; c++) {              // 8b
        int sample = in[(long long)r * cols + c]; // 8c
        total += sample * sample;                 // 8d
    }
    out[r] = total; // 8e
    // END TODO 8
}

void debug_energy(long long *out, const int *in, int rows, int cols)
{
    if (rows > 0)
        energy<<<ceil_div(rows, BLOCK), BLOCK>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
