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

// A number as sig and exp of TensorRow.
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

void tensor_clear(TensorRow *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        r->sig[i] = 0, r->exp[i] = TENSOR_ABSENT;
}

void tensor_set(TensorRow *r, unsigned i, uint32_t bits, Format f)
{
    take_apart(f == FORMAT_tf32 ? bits >> 13 : bits, f, &r->sig[i], &r->exp[i]);
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

// Infinities and NaNs.
static uint32_t special_sum(const TensorSum *t, const TensorRow *a, const TensorRow *b,
                            int32_t csig, int32_t cexp)
{
    bool nan = cexp >= TENSOR_NAN, inf[2] = {false, false};
    if (cexp == TENSOR_INF)
        inf[csig < 0] = true;
    for (unsigned i = 0; i < t->n; i++) {
        const int32_t x = a->exp[i], y = b->exp[i];
        if (x == TENSOR_ABSENT)
            continue;
        const bool infinite = x == TENSOR_INF || y == TENSOR_INF;
        nan |= x == TENSOR_NAN || y == TENSOR_NAN ||
               (infinite && (x == TENSOR_NOTHING || y == TENSOR_NOTHING));
        inf[(a->sig[i] < 0) != (b->sig[i] < 0)] |= infinite;
    }
    if (nan || (inf[0] && inf[1]))
        return t->half ? 0x7fff : 0x7fffffff;
    return (t->half ? 0x7c00 : 0x7f800000) | (inf[1] ? t->half ? 0x8000 : 0x80000000 : 0);
}

uint32_t tensor_sum(const TensorSum *t, uint32_t c, const TensorRow *a, const TensorRow *b)
{
    const Format format = t->half ? FORMAT_f16 : FORMAT_f32;
    int32_t csig, cexp;
    take_apart(c, format, &csig, &cexp);
    int32_t top = cexp, sum = 0;
    for (unsigned i = 0; i < t->n; i++) {
        const int32_t e = a->exp[i] + b->exp[i];
        top = e > top ? e : top;
    }
    if (top >= TENSOR_INF + TENSOR_NOTHING)
        return special_sum(t, a, b, csig, cexp);
    // 16 products below 4 with 25 places fit into 31 bits. Of a sparse row half is zero, and fewer
    // places leave room for more.
    for (unsigned i = 0; i < t->n; i++) {
        const int32_t product = a->sig[i] * b->sig[i], behind = top - a->exp[i] - b->exp[i];
        const int32_t magnitude = (product < 0 ? -product : product) << t->shift;
        const int32_t kept = magnitude >> (behind < 31 ? behind : 31);
        sum += product < 0 ? -kept : kept;
    }
    const int64_t grown = (int64_t)(csig < 0 ? -csig : csig)
                          << (t->places > 23 ? t->places - 23 : 0);
    const int behind = cexp == TENSOR_NOTHING ? 63 : top - cexp;
    const int drop = t->half ? behind : behind + (t->places > 23 ? 0 : 23 - t->places);
    const int64_t kept =
        t->half ? (int64_t)cut((uint64_t)(csig < 0 ? -csig : csig) << (t->places - 10), drop)
                : grown >> (drop < 63 ? drop : 63);
    const int64_t all = sum + (csig < 0 ? -kept : kept);
    if (!all)
        return 0;
    return t->half ? half(all, top - t->places) : single(all, top - t->places, t->keep);
}
