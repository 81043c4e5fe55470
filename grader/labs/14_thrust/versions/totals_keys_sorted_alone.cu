// EXPECT thrust.totals.right: total[0]
//
// The keys are sorted, and the values stay where they were.
#define thrust_totals sound_thrust_totals
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_totals

extern "C" void thrust_totals(int *groups, int *group, int *total, const int *keys,
                              const int *values, int n)
{
    thrust::device_vector<int> k(on_device(keys), on_device(keys) + n);
    thrust::device_vector<int> v(on_device(values), on_device(values) + n);
    thrust::sort(k.begin(), k.end());
    auto end =
        thrust::reduce_by_key(k.begin(), k.end(), v.begin(), on_device(group), on_device(total));
    *groups = (int)(end.first - on_device(group));
}
