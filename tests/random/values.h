// values.h - the parts of the kernels that `generate values` writes. Functions here define
// everything that C++ leaves undefined, in PTX if there is an instruction.
#pragma once
#include "tests/cuda/parity/conform.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// ---- where values come from and go to ----------------------------------------------

__device__ inline u64 raw(const unsigned *in, unsigned place, unsigned n)
{
    unsigned i = place + 512 * n;
    return (u64)in[(i + 7919 * n) % WORDS] << 32 | in[i % WORDS];
}

// Value number n of this thread: random bits, with special values among them.
template <class T>
__device__ T draw(const unsigned *in, unsigned place, unsigned n)
{
    u64 v = raw(in, place, n);
    return *(T *)&v;
}

// Half of the floating-point values are of ordinary size.
template <>
__device__ inline float draw<float>(const unsigned *in, unsigned place, unsigned n)
{
    u64 v = raw(in, place, n);
    return __uint_as_float(v >> 40 & 1 ? (unsigned)v : ((unsigned)v & 0x83ffffffu) + 0x3e000000u);
}
template <>
__device__ inline double draw<double>(const unsigned *in, unsigned place, unsigned n)
{
    u64 v = raw(in, place, n);
    return __longlong_as_double(
        (long long)(v & 1 ? v : (v & 0x807fffffffffffffull) + 0x3fc0000000000000ull));
}

// Which NaN an operation returns depends on the instructions that nvcc chooses and, with two NaNs,
// on the order that ptxas chooses: so the bits of a NaN are not compared.
template <class T>
__device__ T plain(T v)
{
    return v == v ? v : (T)0.0f;
}

// Every value has its own row, so that a difference can be found.
template <class T>
__device__ void leave(unsigned *out, unsigned place, unsigned row, T v)
{
    u64 w = 0;
    *(T *)&w = plain(v);
    out[place + ROW * row] = (unsigned)w ^ (unsigned)(w >> 32) * 16777619u;
}

// ---- expressions -------------------------------------------------------------------

#define ASM2(name, ptx, R, r, T, t) \
    __device__ inline R name(T x, T y) \
    { \
        R z; \
        asm(ptx " %0, %1, %2;" : "=" r(z) : t(x), t(y)); \
        return z; \
    }
#define ASM3(name, ptx, R, r, T, t) \
    __device__ inline R name(T x, T y, T w) \
    { \
        R z; \
        asm(ptx " %0, %1, %2, %3;" : "=" r(z) : t(x), t(y), t(w)); \
        return z; \
    }
#define SHIFT(name, ptx, T, t) \
    __device__ inline T name(T x, unsigned y) \
    { \
        T z; \
        asm(ptx " %0, %1, %2;" : "=" t(z) : t(x), "r"(y)); \
        return z; \
    }
SHIFT(shl, "shl.b32", unsigned, "r")
SHIFT(shr, "shr.u32", unsigned, "r")
SHIFT(shr, "shr.s32", int, "r")
SHIFT(shl, "shl.b64", u64, "l")
SHIFT(shr, "shr.u64", u64, "l")
SHIFT(shr, "shr.s64", long long, "l")
SHIFT(shl, "shl.b16", u16, "h")
SHIFT(shr, "shr.s16", short, "h")
ASM2(add_ftz, "add.rn.ftz.f32", float, "f", float, "f")
ASM2(mul_ftz, "mul.rz.ftz.f32", float, "f", float, "f")
ASM3(fma_ftz, "fma.rn.ftz.f32", float, "f", float, "f")
ASM3(fma_sat, "fma.rp.sat.f32", float, "f", float, "f")
ASM2(add_sat, "add.rm.sat.f32", float, "f", float, "f")
ASM2(mul_sat, "mul.rn.ftz.sat.f32", float, "f", float, "f")
ASM2(min_ftz, "min.ftz.f32", float, "f", float, "f")
ASM2(max_nan, "max.NaN.f32", float, "f", float, "f")
ASM2(min_xorsign, "min.xorsign.abs.f32", float, "f", float, "f")
ASM2(add_sat, "add.sat.s32", int, "r", int, "r")
ASM2(sub_sat, "sub.sat.s32", int, "r", int, "r")
ASM3(mad_hi_sat, "mad.hi.sat.s32", int, "r", int, "r")
// nvcc assumes that a square computed by __mul24 is positive.
ASM2(mul24, "mul24.lo.s32", int, "r", int, "r")
ASM2(mul24, "mul24.lo.u32", unsigned, "r", unsigned, "r")
ASM3(mad24_hi, "mad24.hi.s32", int, "r", int, "r")
ASM3(mad_hi, "mad.hi.u64", u64, "l", u64, "l")
ASM3(bfe, "bfe.u32", unsigned, "r", unsigned, "r")
ASM3(bfe, "bfe.s32", int, "r", int, "r")
ASM3(prmt_f4e, "prmt.b32.f4e", unsigned, "r", unsigned, "r")
ASM3(prmt_ecr, "prmt.b32.ecr", unsigned, "r", unsigned, "r")
ASM3(shf_l, "shf.l.clamp.b32", unsigned, "r", unsigned, "r")
ASM2(bmsk, "bmsk.wrap.b32", unsigned, "r", unsigned, "r")
ASM2(bmsk_clamp, "bmsk.clamp.b32", unsigned, "r", unsigned, "r")
ASM2(szext, "szext.wrap.s32", int, "r", int, "r")
ASM2(testp, "set.ltu.u32.f32", unsigned, "r", float, "f")
ASM2(set_le, "set.le.f32.f64", float, "f", double, "d")
ASM2(copysign_d, "copysign.f64", double, "d", double, "d")
__device__ inline unsigned bfi(unsigned a, unsigned b, unsigned c, unsigned d)
{
    unsigned z;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(z) : "r"(a), "r"(b), "r"(c), "r"(d));
    return z;
}
__device__ inline unsigned bfind(u64 a)
{
    unsigned z;
    asm("bfind.u64 %0, %1;" : "=r"(z) : "l"(a));
    return z;
}
__device__ inline unsigned bfind_amount(int a)
{
    unsigned z;
    asm("bfind.shiftamt.s32 %0, %1;" : "=r"(z) : "r"(a));
    return z;
}
__device__ inline unsigned pack(__half a, __half b)
{
    return (unsigned)__half_as_ushort(a) | (unsigned)__half_as_ushort(b) << 16;
}
// 128 bits of sum, folded: chains of carries.
__device__ inline u64 carries(u64 a, u64 b, u64 c, u64 d)
{
    u64 x, y;
    asm("{ add.cc.u64 %0, %2, %3; addc.cc.u64 %1, %4, %5; addc.u64 %0, %0, %1; }"
        : "=&l"(x), "=&l"(y)
        : "l"(a), "l"(b), "l"(c), "l"(d));
    return x ^ y;
}
__device__ inline unsigned borrows(unsigned a, unsigned b, unsigned c, unsigned d)
{
    unsigned x, y;
    asm("{ sub.cc.u32 %0, %2, %3; subc.cc.u32 %1, %4, %5; madc.lo.u32 %0, %0, %1, %1; }"
        : "=&r"(x), "=&r"(y)
        : "r"(a), "r"(b), "r"(c), "r"(d));
    return x ^ y;
}
// Conversions that saturate, between all widths.
#define CONVERT(name, ptx, R, r, T, t) \
    __device__ inline R name(T x) \
    { \
        R z; \
        asm(ptx " %0, %1;" : "=" r(z) : t(x)); \
        return z; \
    }
CONVERT(absolute, "abs.s32", int, "r", int, "r")
CONVERT(absolute, "abs.s64", long long, "l", long long, "l")
// The negation of a NaN may have other bits, depending on nvcc.
CONVERT(negative, "neg.f32", float, "f", float, "f")
CONVERT(negative, "neg.f64", double, "d", double, "d")
CONVERT(sat_s8, "cvt.sat.s8.s32", int, "r", int, "r")
CONVERT(sat_u8, "cvt.sat.u8.s32", unsigned, "r", int, "r")
CONVERT(sat_s16, "cvt.sat.s16.s64", short, "h", long long, "l")
CONVERT(sat_u16, "cvt.sat.u16.s32", u16, "h", int, "r")
CONVERT(sat_u32, "cvt.sat.u32.s64", unsigned, "r", long long, "l")
CONVERT(sat_s32, "cvt.sat.s32.u64", int, "r", u64, "l")
CONVERT(rni_ftz, "cvt.rni.ftz.f32.f32", float, "f", float, "f")
CONVERT(rpi_sat, "cvt.rpi.sat.f32.f32", float, "f", float, "f")
CONVERT(rmi_d, "cvt.rmi.f64.f64", double, "d", double, "d")
CONVERT(f_u16, "cvt.rni.u16.f32", u16, "h", float, "f")
CONVERT(f_s16, "cvt.rzi.s16.f32", short, "h", float, "f")
CONVERT(d_s8, "cvt.rmi.s8.f64", int, "r", double, "d")
CONVERT(f_u8, "cvt.rpi.u8.f32", unsigned, "r", float, "f")
CONVERT(sat_f, "cvt.rn.ftz.sat.f32.f64", float, "f", double, "d")

// ---- calls -------------------------------------------------------------------------

struct Pair {
    float x;
    unsigned y;
    u16 z;
};
__device__ __noinline__ Pair swap(Pair p)
{
    return {__uint_as_float(p.y ^ p.z), __float_as_uint(p.x), (u16)(p.y >> 7)};
}

// All calling lanes reach the same depth: after returns from different depths ptxas assumes that
// the lanes of a warp are together, and removes the __syncwarp() that would bring them together.
__device__ __noinline__ unsigned recurse0(unsigned x, int n)
{
    if (n <= 0)
        return x;
    unsigned y = recurse0(x * 3 + n, n - 1);
    return y ^ x;
}
__device__ __noinline__ unsigned recurse1(unsigned x, int n)
{
    if (n <= 0)
        return x + 1;
    return recurse0(x ^ 77, n - 1) + recurse1(x >> 1, n - 2);
}

__device__ __noinline__ unsigned early0(unsigned x, double d, u64 l)
{
    if (d > 1)
        return x;
    for (unsigned i = 0; i < (x & 7); i++) {
        if ((l >> i & 3) == 3)
            return (unsigned)(l >> i);
        x += i;
    }
    if (x & 1)
        return 7;
    return (unsigned)l ^ x;
}
__device__ __noinline__ unsigned early1(unsigned x, double d, u64 l)
{
    unsigned y = 0;
    do {
        y = y * 5 + (x & 3);
        if (y > 1000)
            return d < 0 ? y : ~y;
        x >>= 2;
    } while (x);
    return y ^ (unsigned)l;
}

__device__ __noinline__ unsigned first_of_two(unsigned x, float f, long long s)
{
    return x + (f < 1 ? 3 : 5) + (unsigned)s;
}
__device__ __noinline__ unsigned second_of_two(unsigned x, float f, long long s)
{
    return (x ^ __float_as_uint(f)) - (unsigned)(s >> 11);
}
__device__ unsigned (*const table[])(unsigned, float, long long) = {first_of_two, second_of_two};

// ---- exchange within a part of the warp ----------------------------------------------

__device__ inline unsigned shuffle_within(unsigned mask, unsigned x, unsigned from)
{
    return __shfl_sync(mask, x, (int)__fns(mask, 0, 1 + (int)(from % __popc(mask))));
}
__device__ inline unsigned same_within(unsigned mask, unsigned x)
{
    int all;
    return __match_all_sync(mask, x, &all) + 3 * all;
}
