// exec_wgmma.c - products of matrices by a warpgroup, four warps: wgmma.
//
// D has 64 rows and N columns; each warp of the four has 16 rows, and does its part alone; the wait
// at the end is for all four. A is in
// registers or in shared memory, B in shared memory, where descriptors of 64 bits say:
//
//   bits 0 to 13   the address / 16             62, 63   swizzle: none, 128, 64, 32 bytes
//   16 to 29       "leading" byte offset / 16   32 to 45 "stride" byte offset / 16
//
// Registers change at once: ptxas lets a program copy them before it waits, and follows the copies.
// The pieces of shared memory are read until the warp has waited for the group: till then they are
// those of a Copy (async.h), so that the checkers see who writes what is still read.
//
// A swizzle of 32 S bytes exchanges the 16-byte pieces of a row of 8 rows: bits 4 and up of an
// address are XORed with bits 7 and up. For the layouts see offset_of().
#include "mma.h"
#include "sim/async.h"

enum { GROUP_WARPS = 4, PIECE = 16, K_BYTES = 32, MAX_COLUMNS = 256, SPARSE_OPERANDS = 2 };

typedef struct {
    MmaForm mma;
    uint16_t columns, tiles; // tiles of 8 columns
    bool a_in_memory;
    bool a_turned, b_turned; // rows (columns) are side by side in memory, not the elements along k
    bool a_minus, b_minus;   // negated
    uint8_t b_bytes;         // of B along k: twice those of a sparse A
    uint8_t scale;           // the operand that says whether D is added to
} GroupForm;

static_assert(sizeof(GroupForm) <= sizeof((Fragments){0}.room), "the room of Fragments");

// ---- where elements are in shared memory ---------------------------------------------------

// The byte of shared memory where row (or column) x has its k-th element of 16 bits, or, if not
// turned, its byte k.
static uint32_t offset_of(uint64_t descriptor, bool turned, unsigned x, unsigned k)
{
    const uint32_t start = (descriptor & 0x3fff) << 4, mode = descriptor >> 62;
    const uint32_t leading = (descriptor >> 16 & 0x3fff) << 4, stride = (descriptor >> 32 & 0x3fff)
                                                                        << 4;
    const unsigned pieces = mode == 0 ? 1 : mode == 1 ? 8 : mode == 2 ? 4 : 2; // of a swizzled row
    uint32_t at;
    if (!turned && !mode) // core matrices of 8 rows of one piece
        at = x % 8 * PIECE + x / 8 * stride + k / PIECE * leading + k % PIECE;
    else if (!turned)
        at = x % 8 * pieces * PIECE + x / 8 * stride + k / (pieces * PIECE) * leading +
             k % (pieces * PIECE);
    else if (!mode)
        at = x % 8 * 2 + x / 8 * stride + k % 8 * PIECE + k / 8 * leading;
    else
        at = x % (8 * pieces) * 2 + x / (8 * pieces) * leading + k % 8 * pieces * PIECE +
             k / 8 * stride;
    at += start;
    return at ^ ((at >> 7 & (pieces - 1)) << 4);
}

// The word of a fragment that holds row x's bytes 4 word and up along k.
static uint32_t word_of(const Block *b, uint64_t descriptor, bool turned, unsigned x, unsigned word)
{
    uint32_t bytes;
    uint16_t half[2];
    if (!turned) {
        memcpy(&bytes, b->shared + offset_of(descriptor, false, x, 4 * word), sizeof bytes);
        return bytes;
    }
    memcpy(&half[0], b->shared + offset_of(descriptor, true, x, 2 * word), sizeof *half);
    memcpy(&half[1], b->shared + offset_of(descriptor, true, x, 2 * word + 1), sizeof *half);
    return half[0] | (uint32_t)half[1] << 16;
}

// ---- the product ---------------------------------------------------------------------------

static uint32_t negated(const GroupForm *f, uint32_t word, bool minus)
{
    return !minus                ? word
           : f->mma.a_bits == 16 ? word ^ 0x80008000
           : f->mma.a_bits == 32 ? word ^ 0x80000000
                                 : word ^ 0x80808080;
}

static void take_a(const GroupForm *f, const Fragments *o, const Warp *w, uint64_t descriptor,
                   uint32_t a[4][WARP_SIZE])
{
    const unsigned first = w->index % GROUP_WARPS * 16;
    for (unsigned r = 0; r < 4; r++) {
        const uint32_t *own = f->a_in_memory ? NULL : slot(w, o->slots[1][r]);
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            const uint32_t word = own ? own[l]
                                      : word_of(w->block, descriptor, f->a_turned,
                                                first + l / 4 + 8 * (r % 2), r / 2 * 4 + l % 4);
            a[r][l] = negated(f, word, f->a_minus);
        }
    }
}

// D of this warp's 16 rows, 8 columns at a time. `adds`: to what D is; else D is replaced.
static void make_product(Warp *w, const Fragments *o, uint64_t of_a, uint64_t of_b, bool adds)
{
    static const uint32_t zeros[WARP_SIZE];
    const GroupForm *f = o->form;
    const MmaForm *m = &f->mma;
    uint32_t a[4][WARP_SIZE], b[4][WARP_SIZE];
    Tile t = {.a = {a[0], a[1], a[2], a[3]},
              .b = {b[0], b[1], b[2], b[3]},
              .metadata = m->sparse ? slot(w, o->slots[3][0]) : NULL};
    take_a(f, o, w, of_a, a);
    for (unsigned tile = 0; tile < f->tiles; tile++) {
        const uint32_t *slots = o->slots[0] + tile * m->d_regs;
        for (unsigned r = 0; r < m->b_regs; r++)
            for (unsigned l = 0; l < WARP_SIZE; l++) {
                const uint32_t word =
                    word_of(w->block, of_b, f->b_turned, 8 * tile + l / 4, 4 * r + l % 4);
                b[r][l] = negated(f, word, f->b_minus);
            }
        for (unsigned r = 0; r < m->d_regs; r++)
            t.c[r] = adds ? slot(w, slots[r]) : zeros;
        t.same_a = tile > 0;
        mma_tile(m, &t);
        for (unsigned r = 0; r < m->d_regs; r++) {
            uint32_t *d = slot(w, slots[r]);
            EACH_LANE(w, d[l] = t.d[r][l];);
        }
    }
}

// ---- instructions --------------------------------------------------------------------------

// Checks the pieces of shared memory that an operand has, and marks them as read. False: one is not
// there.
static bool read_operand(Warp *w, const Step *s, uint64_t descriptor, bool turned, unsigned from,
                         unsigned rows, unsigned k_bytes)
{
    const AccessForm form = {.space = SPACE_shared, .elem = 8, .nvec = 2, .async = true};
    const unsigned each = k_bytes / PIECE, pieces = rows * each;
    for (unsigned done = 0; done < pieces; done += WARP_SIZE) {
        const unsigned left = pieces - done;
        uint64_t addr[WARP_SIZE];
        uint8_t *bytes[WARP_SIZE];
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            const unsigned i = (done + l) % pieces;
            addr[l] = turned
                          ? offset_of(descriptor, true, from + i % (rows / 8) * 8, i / (rows / 8))
                          : offset_of(descriptor, false, from + i / each, i % each * PIECE);
        }
        const uint32_t all = w->mask,
                       wanted = all & (left < WARP_SIZE ? (1u << left) - 1 : FULL_MASK);
        w->mask = wanted;
        const uint32_t good =
            wanted ? access_given(w, s, &form, ACCESS_load, NULL, addr, bytes) : 0;
        w->mask = all;
        if (good != wanted)
            return false;
        if (!device.hooks->copies)
            continue; // nobody asks who writes what is still read
        Copy *c = copy_new(w->block, w, s, COPY_product);
        c->from_block = w->block;
        c->group[0] = copies_of(w->block)->product_groups[w->index];
        c->mask = good;
        for (uint32_t m = good; m; m &= m - 1) {
            const unsigned l = (unsigned)__builtin_ctz(m);
            c->from_addr[l] = addr[l];
            c->given[l] = PIECE;
            copy_mark(c, l);
        }
    }
    return true;
}

static uint64_t descriptor_at(const Warp *w, uint32_t s)
{
    return ((const uint64_t *)slot(w, s))[0];
}

static void exec_product(Warp *w, const Step *s)
{
    const Fragments *o = s->extra;
    const GroupForm *f = o->form;
    const Operand *scale = &s->inst->opnd[f->scale];
    if (!warp_together(w, s))
        return;
    const uint64_t a = f->a_in_memory ? descriptor_at(w, o->slots[1][0]) : 0;
    const uint64_t b = descriptor_at(w, o->slots[2][0]);
    const bool adds =
        scale->kind == OPND_imm
            ? scale->imm != 0
            : ((*slot_pred(w, o->slots[f->scale][0]) & w->mask) != 0) != scale->negate;
    if (read_operand(w, s, b, f->b_turned, 0, f->columns, f->b_bytes) &&
        (!f->a_in_memory ||
         read_operand(w, s, a, f->a_turned, w->index % GROUP_WARPS * 16, 16, K_BYTES)))
        make_product(w, o, a, b, adds);
    EACH_HOOK(product, (w, s));
}

static void exec_commit(Warp *w, const Step *s)
{
    if (!warp_together(w, s))
        return;
    EACH_HOOK(product_commit, (w, copies_of(w->block)->product_groups[w->index]));
    copies_of(w->block)->product_groups[w->index]++;
    device.changes++;
}

// A product is one operation of four warps, so it ends for all of them at once: the memory that it
// reads is free when one of them has waited, as CUTLASS's pipelines need. Have the others come so
// far? They may have exited, or there may be none.
static bool partners_came(const Warp *w, const Copies *cs, uint32_t groups)
{
    const Block *b = w->block;
    const uint32_t first = w->index / GROUP_WARPS * GROUP_WARPS;
    for (uint32_t i = first; i < first + GROUP_WARPS && i < b->nwarps; i++)
        if (b->warps[i]->live && (int32_t)(cs->product_groups[i] - groups) < 0)
            return false;
    return true;
}

// The step is executed again at the warp's next turn.
static void wait_again(Warp *w)
{
    w->pc--;
    w->counts[w->pc].warps--;
    w->counts[w->pc].threads -= (unsigned)__builtin_popcount(w->mask);
    w->groups[w->cur].state = GROUP_yielded;
    w->merge_pc = 0;
}

// Waits for all groups of the warp but the last ones: they read no shared memory any more.
static void exec_wait(Warp *w, const Step *s)
{
    if (!warp_together(w, s))
        return;
    Copies *cs = copies_of(w->block);
    const uint32_t own = cs->product_groups[w->index], keep = (uint32_t)s->inst->opnd[0].imm;
    const uint32_t limit = own > keep ? own - keep : 0;
    bool ended = false;
    if (!partners_came(w, cs, limit)) {
        wait_again(w);
        return;
    }
    EACH_HOOK(product_wait, (w, limit));
    for (Copy *c = cs->first; c; c = c->next) {
        if (c->kind != COPY_product || c->warp->index / GROUP_WARPS != w->index / GROUP_WARPS ||
            c->group[0] >= limit)
            continue;
        copy_drop(c);
        ended = true;
    }
    if (ended)
        copies_sweep(cs);
}

// Orders registers, which change at once here.
static void exec_fence(Warp *w, const Step *s) { (void)warp_together(w, s); }

static bool flag(const Inst *in, unsigned i, uint64_t set)
{
    return in->nopnd > i && in->opnd[i].kind == OPND_imm && in->opnd[i].imm == set;
}

// Which lanes of four have the metadata of a sparse A: as for mma.sp, whose tiles these are.
static bool select_metadata(MmaForm *m, const Inst *in, const Fragments *o)
{
    const unsigned lanes = m->k / 2u * (m->a_bits == 32 ? 4u : 2u) / 16;
    const Operand *selector = &in->opnd[4];
    if (o->n[3] != 1 || o->bytes[3] != 4 || selector->kind != OPND_imm ||
        selector->imm * lanes >= 4)
        return false;
    m->selector = (uint8_t)(selector->imm * lanes);
    return true;
}

static ExecFn pick_group_product(const Inst *in, Step *s, bool sparse)
{
    const unsigned more = sparse ? SPARSE_OPERANDS : 0;
    Fragments *o = (Fragments *)s->extra;
    GroupForm *f = o->form = o->room;
    MmaForm *m = &f->mma;
    if (in->ntypes != 3 || !in->columns || !inst_has(in, MOD_sync))
        return NULL;
    const Type type[4] = {(Type)in->type[0], (Type)in->type[1], (Type)in->type[2],
                          (Type)in->type[0]};
    *f = (GroupForm){.columns = in->columns,
                     .tiles = in->columns / 8,
                     .a_in_memory = o->n[1] == 1,
                     .b_bytes = sparse ? 2 * K_BYTES : K_BYTES,
                     .scale = (uint8_t)(3 + more)};
    m->a_bits = (uint8_t)matrix_bits(type[1]);
    m->b_bits = (uint8_t)matrix_bits(type[2]);
    if (!m->a_bits || m->a_bits > 32)
        return NULL;
    *m = (MmaForm){.tiles = {.m = 16, .tiles = 1},
                   .k = (uint16_t)(8 * f->b_bytes / m->a_bits),
                   .rows = 2,
                   .a_bits = m->a_bits,
                   .b_bits = m->b_bits,
                   .a_regs = 4,
                   .b_regs = sparse ? 4 : 2,
                   .sparse = sparse};
    if (!mma_float_form(m, type) && !mma_int_form(m, in, type))
        return NULL;
    if (m->split) { // bytes have tensor cores of their own here
        m->split = false;
        m->sum = tensor_shape(m->k, m->a, m->b, 13, 13, m->half);
    }
    m->d_regs = m->half ? 2 : 4;
    const bool floats = m->kind == MMA_float;
    f->a_minus = floats && flag(in, 4 + more, UINT64_MAX);
    f->b_minus = floats && flag(in, 5 + more, UINT64_MAX);
    f->a_turned = f->a_in_memory && flag(in, 6 + more, 1);
    f->b_turned = flag(in, (f->a_in_memory ? 7 : 6) + more, 1);
    if ((f->a_turned || f->b_turned) && m->a_bits != 16)
        return NULL;
    const bool scale =
        in->opnd[f->scale].kind == OPND_imm || (o->n[f->scale] == 1 && o->bytes[f->scale] == 0);
    return (!sparse || select_metadata(m, in, o)) && o->n[0] == m->d_regs * f->tiles &&
                   o->bytes[0] == 4 && o->n[2] == 1 && o->bytes[2] == 8 && scale &&
                   (f->a_in_memory ? o->bytes[1] == 8 : o->n[1] == 4 && o->bytes[1] == 4)
               ? exec_product
               : NULL;
}

ExecFn pick_wgmma_mma_async(const Inst *in, Step *s) { return pick_group_product(in, s, false); }
ExecFn pick_wgmma_mma_async_sp(const Inst *in, Step *s) { return pick_group_product(in, s, true); }

ExecFn pick_wgmma_fence(const Inst *in, Step *s) { return (void)in, (void)s, exec_fence; }
ExecFn pick_wgmma_commit_group(const Inst *in, Step *s) { return (void)in, (void)s, exec_commit; }

ExecFn pick_wgmma_wait_group(const Inst *in, Step *s)
{
    (void)s;
    return in->opnd[0].kind == OPND_imm ? exec_wait : NULL;
}
