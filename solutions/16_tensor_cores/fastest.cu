// Lab 16, part 9, the race: a product of halves at the speed of the tensor cores
//
// Goal    As fast as NVIDIA's library cuBLAS, for sides of 1024 to 8192, and for odd ones.
// Write   TODO 9a to 9d; 62 short lines in all.
// Try     make race LAB=tensor_cores     on a GPU: your function beside cuBLAS
// Grade   make grade LAB=tensor_cores PART=9
// Pass    right for all shapes, and no races
//         tensor cores do all arithmetic; big tiles; few bank conflicts
// Stuck?  make hint LAB=tensor_cores PART=9
//
// The file is open: the grader calls half_product_fastest() and nothing else. What is between the
// TODOs is one way that works; you may change all of it. Part 5 for any sides is a good beginning.
//
//   1. wgmma: a and b stay in shared memory. A warpgroup has 64 x 256 sums in its registers.
//   2. The copy engine (TMA) brings tiles, swizzled as wgmma wants them, and zeros beyond the
//      edges. One thread of a warp of its own asks for them: the others only multiply.
//   3. Stages, each with two barriers in shared memory: "full" counts bytes, "empty" warpgroups.
//   4. A block per multiprocessor takes one tile of c after the other: while it stores one, the
//      next ones are on their way. Neighbouring tiles at the same time: then L2 has their a and b.
//   5. Small products take smaller tiles, so that all multiprocessors have one.
//   6. TMA wants rows of a multiple of 16 bytes: other matrices are copied first.

#include "lab.h"
#include <cuda.h>
#include <cuda_fp16.h>

enum {
    GROUP = 128,         // threads that execute one wgmma
    ROWS = 64,           // of c, for one group
    DEEP = 64,           // along k, a step: 128 bytes, the width of the swizzle
    BOX = DEEP * 64 * 2, // bytes of 64 x 64 halves
    BAND = 16            // rows of tiles that are worked on together
};

template <int GROUPS, int COLS>
struct Shape {
    static constexpr int rows = GROUPS * ROWS, cols = COLS, threads = GROUPS * GROUP + WARP_SIZE;
    static constexpr int bytes = (GROUPS + COLS / 64) * BOX; // of a stage
    static constexpr int stages = 200 * 1024 / bytes > 6 ? 6 : 200 * 1024 / bytes;
    static constexpr int shared = 1024 + stages * (bytes + 16);
};

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

// ---- barriers in shared memory, and copies that count at them -----------------------------------

__device__ void barrier_init(unsigned barrier, int count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

__device__ void barrier_arrive(unsigned barrier)
{
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__device__ void barrier_expect(unsigned barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
}

__device__ void barrier_wait(unsigned barrier, int parity)
{
    asm volatile("{\n.reg .pred done;\nagain:\n"
                 "mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
                 "@!done bra again;\n}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

// A box of a matrix, from column x and row y on.
__device__ void copy_box(unsigned to, const CUtensorMap *map, int x, int y, unsigned barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(to),
                 "l"(map), "r"(x), "r"(y), "r"(barrier)
                 : "memory");
}

// ---- wgmma ----------------------------------------------------------

// 128-byte swizzle. Of a: 8 rows are 1024 bytes. Of b, whose rows are along n: 8 rows of k are 1024
// bytes, and the next 64 columns are a box further.
__device__ unsigned long long descriptor(unsigned address, int leading)
{
    return (unsigned long long)(address >> 4 & 0x3fff) | (unsigned long long)(leading >> 4) << 16 |
           1024ull >> 4 << 32 | 1ull << 62;
}

#define D4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define D16(i) D4(i), D4(i + 4), D4(i + 8), D4(i + 12)
#define D64(i) D16(i), D16(i + 16), D16(i + 32), D16(i + 48)
#define TEN(t) "%" t "0,%" t "1,%" t "2,%" t "3,%" t "4,%" t "5,%" t "6,%" t "7,%" t "8,%" t "9,"
#define SIXTY TEN("") TEN("1") TEN("2") TEN("3") TEN("4") TEN("5")

__device__ void wgmma(float (&d)[64], unsigned long long a, unsigned long long b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" SIXTY
                 "%60,%61,%62,%63}, %64, %65, 1, 1, 1, 0, 1;"
                 : D64(0)
                 : "l"(a), "l"(b));
}

__device__ void wgmma(float (&d)[128], unsigned long long a, unsigned long long b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {" SIXTY TEN("6") TEN("7") TEN("8")
            TEN("9") TEN("10")
                TEN("11") "%120,%121,%122,%123,%124,%125,%126,%127}, %128, %129, 1, 1, 1, 0, 1;"
        : D64(0), D64(64)
        : "l"(a), "l"(b));
}

__device__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int GROUPS>
__device__ void wgmma_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(GROUPS) : "memory");
}

// ---- the kernel -----------------------------------------------------

// The first row and column of a tile, in bands of BAND rows of tiles.
template <class S>
__device__ void place_tile(int tile, int m, int n, int *row, int *col)
{
    int across = (n + S::cols - 1) / S::cols, down = (m + S::rows - 1) / S::rows;
    int band = tile / (BAND * across) * BAND, high = min(BAND, down - band);
    int rest = tile - band * across;
    *row = (band + rest % high) * S::rows;
    *col = rest / high * S::cols;
}

// One group's sums: lane l has row l / 4 and the eighth below it, columns 2 (l % 4) and the next.
template <class S>
__device__ void store_tile(float *c, const float (&d)[S::cols / 2], int row, int col, int m, int n)
{
    // BEGIN TODO 9a (about 12 lines): two neighbours at once where n is even; nothing beyond m and
    // n.
    int lane = threadIdx.x % WARP_SIZE;
    row += threadIdx.x / WARP_SIZE * 16 + lane / 4;
    col += lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < S::cols / 2; i += 2) {
        int y = row + i / 2 % 2 * 8, x = col + i / 4 * 8;
        float *at = c + (size_t)y * n + x;
        if (y < m && x < n && n % 2 == 0) {
            *(float2 *)at = make_float2(d[i], d[i + 1]);
        } else if (y < m) {
            if (x < n)
                at[0] = d[i];
            if (x + 1 < n)
                at[1] = d[i + 1];
        }
    }
    // END TODO 9a
}

// One thread: asks for the tiles of all steps, as soon as their stage is empty.
template <class S>
__device__ void bring(unsigned stages, unsigned full, unsigned empty, const CUtensorMap *a,
                      const CUtensorMap *b, int m, int k, int n, int tiles)
{
    // BEGIN TODO 9b (about 14 lines)
    int step = 0;
    for (int tile = blockIdx.x, row, col; tile < tiles; tile += gridDim.x) {
        place_tile<S>(tile, m, n, &row, &col);
        for (int x = 0; x < k; x += DEEP, step++) {
            int stage = step % S::stages;
            unsigned to = stages + stage * S::bytes;
            if (step >= S::stages)
                barrier_wait(empty + stage * 8, (step / S::stages - 1) % 2);
            barrier_expect(full + stage * 8, S::bytes);
            copy_box(to, a, x, row, full + stage * 8);
            for (int j = 0; j < S::cols; j += 64)
                copy_box(to + S::rows / 64 * BOX + j / 64 * BOX, b, col + j, x, full + stage * 8);
        }
    }
    // END TODO 9b
}

template <class S>
__device__ void multiply(float *c, unsigned stages, unsigned full, unsigned empty, int m, int k,
                         int n, int tiles)
{
    int group = threadIdx.x / GROUP, step = 0;
    for (int tile = blockIdx.x, row, col; tile < tiles; tile += gridDim.x) {
        float d[S::cols / 2] = {};
        place_tile<S>(tile, m, n, &row, &col);
        // BEGIN TODO 9c (about 17 lines): for each step: wait until its stage is full; a fence,
        // DEEP / 16 products, commit. The products of the step before may end meanwhile: then its
        // stage is empty.
        for (int x = 0; x < k; x += DEEP, step++) {
            int stage = step % S::stages;
            unsigned ta = stages + stage * S::bytes + group * BOX;
            unsigned tb = stages + stage * S::bytes + S::rows / 64 * BOX;
            barrier_wait(full + stage * 8, step / S::stages % 2);
            wgmma_fence();
#pragma unroll
            for (int j = 0; j < DEEP / 16; j++)
                wgmma(d, descriptor(ta + j * 32, 16), descriptor(tb + j * 2048, BOX));
            wgmma_commit();
            wgmma_wait<1>();
            if (x > 0 && threadIdx.x % GROUP == 0)
                barrier_arrive(empty + (step - 1) % S::stages * 8);
        }
        wgmma_wait<0>();
        if (threadIdx.x % GROUP == 0)
            barrier_arrive(empty + (step - 1) % S::stages * 8);
        // END TODO 9c
        store_tile<S>(c, d, row, col, m, n);
    }
}

template <class S>
__global__ void __launch_bounds__(S::threads, 1)
    product(float *c, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
            int m, int k, int n, int tiles)
{
    extern __shared__ unsigned char room[];
    unsigned stages = (shared_address(room) + 1023) / 1024 * 1024; // the swizzle counts from there
    unsigned full = stages + S::stages * S::bytes, empty = full + S::stages * 8;
    // BEGIN TODO 9d (about 12 lines): make the barriers, and let all threads and the copies see
    // them; then one thread of the last warp brings, and the groups multiply.
    if (threadIdx.x == 0) {
        for (int s = 0; s < S::stages; s++) {
            barrier_init(full + s * 8, 1);
            barrier_init(empty + s * 8, S::rows / ROWS);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x >= S::threads - WARP_SIZE) {
        if (threadIdx.x % WARP_SIZE == 0)
            bring<S>(stages, full, empty, &a, &b, m, k, n, tiles);
    } else {
        multiply<S>(c, stages, full, empty, m, k, n, tiles);
    }
    // END TODO 9d
}

// ---- matrices -------------------------------------------------------

// Rows of `wide` halves instead of `cols`; what is added are zeros.
__global__ void widen(half *out, const half *in, int rows, int cols, int wide)
{
    for (int y = blockIdx.x; y < rows; y += gridDim.x)
        for (int x = threadIdx.x; x < wide; x += blockDim.x)
            out[(size_t)y * wide + x] = x < cols ? in[(size_t)y * cols + x] : __float2half(0);
}

// A matrix whose rows TMA can read: itself, or a copy (which is released with cudaFreeAsync).
struct Rows {
    const half *data;
    half *copy = nullptr;
    int cols;
    Rows(const half *in, int rows, int given) : data(in), cols((given + 7) / 8 * 8)
    {
        if (cols == given)
            return;
        CUDA_CHECK(cudaMallocAsync(&copy, sizeof(half) * rows * cols, 0));
        widen<<<min(rows, 2048), 128>>>(copy, in, rows, given, cols);
        CUDA_CHECK(cudaGetLastError());
        data = copy;
    }
    ~Rows()
    {
        if (copy)
            CUDA_CHECK(cudaFreeAsync(copy, 0));
    }
};

// Boxes of 64 columns and `high` rows, with the swizzle of 128 bytes.
static CUtensorMap boxes(const Rows &matrix, int rows, int high)
{
    static decltype(&cuTensorMapEncodeTiled) encode;
    cudaDriverEntryPointQueryResult found;
    if (!encode)
        CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode,
                                                    12000, cudaEnableDefault, &found));
    CUtensorMap map;
    cuuint64_t sides[] = {(cuuint64_t)matrix.cols, (cuuint64_t)rows};
    cuuint64_t row_bytes = sizeof(half) * matrix.cols;
    cuuint32_t box[] = {64, (cuuint32_t)high}, steps[] = {1, 1};
    CUresult made =
        encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, (void *)matrix.data, sides, &row_bytes,
               box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
               CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    CUDA_CHECK(made == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue);
    return map;
}

static int multiprocessors()
{
    static int count;
    if (!count)
        CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

template <class S>
static int tiles_of(int m, int n)
{
    return ceil_div(m, S::rows) * ceil_div(n, S::cols);
}

template <class S>
static void start(float *c, const Rows &a, const Rows &b, int m, int k, int n)
{
    int tiles = tiles_of<S>(m, n);
    CUDA_CHECK(
        cudaFuncSetAttribute(product<S>, cudaFuncAttributeMaxDynamicSharedMemorySize, S::shared));
    product<S><<<min(tiles, multiprocessors()), S::threads, S::shared>>>(
        c, boxes(a, m, S::rows), boxes(b, k, DEEP), m, k, n, tiles);
}

// c = a b: a has m x k elements, b k x n. All are aligned to 16 bytes.
extern "C" void half_product_fastest(float *c, const unsigned short *a, const unsigned short *b,
                                     int m, int k, int n)
{
    using Large = Shape<2, 256>;
    using Middle = Shape<2, 128>;
    using Small = Shape<1, 128>;
    if (m == 0 || n == 0)
        return;
    if (k == 0) {
        CUDA_CHECK(cudaMemsetAsync(c, 0, sizeof(float) * m * n));
        return;
    }
    Rows wide_a((const half *)a, m, k), wide_b((const half *)b, k, n);
    if (tiles_of<Large>(m, n) * 4 >= multiprocessors() * 3)
        start<Large>(c, wide_a, wide_b, m, k, n);
    else if (tiles_of<Middle>(m, n) * 9 >= multiprocessors() * 4)
        start<Middle>(c, wide_a, wide_b, m, k, n);
    else
        start<Small>(c, wide_a, wide_b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
