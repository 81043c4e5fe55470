// EXPECT thrust.picked.right: lower 32 bits
//
// The sum of ints is an int.
#define thrust_picked_sum sound_thrust_picked_sum
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_picked_sum

extern "C" void thrust_picked_sum(long long *sum, const int *in, const int *index, int n)
{
    auto picked = thrust::make_permutation_iterator(on_device(in), on_device(index));
    *sum = thrust::reduce(picked, picked + n);
}
