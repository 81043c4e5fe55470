// EXPECT thrust.places.right: equal to the limit
//
// Elements that are equal to the limit are kept, too.
#define thrust_places sound_thrust_places
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_places

struct AtLeast {
    int limit;
    __host__ __device__ bool operator()(int x) const { return x >= limit; }
};

extern "C" void thrust_places(int *kept, int *places, const int *in, int n, int limit)
{
    thrust::counting_iterator<int> number(0);
    auto end =
        thrust::copy_if(number, number + n, on_device(in), on_device(places), AtLeast{limit});
    *kept = (int)(end - on_device(places));
}
