// EXPECT reduction.consecutive.divergence: divergent branches
//
// Part 1's kernel in part 2's place: right, but every warp works in every step.
#define reduce_consecutive_int sound_consecutive_int
#define reduce_consecutive_float sound_consecutive_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_consecutive_int
#undef reduce_consecutive_float

template <typename T>
void launch_wrong(T *partial, const T *in, int n)
{
    launch_neighbored(partial, in, n);
}

extern "C" void reduce_consecutive_int(int *partial, const int *in, int n)
{
    launch_wrong(partial, in, n);
}

extern "C" void reduce_consecutive_float(float *partial, const float *in, int n)
{
    launch_wrong(partial, in, n);
}
