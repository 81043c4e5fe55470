// exec_video.c - the video instructions on the two halves or four bytes of words, such as
// vabsdiff4.dtype.atype.btype d, a, b, c; nvcc makes them from __vabsdiffu4() and the like.
//
// An element of a result comes from one element of a and one of b. Selectors choose them from both
// words: a.h32 takes the halves of b. The results stand side by side, cut or (.sat) clamped to the
// type of d; where the mask of d has no element, there is that of c. With .add, d is c and the sum
// of the results of the mask.
#include "exec_video.h"

typedef enum { SIMD_add, SIMD_sub, SIMD_min, SIMD_max, SIMD_absdiff, SIMD_avrg, SIMD_set } SimdKind;

static int64_t simd_result(const Inst *in, SimdKind kind, int64_t a, int64_t b)
{
    switch (kind) {
    case SIMD_add: return a + b;
    case SIMD_sub: return a - b;
    case SIMD_min: return a < b ? a : b;
    case SIMD_max: return a > b ? a : b;
    case SIMD_absdiff: return a > b ? a - b : b - a;
    case SIMD_avrg: return (a + b + (a + b >= 0)) >> 1;
    case SIMD_set: break;
    }
    return video_compare(in, a, b);
}

// Which element of the words a and b each element of the result takes; without a selector the
// elements of its own operand, in their order.
static void read_selector(const Operand *o, unsigned n, unsigned first, uint8_t from[4])
{
    for (unsigned i = 0; i < n; i++)
        from[i] = (uint8_t)(part_count(o) ? part_digit(o, i) : first + i);
}

static unsigned read_mask(const Operand *d)
{
    unsigned mask = part_count(d) ? 0 : 15;
    for (unsigned i = 0; i < part_count(d); i++)
        mask |= 1u << part_digit(d, i);
    return mask;
}

static void video_simd(Warp *w, const Step *s)
{
    const Inst *in = s->inst;
    const unsigned f = (unsigned)s->imm, bits = f & VIDEO_bytes ? 8 : 16, n = 32 / bits;
    const unsigned mask = read_mask(&in->opnd[0]);
    uint8_t from_a[4], from_b[4];
    read_selector(&in->opnd[1], n, 0, from_a);
    read_selector(&in->opnd[2], n, n, from_b);
    const U32 *A = slot(w, s->src[0]), *B = slot(w, s->src[1]), *C = slot(w, s->src[2]);
    U32 *D = slot(w, s->dst);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        const int l = __builtin_ctz(m);
        const uint32_t word[2] = {A[l], B[l]};
        uint32_t d = C[l];
        for (unsigned i = 0; i < n; i++) {
            if (!(mask >> i & 1))
                continue;
            const unsigned p = from_a[i], q = from_b[i];
            int64_t v = simd_result(in, f & VIDEO_kind,
                                    video_element(word[p / n], p % n, bits, f & VIDEO_signed_a),
                                    video_element(word[q / n], q % n, bits, f & VIDEO_signed_b));
            if (f & VIDEO_sat)
                v = video_clamp(v, bits, f & VIDEO_signed_d);
            const uint32_t here = ((1u << bits) - 1) << bits * i;
            d = f & VIDEO_add ? d + (uint32_t)v : (d & ~here) | ((uint32_t)v << bits * i & here);
        }
        D[l] = d;
    }
}

// A mask or selector of halves for halves, of bytes for bytes; a selector names each element.
static bool parts_fit(const Inst *in, unsigned flags)
{
    const unsigned n = flags & VIDEO_bytes ? 4 : 2;
    for (unsigned i = 0; i < 4; i++) {
        const Operand *o = &in->opnd[i];
        if (o->part & PART_minus)
            return false;
        if (!part_count(o))
            continue;
        if (i == 3 || (o->part & PART_half ? 2 : 4) != n || (i > 0 && part_count(o) != n))
            return false;
        for (unsigned k = 0; k < part_count(o); k++)
            if (part_digit(o, k) >= (i ? 2 * n : n))
                return false;
    }
    return true;
}

static ExecFn pick_simd(const Inst *in, Step *s, unsigned flags)
{
    if (!video_flags(in, (flags & VIDEO_kind) == SIMD_set, &flags) || !parts_fit(in, flags))
        return NULL;
    s->imm = flags;
    return video_simd;
}

ExecFn pick_vadd2(const Inst *in, Step *s) { return pick_simd(in, s, SIMD_add); }
ExecFn pick_vsub2(const Inst *in, Step *s) { return pick_simd(in, s, SIMD_sub); }
ExecFn pick_vmin2(const Inst *in, Step *s) { return pick_simd(in, s, SIMD_min); }
ExecFn pick_vmax2(const Inst *in, Step *s) { return pick_simd(in, s, SIMD_max); }
ExecFn pick_vabsdiff2(const Inst *in, Step *s) { return pick_simd(in, s, SIMD_absdiff); }
ExecFn pick_vavrg2(const Inst *in, Step *s) { return pick_simd(in, s, SIMD_avrg); }
ExecFn pick_vset2(const Inst *in, Step *s) { return pick_simd(in, s, SIMD_set); }
ExecFn pick_vadd4(const Inst *in, Step *s) { return pick_simd(in, s, VIDEO_bytes | SIMD_add); }
ExecFn pick_vsub4(const Inst *in, Step *s) { return pick_simd(in, s, VIDEO_bytes | SIMD_sub); }
ExecFn pick_vmin4(const Inst *in, Step *s) { return pick_simd(in, s, VIDEO_bytes | SIMD_min); }
ExecFn pick_vmax4(const Inst *in, Step *s) { return pick_simd(in, s, VIDEO_bytes | SIMD_max); }
ExecFn pick_vabsdiff4(const Inst *in, Step *s)
{
    return pick_simd(in, s, VIDEO_bytes | SIMD_absdiff);
}
ExecFn pick_vavrg4(const Inst *in, Step *s) { return pick_simd(in, s, VIDEO_bytes | SIMD_avrg); }
ExecFn pick_vset4(const Inst *in, Step *s) { return pick_simd(in, s, VIDEO_bytes | SIMD_set); }
