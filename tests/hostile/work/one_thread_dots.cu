// EXPECT thrust.zip: 0 points
//
// One thread computes all dot products, where one pass of the library is asked.
#include "hostile.h"

__global__ static void dots_of(float *dots, const float *ax, const float *ay, const float *az,
                               const float *bx, const float *by, const float *bz, int n)
{
    for (int i = 0; i < n; i++)
        dots[i] = ax[i] * bx[i] + ay[i] * by[i] + az[i] * bz[i];
}

extern "C" void thrust_dots(float *dots, const float *ax, const float *ay, const float *az,
                            const float *bx, const float *by, const float *bz, int n)
{
    attempted();
    if (n > 0)
        dots_of<<<1, 1>>>(dots, ax, ay, az, bx, by, bz, n);
}
