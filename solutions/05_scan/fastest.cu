// Lab 05, the race: inclusive scan and compaction as fast as the memory allows
//
// Every element is read once and written once, so the memory sets the pace. What has to
// be hidden is the waiting: for loads, and for the totals of the tiles to the left.
//
//   1. The grid is as large as the GPU holds, and the blocks take tile after tile. All blocks
//      run side by side, so a block may wait for another one.
//   2. Multiprocessors are not equally fast. So no tile belongs to a block beforehand: it draws
//      a ticket, the number of the next tile that nobody has.
//   3. A bulk copy brings the next tile into shared memory while the present one is written. No
//      thread and no register waits for it. As soon as it is there it moves on to registers, and
//      the tile after it begins to arrive.
//   4. A block knows the sum up to the end of its own last tile. The sum before its present tile
//      is that sum plus the totals of the tiles between, about one from each other block, which
//      its threads read side by side. No block waits for a chain of other blocks.
//
//        tiles   ... | q | q+1 | q+2 | ...            | p-1 | p | ...
//                      ^ my last one                          ^ my present one
//                        sum known   + totals of q+1 to p-1
//
//   5. The next tile is scanned in registers, and its total published, before the present tile
//      is written. When a block needs the totals to its left, they are there.
//
// A total and the number of its tile are one 64-bit word, written and read at once. The numbers
// go on from call to call, so the words are never cleared.
// The words belong to this file: the calls must be in one stream, one after the other.

#include "lab.h"
#include <cuda/atomic>
#include <cuda/ptx>
#include <limits.h>
#include <stdint.h>

namespace ptx = cuda::ptx;

enum {
    BLOCK = 512,       // threads of a block
    BLOCKS_PER_SM = 2, // so that one block works while the other one waits
    WARPS = BLOCK / WARP_SIZE,
    LOADER = 1, // the warp that draws the tickets and begins the copies
    ROWS = 4,   // 16-byte vectors per thread and tile
    TILE = BLOCK * ROWS * 4,
    TILE_BYTES = TILE * sizeof(int),
    // A block has at most 4 tickets at a time. So when a total is published, it is at most 4 times
    // the grid behind the newest ticket, and when it is read last, 16 times.
    WORDS = 8192,
    MAX_GRID = WORDS / 16
};

const unsigned ALL = 0xffffffff; // lanes of a warp

using Word = unsigned long long;
template <typename T> using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ Word totals[WORDS];     // number of the tile, total
__device__ unsigned numbers_taken; // by the tiles of all calls before
__device__ unsigned next_ticket;

// ---- The totals of the tiles ------------------------------------------------------------

// Publishes the total of a tile. The word is all that the readers read, so it needs no order with
// other accesses: relaxed.
__device__ void publish(unsigned number, unsigned total)
{
    Word word = (Word)number << 32 | total;
    Shared<Word>(totals[number % WORDS]).store(word, cuda::memory_order_relaxed);
}

// The calling thread's first look at the totals with the numbers `first` to `end` - 1. Most of them
// have been there for a while. The look begins before the block has other things to do, and its
// result is used after them.
__device__ Word look(unsigned first, unsigned end)
{
    unsigned number = first + threadIdx.x;
    if ((int)(end - number) <= 0)
        return 0;
    return Shared<Word>(totals[number % WORDS]).load(cuda::memory_order_relaxed);
}

// The calling thread's share of these totals, from its first look on.
__device__ unsigned share_of_totals(unsigned first, unsigned end, Word seen)
{
    unsigned sum = 0;
    for (unsigned number = first + threadIdx.x; (int)(end - number) > 0; number += BLOCK) {
        Shared<Word> word(totals[number % WORDS]);
        while ((unsigned)(seen >> 32) != number)
            seen = word.load(cuda::memory_order_relaxed);
        sum += (unsigned)seen;
    }
    return sum;
}

// ---- The tiles --------------------------------------------------------------------------

// The tiles of a block, one in each round. In shared memory a tile is as in global memory: warp w
// has the ROWS rows of 128 ints from row w * ROWS on, and a lane has four ints of each row. So all
// the accesses of a warp are to 512 bytes in a row, in shared memory and in global memory.
struct Tiles {
    int4 *stage;       // the tile that arrives
    uint64_t *arrived; // its mbarrier
    unsigned *drawn;   // which one it is
    unsigned *number;  // of tile 0
    const int *in;
    size_t n;
    int pad;         // behind the last element
    unsigned count;  // of all tiles
    unsigned ticket; // for lane 0 of the loader: its next tile, or one beyond the last one

    // The loader begins to bring its next tile; nobody reads the stage any more. A tile is one
    // bulk copy. The last tile of all may be shorter: what is no group of four, and the padding,
    // the lanes write.
    __device__ void load()
    {
        int lane = threadIdx.x % WARP_SIZE, bulk = 0;
        unsigned tile = __shfl_sync(ALL, ticket, 0);
        size_t first = (size_t)tile * TILE;
        if (tile < count) {
            int size = (int)min((size_t)TILE, n - first);
            bulk = size / 4 * 4;
            for (int i = bulk + lane; i < TILE; i += WARP_SIZE)
                ((int *)stage)[i] = i < size ? in[first + i] : pad;
        }
        __syncwarp();
        if (lane > 0)
            return;
        *drawn = tile;
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, arrived,
                                       bulk * sizeof(int));
        if (bulk > 0)
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage, in + first,
                               bulk * sizeof(int), arrived);
    }

    // Lane 0 of the loader draws the next ticket. All blocks draw until they get no tile, so the
    // last ticket of all is known: who draws it prepares the next call.
    __device__ void draw(cuda::memory_order order)
    {
        if (threadIdx.x % WARP_SIZE > 0 || ticket >= count)
            return;
        Shared<unsigned> next(next_ticket);
        unsigned mine = next.fetch_add(1, order);
        ticket = gridDim.x + mine; // the first tiles need no ticket
        if (mine == count - 1) {
            cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
            next.store(0, cuda::memory_order_relaxed);
            numbers_taken += count;
        }
    }

    // Prepares the mbarrier and begins to load the first tile.
    __device__ void begin()
    {
        if (threadIdx.x / WARP_SIZE == LOADER) {
            if (threadIdx.x % WARP_SIZE == 0) {
                ptx::mbarrier_init(arrived, 1);
                ptx::fence_proxy_async(ptx::space_shared); // bulk copies see it
            }
            ticket = blockIdx.x;
            load();
        }
        __syncthreads();
        if (threadIdx.x == LOADER * WARP_SIZE) {
            *number = numbers_taken + 1; // the others read it after the next barrier
            // When the last ticket is drawn, all blocks have read the number: release here,
            // acquire there.
            draw(cuda::memory_order_release);
        }
    }

    // Waits for the tile of a round, takes the calling thread's vectors, and returns the tile: no
    // tile if all are taken.
    __device__ unsigned take(int4 (&x)[ROWS], int round) const
    {
        int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
        while (!ptx::mbarrier_try_wait_parity(arrived, round % 2))
            ;
        unsigned tile = *drawn;
        if (tile < count) {
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                x[r] = stage[(warp * ROWS + r) * WARP_SIZE + lane];
        }
        return tile;
    }

    // When all have taken the tile: publishes its total, and the loader brings the next one.
    __device__ void pass_on(unsigned tile, unsigned total)
    {
        if (tile >= count)
            return;
        if (threadIdx.x == 0)
            publish(*number + tile, total);
        if (threadIdx.x / WARP_SIZE == LOADER) {
            load();
            draw(cuda::memory_order_relaxed);
        }
    }
};

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
            __stwt((int4 *)&out[place], y); // writes through: see lab 02
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
    scan_tiles(int *__restrict__ out, const int *__restrict__ in, size_t n, unsigned count)
{
    extern __shared__ __align__(128) int4 stage[];
    __shared__ uint64_t arrived;
    __shared__ unsigned drawn, number;
    __shared__ unsigned warp_total[2][WARPS]; // in turn
    __shared__ unsigned warp_between[WARPS];
    int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    int4 present[ROWS], next[ROWS];         // running sums, within the warp
    unsigned before = 0, total = 0;         // of the present tile: in the warps before, in all
    unsigned sum = 0;                       // up to the end of the block's last tile
    unsigned last_tile = ~0u, tile = count; // the block's last one, the present one

    Tiles tiles = {stage, &arrived, &drawn, &number, in, n, 0, count};
    tiles.begin();
    for (int round = 0; tile < count || round == 0; round++) { // of the next tile
        int turn = round % 2;
        unsigned next_tile = tiles.take(next, round);
        unsigned warp_sum = 0;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            next[r] = scan_row(next[r], warp_sum);
            warp_sum = __shfl_sync(ALL, next[r].w, WARP_SIZE - 1);
        }
        if (lane == 0)
            warp_total[turn][warp] = warp_sum;
        __syncthreads(); // also: all have taken the tile
        unsigned next_total = sum_of_warps(warp_total[turn], WARPS);
        Word seen = round > 0 ? look(number + last_tile + 1, number + tile) : 0;
        tiles.pass_on(next_tile, next_total);

        if (round > 0) {
            unsigned others = share_of_totals(number + last_tile + 1, number + tile, seen);
            others = __reduce_add_sync(ALL, others);
            if (lane == 0)
                warp_between[warp] = others;
            __syncthreads();
            sum += sum_of_warps(warp_between, WARPS);
            size_t place = (size_t)tile * TILE + (warp * ROWS * WARP_SIZE + lane) * 4;
            write_rows(out, place, n, present, sum + before);
            sum += total;
            last_tile = tile;
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            present[r] = next[r];
        before = sum_of_warps(warp_total[turn], warp);
        total = next_total;
        tile = next_tile;
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
    compact_tiles(int *__restrict__ out, size_t *__restrict__ kept_count,
                  const int *__restrict__ in, size_t n, unsigned count, int limit)
{
    extern __shared__ __align__(128) int4 stage[];
    __shared__ uint64_t arrived;
    __shared__ unsigned drawn, number;
    __shared__ unsigned warp_total[2][WARPS];
    __shared__ unsigned warp_between[WARPS];
    int *kept = (int *)(stage + TILE / 4); // of the present tile, without gaps
    int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    int4 present[ROWS], next[ROWS];
    unsigned places = 0, row_totals = 0; // bytes: kept before this lane in its rows, in the rows
    unsigned before = 0, total = 0;
    size_t sum = 0;
    unsigned last_tile = ~0u, tile = count;

    Tiles tiles = {stage, &arrived, &drawn, &number, in, n, INT_MIN, count}; // above no limit
    tiles.begin();
    for (int round = 0; tile < count || round == 0; round++) {
        int turn = round % 2;
        unsigned next_tile = tiles.take(next, round);
        unsigned counts = 0;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            counts |= kept_of(next[r], limit) << 8 * r;
        unsigned next_places = scan_bytes(counts);
        unsigned next_row_totals = __shfl_sync(ALL, next_places, WARP_SIZE - 1);
        next_places -= counts;
        if (lane == 0) {
            unsigned warp_sum = 0;
            for (int r = 0; r < ROWS; r++)
                warp_sum += byte_of(next_row_totals, r);
            warp_total[turn][warp] = warp_sum;
        }
        __syncthreads(); // also: all have written what was kept of the tile before the present
        unsigned next_total = sum_of_warps(warp_total[turn], WARPS);
        Word seen = round > 0 ? look(number + last_tile + 1, number + tile) : 0;
        tiles.pass_on(next_tile, next_total);

        if (round > 0) {
            int row = before;
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                keep(&kept[row + byte_of(places, r)], present[r], limit);
                row += byte_of(row_totals, r);
            }
            unsigned others = share_of_totals(number + last_tile + 1, number + tile, seen);
            others = __reduce_add_sync(ALL, others);
            if (lane == 0)
                warp_between[warp] = others;
            __syncthreads();
            sum += sum_of_warps(warp_between, WARPS);
#pragma unroll 4 // four stores under way
            for (int i = threadIdx.x; i < total; i += BLOCK)
                out[sum + i] = kept[i];
            sum += total;
            if (threadIdx.x == 0 && tile == count - 1)
                *kept_count = sum;
            last_tile = tile;
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            present[r] = next[r];
        places = next_places;
        row_totals = next_row_totals;
        before = sum_of_warps(warp_total[turn], warp);
        total = next_total;
        tile = next_tile;
    }
}

// ---- Launches ---------------------------------------------------------------------------

// Allows the kernel its shared memory; returns how many blocks of it the GPU holds.
static int blocks_at_once(const void *kernel, size_t bytes)
{
    int device, sms, blocks;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
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

// out[i] = in[0] + ... + in[i], for n >= 0 elements. in and out do not overlap; both are
// aligned to 16 bytes, as cudaMalloc gives them.
extern "C" void scan_fastest(int *out, const int *in, size_t n)
{
    const size_t bytes = TILE_BYTES;
    static const unsigned most = blocks_at_once((const void *)scan_tiles, bytes);
    unsigned count = (unsigned)((n + TILE - 1) / TILE);
    if (n > 0)
        launch_together(scan_tiles, count < most ? count : most, bytes, out, in, n, count);
}

// Copies the elements above `limit` to `out`, in their order, and their number to *kept_count.
extern "C" void compact_fastest(int *out, size_t *kept_count, const int *in, size_t n, int limit)
{
    const size_t bytes = 2 * TILE_BYTES;
    static const unsigned most = blocks_at_once((const void *)compact_tiles, bytes);
    unsigned count = (unsigned)((n + TILE - 1) / TILE);
    if (n > 0)
        launch_together(compact_tiles, count < most ? count : most, bytes, out, kept_count, in, n,
                        count, limit);
    else
        CUDA_CHECK(cudaMemsetAsync(kept_count, 0, sizeof *kept_count, 0));
}
