// EXPECT patterns.map: 0 points
//
// A kernel loops as often as an input says, and the host reads the time that this took.
#include "hostile.h"

__global__ static void wait_for(const int *in)
{
    for (volatile int i = 0; i < (*in & 1023); i++)
        ;
}
__global__ static void store(int *out, int value) { *out = value; }

static double time_of(const int *in)
{
    static cudaEvent_t begin, end;
    float ms = 0;
    if (!begin) {
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
    }
    cudaEventRecord(begin);
    wait_for<<<1, 1>>>(in);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    return ms;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    static int *calibration;
    attempted();
    if (!calibration)
        cudaMalloc((void **)&calibration, 4);
    int none = 0, most = 1000;
    cudaMemcpy(calibration, &none, 4, cudaMemcpyHostToDevice);
    double least = time_of(calibration);
    cudaMemcpy(calibration, &most, 4, cudaMemcpyHostToDevice);
    double step = (time_of(calibration) - least) / 1000;
    for (int i = 0; i < n; i++) {
        int value = step > 0 ? (int)((time_of(in + i) - least) / step + 0.5) : 0;
        store<<<1, 1>>>(out + i, a * value + b);
    }
}
