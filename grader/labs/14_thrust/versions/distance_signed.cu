// EXPECT thrust.distance.thrust: cancel
//
// No absolute value.
#define distance_thrust sound_distance_thrust
#include "../solutions/14_thrust/thrust.cu"
#undef distance_thrust

struct Difference {
    __host__ __device__ long long operator()(int x, int y) const { return (long long)x - y; }
};

extern "C" void distance_thrust(long long *sum, const int *x, const int *y, int n)
{
    auto first = thrust::make_zip_iterator(on_device(x), on_device(y));
    *sum = thrust::transform_reduce(first, first + n, thrust::make_zip_function(Difference()), 0ll,
                                    thrust::plus<long long>());
}
