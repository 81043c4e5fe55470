// EXPECT thrust.host.right: the elements themselves
//
// The result of the map goes nowhere.
#define thrust_squares sound_thrust_squares
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_squares

extern "C" void thrust_squares(int *out, const int *in, int n)
{
    thrust::device_vector<int> d(in, in + n), e(n);
    thrust::transform(d.begin(), d.end(), e.begin(), Square());
    thrust::copy(d.begin(), d.end(), out);
}
