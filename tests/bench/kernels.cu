// kernels.cu - what bench_sim runs: memory-bound, barrier-bound, compute-bound.

extern "C" __global__ void vector_add(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

// 256 threads a block, halves in shared memory.
extern "C" __global__ void reduce(const int *in, int *out, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// The logistic map in integers and in floats: arithmetic only.
extern "C" __global__ void compute(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = (unsigned)in[i] + (unsigned)i;
    float f = (float)(x & 1023) / 1024.0f;
    for (int k = 0; k < 64; k++) {
        x = x * 1664525u + 1013904223u;
        x ^= x >> 13;
        f = 3.7f * f * (1.0f - f);
    }
    out[i] = (int)x ^ __float_as_int(f);
}
