// EXPECT reduction.shuffle.barriers: barriers per warp
//
// Part 4's kernel in part 5's place: right, but one barrier per step.
#define reduce_shuffle_int sound_shuffle_int
#define reduce_shuffle_float sound_shuffle_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_shuffle_int
#undef reduce_shuffle_float

template <typename T>
void launch_wrong(T *partial, int blocks, const T *in, int n)
{
    launch_strided(partial, blocks, in, n);
}

extern "C" void reduce_shuffle_int(int *partial, int blocks, const int *in, int n)
{
    launch_wrong(partial, blocks, in, n);
}

extern "C" void reduce_shuffle_float(float *partial, int blocks, const float *in, int n)
{
    launch_wrong(partial, blocks, in, n);
}
