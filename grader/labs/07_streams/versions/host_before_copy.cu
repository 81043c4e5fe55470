// EXPECT streams.three.right: the results need
//
// The host computes everything before the copies, undeclared; the kernel stores what it loads.
#define streams_three sound_three
#include "../solutions/07_streams/streams.cu"
#undef streams_three

__global__ void stores_the_same(unsigned *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *(volatile unsigned *)&x[i] = x[i];
}

extern "C" void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    unsigned *staged, *x, all = 0;
    CUDA_CHECK(cudaMallocHost(&staged, n * sizeof *x + 4));
    CUDA_CHECK(cudaMalloc(&x, n * sizeof *x + 4));
    for (int i = 0; i < n; i++) {
        unsigned v = in[i];
        for (int s = 0; s < STREAMS_STEPS; s++)
            v = STREAMS_A * v + STREAMS_C;
        staged[i] = v;
        all ^= v;
    }
    CUDA_CHECK(cudaMemcpyAsync(x, staged, n * sizeof *x, cudaMemcpyHostToDevice, 0));
    if (n > 0)
        stores_the_same<<<ceil_div(n, 256), 256>>>(x, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(out, x, n * sizeof *x, cudaMemcpyDeviceToHost, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    *check = all;
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaFreeHost(staged));
}
