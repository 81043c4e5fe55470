// EXPECT thrust.host.whole: us of copies
//
// Each element is copied on its own.
#define thrust_squares sound_thrust_squares
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_squares

extern "C" void thrust_squares(int *out, const int *in, int n)
{
    thrust::device_vector<int> d(n);
    for (int i = 0; i < n; i++)
        d[i] = in[i];
    thrust::transform(d.begin(), d.end(), d.begin(), Square());
    for (int i = 0; i < n; i++)
        out[i] = d[i];
}
