// peers.cu - how fast two GPUs of one host reach each other: copies by size, in one direction and in
// both, with peer access and without; loads, stores and atomics of kernels. A line for each: what,
// bytes, microseconds, GB/s. The median of 11 runs, by events.
//
//   nvcc -arch=sm_90 -O3 -o peers tests/bench/peers.cu && ./peers
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define OK(call) \
    do { \
        cudaError_t e_ = (call); \
        if (e_) { \
            printf("%s: %s\n", #call, cudaGetErrorName(e_)); \
            exit(1); \
        } \
    } while (0)

static const size_t MOST = 256 << 20;
static char *memory[2], *second[2];
static cudaStream_t stream[2];
static cudaEvent_t from, to, joins;

__global__ void load(const float4 *p, size_t n, float *sum)
{
    float s = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 v = p[i];
        s += v.x + v.y + v.z + v.w;
    }
    if (s == 1)
        *sum = s;
}

__global__ void store(float4 *p, size_t n)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = float4{0, 0, 0, 0};
}

__global__ void count(int *p, int n)
{
    for (int i = 0; i < n; i++)
        atomicAdd(p + threadIdx.x, 1);
}

__global__ void chase(char **p, int n)
{
    char **at = p;
    for (int i = 0; i < n; i++)
        at = (char **)*(char *volatile *)at;
    if (!at)
        *p = nullptr;
}

template <class Work> static void measure(const char *what, size_t bytes, Work work)
{
    std::vector<float> all;
    for (int i = 0; i < 12; i++) {
        float ms;
        OK(cudaDeviceSynchronize());
        OK(cudaEventRecord(from, stream[0]));
        work();
        OK(cudaEventRecord(to, stream[0]));
        OK(cudaEventSynchronize(to));
        OK(cudaEventElapsedTime(&ms, from, to));
        if (i)
            all.push_back(ms * 1000);
    }
    std::sort(all.begin(), all.end());
    printf("%s,%zu,%.2f,%.1f\n", what, bytes, all[5], bytes / all[5] / 1000);
}

static void copies(const char *how)
{
    char text[64];
    for (size_t n = 4; n <= MOST; n *= n < 1 << 20 ? 16 : 4) {
        snprintf(text, sizeof text, "copy %s", how);
        measure(text, n, [=] {
            cudaMemcpyPeerAsync(memory[1], 1, memory[0], 0, n, stream[0]);
        });
    }
    snprintf(text, sizeof text, "fetch %s", how);
    measure(text, MOST, [] { cudaMemcpyPeerAsync(memory[0], 0, memory[1], 1, MOST, stream[0]); });
    snprintf(text, sizeof text, "both %s", how);
    measure(text, MOST, [] {
        cudaEventRecord(from, stream[0]);
        cudaStreamWaitEvent(stream[1], from, 0);
        cudaMemcpyPeerAsync(memory[1], 1, memory[0], 0, MOST, stream[0]);
        cudaMemcpyPeerAsync(second[0], 0, second[1], 1, MOST, stream[1]);
        cudaSetDevice(1);
        cudaEventRecord(joins, stream[1]);
        cudaSetDevice(0);
        cudaStreamWaitEvent(stream[0], joins, 0);
    });
    snprintf(text, sizeof text, "8 in a row %s", how);
    measure(text, 8 * 4, [] {
        for (int i = 0; i < 8; i++)
            cudaMemcpyPeerAsync(memory[1], 1, memory[0], 0, 4, stream[0]);
    });
}

int main()
{
    int devices;
    OK(cudaGetDeviceCount(&devices));
    if (devices < 2) {
        printf("needs two GPUs\n");
        return 1;
    }
    for (int d = 1; d >= 0; d--) {
        OK(cudaSetDevice(d));
        OK(cudaMalloc(&memory[d], MOST));
        OK(cudaMalloc(&second[d], MOST));
        OK(cudaMemset(memory[d], 0, MOST));
        OK(cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking));
        if (d)
            OK(cudaEventCreate(&joins));
    }
    OK(cudaEventCreate(&from));
    OK(cudaEventCreate(&to));
    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, 0));
    printf("# %s\nwhat,bytes,us,GB/s\n", p.name);
    copies("without peer access");
    OK(cudaDeviceEnablePeerAccess(1, 0));
    copies("with peer access");
    OK(cudaSetDevice(1));
    OK(cudaDeviceEnablePeerAccess(0, 0));
    OK(cudaSetDevice(0));
    copies("with peer access of both");
    size_t n = MOST / 16;
    for (int own = 0; own < 2; own++) {
        char *p = memory[!own];
        measure(own ? "load own" : "load peer", MOST, [=] {
            load<<<132 * 8, 256, 0, stream[0]>>>((float4 *)p, n, (float *)second[0]);
        });
        measure(own ? "store own" : "store peer", MOST, [=] {
            store<<<132 * 8, 256, 0, stream[0]>>>((float4 *)p, n);
        });
        measure(own ? "count own" : "count peer", 1000 * 128, [=] {
            count<<<1, 32, 0, stream[0]>>>((int *)p, 1000);
        });
        OK(cudaMemcpy(p, &p, sizeof p, cudaMemcpyDefault));
        measure(own ? "chase own" : "chase peer", 8 * 1000, [=] {
            chase<<<1, 1, 0, stream[0]>>>((char **)p, 1000);
        });
    }
}
