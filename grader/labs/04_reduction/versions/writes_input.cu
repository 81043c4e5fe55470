// EXPECT reduction.halves.int: was changed
//
// Right sums, but the kernel clears the elements of the input, which the caller has declared
// const.
#define reduce_halves_int sound_halves_int
#define reduce_halves_float sound_halves_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_halves_int
#undef reduce_halves_float

template <typename T>
__global__ void clear(T *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        in[i] = 0;
}

template <typename T>
void launch(T *partial, const T *in, int n)
{
    launch_halves(partial, in, n);
    if (n > 0)
        clear<<<ceil_div(n, BLOCK), BLOCK>>>((T *)in, n);
}

extern "C" void reduce_halves_int(int *partial, const int *in, int n)
{
    launch(partial, in, n);
}

extern "C" void reduce_halves_float(float *partial, const float *in, int n)
{
    launch(partial, in, n);
}
