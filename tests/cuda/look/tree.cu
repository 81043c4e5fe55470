// tree.cu - a sum in a tree, in two blocks: for the variables of its lanes.
#include <cstdio>
__global__ void add(int *out, const int *in, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int stride = 32; stride > 0; stride /= 2) {
        int left = t;
        if (t < stride)
            s[left] += s[left + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
int main()
{
    int host[128], *in, *out;
    for (int i = 0; i < 128; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 64);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    add<<<2, 64>>>(out, in, 120);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
