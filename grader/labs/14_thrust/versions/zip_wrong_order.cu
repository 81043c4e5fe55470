// EXPECT thrust.zip.right: order of the arrays
//
// The tuple is ax, bx, ay, ..., but the functor takes ax, ay, az, ...
#define thrust_dots sound_thrust_dots
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_dots

extern "C" void thrust_dots(float *dots, const float *ax, const float *ay, const float *az,
                            const float *bx, const float *by, const float *bz, int n)
{
    auto first = thrust::make_zip_iterator(on_device(ax), on_device(bx), on_device(ay),
                                           on_device(by), on_device(az), on_device(bz));
    thrust::transform(first, first + n, on_device(dots), thrust::make_zip_function(Dot()));
}
