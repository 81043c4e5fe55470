// EXPECT full marks
//
// A zip iterator and a tuple instead of two inputs.
#define thrust_saxpy sound_thrust_saxpy
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_saxpy

extern "C" void thrust_saxpy(float *y, const float *x, float a, int n)
{
    auto pairs = thrust::make_zip_iterator(on_device(x), on_device(y));
    thrust::transform(pairs, pairs + n, on_device(y), thrust::make_zip_function(Saxpy{a}));
}
