// race.cu - the code on the slides about the race of lab 05: running maxima of rows, and the number
// of even elements before each tile, with the ideas of the race. Returns 0 if everything is right.
#include "../examples.h"
#include <cuda/atomic>
#include <cuda/ptx>
#include <limits.h>
#include <stdint.h>

namespace ptx = cuda::ptx;

enum { BLOCK = 128, TILE = 4 * BLOCK, TILES = 50, BLOCKS = 4, WORDS = 64 };

typedef unsigned long long Word;
template <typename T> using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ int larger(int a, int b) { return a > b ? a : b; }

// ---- rows of vectors --------------------------------------------------------------------

// BEGIN SLIDE row
__device__ int4 running_maximum(int4 x, int before)     // 128 ints of a warp
{
    x.y = larger(x.x, x.y);
    x.z = larger(x.y, x.z);
    x.w = larger(x.z, x.w);
    int most = x.w;                                     // of the lane: five shuffles for
    for (int d = 1; d < WARP_SIZE; d *= 2) {            // four elements
        int left = __shfl_up_sync(ALL_LANES, most, d);
        if (threadIdx.x % WARP_SIZE >= d)
            most = larger(most, left);
    }
    int left = __shfl_up_sync(ALL_LANES, most, 1);
    if (threadIdx.x % WARP_SIZE > 0)
        before = larger(before, left);
    return {larger(before, x.x), larger(before, x.y), larger(before, x.z), larger(before, x.w)};
}
// END SLIDE row

__global__ void maxima(int4 *out, const int4 *in)
{
    out[threadIdx.x] = running_maximum(in[threadIdx.x], INT_MIN);
}

// ---- four scans in one ------------------------------------------------------------------

__device__ int even_of(int4 x) { return (x.x % 2 == 0) + (x.y % 2 == 0) + (x.z % 2 == 0) + (x.w % 2 == 0); }

__global__ void places(unsigned *out, const int4 *in)
{
    int lane = threadIdx.x;
    int4 a = in[lane], b = in[32 + lane], c = in[64 + lane], d = in[96 + lane];
    // BEGIN SLIDE bytes
    unsigned counts = even_of(a) | even_of(b) << 8      // four rows, a byte for each:
                      | even_of(c) << 16 | even_of(d) << 24; // at most 4 x 32 per row
    for (int d = 1; d < WARP_SIZE; d *= 2) {
        unsigned left = __shfl_up_sync(ALL_LANES, counts, d);
        if (lane >= d)
            counts += left;                             // four additions
    }
    // END SLIDE bytes
    out[lane] = counts;
}

// ---- tiles of a grid that stays ---------------------------------------------------------

__device__ Word totals[WORDS];

// BEGIN SLIDE publish
// Tiles are numbered 1, 2, 3 ... over all calls.
__device__ void publish(unsigned number, unsigned total)
{
    Word word = (Word)number << 32 | total;
    Shared<Word>(totals[number % WORDS]).store(word, cuda::memory_order_relaxed);
}
// END SLIDE publish

// The calling thread's share of the totals `first` to `end` - 1.
__device__ unsigned share_of_totals(unsigned first, unsigned end)
{
    // BEGIN SLIDE between
    unsigned sum = 0;
    for (unsigned number = first + threadIdx.x; number < end; number += BLOCK) {
        Word word;
        do                                          // an old word has another number
            word = Shared<Word>(totals[number % WORDS]).load(cuda::memory_order_relaxed);
        while (word >> 32 != number);
        sum += (unsigned)word;
    }
    // END SLIDE between
    return sum;
}

__device__ unsigned block_sum(unsigned x)
{
    __shared__ unsigned sum;
    __syncthreads();
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    x = __reduce_add_sync(ALL_LANES, x);
    if (threadIdx.x % WARP_SIZE == 0)
        atomicAdd(&sum, x);
    __syncthreads();
    return sum;
}

// out[t] is the number of even elements before tile t. `number` is that of tile 0.
__global__ void even_before(unsigned *out, const int *in, unsigned number)
{
    __shared__ __align__(128) int4 stage[BLOCK];
    __shared__ uint64_t arrived;
    unsigned before = 0, last = number - 1;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    for (int tile = blockIdx.x, round = 0; tile < TILES; tile += gridDim.x, round++) {
        // BEGIN SLIDE bulk
        if (threadIdx.x == 0) {     // one thread, one instruction, the whole tile
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &arrived, sizeof stage);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage, in + tile * TILE,
                               sizeof stage, &arrived);
        }
        // ... other work of the block ...
        while (!ptx::mbarrier_try_wait_parity(&arrived, round % 2)) {}
        int4 x = stage[threadIdx.x];
        // END SLIDE bulk
        unsigned total = block_sum(even_of(x)); // with barriers: all threads have read the stage
        if (threadIdx.x == 0)
            publish(number + tile, total);
        before += block_sum(share_of_totals(last + 1, number + tile));
        if (threadIdx.x == 0)
            out[tile] = before;
        before += total;
        last = number + tile;
    }
}

// ---- checks -----------------------------------------------------------------------------

static void check_rows(const int *in)
{
    int *out = managed<int>(128);
    unsigned *place = managed<unsigned>(32);
    maxima<<<1, 32>>>((int4 *)out, (const int4 *)in);
    places<<<1, 32>>>(place, (const int4 *)in);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0, most = INT_MIN; i < 128; i++) {
        most = in[i] > most ? in[i] : most;
        expect(out[i] == most, "maxima", i);
    }
    for (int row = 0; row < 4; row++)
        for (int i = 0, even = 0; i < 128; i++) {
            even += in[row * 128 + i] % 2 == 0;
            expect(i % 4 != 3 || (int)(place[i / 4] >> 8 * row & 255) == even, "places", i);
        }
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(place));
}

static void check_tiles(const int *in)
{
    unsigned *out = managed<unsigned>(TILES);
    for (int call = 0; call < 2; call++) { // nothing is cleared in between
        even_before<<<BLOCKS, BLOCK>>>(out, in, 1 + call * TILES);
        CUDA_CHECK(cudaDeviceSynchronize());
        unsigned even = 0;
        for (int i = 0; i < TILES * TILE; i++) {
            expect(i % TILE || out[i / TILE] == even, "even_before", i / TILE);
            even += in[i] % 2 == 0;
        }
    }
    CUDA_CHECK(cudaFree(out));
}

int main(void)
{
    int *in = managed<int>(TILES * TILE);
    for (int i = 0; i < TILES * TILE; i++)
        in[i] = (int)(i * 2654435761u >> 3);
    check_rows(in);
    check_tiles(in);
    CUDA_CHECK(cudaFree(in));
    return mistakes > 0;
}
