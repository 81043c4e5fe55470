// exec_texture.c - tex and tld4: texel.h says which texels a lane reads, and what they become. Each
// texel of a fetch is an access of its own to those that listen.
#include "exec_image.h"
#include "texel.h"

enum { COORDINATES = 2, FIRST_EXTRA = 3 }; // operands

typedef struct {
    const Texture *of[WARP_SIZE];
    Tap taps[WARP_SIZE][TAPS];
    uint8_t n[WARP_SIZE];
    uint32_t value[4][WARP_SIZE]; // bits
} Fetches;

static float operand_float(const Warp *w, const Step *s, unsigned k, unsigned i, unsigned lane)
{
    const uint32_t bits = image_operand(w, s, k, i, lane);
    float v;
    memcpy(&v, &bits, 4);
    return v;
}

// ---- where a lane fetches -------------------------------------------

static void find_level(const Warp *w, const Step *s, const Texture *t, Fetch *f, unsigned lane)
{
    float x[3] = {0}, y[3] = {0};
    f->has_level = inst_has(s->inst, MOD_level) || inst_has(s->inst, MOD_grad);
    if (inst_has(s->inst, MOD_level))
        f->level = operand_float(w, s, FIRST_EXTRA, 0, lane);
    if (!inst_has(s->inst, MOD_grad))
        return;
    for (unsigned k = 0; k < t->image.dimensions; k++) {
        x[k] = operand_float(w, s, FIRST_EXTRA, k, lane);
        y[k] = operand_float(w, s, FIRST_EXTRA + 1, k, lane);
    }
    f->level = gradient_level(t, x, y);
}

static Fetch fetch_of(const Warp *w, const Step *s, const Texture *t, unsigned lane)
{
    const ImageShape shape = image_shape(s->inst);
    Fetch f = {.integers = type_class((Type)s->inst->type[1]) != 'F'};
    const unsigned first = shape.layered, n = shape.cube ? 3 : shape.dimensions;
    if (shape.layered)
        f.layer = layer_within(&t->image, image_operand(w, s, COORDINATES, 0, lane));
    for (unsigned k = 0; k < n; k++) {
        f.texel[k] = (int32_t)image_operand(w, s, COORDINATES, first + k, lane);
        f.at[k] = operand_float(w, s, COORDINATES, first + k, lane);
    }
    if (shape.cube)
        f.layer = 6 * f.layer + cube_face(f.at);
    find_level(w, s, t, &f, lane);
    return f;
}

// ---- the texels -----------------------------------------------------

// Reads texel k of the lanes that have one; those of one size at a time.
static void read_tap(Warp *w, const Step *s, Fetches *f, uint32_t lanes, unsigned k)
{
    uint64_t addr[WARP_SIZE] = {0};
    uint8_t *bytes[WARP_SIZE];
    const uint32_t all = w->mask;
    uint32_t left = 0;
    for (uint32_t m = lanes; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        if (k < f->n[l] && f->taps[l][k].border)
            texel_border(f->of[l], f->taps[l][k].word);
        else if (k < f->n[l])
            left |= m & -m;
        addr[l] = f->taps[l][k].addr;
    }
    while (left && !w->launch->stop) {
        const unsigned size = texel_bytes(f->of[__builtin_ctz(left)]->image.format);
        AccessForm form = {.part = (uint8_t)k};
        image_form(size, &form);
        w->mask = 0;
        for (uint32_t m = left; m; m &= m - 1)
            if (texel_bytes(f->of[__builtin_ctz(m)]->image.format) == size)
                w->mask |= m & -m;
        left &= ~w->mask;
        for (uint32_t m = access_given(w, s, &form, ACCESS_load, NULL, addr, bytes); m; m &= m - 1)
            texel_words(f->of[__builtin_ctz(m)]->image.format, bytes[__builtin_ctz(m)],
                        f->taps[__builtin_ctz(m)][k].word);
    }
    w->mask = all;
}

static void put_results(Warp *w, const Step *s, const Fetches *f)
{
    const Fragments *o = s->extra;
    for (unsigned k = 0; k < 4; k++) {
        if (o->slots[0][k] == SLOT_NONE)
            continue;
        uint32_t *d = slot(w, o->slots[0][k]);
        EACH_LANE(w, d[l] = f->value[k][l];);
    }
    if (s->dst2 != SLOT_NONE)
        set_pred(w, s->dst2, FULL_MASK);
}

static void exec_tex(Warp *w, const Step *s)
{
    Fetches f = {0};
    const uint32_t lanes = image_objects(w, s, f.of);
    unsigned most = 0;
    for (uint32_t m = lanes; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        const Fetch where = fetch_of(w, s, f.of[l], l);
        f.n[l] = (uint8_t)fetch_taps(f.of[l], &where, f.taps[l]);
        most = f.n[l] > most ? f.n[l] : most;
    }
    for (unsigned k = 0; k < most; k++)
        read_tap(w, s, &f, lanes, k);
    for (uint32_t m = lanes; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        const Texture *t = f.of[l];
        uint32_t out[4];
        if (t->image.format.kind == TEXEL_float || t->sampler.unit)
            fetch_results(t, f.taps[l], f.n[l], out);
        else
            memcpy(out, f.taps[l][0].word, sizeof out);
        for (unsigned k = 0; k < 4; k++)
            f.value[k][l] = out[k];
    }
    put_results(w, s, &f);
}

// ---- tld4 -----------------------------------------------------------

static void exec_tld4(Warp *w, const Step *s)
{
    static const Mod components[] = {MOD_r, MOD_g, MOD_b, MOD_a};
    Fetches f = {0};
    unsigned which = 0;
    while (!inst_has(s->inst, components[which]))
        which++;
    const uint32_t lanes = image_objects(w, s, f.of);
    for (uint32_t m = lanes; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        const Fetch where = fetch_of(w, s, f.of[l], l);
        f.n[l] = (uint8_t)gather_taps(f.of[l], &where, f.taps[l]);
    }
    for (unsigned k = 0; k < 4; k++)
        read_tap(w, s, &f, lanes, k);
    for (uint32_t m = lanes; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        const Texture *t = f.of[l];
        for (unsigned k = 0; k < 4; k++) {
            uint32_t out[4];
            if (t->image.format.kind == TEXEL_float || t->sampler.unit)
                fetch_results(t, &f.taps[l][k], 0, out);
            else
                memcpy(out, f.taps[l][k].word, sizeof out);
            f.value[k][l] = out[which];
        }
    }
    put_results(w, s, &f);
}

// ---- which forms there are ------------------------------------------

static bool is_word(Type t)
{
    return t == TYPE_f32 || t == TYPE_u32 || t == TYPE_s32 || t == TYPE_b32;
}

static bool lists_are(const Inst *in, const Step *s, unsigned coordinates)
{
    const Fragments *o = s->extra;
    bool words = o->n[0] == 4 && o->bytes[0] == 4 && coordinates &&
                 image_sources(o, COORDINATES, coordinates, 4);
    for (unsigned k = FIRST_EXTRA; k < in->nopnd; k++)
        words &= image_sources(o, k, 1, 4);
    return words && in->vec == 4 && in->ntypes == 2 && is_word((Type)in->type[0]);
}

ExecFn pick_tex(const Inst *in, Step *s)
{
    const Fragments *o = s->extra;
    const ImageShape shape = image_shape(in);
    const bool level = inst_has(in, MOD_level), grad = inst_has(in, MOD_grad);
    const bool integers = in->type[1] == TYPE_s32;
    const unsigned n = FIRST_EXTRA + (grad ? 2 : level);
    if (!lists_are(in, s, image_coordinates(shape)) || in->nopnd != n || (level && grad) ||
        (!integers && in->type[1] != TYPE_f32) || (integers && (level || grad || shape.cube)))
        return NULL;
    if (grad && (shape.cube || o->n[FIRST_EXTRA] < shape.dimensions ||
                 o->n[FIRST_EXTRA + 1] < shape.dimensions))
        return NULL;
    return exec_tex;
}

ExecFn pick_tld4(const Inst *in, Step *s)
{
    const bool component =
        inst_has(in, MOD_r) || inst_has(in, MOD_g) || inst_has(in, MOD_b) || inst_has(in, MOD_a);
    const ImageShape shape = image_shape(in);
    return lists_are(in, s, image_coordinates(shape)) && in->nopnd == FIRST_EXTRA && component &&
                   in->type[1] == TYPE_f32 && shape.dimensions == 2 && !shape.cube
               ? exec_tld4
               : NULL;
}
