// EXPECT sparse.lanes.right: Floating point
//
// The mean length is computed without a look at matrices that have no row.
#define choose_lanes sound_choose_lanes
#define sparse_lanes sound_sparse_lanes
#include "../solutions/11_sparse/sparse.cu"
#undef choose_lanes
#undef sparse_lanes

static int choose_lanes(int rows, int nonzeros)
{
    int lanes = 1;
    int mean = nonzeros / rows;
    while (lanes < WARP_SIZE && 4 * lanes < mean)
        lanes *= 2;
    return lanes;
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
