// EXPECT thrust.picked.fused: sectors
//
// The elements are gathered into an array first.
#define thrust_picked_sum sound_thrust_picked_sum
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_picked_sum

extern "C" void thrust_picked_sum(long long *sum, const int *in, const int *index, int n)
{
    auto picked = thrust::make_permutation_iterator(on_device(in), on_device(index));
    thrust::device_vector<int> copy(picked, picked + n);
    *sum =
        thrust::transform_reduce(copy.begin(), copy.end(), Widen(), 0ll, thrust::plus<long long>());
}
