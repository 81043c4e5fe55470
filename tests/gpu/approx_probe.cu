// approx_probe.cu - the approximate instructions for every operand, as hashes:
//
//   nvcc -std=c++17 -arch=sm_90 -o approx_probe tests/gpu/approx_probe.cu
//   ./approx_probe >tests/data/h200_approx.txt
//
// A hash is the sum of mix(operand << 32 | result), so that the order of the operands does not
// matter. An f64 instruction reads and writes the upper words of its registers: these are its
// operand and result here. Two ways to divide the 2^32 operands:
//
//   binade i     those whose sign and exponent are i (an f64: the upper nine bits): 2^23 operands
//   scattered i  2^20 operands of all binades, i of 4096: only the first SCATTERED are printed
//
// and for the instructions on 16 bits, `half`, all 2^16 operands. tests/test_approx.c does the same
// in the simulator.
#include <cstdint>
#include <cstdio>

#include <cuda_runtime.h>

enum { BLOCK = 512, BINADES = 512, SCATTERED = 64 };
static const uint32_t SCATTER = 0x0e8b2f51; // odd: multiples of it reach every operand once

// clang-format off
#define WORD(text) \
    op(text, asm("{.reg .f32 a, b; mov.b32 a, %1; " text " b, a; mov.b32 %0, b;}" : "=r"(y) : "r"(x)))
#define DOUBLE(text) \
    op(text, asm("{.reg .f64 a, b; .reg .b32 low; mov.b64 a, {0, %1}; " text " b, a; mov.b64 {low, %0}, b;}" : "=r"(y) : "r"(x)))
#define HALF(text) \
    op(text, asm("{.reg .b16 a, b, high; mov.b32 {a, high}, %1; " text " b, a; mov.b32 %0, {b, 0};}" : "=r"(y) : "r"(x)))
#define WORDS \
    WORD("ex2.approx.f32") WORD("ex2.approx.ftz.f32") WORD("lg2.approx.f32") WORD("lg2.approx.ftz.f32") \
    WORD("rcp.approx.f32") WORD("rcp.approx.ftz.f32") WORD("rsqrt.approx.f32") WORD("rsqrt.approx.ftz.f32") \
    WORD("sqrt.approx.f32") WORD("sqrt.approx.ftz.f32") WORD("sin.approx.f32") WORD("sin.approx.ftz.f32") \
    WORD("cos.approx.f32") WORD("cos.approx.ftz.f32") WORD("tanh.approx.f32") \
    DOUBLE("rcp.approx.ftz.f64") DOUBLE("rsqrt.approx.ftz.f64")
#define HALVES \
    HALF("ex2.approx.f16") HALF("tanh.approx.f16") HALF("ex2.approx.ftz.bf16") HALF("tanh.approx.bf16")
// clang-format on

__device__ static uint64_t mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

template <int ROW>
__device__ uint32_t result(uint32_t x);
enum { FIRST_RESULT = __COUNTER__ };
#define op(text, body) \
    template <> \
    __device__ uint32_t result<__COUNTER__ - FIRST_RESULT - 1>(uint32_t x) \
    { \
        uint32_t y; \
        body; \
        return y; \
    }
WORDS HALVES
#undef op

    // Each block: the operands first, first + step, ... (count of them), where first is the
    // block's number times apart.
    template <int ROW>
    __global__ void hash(uint32_t apart, uint32_t step, uint32_t count, uint64_t *out)
{
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    unsigned long long mine = 0;
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
        const uint32_t x = blockIdx.x * apart + i * step;
        mine += mix((uint64_t)x << 32 | result<ROW>(x));
    }
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

typedef void (*Kernel)(uint32_t, uint32_t, uint32_t, uint64_t *);
struct Row {
    const char *text;
    Kernel kernel;
};
enum { FIRST_ROW = __COUNTER__ };
#define op(text, body) {text, hash<__COUNTER__ - FIRST_ROW - 1>},
static const Row rows[] = {WORDS HALVES};
#undef op
#define op(text, body) +1
enum { NWORDS = 0 WORDS, NHALVES = 0 HALVES };
#undef op

static uint64_t hashes[NWORDS + NHALVES][BINADES];

static bool hashes_make(int from, int n, int blocks, uint32_t apart, uint32_t step, uint32_t count)
{
    static uint64_t *d;
    if (!d && cudaMalloc(&d, BINADES * sizeof(*d)) != cudaSuccess)
        return false;
    for (int r = from; r < from + n; r++) {
        rows[r].kernel<<<blocks, BLOCK>>>(apart, step, count, d);
        if (cudaMemcpy(hashes[r], d, blocks * sizeof(*d), cudaMemcpyDeviceToHost) != cudaSuccess)
            return false;
    }
    return true;
}

static void hashes_print(const char *kind, int from, int n, int blocks)
{
    printf("%s", kind);
    for (int r = from; r < from + n; r++)
        printf(" %s", rows[r].text);
    printf("\n");
    for (int i = 0; i < blocks; i++) {
        printf("%d", i);
        for (int r = from; r < from + n; r++)
            printf(" %016llx", (unsigned long long)hashes[r][i]);
        printf("\n");
    }
}

int main()
{
    cudaDeviceProp device;
    if (cudaGetDeviceProperties(&device, 0) != cudaSuccess)
        return 2;
    printf("# %s, nvcc %d.%d.%d: tests/gpu/approx_probe.cu\n", device.name, __CUDACC_VER_MAJOR__,
           __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__);
    if (!hashes_make(NWORDS, NHALVES, 1, 0, 1, 1u << 16))
        return 2;
    hashes_print("half", NWORDS, NHALVES, 1);
    if (!hashes_make(0, NWORDS, SCATTERED, SCATTER << 20, SCATTER, 1u << 20))
        return 2;
    hashes_print("scattered", 0, NWORDS, SCATTERED);
    if (!hashes_make(0, NWORDS, BINADES, 1u << 23, 1, 1u << 23))
        return 2;
    hashes_print("binade", 0, NWORDS, BINADES);
}
