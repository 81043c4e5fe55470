// Lab 20: Occupancy
//
// Goal    Know what limits a kernel before you change it: registers, shared memory, traffic,
//         arithmetic. Then change one thing, and see its counter move.
// Write   TODO 1 to TODO 8: about 90 lines in all.
// Try     make run LAB=occupancy      registers, local memory and resident warps of every part
// Grade   make grade LAB=occupancy    or, for one part: PART=1
// Pass    1. a launch of which 64 warps are resident; and three predictions
//         2. how many warps are resident, and what lets no more in: as a function
//         3. a median without local memory
//         4. launch bounds: one kernel that spills, one that does not
//         5. several results per thread, which share their loads
//         6. six kernels: which limit, and how to move it; and three predictions
//         7. a roofline of counters
//         8. two kernels, of which you have PTX and machine code only; and three answers
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=occupancy PART=1      three hints per part, the first says the least

#include "lab.h"
#include <climits>

enum { BLOCK = 256 };

// ---- Part 1: warps that are there -----------------------------------
//
// The kernel is given. It has room in shared memory for one number per thread: how many bytes that
// is, the launch says.

__global__ void weigh_all(float *out, const float *in, int n)
{
    extern __shared__ float mine[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    mine[threadIdx.x] = i < n ? in[i] : 0;
    if (i < n)
        out[i] = 3 * mine[threadIdx.x] + 1;
}

void occ_weigh(float *out, const float *in, int n)
{
    if (n == 0)
        return;
    // BEGIN TODO 1 (1 line): launch weigh_all so that 64 warps are resident. Begin with blocks of
    // 32 threads and 40 KB of shared memory, and look at `resident` in make run.
    // END TODO 1
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: how many, and why not more -----------------------------

enum Limit { LIMIT_warps, LIMIT_blocks, LIMIT_registers, LIMIT_shared };

// Warps of a kernel that are resident on one multiprocessor, and what lets no further block in. The
// assignment has the sizes of a multiprocessor, and the units in which it hands them out.
__device__ int resident(int registers, int shared, int threads, int *limit)
{
    int blocks = 0;
    // BEGIN TODO 2 (about 10 lines): for each of the four limits, how many blocks it lets in; the
    // least counts.
    // END TODO 2
    return blocks * ((threads + 31) / 32);
}

__global__ void resident_all(int *warps, int *limit, const int *registers, const int *shared,
                             const int *threads, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        warps[k] = resident(registers[k], shared[k], threads[k], &limit[k]);
}

// ---- Part 3: an array that is not in registers ----------------------
//
// A thread's array is in registers only if the compiler knows every index. Registers have no
// addresses: v[j], with a j that is known only when the kernel runs, needs local memory.

__global__ void medians_all(int *out, const int *in, int n)
{
    enum { W = OCC_WINDOW };
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v[W];
#pragma unroll
    for (int j = 0; j < W; j++)
        v[j] = in[i + j];
    // BEGIN TODO 3 (about 10 lines): sort v, or enough of it, with indices that are constants.
    // END TODO 3
}

// ---- Part 4: launch bounds ------------------------------------------
//
// Every thread has 40 values at once. The kernel is given; its launch bounds say that a block has
// THREADS threads, and that BLOCKS blocks must fit on a multiprocessor. The compiler keeps that
// promise at any price.

template <int THREADS, int BLOCKS>
__global__ void __launch_bounds__(THREADS, BLOCKS) ranks_all(int *rank, const int *in, int n)
{
    enum { V = OCC_VALUES };
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n)
        return;
    int v[V];
#pragma unroll
    for (int j = 0; j < V; j++)
        v[j] = in[j * n + i];
#pragma unroll
    for (int j = 0; j < V; j++) {
        int before = 0;
#pragma unroll
        for (int k = 0; k < V; k++)
            before += v[k] < v[j] || (v[k] == v[j] && k < j);
        rank[j * n + i] = before;
    }
}

template <int THREADS, int BLOCKS>
static void launch_ranks(int *rank, const int *in, int n)
{
    ranks_all<THREADS, BLOCKS><<<ceil_div(n, THREADS), THREADS>>>(rank, in, n);
    CUDA_CHECK(cudaGetLastError());
}

void occ_ranks(int *rank, const int *in, int n, int fits)
{
    if (n == 0)
        return;
    if (fits) {
        // BEGIN TODO 4a (1 line): launch_ranks<?, ?>: as many warps as fit without a spill.
        // END TODO 4a
    } else {
        // BEGIN TODO 4b (1 line): launch_ranks<?, ?>: at least 48 warps. What does that cost?
        // END TODO 4b
    }
}

// ---- Part 5: several results per thread -----------------------------

// Thread t of a block computes the results t, t + blockDim.x, t + 2 * blockDim.x ... of the block's
// EACH * blockDim.x.
template <int EACH>
__global__ void polynomials_all(unsigned *out, const unsigned *in, const unsigned *a, int n)
{
    // BEGIN TODO 5 (about 14 lines): load each coefficient once per thread, and use it EACH times.
    // END TODO 5
}

template <int EACH>
static void launch_polynomials(unsigned *out, const unsigned *in, const unsigned *a, int n)
{
    polynomials_all<EACH><<<ceil_div(n, EACH * BLOCK), BLOCK>>>(out, in, a, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 6: six kernels, six limits --------------------------------
//
// The assignment has six kernels that are right, and what Nsight Compute says of them. Write each
// of them here so that the counter of its limit moves. What is outside of the regions can stay.

// a: 8 * n threads, so there are eight for each sum.
__global__ void sums_a(unsigned *out, const unsigned *in, int n)
{
    // BEGIN TODO 6a (about 8 lines)
    // END TODO 6a
}

// b: a block of 32 x 8 threads for each tile.
__global__ void tiles_b(unsigned *out, const unsigned *in)
{
    enum { S = OCC_SIDE };
    const unsigned *from = in + (size_t)blockIdx.x * S * S;
    unsigned *to = out + (size_t)blockIdx.x * S * S;
    // BEGIN TODO 6b (about 6 lines)
    // END TODO 6b
}

// c: n threads or more, in blocks of 256.
__global__ void bits_c(unsigned *count, const unsigned *in, int n)
{
    // BEGIN TODO 6c (about 9 lines)
    // END TODO 6c
}

// d: n threads or more.
__global__ void halves_d(float *out, const float *in, int n)
{
    // BEGIN TODO 6d (about 3 lines)
    // END TODO 6d
}

// e: is given; any number of threads computes all results.
__global__ void stepped_e(unsigned *out, const unsigned *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned x = in[i];
#pragma unroll 8
        for (int step = 0; step < 40; step++)
            x = 1664525 * x + 1013904223;
        out[i] = x;
    }
}

void occ_stepped(unsigned *out, const unsigned *in, int n)
{
    if (n == 0)
        return;
    // BEGIN TODO 6e (1 line): launch stepped_e.
    // END TODO 6e
    CUDA_CHECK(cudaGetLastError());
}

// f: a block of OCC_GROUP threads for each group.
__global__ void largest_f(int *out, const int *in, int n)
{
    // BEGIN TODO 6f (about 12 lines)
    // END TODO 6f
}

// ---- Part 7: a roofline ---------------------------------------------

__global__ void roofline_all(double *intensity, double *rate, double *roof, int *bound,
                             const long long *single, const long long *fused,
                             const long long *bytes, const long long *ns, int n, double peak,
                             double bandwidth)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    // BEGIN TODO 7 (about 6 lines): how many operations is a fused one?
    // END TODO 7
}

// ---- Part 8: what the machine reads ---------------------------------

__global__ void ptx_all(unsigned *out, const unsigned *in, int n)
{
    // BEGIN TODO 8a (about 6 lines): what the PTX of the assignment does.
    // END TODO 8a
}

__global__ void sass_all(int *out, const int4 *in, int n)
{
    // BEGIN TODO 8b (about 5 lines): what the machine code of the assignment does.
    // END TODO 8b
}

// ---- What the grader calls (see common/labs.h); nothing to do here --

void occ_resident_warps(int *warps, int *limit, const int *registers, const int *shared,
                        const int *threads, int n)
{
    if (n > 0)
        resident_all<<<ceil_div(n, BLOCK), BLOCK>>>(warps, limit, registers, shared, threads, n);
    CUDA_CHECK(cudaGetLastError());
}

void occ_medians(int *out, const int *in, int n)
{
    if (n > 0)
        medians_all<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

void occ_polynomials(unsigned *out, const unsigned *in, const unsigned *a, int n, int each)
{
    if (n == 0)
        return;
    switch (each) {
    case 1: launch_polynomials<1>(out, in, a, n); break;
    case 2: launch_polynomials<2>(out, in, a, n); break;
    case 4: launch_polynomials<4>(out, in, a, n); break;
    case 8: launch_polynomials<8>(out, in, a, n); break;
    default: launch_polynomials<16>(out, in, a, n);
    }
}

void occ_sums_of_eight(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        sums_a<<<ceil_div(8 * n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

void occ_transposed_tiles(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        tiles_b<<<n, dim3(OCC_SIDE, 8)>>>(out, in);
    CUDA_CHECK(cudaGetLastError());
}

void occ_last_bits(unsigned *count, const unsigned *in, int n)
{
    if (n > 0)
        bits_c<<<ceil_div(n, BLOCK), BLOCK>>>(count, in, n);
    CUDA_CHECK(cudaGetLastError());
}

void occ_halves(float *out, const float *in, int n)
{
    if (n > 0)
        halves_d<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

void occ_largest_behind(int *out, const int *in, int n)
{
    if (n > 0)
        largest_f<<<ceil_div(n, OCC_GROUP), OCC_GROUP>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

void occ_roofline(double *intensity, double *rate, double *roof, int *bound,
                  const long long *single, const long long *fused, const long long *bytes,
                  const long long *ns, int n, int peak, int bandwidth)
{
    if (n > 0)
        roofline_all<<<ceil_div(n, BLOCK), BLOCK>>>(intensity, rate, roof, bound, single, fused,
                                                    bytes, ns, n, peak, bandwidth);
    CUDA_CHECK(cudaGetLastError());
}

void occ_from_ptx(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        ptx_all<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

void occ_from_sass(int *out, const int *in, int n)
{
    if (n > 0)
        sass_all<<<ceil_div(n, BLOCK), BLOCK>>>(out, (const int4 *)in, n);
    CUDA_CHECK(cudaGetLastError());
}
