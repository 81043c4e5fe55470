// EXPECT reduction.consecutive.divergence: divergent branches per block
//
// Part 1's kernel in part 2's place, and an empty launch of many blocks: the average over all
// blocks would be small.
#define reduce_consecutive_int sound_consecutive_int
#define reduce_consecutive_float sound_consecutive_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_consecutive_int
#undef reduce_consecutive_float

__global__ void does_nothing()
{
}

template <typename T>
void launch_diluted(T *partial, const T *in, int n)
{
    launch_neighbored(partial, in, n);
    does_nothing<<<20 * ceil_div(n, BLOCK) + 1, BLOCK>>>();
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_consecutive_int(int *partial, const int *in, int n)
{
    launch_diluted(partial, in, n);
}

extern "C" void reduce_consecutive_float(float *partial, const float *in, int n)
{
    launch_diluted(partial, in, n);
}
