// EXPECT reduction.neighbored.int: the program crashed
//
// The host writes through a device pointer.
#define reduce_neighbored_int sound_neighbored_int
#define reduce_neighbored_float sound_neighbored_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_neighbored_int
#undef reduce_neighbored_float

template <typename T>
void launch_wrong(T *partial, const T *, int n)
{
    for (int b = 0; b < ceil_div(n, BLOCK); b++)
        partial[b] = 0;
}

extern "C" void reduce_neighbored_int(int *partial, const int *in, int n)
{
    launch_wrong(partial, in, n);
}

extern "C" void reduce_neighbored_float(float *partial, const float *in, int n)
{
    launch_wrong(partial, in, n);
}
