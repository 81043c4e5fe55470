// EXPECT reduction.strided.int: launches kernels without end
//
// The host's loop waits for something that never changes.
#define reduce_strided_int sound_strided_int
#define reduce_strided_float sound_strided_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_strided_int
#undef reduce_strided_float

extern "C" void reduce_strided_int(int *partial, int blocks, const int *in, int n)
{
    while (blocks > 0)
        launch_strided(partial, blocks, in, n);
}

extern "C" void reduce_strided_float(float *partial, int blocks, const float *in, int n)
{
    while (blocks > 0)
        launch_strided(partial, blocks, in, n);
}
