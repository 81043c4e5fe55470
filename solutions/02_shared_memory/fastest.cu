// Lab 02, part 8, the race: a transpose at the speed of a copy, and a product of floats that keeps
// the arithmetic units busy
//
// Goal    Both as fast as NVIDIA's library cuBLAS, or faster.
// Write   TODO 8a to 8d: your own kernels and their launches.
// Try     make race LAB=shared_memory     on a GPU: your functions beside cuBLAS
// Grade   make grade LAB=shared_memory PART=8
// Pass    right for all shapes, and no races
//         transpose: each sector once, 8 bytes per lane or more, few bank conflicts
//         product: a quarter of a wavefront per multiplication, big tiles, few barriers
// Stuck?  make hint LAB=shared_memory PART=8
//
// The file is open: the grader calls the two functions that are declared extern "C". You may write
// anything else in front of them. The numbered ideas are one way that works; README.md shows what
// each of them gains.

#include "lab.h"
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

// ---- Transpose --------------------------------------------------------------------------
//
//   1. A block transposes a tile of 64 x 64: its rows are 256 bytes, in the input and in the
//      output, so that each memory access is to a long piece.
//   2. A thread loads 4 x 4 elements as four vectors, transposes them in its registers, and stores
//      four vectors: a quarter of the instructions.
//   3. Vectors are swizzled within the rows of the tile (an XOR): no two lanes of a
//      quarter-warp use the same banks, and no padding is needed.
//   4. Neighbouring blocks take tiles of the same columns of the input: so they write neighbouring
//      pieces of the same rows of the output. Writes that are far apart cost more than reads.
//   5. A multiprocessor has room for five blocks, and so a thread for 48 registers: with 32, the
//      four vectors and their addresses do not fit. Four loads in flight per thread are enough.
//   6. Sides that are not multiples of 4 have another kernel. Its loads are of single elements:
//   rows
//      that do not begin at a multiple of 16 bytes cost them little. Stores to such rows cost more,
//      because two blocks share a line of 128 bytes. So the piece that a block stores in a row of
//      the output begins at a line, up to 31 elements before the tile: all stores but those at
//      the row's ends are of vectors.

// BEGIN TODO 8a (about 90 lines): the kernels. Begin with a tile of 64 x 64 that is right for all
// shapes; then add the vectors, for sides that are multiples of 4.
enum {
    TURN_TILE = 64,               // elements, each way
    TURN_VECTORS = TURN_TILE / 4, // vectors in a row of the tile
    TURN_BLOCK = TURN_VECTORS * TURN_VECTORS,
    TURN_BLOCKS_PER_SM = 5, // at least: so a thread may have 48 registers
    LINE = 32               // elements
};

// The place in the tile of vector v of row r (of the output): 16 lanes that store the rows
// 4l + k, or load the vectors l of one row, use all banks equally.
__device__ int turned_place(int r, int v) { return r * TURN_VECTORS + (v ^ r / 4); }

// Both sides are multiples of 4: a vector is inside or outside as a whole.
__global__ void __launch_bounds__(TURN_BLOCK, TURN_BLOCKS_PER_SM)
    turn_vectors(float *__restrict__ out, const float *__restrict__ in, size_t rows, size_t cols,
                 unsigned tiles_down)
{
    __shared__ float4 tile[TURN_TILE * TURN_VECTORS];
    int x = threadIdx.x % TURN_VECTORS, y = threadIdx.x / TURN_VECTORS;
    size_t top = (size_t)(blockIdx.x % tiles_down) * TURN_TILE;
    size_t left = (size_t)(blockIdx.x / tiles_down) * TURN_TILE;

    size_t row = top + 4 * y, col = left + 4 * x;
    float4 a[4] = {};
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (row < rows && col < cols)
            a[k] = *(const float4 *)(in + (row + k) * cols + col);
    tile[turned_place(4 * x, y)] = {a[0].x, a[1].x, a[2].x, a[3].x};
    tile[turned_place(4 * x + 1, y)] = {a[0].y, a[1].y, a[2].y, a[3].y};
    tile[turned_place(4 * x + 2, y)] = {a[0].z, a[1].z, a[2].z, a[3].z};
    tile[turned_place(4 * x + 3, y)] = {a[0].w, a[1].w, a[2].w, a[3].w};
    __syncthreads();

    row = top + 4 * x; // now four columns of the output
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int r = y + k * TURN_VECTORS;
        col = left + r;
        if (row < rows && col < cols)
            __stwt((float4 *)(out + col * rows + row), tile[turned_place(r, x)]);
    }
}

// The elements from place 0 of `row`, one of the output, back to the beginning of a line.
__device__ int back_to_line(const float *row) { return (size_t)row / sizeof(float) % LINE; }

__global__ void __launch_bounds__(TURN_BLOCK)
    turn_elements(float *__restrict__ out, const float *__restrict__ in, size_t rows, size_t cols,
                  unsigned tiles_down)
{
    const int STEP = TURN_BLOCK / TURN_TILE, LOADS = (TURN_TILE + LINE) / STEP;
    __shared__ float4 tile[TURN_TILE * TURN_VECTORS];
    int x = threadIdx.x % TURN_TILE, y = threadIdx.x / TURN_TILE;
    size_t left = (size_t)(blockIdx.x / tiles_down) * TURN_TILE;
    long long top = (long long)(blockIdx.x % tiles_down) * TURN_TILE;

    // Rows of the input from LINE before the tile on; this thread's column needs TURN_TILE of them,
    // from `back` before the tile on.
    int back = back_to_line(out + (left + x) * rows);
    long long row = top - LINE + y;
    const float *from = in + row * (long long)cols + left + x;
    float a[LOADS] = {};
    if (top >= LINE && top + TURN_TILE <= rows && left + TURN_TILE <= cols) { // all inside
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            a[k] = from[k * STEP * cols];
    } else {
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            if (row + k * STEP >= 0 && row + k * STEP < rows && left + x < cols)
                a[k] = from[k * STEP * cols];
    }
#pragma unroll
    for (int k = 0; k < LOADS; k++) {
        int place = back - LINE + y + k * STEP;
        if (place >= 0 && place < TURN_TILE)
            ((float *)&tile[turned_place(x, place / 4)])[place % 4] = a[k];
    }
    __syncthreads();

    x = threadIdx.x % TURN_VECTORS;
    y = threadIdx.x / TURN_VECTORS;
#pragma unroll
    for (int k = 0; k < TURN_TILE / 16; k++) {
        int r = y + k * 16;
        if (left + r >= cols)
            break;
        float *to = out + (left + r) * rows;
        row = top - back_to_line(to) + 4 * x;
        float4 b = tile[turned_place(r, x)];
        if (row >= 0 && row + 3 < rows) {
            __stwt((float4 *)(to + row), b);
        } else {
            for (int i = 0; i < 4; i++)
                if (row + i >= 0 && row + i < rows)
                    to[row + i] = (&b.x)[i];
        }
    }
}

// END TODO 8a

// `in` has rows x cols elements; out, cols x rows, is its transpose. Both are aligned to 16 bytes.
extern "C" void transpose_fastest(float *out, const float *in, size_t rows, size_t cols)
{
    // BEGIN TODO 8b (about 10 lines): one launch, no launch for an empty matrix. x is the only
    // direction of a grid that can have more than 65535 blocks.
    if (rows == 0 || cols == 0)
        return;
    bool vectors = rows % 4 == 0 && cols % 4 == 0;
    size_t all = rows + (vectors ? 0 : LINE - 1); // a row of the output and the part before it
    size_t down = (all + TURN_TILE - 1) / TURN_TILE, across = (cols + TURN_TILE - 1) / TURN_TILE;
    if (vectors)
        turn_vectors<<<down * across, TURN_BLOCK>>>(out, in, rows, cols, down);
    else
        turn_elements<<<down * across, TURN_BLOCK>>>(out, in, rows, cols, down);
    // END TODO 8b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Product of floats --------------------------------------------------------------------
//
//   1. A thread has up to 16 x 8 elements of the product in registers: 24 values read from shared
//      memory give 128 multiplications and additions.
//   2. A block has a tile, and goes along k in steps. With the largest tiles, one block of 256
//      threads fills a multiprocessor: each thread uses 255 registers.
//   3. Asynchronous copies load the tiles of the next steps into shared memory while the current
//      tile is multiplied: three or four stages, and one barrier per step.
//   4. The factors of the next k are loaded into registers while those of the current k are used.
//   5. The copies transpose the tile of A, four bytes at a time: then a thread reads its rows of A
//      as vectors, too. The rows in shared memory are 4 floats longer, and eight lanes copy
//      neighbouring k of a row: no bank conflicts.
//   6. The lanes of a warp are 4 x 8 threads. Lanes T and T ^ 1 read the same vectors of B, lanes T
//      and T ^ 2 the same vectors of A: then the hardware reads for 16 lanes at a time, not for 8.
//   7. The last tiles of rows and columns begin earlier, so that they end at the edge: nobody has
//   to
//      look whether an element is inside. They store only what no other tile has.
//   8. Few tiles leave multiprocessors without work, and so does the last part of many tiles.
//   There,
//      several blocks share a tile: each has a part of the k. They are a cluster, which adds up
//      their sums in shared memory; or a second kernel adds them up.
//   9. Rows of B that are not whole vectors need four times as many copies. If enough tiles use
//      them, all of B is copied once to rows that are.
//
// The way is chosen by the shape: the function estimates the time of each size of tiles, each
// number of blocks per tile, with clusters and without, with a copy of B and without, and takes the
// shortest. Small tiles win where there are few elements, or short k; large tiles win where there
// are many.

// BEGIN TODO 8c (about 350 lines; a good first version has 60): the kernel. Part 7 with 8 x 8 sums
// per thread and vectors comes first, then two or more stages, then clusters.
enum {
    THREAD_N = 8, // columns of a thread
    LANES_N = 8,  // of the 4 x 8 lanes
    LANES_M = WARP_SIZE / LANES_N,
    STEP_M = 4 * LANES_M, // from one vector of a thread's rows to the next one
    STEP_N = 4 * LANES_N, // and of its columns
    WARP_N = LANES_N * THREAD_N,
    A_LANES = 8,     // that copy neighbouring k of a row of A
    MOST_PARTS = 64, // of a tile
    MOST_BLOCKS = 8, // of a cluster
    ADD_BLOCK = 256
};

// A block's tile of the product: TILE_M x TILE_N elements, THREAD_M rows of them for a thread.
template <int TILE_M, int TILE_N, int ROWS_OF_THREAD, int K_OF_STEP, int STAGES_OF_BLOCK,
          int BLOCKS>
struct Tiles {
    static const int M = TILE_M, N = TILE_N, THREAD_M = ROWS_OF_THREAD, WARP_M = 4 * THREAD_M,
                     K = K_OF_STEP, BLOCK = M / WARP_M * (N / WARP_N) * WARP_SIZE,
                     STAGES = STAGES_OF_BLOCK, PER_SM = BLOCKS;
    struct Stage {
        float a[K][M + 4]; // transposed
        float b[K][N];
    };
};

// c = a b. A row of b has b_row elements in memory; the last ones may be padding. The first `whole`
// tiles have a block each, the others `each` blocks. These are a cluster, or leave their sums in
// `parts`: a whole tile for each block.
struct Product {
    float *c;
    const float *a, *b;
    int m, k, n, b_row;
    int whole, each;
    bool clusters;
    float *parts;
};

// A tile: where it begins, and from where on its elements are not those of another tile.
template <typename Tiles>
struct Place {
    int top, left, own_top, own_left;
    __device__ Place(const Product &p, int tile)
    {
        int across = (p.n + Tiles::N - 1) / Tiles::N;
        own_top = tile / across * Tiles::M;
        own_left = tile % across * Tiles::N;
        top = min(own_top, max(p.m - Tiles::M, 0));
        left = min(own_left, max(p.b_row - Tiles::N, 0));
    }

    // Stores the sums of four elements of a row of the tile, as far as they are its own.
    __device__ void store(const Product &p, float4 sum, int y, int x) const
    {
        int row = top + y, col = left + x;
        float *to = p.c + (size_t)row * p.n + col;
        if (row < own_top || row >= p.m)
            return;
        if (p.n % 4 == 0) {
            if (col >= own_left && col < p.n)
                *(float4 *)to = sum;
        } else {
#pragma unroll
            for (int q = 0; q < 4; q++)
                if (col + q >= own_left && col + q < p.n)
                    to[q] = (&sum.x)[q];
        }
    }
};

// A thread's part of the copies for a step: M / A_STEP rows of A, and its share of the pieces of B
// that fill the tile. Elements outside become zero. VECTORS: rows of B consist of whole, aligned
// vectors.
template <typename Tiles, bool VECTORS>
struct Copies {
    static const int K = Tiles::K, WIDTH = VECTORS ? 4 : 1, A_STEP = Tiles::BLOCK / A_LANES,
                     B_ROW = Tiles::N / WIDTH < Tiles::BLOCK ? Tiles::N / WIDTH : Tiles::BLOCK,
                     B_STEP = Tiles::BLOCK / B_ROW, B_NEXT = B_ROW * WIDTH;
    const float *a, *b; // of the next step
    int a_rows, b_cols; // from the thread's first row or column to the end
    int k_left;         // from the first k of the next step to the end
    int k, b_row;
    bool inside; // the tile as a whole

    // The step begins at `first` of the k.
    __device__ Copies(const Product &p, const Place<Tiles> &place, int first)
        : a(p.a + (size_t)(place.top + threadIdx.x / A_LANES) * p.k + first +
            threadIdx.x % A_LANES),
          b(p.b + (size_t)(first + threadIdx.x / B_ROW) * p.b_row + place.left +
            threadIdx.x % B_ROW * WIDTH),
          a_rows(p.m - place.top - threadIdx.x / A_LANES),
          b_cols(p.b_row - place.left - threadIdx.x % B_ROW * WIDTH), k_left(p.k - first), k(p.k),
          b_row(p.b_row), inside(p.m >= Tiles::M && p.b_row >= Tiles::N)
    {
    }

    __device__ void begin(typename Tiles::Stage &stage)
    {
        int ka = threadIdx.x % A_LANES, row = threadIdx.x / A_LANES;
        int kb = threadIdx.x / B_ROW, col = threadIdx.x % B_ROW * WIDTH;
        if (inside && k_left >= K) {
#pragma unroll
            for (int i = 0; i < Tiles::M; i += A_STEP)
#pragma unroll
                for (int j = 0; j < K; j += A_LANES)
                    __pipeline_memcpy_async(&stage.a[ka + j][row + i], a + (size_t)i * k + j, 4);
#pragma unroll
            for (int i = 0; i < K; i += B_STEP)
#pragma unroll
                for (int j = 0; j < Tiles::N; j += B_NEXT)
                    __pipeline_memcpy_async(&stage.b[kb + i][col + j], b + (size_t)i * b_row + j,
                                            4 * WIDTH);
        } else {
            for (int i = 0; i < Tiles::M; i += A_STEP)
                for (int j = 0; j < K; j += A_LANES) {
                    bool in = i < a_rows && ka + j < k_left;
                    __pipeline_memcpy_async(&stage.a[ka + j][row + i],
                                            in ? a + (size_t)i * k + j : a, 4, in ? 0 : 4);
                }
            for (int i = 0; i < K; i += B_STEP)
                for (int j = 0; j < Tiles::N; j += B_NEXT) {
                    bool in = j < b_cols && kb + i < k_left;
                    __pipeline_memcpy_async(&stage.b[kb + i][col + j],
                                            in ? b + (size_t)i * b_row + j : b, 4 * WIDTH,
                                            in ? 0 : 4 * WIDTH);
                }
        }
        a += K;
        b += (size_t)K * b_row;
        k_left -= K;
    }
};

// The factors of one k: of the thread's rows and of its 8 columns.
template <typename Tiles>
struct Factors {
    float down[Tiles::THREAD_M], across[THREAD_N];
    __device__ void load(const typename Tiles::Stage &stage, int k, int y, int x)
    {
#pragma unroll
        for (int v = 0; v < Tiles::THREAD_M / 4; v++)
            *(float4 *)&down[4 * v] = *(const float4 *)&stage.a[k][y + v * STEP_M];
#pragma unroll
        for (int v = 0; v < THREAD_N / 4; v++)
            *(float4 *)&across[4 * v] = *(const float4 *)&stage.b[k][x + v * STEP_N];
    }
};

// Adds vector i of `each` tiles, which of(0) to of(each - 1) are.
template <typename Of>
__device__ float4 add_vectors(int each, int i, Of of)
{
    float4 sum = {};
#pragma unroll 4
    for (int p = 0; p < each; p++) {
        float4 more = ((const float4 *)of(p))[i];
        sum = {sum.x + more.x, sum.y + more.y, sum.z + more.z, sum.w + more.w};
    }
    return sum;
}

// The blocks of a cluster add up their sums, each a part of the tile.
template <typename Tiles>
__device__ void add_cluster(const Product &p, const Place<Tiles> &place, float *sums, int part)
{
    auto cluster = cooperative_groups::this_cluster();
    cluster.sync(); // all sums are there
    for (int i = part * Tiles::BLOCK + threadIdx.x; i < Tiles::M * Tiles::N / 4;
         i += p.each * Tiles::BLOCK)
        place.store(p,
                    add_vectors(p.each, i, [&](int r) { return cluster.map_shared_rank(sums, r); }),
                    i * 4 / Tiles::N, i * 4 % Tiles::N);
    cluster.sync(); // no block ends while others read its sums
}

template <typename Tiles, bool VECTORS>
__global__ void __launch_bounds__(Tiles::BLOCK, Tiles::PER_SM) multiply_tiles(Product p)
{
    const int STAGES = Tiles::STAGES, THREAD_M = Tiles::THREAD_M, WARPS_N = Tiles::N / WARP_N,
              K = Tiles::K;
    extern __shared__ __align__(16) unsigned char memory[];
    typename Tiles::Stage *stages = (typename Tiles::Stage *)memory;
    int tile = blockIdx.x, each = 1, part = 0;
    if (tile >= p.whole) {
        each = p.each;
        part = (tile - p.whole) % each;
        tile = p.whole + (tile - p.whole) / each;
    }
    Place<Tiles> place(p, tile);
    int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    int y = warp / WARPS_N * Tiles::WARP_M + (lane % 2 + lane / 16 * 2) * 4;
    int x = warp % WARPS_N * WARP_N + lane / 2 % LANES_N * 4;

    float sum[THREAD_M][THREAD_N] = {};
    Factors<Tiles> factors[2]; // those of the current k and of the next k
    long long all_steps = (p.k + K - 1) / K;
    int first = (int)(all_steps * part / each);
    int steps = (int)(all_steps * (part + 1) / each) - first;
    Copies<Tiles, VECTORS> copies(p, place, first * K);
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < steps)
            copies.begin(stages[s]);
        __pipeline_commit();
    }
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (steps > 0)
        factors[0].load(stages[0], 0, y, x);
    int now = 0, free = STAGES - 1; // stages
    for (int s = 0; s < steps; s++) {
        int next = now + 1 < STAGES ? now + 1 : 0;
#pragma unroll
        for (int i = 0; i < K; i++) {
            if (i < K - 1) {
                factors[(i + 1) % 2].load(stages[now], i + 1, y, x);
            } else {
                __pipeline_wait_prior(STAGES - 2);
                __syncthreads(); // the next stage is complete for all threads, and no thread
                                 // reads the current stage
                if (s + 1 < steps)
                    factors[(i + 1) % 2].load(stages[next], 0, y, x);
            }
            if (i == K / 2) { // not at the barrier, where the warps wait anyway
                if (s + STAGES - 1 < steps)
                    copies.begin(stages[free]);
                __pipeline_commit();
            }
#pragma unroll
            for (int r = 0; r < THREAD_M; r++)
#pragma unroll
                for (int q = 0; q < THREAD_N; q++)
                    sum[r][q] += factors[i % 2].down[r] * factors[i % 2].across[q];
        }
        free = now;
        now = next;
    }
    float *sums = (float *)memory; // no thread reads a stage any more
    if (each > 1 && !p.clusters)
        sums = p.parts + (size_t)(blockIdx.x - p.whole) * (Tiles::M * Tiles::N);
#pragma unroll
    for (int r = 0; r < THREAD_M; r++) {
        int row = y + r / 4 * STEP_M + r % 4;
#pragma unroll
        for (int v = 0; v < THREAD_N / 4; v++) {
            int col = x + v * STEP_N;
            float4 four = *(float4 *)&sum[r][4 * v];
            if (each > 1)
                *(float4 *)&sums[row * Tiles::N + col] = four;
            else
                place.store(p, four, row, col);
        }
    }
    if (each > 1 && p.clusters)
        add_cluster(p, place, sums, part);
}

// Adds up the parts of the tiles.
template <typename Tiles>
__global__ void __launch_bounds__(ADD_BLOCK) add_parts(Product p)
{
    const int TILE = Tiles::M * Tiles::N;
    cudaGridDependencySynchronize(); // the parts are complete
    Place<Tiles> place(p, p.whole + blockIdx.x);
    const float *parts = p.parts + (size_t)blockIdx.x * p.each * TILE;
    int i = blockIdx.y * ADD_BLOCK + threadIdx.x;
    place.store(p, add_vectors(p.each, i, [=](int r) { return parts + (size_t)r * TILE; }),
                i * 4 / Tiles::N, i * 4 % Tiles::N);
}

// Copies rows of n elements to rows of `longer`, which are whole vectors.
__global__ void __launch_bounds__(ADD_BLOCK)
    copy_rows(float *__restrict__ out, const float *__restrict__ in, int rows, int n, int longer)
{
    for (int row = blockIdx.y; row < rows; row += gridDim.y)
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int col = (blockIdx.x * 4 + i) * ADD_BLOCK + threadIdx.x;
            if (col < longer)
                out[(size_t)row * longer + col] = col < n ? in[(size_t)row * n + col] : 0;
        }
}

// Launches `kernel` with one attribute.
static void launch_with(void (*kernel)(Product), dim3 grid, int threads, size_t bytes,
                        cudaLaunchAttribute attribute, const Product &p)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = bytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, p));
}

template <typename Tiles>
static void multiply(Product p, size_t tiles)
{
    const auto kernel = p.b_row % 4 ? multiply_tiles<Tiles, false> : multiply_tiles<Tiles, true>;
    const size_t bytes = Tiles::STAGES * sizeof(typename Tiles::Stage), shared = tiles - p.whole;
    const size_t parts = shared * p.each * Tiles::M * Tiles::N;
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    bool second = p.each > 1 && !p.clusters;
    if (second)
        CUDA_CHECK(cudaMallocAsync(&p.parts, parts * sizeof *p.parts, 0));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {p.clusters ? (unsigned)p.each : 1, 1, 1};
    launch_with(kernel, dim3((unsigned)(p.whole + shared * p.each)), Tiles::BLOCK, bytes, attribute,
                p);
    if (!second)
        return;
    attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed =
        1; // begins while the last blocks multiply
    launch_with(add_parts<Tiles>, dim3((unsigned)shared, Tiles::M * Tiles::N / (4 * ADD_BLOCK)),
                ADD_BLOCK, 0, attribute, p);
    CUDA_CHECK(cudaFreeAsync(p.parts, 0));
}

// ---- The choice of a way ----

// A size of tiles. Microseconds on an H200: of a step, for each block on a multiprocessor; a step
// takes as long as that of `alone` blocks if there are fewer; `slow`: the factor of copies of four
// bytes of B.
struct Size {
    int m, n, k, per_sm;
    double step, alone, slow;
    void (*multiply)(Product p, size_t tiles);
};
template <typename Tiles>
static constexpr Size size_of(double step, double alone, double slow)
{
    return {Tiles::M, Tiles::N, Tiles::K, Tiles::PER_SM, step, alone, slow, multiply<Tiles>};
}
static const Size sizes[] = {
    size_of<Tiles<128, 256, 16, 32, 4, 1>>(5.55, 1, 1.17),
    size_of<Tiles<64, 128, 8, 32, 3, 3>>(1.7, 1.6, 1.2),
    size_of<Tiles<64, 64, 8, 16, 3, 6>>(0.39, 2, 1.1),
    size_of<Tiles<64, 64, 4, 32, 3, 4>>(0.76, 1.1, 1.14),
};
// Microseconds: a launch; the beginning of the blocks that a multiprocessor has at the same time; a
// second kernel that adds; a cluster that adds; a copy of B. Bytes per microsecond of sums for the
// second kernel, and of B. A cluster is in one part of the GPU: some multiprocessors stay without.
static const double LAUNCH = 2.6, BEFORE = 1.25, SECOND = 1.8, CLUSTER = 1.4, COPY = 7.5;
static const double SUM_BYTES = 6.5e6, COPY_BYTES = 1.5e6, OF_CLUSTERS = 0.91;

// How the product is computed: `whole`, `each` and `clusters` as in Product.
struct Way {
    const Size *size;
    size_t tiles, whole;
    int each;
    bool clusters, copied;
    double us;
};

// The time of `blocks` blocks of so many steps.
static double time_of(const Size &size, size_t blocks, int steps, double step, int sms, int cluster)
{
    size_t slots = (size_t)sms * size.per_sm / cluster * cluster;
    size_t full = blocks / slots, rest = blocks % slots;
    double last = (double)((rest + sms - 1) / sms); // blocks per multiprocessor
    last = rest > 0 && last < size.alone ? size.alone : last;
    return steps * step * (full * size.per_sm + last) + BEFORE * (full + (rest > 0));
}

static void estimate(Way *way, const Product &p, int sms)
{
    const Size &size = *way->size;
    int steps = (p.k + size.k - 1) / size.k, part = (steps + way->each - 1) / way->each;
    size_t blocks = (way->tiles - way->whole) * way->each;
    double step = size.step * (p.n % 4 && !way->copied ? size.slow : 1);
    way->us = LAUNCH + (way->clusters ? CLUSTER : way->each > 1 ? SECOND : 0);
    if (way->each > 1 && !way->clusters)
        way->us += (double)blocks * size.m * size.n * sizeof(float) / SUM_BYTES;
    if (way->copied)
        way->us += COPY + (double)p.k * p.n * 2 * sizeof(float) / COPY_BYTES;
    int used = way->clusters ? (int)(sms * OF_CLUSTERS) : sms;
    way->us += time_of(size, blocks, part, step, used, way->clusters ? way->each : 1);
    if (way->whole > 0)
        way->us += time_of(size, way->whole, steps, step, sms, 1);
}

static Way best_way(const Product &p, int sms)
{
    Way best = {};
    for (const Size &size : sizes)
        for (int each = 1; each <= MOST_PARTS && (each == 1 || each <= p.k / size.k / 2); each++)
            for (int kind = 0; kind < 6; kind++) { // one kernel and a second one; mixed; a cluster
                Way way = {&size};
                way.each = each;
                way.clusters = kind / 2 == 2;
                way.copied = kind % 2;
                way.tiles = (size_t)((p.m + size.m - 1) / size.m) * ((p.n + size.n - 1) / size.n);
                way.whole = kind / 2 == 1 ? way.tiles - way.tiles % (sms * size.per_sm) : 0;
                bool is_mixed = way.whole > 0 && way.whole < way.tiles;
                if ((kind / 2 == 1 && !is_mixed) || (kind / 2 > 0 && each == 1) ||
                    (way.clusters && each > MOST_BLOCKS) || (way.copied && p.n % 4 == 0))
                    continue;
                estimate(&way, p, sms);
                if (!best.size || way.us < best.us)
                    best = way;
            }
    return best;
}

// END TODO 8c

// c = a b: a has m x k elements, b k x n, c m x n. All are aligned to 16 bytes.
extern "C" void product_fastest(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 8d (about 22 lines): the launches, none if c is empty. If k is 0, c is 0.
    if (m == 0 || n == 0)
        return;
    int device, sms;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    Product p = {c, a, b, m, k, n, n};
    Way way = best_way(p, sms);
    p.whole = (int)way.whole;
    p.each = way.each;
    p.clusters = way.clusters;
    float *copy = nullptr;
    if (way.copied) {
        p.b_row = (n + 3) / 4 * 4;
        CUDA_CHECK(cudaMallocAsync(&copy, (size_t)k * p.b_row * sizeof *copy, 0));
        dim3 blocks(ceil_div(p.b_row, 4 * ADD_BLOCK), k < 65535 ? k : 65535);
        copy_rows<<<blocks, ADD_BLOCK>>>(copy, b, k, n, p.b_row);
        p.b = copy;
    }
    way.size->multiply(p, way.tiles);
    if (copy)
        CUDA_CHECK(cudaFreeAsync(copy, 0));
    // END TODO 8d
    CUDA_CHECK(cudaGetLastError());
}
