// EXPECT clusters.smooth.safe: shared
//
// A block ends while its neighbour still reads the halo.
#define smooth_rows sound_rows
#include "../solutions/09_clusters/clusters.cu"
#undef smooth_rows

__global__ void wrong(float *out, const float *in, int length, int steps)
{
    __shared__ float part[2][BLOCK];
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank(), t = threadIdx.x;
    int i = rank * BLOCK + t, now = 0;
    size_t at = (size_t)(blockIdx.x / cluster.num_blocks()) * length + i;
    float value = i < length ? in[at] : 0;
    for (int step = 0; step < steps; step++, now ^= 1) {
        part[now][t] = value;
        cluster.sync();
        if (i > 0 && i < length - 1) {
            float left = t > 0 ? part[now][t - 1] : cluster.map_shared_rank(part[now], rank - 1)[BLOCK - 1];
            float right = t < BLOCK - 1 ? part[now][t + 1] : cluster.map_shared_rank(part[now], rank + 1)[0];
            value = 0.25f * left + 0.5f * value + 0.25f * right;
        }
    }
    ;
    if (i < length)
        out[at] = value;
}

extern "C" void smooth_rows(float *out, const float *in, int rows, int length, int steps)
{
    if (rows > 0 && length > 0)
        launch_clusters(wrong, rows, ceil_div(length, BLOCK), 0, out, in, length, steps);
}
