// EXPECT reduction.single.int: of the host, not by a kernel
//
// The host adds up the array and copies the result to the device.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
void launch_wrong(T *out, const T *in, int n)
{
    T *copy = (T *)malloc(n * sizeof(T) + 1), sum = 0;
    CUDA_CHECK(cudaMemcpy(copy, in, n * sizeof(T), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        sum += copy[i];
    CUDA_CHECK(cudaMemcpy(out, &sum, sizeof sum, cudaMemcpyHostToDevice));
    free(copy);
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_wrong(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_wrong(out, in, n);
}
