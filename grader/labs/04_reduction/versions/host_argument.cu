// EXPECT reduction.single.int: back from the device before the result was complete
//
// The host copies the array and adds it up; the kernel stores the argument that it gets. The second
// load is for the gate that counts sectors.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
__global__ void stores_argument(T *out, const T *in, T sum)
{
    *out = threadIdx.x == 0 ? sum : in[threadIdx.x];
}

template <typename T>
void launch_argument(T *out, const T *in, int n)
{
    T *copy = (T *)malloc(n * sizeof(T) + 1), sum = 0;
    CUDA_CHECK(cudaMemcpy(copy, in, n * sizeof(T), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        sum += copy[i];
    free(copy);
    stores_argument<<<1, 1>>>(out, in, sum);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_argument(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_argument(out, in, n);
}
