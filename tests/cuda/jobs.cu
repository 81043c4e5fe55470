// jobs.cu - kernels of test_jobs.c. Those above the line may run in several processes, if nothing
// else says no; those below talk to other blocks, or see in which order blocks run.
#include <cuda_pipeline.h>
#include <stdio.h>

#define KERNEL extern "C" __global__ void
#define INDEX int t = threadIdx.x, b = blockIdx.x, i = b * blockDim.x + t

__device__ int table[256];
__constant__ int factors[4] = {3, 5, 7, 11};

KERNEL add(int *in, int *out, int n)
{
    INDEX;
    if (i < n)
        out[i] = in[i] + in[(i + 1) % n];
}

KERNEL reduce(int *in, int *out, int n)
{
    __shared__ int s[128];
    INDEX;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int k = blockDim.x / 2; k; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (!t)
        out[b] = s[0];
}

KERNEL compute(int *in, int *out, int n)
{
    INDEX;
    unsigned x = in[i % n] + i;
    for (int k = 0; k < 64 + b % 7; k++)
        x = x * 1664525u + 1013904223u;
    out[i % n] = x * factors[b & 3];
}

KERNEL in_place(int *in, int *out, int n)
{
    INDEX;
    if (i < n) {
        out[i] = in[i] * 2;
        out[i] += 1;
        in[i] = out[i];
    }
}

// Every block writes the same words: the last one stays.
KERNEL last_stays(int *in, int *out, int n)
{
    INDEX;
    if (t % 3 != b % 3)
        out[t] = i;
    if (b == 3)
        out[t + 1] = -in[t];
}

// Blocks share words, and write bytes of their own.
KERNEL bytes(int *in, int *out, int n)
{
    INDEX;
    ((char *)out)[3 * i + 1] = (char)in[i % n];
    ((short *)out)[n + i % (n / 2)] = 7;
}

KERNEL scatter(int *in, int *out, int n)
{
    INDEX;
    unsigned place = (unsigned)i * 7919u % n;
    out[place] = in[(place * 31u) % n];
}

KERNEL vectors(int *in, int *out, int n)
{
    INDEX;
    int4 v = ((int4 *)in)[i % (n / 4)];
    double d = v.x * 0.5;
    ((double2 *)out)[i % (n / 4)] = make_double2(d, __shfl_xor_sync(~0u, v.y, 1));
}

KERNEL local_array(int *in, int *out, int n)
{
    INDEX;
    int own[40];
    for (int k = 0; k < 40; k++)
        own[(k * in[0] + t) % 40] = k;
    for (int k = 0; k < 40; k++)
        own[k] = k + i;
    out[i % n] = own[in[i % n] & 31];
}

KERNEL some_blocks(int *in, int *out, int n)
{
    INDEX;
    if (b % 3 == 0 || i >= n)
        return;
    int sum = 0;
    for (int k = 0; k < b * 5 + t % 4; k++)
        sum += in[(i + k) % n];
    out[i] = sum;
}

KERNEL votes(int *in, int *out, int n)
{
    INDEX;
    unsigned yes = __ballot_sync(~0u, in[i % n] & 1), same = __match_any_sync(~0u, in[i % n] & 3);
    if (t & 1)
        out[i % n] = __popc(yes) + __popc(same) + __popc(__activemask());
}

KERNEL shared_atomics(int *in, int *out, int n)
{
    __shared__ int s[8];
    INDEX;
    if (t < 8)
        s[t] = 0;
    __syncthreads();
    atomicAdd(&s[in[i % n] & 7], i);
    int old = atomicMax(&s[7], t);
    __syncthreads();
    if (t < 8)
        out[b * 8 + t] = s[t];
    if (t == 9)
        out[n / 2 + b] = old;
}

KERNEL copies(int *in, int *out, int n)
{
    __shared__ int s[2][128];
    INDEX;
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&s[k][t], &in[(i + k * 32) % n], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i % n] = s[0][t] - s[1][t ^ 1];
}

KERNEL variable(int *in, int *out, int n)
{
    INDEX;
    if (!t)
        table[b % 256] = in[b];
    out[i % n] = table[b % 256] > 0;
}

// ---- those that talk --------------------------------------------------------

KERNEL neighbour(int *in, int *out, int n)
{
    INDEX;
    int k = (i + n - blockDim.x) % n;
    out[i % n] = out[k] + in[i % n];
}

// What the block before has left in shared memory.
KERNEL left_over(int *in, int *out, int n)
{
    __shared__ int s[128];
    INDEX;
    out[i % n] = s[t];
    if (t != b % 5)
        s[t] = in[i % n];
    __syncthreads();
}

KERNEL left_in_locals(int *in, int *out, int n)
{
    INDEX;
    int own[16];
    for (int k = 0; k < (in[0] & 3); k++)
        own[(k + b) & 15] = in[(i + k) % n];
    out[i % n] = own[in[1] & 15];
}

KERNEL sum(int *in, int *out, int n)
{
    INDEX;
    atomicAdd(out, in[i % n]);
    atomicAdd((float *)out + 1, 1.0f / (i + 1));
}

KERNEL tickets(int *in, int *out, int n)
{
    int t = threadIdx.x, b = blockIdx.x;
    if (!t)
        out[atomicAdd(in, 1) % n] = b;
}

KERNEL swaps(int *in, int *out, int n)
{
    INDEX;
    if (t < 2)
        for (int old = out[0], seen; (seen = atomicCAS(out, old, old * 3 + b)) != old;)
            old = seen;
    out[1 + i % (n - 1)] = i;
}

// The chain of a scan: each block waits for the one before.
KERNEL chain(int *in, int *out, int n)
{
    int t = threadIdx.x, b = blockIdx.x;
    if (t)
        return;
    volatile int *flag = in + n / 2;
    while (b && flag[b - 1] != 1234567)
        ;
    __threadfence();
    out[b] = b ? out[b - 1] + in[b] : in[b];
    __threadfence();
    flag[b] = 1234567;
}

// The first blocks wait for the last one.
KERNEL waits_for_last(int *in, int *out, int n)
{
    INDEX;
    volatile int *flag = out + n - 1;
    if (b == gridDim.x - 1)
        *flag = 77;
    else if (!t)
        while (*flag != 77)
            ;
    out[i % (n - 1)] = in[i % n];
}

KERNEL clocks(int *in, int *out, int n)
{
    INDEX;
    out[i % n] = (int)clock64() + in[i % n];
}

KERNEL prints(int *in, int *out, int n)
{
    INDEX;
    if (!t)
        printf("block %d\n", b);
    out[i % n] = in[i % n];
}

KERNEL allocates(int *in, int *out, int n)
{
    INDEX;
    int *p = t ? NULL : (int *)malloc(64);
    if (p) {
        *p = in[i % n];
        out[i % n] = *p + (int)(size_t)p;
        free(p);
    }
}

// A warp that executes more than a turn of a block.
KERNEL long_loop(int *in, int *out, int n)
{
    INDEX;
    unsigned x = i;
    if (b == 20 && t < 32)
#pragma unroll 1
        for (int k = 0; k < 300000; k++)
            x = x * 5 + (x >> 3) + k;
    out[i % n] = x;
}

KERNEL lost_lanes(int *in, int *out, int n)
{
    INDEX;
    if (t % 32 < 20)
        out[i % n] = __shfl_down_sync(0xfffff, in[i % n], 16);
}

KERNEL outside(int *in, int *out, int n)
{
    INDEX;
    out[i % n] = b == 33 && t == 5 ? in[1 << 28] : i;
}

KERNEL fails(int *in, int *out, int n)
{
    INDEX;
    out[i % n] = i;
    if (b == 40)
        __trap();
}
