// EXPECT thrust.totals.right: sorted first
//
// reduce_by_key without a sort.
#define thrust_totals sound_thrust_totals
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_totals

extern "C" void thrust_totals(int *groups, int *group, int *total, const int *keys,
                              const int *values, int n)
{
    auto end = thrust::reduce_by_key(on_device(keys), on_device(keys) + n, on_device(values),
                                     on_device(group), on_device(total));
    *groups = (int)(end.first - on_device(group));
}
