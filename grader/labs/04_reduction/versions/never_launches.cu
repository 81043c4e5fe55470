// EXPECT reduction.strided.int: no kernel
//
// The launch was forgotten.
#define reduce_strided_int sound_strided_int
#define reduce_strided_float sound_strided_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_strided_int
#undef reduce_strided_float

template <typename T>
void launch_wrong(T *, int, const T *, int)
{
}

extern "C" void reduce_strided_int(int *partial, int blocks, const int *in, int n)
{
    launch_wrong(partial, blocks, in, n);
}

extern "C" void reduce_strided_float(float *partial, int blocks, const float *in, int n)
{
    launch_wrong(partial, blocks, in, n);
}
