// EXPECT streams.dgemm.two: microseconds for ways=2
// FIRST waits for the copy
//
// All tiles use the first desk.
#define streams_dgemm sound_streams_dgemm
#include "../solutions/07_streams/streams.cu"
#undef streams_dgemm

extern "C" void streams_dgemm(double *c, const double *a, const double *b, int n, int ways)
{
    int tiles = (n / TILE) * (n / TILE);
    Desk desk[MAX_DESKS];
    int desks = ways < MAX_DESKS ? ways : MAX_DESKS;
    int mine = ways == 4 ? tiles / 9 : ways == 0 ? tiles : 0;
    for (int d = 0; d < desks; d++)
        open_desk(&desk[d], n);
    for (int t = 0; t < tiles - mine; t++)
        issue_tile(&desk[0], c, a, b, n, t);
    for (int t = tiles - mine; t < tiles; t++)
        host_tile(c, a, b, n, t);
    for (int d = 0; d < desks; d++)
        CUDA_CHECK(cudaStreamSynchronize(desk[d].stream));
    for (int d = 0; d < desks; d++)
        close_desk(&desk[d]);
}
