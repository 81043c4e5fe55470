// EXPECT streams.dgemm.right: copied as if they were contiguous
//
// The columns of b are copied as one piece instead of row by row.
#define streams_dgemm sound_dgemm
#include "../solutions/07_streams/streams.cu"
#undef streams_dgemm

static void issue_packed(const Desk *d, double *c, const double *a, const double *b, int n, int t)
{
    int row = t / (n / TILE) * TILE, col = t % (n / TILE) * TILE;
    size_t narrow = sizeof(double) * TILE, wide = sizeof(double) * n;
    CUDA_CHECK(cudaMemcpyAsync(d->a, a + (size_t)row * n, wide * TILE, cudaMemcpyHostToDevice, d->stream));
    CUDA_CHECK(cudaMemcpyAsync(d->b, b + col / TILE * TILE, narrow * (n - 1), cudaMemcpyHostToDevice, d->stream));
    CUDA_CHECK(cudaMemcpyAsync(d->b + TILE * (n - 1), b + col + TILE * (n - 1), narrow, cudaMemcpyHostToDevice, d->stream));
    launch_tile(d->c, d->a, d->b, n, d->stream);
    CUDA_CHECK(cudaMemcpy2DAsync(c + (size_t)row * n + col, wide, d->c, narrow, narrow, TILE,
                                 cudaMemcpyDeviceToHost, d->stream));
}

extern "C" void streams_dgemm(double *c, const double *a, const double *b, int n, int ways)
{
    int tiles = (n / TILE) * (n / TILE);
    Desk desk[MAX_DESKS];
    int desks = ways < MAX_DESKS ? ways : MAX_DESKS;
    for (int d = 0; d < desks; d++)
        open_desk(&desk[d], n);
    for (int t = 0; t < tiles; t++)
        issue_packed(&desk[t % desks], c, a, b, n, t);
    for (int d = 0; d < desks; d++)
        CUDA_CHECK(cudaStreamSynchronize(desk[d].stream));
    for (int d = 0; d < desks; d++)
        close_desk(&desk[d]);
}
