// Lab 16: Tensor cores
//
// Goal    Products of small matrices by one instruction of a warp: which lane holds what, how the
//         elements get there without conflicts, and what the short types cost.
// Write   TODO 1 to TODO 8: 90 lines in all.
// Try     make run LAB=tensor_cores      tensor instructions and conflicts of every part
// Grade   make grade LAB=tensor_cores    or, for one part: PART=1
// Pass    1. fragments: which lane holds which element; and three predictions
//         2. 16 x 16 by 16 x 16, by wmma
//         3. mma.m16n8k16, with fragments by hand
//         4. ldmatrix, and a swizzle: no bank conflicts
//         5. a product of any size, with tiles in flight
//         6. f16, bf16, tf32, e4m3: what rounding costs; and eight predictions
//         7. bytes with scales
//         8. wgmma: a tile that four warps multiply from shared memory
//         and no arithmetic but that of the tensor cores
// Stuck?  make hint LAB=tensor_cores PART=1      three hints per part, the first says the least

#include "lab.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>

enum {
    M = TENSOR_M,
    N = TENSOR_N,
    K = TENSOR_K,
    DEEP = TENSOR_DEEP,
    TILE = TENSOR_TILE,
    WARPS = 4, // of a block, in every part
    BLOCK = WARPS * WARP_SIZE,
    CHUNK = 8,               // halves of 16 bytes: what one lane moves
    TILE_ROW = TILE / CHUNK, // chunks in a row of a tile
    STAGES = 3               // tiles of a and of b in shared memory, part 5
};

__device__ int lane() { return threadIdx.x % WARP_SIZE; }
__device__ int warp() { return threadIdx.x / WARP_SIZE; }
// The number of this warp in the grid.
__device__ int job() { return blockIdx.x * WARPS + warp(); }

// ---- Part 1: which lane holds which element ------------------------------------------------
//
// mma.m16n8k16 multiplies a (16 x 16) by b (16 x 8). No lane has a whole row: lane l has elements
// 0 to 7 of a, and 0 to 3 of b and of c. Where in the matrix are they? The result of these
// functions is row * columns + column. Part 3 uses them.

__device__ int place_c(int l, int i)
{
    int place = 0;
    // BEGIN TODO 1a (1 line): a row of 8 has four lanes, with two neighbours each. Elements 2 and 3
    // are 8 rows below elements 0 and 1.
    place = (l / 4 + i / 2 * 8) * N + l % 4 * 2 + i % 2;
    // END TODO 1a
    return place;
}

__device__ int place_a(int l, int i)
{
    int place = 0;
    // BEGIN TODO 1b (1 line): elements 0 to 3 are like those of c, in the left half; elements 4 to
    // 7 are in the right half.
    place = (l / 4 + i / 2 % 2 * 8) * K + l % 4 * 2 + i % 2 + i / 4 * 8;
    // END TODO 1b
    return place;
}

__device__ int place_b(int l, int i)
{
    int place = 0;
    // BEGIN TODO 1c (1 line): a column of b has four lanes: neighbours are below each other.
    // Elements 2 and 3 are 8 rows below elements 0 and 1.
    place = (l % 4 * 2 + i % 2 + i / 2 * 8) * N + l / 4;
    // END TODO 1c
    return place;
}

__global__ void place(float *out, const float *in, int count, int which)
{
    int f = job(), elements = which == FRAGMENT_a ? 8 : 4;
    if (f >= count)
        return;
    for (int i = 0; i < elements; i++) {
        int at = which == FRAGMENT_a   ? place_a(lane(), i)
                 : which == FRAGMENT_b ? place_b(lane(), i)
                                       : place_c(lane(), i);
        out[f * elements * WARP_SIZE + at] = in[(f * WARP_SIZE + lane()) * elements + i];
    }
}

// ---- Part 2: one product by wmma -------------------------------------------------------------
//
// The library knows which lane holds what, and does not tell. A warp has one product.

__global__ void by_wmma(float *c, const half *a, const half *b, int count)
{
    using namespace nvcuda::wmma;
    int p = job();
    if (p >= count)
        return;
    a += p * 16 * 16, b += p * 16 * 16, c += p * 16 * 16;
    // BEGIN TODO 2 (about 8 lines): three fragments of 16 x 16 x 16, of which the accumulator is
    // float and begins with 0; load, multiply, store.
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    fill_fragment(fc, 0.0f);
    load_matrix_sync(fa, a, 16);
    load_matrix_sync(fb, b, 16);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(c, fc, 16, mem_row_major);
    // END TODO 2
}

// ---- Part 3: the instruction itself ------------------------------------------------------------

// d += a b: 4 registers of a, 2 of b, with two halves each; 4 floats of d.
__device__ void mma(float d[4], const unsigned a[4], const unsigned b[2])
{
    // BEGIN TODO 3a (about 5 lines): asm volatile, mma.sync.aligned.m16n8k16.row.col. The types
    // are, in this order, those of the result, of a, of b, of what is added: f32.f16.f16.f32.
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    // END TODO 3a
}

__device__ unsigned both(half low, half high) // two halves in a register
{
    return __half_as_ushort(low) | (unsigned)__half_as_ushort(high) << 16;
}

__global__ void by_mma(float *c, const half *a, const half *b, int count)
{
    int p = job();
    if (p >= count)
        return;
    a += p * M * K, b += p * K * N, c += p * M * N;
    // BEGIN TODO 3b (about 10 lines): registers of a and b, two halves each, from the places of
    // part 1; the product; the results to their places.
    unsigned ra[4], rb[2];
    float d[4] = {};
    for (int j = 0; j < 4; j++)
        ra[j] = both(a[place_a(lane(), 2 * j)], a[place_a(lane(), 2 * j + 1)]);
    for (int j = 0; j < 2; j++)
        rb[j] = both(b[place_b(lane(), 2 * j)], b[place_b(lane(), 2 * j + 1)]);
    mma(d, ra, rb);
    for (int i = 0; i < 4; i++)
        c[place_c(lane(), i)] = d[i];
    // END TODO 3b
}

// ---- Part 4: ldmatrix, and a swizzle ---------------------------------------------------------
//
// ldmatrix loads four matrices of 8 x 8 halves at once. Lane 8j + r gives the address of row r of
// matrix j: 16 bytes. What lane l gets of it in register j is what mma wants: row l / 4, elements 2
// (l % 4) and the next. With .trans, column l / 4: so a matrix that lies row by row can be b.
//
// A row of a tile has 64 halves, 128 bytes: all banks. Eight rows of a matrix, one below the other,
// would be in the same four banks. A swizzle puts the chunks of each row in another order.

// Where in a tile chunk `chunk` (0 to 7) of row `row` is: a number of halves, a multiple of CHUNK.
__device__ int swizzled(int row, int chunk)
{
    int place = row * TILE + chunk * CHUNK;
    // BEGIN TODO 4a (1 line): in the same row, at another chunk: for eight rows below each other,
    // at eight different ones.
    place = row * TILE + (chunk ^ row % 8) * CHUNK;
    // END TODO 4a
    return place;
}

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void load_4(unsigned r[4], const half *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(shared_address(row))
                 : "memory");
}

__device__ void load_4_turned(unsigned r[4], const half *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(shared_address(row))
                 : "memory");
}

// The fragment of a for this warp's 16 rows, at columns k to k + 15 of the tile.
__device__ void load_a(unsigned r[4], const half *tile, int k)
{
    // BEGIN TODO 4b (about 3 lines): matrices 0 and 1 are below each other, 2 and 3 to the right of
    // them. Which row, which chunk does this lane name?
    int row = warp() * M + lane() % 16, chunk = k / CHUNK + lane() / 16;
    load_4(r, tile + swizzled(row, chunk));
    // END TODO 4b
}

// Two fragments of b: rows k to k + 15 of the tile, columns n to n + 7 (r[0], r[1]), and n + 8 to n
// + 15 (r[2], r[3]).
__device__ void load_b(unsigned r[4], const half *tile, int k, int n)
{
    // BEGIN TODO 4c (about 3 lines): the tile has the rows of b, mma wants its columns.
    int row = k + lane() % 16, chunk = n / CHUNK + lane() / 16;
    load_4_turned(r, tile + swizzled(row, chunk));
    // END TODO 4c
}

// This warp's 16 x 64 sums: d[j] has the columns 8j to 8j + 7.
__device__ void multiply_tiles(float d[TILE / N][4], const half *ta, const half *tb)
{
    for (int k = 0; k < TILE; k += K) {
        unsigned ra[4], rb[4];
        load_a(ra, ta, k);
        for (int j = 0; j < TILE / N; j += 2) {
            load_b(rb, tb, k, j * N);
            mma(d[j], ra, rb);
            mma(d[j + 1], ra, rb + 2);
        }
    }
}

// `columns`: of the whole matrix c.
__device__ void store_sums(float *c, int columns, const float d[TILE / N][4])
{
    for (int j = 0; j < TILE / N; j++)
        for (int i = 0; i < 4; i += 2) {
            int place = place_c(lane(), i), row = warp() * M + place / N, col = j * N + place % N;
            *(float2 *)(c + (size_t)row * columns + col) = make_float2(d[j][i], d[j][i + 1]);
        }
}

// A tile of a matrix with `columns` columns; its chunks as the swizzle says.
__device__ void fill_tile(half *tile, const half *from, int columns)
{
    for (int c = threadIdx.x; c < TILE * TILE_ROW; c += BLOCK) {
        int row = c / TILE_ROW, chunk = c % TILE_ROW;
        *(uint4 *)(tile + swizzled(row, chunk)) =
            *(const uint4 *)(from + (size_t)row * columns + chunk * CHUNK);
    }
}

__global__ void by_ldmatrix(float *c, const half *a, const half *b)
{
    __shared__ __align__(1024) half ta[TILE * TILE], tb[TILE * TILE];
    size_t first = (size_t)blockIdx.x * TILE * TILE;
    float d[TILE / N][4] = {};
    fill_tile(ta, a + first, TILE);
    fill_tile(tb, b + first, TILE);
    __syncthreads();
    multiply_tiles(d, ta, tb);
    store_sums(c + first, TILE, d);
}

// ---- Part 5: tiles in flight --------------------------------------------------------------------
//
// A block has a tile of c, and goes along k. While it multiplies two tiles, the next ones are on
// their way: cp.async copies 16 bytes from global to shared memory, and no thread waits for that.
// What a thread has begun since the last commit is a group; cp.async.wait_group n waits until at
// most n of the thread's last groups are not complete.

__device__ void copy_16(half *to, const half *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int GROUPS>
__device__ void wait_but()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(GROUPS) : "memory");
}

// As fill_tile, but nobody waits.
__device__ void begin_tile(half *tile, const half *from, int columns)
{
    // BEGIN TODO 5a (about 5 lines)
    for (int c = threadIdx.x; c < TILE * TILE_ROW; c += BLOCK) {
        int row = c / TILE_ROW, chunk = c % TILE_ROW;
        copy_16(tile + swizzled(row, chunk), from + (size_t)row * columns + chunk * CHUNK);
    }
    // END TODO 5a
}

__global__ void by_stages(float *c, const half *a, const half *b, int k, int n)
{
    __shared__ __align__(1024) half ta[STAGES][TILE * TILE], tb[STAGES][TILE * TILE];
    int steps = k / TILE;
    float d[TILE / N][4] = {};
    a += (size_t)blockIdx.y * TILE * k; // the tile of step s: a + s * TILE
    b += blockIdx.x * TILE;             // b + s * TILE * n
    c += (size_t)blockIdx.y * TILE * n + blockIdx.x * TILE;
    // BEGIN TODO 5b (about 16 lines): begin STAGES - 1 steps, a group for each (an empty one, if
    // there is no such step). Then, in every step: wait for its tiles, a barrier, begin a later
    // step in the stage that is free now, multiply.
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < steps) {
            begin_tile(ta[s], a + s * TILE, k);
            begin_tile(tb[s], b + (size_t)s * TILE * n, n);
        }
        commit();
    }
    for (int s = 0; s < steps; s++) {
        wait_but<STAGES - 2>();
        __syncthreads();
        int next = s + STAGES - 1;
        if (next < steps) {
            begin_tile(ta[next % STAGES], a + next * TILE, k);
            begin_tile(tb[next % STAGES], b + (size_t)next * TILE * n, n);
        }
        commit();
        multiply_tiles(d, ta[s % STAGES], tb[s % STAGES]);
    }
    // END TODO 5b
    store_sums(c, n, d);
}

// ---- Part 6: what rounding costs ------------------------------------
//
// The same product, 16 x 32 by 32 x 8, with elements of four types. A register has two elements of
// 16 bits, one of tf32, four of e4m3.

__device__ unsigned two_f16(float low, float high)
{
    unsigned bits = 0;
    // BEGIN TODO 6a (1 line): both(), after rounding
    bits = both(__float2half(low), __float2half(high));
    // END TODO 6a
    return bits;
}

__device__ unsigned two_bf16(float low, float high)
{
    unsigned bits = 0;
    // BEGIN TODO 6b (about 2 lines): __float2bfloat16, __bfloat16_as_ushort
    bits = __bfloat16_as_ushort(__float2bfloat16(low)) |
           (unsigned)__bfloat16_as_ushort(__float2bfloat16(high)) << 16;
    // END TODO 6b
    return bits;
}

__device__ unsigned one_tf32(float x)
{
    unsigned bits = 0;
    // BEGIN TODO 6c (1 line): cvt.rna.tf32.f32, by asm: the nearest value; of a tie, the one that
    // is further from 0.
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    // END TODO 6c
    return bits;
}

__device__ unsigned four_e4m3(const float x[4])
{
    unsigned bits = 0;
    // BEGIN TODO 6d (about 3 lines): __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3) for each
    for (int i = 0; i < 4; i++)
        bits |= (unsigned)__nv_cvt_float_to_fp8(x[i], __NV_SATFINITE, __NV_E4M3) << 8 * i;
    // END TODO 6d
    return bits;
}

// All kinds of mma: 4 registers of a, 2 of b.
#define MMA(kind, d, a, b) \
    asm volatile("mma.sync.aligned." kind " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
                 "{%0, %1, %2, %3};" \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

// `width` elements of a row of a, or of a column of b, in a register. With 16 bits and with 8, the
// lane's elements begin at width * (l % 4), and the second half of the registers is 4 * width to
// the right.
__device__ unsigned pack(const float *x, int stride, int type)
{
    float four[4];
    for (int i = 0; type == TYPE_e4m3 && i < 4; i++)
        four[i] = x[i * stride];
    return type == TYPE_f16    ? two_f16(x[0], x[stride])
           : type == TYPE_bf16 ? two_bf16(x[0], x[stride])
           : type == TYPE_tf32 ? one_tf32(x[0])
                               : four_e4m3(four);
}

__global__ void by_type(float *c, double *error, const float *a, const float *b, int count,
                        int type)
{
    int p = job(), width = type == TYPE_tf32 ? 1 : type == TYPE_e4m3 ? 4 : 2;
    if (p >= count)
        return;
    a += p * M * DEEP, b += p * DEEP * N, c += p * M * N, error += p * M * N;
    float d[4] = {};
    for (int k = 0; k < DEEP; k += 8 * width) {
        unsigned ra[4], rb[2];
        for (int j = 0; j < 4; j++)
            ra[j] = pack(a + (lane() / 4 + j % 2 * 8) * DEEP + k + (lane() % 4 + j / 2 * 4) * width,
                         1, type);
        for (int j = 0; j < 2; j++)
            rb[j] = pack(b + (k + (lane() % 4 + j * 4) * width) * N + lane() / 4, N, type);
        switch (type) {
        case TYPE_f16: MMA("m16n8k16.row.col.f32.f16.f16.f32", d, ra, rb); break;
        case TYPE_bf16: MMA("m16n8k16.row.col.f32.bf16.bf16.f32", d, ra, rb); break;
        case TYPE_tf32: MMA("m16n8k8.row.col.f32.tf32.tf32.f32", d, ra, rb); break;
        default: MMA("m16n8k32.row.col.f32.e4m3.e4m3.f32", d, ra, rb);
        }
    }
    for (int i = 0; i < 4; i++) {
        int place = (lane() / 4 + i / 2 * 8) * N + lane() % 4 * 2 + i % 2, row = place / N,
            col = place % N;
        c[place] = d[i];
        // BEGIN TODO 6e (about 4 lines): error[place], with a sum in double of what a and b hold
        double sum = 0;
        for (int k = 0; k < DEEP; k++)
            sum += (double)a[row * DEEP + k] * b[k * N + col];
        error[place] = d[i] - sum;
        // END TODO 6e
    }
}

// ---- Part 7: bytes with scales --------------------------------------
//
// mma.m16n8k32 of bytes: sums are ints, and exact. A register has four bytes that are neighbours
// along k: lane l has those from 4 (l % 4) on, and in the second half of its registers those 16
// further. Rows of a, and columns of b and c, as in part 1.

__device__ void mma_bytes(int d[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__global__ void by_bytes(float *c, const signed char *a, const signed char *b,
                         const float *row_scale, const float *col_scale, int m, int k, int n)
{
    int tile = job();
    if (tile >= m / M * (n / N))
        return;
    int row = tile / (n / N) * M, col = tile % (n / N) * N; // the first ones of this warp's 16 x 8
    // BEGIN TODO 7 (about 16 lines): the sum over k in ints; then the two scales, once per element.
    int sum[4] = {}, x = lane() % 4 * 4;
    for (int s = 0; s < k; s += DEEP) {
        unsigned ra[4], rb[2];
        for (int j = 0; j < 4; j++)
            ra[j] = *(const unsigned *)(a + (size_t)(row + lane() / 4 + j % 2 * 8) * k + s + x +
                                        j / 2 * 16);
        for (int j = 0; j < 2; j++)
            rb[j] = *(const unsigned *)(b + (size_t)(col + lane() / 4) * k + s + x + j * 16);
        mma_bytes(sum, ra, rb);
    }
    for (int i = 0; i < 4; i++) {
        int r = row + lane() / 4 + i / 2 * 8, j = col + lane() % 4 * 2 + i % 2;
        c[(size_t)r * n + j] = row_scale[r] * col_scale[j] * sum[i];
    }
    // END TODO 7
}

// ---- Part 8: wgmma -----------------------------------------------------------------------------
//
// Four warps multiply 64 x 16 by 16 x 64 with one instruction, and read a and b from shared memory
// themselves: a descriptor says where, and with which swizzle (that of part 4). Reads go through
// the async proxy, which does not see plain stores until fence.proxy.async.

// A tile of 64 x 64 halves, swizzled; along k from half `k` on.
__device__ unsigned long long tile_descriptor(const half *tile, int k)
{
    unsigned long long start = shared_address(tile + k) >> 4, eight_rows = TILE * 8 * 2 >> 4;
    return start | 1ull << 16 | eight_rows << 32 | 1ull << 62;
}
__device__ void proxy_fence() { asm volatile("fence.proxy.async;" ::: "memory"); }
__device__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
__device__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }

#define SUMS_4(j) "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
// d += a b: d[j] is as in part 4.
__device__ void wgmma(float d[TILE / N][4], unsigned long long a, unsigned long long b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
                 "%32, %33, 1, 1, 1, 0, 0;"
                 : SUMS_4(0), SUMS_4(1), SUMS_4(2), SUMS_4(3), SUMS_4(4), SUMS_4(5), SUMS_4(6),
                   SUMS_4(7)
                 : "l"(a), "l"(b));
}

__global__ void by_wgmma(float *c, const half *a, const half *b)
{
    __shared__ __align__(1024) half ta[TILE * TILE], tb[TILE * TILE];
    size_t first = (size_t)blockIdx.x * TILE * TILE;
    float d[TILE / N][4] = {};
    fill_tile(ta, a + first, TILE);
    fill_tile(tb, b + first, TILE); // its rows are the columns of b
    // BEGIN TODO 8 (about 7 lines): the stores become visible to wgmma, for all threads; then TILE
    // / K products as one group, between a fence and a wait.
    proxy_fence();
    __syncthreads();
    wgmma_fence();
    for (int k = 0; k < TILE; k += K)
        wgmma(d, tile_descriptor(ta, k), tile_descriptor(tb, k));
    wgmma_commit();
    wgmma_wait();
    // END TODO 8
    store_sums(c + first, TILE, d);
}

// ---- What the grader calls (see common/labs.h); nothing to do here ------------------------------

static const half *halves(const unsigned short *bits) { return (const half *)bits; }

void place_fragments(float *out, const float *in, int count, int which)
{
    if (count > 0)
        place<<<ceil_div(count, WARPS), BLOCK>>>(out, in, count, which);
    CUDA_CHECK(cudaGetLastError());
}

void wmma_products(float *c, const unsigned short *a, const unsigned short *b, int count)
{
    if (count > 0)
        by_wmma<<<ceil_div(count, WARPS), BLOCK>>>(c, halves(a), halves(b), count);
    CUDA_CHECK(cudaGetLastError());
}

void mma_products(float *c, const unsigned short *a, const unsigned short *b, int count)
{
    if (count > 0)
        by_mma<<<ceil_div(count, WARPS), BLOCK>>>(c, halves(a), halves(b), count);
    CUDA_CHECK(cudaGetLastError());
}

void swizzled_products(float *c, const unsigned short *a, const unsigned short *b, int count)
{
    if (count > 0)
        by_ldmatrix<<<count, BLOCK>>>(c, halves(a), halves(b));
    CUDA_CHECK(cudaGetLastError());
}

void staged_product(float *c, const unsigned short *a, const unsigned short *b, int m, int k, int n)
{
    dim3 tiles(n / TILE, m / TILE);
    if (m > 0 && n > 0)
        by_stages<<<tiles, BLOCK>>>(c, halves(a), halves(b), k, n);
    CUDA_CHECK(cudaGetLastError());
}

void typed_products(float *c, double *error, const float *a, const float *b, int count, int type)
{
    if (count > 0)
        by_type<<<ceil_div(count, WARPS), BLOCK>>>(c, error, a, b, count, type);
    CUDA_CHECK(cudaGetLastError());
}

void scaled_product(float *c, const signed char *a, const signed char *b, const float *row_scale,
                    const float *col_scale, int m, int k, int n)
{
    if (m > 0 && n > 0)
        by_bytes<<<ceil_div(m / M * (n / N), WARPS), BLOCK>>>(c, a, b, row_scale, col_scale, m, k,
                                                              n);
    CUDA_CHECK(cudaGetLastError());
}

void wgmma_products(float *c, const unsigned short *a, const unsigned short *b, int count)
{
    if (count > 0)
        by_wgmma<<<count, BLOCK>>>(c, halves(a), halves(b));
    CUDA_CHECK(cudaGetLastError());
}
