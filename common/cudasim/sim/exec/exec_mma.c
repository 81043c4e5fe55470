// exec_mma.c - products of matrices by a warp: mma, mma.sp, wmma.mma.
//
// A tile of 16 x 8 (or 8 x 8) results is computed at a time from fragments (fragment.h), for floats
// by tensor.h. Some instructions are not one instruction of an H200, and what ptxas makes of them
// decides about their last bits:
//
//   mma of e4m3, e5m2   the elements become f16; one sum of the first two of each four along k (of
//                       a sparse A: four of eight), one of the others that goes on from there; an
//                       ordinary addition of C
//   m8n8k4 of f16       four products, each by two quads of lanes (quad_product)
//
// Of a sparse A the instruction has half the elements; the metadata say which of 4 neighbours along
// k two elements are (of tf32: which of 2 one is; of 4 bits: which 2 pairs of 4).
#include "exec_float.h"
#include "half.h"
#include "mma.h"

// ---- where elements are --------------------------------------------------------------------

// For each element of a row of A (`rows` 8 or 16) or of a column of B: BODY with its row or column
// x, its place k, and its bits. The registers have 32 bits.
#define EACH_ELEMENT(regs, nregs, eights, bits_each, ...) \
    for (unsigned r_ = 0; r_ < (nregs); r_++) \
        for (unsigned l_ = 0; l_ < WARP_SIZE; l_++) { \
            const unsigned each_ = 32 / (bits_each), x = l_ / 4 + 8 * (r_ % (eights)); \
            const unsigned k0_ = r_ / (eights)*4 * each_ + l_ % 4 * each_; \
            const uint32_t word_ = (regs)[r_][l_]; \
            for (unsigned i_ = 0; i_ < each_; i_++) { \
                const unsigned k = k0_ + i_; \
                const uint32_t bits = \
                    word_ >> (bits_each)*i_ & (uint32_t)((1ull << (bits_each)) - 1); \
                __VA_ARGS__ \
            } \
        }

// Where along k the j-th element of a sparse row lies. Metadata of a row are bits side by side, 16
// in each of the lanes that have them; rows 8 to 15 are in the upper halves.
static unsigned sparse_place(const MmaForm *f, const Tile *t, unsigned row, unsigned j)
{
    const unsigned pair = f->a_bits == 4 ? j / 2 : j, width = f->a_bits == 32 ? 4 : 2;
    const bool bytes = f->a_bits <= 8;
    const unsigned at = pair * width, part = bytes ? at / 32 * 2 + row / 8 : at / 16;
    const unsigned lane = row % 8 * 4 + f->selector + part;
    const unsigned shift = bytes ? at % 32 : at % 16 + row / 8 * 16;
    const uint32_t code = t->metadata[lane % WARP_SIZE] >> shift & ((1u << width) - 1);
    if (f->a_bits == 32)
        return 2 * j + (code >> 3 & 1);
    const unsigned place = pair / 2 * 4 + code;
    return f->a_bits == 4 ? 2 * place + j % 2 : place;
}

// ---- floats --------------------------------------------------------------------------------

// Where the sums have an element: the second one begins at TENSOR_K.
static unsigned split_place(const MmaForm *f, unsigned k)
{
    const unsigned half = f->sparse ? 4 : 2;
    return f->split && k / half % 2 ? TENSOR_K + k : k;
}

// The element as the sums take it: e4m3 and e5m2 have become f16.
static Format taken(const MmaForm *f, Format format, uint32_t *bits)
{
    if (!f->split)
        return format;
    *bits = (uint32_t)round_to(exact_from(*bits, format), FORMAT_f16, ROUND_rn, false);
    return FORMAT_f16;
}

// The sums of a column, for each row.
static void float_sums(const MmaForm *f, const uint32_t c[ROWS], const TensorRows a[2],
                       const TensorColumn b[2], uint32_t d[ROWS])
{
    static const uint32_t zeros[ROWS];
    uint32_t first[ROWS], sum[ROWS];
    if (!f->split) {
        tensor_sums(&f->sum, c, a, b, d);
        return;
    }
    tensor_sums(&f->sum, zeros, a, b, first);
    tensor_sums(&f->sum, first, a + 1, b + 1, sum);
    for (unsigned x = 0; x < ROWS; x++) {
        const float both = bits_f32(sum[x]) + bits_f32(c[x]);
        d[x] = f->half        ? half_round(half_value(sum[x]) + half_value(c[x]))
               : both != both ? 0x7fffffff
                              : f32_bits(both);
    }
}

static void prepare_a(const MmaForm *f, Tile *t)
{
    for (unsigned h = 0; h < (f->split ? 2 : 1); h++)
        tensor_clear_rows(&t->rows[h], f->sum.n);
    EACH_ELEMENT(t->a, f->a_regs, f->rows, f->a_bits, {
        const unsigned at = split_place(f, f->sparse ? sparse_place(f, t, x, k) : k);
        uint32_t own = bits;
        const Format format = taken(f, f->a, &own);
        tensor_set_row(&t->rows[at / TENSOR_K], x, at % TENSOR_K, own, format);
    })
}

// A register of C or D has two columns of a row of halves, or one of f32.
static void float_tile(const MmaForm *f, Tile *t)
{
    TensorColumn b[COLUMNS][2];
    for (unsigned x = 0; x < COLUMNS; x++)
        for (unsigned h = 0; h < (f->split ? 2 : 1); h++)
            tensor_clear(&b[x][h], f->sum.n);
    if (!t->same_a)
        prepare_a(f, t);
    EACH_ELEMENT(t->b, f->b_regs, 1u, f->b_bits, {
        const unsigned at = split_place(f, k);
        uint32_t own = bits;
        const Format format = taken(f, f->b, &own);
        tensor_set(&b[x][at / TENSOR_K], at % TENSOR_K, own, format);
    })
    for (unsigned column = 0; column < COLUMNS; column++) {
        uint32_t c[ROWS] = {0}, d[ROWS];
        const unsigned odd = column % 2, rows = 8u * f->rows;
        for (unsigned row = 0; row < rows; row++) {
            const unsigned lane = row % 8 * 4 + column / 2;
            c[row] =
                f->half ? t->c[row / 8][lane] >> 16 * odd & 0xffff : t->c[row / 8 * 2 + odd][lane];
        }
        float_sums(f, c, t->rows, b[column], d);
        for (unsigned row = 0; row < rows; row++) {
            const unsigned lane = row % 8 * 4 + column / 2;
            if (!f->half)
                t->d[row / 8 * 2 + odd][lane] = d[row];
            else
                t->d[row / 8][lane] = odd ? t->d[row / 8][lane] | d[row] << 16 : d[row];
        }
    }
}

// m8n8k4: lanes 4q to 4q + 3 and 16 lanes further have rows 0 to 3 and 4 to 7 of the q-th A, and
// the columns of B. The H200 has no such tensor core: these are the products and sums that ptxas
// makes.
static void quad_product(const MmaForm *f, Tile *t, unsigned quad)
{
    float a[8][4], b[8][4];
    for (unsigned i = 0; i < 8; i++)
        for (unsigned k = 0; k < 4; k++) {
            const unsigned own = i % 4, upper = i / 4 * 4, lane = 4 * upper + 4 * quad + own;
            const float x = half_value(t->a[k / 2][lane] >> 16 * (k % 2) & 0xffff);
            const float y = half_value(t->b[k / 2][lane] >> 16 * (k % 2) & 0xffff);
            *(f->a_column ? &a[upper + k][own] : &a[i][k]) = x;
            *(f->b_row ? &b[upper + k][own] : &b[i][k]) = y;
        }
    for (unsigned i = 0; i < 8; i++)
        for (unsigned j = 0; j < 8; j++) {
            const unsigned lane = i / 4 * 16 + 4 * quad + i % 4, shift = 16 * (j % 2);
            const unsigned row = f->half ? i : (lane & 1) + (j & 2) + i / 4 * 4;
            const unsigned column = f->half ? j : (j & 4) + (lane & 2) + (j & 1);
            const uint32_t *c = t->c[f->half ? j / 2 : j] + lane;
            const float *x = a[row], *y = b[column];
            float sum = f32_fma(x[1], y[1], x[0] * y[0]);
            if (f->half) {
                sum += half_value(*c >> shift & 0xffff);
                sum += f32_fma(x[3], y[3], x[2] * y[2]);
            } else {
                sum = f32_fma(x[3], y[3], f32_fma(x[2], y[2], sum)) + bits_f32(*c);
            }
            if (f->half)
                t->d[j / 2][lane] = (shift ? t->d[j / 2][lane] : 0) | half_round(sum) << shift;
            else
                t->d[j][lane] = f32_bits(f32_out(sum, false, false));
        }
}

// ---- doubles -------------------------------------------------------------------------------

static double f64_step(double a, double b, double c) { return f64_out(f64_fma(a, b, c), a, b, c); }

// Registers of 64 bits: one element each.
static void f64_tile(const MmaForm *f, Tile *t)
{
    for (unsigned r = 0; r < f->d_regs; r++)
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            const unsigned row = l / 4 + 8 * (r / 2), column = 2 * (l % 4) + r % 2;
            uint64_t sum = ((const uint64_t *)(const void *)t->c[r])[l];
            for (unsigned k = 0; k < f->k; k++) {
                const uint64_t *a = (const void *)t->a[k / 4 * f->rows + row / 8];
                const uint64_t *b = (const void *)t->b[k / 4];
                sum = f64_bits(f64_step(bits_f64(a[row % 8 * 4 + k % 4]),
                                        bits_f64(b[column * 4 + k % 4]), bits_f64(sum)));
            }
            memcpy(&t->d[r][2 * l], &sum, sizeof sum);
        }
}

// ---- integers ------------------------------------------------------------------------------

static int integer(uint32_t bits, unsigned width, bool is_signed)
{
    return is_signed ? (int)(bits << (32 - width)) >> (32 - width) : (int)bits;
}

static uint32_t int_sum(const MmaForm *f, uint32_t c, const int16_t *a, const int16_t *b)
{
    int32_t sum = 0;
    for (unsigned k = 0; k < f->k; k++)
        sum += a[k] * b[k];
    const int64_t all = (int64_t)(int32_t)c + sum;
    if (f->saturate)
        return (uint32_t)(all > INT32_MAX ? INT32_MAX : all < INT32_MIN ? INT32_MIN : all);
    return (uint32_t)all;
}

static void int_tile(const MmaForm *f, Tile *t)
{
    int16_t a[ROWS][MAX_K] = {{0}}, b[COLUMNS][MAX_K];
    EACH_ELEMENT(t->a, f->a_regs, f->rows, f->a_bits, {
        const unsigned at = f->sparse ? sparse_place(f, t, x, k) : k;
        a[x][at] = (int16_t)integer(bits, f->a_bits, f->a_signed);
    })
    EACH_ELEMENT(t->b, f->b_regs, 1u, f->b_bits,
                 { b[x][k] = (int16_t)integer(bits, f->b_bits, f->b_signed); })
    for (unsigned r = 0; r < f->d_regs; r++)
        for (unsigned l = 0; l < WARP_SIZE; l++)
            t->d[r][l] = int_sum(f, t->c[r][l], a[l / 4 + 8 * (r / 2)], b[2 * (l % 4) + r % 2]);
}

static void bits_tile(const MmaForm *f, Tile *t)
{
    for (unsigned r = 0; r < f->d_regs; r++)
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            uint32_t sum = t->c[r][l];
            for (unsigned k = 0; k < f->b_regs * 4u; k++) { // in words
                const uint32_t a = t->a[k / 4 * f->rows + r / 2][l / 4 * 4 + k % 4];
                const uint32_t b = t->b[k / 4][(2 * (l % 4) + r % 2) * 4 + k % 4];
                sum += (uint32_t)__builtin_popcount(f->conjunction ? a & b : a ^ b);
            }
            t->d[r][l] = sum;
        }
}

// ---- the instruction -----------------------------------------------------------------------

void mma_tile(const MmaForm *f, Tile *t)
{
    switch (f->kind) {
    case MMA_float: float_tile(f, t); break;
    case MMA_quads:
        for (unsigned quad = 0; quad < 4; quad++)
            quad_product(f, t, quad);
        break;
    case MMA_f64: f64_tile(f, t); break;
    case MMA_int: int_tile(f, t); break;
    case MMA_bits: bits_tile(f, t); break;
    }
}

static void take_registers(const Warp *w, const uint32_t *slots, unsigned n, const uint32_t **to)
{
    for (unsigned i = 0; i < n; i++)
        to[i] = slot(w, slots[i]);
}

static void store_tile(Warp *w, const MmaForm *f, const Tile *t, const uint32_t *slots)
{
    for (unsigned r = 0; r < f->d_regs; r++) {
        if (f->kind == MMA_f64) {
            uint64_t *d = slot(w, slots[r]);
            EACH_LANE(w, memcpy(&d[l], &t->d[r][2 * l], sizeof *d););
        } else {
            uint32_t *d = slot(w, slots[r]);
            EACH_LANE(w, d[l] = t->d[r][l];);
        }
    }
}

static void exec_mma(Warp *w, const Step *s)
{
    const Fragments *o = s->extra;
    const MmaForm *f = o->form;
    Tile tiles[2];
    if (!warp_together(w, s))
        return;
    const uint32_t *const *from = o->slots;
    const uint32_t *a = from[f->tiles.swapped ? 2 : 1], *b = from[f->tiles.swapped ? 1 : 2];
    for (unsigned i = 0; i < f->tiles.tiles; i++) {
        Tile *t = &tiles[i];
        take_registers(w, a + (f->tiles.a_goes ? i * f->a_regs : 0), f->a_regs, t->a);
        take_registers(w, b + (f->tiles.b_goes ? i * f->b_regs : 0), f->b_regs, t->b);
        take_registers(w, from[3] + i * f->d_regs, f->d_regs, t->c);
        t->metadata = f->sparse ? slot(w, from[4][0]) : NULL;
        t->same_a = false;
        mma_tile(f, t);
    }
    for (unsigned i = 0; i < f->tiles.tiles; i++) // results may be in the registers of operands
        store_tile(w, f, &tiles[i], from[0] + i * f->d_regs);
}

// ---- types and shapes ----------------------------------------------------------------------

static bool float_format(Type t, Format *f)
{
    switch (t) {
    case TYPE_f16: *f = FORMAT_f16; return true;
    case TYPE_bf16: *f = FORMAT_bf16; return true;
    case TYPE_tf32: *f = FORMAT_tf32; return true;
    case TYPE_e4m3: *f = FORMAT_e4m3; return true;
    case TYPE_e5m2: *f = FORMAT_e5m2; return true;
    default: return false;
    }
}

// The types of D, A, B and C; wmma with f16 names only D and C.
static bool take_types(const Inst *in, bool wmma, Type type[4])
{
    const bool short_form = wmma && in->ntypes == 2;
    if (in->ntypes != 4 && !short_form)
        return false;
    type[0] = (Type)in->type[0];
    type[1] = short_form ? TYPE_f16 : (Type)in->type[1];
    type[2] = short_form ? TYPE_f16 : (Type)in->type[2];
    type[3] = (Type)in->type[short_form ? 1 : 3];
    return type[0] == type[3];
}

bool mma_float_form(MmaForm *f, const Type type[4])
{
    if (!float_format(type[1], &f->a) || !float_format(type[2], &f->b))
        return false;
    const bool bytes = matrix_bits(type[1]) == 8;
    if (type[1] != type[2] && !bytes)
        return false;
    f->kind = MMA_float;
    f->half = type[0] == TYPE_f16;
    f->split = bytes;
    const Format a = bytes ? FORMAT_f16 : f->a, b = bytes ? FORMAT_f16 : f->b;
    f->sum = tensor_shape(f->k, a, b, 25, 23, f->half);
    return (type[0] == TYPE_f32 || (f->half && type[1] != TYPE_bf16 && type[1] != TYPE_tf32)) &&
           f->sum.n <= TENSOR_K;
}

bool mma_int_form(MmaForm *f, const Inst *in, const Type type[4])
{
    const bool bits = type[1] == TYPE_b1;
    f->kind = bits ? MMA_bits : MMA_int;
    f->a_signed = type_class(type[1]) == 'S';
    f->b_signed = type_class(type[2]) == 'S';
    f->saturate = inst_has(in, MOD_satfinite);
    f->conjunction = inst_has(in, MOD_and);
    return type[0] == TYPE_s32 && f->a_bits && f->a_bits == f->b_bits && f->a_bits <= 8 &&
           f->k <= MAX_K && (!bits || inst_has(in, MOD_popc));
}

// Whether the operands have as many registers as the form says.
static bool registers_fit(const MmaForm *f, const Fragments *o, bool wmma)
{
    const unsigned a = f->tiles.swapped ? 2 : 1, b = f->tiles.swapped ? 1 : 2;
    const unsigned na = f->a_regs * (f->tiles.a_goes ? 2u : 1u);
    const unsigned nb = f->b_regs * (f->tiles.b_goes ? 2u : 1u);
    const unsigned nd = (unsigned)f->d_regs * f->tiles.tiles;
    const unsigned bytes = f->kind == MMA_f64 ? 8 : 4;
    for (unsigned i = 0; i < 4; i++)
        if (o->bytes[i] != bytes)
            return false;
    return f->a_regs <= MAX_TILE && f->b_regs <= MAX_TILE && o->n[0] == nd && o->n[3] == nd &&
           (wmma ? o->n[a] % na == 0 && o->n[b] % nb == 0 && o->n[a] && o->n[b]
                 : o->n[a] == na && o->n[b] == nb);
}

static ExecFn pick_quads(MmaForm *f, const Inst *in, const Fragments *o)
{
    f->kind = MMA_quads;
    f->a_column = inst_has(in, MOD_col) && !inst_has(in, MOD_row);
    f->b_row = inst_has(in, MOD_col_row) || !inst_has(in, MOD_col);
    f->a_regs = f->b_regs = 2;
    f->d_regs = f->half ? 4 : 8;
    return f->a == FORMAT_f16 && registers_fit(f, o, false) ? exec_mma : NULL;
}

static ExecFn pick_product(const Inst *in, Step *s, bool wmma, bool sparse)
{
    Fragments *o = (Fragments *)s->extra;
    const MatrixShape shape = inst_shape(in);
    MmaForm *f = o->form = o->room;
    Type type[4];
    if (!shape.m || !inst_has(in, MOD_sync) || !take_types(in, wmma, type))
        return NULL;
    *f = (MmaForm){.tiles = tile_steps(shape, wmma), .k = shape.k, .sparse = sparse};
    f->rows = f->tiles.m / 8;
    f->a_bits = (uint8_t)matrix_bits(type[1]);
    f->b_bits = (uint8_t)matrix_bits(type[2]);
    const bool wide = type[1] == TYPE_f64;
    if (!f->tiles.tiles || !f->a_bits || (wide && (type[0] != TYPE_f64 || type[2] != TYPE_f64)))
        return NULL;
    if (wide)
        f->kind = MMA_f64;
    else if (!mma_float_form(f, type) && !mma_int_form(f, in, type))
        return NULL;
    const unsigned per = wide ? 1 : 32u / f->a_bits;
    if (!wmma && shape.m == 8 && f->kind == MMA_float)
        return pick_quads(f, in, o);
    f->a_regs = (uint8_t)(f->rows * (shape.k / (sparse ? 2u : 1u) / (4 * per)));
    f->b_regs = (uint8_t)(shape.k / (4 * per));
    f->d_regs = (uint8_t)(f->rows * (f->half ? 1 : 2));
    if (sparse) {
        const Operand *selector = &in->opnd[5];
        const unsigned lanes = shape.k / 2u *
                               (f->a_bits == 32  ? 4u
                                : f->a_bits == 4 ? 1u
                                                 : 2u) /
                               16;
        if (selector->kind != OPND_imm || o->n[4] != 1 || o->bytes[4] != 4 ||
            selector->imm * lanes >= 4)
            return NULL;
        f->selector = (uint8_t)(selector->imm * lanes);
    }
    return f->a_regs && f->b_regs && registers_fit(f, o, wmma) ? exec_mma : NULL;
}

ExecFn pick_mma(const Inst *in, Step *s) { return pick_product(in, s, false, false); }
ExecFn pick_mma_sp(const Inst *in, Step *s) { return pick_product(in, s, false, true); }
ExecFn pick_mma_sp_ordered(const Inst *in, Step *s) { return pick_product(in, s, false, true); }
ExecFn pick_wmma_mma(const Inst *in, Step *s) { return pick_product(in, s, true, false); }
