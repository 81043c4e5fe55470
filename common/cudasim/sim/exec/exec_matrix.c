// exec_matrix.c - fragments and memory: ldmatrix, stmatrix, movmatrix, wmma.load, wmma.store.
//
// ldmatrix and stmatrix move matrices of 8 x 8 elements of 16 bits: lane 8i + j has the address of
// row j of the i-th one, 16 bytes. So each is an access of 16 bytes per lane, after which the lanes
// exchange words.
#include "fragment.h"

#include <assert.h>

enum { ROW_BYTES = 16 };

// ---- ldmatrix, stmatrix, movmatrix ---------------------------------------------------------

// The half at row x, column y of a matrix whose word t of row x is in row[x][t].
static uint32_t half_at(const uint32_t row[8][4], unsigned x, unsigned y)
{
    return row[x][y / 2] >> (16 * (y % 2)) & 0xffff;
}

// Lane l's register: the elements at row l / 4, columns 2 (l % 4) and the next; of the transpose,
// if asked.
static uint32_t fragment_word(const uint32_t row[8][4], unsigned l, bool transposed)
{
    const unsigned g = l / 4, c = l % 4 * 2;
    return transposed ? half_at(row, c, g) | half_at(row, c + 1, g) << 16 : row[g][l % 4];
}

typedef struct {
    uint8_t matrices; // ldmatrix, stmatrix
    bool transposed;
    // wmma
    MatrixShape shape;
    TileSteps tiles;
    char matrix;      // 'a', 'b', 'c' (and 'd')
    uint8_t bits;     // of an element; elements of less than a byte are moved as words
    uint8_t in_word;  // of such ones; else 1
    uint8_t together; // elements of a lane that are neighbours in memory, if the layout is theirs
    bool row_major, strided; // strided: the third operand says how far rows (columns) are apart
} MemoryForm;

static_assert(sizeof(MemoryForm) <= sizeof((Fragments){0}.room), "the room of Fragments");

// The accesses of the lanes that have the address of a row. Their bytes, in lanes that may not
// access memory zero: see `bytes`.
static uint32_t access_rows(Warp *w, const Step *s, AccessKind kind, const uint8_t *value,
                            uint8_t *bytes[WARP_SIZE])
{
    const MemoryForm *f = ((const Fragments *)s->extra)->form;
    uint64_t addr[WARP_SIZE];
    const uint32_t mask = w->mask;
    w->mask &= f->matrices == 4 ? FULL_MASK : (1u << (8 * f->matrices)) - 1;
    const uint32_t good = w->mask ? access_lanes(w, s, kind, value, addr, bytes) : 0;
    w->mask = mask;
    return good;
}

static void exec_ldmatrix(Warp *w, const Step *s)
{
    const Fragments *o = s->extra;
    const MemoryForm *f = o->form;
    uint8_t *bytes[WARP_SIZE];
    uint32_t row[WARP_SIZE][4] = {{0}};
    if (!warp_together(w, s))
        return;
    const uint32_t good = access_rows(w, s, ACCESS_load, NULL, bytes);
    for (uint32_t m = good; m; m &= m - 1)
        memcpy(row[__builtin_ctz(m)], bytes[__builtin_ctz(m)], ROW_BYTES);
    for (unsigned i = 0; i < f->matrices; i++) {
        uint32_t *d = slot(w, o->slots[0][i]);
        EACH_LANE(w, d[l] = fragment_word(row + 8 * i, (unsigned)l, f->transposed););
    }
}

static void exec_stmatrix(Warp *w, const Step *s)
{
    const Fragments *o = s->extra;
    const MemoryForm *f = o->form;
    uint8_t value[WARP_SIZE * VALUE_BYTES], *bytes[WARP_SIZE];
    if (!warp_together(w, s))
        return;
    for (unsigned i = 0; i < f->matrices; i++) {
        const uint32_t *v = slot(w, o->slots[1][i]);
        uint32_t row[8][4];
        for (unsigned l = 0; l < WARP_SIZE; l++)
            row[l / 4][l % 4] = v[l];
        for (unsigned x = 0; x < 8; x++) // transposed: row x of memory is column x of the fragment
            for (unsigned t = 0; t < 4; t++) {
                const uint32_t word = fragment_word(row, 4 * x + t, f->transposed);
                memcpy(value + VALUE_BYTES * (8 * i + x) + 4 * t, &word, sizeof word);
            }
    }
    const uint32_t good = access_rows(w, s, ACCESS_store, value, bytes);
    for (uint32_t m = good; m; m &= m - 1)
        memcpy(bytes[__builtin_ctz(m)], value + VALUE_BYTES * __builtin_ctz(m), ROW_BYTES);
    device.changes++;
}

static void exec_movmatrix(Warp *w, const Step *s)
{
    const uint32_t *a = slot(w, s->src[0]);
    uint32_t row[8][4], *d = slot(w, s->dst);
    if (!warp_together(w, s))
        return;
    for (unsigned l = 0; l < WARP_SIZE; l++)
        row[l / 4][l % 4] = a[l];
    EACH_LANE(w, d[l] = fragment_word(row, (unsigned)l, true););
}

static ExecFn pick_rows(const Inst *in, Step *s, unsigned fragment, ExecFn exec)
{
    Fragments *o = (Fragments *)s->extra;
    MemoryForm *f = o->form = o->room;
    f->matrices = inst_has(in, MOD_x4)   ? 4
                  : inst_has(in, MOD_x2) ? 2
                  : inst_has(in, MOD_x1) ? 1
                                         : 0;
    f->transposed = inst_has(in, MOD_trans);
    s->elem = 4;
    s->nvec = 4;
    return inst_has(in, MOD_m8n8) && inst_has(in, MOD_sync) && in->ntypes == 1 &&
                   in->type[0] == TYPE_b16 && f->matrices && o->n[fragment] == f->matrices &&
                   o->bytes[fragment] == 4
               ? exec
               : NULL;
}

ExecFn pick_ldmatrix(const Inst *in, Step *s) { return pick_rows(in, s, 0, exec_ldmatrix); }
ExecFn pick_stmatrix(const Inst *in, Step *s) { return pick_rows(in, s, 1, exec_stmatrix); }

ExecFn pick_movmatrix(const Inst *in, Step *s)
{
    return inst_has(in, MOD_m8n8) && inst_has(in, MOD_trans) && s->dst != SLOT_NONE ? exec_movmatrix
                                                                                    : NULL;
}

// ---- wmma.load, wmma.store -----------------------------------------------------------------

typedef struct {
    unsigned row, column;
} MatrixPlace;

// Where element e of lane l lies in its matrix. Fragments of wmma hold tiles one after the other;
// registers that are left repeat them.
static MatrixPlace place_of(const MemoryForm *f, unsigned e, unsigned l)
{
    const unsigned g = l / 4, t = l % 4;
    if (f->matrix == 'c') {
        const unsigned per_tile = f->tiles.m / 8u * 2, tile = e / per_tile, r = e % per_tile;
        const unsigned x = g + 8 * (r / 2) + (f->tiles.a_goes ? 16 * tile : 0);
        const unsigned y = 2 * t + r % 2 + (f->tiles.b_goes ? 8 * tile : 0);
        return f->tiles.swapped ? (MatrixPlace){y, x} : (MatrixPlace){x, y};
    }
    const bool like_a = (f->matrix == 'a') != f->tiles.swapped;
    const unsigned each = f->bits == 64 ? 1 : 32u / f->bits, reg = e / each;
    const unsigned eights = like_a ? f->tiles.m / 8u : 1, regs = eights * (f->shape.k / (4 * each));
    const unsigned tile = reg / regs, r = reg % regs;
    const unsigned next =
        like_a ? (f->tiles.a_goes ? 16 * (tile % 2) : 0) : (f->tiles.b_goes ? 8 * (tile % 2) : 0);
    const unsigned x = g + 8 * (r % eights) + next;
    const unsigned k = r / eights * 4 * each + each * t + e % each;
    return f->matrix == 'a' ? (MatrixPlace){x, k} : (MatrixPlace){k, x};
}

// Where lane l finds an element in memory.
static uint64_t address_of(const Warp *w, const Step *s, const MemoryForm *f, MatrixPlace p,
                           unsigned l)
{
    const Fragments *o = s->extra;
    const unsigned rows = f->matrix == 'b' ? f->shape.k : f->shape.m;
    const unsigned columns = f->matrix == 'a' ? f->shape.k : f->shape.n;
    const uint64_t apart = f->strided ? ((const uint32_t *)slot(w, o->slots[2][0]))[l] / f->in_word
                           : f->row_major ? columns
                                          : rows;
    const uint64_t at = f->row_major ? p.row * apart + p.column : p.column * apart + p.row;
    uint64_t base = (uint64_t)s->imm + (s->frame ? w->frame->local : 0);
    if (s->src[0] != SLOT_NONE)
        base += s->addr64 ? ((const uint64_t *)slot(w, s->src[0]))[l]
                          : ((const uint32_t *)slot(w, s->src[0]))[l];
    return base + at * f->bits / 8;
}

// One access of all lanes to `count` elements from the e-th one.
static uint32_t access_elements(Warp *w, const Step *s, AccessKind kind, unsigned e, unsigned count,
                                const uint8_t *value, uint8_t *bytes[WARP_SIZE])
{
    const MemoryForm *f = ((const Fragments *)s->extra)->form;
    const unsigned size = f->bits * count / 8u, elem = size > 8 ? 8 : size;
    const AccessForm form = {
        .space = s->space, .elem = (uint8_t)elem, .nvec = (uint8_t)(size / elem)};
    uint64_t addr[WARP_SIZE];
    for (unsigned l = 0; l < WARP_SIZE; l++)
        addr[l] = address_of(w, s, f, place_of(f, e, l), l);
    return access_given(w, s, &form, kind, value, addr, bytes);
}

// The bytes of the registers of lane l, in the order of the elements.
static uint8_t *element_bytes(Warp *w, const Step *s, const uint32_t *slots, unsigned e, unsigned l)
{
    const MemoryForm *f = ((const Fragments *)s->extra)->form;
    const unsigned width = f->bits == 64 ? 64 : 32, at = e * f->bits;
    return (uint8_t *)slot(w, slots[at / width]) + l * width / 8u + at % width / 8;
}

// How many elements the fragment has, without repetitions.
static unsigned elements_of(const MemoryForm *f)
{
    const bool goes = f->matrix == 'c' ||
                      ((f->matrix == 'a') != f->tiles.swapped ? f->tiles.a_goes : f->tiles.b_goes);
    const unsigned tiles = goes ? f->tiles.tiles : 1;
    if (f->matrix == 'c')
        return f->tiles.m / 8u * 2 * tiles;
    return ((f->matrix == 'a') != f->tiles.swapped ? f->tiles.m : 8u) * f->shape.k / WARP_SIZE *
           tiles;
}

// A or B of halves. Each register is a matrix of 8 x 8, which ptxas loads from shared memory by
// rows of 16 bytes (LDSM), from elsewhere by words, and then transposes if pairs of a register are
// not neighbours in memory.
enum { MATRICES = 4 }; // at most in one access of rows

// The first element of row j of the matrix in this register, as it is in memory.
static MatrixPlace row_of(const MemoryForm *f, unsigned reg, unsigned j)
{
    MatrixPlace p = place_of(f, 2 * reg, 0);
    *(f->row_major ? &p.row : &p.column) += j;
    return p;
}

static uint32_t access_halves(Warp *w, const Step *s, unsigned first, unsigned n, bool rows,
                              uint8_t *bytes[WARP_SIZE])
{
    const MemoryForm *f = ((const Fragments *)s->extra)->form;
    const AccessForm form = {.space = s->space, .elem = 4, .nvec = rows ? 4 : 1};
    uint64_t addr[WARP_SIZE];
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        MatrixPlace p = row_of(f, rows ? first + l / 8 % n : first, rows ? l % 8 : l / 4);
        if (!rows)
            *(f->row_major ? &p.column : &p.row) += l % 4 * 2;
        addr[l] = address_of(w, s, f, p, l);
    }
    const uint32_t all = w->mask;
    w->mask &= rows && n < MATRICES ? (1u << (8 * n)) - 1 : FULL_MASK;
    const uint32_t good = w->mask ? access_given(w, s, &form, ACCESS_load, NULL, addr, bytes) : 0;
    w->mask = all;
    return good;
}

static void exec_wmma_halves(Warp *w, const Step *s)
{
    const Fragments *o = s->extra;
    const MemoryForm *f = o->form;
    const unsigned regs = elements_of(f) / 2;
    const bool rows = s->space == SPACE_shared;
    if (!warp_together(w, s))
        return;
    for (unsigned first = 0, n; first < regs; first += n) {
        uint32_t row[WARP_SIZE][4] = {{0}};
        uint8_t *bytes[WARP_SIZE];
        n = !rows ? 1 : regs - first < MATRICES ? regs - first : MATRICES;
        for (uint32_t m = access_halves(w, s, first, n, rows, bytes); m; m &= m - 1) {
            const unsigned l = (unsigned)__builtin_ctz(m);
            memcpy(rows ? row[l] : &row[l / 4][l % 4], bytes[l], rows ? ROW_BYTES : 4);
        }
        for (unsigned i = first; i < o->n[0]; i++) // with repetitions
            if (i % regs >= first && i % regs < first + n) {
                uint32_t *d = slot(w, o->slots[0][i]);
                EACH_LANE(w, d[l] = fragment_word(row + 8 * (i % regs - first), (unsigned)l,
                                                  f->together == 1););
            }
    }
}

static void exec_wmma_memory(Warp *w, const Step *s)
{
    const Fragments *o = s->extra;
    const MemoryForm *f = o->form;
    const bool load = s->inst->op != OP_wmma_store_d;
    const unsigned registers = load ? 0 : 1, each = elements_of(f), step = f->together;
    const unsigned total = o->n[registers] * (f->bits == 64 ? 64u : 32u) / f->bits;
    if (!warp_together(w, s))
        return;
    for (unsigned e = 0; e < each && w->mask; e += step) {
        uint8_t value[WARP_SIZE * VALUE_BYTES], *bytes[WARP_SIZE];
        const unsigned size = f->bits * step / 8u;
        for (unsigned l = 0; !load && l < WARP_SIZE; l++)
            for (unsigned i = 0; i < step; i++)
                memcpy(value + VALUE_BYTES * l + i * f->bits / 8,
                       element_bytes(w, s, o->slots[1], e + i, l), f->bits / 8u);
        const uint32_t good = access_elements(w, s, load ? ACCESS_load : ACCESS_store, e, step,
                                              load ? NULL : value, bytes);
        for (uint32_t m = good; m; m &= m - 1) {
            const unsigned l = (unsigned)__builtin_ctz(m);
            if (!load)
                memcpy(bytes[l], value + VALUE_BYTES * l, size);
            for (unsigned again = e; load && again < total; again += each)
                for (unsigned i = 0; i < step; i++)
                    memcpy(element_bytes(w, s, o->slots[0], again + i, l),
                           bytes[l] + i * f->bits / 8, f->bits / 8u);
        }
    }
    device.changes += !load;
}

static ExecFn pick_wmma_memory(const Inst *in, Step *s, char matrix)
{
    Fragments *o = (Fragments *)s->extra;
    MemoryForm *f = o->form = o->room;
    *f = (MemoryForm){.shape = inst_shape(in), .matrix = matrix};
    f->tiles = tile_steps(f->shape, true);
    f->bits = (uint8_t)(in->ntypes == 1 ? matrix_bits((Type)in->type[0]) : 0);
    f->in_word = f->bits && f->bits < 8 ? 32 / f->bits : 1;
    f->bits = f->in_word > 1 ? 32 : f->bits;
    f->shape.k /= f->in_word;
    f->row_major = inst_has(in, MOD_row);
    f->strided = in->nopnd == 3;
    if (!f->tiles.tiles || !f->bits || f->row_major == inst_has(in, MOD_col))
        return NULL;
    const bool along = matrix == 'c' ? f->row_major != f->tiles.swapped
                                     : f->row_major == (matrix == 'a'); // neighbours in a register
    const unsigned each = matrix == 'c' ? 2 : f->bits == 64 ? 1 : 32u / f->bits;
    f->together = (uint8_t)(along ? each : 1);
    const unsigned all = o->n[in->op == OP_wmma_store_d] * (f->bits == 64 ? 64u : 32u) / f->bits;
    const unsigned fragment = in->op == OP_wmma_store_d;
    if (o->bytes[fragment] != (f->bits == 64 ? 8 : 4) || (f->strided && o->bytes[2] != 4))
        return NULL;
    if ((!along && f->in_word > 1) || !all || all % elements_of(f))
        return NULL;
    return f->bits == 16 && matrix != 'c' ? exec_wmma_halves : exec_wmma_memory;
}

ExecFn pick_wmma_load_a(const Inst *in, Step *s) { return pick_wmma_memory(in, s, 'a'); }
ExecFn pick_wmma_load_b(const Inst *in, Step *s) { return pick_wmma_memory(in, s, 'b'); }
ExecFn pick_wmma_load_c(const Inst *in, Step *s) { return pick_wmma_memory(in, s, 'c'); }
ExecFn pick_wmma_store_d(const Inst *in, Step *s) { return pick_wmma_memory(in, s, 'c'); }
