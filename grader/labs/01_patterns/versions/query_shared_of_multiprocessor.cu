// EXPECT patterns.query.figures: shared_bytes_per_block
//
// The shared memory of a multiprocessor, which several blocks divide.
#define device_query sound_query
#include "../solutions/01_patterns/patterns.cu"
#undef device_query

extern "C" void device_query(DeviceFigures *figures)
{
    cudaDeviceProp p;
    CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
    sound_query(figures);
    figures->shared_bytes_per_block = p.sharedMemPerMultiprocessor;
}
