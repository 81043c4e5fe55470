// EXPECT patterns.map.right: at most 1024 threads
//
// Blocks and threads per block are exchanged in the launch.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        map_one<<<MAP_BLOCK, ceil_div(n, MAP_BLOCK)>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError()); // WRONG
}
