// EXPECT thrust.saxpy.right: Invalid __global__ read
// FIRST Invalid __global__ read
//
// One element more than there are.
#define thrust_saxpy sound_thrust_saxpy
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_saxpy

extern "C" void thrust_saxpy(float *y, const float *x, float a, int n)
{
    auto X = on_device(x);
    auto Y = on_device(y);
    thrust::transform(X, X + n + 1, Y, Y, Saxpy{a});
}
