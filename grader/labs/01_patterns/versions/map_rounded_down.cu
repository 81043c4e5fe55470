// EXPECT patterns.map.right: rounds down
//
// One block too few, unless n is a multiple of the block.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        map_one<<<n < MAP_BLOCK ? 1 : n / MAP_BLOCK, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}
