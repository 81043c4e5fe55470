// EXPECT patterns.map.right: n=16777217
//
// The number of blocks is computed in floats, which cannot count beyond 2^24.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        map_one<<<(int)ceilf(n / (float)MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}
