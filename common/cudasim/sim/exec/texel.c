// texel.c - which texels a fetch reads, with which weights, and what they become.
#include "texel.h"

#include "half.h"

#include <math.h>
#include <string.h>

enum { ONE = 256 }; // of the fixed point of weights

// ---- one dimension --------------------------------------------------

// Two neighbouring texels, -1: border, and the weight of the second.
typedef struct {
    int64_t i[2];
    unsigned second; // of ONE
} Axis;

static int64_t within(int64_t i, int64_t size, AddressMode mode)
{
    switch (mode) {
    case ADDRESS_wrap: return (i % size + size) % size;
    case ADDRESS_mirror:
        i = (i % (2 * size) + 2 * size) % (2 * size);
        return i < size ? i : 2 * size - 1 - i;
    case ADDRESS_border: return i >= 0 && i < size ? i : -1;
    default: return i < 0 ? 0 : i < size ? i : size - 1;
    }
}

// A coordinate in texels. Normalised ones have 21 bits behind the point. What is not a number is 0;
// infinity has no fraction, so that where images repeat it is 0, too; elsewhere what is far outside
// stays within the range of integers.
static double in_texels(const Sampler *s, float x, uint32_t size, AddressMode mode)
{
    const double most = 1ll << 44, steps = 1 << 21;
    const double u = s->normalised ? floor((double)x * steps) / steps * size : (double)x;
    const bool repeats = mode == ADDRESS_wrap || mode == ADDRESS_mirror;
    if (u != u || (repeats && (u > most || u < -most)))
        return 0;
    return u > most ? most : u < -most ? -most : u;
}

static Axis axis_of(const Texture *t, const Fetch *f, unsigned k, uint32_t size)
{
    const Sampler *s = &t->sampler;
    const AddressMode mode = (AddressMode)s->address[k];
    if (f->integers) {
        int64_t i = within(f->texel[k], size, mode == ADDRESS_border ? mode : ADDRESS_clamp);
        return (Axis){{i, i}, 0};
    }
    double u = in_texels(s, f->at[k], size, mode);
    if (!s->linear) {
        int64_t i = within((int64_t)floor(u), size, mode);
        return (Axis){{i, i}, 0};
    }
    int64_t fixed = (int64_t)floor(u * ONE + 0.5) - ONE / 2, i = fixed >> 8;
    return (Axis){{within(i, size, mode), within(i + 1, size, mode)}, (unsigned)(fixed & 255)};
}

// ---- layers, faces, levels ------------------------------------------

uint32_t layer_within(const Image *image, uint32_t layer)
{
    int64_t n = image->level[0].depth / (image->cube ? 6 : 1);
    return (uint32_t)(layer < n ? layer : n - 1);
}

uint32_t cube_face(float at[3])
{
    const float x = at[0], y = at[1], z = at[2], ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    float s, t, m;
    uint32_t face;
    if (ax >= ay && ax >= az)
        face = x < 0, s = x < 0 ? z : -z, t = -y, m = ax;
    else if (ay >= az)
        face = 2 + (y < 0), s = x, t = y < 0 ? -z : z, m = ay;
    else
        face = 4 + (z < 0), s = z < 0 ? -x : x, t = -y, m = az;
    at[0] = (s / m + 1) / 2;
    at[1] = (t / m + 1) / 2;
    at[2] = 0;
    return face;
}

// The logarithm to base 2, cut off behind 16 bits: each squaring brings one.
static float logarithm(float v)
{
    int exponent;
    double m = 2 * frexp((double)v, &exponent), result = exponent - 1;
    for (double bit = 0.5; bit > 1.0 / (1 << 17); bit /= 2) {
        m *= m;
        if (m >= 2) {
            m /= 2;
            result += bit;
        }
    }
    return (float)result;
}

float gradient_level(const Texture *t, const float x[3], const float y[3])
{
    const ImageLevel *base = &t->image.level[0];
    const float size[3] = {(float)base->width, (float)base->height, (float)base->depth};
    float xx = 0, yy = 0;
    for (unsigned k = 0; k < t->image.dimensions; k++) {
        float scale = t->sampler.normalised ? size[k] : 1;
        xx += x[k] * scale * x[k] * scale;
        yy += y[k] * scale * y[k] * scale;
    }
    float most = xx > yy ? xx : yy;
    return most > 0 && most < INFINITY ? 0.5f * logarithm(most)
           : most > 0                  ? IMAGE_LEVELS
                                       : -IMAGE_LEVELS;
}

// The level in fixed point, after bias and clamps: each of them has 8 bits behind the point.
static int fixed_level(float level)
{
    const float most = IMAGE_LEVELS * ONE, v = level * ONE;
    return v != v ? 0 : (int)(v < -most ? -most : v > most ? most : v);
}

static unsigned level_of(const Texture *t, const Fetch *f)
{
    const Sampler *s = &t->sampler;
    const int least = fixed_level(s->least), most = fixed_level(s->most);
    const int last = (t->image.levels - 1) * ONE;
    int level = f->has_level ? fixed_level(f->level) + fixed_level(s->bias) : 0;
    level = level < least ? least : level > most ? most : level;
    return (unsigned)(level < 0 ? 0 : level < last ? level : last);
}

// ---- taps -----------------------------------------------------------

static Tap tap_at(const Texture *t, const ImageLevel *l, int64_t x, int64_t y, int64_t z)
{
    if (x < 0 || y < 0 || z < 0)
        return (Tap){.border = true};
    return (Tap){.addr = l->addr + (uint64_t)x * texel_bytes(t->image.format) +
                         (uint64_t)y * l->pitch + (uint64_t)z * l->slice};
}

static unsigned rounded(unsigned product) { return (product + ONE / 2) / ONE; }

// The weights of the texels of a square that weighs `all`: (0, 0), (1, 0), (0, 1), (1, 1).
static void square_weights(unsigned all, unsigned x, unsigned y, unsigned w[4])
{
    const unsigned right = rounded(all * x), below = rounded(all * y);
    w[3] = rounded(all * rounded(x * y));
    if (w[3] + all < right + below)
        w[3] = right + below - all;
    w[2] = below - w[3];
    w[1] = right - w[3];
    w[0] = all - right - w[2];
}

// A row is a flat image of one row, of which it reads the place 0: of the linear texels there, one
// is outside.
static Axis second_axis(const Texture *t, const Fetch *f, const ImageLevel *l)
{
    const Axis none = {{0, 0}, 0}, row = {{-1, 0}, ONE / 2};
    if (t->image.dimensions > 1)
        return axis_of(t, f, 1, l->height);
    return t->sampler.linear && !t->image.layered && t->sampler.address[1] == ADDRESS_border &&
                   !f->integers
               ? row
               : none;
}

// `share`: what the level weighs, of ONE.
static unsigned level_taps(const Texture *t, const Fetch *f, unsigned level, unsigned share,
                           Tap *taps)
{
    const ImageLevel *l = &t->image.level[level];
    const Axis none = {{0, 0}, 0};
    const bool deep = t->image.dimensions == 3;
    const Axis x = axis_of(t, f, 0, l->width), y = second_axis(t, f, l);
    const Axis z = deep ? axis_of(t, f, 2, l->depth) : none;
    const unsigned behind = rounded(share * z.second);
    unsigned n = 0;
    for (unsigned cz = 0; cz < 2; cz++) {
        unsigned w[4];
        square_weights(cz ? behind : share - behind, x.second, y.second, w);
        for (unsigned c = 0; c < 4; c++) {
            if (!w[c]) // such a texel is not read
                continue;
            taps[n] = tap_at(t, l, x.i[c & 1], y.i[c >> 1], deep ? z.i[cz] : (int64_t)f->layer);
            taps[n++].weight = w[c];
        }
    }
    return n;
}

unsigned fetch_taps(const Texture *t, const Fetch *f, Tap taps[TAPS])
{
    const unsigned level = t->image.levels > 1 ? level_of(t, f) : 0;
    if (!t->sampler.between)
        return level_taps(t, f, rounded(level), ONE, taps);
    const unsigned first = level / ONE, second = level % ONE;
    const unsigned n = level_taps(t, f, first, ONE - second, taps);
    return second ? n + level_taps(t, f, first + 1, second, taps + n) : n;
}

unsigned gather_taps(const Texture *t, const Fetch *f, Tap taps[TAPS])
{
    static const uint8_t order[4] = {2, 3, 1, 0}; // (i, j + 1), (i + 1, j + 1), (i + 1, j), (i, j)
    Texture linear = *t;
    linear.sampler.linear = true;
    const ImageLevel *l = &t->image.level[0];
    const Axis x = axis_of(&linear, f, 0, l->width), y = axis_of(&linear, f, 1, l->height);
    for (unsigned i = 0; i < 4; i++)
        taps[i] = tap_at(t, l, x.i[order[i] & 1], y.i[order[i] >> 1], f->layer);
    return 4;
}

// ---- texels ---------------------------------------------------------

static uint32_t extended(TexelFormat f, uint32_t word)
{
    word <<= 32 - f.bits;
    return f.kind == TEXEL_signed ? (uint32_t)((int32_t)word >> (32 - f.bits))
                                  : word >> (32 - f.bits);
}

void texel_words(TexelFormat f, const uint8_t *bytes, uint32_t out[4])
{
    for (unsigned k = 0; k < 4; k++) {
        out[k] = 0;
        if (k < f.channels)
            memcpy(&out[k], bytes + k * f.bits / 8, f.bits / 8u);
        out[k] = f.kind == TEXEL_float && f.bits == 16 ? f32_bits(half_value(out[k]))
                                                       : extended(f, out[k]);
    }
}

// The greatest integer of a format, which is read as 1.
static int32_t most_of(TexelFormat f)
{
    return (int32_t)((1u << (f.bits - (f.kind == TEXEL_signed))) - 1);
}

// The border of integers that are read as floats is rounded to their steps.
static uint32_t border_step(TexelFormat f, float v)
{
    const float least = f.kind == TEXEL_signed ? -1 : 0, most = (float)most_of(f);
    v = v > least ? v < 1 ? v : 1 : least;
    const double steps = (double)v * most;
    return (uint32_t)(int32_t)(steps < 0 ? -ceil(-steps - 0.5) : ceil(steps - 0.5));
}

void texel_border(const Texture *t, uint32_t out[4])
{
    const TexelFormat f = t->image.format;
    for (unsigned k = 0; k < 4; k++) {
        const float v = t->sampler.border[k];
        out[k] = k >= f.channels         ? 0
                 : t->sampler.unit       ? border_step(f, v)
                 : f.kind == TEXEL_float ? f32_bits(v)
                                         : extended(f, f32_bits(v));
    }
}

// ---- results --------------------------------------------------------

static float unit_of(TexelFormat f, uint32_t word)
{
    const int32_t most = most_of(f), v = (int32_t)word;
    return v < -most ? -1 : (float)v / (float)most;
}

// Integers are added exactly, as 16 bits with 7 more behind the point (0x12 becomes 0x1212, and a
// signed 0x12 0x1224.24, its 7 bits again and again), and the sum is rounded to 16 bits.
static float sum_of_units(TexelFormat f, const Tap *taps, unsigned n, unsigned k)
{
    const int64_t most = f.kind == TEXEL_signed ? 32767 : 65535, half = 1 << 14;
    const int64_t scale = f.bits == 16 ? 128 : f.kind == TEXEL_signed ? 33025 : 257 * 128;
    int64_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += (int64_t)taps[i].weight * (int32_t)taps[i].word[k];
    const int64_t rounded_sum = (sum * scale + half) >> 15;
    return rounded_sum < -most ? -1 : (float)rounded_sum / (float)most;
}

static float flushed(uint32_t bits) { return bits_f32(bits & 0x7f800000 ? bits : bits & 1u << 31); }

// The sum, in units of 2^unit, rounded to the precision of the format.
static float rounded_float(TexelFormat f, int64_t sum, int unit, bool negative)
{
    const int bits = f.bits == 16 ? 11 : 24;
    const uint64_t size = (uint64_t)(sum < 0 ? -sum : sum);
    const int extra = size >> bits ? 64 - __builtin_clzll(size) - bits : 0;
    const uint64_t kept = extra ? (size + (1ull << (extra - 1))) >> extra : size;
    const float value = flushed(f32_bits((float)ldexp((double)kept, extra + unit)));
    return sum < 0 || (!sum && negative) ? -value : value;
}

// Adds floats in fixed point: 27 bits below the first bit of the largest, and what is below them is
// cut off. Subnormals are zeros, before and after.
static float sum_of_floats(TexelFormat f, const Tap *taps, unsigned n, unsigned k)
{
    int exponent = -149;
    double rough = 0;
    bool negative = true; // all of them: so is a sum of zeros
    for (unsigned i = 0; i < n; i++) {
        const float v = flushed(taps[i].word[k]);
        const int e = (int)(taps[i].word[k] >> 23 & 255) - 127;
        rough += (double)v * taps[i].weight;
        negative &= taps[i].word[k] >> 31;
        exponent = v != 0 && e > exponent ? e : exponent;
    }
    if (exponent == 128) // infinity or NaN
        return rough != rough ? bits_f32(0x7fffffff) : (float)rough;
    int64_t sum = 0;
    for (unsigned i = 0; i < n; i++) {
        const double fixed = ldexp((double)flushed(taps[i].word[k]), 27 - exponent);
        sum += (int64_t)fixed * taps[i].weight; // fewer than 38 bits
    }
    return rounded_float(f, sum, exponent - 27 - 8, negative);
}

// Rounded to 8 bits, or to 1/65536.
static float short_light(float v)
{
    return v < 1.0f / 512 ? floorf(v * 65536 + 0.5f) / 65536 : bf16_value(bf16_round(v));
}

// sRGB, as IEC 61966-2-1 defines it. x^2.4 is the fifth root of x^12, by Newton's
// steps from above.
static float linear_light(float v)
{
    if (v <= 0.04045f)
        return short_light(v / 12.92f);
    const double x = ((double)v + 0.055) / 1.055, x4 = x * x * x * x, power = x4 * x4 * x4;
    double root = 1;
    for (unsigned i = 0; i < 60; i++)
        root = (4 * root + power / (root * root * root * root)) / 5;
    return short_light((float)root);
}

static float light_of(const Tap *taps, unsigned n, unsigned k, bool sums)
{
    const TexelFormat byte = {4, 8, TEXEL_unsigned}, half = {4, 16, TEXEL_float};
    Tap light[TAPS];
    for (unsigned i = 0; i < (sums ? n : 1); i++) {
        light[i] = taps[i];
        light[i].word[k] = f32_bits(linear_light(unit_of(byte, taps[i].word[k])));
    }
    return sums ? sum_of_floats(half, light, n, k) : bits_f32(light[0].word[k]);
}

void fetch_results(const Texture *t, const Tap *taps, unsigned n, uint32_t out[4])
{
    const bool sums = n && (t->sampler.linear || t->sampler.between);
    const TexelFormat f = t->image.format;
    for (unsigned k = 0; k < 4; k++) {
        float v;
        if (k >= f.channels)
            v = 0;
        else if (t->sampler.srgb && t->sampler.unit && f.bits == 8 && k < 3)
            v = light_of(taps, n, k, sums);
        else if (t->sampler.unit)
            v = sums ? sum_of_units(f, taps, n, k) : unit_of(f, taps->word[k]);
        else
            v = sums ? sum_of_floats(f, taps, n, k) : bits_f32(taps->word[k]);
        out[k] = f32_bits(v);
    }
}
