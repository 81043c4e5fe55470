// EXPECT thrust.saxpy.right: y is not added
//
// The functor forgets y.
#define thrust_saxpy sound_thrust_saxpy
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_saxpy

struct AlmostSaxpy {
    float a;
    __host__ __device__ float operator()(float x, float) const { return a * x; }
};

extern "C" void thrust_saxpy(float *y, const float *x, float a, int n)
{
    thrust::transform(on_device(x), on_device(x) + n, on_device(y), on_device(y), AlmostSaxpy{a});
}
