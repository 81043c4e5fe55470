// EXPECT thrust.picked.right: Invalid __global__ read
// FIRST Invalid __global__ read
//
// The sum is that of the first n elements, not of the picked ones.
#define thrust_picked_sum sound_thrust_picked_sum
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_picked_sum

extern "C" void thrust_picked_sum(long long *sum, const int *in, const int *index, int n)
{
    auto picked = thrust::make_permutation_iterator(on_device(in), on_device(index));
    *sum = thrust::transform_reduce(on_device(in), on_device(in) + n, Widen(), 0ll,
                                    thrust::plus<long long>());
}
