// round.c - see round.h. A number is unpacked to sign, exponent and a 128-bit
// significand; an operation keeps at least 60 significant bits and remembers
// in `sticky` whether anything non-zero was cut off below them, which is all
// that a correct rounding to 53 bits or fewer can depend on.
#include "round.h"

typedef struct {
    int mantissa; // stored bits of the significand
    int exponent; // bits of the exponent
    int unused;   // low bits of the container that stay zero (tf32 in 32 bits)
    bool has_inf; // e4m3 spends all but one pattern of the top exponent on numbers
    uint64_t nan;
} FormatInfo;

static const FormatInfo info[FORMAT_COUNT] = {
    [FORMAT_f16] = {10, 5, 0, true, 0x7fff},
    [FORMAT_bf16] = {7, 8, 0, true, 0x7fff},
    [FORMAT_tf32] = {10, 8, 13, true, 0x7fffe000},
    [FORMAT_f32] = {23, 8, 0, true, 0x7fffffff},
    [FORMAT_f64] = {52, 11, 0, true, 0xfff8000000000000},
    [FORMAT_e4m3] = {3, 4, 0, false, 0x7f},
    [FORMAT_e5m2] = {2, 5, 0, true, 0x7f},
};

static const Exact not_a_number = {.kind = EXACT_nan};

// Position of the highest set bit; x is not 0.
static int top_bit(Wide x)
{
    const uint64_t high = (uint64_t)(x >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)x);
}

Exact exact_from(uint64_t bits, Format f)
{
    const FormatInfo *i = &info[f];
    bits >>= i->unused;
    const uint64_t fraction = bits & ((1ull << i->mantissa) - 1);
    const int top = (1 << i->exponent) - 1;
    const int e = (int)(bits >> i->mantissa) & top;
    const int bias = top >> 1;
    Exact x = {.negative = bits >> (i->mantissa + i->exponent) & 1, .kind = EXACT_finite};
    if (e == top && (i->has_inf || fraction == (1ull << i->mantissa) - 1)) {
        x.kind = i->has_inf && !fraction ? EXACT_inf : EXACT_nan;
    } else if (!e && !fraction) {
        x.kind = EXACT_zero;
    } else {
        x.sig = e ? fraction | 1ull << i->mantissa : fraction;
        x.exp = (e ? e : 1) - bias - i->mantissa;
    }
    return x;
}

Exact exact_from_int(uint64_t value, bool is_signed)
{
    Exact x = {.kind = value ? EXACT_finite : EXACT_zero};
    x.negative = is_signed && value >> 63;
    x.sig = x.negative ? -value : value;
    return x;
}

// Moves the highest bit to position `top`; bits that fall off go into sticky.
static Exact normalise(Exact x, int top)
{
    const int shift = top - top_bit(x.sig);
    if (shift >= 0) {
        x.sig <<= shift;
    } else {
        x.sticky |= (x.sig & (((Wide)1 << -shift) - 1)) != 0;
        x.sig >>= -shift;
    }
    x.exp -= shift;
    return x;
}

// Shifts right by n >= 0, keeping what falls off in sticky.
static Exact shift_right(Exact x, int n)
{
    if (n > 127) {
        x.sticky |= x.sig != 0;
        x.sig = 0;
    } else if (n > 0) {
        x.sticky |= (x.sig & (((Wide)1 << n) - 1)) != 0;
        x.sig >>= n;
    }
    x.exp += n;
    return x;
}

// a + b, both finite or zero and without sticky bits. An exact zero from opposite
// signs is +0 here; round_calc() makes it -0 where it rounds down.
static Exact add_finite(Exact a, Exact b)
{
    if (a.kind == EXACT_zero || b.kind == EXACT_zero) {
        Exact r = a.kind == EXACT_zero ? b : a;
        if (r.kind == EXACT_zero) {
            r.negative = a.negative && b.negative;
        }
        return r;
    }
    // Two spare bits on top for the sum, enough below for a guard: a shift of
    // more than 20 places cuts bits off, but then no more than one cancels.
    a = normalise(a, 125);
    b = normalise(b, 125);
    if (a.exp < b.exp || (a.exp == b.exp && a.sig < b.sig)) {
        const Exact t = a;
        a = b;
        b = t;
    }
    b = shift_right(b, a.exp - b.exp);
    Exact r = a;
    r.sticky = b.sticky;
    if (a.negative == b.negative) {
        r.sig = a.sig + b.sig;
    } else {
        r.sig = a.sig - b.sig - b.sticky; // what is left above is the new sticky part
        if (!r.sig && !r.sticky) {
            r.kind = EXACT_zero;
            r.negative = false;
        }
    }
    return r;
}

static Exact exact_add(Exact a, Exact b)
{
    if (a.kind == EXACT_nan || b.kind == EXACT_nan ||
        (a.kind == EXACT_inf && b.kind == EXACT_inf && a.negative != b.negative)) {
        return not_a_number;
    }
    if (a.kind == EXACT_inf) {
        return a;
    }
    return b.kind == EXACT_inf ? b : add_finite(a, b);
}

static Exact mul(Exact a, Exact b)
{
    Exact r = {.negative = a.negative != b.negative, .kind = EXACT_finite};
    const bool has_inf = a.kind == EXACT_inf || b.kind == EXACT_inf;
    const bool has_zero = a.kind == EXACT_zero || b.kind == EXACT_zero;
    if (a.kind == EXACT_nan || b.kind == EXACT_nan || (has_inf && has_zero)) {
        return not_a_number;
    }
    if (has_inf || has_zero) {
        r.kind = has_inf ? EXACT_inf : EXACT_zero;
        return r;
    }
    r.sig = a.sig * b.sig; // at most 64 bits each
    r.exp = a.exp + b.exp;
    return r;
}

static Exact exact_divide(Exact a, Exact b)
{
    Exact r = {.negative = a.negative != b.negative, .kind = EXACT_finite};
    if (a.kind == EXACT_nan || b.kind == EXACT_nan ||
        (a.kind == b.kind && a.kind != EXACT_finite)) {
        return not_a_number;
    }
    if (a.kind == EXACT_inf || b.kind == EXACT_zero) {
        r.kind = EXACT_inf;
        return r;
    }
    if (a.kind == EXACT_zero || b.kind == EXACT_inf) {
        r.kind = EXACT_zero;
        return r;
    }
    a = normalise(a, 126);
    b = normalise(b, 62);
    r.sig = a.sig / b.sig;
    r.sticky = a.sig % b.sig != 0;
    r.exp = a.exp - b.exp;
    return r;
}

static Exact square_root(Exact a)
{
    if (a.kind == EXACT_zero || (a.kind == EXACT_inf && !a.negative)) {
        return a;
    }
    if (a.kind == EXACT_nan || a.negative) {
        return not_a_number;
    }
    a = normalise(a, 125);
    if (a.exp & 1) {
        a.sig <<= 1;
        a.exp--;
    }
    Wide root = 0;
    Wide rest = a.sig;
    for (Wide bit = (Wide)1 << 126; bit; bit >>= 2) {
        const bool fits = rest >= root + bit;
        if (fits) {
            rest -= root + bit;
        }
        root = (root >> 1) + (fits ? bit : 0);
    }
    return (Exact){.sig = root, .exp = a.exp / 2, .kind = EXACT_finite, .sticky = rest != 0};
}

static Exact exact_calc(Calc op, Exact a, Exact b, Exact c)
{
    switch (op) {
    case CALC_add: return exact_add(a, b);
    case CALC_sub: b.negative = !b.negative; return exact_add(a, b);
    case CALC_mul: return mul(a, b);
    case CALC_fma: return exact_add(mul(a, b), c);
    case CALC_div: return exact_divide(a, b);
    case CALC_sqrt: return square_root(a);
    case CALC_rcp: return exact_divide((Exact){.sig = 1, .kind = EXACT_finite}, a);
    default: return not_a_number;
    }
}

// Whether the magnitude grows when `below` units in the last place (0: nothing,
// 1: less than half, 2: half, 3: more) are cut off.
static bool rounds_up(Rounding mode, bool negative, bool odd, int below)
{
    switch (mode) {
    case ROUND_rn: return below == 3 || (below == 2 && odd);
    case ROUND_rna: return below >= 2;
    case ROUND_rm: return negative && below;
    case ROUND_rp: return !negative && below;
    default: return false;
    }
}

// sig cut by n bits, rounded; n may be anything.
static Wide round_sig(Exact x, int n, Rounding mode)
{
    if (n <= 0) {
        // The caller makes sure that a sticky number has bits to cut.
        return x.sig << -n;
    }
    Wide kept = 0;
    int below;
    if (n > 128) {
        below = 1;
    } else {
        const Wide half = (Wide)1 << (n - 1);
        const Wide rest = n == 128 ? x.sig : x.sig & ((half << 1) - 1);
        kept = n == 128 ? 0 : x.sig >> n;
        below = rest > half ? 3 : rest == half ? (x.sticky ? 3 : 2) : rest || x.sticky;
    }
    return kept + rounds_up(mode, x.negative, kept & 1, below);
}

static uint64_t overflow(const FormatInfo *i, uint64_t sign, bool negative, Rounding mode,
                         bool satfinite)
{
    const uint64_t inf = ((1ull << i->exponent) - 1) << i->mantissa;
    const bool to_inf =
        mode == ROUND_rn || mode == ROUND_rna || mode == (negative ? ROUND_rm : ROUND_rp);
    const uint64_t largest = i->has_inf ? inf - 1 : (inf | ((1u << i->mantissa) - 1)) - 1;
    if (satfinite || !to_inf) {
        return sign | largest;
    }
    return i->has_inf ? sign | inf : sign | i->nan;
}

uint64_t round_to(Exact x, Format f, Rounding mode, bool satfinite)
{
    const FormatInfo *i = &info[f];
    const uint64_t sign = (uint64_t)x.negative << (i->mantissa + i->exponent);
    if (x.kind == EXACT_nan) {
        return i->nan;
    }
    if (x.kind == EXACT_zero) {
        return sign << i->unused;
    }
    const int top = (1 << i->exponent) - 1;
    const int bias = top >> 1;
    uint64_t bits;
    if (x.kind == EXACT_inf) {
        bits = overflow(i, sign, x.negative, ROUND_rn, satfinite);
    } else {
        // A significand of 127 bits always has bits to cut.
        x = normalise(x, 126);
        int e = x.exp + 126; // exponent of the leading bit
        const int lowest = 1 - bias;
        const int cut = 126 - i->mantissa + (e < lowest ? lowest - e : 0);
        const uint64_t sig = (uint64_t)round_sig(x, cut, mode);
        if (e < lowest) {
            e = lowest;
        }
        // The leading bit adds one to the exponent field; so does a carry.
        const uint64_t field = e > bias + 1 ? (uint64_t)top + 1 : (uint64_t)(e + bias - 1);
        const uint64_t value = (field << i->mantissa) + sig;
        const uint64_t limit = i->has_inf
                                   ? (uint64_t)top << i->mantissa
                                   : ((uint64_t)top << i->mantissa | ((1u << i->mantissa) - 1));
        bits = value < limit ? sign | value : overflow(i, sign, x.negative, mode, satfinite);
    }
    return bits << i->unused;
}

Exact exact_integral(Exact x, Rounding mode)
{
    if (x.kind == EXACT_finite && x.exp < 0) {
        const Wide sig = round_sig(x, -x.exp, mode);
        x.sig = sig;
        x.exp = 0;
        x.sticky = false;
        x.kind = sig ? EXACT_finite : EXACT_zero;
    }
    return x;
}

uint64_t round_to_int(Exact x, Rounding mode, bool is_signed, unsigned bits, uint64_t nan)
{
    const uint64_t most = is_signed ? (1ull << (bits - 1)) - 1 : ~0ull >> (64 - bits);
    const uint64_t least = is_signed ? -most - 1 : 0;
    if (x.kind == EXACT_nan) {
        return nan;
    }
    x = exact_integral(x, mode);
    if (x.kind == EXACT_zero) {
        return 0;
    }
    const bool huge = x.kind == EXACT_inf || top_bit(x.sig) + x.exp >= 64;
    const uint64_t value = huge ? ~0ull : (uint64_t)(x.sig << x.exp);
    if (x.negative) {
        return huge || value > -least ? least : -value;
    }
    return value > most ? most : value;
}

uint64_t round_calc(Calc op, Format f, Rounding mode, uint64_t a, uint64_t b, uint64_t c)
{
    const Exact x = exact_from(a, f);
    const Exact y = exact_from(b, f);
    const Exact z = exact_from(c, f);
    Exact r = exact_calc(op, x, y, z);
    if (r.kind == EXACT_zero && mode == ROUND_rm) {
        // x - x is -0 when rounding down; a sum of two zeros of one sign keeps it.
        if (op == CALC_add || op == CALC_sub || op == CALC_fma) {
            const bool first = op == CALC_fma ? x.negative != y.negative : x.negative;
            const bool second = op == CALC_fma ? z.negative : y.negative != (op == CALC_sub);
            r.negative = first || second;
        }
    }
    return round_to(r, f, mode, false);
}
