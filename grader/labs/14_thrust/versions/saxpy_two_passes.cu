// EXPECT thrust.saxpy.fused: sectors
// FIRST launches
//
// The product is stored, then read again.
#define thrust_saxpy sound_thrust_saxpy
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_saxpy

struct Times {
    float a;
    __host__ __device__ float operator()(float x) const { return a * x; }
};

extern "C" void thrust_saxpy(float *y, const float *x, float a, int n)
{
    thrust::device_vector<float> product(n);
    thrust::transform(on_device(x), on_device(x) + n, product.begin(), Times{a});
    thrust::transform(product.begin(), product.end(), on_device(y), on_device(y),
                      thrust::plus<float>());
}
