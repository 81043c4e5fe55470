// EXPECT full marks
//
// Every figure comes from cudaDeviceGetAttribute or cudaMemGetInfo, none from the properties.
#define device_query sound_query
#define device_peak_bandwidth sound_peak
#include "../solutions/01_patterns/patterns.cu"
#undef device_query
#undef device_peak_bandwidth

static long long attribute(cudaDeviceAttr which)
{
    int value;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

extern "C" void device_query(DeviceFigures *f)
{
    size_t free_bytes, total;
    CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
    *f = {};
    f->major = attribute(cudaDevAttrComputeCapabilityMajor);
    f->minor = attribute(cudaDevAttrComputeCapabilityMinor);
    f->multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
    f->warp_size = attribute(cudaDevAttrWarpSize);
    f->threads_per_block = attribute(cudaDevAttrMaxThreadsPerBlock);
    f->threads_per_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    f->resident_threads = f->multiprocessors * f->threads_per_multiprocessor;
    f->shared_bytes_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlock);
    f->registers_per_block = attribute(cudaDevAttrMaxRegistersPerBlock);
    f->l2_bytes = attribute(cudaDevAttrL2CacheSize);
    f->global_bytes = total;
    f->memory_clock_khz = attribute(cudaDevAttrMemoryClockRate);
    f->bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth);
}

extern "C" long long device_peak_bandwidth(void)
{
    DeviceFigures f;
    device_query(&f);
    double hertz = 1e3 * f.memory_clock_khz;
    return (long long)(2.0 * hertz * f.bus_bits / 8.0 + 0.5);
}
