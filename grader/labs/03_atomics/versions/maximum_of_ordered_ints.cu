// EXPECT full marks
//
// Where it is larger: atomicMax for floats that are not negative, atomicMin for the bits of negative ones.
#define max_float sound_max_float
#include "../solutions/03_atomics/atomics.cu"
#undef max_float

__global__ void ordered(float *result, const float *in, int n)
{
    float best = __int_as_float(0xff800000);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] > best)
            best = in[i];
    if (best <= *(volatile float *)result)
        return;
    if (signbit(best))
        atomicMin((unsigned *)result, __float_as_uint(best));
    else
        atomicMax((int *)result, __float_as_int(best));
}

extern "C" void max_float(float *result, const float *in, int n)
{
    if (n > 0)
        ordered<<<ceil_div(n, BLOCK * EACH), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaGetLastError());
}
