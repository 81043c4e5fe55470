// EXPECT thrust.zip.right: got
//
// The functor takes ints, as in part 8: the floats lose their fractions.
#define thrust_dots sound_thrust_dots
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_dots

struct IntDot {
    __host__ __device__ int operator()(int ax, int ay, int az, int bx, int by, int bz) const
    {
        return ax * bx + ay * by + az * bz;
    }
};

extern "C" void thrust_dots(float *dots, const float *ax, const float *ay, const float *az,
                            const float *bx, const float *by, const float *bz, int n)
{
    auto first = thrust::make_zip_iterator(on_device(ax), on_device(ay), on_device(az),
                                           on_device(bx), on_device(by), on_device(bz));
    thrust::transform(first, first + n, on_device(dots), thrust::make_zip_function(IntDot()));
}
