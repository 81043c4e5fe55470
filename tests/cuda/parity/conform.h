// conform.h - shared by the conformance programs. A kernel is written KERNEL(name,
// grid, block) { ... }. It reads `in`, random words, and writes `out`, which has other
// random words before. main runs all kernels of the file, one after the other, and
// prints a hash of the output of each; with an argument, also a hash of every ROW
// words. The result of a kernel may not depend on the order of threads.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Kernels made by one macro do not all use every name that it offers.
#pragma nv_diag_suppress 177, 550

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned long long u64;

enum { WORDS = 16384, ROW = 256, MAX_CASES = 200 };
typedef void (*Kernel)(const unsigned *in, unsigned *out);
struct Case {
    const char *name;
    Kernel kernel;
    dim3 grid, block;
    unsigned dynamic; // bytes of shared memory
};
static Case cases[MAX_CASES];
static int ncases;
struct Register {
    Register(const char *name, Kernel kernel, dim3 grid, dim3 block, unsigned dynamic)
    {
        if (ncases == MAX_CASES) {
            printf("more than %d kernels\n", MAX_CASES);
            exit(1);
        }
        cases[ncases++] = {name, kernel, grid, block, dynamic};
    }
};

#define KERNEL_DYNAMIC(name, grid, block, bytes) \
    __global__ void name(const unsigned *, unsigned *); \
    static Register register_##name(#name, name, grid, block, bytes); \
    __global__ void name(const unsigned *in, unsigned *out)
#define KERNEL(name, grid, block) KERNEL_DYNAMIC(name, grid, block, 0)

// All of a shared array, word by word.
template <class T, int N>
__device__ void fill(T (&s)[N], const unsigned *in)
{
    for (unsigned i = threadIdx.x; i < N * sizeof(T) / 4; i += blockDim.x)
        ((unsigned *)s)[i] = in[i];
    __syncthreads();
}

// A value of any type at the thread's place.
template <class T>
__device__ void put(unsigned *out, T v)
{
    ((T *)out)[threadIdx.x] = v;
}

// The sum over the warp: what the lanes' values are, in whichever order.
__device__ inline unsigned warp_sum(unsigned v)
{
    for (int by = 16; by; by /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, by);
    return v;
}

// Noise, and at its start what arithmetic finds special.
static void make_noise(unsigned *words, unsigned x)
{
    static const unsigned special[] = {
        0,          0x80000000, 1,          0xffffffff, 0x7fffffff, 0x7f800000, 0xff800000,
        0x7fc00000, 0x3f800000, 0xbf800000, 0x00800000, 0x00000001, 0x7f7fffff, 0x3c003c00,
        0x7c00fc00, 0x00010001, 0x4f000000, 0x5f000000, 0x33800000, 0x477fe000,
    };
    enum { SPECIALS = sizeof special / sizeof *special };
    for (int i = 0; i < WORDS; i++) {
        x = x * 1664525u + 1013904223u;
        words[i] = x ^ x >> 15;
        if (i % 1024 < 128 && x >> 28 < 6)
            words[i] = special[(x >> 8) % SPECIALS];
    }
}

static unsigned hash(const unsigned *words, int n)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < n; i++)
        h = (h ^ words[i]) * 16777619u;
    return h;
}

int main(int argc, char **)
{
    static unsigned noise[WORDS], before[WORDS], result[WORDS];
    unsigned *in, *out;
    make_noise(noise, 12345);
    make_noise(before, 777);
    if (cudaMalloc(&in, sizeof noise) || cudaMalloc(&out, sizeof before)) {
        printf("no device memory\n");
        return 1;
    }
    cudaMemcpy(in, noise, sizeof noise, cudaMemcpyHostToDevice);
    for (int c = 0; c < ncases; c++) {
        cudaMemcpy(out, before, sizeof before, cudaMemcpyHostToDevice);
        cases[c].kernel<<<cases[c].grid, cases[c].block, cases[c].dynamic>>>(in, out);
        cudaError_t e = cudaDeviceSynchronize();
        if (!e)
            e = cudaGetLastError();
        cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
        printf("%s %d %08x\n", cases[c].name, (int)e, hash(result, WORDS));
        for (int i = 0; argc > 1 && i < WORDS; i += ROW)
            printf(" %08x%s", hash(result + i, ROW), i + ROW < WORDS ? "" : "\n");
    }
    return 0;
}
