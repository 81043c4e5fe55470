// Lab 07, the race: as fast as the slower copy engine, and as fast as the multiprocessors
//
// Words that are copied to the device, advanced there and copied back, and a product of matrices of
// which the device has room for a third. In both, the slowest part of the machine never waits: in
// the first a copy engine, in the second the multiprocessors.
//
//   1. The words go through the device in pieces, as in part 5: a stream for each engine, and
//      events that order the uses of a place on the device. A copy engine that changes from stream
//      to stream loses time, so this is faster than a stream for each piece.
//   2. Each copy costs time in addition to its bytes, so the pieces are large. Before the first
//      piece has arrived, and after the last kernel, only one engine works, so the pieces are
//      small. The best size grows with the square root of the number of words.
//   3. What is kept from call to call: the streams and the places.
//   4. The product keeps a panel of a, the rows of a half of c, on the device, while the columns of
//      b go past in slabs. So a is copied once, and b twice: n^3 multiplications for 3 n^2 copied
//      numbers.
//   5. The next panel comes in by parts, each as soon as the last slab no longer needs the old
//      part; and the slabs go back in the other direction: the last one is still there.
//   6. Five desks compute in turn. While the last blocks of one product run, the first blocks of
//      the next use the multiprocessors that have become free.
//   7. A thread of the product has 8 x 8 sums in its registers, and cp.async brings the next parts
//      of a and b to shared memory.
//
// The streams belong to this file: one call at a time.

#include "lab.h"
#include <cuda_pipeline.h>
#include <math.h>
#include <stddef.h>

// ---- The pipeline -------------------------------------------------------------------------------

enum {
    PLACES = 4,        // pieces that are on the device at the same time
    LARGEST = 1 << 22, // words of a piece
    SMALLEST = 1 << 18,
    ADVANCE_BLOCK = 256,
    ADVANCE_GRID = 264,
};

// A copy costs as long as PIECE_COST words take, in addition to its own: about 4.4 us. And before
// the first piece has arrived, and after the last kernel, only one engine works. Pieces of p words:
// the first costs n / p * PIECE_COST, the second p. The sum is smallest if the two are equal.
const double PIECE_COST = 58e3;

static size_t piece_words(size_t n)
{
    double words = sqrt(PIECE_COST * (double)n);
    words = words < SMALLEST ? SMALLEST : words > LARGEST ? LARGEST : words;
    return (size_t)words / 1024 * 1024; // so that pieces are aligned
}

__device__ unsigned steps(unsigned x)
{
#pragma unroll
    for (int s = 0; s < STREAMS_STEPS; s++)
        x = STREAMS_A * x + STREAMS_C;
    return x;
}

// x is aligned to 16 bytes.
__global__ void __launch_bounds__(ADVANCE_BLOCK) advance_piece(unsigned *x, unsigned n)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    uint4 *four = reinterpret_cast<uint4 *>(x);
    for (unsigned i = thread; i < n / 4; i += threads) {
        uint4 v = four[i];
        four[i] = make_uint4(steps(v.x), steps(v.y), steps(v.z), steps(v.w));
    }
    if (thread < n % 4)
        x[n / 4 * 4 + thread] = steps(x[n / 4 * 4 + thread]);
}

static cudaEvent_t new_event()
{
    cudaEvent_t event;
    CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    return event;
}

struct Place {
    unsigned *x; // LARGEST words
    cudaEvent_t filled, computed, emptied;
};

struct Pipeline {
    cudaStream_t to_device, work, to_host;
    Place place[PLACES];
    Pipeline()
    {
        CUDA_CHECK(cudaStreamCreate(&to_device));
        CUDA_CHECK(cudaStreamCreate(&work));
        CUDA_CHECK(cudaStreamCreate(&to_host));
        for (Place &p : place) {
            CUDA_CHECK(cudaMalloc(&p.x, LARGEST * sizeof(unsigned)));
            p.filled = new_event();
            p.computed = new_event();
            p.emptied = new_event();
        }
    }
};

// out[i] = in[i] after STREAMS_STEPS steps, for n words of pinned memory. Waits for the result.
extern "C" void pipeline_fastest(unsigned *out, const unsigned *in, size_t n)
{
    static const Pipeline kept;
    size_t piece = piece_words(n);
    int k = 0;
    for (size_t at = 0; at < n; at += piece, k++) {
        size_t words = n - at < piece ? n - at : piece, bytes = words * sizeof(unsigned);
        const Place &p = kept.place[k % PLACES];
        if (k >= PLACES)
            CUDA_CHECK(cudaStreamWaitEvent(kept.to_device, p.emptied, 0));
        CUDA_CHECK(cudaMemcpyAsync(p.x, in + at, bytes, cudaMemcpyHostToDevice, kept.to_device));
        CUDA_CHECK(cudaEventRecord(p.filled, kept.to_device));

        CUDA_CHECK(cudaStreamWaitEvent(kept.work, p.filled, 0));
        advance_piece<<<ADVANCE_GRID, ADVANCE_BLOCK, 0, kept.work>>>(p.x, (unsigned)words);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaEventRecord(p.computed, kept.work));

        CUDA_CHECK(cudaStreamWaitEvent(kept.to_host, p.computed, 0));
        CUDA_CHECK(cudaMemcpyAsync(out + at, p.x, bytes, cudaMemcpyDeviceToHost, kept.to_host));
        CUDA_CHECK(cudaEventRecord(p.emptied, kept.to_host));
    }
    CUDA_CHECK(cudaStreamSynchronize(kept.to_host));
}

// ---- The product of matrices on the device ------------------------------------------------------

enum {
    TILE = 128, // rows and columns of c that a block computes
    DEPTH = 8,  // columns of a, and rows of b, that are in shared memory at a time
    STAGES = 3, // so often, since copies are under way
    EACH = 8,   // rows and columns of c that a thread computes
    SIDE = TILE / EACH,
    BLOCK = SIDE * SIDE,
    A_ROW = DEPTH + 2, // so that the rows of a warp lie in different banks
};

struct Stage {
    double a[TILE][A_ROW], b[DEPTH][TILE];
};

// Matrices, row by row, `..._row` numbers from one row to the next: even numbers, and a, b and c
// are aligned to 16 bytes.
struct Product {
    double *c;
    const double *a, *b;
    int rows, cols, depth; // of c; columns of a
    size_t c_row, a_row, b_row;
};

// Two numbers; zeros, if they are outside of the matrix.
__device__ void copy_two(double *to, const double *from, bool inside, const double *valid)
{
    __pipeline_memcpy_async(to, inside ? from : valid, 16, inside ? 0 : 16);
}

__device__ void load_stage(Stage &stage, const Product &p, int row, int col, int k)
{
    for (int i = threadIdx.x; i < TILE * DEPTH / 2; i += BLOCK) {
        int y = i / (DEPTH / 2), x = i % (DEPTH / 2) * 2;
        copy_two(&stage.a[y][x], p.a + (row + y) * p.a_row + k + x,
                 row + y < p.rows && k + x < p.depth, p.a);
    }
    for (int i = threadIdx.x; i < DEPTH * TILE / 2; i += BLOCK) {
        int y = i / (TILE / 2), x = i % (TILE / 2) * 2;
        copy_two(&stage.b[y][x], p.b + (k + y) * p.b_row + col + x,
                 k + y < p.depth && col + x < p.cols, p.b);
    }
}

// A thread has rows ty, ty + SIDE, ..., and columns 2 tx, 2 tx + 1, 2 tx + 2 SIDE, ...
__device__ void add_products(double (&sum)[EACH][EACH], const Stage &stage, int tx, int ty)
{
#pragma unroll
    for (int k = 0; k < DEPTH; k += 2) {
        double2 a[EACH];
#pragma unroll
        for (int i = 0; i < EACH; i++)
            a[i] = *reinterpret_cast<const double2 *>(&stage.a[ty + i * SIDE][k]);
#pragma unroll
        for (int half = 0; half < 2; half++) {
#pragma unroll
            for (int j = 0; j < EACH; j += 2) {
                double2 b =
                    *reinterpret_cast<const double2 *>(&stage.b[k + half][j * SIDE + 2 * tx]);
#pragma unroll
                for (int i = 0; i < EACH; i++) {
                    double x = half ? a[i].y : a[i].x;
                    sum[i][j] += x * b.x;
                    sum[i][j + 1] += x * b.y;
                }
            }
        }
    }
}

__global__ void __launch_bounds__(BLOCK, 1) multiply(Product p)
{
    extern __shared__ Stage stage[];
    int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE;
    int row = blockIdx.y * TILE, col = blockIdx.x * TILE;
    double sum[EACH][EACH] = {};
    for (int s = 0; s < STAGES - 1; s++) {
        if (s * DEPTH < p.depth)
            load_stage(stage[s], p, row, col, s * DEPTH);
        __pipeline_commit();
    }
    for (int k = 0, s = 0; k < p.depth; k += DEPTH, s = (s + 1) % STAGES) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads(); // stage s is there, and nobody needs the one before it any more
        if (k + (STAGES - 1) * DEPTH < p.depth)
            load_stage(stage[(s + STAGES - 1) % STAGES], p, row, col, k + (STAGES - 1) * DEPTH);
        __pipeline_commit();
        add_products(sum, stage[s], tx, ty);
    }
#pragma unroll
    for (int i = 0; i < EACH; i++) {
#pragma unroll
        for (int j = 0; j < EACH; j += 2) {
            int y = row + ty + i * SIDE, x = col + j * SIDE + 2 * tx;
            if (y < p.rows && x < p.cols)
                *reinterpret_cast<double2 *>(p.c + y * p.c_row + x) =
                    make_double2(sum[i][j], sum[i][j + 1]);
        }
    }
}

static void launch_product(const Product &p, cudaStream_t stream)
{
    static const cudaError_t set_once = cudaFuncSetAttribute(
        multiply, cudaFuncAttributeMaxDynamicSharedMemorySize, STAGES * sizeof(Stage));
    CUDA_CHECK(set_once);
    dim3 grid((p.cols + TILE - 1) / TILE, (p.rows + TILE - 1) / TILE);
    multiply<<<grid, BLOCK, STAGES * sizeof(Stage), stream>>>(p);
    CUDA_CHECK(cudaGetLastError());
}

// c = a * b, n x n matrices on the device; n is even.
extern "C" void product_in_memory(double *c, const double *a, const double *b, int n)
{
    size_t row = n;
    launch_product(Product{c, a, b, n, n, n, row, row, row}, 0);
}

// ---- A product larger than the memory -----------------------------------------------------------

enum { DESKS = 5, SLABS = 3, MAX_PARTS = 32 };

// A part of the panel, or a slab. The kernels of several desks read it.
struct Factor {
    double *at;
    int holds;        // which part of a, or slab of b
    unsigned readers; // of what it holds: a bit for each desk
    cudaEvent_t filled, read_by[DESKS];

    void open(double *memory)
    {
        at = memory;
        holds = -1;
        readers = 0;
        filled = new_event();
        for (cudaEvent_t &event : read_by)
            event = new_event();
    }

    void close()
    {
        CUDA_CHECK(cudaEventDestroy(filled));
        for (cudaEvent_t event : read_by)
            CUDA_CHECK(cudaEventDestroy(event));
    }

    void note_reader(int k, cudaStream_t stream)
    {
        CUDA_CHECK(cudaEventRecord(read_by[k], stream));
        readers |= 1u << k;
    }

    // True if `which` has to be copied; then `copies` waits for the last readers.
    bool must_change(int which, cudaStream_t copies)
    {
        if (holds == which)
            return false;
        for (int k = 0; k < DESKS; k++)
            if (readers >> k & 1)
                CUDA_CHECK(cudaStreamWaitEvent(copies, read_by[k], 0));
        readers = 0;
        holds = which;
        return true;
    }
};

// How n x n matrices are divided.
struct Division {
    int n, part_rows, slab_cols; // of a part of the panel; of a slab
    int parts_held, parts, slabs;
};

static int at_most(int most, int x) { return x < most ? x : most; }

// A 32nd, or an 8th, of n, rounded up to whole tiles of 64.
static int share_of(int n, int shares) { return (n / shares + 63) / 64 * 64; }

static Division divide(int n, size_t memory)
{
    Division d = {n, share_of(n, 32), share_of(n, 8), 0, 0, 0};
    d.parts = (n + d.part_rows - 1) / d.part_rows;
    d.slabs = (n + d.slab_cols - 1) / d.slab_cols;
    size_t numbers = memory / sizeof(double), part = (size_t)d.part_rows * n;
    size_t others = (size_t)SLABS * d.slab_cols * n + (size_t)DESKS * d.part_rows * d.slab_cols;
    size_t room = numbers > others ? (numbers - others) / part : 0;
    // Panels of one size.
    int panels = room ? (d.parts + (int)room - 1) / (int)room : 1;
    d.parts_held = at_most(MAX_PARTS, (d.parts + panels - 1) / panels);
    return d;
}

// The device memory and the streams of one call.
struct Workshop {
    Division d;
    double *memory;
    cudaStream_t copies, desk[DESKS];
    double *c[DESKS]; // of a desk
    Factor part[MAX_PARTS], slab[SLABS];

    explicit Workshop(const Division &division) : d(division)
    {
        size_t of_part = (size_t)d.part_rows * d.n, of_slab = (size_t)d.slab_cols * d.n;
        size_t of_c = (size_t)d.part_rows * d.slab_cols;
        CUDA_CHECK(cudaMalloc(
            &memory, sizeof(double) * (d.parts_held * of_part + SLABS * of_slab + DESKS * of_c)));
        double *at = memory;
        for (int p = 0; p < d.parts_held; p++, at += of_part)
            part[p].open(at);
        for (Factor &s : slab) {
            s.open(at);
            at += of_slab;
        }
        for (int k = 0; k < DESKS; k++, at += of_c) {
            c[k] = at;
            CUDA_CHECK(cudaStreamCreate(&desk[k]));
        }
        CUDA_CHECK(cudaStreamCreate(&copies));
    }

    ~Workshop()
    {
        for (int p = 0; p < d.parts_held; p++)
            part[p].close();
        for (Factor &s : slab)
            s.close();
        for (cudaStream_t stream : desk)
            CUDA_CHECK(cudaStreamDestroy(stream));
        CUDA_CHECK(cudaStreamDestroy(copies));
        CUDA_CHECK(cudaFree(memory));
    }

    int rows_of(int which) const { return at_most(d.part_rows, d.n - which * d.part_rows); }
    int cols_of(int which) const { return at_most(d.slab_cols, d.n - which * d.slab_cols); }

    Factor &bring_part(const double *a, int which)
    {
        Factor &f = part[which % d.parts_held];
        if (f.must_change(which, copies)) {
            size_t row = (size_t)which * d.part_rows;
            CUDA_CHECK(cudaMemcpyAsync(f.at, a + row * d.n, sizeof(double) * rows_of(which) * d.n,
                                       cudaMemcpyHostToDevice, copies));
            CUDA_CHECK(cudaEventRecord(f.filled, copies));
        }
        return f;
    }

    Factor &bring_slab(const double *b, int which)
    {
        Factor &f = slab[which % SLABS];
        if (f.must_change(which, copies)) {
            size_t col = (size_t)which * d.slab_cols, bytes = sizeof(double) * cols_of(which);
            CUDA_CHECK(cudaMemcpy2DAsync(f.at, sizeof(double) * d.slab_cols, b + col,
                                         sizeof(double) * d.n, bytes, d.n, cudaMemcpyHostToDevice,
                                         copies));
            CUDA_CHECK(cudaEventRecord(f.filled, copies));
        }
        return f;
    }

    // The tile of c in the rows of a part and the columns of a slab.
    void compute(double *result, Factor &rows, Factor &cols, int k)
    {
        cudaStream_t stream = desk[k];
        int height = rows_of(rows.holds), width = cols_of(cols.holds);
        size_t n = d.n, wide = d.slab_cols;
        CUDA_CHECK(cudaStreamWaitEvent(stream, rows.filled, 0));
        CUDA_CHECK(cudaStreamWaitEvent(stream, cols.filled, 0));
        launch_product(Product{c[k], rows.at, cols.at, height, width, d.n, wide, n, wide}, stream);
        rows.note_reader(k, stream);
        cols.note_reader(k, stream);
        double *corner = result + rows.holds * d.part_rows * n + cols.holds * d.slab_cols;
        CUDA_CHECK(cudaMemcpy2DAsync(corner, sizeof(double) * n, c[k], sizeof(double) * wide,
                                     sizeof(double) * width, height, cudaMemcpyDeviceToHost,
                                     stream));
    }
};

// c = a * b, n x n matrices in pinned memory, with at most `memory` bytes of device memory, at
// least those of one matrix; n is a multiple of STREAMS_TILE, at least 512. Waits for the result.
extern "C" void large_product_fastest(double *c, const double *a, const double *b, int n,
                                      size_t memory)
{
    Workshop w(divide(n, memory));
    int tile = 0;
    for (int first = 0, panel = 0; first < w.d.parts; first += w.d.parts_held, panel++) {
        int end = at_most(w.d.parts, first + w.d.parts_held);
        for (int s = 0; s < w.d.slabs; s++) {
            int slab = panel % 2 ? w.d.slabs - 1 - s : s; // to and fro
            for (int part = first; part < end; part++, tile++) {
                Factor &rows = w.bring_part(a, part), &cols = w.bring_slab(b, slab);
                w.compute(c, rows, cols, tile % DESKS);
            }
        }
    }
    for (cudaStream_t stream : w.desk)
        CUDA_CHECK(cudaStreamSynchronize(stream));
}
