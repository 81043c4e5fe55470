// EXPECT full marks
//
// Flag and sum are one 64-bit word.
#define scan_segmented sound_segmented
#include "../solutions/05_scan/scan.cu"
#undef scan_segmented

// The lowest bit is the flag, the upper half the sum.
struct Packed {
    unsigned long long bits;
};

__device__ inline Packed shift_up(Packed p, int d)
{
    return {__shfl_up_sync(ALL_LANES, p.bits, d)};
}

__device__ inline Packed take_from(Packed p, int lane)
{
    return {__shfl_sync(ALL_LANES, p.bits, lane)};
}

__device__ inline Packed add(Packed a, Packed b)
{
    if (b.bits & 1)
        return b;
    unsigned long long high = (a.bits & ~0xffffffffull) + (b.bits & ~0xffffffffull);
    return {high | (a.bits & 1)};
}

__global__ void pack(Packed *run, const int *in, const int *heads, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        run[i].bits = (unsigned long long)(unsigned)in[i] << 32 | (heads[i] || i == 0);
}

__global__ void unpack(int *out, const Packed *run, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = (int)(run[i].bits >> 32);
}

extern "C" void scan_segmented(int *out, const int *in, const int *heads, int n)
{
    if (n == 0)
        return;
    Packed *run;
    CUDA_CHECK(cudaMalloc(&run, n * sizeof *run));
    pack<<<ceil_div(n, BLOCK), BLOCK>>>(run, in, heads, n);
    scan_any(run, run, n);
    unpack<<<ceil_div(n, BLOCK), BLOCK>>>(out, run, n);
    CUDA_CHECK(cudaFree(run));
}
