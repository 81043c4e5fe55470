// mufu.c - the interpolator of the multifunction unit.
//
// The unit splits the fraction of the operand into an index and an offset. The index selects a row
// of three coefficients (mufu_tables.h), and the result is a polynomial of the offset:
//
//   c0 + c1 * offset + c2 * square(offset)
//
// All of them are integers. The multiplier that squares leaves out the low columns of the product,
// and the low bits of the sum are dropped. S. Oberman and M. Siu describe such a unit in "A
// High-Performance Area-Efficient Multifunction Interpolator" (2005). The widths and the roundings
// here are those that give the results of an H200 for all operands (tests/test_approx.c).
#include "exec_float.h"
#include "mufu.h"
#include "mufu_tables.h"

#define NAN_BITS 0x7fffffffu
#define INFINITY_BITS 0x7f800000u
#define ONE_BITS 0x3f800000u
#define SIGN_BIT 0x80000000u

// The row that the unit takes, and the offset, which has 17 bits.
typedef struct {
    uint32_t row, offset;
} RowPlace;

// Defines a function of the unit: PLACE finds the row of the operand a; RESULT makes the result of
// a, of the row, of the offset x and of its square q. These are loops of their own, so that the
// loads between them do not keep the compiler from vector code.
#define UNIT_FUNCTION(name, rows, PLACE, RESULT) \
    void name(const uint32_t operand[WARP_SIZE], uint32_t r[restrict WARP_SIZE]) \
    { \
        uint32_t index[WARP_SIZE], offset[WARP_SIZE], squared[WARP_SIZE]; \
        MufuRow found[WARP_SIZE]; \
        for (int l = 0; l < WARP_SIZE; l++) { \
            const uint32_t a = operand[l]; \
            const RowPlace p = PLACE; \
            index[l] = p.row; \
            offset[l] = p.offset; \
        } \
        rows_load(rows, index, found); \
        squares_make(offset, squared); \
        for (int l = 0; l < WARP_SIZE; l++) { \
            const uint32_t a = operand[l], x = offset[l], q = squared[l]; \
            const MufuRow row = found[l]; \
            r[l] = RESULT; \
        } \
    }

// One by one: the vector instructions that load from many addresses are slower. The compiler
// does not see through the empty statement.
static inline void rows_load(const MufuRow *rows, const uint32_t index[WARP_SIZE],
                             MufuRow found[WARP_SIZE])
{
    for (int l = 0; l < WARP_SIZE; l++) {
        uint32_t i = index[l];
        __asm__("" : "+r"(i));
        found[l] = rows[i];
    }
}

// The square of a number of 17 bits, divided by 2^19. Of the products of single bits, those below
// 2^18 are left out: this is all of the product of the lower nine bits, a part of the product of
// lower and upper bits, and nothing of the square of the upper bits.
static inline void squares_make(const uint32_t u[WARP_SIZE], uint32_t squared[WARP_SIZE])
{
    uint16_t high[WARP_SIZE], low[WARP_SIZE];
    for (int l = 0; l < WARP_SIZE; l++) {
        high[l] = (uint16_t)(u[l] >> 9);
        low[l] = u[l] & 0x1ff;
    }
    for (int l = 0; l < WARP_SIZE; l++) {
        uint16_t mixed = 0;
        for (int b = 2; b < 9; b++) {
            mixed = (uint16_t)(mixed + (low[l] >> b & 1) * (high[l] >> (9 - b)));
        }
        low[l] = mixed;
    }
    for (int l = 0; l < WARP_SIZE; l++) {
        squared[l] = (uint32_t)(high[l] * high[l] + 2 * low[l]) >> 1;
    }
}

// c0 * 2^s0 + c1 * s1 * x + c2 * s2 * q; the sum is positive.
static inline uint64_t sum_of(MufuRow row, uint32_t s0, int64_t s1, int64_t s2, uint64_t x,
                              uint64_t q)
{
    const uint64_t c0 = row & 0xffffffff, c1 = row >> 32 & 0xffff, c2 = row >> 48;
    return (c0 << s0) + (uint64_t)s1 * (c1 * x) + (uint64_t)s2 * (c2 * q);
}

// An integer below 2^52.
static inline double double_of(uint64_t u) { return bits_f64(u | 0x4330000000000000) - 0x1p52; }

// ---- rcp ------------------------------------------------------------

// The reciprocal of 1 + fraction / 2^23 as a number of 24 bits, or 2^24.
static inline uint32_t rcp_digits(MufuRow row, uint32_t x, uint32_t q)
{
    const uint64_t sum = sum_of(row, 13, -1, 1, x / 2, q) + (0x4000 + 0x7e7);
    return (uint32_t)(sum >> 15);
}
static inline RowPlace rcp_place(uint32_t fraction)
{
    return (RowPlace){fraction >> 16 & 127, (fraction & 0xffff) * 2};
}

static inline uint32_t rcp_result(uint32_t a, MufuRow row, uint32_t x, uint32_t q)
{
    const uint32_t exponent = a >> 23 & 0xff, sign = a & SIGN_BIT;
    const uint32_t u = rcp_digits(row, x, q) + ((252 - exponent) << 23);
    const uint32_t number = (int32_t)u < 0x800000 ? 0 : u;
    const uint32_t special = a & 0x7fffff ? NAN_BITS : sign;
    return exponent == 0 ? sign | INFINITY_BITS : exponent == 255 ? special : sign | number;
}
UNIT_FUNCTION(mufu_rcp, mufu_rcp_rows, rcp_place(a), rcp_result(a, row, x, q))

// The upper word of a double has 20 bits of the fraction; the result keeps 20, too.
static inline uint32_t rcp64h_result(uint32_t a, MufuRow row, uint32_t x, uint32_t q)
{
    const uint32_t exponent = a >> 20 & 0x7ff, sign = a & SIGN_BIT;
    const uint32_t u = (rcp_digits(row, x, q) >> 3) + ((2044 - exponent) << 20);
    const uint32_t number = (int32_t)u < 0x100000 ? 0 : u;
    const uint32_t special = a & 0xfffff ? NAN_BITS : sign;
    return exponent == 0 ? sign | 0x7ff00000 : exponent == 2047 ? special : sign | number;
}
UNIT_FUNCTION(mufu_rcp64h, mufu_rcp_rows, rcp_place(a << 3), rcp64h_result(a, row, x, q))

// ---- rsqrt, sqrt: two binades make a table, so the fraction has 24 bits ----

// a: the operand, with the exponent's last bit before the fraction.
static inline RowPlace root_place(uint32_t a)
{
    return (RowPlace){(a >> 17 & 127) ^ 64, a & 0x1ffff};
}
// The powers of four come out too small by one unit, and so they have a case of their own.
static inline uint32_t rsqrt_digits(uint32_t a, MufuRow row, uint32_t x, uint32_t q)
{
    const uint64_t sum = sum_of(row, 14, -1, 4, x, q) + 0x7fff;
    const uint32_t digits = (uint32_t)(sum >> 16);
    return (a & 0xffffff) == 0x800000 ? 1u << 24 : digits;
}
static inline uint32_t rsqrt_result(uint32_t a, MufuRow row, uint32_t x, uint32_t q)
{
    const uint32_t exponent = a >> 23 & 0xff;
    const uint32_t number = rsqrt_digits(a, row, x, q) + ((189 - ((exponent + 1) >> 1)) << 23);
    const uint32_t special = a == INFINITY_BITS ? 0 : NAN_BITS;
    return exponent == 0 ? (a & SIGN_BIT) | INFINITY_BITS : a >= INFINITY_BITS ? special : number;
}
UNIT_FUNCTION(mufu_rsqrt, mufu_rsqrt_rows, root_place(a), rsqrt_result(a, row, x, q))

static inline uint32_t rsqrt64h_result(uint32_t a, MufuRow row, uint32_t x, uint32_t q)
{
    const uint32_t exponent = a >> 20 & 0x7ff;
    const uint32_t digits = rsqrt_digits(a << 3, row, x, q) >> 3;
    const uint32_t number = digits + ((1533 - ((exponent + 1) >> 1)) << 20);
    const uint32_t special = a == 0x7ff00000 ? 0 : NAN_BITS;
    return exponent == 0 ? (a & SIGN_BIT) | 0x7ff00000 : a >= 0x7ff00000 ? special : number;
}
UNIT_FUNCTION(mufu_rsqrt64h, mufu_rsqrt_rows, root_place(a << 3), rsqrt64h_result(a, row, x, q))

static inline uint32_t sqrt_result(uint32_t a, MufuRow row, uint32_t x, uint32_t q)
{
    const uint32_t exponent = a >> 23 & 0xff;
    const uint64_t sum = sum_of(row, 15, 1, -2, exponent & 1 ? x : 2 * x, q) + 0x7fff;
    const uint32_t digits = (uint32_t)(sum >> 17);
    const uint32_t number = digits + ((((exponent + 127) >> 1) - 1) << 23);
    const uint32_t special = a == INFINITY_BITS ? INFINITY_BITS : NAN_BITS;
    return exponent == 0 ? a & SIGN_BIT : a >= INFINITY_BITS ? special : number;
}
UNIT_FUNCTION(mufu_sqrt, mufu_sqrt_rows, root_place(a), sqrt_result(a, row, x, q))

// ---- sin, cos -------------------------------------------------------

static inline float truncated(double x)
{
    return (float)bits_f64(f64_bits(x) & 0xffffffffe0000000);
}

// Quarter turns, with 23 bits after the point.
static inline uint32_t quarters_of(uint32_t t, uint32_t more)
{
    const int32_t left = (int32_t)(t >> 23 & 0xff) - 125;
    const uint32_t whole = (t & 0x7fffff) | 0x800000;
    const uint32_t up = left > 31 ? 31 : left < 0 ? 0 : (uint32_t)left;
    const uint32_t down = left < -31 ? 31 : left > 0 ? 0 : (uint32_t)-left;
    return ((whole << up) >> down) + (more << 23);
}
static inline RowPlace sin_place(uint32_t t, uint32_t more)
{
    const uint32_t quarters = quarters_of(t, more);
    const uint32_t fraction = quarters & 0x800000 ? ~quarters : quarters;
    return (RowPlace){fraction >> 17 & 63, fraction & 0x1ffff};
}
static inline uint32_t sin_result(uint32_t t, MufuRow row, uint32_t x, uint32_t q, uint32_t more)
{
    const double sum = double_of(sum_of(row, 11, 1, -1, x, q));
    const uint32_t sign = (more ? 0 : t & SIGN_BIT) ^ (quarters_of(t, more) & 1 << 24) << 7;
    return (t >> 23 & 255) == 255 ? NAN_BITS : f32_bits(truncated(sum * 0x1p-37)) | sign;
}
UNIT_FUNCTION(mufu_sin, mufu_sin_rows, sin_place(a, 0), sin_result(a, row, x, q, 0))
UNIT_FUNCTION(mufu_cos, mufu_sin_rows, sin_place(a, 1), sin_result(a, row, x, q, 1))

// ---- ex2 ------------------------------------------------------------

// A fixed-point number with 23 bits after the point. That of a negative operand is the complement
// of its magnitude, one unit too low, unless the operand is an integer.
static inline uint32_t fixed_of(uint32_t a)
{
    const int32_t left = (int32_t)(a >> 23 & 0xff) - 127;
    const uint32_t whole = (a & 0x7fffff) | 0x800000;
    const uint32_t up = left > 7 ? 7 : left < 0 ? 0 : (uint32_t)left;
    const uint32_t down = left < -31 ? 31 : left > 0 ? 0 : (uint32_t)-left;
    const uint32_t magnitude = (whole << up) >> down;
    const uint32_t negative = magnitude & 0x7fffff ? ~magnitude : -magnitude;
    return a & SIGN_BIT ? negative : magnitude;
}
static inline RowPlace ex2_place(uint32_t a)
{
    const uint32_t fixed = fixed_of(a);
    return (RowPlace){fixed >> 17 & 63, fixed & 0x1ffff};
}
static inline uint32_t ex2_result(uint32_t a, MufuRow row, uint32_t x, uint32_t q)
{
    const uint64_t sum = sum_of(row, 13, 1, 1, x, q) + (0x4000 + 0x37e2);
    const uint32_t integer = (uint32_t)((int32_t)fixed_of(a) >> 23);
    const uint32_t u = (uint32_t)(sum >> 15) + ((integer + 126) << 23);
    const uint32_t number = (int32_t)u < 0x800000 ? 0 : u;
    const uint32_t large = a & SIGN_BIT ? 0 : INFINITY_BITS;
    const uint32_t magnitude = a & 0x7fffffff;
    const uint32_t special = magnitude > INFINITY_BITS ? NAN_BITS : large;
    return magnitude >= 134u << 23 ? special : number;
}
UNIT_FUNCTION(mufu_ex2, mufu_ex2_rows, ex2_place(a), ex2_result(a, row, x, q))

// ---- lg2 ------------------------------------------------------------

// The logarithm is a fixed-point number with 36 bits after the point; the magnitude of a negative
// one is its complement, one unit too low.
static inline uint32_t lg2_result(uint32_t a, MufuRow row, uint32_t x, uint32_t q)
{
    const int32_t exponent = (int32_t)(a >> 23 & 0xff);
    const uint64_t sum = sum_of(row, 12, 1, -2, x, q) + 0x3345;
    const double logarithm = double_of(sum >> 2) * 0x1p-36 + (exponent - 127);
    const uint64_t is_negative = -(f64_bits(logarithm) >> 63);
    const double complement = logarithm + bits_f64(f64_bits(0x1p-36) & is_negative);
    const uint32_t number = f32_bits(truncated(complement)) & -(uint32_t)(a != ONE_BITS);
    const uint32_t special = a > INFINITY_BITS ? NAN_BITS : INFINITY_BITS;
    return exponent == 0 ? SIGN_BIT | INFINITY_BITS : a >= INFINITY_BITS ? special : number;
}
UNIT_FUNCTION(mufu_lg2, mufu_lg2_rows, ((RowPlace){a >> 17 & 63, a & 0x1ffff}),
              lg2_result(a, row, x, q))

// ---- tanh: below 2^-8 the operand itself, from 8 on one -------------

// For each binade from 2^-8 to 2^2: its first row, the number of bits of the fraction that
// select a row after it, and the bits after the point: of c0, and of the other two terms.
#define BINADE(first, bits, point0, point) \
    ((MufuRow)(first) | (MufuRow)(bits) << 8 | (MufuRow)(point0) << 16 | (MufuRow)(point) << 24)
static const MufuRow tanh_binades[] = {
    BINADE(0, 0, 32, 38),  BINADE(1, 0, 31, 38),  BINADE(2, 0, 30, 37),  BINADE(3, 1, 29, 38),
    BINADE(5, 1, 28, 36),  BINADE(7, 2, 27, 37),  BINADE(11, 2, 26, 37), BINADE(15, 2, 25, 36),
    BINADE(19, 3, 24, 37), BINADE(27, 4, 24, 39), BINADE(43, 3, 24, 37),
};

static inline uint32_t tanh_binade(uint32_t a)
{
    const int32_t i = (int32_t)(a >> 23 & 0xff) - (127 - 8);
    return i < 0 ? 0 : i > 10 ? 10 : (uint32_t)i;
}
// The offset has 17 bits; the rest of the fraction is dropped.
static inline RowPlace tanh_place(uint32_t a, MufuRow binade)
{
    const uint32_t bits = binade >> 8 & 0xff, fraction = a & 0x7fffff;
    return (RowPlace){(binade & 0xff) + (fraction >> (23 - bits)),
                      fraction >> (6 - bits) & 0x1ffff};
}
static inline double power_of_two(int32_t exponent)
{
    return bits_f64((uint64_t)(uint32_t)(1023 + exponent) << 52);
}
static inline uint32_t tanh_result(uint32_t a, MufuRow binade, MufuRow row, uint32_t x, uint32_t q)
{
    const uint32_t point0 = binade >> 16 & 0xff, point = (uint32_t)(binade >> 24);
    const double s = power_of_two(-(int32_t)point);
    const uint32_t sum =
        f32_bits(truncated(double_of(sum_of(row, point - point0, 1, -1, x, q)) * s));
    const uint32_t magnitude = a & 0x7fffffff;
    const uint32_t large = magnitude > INFINITY_BITS ? NAN_BITS : a ^ magnitude ^ ONE_BITS;
    return magnitude < 0x3b800000 ? a : magnitude >= 0x41000000 ? large : sum | (a ^ magnitude);
}

void mufu_tanh(const uint32_t a[WARP_SIZE], uint32_t r[restrict WARP_SIZE])
{
    uint32_t index[WARP_SIZE], offset[WARP_SIZE], squared[WARP_SIZE];
    MufuRow binade[WARP_SIZE], row[WARP_SIZE];
    for (int l = 0; l < WARP_SIZE; l++) {
        index[l] = tanh_binade(a[l]);
    }
    rows_load(tanh_binades, index, binade);
    for (int l = 0; l < WARP_SIZE; l++) {
        const RowPlace p = tanh_place(a[l], binade[l]);
        index[l] = p.row;
        offset[l] = p.offset;
    }
    rows_load(mufu_tanh_rows, index, row);
    squares_make(offset, squared);
    for (int l = 0; l < WARP_SIZE; l++) {
        r[l] = tanh_result(a[l], binade[l], row[l], offset[l], squared[l]);
    }
}
