// EXPECT full marks
//
// Threads beyond the row return at once: a barrier of the cluster waits for those that run.
#define smooth sound_smooth
#define smooth_rows sound_smooth_rows
#include "../solutions/09_clusters/clusters.cu"
#undef smooth
#undef smooth_rows

__global__ void smooth(float *out, const float *in, int length, int steps)
{
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank();
    int row = blockIdx.x / cluster.num_blocks();
    __shared__ float part[2][BLOCK]; // old and new, in turn
    int t = threadIdx.x;
    int i = rank * BLOCK + t; // in the row
    size_t at = (size_t)row * length + i;
    if (i >= length)
        return;
    float value = in[at];
    int now = 0;
    for (int step = 0; step < steps; step++, now ^= 1) {
        part[now][t] = value;
        cluster.sync(); // the old values are there; the values before them are not read any more
        if (i > 0 && i < length - 1) {
            float left = t > 0 ? part[now][t - 1]
                               : cluster.map_shared_rank(part[now], rank - 1)[BLOCK - 1];
            float right = t < BLOCK - 1 ? part[now][t + 1]
                                        : cluster.map_shared_rank(part[now], rank + 1)[0];
            value = 0.25f * left + 0.5f * value + 0.25f * right;
        }
    }
    cluster.sync(); // a neighbour may still be reading mine
    if (i < length)
        out[at] = value;
}

extern "C" void smooth_rows(float *out, const float *in, int rows, int length, int steps)
{
    if (rows > 0 && length > 0)
        launch_clusters(smooth, rows, ceil_div(length, BLOCK), 0, out, in, length, steps);
}
