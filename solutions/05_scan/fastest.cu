// Lab 05, the race: inclusive scan and compaction as fast as the memory allows
//
// Every element is read once and written once, so the memory sets the pace. What has to
// be hidden is the waiting: for loads, and for the totals of the tiles to the left.
//
//   1. The grid is as large as the GPU holds, G blocks, and block b takes the tiles
//      b, b + G, b + 2G, ...: one tile in each round. All blocks run side by side, so
//      a block may wait for another one.
//   2. Bulk copies bring the tiles into shared memory, some rounds ahead. No thread and
//      no register waits for them.
//   3. The next tile is scanned in registers, and its total published, before the present
//      tile is written. When a block needs the totals to its left, they have been there
//      for a while.
//   4. A block knows the sum up to the end of its own last tile. The sum before its
//      present tile is that sum plus the G - 1 totals between, which G - 1 threads read
//      side by side. No block waits for a chain of other blocks.
//
//        round 1:   | 0 | 1 | 2 | 3 | ... | b | b+1 ...  | G-1 |
//        round 2:   | 0 | 1 | 2 | 3 | ... | b |     my own last sum ends in round 1 at b;
//                     ^-- b totals --^            G-1-b totals of round 1, b of round 2
//
// A total and the number of its round are one 64-bit word, written and read at once. The
// numbers go on from call to call, so the words are never cleared.
// The words belong to this file: the calls must be in one stream, one after the other.

#include "lab.h"
#include <cuda/atomic>
#include <cuda/ptx>
#include <limits.h>
#include <stdint.h>

namespace ptx = cuda::ptx;

enum {
    BLOCK = 512,           // threads of a block
    BLOCKS_PER_SM = 2,     // so that one block works while the other one waits
    WARPS = BLOCK / WARP_SIZE,
    ROWS = 4,              // 16-byte vectors per thread and tile
    TILE = BLOCK * ROWS * 4,
    TILE_BYTES = TILE * sizeof(int),
    SCAN_STAGES = 3,       // tiles on their way into shared memory
    COMPACT_STAGES = 2,    // here a third buffer collects what is kept
    ROUNDS_KEPT = 8,       // a slow block still reads the words of the 5 rounds before
    MAX_GRID = BLOCK       // one thread reads the word of one block
};

const unsigned ALL = 0xffffffff; // lanes of a warp

using Word = unsigned long long;
template <typename T> using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ Word totals[ROUNDS_KEPT][MAX_GRID]; // number of the round, total
__device__ unsigned rounds_before;             // rounds of all calls before this one
__device__ unsigned blocks_done;

// ---- The totals of the tiles ------------------------------------------------------------

// Publishes the total of this block's tile of a round. The word is all that the readers
// read, so it needs no order with other accesses: relaxed.
__device__ void publish(unsigned number, unsigned total)
{
    Word word = (Word)number << 32 | total;
    Shared<Word>(totals[number % ROUNDS_KEPT][blockIdx.x])
        .store(word, cuda::memory_order_relaxed);
}

// Waits for the total that a block publishes under this number.
__device__ unsigned total_of(int block, unsigned number)
{
    Shared<Word> word(totals[number % ROUNDS_KEPT][block]);
    Word seen;
    do
        seen = word.load(cuda::memory_order_relaxed);
    while ((unsigned)(seen >> 32) != number);
    return (unsigned)seen;
}

// What lies between this block's tile of the round before and its tile of this round: one total
// of each other block, of this round from the blocks before, of the round before from those
// behind. Thread i brings the total of block i; the first round has nothing before block 0.
__device__ unsigned total_between(int round, unsigned number)
{
    int i = threadIdx.x, me = blockIdx.x;
    if (i >= gridDim.x || i == me)
        return 0;
    if (i < me)
        return total_of(i, number);
    return round > 0 ? total_of(i, number - 1) : 0;
}

// The rounds of all calls before this one, for thread 0. Each block reads the number, and then
// is counted; the last one to be counted adds the rounds of this call, for the call after it.
__device__ unsigned take_number(unsigned rounds)
{
    unsigned number = rounds_before;
    Shared<unsigned> done(blocks_done);
    if (done.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
        done.store(0, cuda::memory_order_relaxed);
        rounds_before = number + rounds;
    }
    return number;
}

// ---- The tiles --------------------------------------------------------------------------

// A tile is in shared memory as it is in global memory: warp w has the ROWS rows of 128
// ints from row w * ROWS on, and a lane has four ints of each row. So all the accesses of
// a warp are to 512 bytes in a row, in shared memory and in global memory.
template <int STAGES> struct Tiles {
    int4 (*stage)[TILE / 4];
    uint64_t *arrived; // one mbarrier for each stage
    const int *in;
    size_t n;
    int rounds; // of this block
    int pad;    // behind the last element

    __device__ size_t first(int round) const
    {
        return ((size_t)round * gridDim.x + blockIdx.x) * TILE;
    }
    __device__ bool complete(int round) const { return first(round) + TILE <= n; }

    // Begins to load the tile of a round. All threads call it; nobody reads the stage any
    // more. A complete tile comes as one bulk copy. The last tile of all may be shorter: the
    // threads copy it, and a barrier has to follow.
    __device__ void load(int round) const
    {
        if (round >= rounds)
            return;
        size_t start = first(round);
        int4 *to = stage[round % STAGES];
        if (!complete(round)) {
            for (int i = threadIdx.x; i < TILE; i += BLOCK)
                ((int *)to)[i] = start + i < n ? in[start + i] : pad;
        } else if (threadIdx.x == WARP_SIZE) { // warp 0 has the totals to publish
            uint64_t *bar = &arrived[round % STAGES];
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar,
                                           TILE_BYTES);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, in + start, TILE_BYTES,
                               bar);
        }
    }

    // Waits for the tile of a round, and takes the calling thread's vectors.
    __device__ void take(int4 (&x)[ROWS], int round) const
    {
        int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
        if (complete(round))
            while (!ptx::mbarrier_try_wait_parity(&arrived[round % STAGES], round / STAGES % 2))
                ;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            x[r] = stage[round % STAGES][(warp * ROWS + r) * WARP_SIZE + lane];
    }

    // Prepares the mbarriers and begins to load the first tiles.
    __device__ void begin() const
    {
        if (threadIdx.x == WARP_SIZE) {
            for (int s = 0; s < STAGES; s++)
                ptx::mbarrier_init(&arrived[s], 1);
            ptx::fence_proxy_async(ptx::space_shared); // bulk copies see them
        }
        __syncthreads();
        for (int s = 0; s < STAGES; s++)
            load(s);
    }
};

// How many of the tiles b, b + gridDim.x, ... there are.
__device__ int rounds_of(int b, size_t n)
{
    size_t tiles = (n + TILE - 1) / TILE;
    return (int)((tiles - b + gridDim.x - 1) / gridDim.x);
}

// The sum of values[0] to values[count - 1], one for each warp; for all lanes.
__device__ unsigned sum_of_warps(const unsigned *values, int count)
{
    int lane = threadIdx.x % WARP_SIZE;
    return __reduce_add_sync(ALL, lane < count ? values[lane] : 0);
}

// ---- Inclusive scan ---------------------------------------------------------------------

// Four ints of each lane become the running sums of the warp's 128 ints, on top of `before`.
__device__ int4 scan_row(int4 x, unsigned before)
{
    int lane = threadIdx.x % WARP_SIZE;
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    int sum = x.w;
#pragma unroll
    for (int d = 1; d < WARP_SIZE; d *= 2) {
        int left = __shfl_up_sync(ALL, sum, d);
        if (lane >= d)
            sum += left;
    }
    before += sum - x.w;
    return {(int)(x.x + before), (int)(x.y + before), (int)(x.z + before), (int)(x.w + before)};
}

// Writes a thread's vectors, each with `before` added, to `place` and a row further each.
__device__ void write_rows(int *out, size_t place, size_t n, const int4 (&x)[ROWS], unsigned before)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++, place += WARP_SIZE * 4) {
        int4 y = {(int)(x[r].x + before), (int)(x[r].y + before), (int)(x[r].z + before),
                  (int)(x[r].w + before)};
        if (place + 4 <= n) {
            *(int4 *)&out[place] = y;
        } else {
            if (place < n)
                out[place] = y.x;
            if (place + 1 < n)
                out[place + 1] = y.y;
            if (place + 2 < n)
                out[place + 2] = y.z;
        }
    }
}

__global__ void __launch_bounds__(BLOCK, BLOCKS_PER_SM)
    scan_tiles(int *__restrict__ out, const int *__restrict__ in, size_t n)
{
    extern __shared__ __align__(128) int4 stages[];
    __shared__ uint64_t arrived[SCAN_STAGES];
    __shared__ unsigned warp_total[2][WARPS]; // in turn
    __shared__ unsigned warp_between[WARPS];
    int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    __shared__ unsigned number;     // of the calls' rounds before
    unsigned sum = 0;               // up to the end of this block's last tile
    int4 present[ROWS], next[ROWS]; // running sums, within the warp
    unsigned before = 0, total = 0; // of the present tile: in the warps before, in all

    Tiles<SCAN_STAGES> tiles = {(int4(*)[TILE / 4])stages, arrived, in, n, rounds_of(blockIdx.x, n),
                                0};
    tiles.begin();
    if (threadIdx.x == 0)
        number = take_number(rounds_of(0, n));
    __syncthreads();
    unsigned base = number + 1; // of round 0
    for (int round = 0; round <= tiles.rounds; round++) { // of the next tile
        int turn = round % 2;
        unsigned warp_sum = 0;
        if (round < tiles.rounds) {
            tiles.take(next, round);
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                next[r] = scan_row(next[r], warp_sum);
                warp_sum = __shfl_sync(ALL, next[r].w, WARP_SIZE - 1);
            }
        }
        if (lane == 0)
            warp_total[turn][warp] = warp_sum;
        __syncthreads(); // also: all have taken the tile
        unsigned next_total = sum_of_warps(warp_total[turn], WARPS);
        if (round < tiles.rounds && threadIdx.x == 0)
            publish(base + round, next_total);
        tiles.load(round + SCAN_STAGES);

        if (round > 0) {
            unsigned others = __reduce_add_sync(ALL, total_between(round - 1, base + round - 1));
            if (lane == 0)
                warp_between[warp] = others;
            __syncthreads();
            sum += sum_of_warps(warp_between, WARPS);
            size_t place = tiles.first(round - 1) + (warp * ROWS * WARP_SIZE + lane) * 4;
            write_rows(out, place, n, present, sum + before);
            sum += total;
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            present[r] = next[r];
        before = sum_of_warps(warp_total[turn], warp);
        total = next_total;
    }
}

// ---- Compaction -------------------------------------------------------------------------

__device__ int kept_of(int4 x, int limit)
{
    return (x.x > limit) + (x.y > limit) + (x.z > limit) + (x.w > limit);
}

// Copies the kept ones of four elements to `to`.
__device__ void keep(int *to, int4 x, int limit)
{
    if (x.x > limit)
        *to++ = x.x;
    if (x.y > limit)
        *to++ = x.y;
    if (x.z > limit)
        *to++ = x.z;
    if (x.w > limit)
        *to = x.w;
}

// One byte for each row of a warp: counts of kept elements. A lane keeps at most 4 of a row, a
// warp 128, so that five shuffles scan all the rows.
__device__ unsigned scan_bytes(unsigned counts)
{
    int lane = threadIdx.x % WARP_SIZE;
#pragma unroll
    for (int d = 1; d < WARP_SIZE; d *= 2) {
        unsigned left = __shfl_up_sync(ALL, counts, d);
        if (lane >= d)
            counts += left;
    }
    return counts;
}

static_assert(ROWS <= 4, "a row has a byte");

__device__ unsigned byte_of(unsigned bytes, int i) { return bytes >> 8 * i & 255; }

// The same pipeline; the numbers that are scanned are the counts of the kept elements.
__global__ void __launch_bounds__(BLOCK, BLOCKS_PER_SM)
    compact_tiles(int *__restrict__ out, size_t *__restrict__ count, const int *__restrict__ in,
                  size_t n, int limit)
{
    extern __shared__ __align__(128) int4 stages[];
    __shared__ uint64_t arrived[COMPACT_STAGES];
    __shared__ unsigned warp_total[2][WARPS];
    __shared__ unsigned warp_between[WARPS];
    int *kept = (int *)(stages + COMPACT_STAGES * (TILE / 4)); // of the present tile
    int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    __shared__ unsigned number;
    size_t sum = 0;
    int4 present[ROWS], next[ROWS];
    unsigned places = 0, row_totals = 0; // bytes: kept before this lane in its rows, in the rows
    unsigned before = 0, total = 0;

    Tiles<COMPACT_STAGES> tiles = {
        (int4(*)[TILE / 4])stages, arrived, in, n, rounds_of(blockIdx.x, n),
        INT_MIN}; // INT_MIN is above no limit
    tiles.begin();
    if (threadIdx.x == 0)
        number = take_number(rounds_of(0, n));
    __syncthreads();
    unsigned base = number + 1; // of round 0
    for (int round = 0; round <= tiles.rounds; round++) {
        int turn = round % 2;
        unsigned next_places = 0, next_row_totals = 0;
        if (round < tiles.rounds) {
            tiles.take(next, round);
            unsigned counts = 0;
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                counts |= kept_of(next[r], limit) << 8 * r;
            next_places = scan_bytes(counts);
            next_row_totals = __shfl_sync(ALL, next_places, WARP_SIZE - 1);
            next_places -= counts;
        }
        if (lane == 0) {
            unsigned warp_sum = 0;
            for (int r = 0; r < ROWS; r++)
                warp_sum += byte_of(next_row_totals, r);
            warp_total[turn][warp] = warp_sum;
        }
        __syncthreads(); // also: all have written what was kept of the tile before the present
        unsigned next_total = sum_of_warps(warp_total[turn], WARPS);
        if (round < tiles.rounds && threadIdx.x == 0)
            publish(base + round, next_total);
        tiles.load(round + COMPACT_STAGES);

        if (round > 0) {
            int row = before;
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                keep(&kept[row + byte_of(places, r)], present[r], limit);
                row += byte_of(row_totals, r);
            }
            unsigned others = __reduce_add_sync(ALL, total_between(round - 1, base + round - 1));
            if (lane == 0)
                warp_between[warp] = others;
            __syncthreads();
            sum += sum_of_warps(warp_between, WARPS);
            for (int i = threadIdx.x; i < total; i += BLOCK)
                out[sum + i] = kept[i];
            sum += total;
            if (threadIdx.x == 0 && tiles.first(round - 1) + TILE >= n)
                *count = sum; // this was the last tile
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            present[r] = next[r];
        places = next_places;
        row_totals = next_row_totals;
        before = sum_of_warps(warp_total[turn], warp);
        total = next_total;
    }
}

// ---- Launches ---------------------------------------------------------------------------

// Allows the kernel its shared memory; returns how many blocks of it the GPU holds.
static int blocks_at_once(const void *kernel, size_t bytes)
{
    int device, sms, blocks;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    (int)bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, bytes));
    return sms * blocks < MAX_GRID ? sms * blocks : MAX_GRID;
}

// The blocks wait for each other: a cooperative launch makes sure that all of them run.
template <typename... Args>
static void launch_together(void (*kernel)(Args...), size_t blocks, size_t bytes, Args... args)
{
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute together = {};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(BLOCK);
    config.dynamicSmemBytes = bytes;
    config.attrs = &together;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, args...));
}

static size_t grid_for(size_t n, size_t most)
{
    size_t tiles = (n + TILE - 1) / TILE;
    return tiles < most ? tiles : most;
}

// out[i] = in[0] + ... + in[i], for n >= 0 elements. in and out do not overlap; both are
// aligned to 16 bytes, as cudaMalloc gives them.
extern "C" void scan_fastest(int *out, const int *in, size_t n)
{
    const size_t bytes = SCAN_STAGES * TILE_BYTES;
    static const int most = blocks_at_once((const void *)scan_tiles, bytes);
    if (n > 0)
        launch_together(scan_tiles, grid_for(n, most), bytes, out, in, n);
}

// Copies the elements above `limit` to `out`, in their order, and their number to *count.
extern "C" void compact_fastest(int *out, size_t *count, const int *in, size_t n, int limit)
{
    const size_t bytes = (COMPACT_STAGES + 1) * TILE_BYTES;
    static const int most = blocks_at_once((const void *)compact_tiles, bytes);
    if (n > 0)
        launch_together(compact_tiles, grid_for(n, most), bytes, out, count, in, n, limit);
    else
        CUDA_CHECK(cudaMemsetAsync(count, 0, sizeof *count, 0));
}
