// round.h - floating-point values rounded exactly, in integers only: every
// format that PTX has, every rounding mode, the same bits on every machine.
//
// The handlers compute the common case (round to nearest, f32 and f64) with the
// host's own arithmetic, which IEEE 754 fixes to the last bit; all the rest
// comes here: directed rounding, narrow formats, conversions of wide integers.
// Nothing here reads or changes the host's rounding mode.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    ROUND_rn, // to nearest, ties to even
    ROUND_rz, // towards zero
    ROUND_rm, // towards minus infinity
    ROUND_rp, // towards plus infinity
    ROUND_rna // to nearest, ties away from zero
} Rounding;

typedef enum {
    FORMAT_f16,
    FORMAT_bf16,
    FORMAT_tf32,
    FORMAT_f32,
    FORMAT_f64,
    FORMAT_e4m3,
    FORMAT_e5m2,
    FORMAT_COUNT
} Format;

// clang-format off
typedef enum {
    CALC_add, CALC_sub, CALC_mul, CALC_fma, CALC_div, CALC_sqrt, CALC_rcp, CALC_COUNT
} Calc;
// clang-format on

__extension__ typedef unsigned __int128 Wide;

typedef enum { EXACT_zero, EXACT_finite, EXACT_inf, EXACT_nan } ExactKind;

// sig * 2^exp, and a little more if `sticky` (but less than one unit of sig): rounding
// needs no more of an infinitely long number.
typedef struct {
    Wide sig;
    int exp;
    uint8_t kind; // ExactKind
    bool negative, sticky;
} Exact;

Exact exact_from(uint64_t bits, Format f);
Exact exact_from_int(uint64_t value, bool is_signed);

// The bits of x in format f. Values too large become infinity or the largest
// finite number, as the mode says; always the latter with `satfinite`. NaN has
// the pattern that NVIDIA's instructions produce.
uint64_t round_to(Exact x, Format f, Rounding mode, bool satfinite);

// x rounded to an integral value and clamped to lo..hi (as two's complement of
// 64 bits; unsigned if !is_signed). NaN gives `nan`.
uint64_t round_to_int(Exact x, Rounding mode, bool is_signed, unsigned bits, uint64_t nan);
// x rounded to an integral value, still exact.
Exact exact_integral(Exact x, Rounding mode);

// One operation on bit patterns of one format.
uint64_t round_calc(Calc op, Format f, Rounding mode, uint64_t a, uint64_t b, uint64_t c);
