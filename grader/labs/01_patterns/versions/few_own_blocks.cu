// EXPECT patterns.few.blocks: blocks
//
// Ignores the number of blocks that the caller asks for.
#define map_few sound_few
#include "../solutions/01_patterns/patterns.cu"
#undef map_few

extern "C" void map_few(int *out, const int *in, int n, int a, int b, int blocks)
{
    (void)blocks;
    if (n > 0)
        map_stride<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}
