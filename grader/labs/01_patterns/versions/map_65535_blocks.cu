// EXPECT patterns.map.right: first 65535 blocks
//
// An old limit of the grid, and no loop for the elements beyond it.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        map_one<<<min(ceil_div(n, MAP_BLOCK), 65535), MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}
