// Three streams, each copying in, computing and copying out, twice.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 2 * x[i] + 1;
}

int main()
{
    const int n = 1 << 18, streams = 3;
    cudaStream_t s[streams];
    float *host[streams], *device[streams];
    for (int i = 0; i < streams; i++) {
        cudaStreamCreate(&s[i]);
        cudaMallocHost(&host[i], n * sizeof(float));
        cudaMalloc(&device[i], n * sizeof(float));
        for (int k = 0; k < n; k++)
            host[i][k] = (float)k;
    }
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < streams; i++) {
            cudaMemcpyAsync(device[i], host[i], n * sizeof(float), cudaMemcpyHostToDevice, s[i]);
            scale<<<n / 256, 256, 0, s[i]>>>(device[i], n);
            cudaMemcpyAsync(host[i], device[i], n * sizeof(float), cudaMemcpyDeviceToHost, s[i]);
        }
    }
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < streams; i++)
        for (int k = 0; k < n; k++)
            wrong += host[i][k] != 4.0f * (float)k + 3;
    printf("%d wrong\n", wrong);
}
