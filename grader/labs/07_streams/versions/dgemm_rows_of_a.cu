// EXPECT streams.dgemm.right: the rows of a begin at a + row
//
// The rows of a begin at the wrong element: the row is not multiplied by n.
#define issue_tile sound_issue_tile
#define streams_dgemm sound_streams_dgemm
#include "../solutions/07_streams/streams.cu"
#undef issue_tile
#undef streams_dgemm

void issue_tile(const Desk *d, double *c, const double *a, const double *b, int n, int t)
{
    int row = t / (n / TILE) * TILE, col = t % (n / TILE) * TILE;
    size_t narrow = sizeof(double) * TILE, wide = sizeof(double) * n; // bytes of a row
    CUDA_CHECK(cudaMemcpyAsync(d->a, a + row, wide * TILE, cudaMemcpyHostToDevice,
                               d->stream));
    CUDA_CHECK(cudaMemcpy2DAsync(d->b, narrow, b + col, wide, narrow, n,
                                 cudaMemcpyHostToDevice, d->stream));
    launch_tile(d->c, d->a, d->b, n, d->stream);
    CUDA_CHECK(cudaMemcpy2DAsync(c + (size_t)row * n + col, wide, d->c, narrow, narrow, TILE,
                                 cudaMemcpyDeviceToHost, d->stream));
}

extern "C" void streams_dgemm(double *c, const double *a, const double *b, int n, int ways)
{
    int tiles = (n / TILE) * (n / TILE);
    Desk desk[MAX_DESKS];
    int desks = ways < MAX_DESKS ? ways : MAX_DESKS;
    int mine = ways == 4 ? tiles / 9 : ways == 0 ? tiles : 0;
    for (int d = 0; d < desks; d++)
        open_desk(&desk[d], n);
    for (int t = 0; t < tiles - mine; t++)
        issue_tile(&desk[t % desks], c, a, b, n, t);
    for (int t = tiles - mine; t < tiles; t++)
        host_tile(c, a, b, n, t);
    for (int d = 0; d < desks; d++)
        CUDA_CHECK(cudaStreamSynchronize(desk[d].stream));
    for (int d = 0; d < desks; d++)
        close_desk(&desk[d]);
}
