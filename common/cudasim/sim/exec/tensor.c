// tensor.c - sums of products as tensor cores make them: see tensor.h.
#include "tensor.h"

#include <string.h>

static const struct {
    int exponent, digits; // bits; digits after the leading one
    bool finite;          // no infinities, one NaN (e4m3)
} formats[FORMAT_COUNT] = {
    [FORMAT_f16] = {5, 10, false}, [FORMAT_bf16] = {8, 7, false}, [FORMAT_tf32] = {8, 10, false},
    [FORMAT_f32] = {8, 23, false}, [FORMAT_e4m3] = {4, 3, true},  [FORMAT_e5m2] = {5, 2, false},
};

// A number as sig and exp of TensorColumn.
static inline void take_apart(uint32_t bits, Format f, int32_t *sig, int32_t *exp)
{
    const int e = formats[f].exponent, m = formats[f].digits;
    const int top = (1 << e) - 1, biased = (int)(bits >> m) & top;
    const int32_t mantissa = (int32_t)(bits & ((1u << m) - 1));
    const int32_t magnitude = biased ? mantissa | 1 << m : mantissa;
    const bool special = formats[f].finite ? biased == top && mantissa == 7 : biased == top;
    *sig = bits >> (e + m) & 1 ? -magnitude : magnitude;
    *exp = !magnitude ? TENSOR_NOTHING
           : special  ? (formats[f].finite || mantissa ? TENSOR_NAN : TENSOR_INF)
                      : (biased ? biased : 1) - (top >> 1);
}

void tensor_clear(TensorColumn *c, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        c->sig[i] = 0, c->exp[i] = TENSOR_ABSENT;
}

void tensor_clear_rows(TensorRows *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned x = 0; x < TENSOR_ROWS; x++)
            r->sig[i][x] = 0, r->exp[i][x] = TENSOR_ABSENT;
}

void tensor_set(TensorColumn *c, unsigned i, uint32_t bits, Format f)
{
    take_apart(f == FORMAT_tf32 ? bits >> 13 : bits, f, &c->sig[i], &c->exp[i]);
}

void tensor_set_row(TensorRows *r, unsigned row, unsigned i, uint32_t bits, Format f)
{
    take_apart(f == FORMAT_tf32 ? bits >> 13 : bits, f, &r->sig[i][row], &r->exp[i][row]);
}

TensorSum tensor_shape(unsigned n, Format a, Format b, int places, int keep, bool half)
{
    return (TensorSum){.n = (n + 15) / 16 * 16,
                       .shift = places - formats[a].digits - formats[b].digits,
                       .places = places,
                       .keep = keep,
                       .half = half};
}

// ---- rounding ------------------------------------------------------------------------------

// u >> drop, or to the left; what is dropped is cut off.
static uint64_t cut(uint64_t u, int drop)
{
    return drop <= 0 ? u << -drop : drop > 63 ? 0 : u >> drop;
}

static uint64_t nearest(uint64_t u, int drop)
{
    if (drop <= 0 || drop > 63)
        return cut(u, drop);
    const uint64_t rest = u & ((1ull << drop) - 1), half = 1ull << (drop - 1), q = u >> drop;
    return q + (rest > half || (rest == half && (q & 1)));
}

// sum * 2^unit as an f32, cut to `keep` digits.
static uint32_t single(int64_t sum, int unit, int keep)
{
    const uint64_t u = (uint64_t)(sum < 0 ? -sum : sum);
    const int high = 63 - __builtin_clzll(u), e = unit + high;
    const uint32_t sign = sum < 0 ? 0x80000000 : 0;
    if (e > 127)
        return sign | 0x7f800000;
    if (e < -126)
        return sign | (uint32_t)cut(u, -149 - unit);
    return sign | (((uint32_t)(e + 127) << 23) +
                   (((uint32_t)cut(u, high - keep) << (23 - keep)) - (1u << 23)));
}

// The same as an f16, rounded to nearest.
static uint32_t half(int64_t sum, int unit)
{
    const uint64_t u = (uint64_t)(sum < 0 ? -sum : sum);
    const int high = 63 - __builtin_clzll(u), e = unit + high;
    const uint32_t sign = sum < 0 ? 0x8000 : 0;
    if (e > 15)
        return sign | 0x7c00;
    const uint64_t q = e < -14 ? nearest(u, -24 - unit)
                               : ((uint64_t)(e + 15) << 10) + (nearest(u, high - 10) - 1024);
    return q ? sign | (q < 0x7c00 ? (uint32_t)q : 0x7c00) : 0; // what becomes zero is +0
}

// ---- sums ----------------------------------------------------------------------------------

// Infinities and NaNs, of one row.
static uint32_t special_sum(const TensorSum *t, const TensorRows *a, unsigned row,
                            const TensorColumn *b, int32_t csig, int32_t cexp)
{
    bool nan = cexp >= TENSOR_NAN, inf[2] = {false, false};
    if (cexp == TENSOR_INF)
        inf[csig < 0] = true;
    for (unsigned i = 0; i < t->n; i++) {
        const int32_t x = a->exp[i][row], y = b->exp[i];
        if (x == TENSOR_ABSENT)
            continue;
        const bool infinite = x == TENSOR_INF || y == TENSOR_INF;
        nan |= x == TENSOR_NAN || y == TENSOR_NAN ||
               (infinite && (x == TENSOR_NOTHING || y == TENSOR_NOTHING));
        inf[(a->sig[i][row] < 0) != (b->sig[i] < 0)] |= infinite;
    }
    if (nan || (inf[0] && inf[1]))
        return t->half ? 0x7fff : 0x7fffffff;
    return (t->half ? 0x7c00 : 0x7f800000) | (inf[1] ? t->half ? 0x8000 : 0x80000000 : 0);
}

// What is left of the accumulator, `behind` digits below the largest number.
static int32_t accumulator(const TensorSum *t, int32_t csig, int behind)
{
    const int drop = t->half || t->places > 23 ? behind : behind + 23 - t->places;
    const int more = t->half ? t->places - 10 : t->places > 23 ? t->places - 23 : 0;
    const int32_t kept = (csig < 0 ? -csig : csig) << more >> (drop < 31 ? drop : 31);
    return csig < 0 ? -kept : kept;
}

// A number of each of eight rows, so that a line of the loops is one instruction.
typedef int32_t Eight __attribute__((vector_size(32)));

#define TAKE(v, from) memcpy(&(v), (from), sizeof(v))
#define WHERE(is, a, b) (((a) & (is)) | ((b) & ~(is)))

// 16 products below 4 with 25 places fit into 31 bits. Of a sparse row half is zero, and fewer
// places leave room for more.
static void add_products(const TensorSum *t, const TensorRows *a, unsigned first,
                         const TensorColumn *b, int32_t *top, int32_t *sum)
{
    Eight sums = {0}, largest, e, sig;
    TAKE(largest, top + first);
    for (unsigned i = 0; i < t->n; i++) {
        TAKE(e, a->exp[i] + first);
        e += b->exp[i];
        largest = WHERE(e > largest, e, largest);
    }
    for (unsigned i = 0; i < t->n; i++) {
        TAKE(e, a->exp[i] + first);
        TAKE(sig, a->sig[i] + first);
        const Eight product = sig * b->sig[i], minus = product >> 31;
        const Eight behind = largest - e - b->exp[i];
        const Eight kept =
            ((product ^ minus) - minus) << t->shift >> WHERE(behind < 31, behind, 31);
        sums += (kept ^ minus) - minus;
    }
    memcpy(top + first, &largest, sizeof largest);
    memcpy(sum + first, &sums, sizeof sums);
}

// Cuts sums to f32 as single() does. Returns the rows that are no normal numbers: these are for
// single().
static uint32_t cut_all(const TensorSum *t, const int32_t top[TENSOR_ROWS],
                        const int32_t sum[TENSOR_ROWS], const int32_t c[TENSOR_ROWS],
                        uint32_t d[TENSOR_ROWS])
{
    const uint32_t digits = 0x7fffff & ~((1u << (23 - t->keep)) - 1);
    uint32_t others = 0;
    double both[TENSOR_ROWS];
    uint64_t bits[TENSOR_ROWS];
    int32_t exponent[TENSOR_ROWS];
    for (unsigned x = 0; x < TENSOR_ROWS; x++)
        both[x] = (double)sum[x] + (double)c[x];
    memcpy(bits, both, sizeof bits);
    for (unsigned x = 0; x < TENSOR_ROWS; x++) {
        exponent[x] = (int32_t)(bits[x] >> 52 & 0x7ff) - 1023 + top[x] - t->places;
        d[x] = (uint32_t)(bits[x] >> 32 & 0x80000000) | (uint32_t)(exponent[x] + 127) << 23 |
               ((uint32_t)(bits[x] >> 29) & digits);
    }
    for (unsigned x = 0; x < TENSOR_ROWS; x++)
        others |= (uint32_t)(exponent[x] < -126 || exponent[x] > 127) << x;
    return others;
}

void tensor_sums(const TensorSum *t, const uint32_t c[TENSOR_ROWS], const TensorRows *a,
                 const TensorColumn *b, uint32_t d[TENSOR_ROWS])
{
    int32_t csig[TENSOR_ROWS], cexp[TENSOR_ROWS], top[TENSOR_ROWS], sum[TENSOR_ROWS];
    int32_t kept[TENSOR_ROWS];
    for (unsigned x = 0; x < TENSOR_ROWS; x++) {
        take_apart(c[x], t->half ? FORMAT_f16 : FORMAT_f32, &csig[x], &cexp[x]);
        top[x] = cexp[x];
    }
    add_products(t, a, 0, b, top, sum);
    add_products(t, a, 8, b, top, sum);
    for (unsigned x = 0; x < TENSOR_ROWS; x++)
        kept[x] = accumulator(t, csig[x], cexp[x] == TENSOR_NOTHING ? 31 : top[x] - cexp[x]);
    for (uint32_t left = t->half ? 0xffff : cut_all(t, top, sum, kept, d); left; left &= left - 1) {
        const unsigned x = (unsigned)__builtin_ctz(left);
        const int64_t all = (int64_t)sum[x] + kept[x];
        const int unit = top[x] - t->places;
        d[x] = top[x] >= TENSOR_INF + TENSOR_NOTHING ? special_sum(t, a, x, b, csig[x], cexp[x])
               : !all                                ? 0
               : t->half                             ? half(all, unit)
                                                     : single(all, unit, t->keep);
    }
}
