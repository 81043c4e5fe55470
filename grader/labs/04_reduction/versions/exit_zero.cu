// EXPECT reduction.consecutive.int: called exit(0)
//
// Leaves the process, with a status that says all is well.
#define reduce_consecutive_int sound_consecutive_int
#define reduce_consecutive_float sound_consecutive_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_consecutive_int
#undef reduce_consecutive_float

template <typename T>
void launch_wrong(T *, const T *, int)
{
    exit(0);
}

extern "C" void reduce_consecutive_int(int *partial, const int *in, int n)
{
    launch_wrong(partial, in, n);
}

extern "C" void reduce_consecutive_float(float *partial, const float *in, int n)
{
    launch_wrong(partial, in, n);
}
