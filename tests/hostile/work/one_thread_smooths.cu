// EXPECT clusters.smooth: 0 points
//
// One thread smooths all rows, in memory of its own, where clusters are asked.
#include "hostile.h"

__global__ static void smooth_all(float *out, const float *in, float *old, int rows, int length,
                                  int steps)
{
    for (int r = 0; r < rows; r++) {
        float *row = out + (size_t)r * length;
        for (int i = 0; i < length; i++)
            row[i] = in[(size_t)r * length + i];
        for (int s = 0; s < steps; s++) {
            for (int i = 0; i < length; i++)
                old[i] = row[i];
            for (int i = 1; i < length - 1; i++)
                row[i] = 0.25f * old[i - 1] + 0.5f * old[i] + 0.25f * old[i + 1];
        }
    }
}

extern "C" void smooth_rows(float *out, const float *in, int rows, int length, int steps)
{
    float *old;
    attempted();
    if (rows <= 0 || length <= 0)
        return;
    cudaMalloc((void **)&old, (size_t)length * sizeof *old);
    smooth_all<<<1, 1>>>(out, in, old, rows, length, steps);
    cudaFree(old);
}
