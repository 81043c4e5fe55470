// EXPECT patterns.map.right: at most 1024 threads
//
// One block of n threads: the launch fails if n is above 1024.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        map_one<<<1, n>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}
