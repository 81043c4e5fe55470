// EXPECT thrust.reduce.fused: sectors
//
// The squares are stored.
#define thrust_square_sum sound_thrust_square_sum
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_square_sum

extern "C" void thrust_square_sum(long long *sum, const int *in, int n)
{
    thrust::device_vector<long long> squares(n);
    thrust::transform(on_device(in), on_device(in) + n, squares.begin(), LongSquare());
    *sum = thrust::reduce(squares.begin(), squares.end(), 0ll);
}
