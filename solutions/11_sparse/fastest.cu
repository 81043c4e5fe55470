// Lab 11, the race: a sparse product as fast as the memory allows
//
// The nonzeros are read once, and never again: 8 bytes each. Elements of x are read many times,
// from the caches. The kernel of part 3 is already good at that, if no row is long. So this is part
// 3 with three more ideas:
//
//   1. Few lanes per row, and four nonzeros per lane at a time: loads that do not wait for each
//      other are under way together.
//   2. Nonzeros go through the caches with the hint that nobody needs them again (__ldcs), so that
//   x
//      stays there.
//   3. A row that is too long for its lanes is not computed, but cut into pieces, which go into a
//      list. A second kernel computes the pieces, one warp per piece: a giant row becomes the work
//      of the whole GPU. Without long rows the list is empty, and this kernel ends at once.
//
// The list's length belongs to this file: the calls must be in one stream, one after the other.

#include "lab.h"

enum {
    BLOCK = 256,
    PIECE = 1024,        // nonzeros of a piece, at most
    LONG = 48,           // more nonzeros per lane make a row too long
    BLOCKS_OF_PIECES = 4 // per multiprocessor
};

struct Piece {
    int row, begin, end;
};

__device__ unsigned pieces, blocks_done;

// The sum of the nonzeros begin, begin + STRIDE ... before `end`.
template <int STRIDE>
__device__ float add_products(int begin, int end, const int *__restrict__ column,
                              const float *__restrict__ value, const float *__restrict__ x)
{
    float sum = 0;
    int k = begin;
    for (; k + 3 * STRIDE < end; k += 4 * STRIDE) {
        int c[4];
        float v[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            c[i] = __ldcs(&column[k + i * STRIDE]);
            v[i] = __ldcs(&value[k + i * STRIDE]);
        }
#pragma unroll
        for (int i = 0; i < 4; i++)
            sum += v[i] * x[c[i]];
    }
    for (; k < end; k += STRIDE)
        sum += __ldcs(&value[k]) * x[__ldcs(&column[k])];
    return sum;
}

template <int LANES>
__global__ void __launch_bounds__(BLOCK)
    short_rows(float *__restrict__ y, Piece *__restrict__ list, const int *__restrict__ start,
               const int *__restrict__ column, const float *__restrict__ value,
               const float *__restrict__ x, int rows)
{
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    int begin = row < rows ? start[row] : 0, end = row < rows ? start[row + 1] : 0;
    float sum = 0;
    if (end - begin <= LONG * LANES) {
        sum = add_products<LANES>(begin + lane, end, column, value, x);
    } else if (lane == 0) { // its sum begins at 0, and the pieces are added
        unsigned count = (end - begin + PIECE - 1) / PIECE, first = atomicAdd(&pieces, count);
        for (unsigned i = 0; i < count; i++)
            list[first + i] = {row, begin + (int)i * PIECE, min(begin + (int)(i + 1) * PIECE, end)};
    }
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance, LANES);
    if (row < rows && lane == 0)
        y[row] = sum;
}

__global__ void __launch_bounds__(BLOCK)
    long_rows(float *__restrict__ y, const Piece *__restrict__ list, const int *__restrict__ column,
              const float *__restrict__ value, const float *__restrict__ x)
{
    __shared__ unsigned count;
    if (threadIdx.x == 0)
        count = pieces;
    __syncthreads();
    int lane = threadIdx.x % WARP_SIZE;
    for (unsigned i = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE; i < count;
         i += gridDim.x * (BLOCK / WARP_SIZE)) {
        Piece p = list[i];
        float sum = add_products<WARP_SIZE>(p.begin + lane, p.end, column, value, x);
        for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, distance);
        if (lane == 0)
            atomicAdd(&y[p.row], sum);
    }
    // The last block that has read the length sets it back for the next call. The fences say that
    // all have read before.
    __threadfence();
    if (threadIdx.x == 0 && atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1) {
        __threadfence();
        pieces = 0;
    }
}

template <int LANES> static void multiply(float *y, SparseMatrix a, const float *x)
{
    static int multiprocessors;
    if (!multiprocessors)
        CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    // A row that is cut has more than LONG nonzeros; the last piece of each may be shorter.
    size_t most = (size_t)a.nonzeros / PIECE + (size_t)a.nonzeros / (LONG * LANES) + 1;
    Piece *list;
    CUDA_CHECK(cudaMallocAsync(&list, most * sizeof *list, 0));
    short_rows<LANES><<<ceil_div(a.rows, BLOCK / LANES), BLOCK>>>(y, list, a.start, a.column,
                                                                  a.value, x, a.rows);
    if (a.nonzeros > LONG * LANES)
        long_rows<<<BLOCKS_OF_PIECES * multiprocessors, BLOCK>>>(y, list, a.column, a.value, x);
    CUDA_CHECK(cudaFreeAsync(list, 0));
    CUDA_CHECK(cudaGetLastError());
}

// The variants by lanes, for measurements.
extern "C" void sparse_fastest_lanes(float *y, SparseMatrix a, const float *x, int lanes)
{
    if (a.rows == 0)
        return;
    switch (lanes) {
    case 1: return multiply<1>(y, a, x);
    case 2: return multiply<2>(y, a, x);
    case 4: return multiply<4>(y, a, x);
    case 8: return multiply<8>(y, a, x);
    case 16: return multiply<16>(y, a, x);
    default: return multiply<32>(y, a, x);
    }
}

extern "C" void sparse_fastest(float *y, SparseMatrix a, const float *x)
{
    int lanes = 1;
    while (lanes < WARP_SIZE && 8LL * lanes * a.rows < a.nonzeros)
        lanes *= 2;
    sparse_fastest_lanes(y, a, x, lanes);
}
