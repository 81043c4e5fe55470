// reconverge.cu - kernels whose number of memory requests shows where lanes reconverge
// after different branches. Run on a GPU under ncu and in the simulator: the requests
// and sectors of every kernel must be equal.
#include <cstdio>
#include <cuda_runtime.h>

// Each lane leaves the loop at its own time; then all store together.
__global__ void loop_break(const int *in, int *out)
{
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 64; i++) {
        int v = in[i * 32 + t];
        if (v < 0)
            break;
        sum += v;
    }
    out[t] = sum;
}

// Some lanes return early; the others go on.
__global__ void early_return(const int *in, int *out)
{
    int t = threadIdx.x;
    int v = in[t];
    if (v % 3 == 0) {
        out[t] = -1;
        return;
    }
    int s = in[t + 32];
    if (v % 3 == 1)
        s += in[t + 64];
    out[t] = s + in[t + 96];
}

// A condition of two parts, with memory on every way.
__global__ void short_circuit(const int *in, int *out)
{
    int t = threadIdx.x;
    if (in[t] % 2 == 0 && in[t + 32] % 3 == 0)
        out[t] = in[t + 64];
    else
        out[t + 32] = in[t + 96];
    out[t + 64] = in[t + 128];
}

__global__ void short_circuit_or(const int *in, int *out)
{
    int t = threadIdx.x;
    if (in[t] % 2 == 0 || in[t + 32] % 3 == 0)
        out[t] = in[t + 64];
    else
        out[t + 32] = in[t + 96];
    out[t + 64] = in[t + 128];
}

// One trip count per lane.
__global__ void variable_trips(const int *in, int *out)
{
    int t = threadIdx.x, n = in[t] & 15, sum = 0;
#pragma unroll 1 // or ptxas unrolls it, and other lanes load together
    for (int i = 0; i < n; i++)
        sum += in[32 * i + t];
    out[t] = sum;
}

// A loop in a loop, left from inside, and continued.
__global__ void nested(const int *in, int *out)
{
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 8; i++) {
        if ((in[i * 32 + t] & 3) == 0)
            continue;
        for (int k = 0; k < 8; k++) {
            int v = in[(i * 8 + k) * 32 + t];
            if (v < 0)
                break;
            if (v > 900)
                goto done;
            sum += v;
        }
        out[32 * i + t] = sum;
    }
done:
    out[1024 + t] = sum;
}

// Four ways, then together.
__global__ void four_ways(const int *in, int *out)
{
    int t = threadIdx.x;
    switch (in[t] & 3) {
    case 0: out[t] = in[t + 32]; break;
    case 1: out[t] = in[t + 64] * 3; break;
    case 2: out[t + 32] = in[t + 96] + 5; break;
    default: out[t + 64] = in[t + 128] - 7; break;
    }
    out[t + 96] = in[t + 160];
}

__noinline__ __device__ int helper(const int *in, int t, int v)
{
    if (v & 1)
        return in[t + 32];
    return in[t + 64] + in[t + 96];
}

// A function that is called on both ways.
__global__ void called(const int *in, int *out)
{
    int t = threadIdx.x, v = in[t], s;
    if (v % 5 < 2)
        s = helper(in, t, v) + 1;
    else
        s = helper(in, t, v >> 1) - 1;
    out[t] = s;
}

int main()
{
    const int n = 4096;
    static int host[n], result[n];
    unsigned x = 12345;
    for (int i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        host[i] = (int)(x >> 8) % 1000;
        if (i >= 128 && (x >> 28) == 3)
            host[i] = -host[i] - 1;
    }
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    typedef void (*Kernel)(const int *, int *);
    struct { const char *name; Kernel k; } all[] = {
        {"loop_break", loop_break}, {"early_return", early_return},
        {"short_circuit", short_circuit}, {"short_circuit_or", short_circuit_or},
        {"variable_trips", variable_trips}, {"nested", nested}, {"four_ways", four_ways},
        {"called", called},
    };
    for (auto &k : all) {
        cudaMemset(out, 0, sizeof host);
        k.k<<<1, 32>>>(in, out);
        cudaError_t e = cudaDeviceSynchronize();
        cudaMemcpy(result, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned h = 2166136261u;
        for (int i = 0; i < n; i++)
            h = (h ^ (unsigned)result[i]) * 16777619u;
        printf("%s %d %08x\n", k.name, (int)e, h);
    }
    return 0;
}
