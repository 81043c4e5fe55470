// EXPECT reduction.single.launch: blocks that share the work
//
// One launch of one block: right, but 131 multiprocessors have nothing to do.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
void launch_wrong(T *out, const T *in, int n)
{
    shuffle<<<1, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_wrong(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_wrong(out, in, n);
}
