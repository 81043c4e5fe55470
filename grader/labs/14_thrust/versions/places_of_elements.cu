// EXPECT thrust.places.right: not their places
//
// The elements are copied, not their numbers.
#define thrust_places sound_thrust_places
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_places

extern "C" void thrust_places(int *kept, int *places, const int *in, int n, int limit)
{
    auto end = thrust::copy_if(on_device(in), on_device(in) + n, on_device(places), Above{limit});
    *kept = (int)(end - on_device(places));
}
