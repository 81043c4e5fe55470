// EXPECT sparse.lanes.right: is not in its own mask
// FIRST is not in its own mask
//
// The mask is that of the first group of the warp.
#define add_lanes sound_add_lanes
#define product_lanes sound_product_lanes
#define launch_lanes sound_launch_lanes
#define sparse_lanes sound_sparse_lanes
#include "../solutions/11_sparse/sparse.cu"
#undef add_lanes
#undef product_lanes
#undef launch_lanes
#undef sparse_lanes

template <int LANES> __device__ float add_lanes(float value)
{
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync((unsigned)((1ull << LANES) - 1), value, distance, LANES); // WRONG
    return value;
}

template <int LANES> __global__ void product_lanes(float *y, SparseMatrix a, const float *x)
{
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    float sum = 0;
    if (row < a.rows)
        for (int k = a.start[row] + lane; k < a.start[row + 1]; k += LANES)
            sum += a.value[k] * x[a.column[k]];
    sum = add_lanes<LANES>(sum);
    if (row < a.rows && lane == 0)
        y[row] = sum;
}

template <int LANES> static void launch_lanes(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        product_lanes<LANES><<<ceil_div(a.rows, BLOCK / LANES), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sparse_lanes(float *y, SparseMatrix a, const float *x, int lanes)
{
    switch (lanes ? lanes : choose_lanes(a.rows, a.nonzeros)) {
    case 1: return launch_lanes<1>(y, a, x);
    case 2: return launch_lanes<2>(y, a, x);
    case 4: return launch_lanes<4>(y, a, x);
    case 8: return launch_lanes<8>(y, a, x);
    case 16: return launch_lanes<16>(y, a, x);
    default: return launch_lanes<32>(y, a, x);
    }
}
