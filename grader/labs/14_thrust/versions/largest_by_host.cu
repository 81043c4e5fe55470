// EXPECT thrust.reduce.largest: bytes back from the device, more than the result
// FIRST more than the result
//
// The result is one number in the host's memory, and the host computes it.
#define thrust_largest sound_thrust_largest
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_largest

__global__ void looks(const int *in, int n)
{
    if (n > 0 && in[0] == in[n - 1] + 1)
        __nanosleep(1);
}

extern "C" void thrust_largest(int *largest, const int *in, int n)
{
    *largest = -2147483647 - 1;
    if (n <= 0)
        return;
    int *h = (int *)malloc(n * sizeof *h);
    looks<<<1, 1>>>(in, n);
    CUDA_CHECK(cudaMemcpy(h, in, n * sizeof *h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        *largest = h[i] > *largest ? h[i] : *largest;
    free(h);
}
