// math_gpu.cu - the functions of CUDA's math library, bit for bit: a line for each with the number
// of arguments and a hash of the results. tests/data/h200_math.csv has these lines from a GPU, and
// test_parity compares. To count the results that differ, write one file on a GPU and one here:
//
//   nvcc -arch=sm_90 -o math_gpu tests/gpu/math_gpu.cu && ./math_gpu gpu.bin
//   nvcc -arch=compute_90 -cudart shared -o math_sim tests/gpu/math_gpu.cu
//   build/cudasim ./math_sim sim.bin && ./math_sim --compare gpu.bin sim.bin
//
// A file has a byte for each result: 8 bits of a hash of its bits.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

enum { ARGUMENTS = 1 << 16, BLOCK = 256 };

// ---- the arguments: those with an even number are any bits, the others are of moderate size ----

__host__ __device__ static inline uint64_t mixed(uint64_t z)
{
    z += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
// From 2^-20 to 2^8.
__host__ __device__ static inline uint64_t f32_argument(uint32_t i, uint32_t which)
{
    const uint64_t r = mixed(i + ((uint64_t)which << 32));
    const uint32_t u = (uint32_t)r;
    return i & 1 ? (u & 0x807fffff) | (uint32_t)(107 + (r >> 32) % 28) << 23 : u;
}
__host__ __device__ static inline uint64_t f64_argument(uint32_t i, uint32_t which)
{
    const uint64_t u = mixed(i + ((uint64_t)which << 32)), r = mixed(u);
    return i & 1 ? (u & 0x800fffffffffffff) | (uint64_t)(1003 + r % 28) << 52 : u;
}

// ---- the functions --------------------------------------------------------------------------

// What the compiler makes of a float division with --use_fast_math.
__device__ static float div_full(float a, float b)
{
    float q;
    asm("div.full.f32 %0, %1, %2;" : "=f"(q) : "f"(a), "f"(b));
    return q;
}

// row(name, type of x, y and the result, type of their bits, how they are made, expression)
// clang-format off
#define F(name, expression) row(name, float, uint32_t, f32_argument, expression)
#define D(name, expression) row(name, double, uint64_t, f64_argument, expression)
#define FS(g) F(#g "f", g##f(x))
#define DS(g) D(#g, g(x))
#define BOTH(f) FS(f) DS(f)
#define ROWS \
    BOTH(exp) BOTH(exp2) BOTH(exp10) BOTH(expm1) BOTH(log) BOTH(log2) BOTH(log10) BOTH(log1p) BOTH(logb) \
    BOTH(sin) BOTH(cos) BOTH(tan) BOTH(sinpi) BOTH(cospi) BOTH(asin) BOTH(acos) BOTH(atan) \
    BOTH(sinh) BOTH(cosh) BOTH(tanh) BOTH(asinh) BOTH(acosh) BOTH(atanh) \
    BOTH(sqrt) BOTH(rsqrt) BOTH(cbrt) BOTH(rcbrt) BOTH(erf) BOTH(erfc) BOTH(erfcx) BOTH(erfinv) BOTH(erfcinv) \
    BOTH(normcdf) BOTH(normcdfinv) BOTH(lgamma) BOTH(tgamma) BOTH(j0) BOTH(j1) BOTH(y0) BOTH(y1) \
    F("cyl_bessel_i0f", cyl_bessel_i0f(x)) F("cyl_bessel_i1f", cyl_bessel_i1f(x)) \
    D("cyl_bessel_i0", cyl_bessel_i0(x)) D("cyl_bessel_i1", cyl_bessel_i1(x)) \
    F("powf", powf(x, y)) F("powf_positive", powf(fabsf(x), y)) D("pow", pow(x, y)) D("pow_positive", pow(fabs(x), y)) \
    F("atan2f", atan2f(x, y)) D("atan2", atan2(x, y)) F("hypotf", hypotf(x, y)) D("hypot", hypot(x, y)) F("rhypotf", rhypotf(x, y)) D("rhypot", rhypot(x, y)) \
    F("fmodf", fmodf(x, y)) D("fmod", fmod(x, y)) F("remainderf", remainderf(x, y)) D("remainder", remainder(x, y)) \
    F("div_f32", x / y) D("div_f64", x / y) F("inverse_f32", 1 / x) D("inverse_f64", 1 / x) \
    F("__fdividef", __fdividef(x, y)) F("div_fast_math", div_full(x, y)) \
    F("__expf", __expf(x)) F("__exp10f", __exp10f(x)) F("__logf", __logf(x)) F("__log2f", __log2f(x)) F("__log10f", __log10f(x)) \
    F("__sinf", __sinf(x)) F("__cosf", __cosf(x)) F("__tanf", __tanf(x)) F("__powf", __powf(x, y)) \
    F("__frsqrt_rn", __frsqrt_rn(x)) F("__frcp_rn", __frcp_rn(x)) F("__frcp_rz", __frcp_rz(x)) F("__fsqrt_rz", __fsqrt_rz(x)) D("__drcp_rn", __drcp_rn(x)) D("__drcp_rd", __drcp_rd(x))
// clang-format on

enum {
#define row(...) +1
    FUNCTIONS = 0 ROWS
#undef row
};

template <int F>
__global__ void function(void *out);
enum { FIRST = __COUNTER__ };
#define row(name, type, bits, argument, expression) \
    template <> \
    __global__ void function<__COUNTER__ - FIRST - 1>(void *out) \
    { \
        const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; \
        const bits a = (bits)argument(i, 0), b = (bits)argument(i, 1); \
        type x, y; \
        memcpy(&x, &a, sizeof(x)); \
        memcpy(&y, &b, sizeof(y)); \
        ((type *)out)[i] = (type)(expression); \
    }
ROWS
#undef row

    struct Row {
    const char *name;
    unsigned bytes;
    void (*kernel)(void *);
};
enum { FIRST_ROW = __COUNTER__ };
#define row(name, type, bits, argument, expression) \
    {name, sizeof(type), function<__COUNTER__ - FIRST_ROW - 1>},
static const Row rows[FUNCTIONS] = {ROWS};
#undef row

// ---- the results ----------------------------------------------------------------------------

static uint64_t result(const std::vector<uint8_t> &results, unsigned bytes, uint32_t i)
{
    uint64_t u = 0;
    memcpy(&u, &results[(size_t)i * bytes], bytes);
    return u;
}

static int results_write(const char *name)
{
    FILE *f = name ? fopen(name, "wb") : NULL;
    void *d;
    if ((name && !f) || cudaMalloc(&d, ARGUMENTS * 8) != cudaSuccess)
        return 2;
    for (const Row &r : rows) {
        r.kernel<<<ARGUMENTS / BLOCK, BLOCK>>>(d);
        std::vector<uint8_t> results((size_t)ARGUMENTS * r.bytes), bytes(ARGUMENTS);
        if (cudaMemcpy(results.data(), d, results.size(), cudaMemcpyDeviceToHost) != cudaSuccess)
            return 2;
        uint64_t all = 0;
        for (uint32_t i = 0; i < ARGUMENTS; i++) {
            const uint64_t h = mixed(result(results, r.bytes, i));
            all += mixed(h + i);
            bytes[i] = (uint8_t)h;
        }
        printf("%s %d %016llx\n", r.name, ARGUMENTS, (unsigned long long)all);
        if (f)
            fwrite(bytes.data(), 1, bytes.size(), f);
    }
    return f && fclose(f) != 0;
}

static int compare(const char *first, const char *second)
{
    FILE *f = fopen(first, "rb"), *g = fopen(second, "rb");
    if (!f || !g)
        return 2;
    std::vector<uint8_t> a(ARGUMENTS), b(ARGUMENTS);
    for (const Row &r : rows) {
        if (fread(a.data(), 1, ARGUMENTS, f) != ARGUMENTS ||
            fread(b.data(), 1, ARGUMENTS, g) != ARGUMENTS)
            return 2;
        int equal = 0;
        for (int i = 0; i < ARGUMENTS; i++)
            equal += a[i] == b[i];
        printf("%s: %d of %d\n", r.name, equal, ARGUMENTS);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "--compare"))
        return compare(argv[2], argv[3]);
    return results_write(argc > 1 ? argv[1] : NULL);
}
