// Lab 11, the race: a sparse product as fast as the memory allows
//
// No kernel is the best for all matrices. So there are two functions, as in cuSPARSE: the first one
// looks at the matrix, once, and makes a plan; the second one multiplies, many times.
//
//   1. Rows of similar length: the kernel of part 3. How many lanes? That depends on the lengths, on
//      the columns, on the caches. The plan tries all, and measures.
//   2. Other rows: tiles. A tile is a fixed number of rows plus nonzeros, so a million empty rows
//      are as much work as a row with a million nonzeros ("merge path"). A block loads the products
//      of its tile into shared memory, with all loads of a thread under way at the same time; then
//      the rows of the tile are added up, by as many lanes as there are for each.
//   3. A row may begin in one tile and end in another one. The tile where it ends stores its sum;
//      the tiles before leave theirs in a list, and a small kernel adds the list afterwards.

#include "lab.h"

enum {
    BLOCK = 256,
    LONGEST = 1024 // nonzeros per lane: rows that are longer have no chance with lanes
};

// ---- Lanes ----------------------------------------------------------------------------

template <int LANES>
__global__ void __launch_bounds__(BLOCK)
    rows_by_lanes(float *__restrict__ y, const int *__restrict__ start,
                  const int *__restrict__ column, const float *__restrict__ value,
                  const float *__restrict__ x, int rows)
{
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float sum = 0;
    if (row < rows)
        for (int k = start[row] + lane, end = start[row + 1]; k < end; k += LANES)
            sum += value[k] * x[column[k]];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance, LANES);
    if (row < rows && lane == 0)
        y[row] = sum;
}

template <int LANES> static void multiply_rows(float *y, SparseMatrix a, const float *x)
{
    rows_by_lanes<LANES>
        <<<ceil_div(a.rows, BLOCK / LANES), BLOCK>>>(y, a.start, a.column, a.value, x, a.rows);
}

// ---- Tiles ----------------------------------------------------------------------------

struct Carry {
    int row; // -1: none
    float sum;
};

// Rows and nonzeros in one order: a row follows its last nonzero. How many rows are among the first
// `steps`? A whole warp searches: 32 candidates at a time.
__device__ int rows_before(const int *__restrict__ start, int rows, int nonzeros, int steps)
{
    int lane = threadIdx.x % WARP_SIZE;
    int low = max(0, steps - nonzeros), high = min(steps, rows);
    while (low < high) {
        int step = (high - low + WARP_SIZE - 1) / WARP_SIZE, row = low + lane * step + step - 1;
        bool before = row < high && start[row + 1] <= steps - row - 1;
        int count = __popc(__ballot_sync(0xffffffff, before));
        high = min(high, low + count * step + step - 1);
        low = min(high, low + count * step);
    }
    return low;
}

__device__ float add_warp(float sum)
{
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    return sum;
}

template <int THREADS, int EACH>
__global__ void __launch_bounds__(THREADS)
    tiles(float *__restrict__ y, Carry *__restrict__ carries, const int *__restrict__ start,
          const int *__restrict__ column, const float *__restrict__ value,
          const float *__restrict__ x, int rows, int nonzeros)
{
    constexpr int TILE = THREADS * EACH;
    __shared__ int bound[2], end[TILE + 1];
    __shared__ float product[TILE];
    int from = blockIdx.x * TILE, to = min(from + TILE, rows + nonzeros);
    if (threadIdx.x < 2 * WARP_SIZE) {
        int found = rows_before(start, rows, nonzeros, threadIdx.x < WARP_SIZE ? from : to);
        if (threadIdx.x % WARP_SIZE == 0)
            bound[threadIdx.x / WARP_SIZE] = found;
    }
    __syncthreads();
    int first_row = bound[0], first = from - first_row;
    int ended = bound[1] - first_row, count = to - from - ended;

    float own[EACH];
    if (count > 0) {
        int c[EACH];
#pragma unroll
        for (int i = 0; i < EACH; i++) { // all loads are under way at the same time
            int k = first + min((int)threadIdx.x + i * THREADS, count - 1);
            c[i] = column[k];
            own[i] = value[k];
        }
#pragma unroll
        for (int i = 0; i < EACH; i++)
            own[i] *= x[c[i]];
    }
    if (ended == 0) { // the tile is a piece of one row
        __shared__ float of_warp[THREADS / WARP_SIZE];
        float sum = 0;
#pragma unroll
        for (int i = 0; i < EACH; i++)
            sum += (int)threadIdx.x + i * THREADS < count ? own[i] : 0;
        sum = add_warp(sum);
        if (threadIdx.x % WARP_SIZE == 0)
            of_warp[threadIdx.x / WARP_SIZE] = sum;
        __syncthreads();
        if (threadIdx.x < WARP_SIZE) {
            sum = add_warp(threadIdx.x < THREADS / WARP_SIZE ? of_warp[threadIdx.x] : 0);
            if (threadIdx.x == 0)
                carries[blockIdx.x] = {first_row, sum};
        }
        return;
    }
    for (int i = 0; i < EACH; i++)
        product[threadIdx.x + i * THREADS] = own[i];
    for (int row = threadIdx.x; row < ended; row += THREADS)
        end[row + 1] = start[first_row + row + 1] - first;
    if (threadIdx.x == 0)
        end[0] = 0;
    __syncthreads();

    int lanes = 1;
    while (lanes < WARP_SIZE && lanes * 2 * (ended + 1) <= THREADS)
        lanes *= 2;
    int lane = threadIdx.x % lanes;
    for (int base = 0; base <= ended; base += THREADS / lanes) {
        int row = base + threadIdx.x / lanes; // row `ended` goes on in the next tile
        float sum = 0;
        if (row <= ended)
            for (int k = end[row] + lane, stop = row < ended ? end[row + 1] : count; k < stop;
                 k += lanes)
                sum += product[k];
        for (int distance = lanes / 2; distance > 0; distance /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, distance);
        if (lane == 0 && row < ended)
            y[first_row + row] = sum;
        if (lane == 0 && row == ended)
            carries[blockIdx.x] = {end[ended] < count ? first_row + ended : -1, sum};
    }
}

__global__ void add_carries(float *y, const Carry *carries, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && carries[i].row >= 0)
        atomicAdd(&y[carries[i].row], carries[i].sum);
}

template <int THREADS, int EACH> static void multiply_tiles(float *y, SparseMatrix a, const float *x)
{
    int n = ceil_div(a.rows + a.nonzeros, THREADS * EACH);
    Carry *carries;
    CUDA_CHECK(cudaMallocAsync(&carries, n * sizeof *carries, 0));
    tiles<THREADS, EACH>
        <<<n, THREADS>>>(y, carries, a.start, a.column, a.value, x, a.rows, a.nonzeros);
    add_carries<<<ceil_div(n, BLOCK), BLOCK>>>(y, carries, n);
    CUDA_CHECK(cudaFreeAsync(carries, 0));
}

// ---- The plan -------------------------------------------------------------------------

typedef void Multiply(float *y, SparseMatrix a, const float *x);

static const struct {
    int lanes; // 0: tiles
    Multiply *multiply;
} plans[] = {{1, multiply_rows<1>},        {2, multiply_rows<2>},        {4, multiply_rows<4>},
             {8, multiply_rows<8>},        {16, multiply_rows<16>},      {32, multiply_rows<32>},
             {0, multiply_tiles<128, 8>},  {0, multiply_tiles<256, 4>},  {0, multiply_tiles<256, 8>},
             {0, multiply_tiles<512, 4>}};
enum { PLANS = sizeof plans / sizeof *plans };

__global__ void find_longest(int *longest, const int *start, int rows)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    int length = row < rows ? start[row + 1] - start[row] : 0;
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        length = max(length, __shfl_down_sync(0xffffffff, length, distance));
    if (threadIdx.x % WARP_SIZE == 0)
        atomicMax(longest, length);
}

// Microseconds of the fastest of three products.
static float measure(Multiply *multiply, float *y, SparseMatrix a, const float *x)
{
    cudaEvent_t begin, end;
    float best = 1e30f, ms;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    for (int i = 0; i < 3; i++) {
        CUDA_CHECK(cudaEventRecord(begin));
        multiply(y, a, x);
        CUDA_CHECK(cudaEventRecord(end));
        CUDA_CHECK(cudaEventSynchronize(end));
        CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
        best = ms < best ? ms : best;
    }
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    return best * 1000;
}

// y is written, too.
extern "C" int sparse_plan(float *y, SparseMatrix a, const float *x)
{
    int best = 0, longest, *d_longest;
    float least = 1e30f;
    if (a.rows == 0)
        return best;
    CUDA_CHECK(cudaMalloc(&d_longest, sizeof longest));
    CUDA_CHECK(cudaMemset(d_longest, 0, sizeof longest));
    find_longest<<<ceil_div(a.rows, BLOCK), BLOCK>>>(d_longest, a.start, a.rows);
    CUDA_CHECK(cudaMemcpy(&longest, d_longest, sizeof longest, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_longest));
    for (int plan = 0; plan < PLANS; plan++) {
        if (longest > (long long)LONGEST * plans[plan].lanes && plans[plan].lanes)
            continue;
        float us = measure(plans[plan].multiply, y, a, x);
        if (us < least) {
            least = us;
            best = plan;
        }
    }
    return best;
}

extern "C" void sparse_fastest(float *y, SparseMatrix a, const float *x, int plan)
{
    if (a.rows > 0)
        plans[plan].multiply(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
