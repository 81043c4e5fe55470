// EXPECT thrust.zip.fused: sectors
// FIRST launches
//
// Three products, then two sums: five passes.
#define thrust_dots sound_thrust_dots
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_dots

extern "C" void thrust_dots(float *dots, const float *ax, const float *ay, const float *az,
                            const float *bx, const float *by, const float *bz, int n)
{
    thrust::device_vector<float> y(n), z(n);
    thrust::multiplies<float> times;
    auto d = on_device(dots);
    thrust::transform(on_device(ax), on_device(ax) + n, on_device(bx), d, times);
    thrust::transform(on_device(ay), on_device(ay) + n, on_device(by), y.begin(), times);
    thrust::transform(on_device(az), on_device(az) + n, on_device(bz), z.begin(), times);
    thrust::transform(d, d + n, y.begin(), d, thrust::plus<float>());
    thrust::transform(d, d + n, z.begin(), d, thrust::plus<float>());
}
