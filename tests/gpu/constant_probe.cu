#include "lab.h"
__constant__ unsigned words[4096];
// lane l reads word (l / group) * stride
__global__ void read_c(unsigned *out, int group, int stride, int rounds)
{
    int at = threadIdx.x % 32 / group * stride;
    unsigned sum = threadIdx.x;
    for (int r = 0; r < rounds; r++)
        sum += words[(at + sum % 1) & 4095];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void read_wide(unsigned long long *out, int group, int stride)
{
    int at = threadIdx.x % 32 / group * stride;
    out[blockIdx.x * blockDim.x + threadIdx.x] = ((unsigned long long *)words)[at];
}
int main(void)
{
    unsigned *out;
    CUDA_CHECK(cudaMalloc(&out, 1 << 22));
    static const int shapes[][2] = {{32, 0}, {16, 1}, {8, 1},  {4, 1},  {2, 1},   {1, 1},
                                    {1, 2},  {1, 8},  {1, 16}, {1, 64}, {16, 64}, {8, 16}};
    for (auto &s : shapes)
        read_c<<<1, 32>>>(out, s[0], s[1], 1);
    for (auto &s : shapes)
        read_c<<<1, 32>>>(out, s[0], s[1], 101);
    for (auto &s : shapes)
        read_wide<<<1, 32>>>((unsigned long long *)out, s[0], s[1]);
    for (auto &s : shapes)
        read_c<<<1056, 256>>>(out, s[0], s[1], 100);
    CUDA_CHECK(cudaDeviceSynchronize());
}
