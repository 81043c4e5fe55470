// kernels.h - kernels of lab 20 as the assignment has them, before they are mended: right, and each
// with one limit. The deck's example, and the program for a GPU, run them.
#pragma once

// BEGIN SLIDE median
__global__ void before_medians(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v[9];
    if (i >= n)
        return;
    for (int j = 0; j < 9; j++)
        v[j] = in[i + j];
    for (int j = 1; j < 9; j++) { // insertion sort: how far a value moves, the data say
        int x = v[j], k = j - 1;
        for (; k >= 0 && v[k] > x; k--)
            v[k + 1] = v[k];
        v[k + 1] = x;
    }
    out[i] = v[4];
}
// END SLIDE median

__global__ void before_a(unsigned *out, const unsigned *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SLIDE a
    unsigned sum = 0;
    for (int j = 0; j < 8 && i < n; j++)
        sum += in[8 * i + j];
    if (i < n)
        out[i] = sum;
    // END SLIDE a
}

__global__ void before_b(unsigned *out, const unsigned *in) // a block of 32 x 8 threads per tile
{
    int first = blockIdx.x * 1024, x = threadIdx.x;
    // BEGIN SLIDE b
    __shared__ unsigned tile[32][32];
    for (int y = threadIdx.y; y < 32; y += 8)
        tile[y][x] = in[first + 32 * y + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        out[first + 32 * y + x] = tile[x][y];
    // END SLIDE b
}

__global__ void before_c(unsigned *count, const unsigned *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SLIDE c
    if (i < n)
        atomicAdd(&count[in[i] % 4], 1);
    // END SLIDE c
}

__global__ void before_d(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SLIDE d
    if (i < n)
        out[i] = in[i] * 0.5 + 0.25;
    // END SLIDE d
}

__global__ void before_f(int *out, const int *in, int n) // blocks of 128 threads
{
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    // BEGIN SLIDE f
    __shared__ int s[96 * 128];
    s[t] = i < n ? in[i] : INT_MIN;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int j = t + d < 128 ? t + d : t;
        int other = s[j];
        __syncthreads();
        s[t] = max(s[t], other);
        __syncthreads();
    }
    if (i < n)
        out[i] = s[t];
    // END SLIDE f
}

// BEGIN SLIDE chain
template <int FMAS>
__global__ void chain(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    for (int k = 0; k < FMAS; k++)
        x = fmaf(x, 0.5f, 1.0f); // 2 * FMAS operations for 8 bytes
    out[i] = x;
}
// END SLIDE chain
