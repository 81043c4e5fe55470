// EXPECT patterns.map.threads: busiest thread
//
// One block, whose threads go through the whole array.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        map_stride<<<1, MAP_BLOCK>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}
