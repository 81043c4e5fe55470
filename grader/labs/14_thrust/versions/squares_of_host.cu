// EXPECT thrust.host.right: did not come from the device
// FIRST did not come from the device
//
// Thrust takes plain pointers for those of the host, and computes there.
#define thrust_squares sound_thrust_squares
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_squares

extern "C" void thrust_squares(int *out, const int *in, int n)
{
    thrust::device_vector<int> d(in, in + n);
    if (n)
        thrust::transform(d.begin(), d.end(), d.begin(), Square());
    thrust::transform(in, in + n, out, Square());
}
