// EXPECT full marks
//
// Cooperative groups; about 8 nonzeros per lane.
#define sparse_lanes sound_sparse_lanes
#include <cooperative_groups.h>
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_lanes

template <int LANES> __global__ void tiled_rows(float *y, SparseMatrix a, const float *x)
{
    auto group =
        cooperative_groups::tiled_partition<LANES>(cooperative_groups::this_thread_block());
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = a.start[row] + group.thread_rank(); k < a.start[row + 1]; k += LANES)
        sum += a.value[k] * x[a.column[k]];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += group.shfl_down(sum, distance);
    if (group.thread_rank() == 0)
        y[row] = sum;
}

template <int LANES> static void launch_tiled(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        tiled_rows<LANES><<<ceil_div(a.rows, BLOCK / LANES), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sparse_lanes(float *y, SparseMatrix a, const float *x, int lanes)
{
    if (lanes == 0)
        for (lanes = 1; lanes < 32 && (double)a.nonzeros / a.rows > 8 * lanes;)
            lanes *= 2;
    switch (lanes) {
    case 1: return launch_tiled<1>(y, a, x);
    case 2: return launch_tiled<2>(y, a, x);
    case 4: return launch_tiled<4>(y, a, x);
    case 8: return launch_tiled<8>(y, a, x);
    case 16: return launch_tiled<16>(y, a, x);
    case 32: return launch_tiled<32>(y, a, x);
    }
}
