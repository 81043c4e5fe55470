// EXPECT thrust.host.right: by a copy of the host
//
// The host computes each square, through references to the elements.
#define thrust_squares sound_thrust_squares
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_squares

extern "C" void thrust_squares(int *out, const int *in, int n)
{
    thrust::device_vector<int> d(in, in + n);
    for (int i = 0; i < n; i++)
        d[i] = d[i] * d[i];
    thrust::copy(d.begin(), d.end(), out);
}
