// EXPECT thrust.reduce.squares: lower 32 bits
//
// The value at the beginning is an int, and so is the sum.
#define thrust_square_sum sound_thrust_square_sum
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_square_sum

struct IntSquare {
    __host__ __device__ int operator()(int x) const { return (int)((unsigned)x * x); }
};

extern "C" void thrust_square_sum(long long *sum, const int *in, int n)
{
    *sum = thrust::transform_reduce(on_device(in), on_device(in) + n, IntSquare(), 0,
                                    thrust::plus<int>());
}
