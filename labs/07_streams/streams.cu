// Lab 07: Streams
//
// Goal    Keep the copy engines, the multiprocessors and the host busy at the same time: one,
//         two, three and four of them, and never use a result before it is ready.
// Write   TODO 1 to TODO 9: host code. The kernels are given. About 200 short lines in all.
//         answers.txt: six questions that you answer by the experiments of part 8.
// Try     make run LAB=streams        how much overlaps in each part; the table of part 6
// Grade   make grade LAB=streams      or, for one part: PART=3
// Pass    1. copy, kernel, copy, one after the other
//         2. the host works while kernels run
//         3. four streams: both copy engines and the kernels overlap
//         4. the host does a share of the work, too
//         5. one stream for each engine, ordered by events; a kernel timed by events
//         6. a matrix product larger than the device memory
//         7. four cases where the order of issue decides, on hardware with single queues
//         8. two questions, answered by experiment
//         9. pinned, managed and pitched memory
//         and in every part: nothing is used before it is ready
// Stuck?  make hint LAB=streams PART=1      three hints per part, the first says the least

#include <atomic>
#include <string.h>
#include <thread>
#include <vector>
#include "lab.h"

// ---- Given: the work --------------------------------------------------------------
//
// An array of random number generators; each word makes STREAMS_STEPS steps. Every block
// reserves nearly all the shared memory of a multiprocessor and uses none of it. So two
// kernels of the whole grid never run at the same time, as two large kernels would not, and
// computing a piece of an array takes about as long as copying it.

enum {
    GRID = 132,           // blocks that fill the machine
    HALF_GRID = 66,       // blocks that fill half of the machine
    BLOCK = 32,           // threads per block
    BALLAST = 200 * 1024, // bytes of shared memory that a block reserves
    STREAMS = STREAMS_COUNT
};

__global__ void advance(unsigned *x, int n, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (; i < n; i += gridDim.x * blockDim.x) {
        unsigned v = x[i];
        for (int s = 0; s < steps; s++)
            v = STREAMS_A * v + STREAMS_C;
        x[i] = v;
    }
}

// A kernel's blocks may use more than 48 KB only if the kernel has this attribute. It is set before
// the first launch, and stays.
template <auto kernel>
void allow_ballast()
{
    static const cudaError_t set_once =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, BALLAST);
    CUDA_CHECK(set_once);
}

// A pass over n words of device memory, in a stream.
GIVEN void launch_advance(unsigned *x, int n, cudaStream_t stream)
{
    allow_ballast<advance>();
    advance<<<GRID, BLOCK, BALLAST, stream>>>(x, n, STREAMS_STEPS);
    CUDA_CHECK(cudaGetLastError());
}

size_t bytes_of(int words) { return (size_t)words * sizeof(unsigned); }

// Calls part(from, to) for parts of n words, on all cores of the host. A core that works alone is
// so slow beside a GPU that it would hide what this lab is about. (The simulator's host is one
// thread, and host_work() says how long it takes.)
template <typename Part>
void on_all_cores(int n, Part part)
{
    const int WORTH = 1 << 18; // words for which to start a thread
    int cores = (int)std::thread::hardware_concurrency(), worth = n / WORTH + 1;
    int count = cudasimSource || cores < 1 ? 1 : cores < worth ? cores : worth;
    std::vector<std::thread> others;
    for (int k = 1; k < count; k++)
        others.emplace_back(part, (int)((long long)n * k / count),
                            (int)((long long)n * (k + 1) / count));
    part(0, (int)((long long)n / count));
    for (std::thread &other : others)
        other.join();
}

// The host has vectors, too: 64 words, which are several of them, so that their operations overlap.
typedef unsigned Words __attribute__((vector_size(64 * sizeof(unsigned))));
enum { LANES = sizeof(Words) / sizeof(unsigned) };
#ifdef __x86_64__
#define HOST_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define HOST_VECTORS
#endif

HOST_VECTORS static void advance_words(unsigned *out, const unsigned *in, int n)
{
    Words v;
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
        memcpy(&v, in + i, sizeof v);
        for (int s = 0; s < STREAMS_STEPS; s++)
            v = STREAMS_A * v + STREAMS_C;
        memcpy(out + i, &v, sizeof v);
    }
    for (; i < n; i++) {
        unsigned word = in[i];
        for (int s = 0; s < STREAMS_STEPS; s++)
            word = STREAMS_A * word + STREAMS_C;
        out[i] = word;
    }
}

HOST_VECTORS static unsigned xor_words(const unsigned *x, int n)
{
    Words v = {}, next;
    unsigned all = 0;
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
        memcpy(&next, x + i, sizeof next);
        v ^= next;
    }
    for (; i < n; i++)
        all ^= x[i];
    for (int k = 0; k < LANES; k++)
        all ^= v[k];
    return all;
}

// The same on the host, for n words.
void host_advance(unsigned *out, const unsigned *in, int n)
{
    on_all_cores(n, [=](int i, int end) { advance_words(out + i, in + i, end - i); });
    host_work((double)n / STREAMS_HOST_WORDS_US);
}

// A caller might do this with a result: the exclusive or of all words.
unsigned host_xor(const unsigned *x, int n)
{
    std::atomic<unsigned> all(0);
    on_all_cores(n, [&all, x](int i, int end) { all ^= xor_words(x + i, end - i); });
    return all;
}

// ---- Part 1: one thing at a time ---------------------------------------------------

void streams_serial(unsigned *out, const unsigned *in, int n)
{
    // BEGIN TODO 1 (about 6 lines): device memory for n words; copy `in` to it, launch_advance()
    // in stream 0, copy the words to `out`, free the memory.
    // END TODO 1
}

// ---- Part 2: two ways, kernels and the host ----------------------------------------

void streams_overlap(unsigned *out, const unsigned *in, int n, int passes, unsigned *mine, int m)
{
    // BEGIN TODO 2 (about 8 lines): as in part 1, but with `passes` launches; while the kernels
    // run, the host advances `mine` (m words, in place).
    // END TODO 2
}

// ---- Part 3: three ways, in four streams -------------------------------------------
//
// A piece is copied in, advanced and copied back in one stream, the next piece in the next
// stream. While one piece is computed, the piece before it is copied back and the piece
// after it is copied to the device.

void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    // BEGIN TODO 3 (about 18 lines): device memory for n words, STREAMS streams. Each piece of
    // `chunk` words (the last one may be shorter) goes through the next stream, with
    // cudaMemcpyAsync. Wait; *check = host_xor(out, n); destroy and free.
    // END TODO 3
}

// ---- Part 4: four ways, the host takes a share -------------------------------------

void streams_four(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    // BEGIN TODO 4 (about 20 lines): as in part 3, but the host advances the last n / 6 words
    // from `in` to `out`, while the device works on the others.
    // END TODO 4
}

// ---- Part 5: events ----------------------------------------------------------------
//
// Another way to divide the work: one stream for each engine. A piece goes through three
// streams, so the streams alone do not order its jobs any more: events do. And there are
// only SLOTS places on the device, which are used again and again.

enum { SLOTS = 3 };

void streams_events(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    // BEGIN TODO 5a (about 32 lines): device memory for SLOTS pieces of `chunk` words; a stream for
    // copies in, one for kernels, one for copies out; three events for every slot: it is filled,
    // it is computed, it is emptied. Piece k uses slot k % SLOTS.
    // END TODO 5a
}

void streams_ratio(float *ratio, unsigned *x, int n, int passes)
{
    // BEGIN TODO 5b (about 15 lines): a pass over x as a warm-up; an event, one pass, an event,
    // `passes` passes, an event; all in stream 0. *ratio = the second time divided by the first.
    // END TODO 5b
}

// ---- Part 6: a matrix product larger than the device memory --------------------------
//
// c consists of tiles, TILE rows by TILE columns. A tile needs TILE whole rows of a and TILE
// whole columns of b. The device has room for a few of these, not for the matrices.

enum { TILE = STREAMS_TILE, SIDE = 8 }; // SIDE x SIDE threads per block, one element per thread

// One tile: c is TILE x TILE, a is TILE x n, b is n x TILE, each row by row.
__global__ void tile_product(double *c, const double *a, const double *b, int n)
{
    __shared__ double as[SIDE][SIDE], bs[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;
    double sum = 0;
    for (int k = 0; k < n; k += SIDE) {
        as[ty][tx] = a[row * n + k + tx];
        bs[ty][tx] = b[(k + ty) * TILE + col];
        __syncthreads();
        for (int j = 0; j < SIDE; j++)
            sum += as[ty][j] * bs[j][tx];
        __syncthreads();
    }
    c[row * TILE + col] = sum;
}

GIVEN void launch_tile(double *c, const double *a, const double *b, int n, cudaStream_t stream)
{
    tile_product<<<dim3(TILE / SIDE, TILE / SIDE), dim3(SIDE, SIDE), 0, stream>>>(c, a, b, n);
    CUDA_CHECK(cudaGetLastError());
}

// Tile number t of the n x n matrix c, from a and b, on the host.
void host_tile(double *c, const double *a, const double *b, int n, int t)
{
    int row = t / (n / TILE) * TILE, col = t % (n / TILE) * TILE;
    for (int i = row; i < row + TILE; i++) {
        double sum[TILE] = {0};
        for (int k = 0; k < n; k++)
            for (int j = 0; j < TILE; j++)
                sum[j] += a[(size_t)i * n + k] * b[(size_t)k * n + col + j];
        for (int j = 0; j < TILE; j++)
            c[(size_t)i * n + col + j] = sum[j];
    }
    host_work(2.0 * TILE * TILE * n / (1000.0 * STREAMS_HOST_GFLOPS));
}

// The memory that a stream works with.
typedef struct {
    cudaStream_t stream;
    double *a, *b, *c; // TILE x n, n x TILE, TILE x TILE
} Desk;

enum { MAX_DESKS = 3 };

void open_desk(Desk *d, int n)
{
    CUDA_CHECK(cudaStreamCreate(&d->stream));
    CUDA_CHECK(cudaMalloc(&d->a, sizeof(double) * TILE * (n + n + TILE)));
    d->b = d->a + TILE * n;
    d->c = d->b + TILE * n;
}

void close_desk(Desk *d)
{
    CUDA_CHECK(cudaStreamDestroy(d->stream));
    CUDA_CHECK(cudaFree(d->a)); // b and c are part of the same allocation
}

// Tile t on desk d: issues all its jobs, and waits for none.
void issue_tile(const Desk *d, double *c, const double *a, const double *b, int n, int t)
{
    // BEGIN TODO 6a (about 9 lines): the tile's first row and column, as in host_tile(). Copy the
    // rows of a with one copy, the columns of b with a 2-D copy; launch_tile(); copy the tile back
    // into c with a 2-D copy. All in d->stream.
    // END TODO 6a
}

void streams_dgemm(double *c, const double *a, const double *b, int n, int ways)
{
    // BEGIN TODO 6b (about 14 lines): `ways` desks, at most MAX_DESKS. The tiles use the desks in
    // turn. With ways == 4 the host computes one tile in nine, with ways == 0 all tiles.
    // END TODO 6b
}

// ---- Part 7: the order of issue ------------------------------------------------------
//
// The first GPUs with concurrent kernels had one queue for kernels and one for copies in each
// direction, for all streams. A job that could not start held up all jobs behind it in its
// queue. This part runs on such a machine. Each stream keeps its own order, as always.
// Everything else is your choice: in which order do you issue the jobs?

typedef struct {
    cudaStream_t stream;
    int n;
    const unsigned *in; // n words on the host
    unsigned *out;      // n words on the host
    unsigned *x, *y;    // n words each on the device
} Lane;

// Each of these issues one job to the stream of the lane. A copy takes about one unit of time.
void copy_in(const Lane *l)
{
    CUDA_CHECK(cudaMemcpyAsync(l->x, l->in, bytes_of(l->n), cudaMemcpyHostToDevice, l->stream));
}

void copy_second(const Lane *l) // the next n words, to y
{
    CUDA_CHECK(
        cudaMemcpyAsync(l->y, l->in + l->n, bytes_of(l->n), cudaMemcpyHostToDevice, l->stream));
}

void copy_out(const Lane *l)
{
    CUDA_CHECK(cudaMemcpyAsync(l->out, l->x, bytes_of(l->n), cudaMemcpyDeviceToHost, l->stream));
}

__global__ void merge_words(unsigned *x, const unsigned *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (; i < n; i += gridDim.x * blockDim.x)
        x[i] = STREAMS_A * (x[i] ^ y[i]) + STREAMS_C;
}

GIVEN void merge(const Lane *l) // x = a step from x xor y; one unit, the whole machine
{
    allow_ballast<merge_words>();
    merge_words<<<GRID, 2 * BLOCK, BALLAST, l->stream>>>(l->x, l->y, l->n);
    CUDA_CHECK(cudaGetLastError());
}

GIVEN void half_pass(const Lane *l) // a pass over x; one unit, half of the machine
{
    allow_ballast<advance>();
    advance<<<HALF_GRID, 2 * BLOCK, BALLAST, l->stream>>>(l->x, l->n, STREAMS_STEPS);
    CUDA_CHECK(cudaGetLastError());
}

// Steps that go to memory and back, one after the other: long, but little work.
__global__ void walk(volatile unsigned *x, int n, int steps) // each thread has its own word
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int s = 0; i < n && s < steps; s++)
        x[i] = STREAMS_A * x[i] + STREAMS_C;
}

GIVEN void walk_units(const Lane *l, int units) // `units` units, half of the machine
{
    allow_ballast<walk>();
    walk<<<HALF_GRID, BLOCK, BALLAST, l->stream>>>(l->x, l->n, units * STREAMS_UNIT_STEPS);
    CUDA_CHECK(cudaGetLastError());
}

// (a) Stream A: copy_in, copy_second, merge, copy_out. Stream B: copy_out alone.
void order_a(const Lane *A, const Lane *B)
{
    // BEGIN TODO 7a (5 lines): issue the five jobs so that B's copy does not wait behind A's.
    // END TODO 7a
}

// (b) Two streams with two kernels each; each kernel takes one unit on half of the machine.
void order_b(const Lane *A, const Lane *B)
{
    // BEGIN TODO 7b (4 lines): walk_units(A, 1) twice, walk_units(B, 1) twice.
    // END TODO 7b
}

// (c) Stream A: a kernel of two units, then one of one. Stream B: one of one unit, then one of two.
void order_c(const Lane *A, const Lane *B)
{
    // BEGIN TODO 7c (4 lines): walk_units(A, 2), walk_units(A, 1), walk_units(B, 1) and
    // walk_units(B, 2).
    // END TODO 7c
}

// (d) Three streams, each: copy_in, half_pass, copy_out.
void order_d(const Lane *A, const Lane *B, const Lane *C)
{
    // BEGIN TODO 7d (9 lines): a kernel between a kernel and its copy back delays the copy.
    // END TODO 7d
}

// ---- Part 8: two questions -------------------------------------------------------------

enum { LONG_WORDS = 1 << 18 };

// Given: n words of device memory and n of pinned memory, all 0.
void get_words(unsigned **device, unsigned **pinned, int n)
{
    CUDA_CHECK(cudaMalloc(device, bytes_of(n)));
    CUDA_CHECK(cudaMallocHost(pinned, bytes_of(n)));
    for (int i = 0; i < n; i++)
        (*pinned)[i] = 0;
    CUDA_CHECK(cudaMemset(*device, 0, bytes_of(n)));
    CUDA_CHECK(cudaDeviceSynchronize());
}

__global__ void nothing() {}

// Given: whether the event `later` was reached after the event `sooner`.
int ended_after(cudaEvent_t later, cudaEvent_t sooner)
{
    float ms;
    CUDA_CHECK(cudaEventSynchronize(later));
    CUDA_CHECK(cudaEventSynchronize(sooner));
    CUDA_CHECK(cudaEventElapsedTime(&ms, sooner, later));
    return ms > 0;
}

// A long copy to the device in stream 0, from pinned memory, and then a kernel in another stream.
// [0] has the host waited for the copy when cudaMemcpyAsync returns?
// [1] does the kernel end after the copy, if its stream is an ordinary one?
// [2] and if its stream was created with cudaStreamNonBlocking?
void ask_stream0(int answer[3])
{
    unsigned *device, *pinned;
    cudaStream_t stream[2];
    cudaEvent_t copied, done;
    get_words(&device, &pinned, LONG_WORDS);
    CUDA_CHECK(cudaStreamCreate(&stream[0]));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream[1], cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&copied));
    CUDA_CHECK(cudaEventCreate(&done));
    for (int k = 0; k < 2; k++) {
        // BEGIN TODO 8a (about 7 lines): copy LONG_WORDS words in stream 0; ask whether this stream
        // is done already; record `copied`; launch nothing<<<1, 1, 0, stream[k]>>>(); record
        // `done`; compare. Wait for the device before the next round.
        // END TODO 8a
    }
    CUDA_CHECK(cudaEventDestroy(copied));
    CUDA_CHECK(cudaEventDestroy(done));
    CUDA_CHECK(cudaStreamDestroy(stream[0]));
    CUDA_CHECK(cudaStreamDestroy(stream[1]));
    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFreeHost(pinned));
}

enum { WINDOW_WORDS = HALF_GRID * BLOCK, KINDS = 6 };

// Given: issues one job of a kind, on data that no other job uses.
void issue_kind(int kind, unsigned *device, unsigned *pinned, cudaStream_t stream)
{
    size_t bytes = bytes_of(WINDOW_WORDS);
    switch (kind) {
    case 0: nothing<<<1, 1, 0, stream>>>(); break;
    case 1: CUDA_CHECK(cudaMemsetAsync(device, 0, bytes, stream)); break;
    case 2:
        CUDA_CHECK(cudaMemcpyAsync(device, device + WINDOW_WORDS, bytes, cudaMemcpyDeviceToDevice,
                                   stream));
        break;
    case 3:
        CUDA_CHECK(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, stream));
        break;
    case 4:
        CUDA_CHECK(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream));
        break;
    default: break; // nothing except the event record that follows
    }
}

// When a kernel waits at the head of the queue for kernels, does an independent job of stream B
// have to wait as well? [0] a kernel [1] a memset [2] a copy on the device [3] a copy to the device
// [4] a copy to the host [5] an event record.
void ask_window(int answer[6])
{
    unsigned *device, *pinned;
    Lane A = {};
    cudaStream_t B;
    cudaEvent_t first, done;
    get_words(&device, &pinned, 3 * WINDOW_WORDS);
    CUDA_CHECK(cudaStreamCreateWithFlags(&A.stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&B, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&first));
    CUDA_CHECK(cudaEventCreate(&done));
    A.n = WINDOW_WORDS;
    A.x = device + 2 * WINDOW_WORDS;
    for (int kind = 0; kind < KINDS; kind++) {
        // BEGIN TODO 8b (about 7 lines): an experiment with walk_units(&A, 1), issue_kind(kind,
        // device, pinned, B), two events and ended_after().
        // END TODO 8b
    }
    CUDA_CHECK(cudaEventDestroy(first));
    CUDA_CHECK(cudaEventDestroy(done));
    CUDA_CHECK(cudaStreamDestroy(A.stream));
    CUDA_CHECK(cudaStreamDestroy(B));
    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFreeHost(pinned));
}

// ---- Part 9: pinned, managed, pitched -----------------------------------------------------

// Given: the work of the host between two rounds.
void host_mark(unsigned *x, int n, int round)
{
    for (int i = 0; i < n; i++)
        x[i] ^= (unsigned)round;
}

void streams_pinned(unsigned *data, int n, int rounds)
{
    // BEGIN TODO 9a (about 14 lines): pinned memory for n words; memcpy() `data` into it. In every
    // round: copy to the device, launch_advance(), copy back, host_mark(pinned, n, round) with
    // rounds 0, 1, 2 ... At the end memcpy() the words back into `data`.
    // END TODO 9a
}

void streams_managed(unsigned *out, const unsigned *in, int n)
{
    // BEGIN TODO 9b (about 8 lines): managed memory, unless n is 0; memcpy() `in` into it,
    // launch_advance(), wait, memcpy() it to `out`. No cudaMemcpy.
    // END TODO 9b
}

// Given: a pass over an image whose rows are `pitch` bytes apart.
__global__ void advance_rows(unsigned *image, size_t pitch, int width, int height)
{
    for (int y = blockIdx.x; y < height; y += gridDim.x) {
        unsigned *row = (unsigned *)((char *)image + y * pitch);
        for (int i = threadIdx.x; i < width; i += blockDim.x) {
            unsigned v = row[i];
            for (int s = 0; s < STREAMS_STEPS; s++)
                v = STREAMS_A * v + STREAMS_C;
            row[i] = v;
        }
    }
}

GIVEN void launch_rows(unsigned *image, size_t pitch, int width, int height)
{
    advance_rows<<<GRID, 8 * BLOCK>>>(image, pitch, width, height);
    CUDA_CHECK(cudaGetLastError());
}

void streams_pitched(unsigned *out, const unsigned *image, int width, int height, int stride)
{
    // BEGIN TODO 9c (about 8 lines): cudaMallocPitch; a 2-D copy of the window's rows, which are
    // `stride` words apart; launch_rows(); a 2-D copy to `out`, whose rows are `width` words apart.
    // END TODO 9c
}

// ---- Part 10: many small kernels ----------------------------------------------------------
//
// A kernel of one block leaves 131 multiprocessors idle. Many of them at the same time do not.

// Given: advances at most STREAMS_SMALL_WORDS words, by one block.
void launch_small(unsigned *x, int words, cudaStream_t stream)
{
    walk<<<1, STREAMS_SMALL_WORDS, 0, stream>>>(x, words, STREAMS_SMALL_STEPS);
    CUDA_CHECK(cudaGetLastError());
}

void streams_small(unsigned *out, const unsigned *in, int n, int chunk)
{
    // BEGIN TODO 10 (about 12 lines): copy all words; launch_small() for each piece; copy all words
    // back. The pieces do not depend on each other. A launch takes 3 us, a kernel about 45: how
    // many streams are enough?
    // END TODO 10
}

// ---- What the grader calls (see common/labs.h); nothing to do here ----------------------

// Runs one case of part 7. The state before the case: in case a, lane B's x is all 0x5a bytes;
// in cases b and c, the x of every lane is already on the device, and is copied back at the end.
void streams_order(unsigned *out, const unsigned *in, int n, int which)
{
    enum { LANES = 3 };
    bool walks = which == 'b' || which == 'c';
    int lanes = which == 'd' ? 3 : 2;
    Lane lane[LANES];
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of((LANES + 1) * n)));
    for (int i = 0; i < lanes; i++) {
        size_t at = (size_t)i * n;
        lane[i] = Lane{0, n, in + at, out + at, x + at, x + (size_t)LANES * n};
        CUDA_CHECK(cudaStreamCreateWithFlags(&lane[i].stream, cudaStreamNonBlocking));
    }
    if (walks)
        CUDA_CHECK(cudaMemcpy(x, in, bytes_of(lanes * n), cudaMemcpyHostToDevice));
    if (which == 'a')
        CUDA_CHECK(cudaMemset(lane[1].x, 0x5a, bytes_of(n)));
    CUDA_CHECK(cudaDeviceSynchronize());
    if (which == 'a')
        order_a(&lane[0], &lane[1]);
    else if (which == 'b')
        order_b(&lane[0], &lane[1]);
    else if (which == 'c')
        order_c(&lane[0], &lane[1]);
    else
        order_d(&lane[0], &lane[1], &lane[2]);
    CUDA_CHECK(cudaDeviceSynchronize());
    if (walks)
        CUDA_CHECK(cudaMemcpy(out, x, bytes_of(lanes * n), cudaMemcpyDeviceToHost));
    for (int i = 0; i < lanes; i++)
        CUDA_CHECK(cudaStreamDestroy(lane[i].stream));
    CUDA_CHECK(cudaFree(x));
}

void streams_stream0(int answer[3])
{
    answer[0] = answer[1] = answer[2] = -1;
    ask_stream0(answer);
}

void streams_window(int answer[6])
{
    for (int kind = 0; kind < KINDS; kind++)
        answer[kind] = -1;
    ask_window(answer);
}
