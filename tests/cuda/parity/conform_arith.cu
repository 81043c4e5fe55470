// conform_arith.cu - arithmetic, one operation or a few related ones per kernel, on random
// and special values. Results that IEEE 754 or the PTX manual defines are hashed as they
// are; for the approximate functions, whether they are within the documented bound.
#include "conform.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { N = 1024 };
#define I (blockIdx.x * 128 + threadIdx.x)

// a, b, c: words of noise
#define WORD(name, expression)                                                   \
    KERNEL(name, 8, 128)                                                         \
    {                                                                            \
        unsigned a = in[I], b = in[I + N], c = in[I + 2 * N];                    \
        (void)b, (void)c;                                                        \
        out[I] = (unsigned)(expression);                                         \
    }
// A = a and b, B = c and b: 64 bits
#define LONG(name, expression)                                                   \
    KERNEL(name, 8, 128)                                                         \
    {                                                                            \
        unsigned b = in[I + N];                                                  \
        u64 x = (u64)in[I] << 32 | b, y = (u64)in[I + 2 * N] << 32 | in[I + 3 * N]; \
        (void)y;                                                                 \
        ((u64 *)out)[I] = (u64)(expression);                                     \
    }
// x, y, z: noise as floats of any size, then floats whose size is between 0.5 and 8
__device__ float tame(unsigned a)
{
    return __uint_as_float((a & 0x81ffffffu) + 0x3f000000u);
}
#define FLOAT(name, expression)                                                  \
    KERNEL(name, 8, 128)                                                         \
    {                                                                            \
        for (int turn = 0; turn < 2; turn++) {                                   \
            unsigned a = in[I], b = in[I + N], c = in[I + 2 * N];                \
            float x = turn ? tame(a) : __uint_as_float(a);                       \
            float y = turn ? tame(b) : __uint_as_float(b);                       \
            float z = turn ? tame(c) : __uint_as_float(c);                       \
            (void)y, (void)z;                                                    \
            out[I + turn * N] = bits(expression);                                \
        }                                                                        \
    }
__device__ unsigned bits(float v) { return __float_as_uint(v); }
__device__ unsigned bits(int v) { return (unsigned)v; }
__device__ unsigned bits(unsigned v) { return v; }
__device__ unsigned bits(bool v) { return v; }
__device__ double tame(u64 a)
{
    return __longlong_as_double((long long)((a & 0x801fffffffffffffull) + 0x3fe0000000000000ull));
}
#define DOUBLE(name, expression)                                                 \
    KERNEL(name, 8, 128)                                                         \
    {                                                                            \
        for (int turn = 0; turn < 2; turn++) {                                   \
            u64 a = (u64)in[I] << 32 | in[I + N], b = (u64)in[I + 2 * N] << 32 | in[I + 3 * N]; \
            double x = turn ? tame(a) : __longlong_as_double((long long)a);      \
            double y = turn ? tame(b) : __longlong_as_double((long long)b);      \
            (void)y;                                                             \
            ((u64 *)out)[I + turn * N] = (u64)__double_as_longlong(expression);  \
        }                                                                        \
    }

WORD(int_add_sub, a + b - c)
WORD(int_mul, a * b + c)
WORD(int_mul_high, __umulhi(a, b) ^ (unsigned)__mulhi((int)a, (int)c))
WORD(int_mul_24, __umul24(a, b) + (unsigned)__mul24((int)a, (int)c))
WORD(int_div_unsigned, a / (b | 1) + b % (c | 1))
WORD(int_div_signed, (c == 0 || c == ~0u) ? 1 : (int)a / (int)c + (int)b % (int)c)
WORD(int_div_by_constant, a / 7 + (unsigned)((int)b / -13) + c % 10)
WORD(int_shift, (a << (b & 31)) + (b >> (c & 31)) + (unsigned)((int)c >> (a & 31)))
WORD(int_shift_far, __funnelshift_lc(a, b, c & 63) + __funnelshift_rc(a, b, c & 63))
WORD(int_funnel, __funnelshift_l(a, b, c) ^ __funnelshift_r(a, b, c))
WORD(int_min_max, min(a, b) + max((int)b, (int)c) + abs((int)a))
WORD(int_compare, (a < b) + 2 * ((int)a < (int)b) + 4 * (a <= c) + 8 * ((int)b >= (int)c) + 16 * (a == b))
WORD(int_sad, __usad(a, b, c) ^ __sad((int)a, (int)b, c))
WORD(int_averages, __uhadd(a, b) + __urhadd(a, c) + (unsigned)__hadd((int)a, (int)b) + (unsigned)__rhadd((int)b, (int)c))
WORD(int_dot, (unsigned)__dp4a((int)a, (int)b, (int)c) + __dp4a(a, b, c) + (unsigned)__dp2a_lo((int)a, (int)b, (int)c))
WORD(int_short, (unsigned)(short)((short)a * (short)b) + (u16)((u16)a + (u16)c))
WORD(int_char, (unsigned)(signed char)(a + b) + (u8)(b * c))
WORD(bit_logic, (a & b) ^ (b | ~c) ^ (a & ~c))
WORD(bit_logic3, ((a & b) | (b & c) | (a & c)) + (a ^ b ^ c))
WORD(bit_count, __popc(a) + 100 * __clz(b) + 10000 * __ffs(c))
WORD(bit_reverse, __brev(a) + __byte_perm(b, c, a & 0x7777))
WORD(bit_permute_any, __byte_perm(a, b, c))
KERNEL(bit_field, 8, 128)
{
    unsigned a = in[I], b = in[I + N], c = in[I + 2 * N], x, y;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b & 255), "r"(c & 255));
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(y) : "r"(a), "r"(b), "r"(c & 31), "r"(b >> 20 & 31));
    out[I] = x * 31 + y;
}
KERNEL(bit_find, 8, 128)
{
    unsigned a = in[I], x, y, z;
    asm("bfind.u32 %0, %1;" : "=r"(x) : "r"(a));
    asm("bfind.s32 %0, %1;" : "=r"(y) : "r"(a));
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(z) : "r"(a));
    out[I] = x + 100 * y + 10000 * z;
}
KERNEL(carry_chain, 8, 128)
{
    unsigned a = in[I], b = in[I + N], c = in[I + 2 * N], lo, hi;
    asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;" : "=r"(lo), "=r"(hi) : "r"(a), "r"(b), "r"(c), "r"(a));
    out[I] = lo;
    asm("sub.cc.u32 %0, %2, %3; subc.u32 %1, %4, %5;" : "=r"(lo), "=r"(c) : "r"(a), "r"(b), "r"(c), "r"(a));
    out[I + N] = hi * 7 + lo + c;
}
LONG(long_add_sub, x + y - (x ^ b))
LONG(long_mul, x * y + b)
LONG(long_mul_high, __umul64hi(x, y) ^ (u64)__mul64hi((long long)x, (long long)y))
LONG(long_div, x / (y | 1) + y % (x | 1))
LONG(long_div_signed, (long long)x / ((long long)y | 1))
LONG(long_div_small, x / (b | 1) + x % 1000)
LONG(long_shift, (x << (b & 63)) + (y >> (b & 63)) + (u64)((long long)x >> (b & 63)))
LONG(long_bits, __popcll(x) + 100 * __clzll((long long)y) + 10000 * __ffsll((long long)x) + (__brevll(x) & ~0xffffffull))
LONG(long_compare, (x < y) + 2 * ((long long)x < (long long)y) + min(x, y) + max((long long)x, (long long)y))

FLOAT(float_add_sub, x + y - z)
FLOAT(float_mul, x * y)
FLOAT(float_fma, fmaf(x, y, z))
FLOAT(float_fused_by_compiler, x * y + z)
FLOAT(float_div, x / y)
FLOAT(float_sqrt, sqrtf(x))
FLOAT(float_reciprocal, 1.0f / x)
FLOAT(float_rounding, __fadd_rz(x, y) - __fmul_ru(y, z) + __fadd_rd(x, z))
FLOAT(float_div_rounding, bits(__fdiv_rz(x, y)) + bits(__fdiv_ru(y, z)) + bits(__fdiv_rd(x, z)))
FLOAT(float_sqrt_rounding, bits(__fsqrt_rz(x)) + bits(__fsqrt_ru(y)) + bits(__frcp_rd(z)))
FLOAT(float_min_max, fminf(x, y) + fmaxf(y, z))
FLOAT(float_compare, (x < y) + 2 * (x <= z) + 4 * (x != y) + 8 * !(y > z) + 16 * isnan(x) + 32 * (x == x))
FLOAT(float_classes, isinf(x) + 2 * isfinite(y) + 4 * signbit(z) + 8 * (int)isnan(y))
FLOAT(float_abs_sign, copysignf(fabsf(x), -y))
FLOAT(float_round, floorf(x) + ceilf(y) + truncf(z) + rintf(x) + roundf(y))
FLOAT(float_to_int, (int)x + __float2int_rn(y) + __float2int_ru(z) + __float2int_rd(x))
FLOAT(float_to_unsigned, (unsigned)x + __float2uint_rn(y) + __float2uint_ru(z))
FLOAT(float_to_long, (unsigned)(long long)x + (unsigned)((u64)y >> 7))
FLOAT(float_to_short, (int)(short)(int)x + (int)(u8)(unsigned)fabsf(y))
FLOAT(float_from_half, __half2float(__float2half_rn(x)) + __half2float(__float2half_rz(y)))
FLOAT(float_scale, ldexpf(x, (int)(bits(y) % 40) - 20))
FLOAT(float_parts, frexpf(x, (int *)&a) + (float)(int)a)
FLOAT(float_mod, fmodf(x, tame(bits(y))))
FLOAT(float_next, nextafterf(x, y))
FLOAT(float_saturate, __saturatef(x) + __saturatef(y * z))
FLOAT(float_dim, fdimf(x, y) + fabsf(z))
WORD(int_to_float, bits((float)a) + bits((float)(int)b) + bits(__uint2float_rz(c)) + bits(__int2float_ru((int)c)))
LONG(long_to_float, bits((float)x) + bits((float)(long long)y) + bits(__ull2float_rz(x)))
LONG(long_to_double, __double_as_longlong((double)x) + __double_as_longlong((double)(long long)y))
WORD(int_to_double, __double2hiint((double)(int)a) + __double2loint((double)b))
DOUBLE(double_add_mul, x + y - x * y)
DOUBLE(double_fma, fma(x, y, -x))
DOUBLE(double_div, x / y)
DOUBLE(double_sqrt, sqrt(x))
DOUBLE(double_rounding, __dadd_rz(x, y) + __dmul_ru(x, y) + __fma_rd(x, y, x))
DOUBLE(double_round, floor(x) + ceil(y) + rint(x) + trunc(y))
DOUBLE(double_min_max, fmin(x, y) + fmax(x, -y))
DOUBLE(double_to_float, (double)(float)x + (double)__double2float_rz(y))
DOUBLE(double_to_int, (double)(int)x + (double)(long long)y + (double)__double2uint_ru(x))
DOUBLE(double_exp, exp(tame((u64)__double_as_longlong(x))))
DOUBLE(double_log, log(fabs(x)))
DOUBLE(double_sin, sin(tame((u64)__double_as_longlong(x))) + cos(tame((u64)__double_as_longlong(y))))
DOUBLE(double_pow, pow(fabs(tame((u64)__double_as_longlong(x))), tame((u64)__double_as_longlong(y))))
DOUBLE(double_cbrt, cbrt(x))
DOUBLE(double_atan2, atan2(x, y))

// Two halves in a word.
__device__ __half2 half2_of(unsigned a) { return *(__half2 *)&a; }
__device__ __nv_bfloat162 bf2_of(unsigned a) { return *(__nv_bfloat162 *)&a; }
__device__ unsigned word_of(__half2 h) { return *(unsigned *)&h; }
__device__ unsigned word_of(__nv_bfloat162 h) { return *(unsigned *)&h; }
#define H(v) half2_of(v)
#define B(v) bf2_of(v)
WORD(half_add, word_of(__hadd2(H(a), H(b))) ^ word_of(__hsub2(H(b), H(c))))
WORD(half_mul, word_of(__hmul2(H(a), H(b))))
WORD(half_fma, word_of(__hfma2(H(a), H(b), H(c))))
WORD(half_saturate, word_of(__hadd2_sat(H(a), H(b))) ^ word_of(__hfma2_sat(H(a), H(b), H(c))))
WORD(half_relu, word_of(__hfma2_relu(H(a), H(b), H(c))))
WORD(half_min_max, word_of(__hmin2(H(a), H(b))) ^ word_of(__hmax2(H(b), H(c))))
WORD(half_min_nan, word_of(__hmin2_nan(H(a), H(b))) ^ word_of(__hmax2_nan(H(b), H(c))))
WORD(half_compare, __hlt2_mask(H(a), H(b)) ^ __hgeu2_mask(H(b), H(c)) * 3)
WORD(half_abs_neg, word_of(__habs2(H(a))) + word_of(__hneg2(H(b))))
WORD(half_div, word_of(__h2div(H(a), H(b))))
WORD(half_round, word_of(h2floor(H(a))) ^ word_of(h2rint(H(b))) ^ word_of(h2ceil(H(c))))
WORD(half_to_int, __half2int_rz(__low2half(H(a))) + __half2uint_rn(__high2half(H(b))) + __half2short_rd(__low2half(H(c))))
WORD(half_from_int, __half_as_ushort(__int2half_rn((int)a % 70000)) + __half_as_ushort(__uint2half_rz(b & 65535)))
WORD(half_sqrt, word_of(h2sqrt(H(a))))
WORD(bf16_add, word_of(__hadd2(B(a), B(b))) ^ word_of(__hsub2(B(b), B(c))))
WORD(bf16_mul, word_of(__hmul2(B(a), B(b))))
WORD(bf16_fma, word_of(__hfma2(B(a), B(b), B(c))))
WORD(bf16_min_max, word_of(__hmin2(B(a), B(b))) ^ word_of(__hmax2_nan(B(b), B(c))))
WORD(bf16_from_float, word_of(__floats2bfloat162_rn(__uint_as_float(a), __uint_as_float(b))))
WORD(bf16_to_float, bits(__low2float(B(a))) + bits(__high2float(B(b))))

// Approximate functions. The flag is 1 where the result keeps the bound of the
// CUDA C++ Programming Guide, against the function of double.
__device__ bool within(float got, double want, double ulps)
{
    if (isnan(want))
        return isnan(got);
    if (fabs(want) > 3.4028234663852886e38)
        return isinf(got) || fabsf(got) > 3.402e38f;
    int e = want == 0 ? -126 : max(ilogb(want), -126);
    return fabs((double)got - want) <= ulps * ldexp(1.0, e - 23);
}
// |x| and |y|: between 0.5 and 8
#define CLOSE(name, got, want, ulps)                                             \
    KERNEL(name, 8, 128)                                                         \
    {                                                                            \
        float x = tame(in[I]), y = tame(in[I + N]);                              \
        (void)y;                                                                 \
        double X = x, Y = y;                                                     \
        (void)X, (void)Y;                                                        \
        out[I] = within(got, want, ulps);                                        \
    }
CLOSE(fn_sin, sinf(x * 9), sin((double)(x * 9)), 2)
CLOSE(fn_cos, cosf(x * 9), cos((double)(x * 9)), 2)
CLOSE(fn_tan, tanf(x), tan(X), 4)
CLOSE(fn_exp, expf(x * 9), exp((double)(x * 9)), 2)
CLOSE(fn_exp2, exp2f(x * 9), exp2((double)(x * 9)), 2)
CLOSE(fn_log, logf(fabsf(x)), log(fabs(X)), 1)
CLOSE(fn_log2, log2f(fabsf(x)), log2(fabs(X)), 1)
CLOSE(fn_log10, log10f(fabsf(x)), log10(fabs(X)), 2)
CLOSE(fn_pow, powf(fabsf(x), y), pow(fabs(X), Y), 4)
CLOSE(fn_rsqrt, rsqrtf(fabsf(x)), 1 / sqrt(fabs(X)), 2)
CLOSE(fn_tanh, tanhf(x), tanh(X), 2)
CLOSE(fn_atan2, atan2f(x, y), atan2(X, Y), 3)
CLOSE(fn_erf, erff(x), erf(X), 2)
CLOSE(fn_hypot, hypotf(x, y), hypot(X, Y), 3)
CLOSE(fast_div, __fdividef(x, y), X / Y, 2)
CLOSE(fast_exp, __expf(x), exp(X), 2 + floor(fabs(1.173 * X)))
CLOSE(fast_log, __logf(fabsf(x) + 2), log((double)(fabsf(x) + 2)), 3)
CLOSE(fast_rsqrt, __frsqrt_rn(fabsf(x)), 1 / sqrt(fabs(X)), 0.5000001)
#define NEAR(name, got, want, bound)                                             \
    KERNEL(name, 8, 128)                                                         \
    {                                                                            \
        float x = tame(in[I]);                                                   \
        out[I] = fabs((double)got - want) <= bound;                              \
    }
NEAR(fast_log_near, __logf(fabsf(x) / 8 + 0.5f), log((double)(fabsf(x) / 8 + 0.5f)), 3.6e-7) // 2^-21.41
NEAR(fast_sin, __sinf(x * 0.39f), sin((double)(x * 0.39f)), 3.6e-7)
NEAR(fast_cos, __cosf(x * 0.39f), cos((double)(x * 0.39f)), 4.2e-7) // 2^-21.19

KERNEL(double_rsqrt, 8, 128) // 1 ulp, and half of one in each of the other two
{
    double x = fabs(tame((u64)in[I] << 32 | in[I + N]));
    out[I] = fabs(rsqrt(x) * sqrt(x) - 1) <= 2 * 2.3e-16;
}
