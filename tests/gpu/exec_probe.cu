// exec_probe.cu - the results of instructions, bit for bit: runs each of the list below
// on special and random operands and writes the results to a file. With one file from a
// GPU and one from the simulator, the program shows where the two differ:
//
//   nvcc -arch=compute_90 -cudart shared -o exec_probe tests/gpu/exec_probe.cu
//   exec_probe gpu.bin                       (on the GPU)
//   build/cudasim ./exec_probe sim.bin       (in the simulator)
//   exec_probe --compare gpu.bin sim.bin
//
// For approximate instructions the comparison prints only the largest distance.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

typedef uint32_t R; // registers: r 32 bits, l 64, h 16
typedef uint64_t L;
typedef uint16_t H;
#define REG_R "r"
#define REG_L "l"
#define REG_H "h"

enum { TUPLES = 4096, BLOCK = 128 };

// row(id, operand class, registers, text): the text takes %0 as destination. Classes: i l s
// integers of 32, 64 and 16 bits; f d h b floats f32, f64, f16, bf16; capitals: approximate.
// clang-format off
#define INT2(n, t) \
    row2(n##_s32, 'i', R, R, R, t ".s32 %0, %1, %2;") \
    row2(n##_u32, 'i', R, R, R, t ".u32 %0, %1, %2;") \
    row2(n##_s64, 'l', L, L, L, t ".s64 %0, %1, %2;") \
    row2(n##_u64, 'l', L, L, L, t ".u64 %0, %1, %2;") \
    row2(n##_s16, 's', H, H, H, t ".s16 %0, %1, %2;") row2(n##_u16, 's', H, H, H, t ".u16 %0, %1, %2;")
#define MODES2(n, t, x, c, T) \
    row2(n##_rn, c, T, T, T, t ".rn" x " %0, %1, %2;") \
    row2(n##_rz, c, T, T, T, t ".rz" x " %0, %1, %2;") \
    row2(n##_rm, c, T, T, T, t ".rm" x " %0, %1, %2;") row2(n##_rp, c, T, T, T, t ".rp" x " %0, %1, %2;")
#define MODES1(n, t, x, c, D, A) \
    row1(n##_rn, c, D, A, t ".rn" x " %0, %1;") \
    row1(n##_rz, c, D, A, t ".rz" x " %0, %1;") \
    row1(n##_rm, c, D, A, t ".rm" x " %0, %1;") row1(n##_rp, c, D, A, t ".rp" x " %0, %1;")
#define TOINT(n, x, c, D, A) \
    row1(n##_rni, c, D, A, "cvt.rni" x " %0, %1;") \
    row1(n##_rzi, c, D, A, "cvt.rzi" x " %0, %1;") \
    row1(n##_rmi, c, D, A, "cvt.rmi" x " %0, %1;") row1(n##_rpi, c, D, A, "cvt.rpi" x " %0, %1;")
#define HALVES(n, x, c, T) \
    row2(add_##n, c, T, T, T, "add" x " %0, %1, %2;") \
    row2(sub_##n, c, T, T, T, "sub" x " %0, %1, %2;") \
    row2(mul_##n, c, T, T, T, "mul" x " %0, %1, %2;") \
    row3(fma_##n, c, T, T, T, T, "fma.rn" x " %0, %1, %2, %3;") \
    row3(fma_relu_##n, c, T, T, T, T, "fma.rn.relu" x " %0, %1, %2, %3;") \
    row2(min_##n, c, T, T, T, "min" x " %0, %1, %2;") \
    row2(max_##n, c, T, T, T, "max" x " %0, %1, %2;") \
    row2(max_nan_##n, c, T, T, T, "max.NaN" x " %0, %1, %2;") \
    row2(min_xs_##n, c, T, T, T, "min.xorsign.abs" x " %0, %1, %2;") \
    row1(abs_##n, c, T, T, "abs" x " %0, %1;") row1(neg_##n, c, T, T, "neg" x " %0, %1;")
#define SETP(n, t, c, A) row2(setp_##n, c, R, A, A, "{.reg .pred p, q; setp." t " p|q, %1, %2; .reg .u32 x, y; selp.u32 x, 1, 0, p; selp.u32 y, 2, 0, q; or.b32 %0, x, y;}")

#define SETP1(n, t, c, A) row2(setp_##n, c, R, A, A, "{.reg .pred p; setp." t " p, %1, %2; selp.u32 %0, 1, 0, p;}")

#define ROWS \
    INT2(div, "div") INT2(rem, "rem") INT2(min, "min") INT2(max, "max") INT2(mulhi, "mul.hi") \
    row3(sad_s32, 'i', R, R, R, R, "sad.s32 %0, %1, %2, %3;") \
    row3(sad_s16, 's', H, H, H, H, "sad.s16 %0, %1, %2, %3;") \
    row2(add_sat, 'i', R, R, R, "add.sat.s32 %0, %1, %2;") \
    row2(sub_sat, 'i', R, R, R, "sub.sat.s32 %0, %1, %2;") \
    row3(mad_hi_sat, 'i', R, R, R, R, "mad.hi.sat.s32 %0, %1, %2, %3;") \
    row2(mul24_hi_s, 'i', R, R, R, "mul24.hi.s32 %0, %1, %2;") \
    row2(mul24_lo_s, 'i', R, R, R, "mul24.lo.s32 %0, %1, %2;") \
    row2(mul24_hi_u, 'i', R, R, R, "mul24.hi.u32 %0, %1, %2;") \
    row3(mad24_sat, 'i', R, R, R, R, "mad24.hi.sat.s32 %0, %1, %2, %3;") \
    row3(dp4a_su, 'i', R, R, R, R, "dp4a.s32.u32 %0, %1, %2, %3;") \
    row3(dp2a_hi, 'i', R, R, R, R, "dp2a.hi.s32.u32 %0, %1, %2, %3;") \
    row3(dp2a_lo, 'i', R, R, R, R, "dp2a.lo.u32.s32 %0, %1, %2, %3;") \
    row1(abs_s32, 'i', R, R, "abs.s32 %0, %1;") row1(abs_s16, 's', H, H, "abs.s16 %0, %1;") \
    row2(min_s16x2, 'i', R, R, R, "min.s16x2 %0, %1, %2;") \
    row2(max_relu16x2, 'i', R, R, R, "max.relu.s16x2 %0, %1, %2;") \
    row2(min_relu, 'i', R, R, R, "min.relu.s32 %0, %1, %2;") \
    row2(add_u16x2, 'i', R, R, R, "add.u16x2 %0, %1, %2;") \
    row3(carry_sub, 'i', R, R, R, R, "{.reg .u32 t; sub.cc.u32 t, %1, %2; subc.u32 %0, %3, %1;}") \
    row3(carry_mix, 'i', R, R, R, R, "{.reg .u32 t; sub.cc.u32 t, %1, %2; addc.u32 %0, %3, %1;}") \
    row3(carry_mix2, 'i', R, R, R, R, "{.reg .u32 t; add.cc.u32 t, %1, %2; subc.u32 %0, %3, %1;}") \
    row3(carry_mad, 'i', R, R, R, R, "{.reg .u32 t; mad.lo.cc.u32 t, %1, %2, %3; madc.hi.u32 %0, %1, %2, %3;}") \
    row3(bfe_s32, 'i', R, R, R, R, "bfe.s32 %0, %1, %2, %3;") \
    row3(bfe_u32, 'i', R, R, R, R, "bfe.u32 %0, %1, %2, %3;") \
    row3(bfe_s64, 'l', L, L, R, R, "bfe.s64 %0, %1, %2, %3;") \
    row3(bfe_u64, 'l', L, L, R, R, "bfe.u64 %0, %1, %2, %3;") \
    row3(bfi_32, 'i', R, R, R, R, "bfi.b32 %0, %1, %2, %3, 7;") \
    row3(bfi_32p, 'i', R, R, R, R, "bfi.b32 %0, %1, %2, 5, %3;") \
    row3(bfi_64, 'l', L, L, L, R, "bfi.b64 %0, %1, %2, %3, 9;") \
    row3(fns, 'i', R, R, R, R, "fns.b32 %0, %1, %2, %3;") \
    row3(prmt, 'i', R, R, R, R, "prmt.b32 %0, %1, %2, %3;") \
    row3(prmt_f4e, 'i', R, R, R, R, "prmt.b32.f4e %0, %1, %2, %3;") \
    row3(prmt_b4e, 'i', R, R, R, R, "prmt.b32.b4e %0, %1, %2, %3;") \
    row3(prmt_rc8, 'i', R, R, R, R, "prmt.b32.rc8 %0, %1, %2, %3;") \
    row3(prmt_ecl, 'i', R, R, R, R, "prmt.b32.ecl %0, %1, %2, %3;") \
    row3(prmt_ecr, 'i', R, R, R, R, "prmt.b32.ecr %0, %1, %2, %3;") \
    row3(prmt_rc16, 'i', R, R, R, R, "prmt.b32.rc16 %0, %1, %2, %3;") \
    row2(szext_c, 'i', R, R, R, "szext.clamp.s32 %0, %1, %2;") \
    row2(szext_w, 'i', R, R, R, "szext.wrap.s32 %0, %1, %2;") \
    row2(szext_cu, 'i', R, R, R, "szext.clamp.u32 %0, %1, %2;") \
    row2(bmsk_c, 'i', R, R, R, "bmsk.clamp.b32 %0, %1, %2;") \
    row2(bmsk_w, 'i', R, R, R, "bmsk.wrap.b32 %0, %1, %2;") \
    row3(shf_lc, 'i', R, R, R, R, "shf.l.clamp.b32 %0, %1, %2, %3;") \
    row3(shf_rc, 'i', R, R, R, R, "shf.r.clamp.b32 %0, %1, %2, %3;") \
    row3(shf_lw, 'i', R, R, R, R, "shf.l.wrap.b32 %0, %1, %2, %3;") \
    row3(shf_rw, 'i', R, R, R, R, "shf.r.wrap.b32 %0, %1, %2, %3;") \
    row2(shl_16, 's', H, H, R, "shl.b16 %0, %1, %2;") \
    row2(shr_s16, 's', H, H, R, "shr.s16 %0, %1, %2;") \
    row2(shr_s64, 'l', L, L, R, "shr.s64 %0, %1, %2;") \
    row2(shl_64, 'l', L, L, R, "shl.b64 %0, %1, %2;") \
    row1(bfind_s64, 'l', R, L, "bfind.s64 %0, %1;") \
    row1(bfind_sa, 'i', R, R, "bfind.shiftamt.s32 %0, %1;") \
    row1(clz_64, 'l', R, L, "clz.b64 %0, %1;") \
    MODES2(add_f32, "add", ".f32", 'f', R) \
    MODES2(sub_f32, "sub", ".f32", 'f', R) \
    MODES2(mul_f32, "mul", ".f32", 'f', R) \
    MODES2(div_f32, "div", ".f32", 'f', R) \
    MODES2(addz_f32, "add", ".ftz.f32", 'f', R) \
    MODES2(mulz_f32, "mul", ".ftz.f32", 'f', R) \
    MODES2(muls_f32, "mul", ".sat.f32", 'f', R) \
    MODES1(sqrt_f32, "sqrt", ".f32", 'f', R, R) \
    MODES1(rcp_f32, "rcp", ".f32", 'f', R, R) \
    MODES1(rcpz_f32, "rcp", ".ftz.f32", 'f', R, R) \
    row3(fma_f32, 'f', R, R, R, R, "fma.rn.f32 %0, %1, %2, %3;") \
    row3(fmaz_f32, 'f', R, R, R, R, "fma.rz.ftz.f32 %0, %1, %2, %3;") \
    row3(fmas_f32, 'f', R, R, R, R, "fma.rn.sat.f32 %0, %1, %2, %3;") \
    row3(fmam_f32, 'f', R, R, R, R, "fma.rm.f32 %0, %1, %2, %3;") \
    MODES2(add_f64, "add", ".f64", 'd', L) \
    MODES2(mul_f64, "mul", ".f64", 'd', L) \
    MODES2(div_f64, "div", ".f64", 'd', L) \
    MODES1(sqrt_f64, "sqrt", ".f64", 'd', L, L) MODES1(rcp_f64, "rcp", ".f64", 'd', L, L) \
    row3(fma_f64, 'd', L, L, L, L, "fma.rn.f64 %0, %1, %2, %3;") \
    row3(fmap_f64, 'd', L, L, L, L, "fma.rp.f64 %0, %1, %2, %3;") \
    row2(min_f32, 'f', R, R, R, "min.f32 %0, %1, %2;") \
    row2(max_f32z, 'f', R, R, R, "max.ftz.f32 %0, %1, %2;") \
    row2(min_nan, 'f', R, R, R, "min.NaN.f32 %0, %1, %2;") \
    row2(max_xs, 'f', R, R, R, "max.xorsign.abs.f32 %0, %1, %2;") \
    row2(max_xsn, 'f', R, R, R, "max.NaN.xorsign.abs.f32 %0, %1, %2;") \
    row2(min_f64, 'd', L, L, L, "min.f64 %0, %1, %2;") \
    row2(max_f64, 'd', L, L, L, "max.f64 %0, %1, %2;") \
    row1(abs_f32, 'f', R, R, "abs.f32 %0, %1;") \
    row1(neg_f32, 'f', R, R, "neg.f32 %0, %1;") \
    row1(absz_f32, 'f', R, R, "abs.ftz.f32 %0, %1;") \
    row1(negz_f32, 'f', R, R, "neg.ftz.f32 %0, %1;") \
    row1(abs_f64, 'd', L, L, "abs.f64 %0, %1;") row1(neg_f64, 'd', L, L, "neg.f64 %0, %1;") \
    row2(copysign, 'f', R, R, R, "copysign.f32 %0, %1, %2;") \
    row1(testp_n, 'f', R, R, "{.reg .pred p; testp.normal.f32 p, %1; selp.u32 %0, 1, 0, p;}") \
    row1(testp_s, 'f', R, R, "{.reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p;}") \
    HALVES(f16, ".f16", 'h', H) HALVES(f16x2, ".f16x2", 'i', R) HALVES(bf16, ".bf16", 'b', H) HALVES(bf16x2, ".bf16x2", 'i', R) \
    row2(addz_f16, 'h', H, H, H, "add.ftz.f16 %0, %1, %2;") \
    row2(muls_f16, 'h', H, H, H, "mul.sat.f16 %0, %1, %2;") \
    row2(mulz_f16, 'h', H, H, H, "mul.ftz.f16 %0, %1, %2;") \
    row3(fma_oob, 'h', H, H, H, H, "fma.rn.oob.f16 %0, %1, %2, %3;") \
    SETP(ltu_f32, "ltu.f32", 'f', R) SETP(ne_f32, "ne.ftz.f32", 'f', R) SETP(gt_f64, "gt.f64", 'd', L) SETP(neu_f64, "neu.f64", 'd', L) \
    SETP1(lt_f16, "lt.f16", 'h', H) SETP1(ltz_f16, "lt.ftz.f16", 'h', H) SETP(geu_f16x2, "geu.f16x2", 'i', R) SETP1(le_bf16, "le.bf16", 'b', H) SETP(lt_s16, "lt.s16", 's', H) \
    row2(set_f16x2, 'i', R, R, R, "set.lt.f16x2.f16x2 %0, %1, %2;") \
    row2(set_f32, 'f', R, R, R, "set.ge.f32.f32 %0, %1, %2;") \
    row3(slct_f32, 'f', R, R, R, R, "slct.f32.f32 %0, %1, %2, %3;") \
    row3(slct_z, 'f', R, R, R, R, "slct.ftz.f32.f32 %0, %1, %2, %3;") \
    TOINT(f32_s32, ".s32.f32", 'f', R, R) \
    TOINT(f32_u32, ".u32.f32", 'f', R, R) \
    TOINT(f32_s64, ".s64.f32", 'f', L, R) \
    TOINT(f32_u64, ".u64.f32", 'f', L, R) \
    TOINT(f64_s32, ".s32.f64", 'd', R, L) \
    TOINT(f64_u32, ".u32.f64", 'd', R, L) \
    TOINT(f64_s64, ".s64.f64", 'd', L, L) \
    TOINT(f64_u64, ".u64.f64", 'd', L, L) \
    TOINT(f32_s16, ".s16.f32", 'f', H, R) \
    TOINT(f32_u16, ".u16.f32", 'f', H, R) \
    TOINT(f64_s16, ".s16.f64", 'd', H, L) \
    TOINT(f32_s8, ".s8.f32", 'f', R, R) \
    TOINT(f64_u8, ".u8.f64", 'd', R, L) \
    TOINT(f16_s32, ".s32.f16", 'h', R, H) \
    TOINT(f16_u16, ".u16.f16", 'h', H, H) \
    TOINT(f16_s64, ".s64.f16", 'h', L, H) \
    TOINT(f32z_s32, ".ftz.s32.f32", 'f', R, R) \
    TOINT(f32_f32, ".f32.f32", 'f', R, R) \
    TOINT(f32z_f32, ".ftz.f32.f32", 'f', R, R) \
    TOINT(f64_f64, ".f64.f64", 'd', L, L) \
    TOINT(f16_f16, ".f16.f16", 'h', H, H) \
    MODES1(s32_f32, "cvt", ".f32.s32", 'i', R, R) \
    MODES1(u64_f32, "cvt", ".f32.u64", 'l', R, L) \
    MODES1(s64_f64, "cvt", ".f64.s64", 'l', L, L) \
    MODES1(s32_f16, "cvt", ".f16.s32", 'i', H, R) \
    MODES1(u16_bf16, "cvt", ".bf16.u16", 's', H, H) \
    MODES1(s64_bf16, "cvt", ".bf16.s64", 'l', H, L) \
    MODES1(f64_f32, "cvt", ".f32.f64", 'd', R, L) \
    MODES1(f64_f32z, "cvt", ".ftz.f32.f64", 'd', R, L) \
    MODES1(f64_f32s, "cvt", ".sat.f32.f64", 'd', R, L) \
    MODES1(f64_f16, "cvt", ".f16.f64", 'd', H, L) \
    MODES1(f64_bf16, "cvt", ".bf16.f64", 'd', H, L) \
    MODES1(f16_bf16, "cvt", ".bf16.f16", 'h', H, H) \
    MODES1(f32_f16, "cvt", ".f16.f32", 'f', H, R) \
    MODES1(f32_f16z, "cvt", ".ftz.f16.f32", 'f', H, R) \
    MODES1(f32_f16s, "cvt", ".sat.f16.f32", 'f', H, R) \
    row1(f32_f64, 'f', L, R, "cvt.f64.f32 %0, %1;") \
    row1(f32_f64z, 'f', L, R, "cvt.ftz.f64.f32 %0, %1;") \
    row1(f16_f32, 'h', R, H, "cvt.f32.f16 %0, %1;") \
    row1(f16_f64, 'h', L, H, "cvt.f64.f16 %0, %1;") \
    row1(bf16_f32, 'b', R, H, "cvt.f32.bf16 %0, %1;") \
    row1(bf16_f64, 'b', L, H, "cvt.f64.bf16 %0, %1;") \
    row1(bf16_f16, 'b', H, H, "cvt.rn.f16.bf16 %0, %1;") \
    row1(bf16_s32, 'b', R, H, "cvt.rzi.s32.bf16 %0, %1;") \
    row1(f32_bf16, 'f', H, R, "cvt.rn.bf16.f32 %0, %1;") \
    row1(f32_bf16z, 'f', H, R, "cvt.rz.bf16.f32 %0, %1;") \
    row1(f32_bf16r, 'f', H, R, "cvt.rn.relu.bf16.f32 %0, %1;") \
    row1(f32_f16r, 'f', H, R, "cvt.rn.relu.f16.f32 %0, %1;") \
    row1(sat_f32, 'f', R, R, "cvt.sat.f32.f32 %0, %1;") \
    row1(sat_f64, 'd', L, L, "cvt.sat.f64.f64 %0, %1;") \
    row2(f16x2_f32, 'f', R, R, R, "cvt.rn.f16x2.f32 %0, %1, %2;") \
    row2(bf16x2_f32, 'f', R, R, R, "cvt.rz.bf16x2.f32 %0, %1, %2;") \
    row2(f16x2_relu, 'f', R, R, R, "cvt.rz.relu.f16x2.f32 %0, %1, %2;") \
    row1(tf32_rna, 'f', R, R, "cvt.rna.tf32.f32 %0, %1;") \
    row1(tf32_rn, 'f', R, R, "cvt.rn.tf32.f32 %0, %1;") \
    row1(tf32_rz, 'f', R, R, "cvt.rz.relu.tf32.f32 %0, %1;") \
    row2(e4m3_f32, 'f', H, R, R, "cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;") \
    row2(e5m2_f32, 'f', H, R, R, "cvt.rn.satfinite.relu.e5m2x2.f32 %0, %1, %2;") \
    row1(e4m3_f16, 'i', H, R, "cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;") \
    row1(e5m2_f16, 'i', H, R, "cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;") \
    row1(f16_e4m3, 's', R, H, "cvt.rn.f16x2.e4m3x2 %0, %1;") \
    row1(f16_e5m2, 's', R, H, "cvt.rn.relu.f16x2.e5m2x2 %0, %1;") \
    row1(u8_s32, 'i', R, R, "cvt.sat.u8.s32 %0, %1;") \
    row1(s8_s64, 'l', R, L, "cvt.s8.s64 %0, %1;") \
    row1(s16_u32, 'i', L, R, "cvt.s16.u32 %0, %1;") \
    row1(u16_s8, 'i', L, R, "cvt.u16.s8 %0, %1;") \
    row3(pack_u8, 'i', R, R, R, R, "cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;") \
    row2(pack_s16, 'i', R, R, R, "cvt.pack.sat.s16.s32 %0, %1, %2;") \
    row2(div_approx, 'F', R, R, R, "div.approx.f32 %0, %1, %2;") \
    row2(div_approxz, 'F', R, R, R, "div.approx.ftz.f32 %0, %1, %2;") \
    row2(div_full, 'F', R, R, R, "div.full.f32 %0, %1, %2;") \
    row1(rcp_approx, 'F', R, R, "rcp.approx.f32 %0, %1;") \
    row1(rcp_approxz, 'F', R, R, "rcp.approx.ftz.f32 %0, %1;") \
    row1(sqrt_approx, 'F', R, R, "sqrt.approx.f32 %0, %1;") \
    row1(rsqrt, 'F', R, R, "rsqrt.approx.f32 %0, %1;") \
    row1(rsqrtz, 'F', R, R, "rsqrt.approx.ftz.f32 %0, %1;") \
    row1(sin, 'F', R, R, "sin.approx.f32 %0, %1;") \
    row1(cosz, 'F', R, R, "cos.approx.ftz.f32 %0, %1;") \
    row1(lg2, 'F', R, R, "lg2.approx.f32 %0, %1;") \
    row1(ex2, 'F', R, R, "ex2.approx.f32 %0, %1;") \
    row1(ex2z, 'F', R, R, "ex2.approx.ftz.f32 %0, %1;") \
    row1(tanh, 'F', R, R, "tanh.approx.f32 %0, %1;") \
    row1(ex2_f16, 'H', H, H, "ex2.approx.f16 %0, %1;") \
    row1(tanh_f16, 'H', H, H, "tanh.approx.f16 %0, %1;") \
    row1(ex2_bf16, 'B', H, H, "ex2.approx.ftz.bf16 %0, %1;") \
    row1(tanh_bf16, 'B', H, H, "tanh.approx.bf16 %0, %1;") \
    row1(rcp64, 'D', L, L, "rcp.approx.ftz.f64 %0, %1;") row1(rsqrt64, 'D', L, L, "rsqrt.approx.f64 %0, %1;") row1(rsqrt64z, 'D', L, L, "rsqrt.approx.ftz.f64 %0, %1;")

// clang-format on

#define INDEX (blockIdx.x * BLOCK + threadIdx.x)
#define row1(id, cls, D, A, text) \
    __global__ void k_##id(const L *a, const L *, const L *, L *out) \
    { \
        D d; \
        asm volatile(text : "=" REG_##D(d) : REG_##A((A)a[INDEX])); \
        out[INDEX] = d; \
    }
#define row2(id, cls, D, A, B, text) \
    __global__ void k_##id(const L *a, const L *b, const L *, L *out) \
    { \
        D d; \
        asm volatile(text : "=" REG_##D(d) : REG_##A((A)a[INDEX]), REG_##B((B)b[INDEX])); \
        out[INDEX] = d; \
    }
#define row3(id, cls, D, A, B, C, text) \
    __global__ void k_##id(const L *a, const L *b, const L *c, L *out) \
    { \
        D d; \
        asm volatile(text \
                     : "=" REG_##D(d) \
                     : REG_##A((A)a[INDEX]), REG_##B((B)b[INDEX]), REG_##C((C)c[INDEX])); \
        out[INDEX] = d; \
    }
ROWS
#undef row1
#undef row2
#undef row3

    typedef void (*Kernel)(const L *, const L *, const L *, L *);
struct Row {
    const char *text;
    char cls;
    Kernel kernel;
    unsigned bytes;
};
static const Row rows[] = {
#define row1(id, cls, D, A, text) {text, cls, k_##id, sizeof(D)},
#define row2(id, cls, D, A, B, text) {text, cls, k_##id, sizeof(D)},
#define row3(id, cls, D, A, B, C, text) {text, cls, k_##id, sizeof(D)},
    ROWS};
static const unsigned nrows = sizeof(rows) / sizeof(rows[0]);

static L state = 88172645463325252ull;
static L next_random()
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull;
}

static const L special_i[] = {
    0,      1,      2,      5,          31,         32,         33,         63,         64,
    0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x3c003c00, 0xfe017c00};
static const L special_l[] = {0,
                              1,
                              5,
                              63,
                              64,
                              0x7fffffff,
                              0x80000000,
                              0xffffffff,
                              1ull << 32,
                              0x7fffffffffffffff,
                              1ull << 63,
                              ~0ull,
                              (1ull << 53) + 1};
static const L special_f[] = {
    0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000,
    0x3f000000, 0x40200000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fffffff, 0x7fc00001, 0xffc12345,
    0x7f800001, 0x7e800001, 0xfe900000, 0x4f000000, 0xcf000001, 0x5f000000};
static const L special_d[] = {0,
                              1ull << 63,
                              1,
                              0x800fffffffffffff,
                              0x0010000000000000,
                              0x3ff0000000000000,
                              0xbff8000000000000,
                              0x7fefffffffffffff,
                              0x7ff0000000000000,
                              0xfff0000000000000,
                              0x7ff8000000000001,
                              0xfff8000000000002,
                              0x7ff0000000000003,
                              0xfff4000000000005,
                              0x41e0000000000000,
                              0xc3e0000000000001,
                              0x36a0000000000000,
                              0x3e60000000000001};
static const L special_h[] = {0,      0x8000, 1,      0x8001, 0x3ff,  0x400,
                              0x3c00, 0xbc00, 0x3800, 0x7bff, 0x7c00, 0xfc00,
                              0x7fff, 0x7e01, 0xffff, 0x7c01, 0xfd23, 0x4100};
static const L special_b[] = {0,      0x8000, 1,      0x8001, 0x7f,   0x80,
                              0x3f80, 0xbf80, 0x3f00, 0x7f7f, 0x7f80, 0xff80,
                              0x7fff, 0x7fc1, 0xffff, 0x7f81, 0xffa3, 0x4020};

static void operands(char cls, L *a, L *b, L *c)
{
    const L *list = special_i;
    unsigned n = sizeof(special_i) / 8;
    switch (cls | 0x20) {
    case 'l': list = special_l, n = sizeof(special_l) / 8; break;
    case 'f': list = special_f, n = sizeof(special_f) / 8; break;
    case 'd': list = special_d, n = sizeof(special_d) / 8; break;
    case 'h': list = special_h, n = sizeof(special_h) / 8; break;
    case 'b': list = special_b, n = sizeof(special_b) / 8; break;
    }
    state = 88172645463325252ull + (unsigned char)cls;
    for (unsigned i = 0; i < TUPLES; i++) {
        if (i < n * n) {
            a[i] = list[i / n], b[i] = list[i % n], c[i] = list[(i * 7 + i / n) % n];
            continue;
        }
        L *v[3] = {a, b, c};
        for (int k = 0; k < 3; k++) {
            const L r = next_random(), shape = next_random();
            // Half of the floats have exponents close together.
            L x = r;
            if ((cls | 0x20) == 'f' && shape & 1)
                x = (r & 0x807fffff) | (L)(0x7a + (shape >> 8) % 12) << 23;
            if ((cls | 0x20) == 'd' && shape & 1)
                x = (r & 0x800fffffffffffffull) | (L)(0x3f8 + (shape >> 8) % 16) << 52;
            if ((cls | 0x20) == 'h' && shape & 1)
                x = (r & 0x83ff) | (0x30 + (shape >> 8) % 8 * 4) << 8;
            if ((cls | 0x20) == 'b' && shape & 1)
                x = (r & 0x807f) | (0x7b + (shape >> 8) % 8) << 7;
            if ((cls == 'i' || cls == 'l') && shape & 1)
                x = r >> (shape >> 8) % 64;
            v[k][i] = x;
        }
    }
}

// Distance in units of the last place; float bits in order.
static double distance(L x, L y, unsigned bytes)
{
    const int up = 64 - 8 * (int)bytes;
    int64_t p = (int64_t)(x << up) >> up, q = (int64_t)(y << up) >> up;
    const int64_t low = bytes == 8 ? INT64_MIN : -(1ll << (8 * bytes - 1));
    p = p < 0 ? low - p : p, q = q < 0 ? low - q : q;
    const double d = (double)p - (double)q;
    return d < 0 ? -d : d;
}

static int compare(const char *first, const char *second)
{
    std::vector<L> x(nrows * TUPLES), y(nrows * TUPLES), a(TUPLES), b(TUPLES), c(TUPLES);
    FILE *f = fopen(first, "rb"), *g = fopen(second, "rb");
    if (!f || !g || fread(x.data(), 8, x.size(), f) != x.size() ||
        fread(y.data(), 8, y.size(), g) != y.size()) {
        fprintf(stderr, "cannot read both files\n");
        return 2;
    }
    int bad = 0;
    for (unsigned r = 0; r < nrows; r++) {
        operands(rows[r].cls, a.data(), b.data(), c.data());
        const bool approximate = rows[r].cls < 'a';
        unsigned n = 0, shown = 0;
        double most = 0;
        for (unsigned i = 0; i < TUPLES; i++) {
            const L p = x[r * TUPLES + i], q = y[r * TUPLES + i];
            if (p == q)
                continue;
            n++;
            const double d = distance(p, q, rows[r].bytes);
            const bool far = d > 64;
            if (approximate && !far && d > most)
                most = d;
            if ((approximate ? far : true) && shown++ < 6)
                printf("%s  %llx %llx %llx: %llx, %llx\n", rows[r].text, (unsigned long long)a[i],
                       (unsigned long long)b[i], (unsigned long long)c[i], (unsigned long long)p,
                       (unsigned long long)q);
        }
        if (n)
            printf("%-50s %u of %u differ%s", rows[r].text, n, (unsigned)TUPLES,
                   approximate ? "" : "\n");
        if (n && approximate)
            printf(", by at most %g units where near; %u far\n", most, shown);
        bad += n && (!approximate || shown);
    }
    printf("%d of %u instructions differ\n", bad, nrows);
    return bad != 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "--compare"))
        return compare(argv[2], argv[3]);
    if (argc != 2)
        return 2;
    FILE *f = fopen(argv[1], "wb");
    std::vector<L> host(4 * TUPLES);
    L *d;
    if (!f || cudaMalloc(&d, 4 * TUPLES * sizeof(L)) != cudaSuccess)
        return 2;
    for (unsigned r = 0; r < nrows; r++) {
        operands(rows[r].cls, &host[0], &host[TUPLES], &host[2 * TUPLES]);
        cudaMemcpy(d, host.data(), 3 * TUPLES * sizeof(L), cudaMemcpyHostToDevice);
        cudaMemset(d + 3 * TUPLES, 0, TUPLES * sizeof(L));
        rows[r].kernel<<<TUPLES / BLOCK, BLOCK>>>(d, d + TUPLES, d + 2 * TUPLES, d + 3 * TUPLES);
        const cudaError_t e = cudaDeviceSynchronize();
        if (e != cudaSuccess)
            printf("%s: %s\n", rows[r].text, cudaGetErrorString(e));
        cudaMemcpy(&host[3 * TUPLES], d + 3 * TUPLES, TUPLES * sizeof(L), cudaMemcpyDeviceToHost);
        fwrite(&host[3 * TUPLES], sizeof(L), TUPLES, f);
    }
    return fclose(f) != 0;
}
