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

// A coordinate in texels; what is not finite, or far outside, stays within the range of integers.
static double in_texels(const Sampler *s, float x, uint32_t size)
{
    double u = s->normalised ? (double)x * size : (double)x;
    const double most = 1ll << 44;
    return u != u ? 0 : u > most ? most : u < -most ? -most : u;
}

static Axis axis_of(const Texture *t, const Fetch *f, unsigned k, uint32_t size)
{
    const Sampler *s = &t->sampler;
    const AddressMode mode = (AddressMode)s->address[k];
    if (f->integers) {
        int64_t i = within(f->texel[k], size, mode == ADDRESS_border ? mode : ADDRESS_clamp);
        return (Axis){{i, i}, 0};
    }
    double u = in_texels(s, f->at[k], size);
    if (!s->linear) {
        int64_t i = within((int64_t)floor(u), size, mode);
        return (Axis){{i, i}, 0};
    }
    int64_t fixed = (int64_t)floor(u * ONE + 0.5) - ONE / 2, i = fixed >> 8;
    return (Axis){{within(i, size, mode), within(i + 1, size, mode)}, (unsigned)(fixed & 255)};
}

// ---- layers, faces, levels ------------------------------------------

uint32_t layer_within(const Image *image, int64_t layer)
{
    int64_t n = image->level[0].depth / (image->cube ? 6 : 1);
    return (uint32_t)(layer < 0 ? 0 : layer < n ? layer : n - 1);
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
    return most > 0 ? 0.5f * log2f(most) : -IMAGE_LEVELS;
}

static float level_of(const Texture *t, float level)
{
    const Sampler *s = &t->sampler;
    const float last = (float)(t->image.levels - 1);
    level += s->bias;
    level = level < s->least ? s->least : level > s->most ? s->most : level;
    return level > 0 ? level < last ? level : last : 0;
}

// ---- taps -----------------------------------------------------------

static Tap tap_at(const Texture *t, const ImageLevel *l, int64_t x, int64_t y, int64_t z)
{
    if (x < 0 || y < 0 || z < 0)
        return (Tap){.border = true};
    return (Tap){.addr = l->addr + (uint64_t)x * texel_bytes(t->image.format) +
                         (uint64_t)y * l->pitch + (uint64_t)z * l->slice};
}

static unsigned level_taps(const Texture *t, const Fetch *f, unsigned level, float share, Tap *taps)
{
    const Image *im = &t->image;
    const ImageLevel *l = &im->level[level];
    const Axis none = {{0, 0}, 0};
    const bool deep = im->dimensions == 3;
    const Axis x = axis_of(t, f, 0, l->width);
    const Axis y = im->dimensions > 1 ? axis_of(t, f, 1, l->height) : none;
    const Axis z = deep ? axis_of(t, f, 2, l->depth) : none;
    unsigned n = 0;
    const unsigned corners = t->sampler.linear && !f->integers ? 1u << im->dimensions : 1;
    for (unsigned c = 0; c < corners; c++) {
        unsigned cx = c & 1, cy = c >> 1 & 1, cz = c >> 2;
        float weight = share * (float)(cx ? x.second : ONE - x.second) / ONE;
        weight *= (float)(cy ? y.second : ONE - y.second) / ONE;
        weight *= (float)(cz ? z.second : ONE - z.second) / ONE;
        taps[n] = tap_at(t, l, x.i[cx], y.i[cy], deep ? z.i[cz] : (int64_t)f->layer);
        taps[n++].weight = weight;
    }
    return n;
}

unsigned fetch_taps(const Texture *t, const Fetch *f, Tap taps[TAPS])
{
    float level = t->image.levels > 1 ? level_of(t, f->level) : 0;
    if (!t->sampler.between)
        return level_taps(t, f, (unsigned)(level + 0.5f), 1, taps);
    unsigned first = (unsigned)level, second = (unsigned)((level - (float)first) * ONE + 0.5f);
    if (!second)
        return level_taps(t, f, first, 1, taps);
    unsigned n = level_taps(t, f, first, (float)(ONE - second) / ONE, taps);
    return n + level_taps(t, f, first + 1, (float)second / ONE, taps + n);
}

unsigned gather_taps(const Texture *t, const Fetch *f, Tap taps[TAPS])
{
    static const uint8_t order[4] = {2, 3, 1, 0}; // (i, j + 1), (i + 1, j + 1), (i + 1, j), (i, j)
    Texture linear = *t;
    Tap all[TAPS];
    linear.sampler.linear = true;
    level_taps(&linear, f, 0, 1, all);
    for (unsigned i = 0; i < 4; i++)
        taps[i] = all[order[i]];
    return 4;
}

// ---- values ---------------------------------------------------------

static uint32_t component(TexelFormat f, const uint8_t *bytes, unsigned k)
{
    uint32_t word = 0;
    memcpy(&word, bytes + k * f.bits / 8, f.bits / 8u);
    return f.kind == TEXEL_signed ? (uint32_t)((int32_t)(word << (32 - f.bits)) >> (32 - f.bits))
                                  : word;
}

void texel_words(TexelFormat f, const uint8_t *bytes, uint32_t out[4])
{
    for (unsigned k = 0; k < 4; k++)
        out[k] = k < f.channels ? component(f, bytes, k) : k == 3;
}

static float linear_light(float v)
{
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

void texel_floats(const Texture *t, const uint8_t *bytes, float out[4])
{
    const TexelFormat f = t->image.format;
    for (unsigned k = 0; k < 4; k++) {
        uint32_t word = k < f.channels ? component(f, bytes, k) : 0;
        const int32_t most = (1 << (f.bits - 1)) - 1;
        if (k >= f.channels)
            out[k] = k == 3;
        else if (f.kind == TEXEL_float && f.bits == 16)
            out[k] = half_value(word);
        else if (f.kind == TEXEL_float)
            memcpy(&out[k], &word, 4);
        else if (f.kind == TEXEL_signed)
            out[k] = (int32_t)word <= -most ? -1 : (float)(int32_t)word / (float)most;
        else
            out[k] = (float)word / (float)(2 * most + 1);
        if (t->sampler.srgb && k < 3 && f.bits == 8)
            out[k] = linear_light(out[k]);
    }
}
