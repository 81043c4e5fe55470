// EXPECT thrust.reduce.largest: lowest int
//
// The maximum begins with 0.
#define thrust_largest sound_thrust_largest
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_largest

extern "C" void thrust_largest(int *largest, const int *in, int n)
{
    *largest = thrust::reduce(on_device(in), on_device(in) + n, 0, thrust::maximum<int>());
}
