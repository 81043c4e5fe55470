// EXPECT patterns.query.peak: fits in an int
//
// All factors are ints, so the product is one, too.
#define device_peak_bandwidth sound_peak
#include "../solutions/01_patterns/patterns.cu"
#undef device_peak_bandwidth

extern "C" long long device_peak_bandwidth(void)
{
    cudaDeviceProp p;
    int khz;
    CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0));
    return 2 * khz * 1000 * (p.memoryBusWidth / 8);
}
