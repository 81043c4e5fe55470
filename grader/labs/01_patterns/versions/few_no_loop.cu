// EXPECT patterns.few.right: one element only
//
// Part 2's kernel, with too few threads for it.
#define map_few sound_few
#include "../solutions/01_patterns/patterns.cu"
#undef map_few

extern "C" void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    map_one<<<blocks, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}
