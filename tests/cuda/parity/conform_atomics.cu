// conform_atomics.cu - sectors of global atomics: one warp, one instruction, one
// pattern of addresses per launch. The instruction is inline PTX, so that the compiler
// does not change it. Half of the patterns are regular, half are random.
#include <cstdio>
#include <cuda_runtime.h>

typedef unsigned long long u64;
enum { WORDS = 4096, PATTERNS = 96 };

__global__ void red32(const unsigned *at, unsigned *out)
{
    unsigned i = at[threadIdx.x];
    if (i < WORDS)
        asm volatile("red.global.add.u32 [%0], %1;" ::"l"(out + i), "r"(i + 1) : "memory");
}
__global__ void red64(const unsigned *at, unsigned *out)
{
    unsigned i = at[threadIdx.x];
    if (i < WORDS)
        asm volatile("red.global.add.u64 [%0], %1;" ::"l"((u64 *)out + i), "l"(i + 1ull) : "memory");
}
__global__ void atom32(const unsigned *at, unsigned *out)
{
    unsigned i = at[threadIdx.x], old = 0;
    if (i < WORDS)
        asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(out + i), "r"(i + 1) : "memory");
    if (old == 0x7fffffff)
        out[0] = 0;
}
__global__ void atom64(const unsigned *at, unsigned *out)
{
    unsigned i = at[threadIdx.x];
    u64 old = 0;
    if (i < WORDS)
        asm volatile("atom.global.add.u64 %0, [%1], %2;" : "=l"(old) : "l"((u64 *)out + i), "l"(i + 1ull) : "memory");
    if (old == 0x7fffffff)
        out[0] = 0;
}

static unsigned state = 99;
static unsigned noise(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

// Where lane l goes; WORDS: it is not active.
static unsigned place(int pattern, unsigned l)
{
    static const unsigned range[] = {2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 1024};
    switch (pattern) {
    case 0: return 0;
    case 1: return l;
    case 2: return l / 2;
    case 3: return l / 4;
    case 4: return l % 2;
    case 5: return l % 4;
    case 6: return l % 8;
    case 7: return l % 16;
    case 8: return l * 2;
    case 9: return l * 8;
    case 10: return l % 8 * 8;
    case 11: return l / 8 * 8;
    case 12: return l % 4 * 8 + l / 4;
    case 13: return l % 4 * 8 + l / 8;
    case 14: return l < 16 ? l : 16;
    case 15: return l & 1 ? l : 3;
    case 16: return l & 1 ? 9 : 3;
    case 17: return l < 30 ? l : 29;
    case 18: return l ? 8 : 0;
    case 19: return l < 16 ? l : 31 - l;
    case 20: return l / 3;
    case 21: return l % 3 * 8;
    case 22: return l % 5 + l / 16 * 32;
    case 23: return l & 1 ? WORDS : l / 4;
    }
    bool masked = pattern % 4 == 3;
    if (masked && noise(3) == 0)
        return WORDS;
    return noise(range[(pattern - 24) / 6 % 12]);
}

int main()
{
    static unsigned at[PATTERNS][32], result[2 * WORDS];
    unsigned *index, *out;
    cudaMalloc(&index, sizeof at);
    cudaMalloc(&out, sizeof result);
    for (int p = 0; p < PATTERNS; p++)
        for (unsigned l = 0; l < 32; l++)
            at[p][l] = place(p, l);
    cudaMemcpy(index, at, sizeof at, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    for (int p = 0; p < PATTERNS; p++) {
        red32<<<1, 32>>>(index + 32 * p, out);
        red64<<<1, 32>>>(index + 32 * p, out);
        atom32<<<1, 32>>>(index + 32 * p, out);
        atom64<<<1, 32>>>(index + 32 * p, out);
    }
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    unsigned h = 2166136261u;
    for (int i = 0; i < 2 * WORDS; i++)
        h = (h ^ result[i]) * 16777619u;
    printf("%d %08x\n", (int)e, h);
    return 0;
}
