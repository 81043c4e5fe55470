// regs.c - registers of a function share places in the register file.
//
// PTX has a register for every value, hundreds in a function; the registers of one
// warp would not fit into the host's L1 cache. So registers whose lifetimes
// do not overlap share a place: live ranges by the usual backward data flow over
// basic blocks, widened to intervals, then a linear scan (Poletto and Sarkar, 1999).
// Only registers of the same width share a place, because lanes that have diverged use
// one place for different registers at the same time, each lane in its own column. A
// destination never shares with a source of the same instruction, so handlers may
// write one element before they read the next.
#include "internal.h"

typedef struct {
    const Func *f;
    const Flow *flow;
    Basic *blocks; // of the flow
    uint32_t n;
    size_t words; // of a register set
    uint64_t *in, *use, *def;
    uint32_t *lo, *hi; // intervals by register
} Liveness;

#define NEVER UINT32_MAX

static bool is_destination(const Inst *in, unsigned i)
{
    return i == 0 && in->op < OP_COUNT && inst_writes(in);
}

typedef void (*Visit)(Liveness *lv, uint32_t at, int32_t reg, bool def, void *user);

static void visit_operand(Liveness *lv, uint32_t at, const Operand *o, bool def, Visit visit,
                          void *user)
{
    if (o->kind == OPND_reg)
        visit(lv, at, o->reg, def, user);
    else if (o->kind == OPND_mem && o->base == OPND_reg)
        visit(lv, at, o->reg, false, user);
    else if (o->kind == OPND_vector)
        for (unsigned i = 0; i < o->nvec; i++)
            visit_operand(lv, at, &o->vec[i], def, visit, user);
}

// Visits the uses of an instruction, or its definitions.
static void visit_inst(Liveness *lv, uint32_t at, bool defs, Visit visit, void *user)
{
    const Inst *in = &lv->f->insts[at];
    if (!defs)
        visit_operand(lv, at, &in->guard, false, visit, user);
    for (unsigned i = 0; i < in->nopnd; i++)
        if (is_destination(in, i) == defs)
            visit_operand(lv, at, &in->opnd[i], defs, visit, user);
    if (defs)
        visit_operand(lv, at, &in->second, true, visit, user);
    if (in->op == OP_call && in->call) {
        for (unsigned i = 0; !defs && i < in->call->narg; i++)
            visit_operand(lv, at, &in->call->arg[i], false, visit, user);
        for (unsigned i = 0; defs && i < in->call->nret; i++)
            visit_operand(lv, at, &in->call->ret[i], true, visit, user);
        if (!defs)
            visit_operand(lv, at, &in->call->target, false, visit, user);
    }
}

// ---- data flow ------------------------------------------------------

static void note_register(Liveness *lv, uint32_t at, int32_t reg, bool def, void *user)
{
    uint32_t b = *(uint32_t *)user;
    uint64_t *use = lv->use + b * lv->words, *kill = lv->def + b * lv->words;
    uint64_t bit = 1ull << (reg % 64);
    // A guarded write leaves some lanes as they were: it does not end a life.
    bool partial = lv->f->insts[at].guard.kind == OPND_reg;
    if (!def && !(kill[reg / 64] & bit))
        use[reg / 64] |= bit;
    if (def && !partial)
        kill[reg / 64] |= bit;
    if (def && partial && !(kill[reg / 64] & bit))
        use[reg / 64] |= bit;
}

static void live_out(Liveness *lv, uint32_t b, uint64_t *out)
{
    memset(out, 0, lv->words * 8);
    uint32_t succ;
    for (uint32_t i = 0; flow_next(lv->flow, b, i, &succ); i++)
        for (size_t k = 0; k < lv->words; k++)
            out[k] |= lv->in[succ * lv->words + k];
}

static void solve_liveness(Liveness *lv, uint64_t *out)
{
    for (uint32_t b = 0; b < lv->n; b++)
        for (uint32_t i = lv->blocks[b].first; i < lv->blocks[b].end; i++) {
            visit_inst(lv, i, false, note_register, &b);
            visit_inst(lv, i, true, note_register, &b);
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = lv->n; b-- > 0;) {
            live_out(lv, b, out);
            uint64_t *in = lv->in + b * lv->words;
            for (size_t k = 0; k < lv->words; k++) {
                uint64_t v = lv->use[b * lv->words + k] | (out[k] & ~lv->def[b * lv->words + k]);
                changed |= v != in[k];
                in[k] = v;
            }
        }
    }
}

static void stretch(Liveness *lv, uint32_t at, int32_t reg, bool def, void *user)
{
    (void)def, (void)user;
    if (at < lv->lo[reg])
        lv->lo[reg] = at;
    if (at > lv->hi[reg])
        lv->hi[reg] = at;
}

static void stretch_set(Liveness *lv, const uint64_t *set, uint32_t at)
{
    for (size_t k = 0; k < lv->words; k++)
        for (uint64_t m = set[k]; m; m &= m - 1)
            stretch(lv, at, (int32_t)(64 * k + (unsigned)__builtin_ctzll(m)), false, NULL);
}

static void intervals(Liveness *lv, uint64_t *out)
{
    for (uint32_t r = 0; r < lv->f->nregs; r++)
        lv->lo[r] = NEVER, lv->hi[r] = 0;
    for (uint32_t b = 0; b < lv->n; b++) {
        for (uint32_t i = lv->blocks[b].first; i < lv->blocks[b].end; i++) {
            visit_inst(lv, i, false, stretch, NULL);
            visit_inst(lv, i, true, stretch, NULL);
        }
        stretch_set(lv, lv->in + b * lv->words, lv->blocks[b].first);
        live_out(lv, b, out);
        stretch_set(lv, out, lv->blocks[b].end - 1);
    }
}

// ---- linear scan ----------------------------------------------------

static const uint32_t *sort_key;

static int by_start(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (sort_key[x] != sort_key[y])
        return sort_key[x] < sort_key[y] ? -1 : 1;
    return x < y ? -1 : x > y;
}

// Gives each register a number among those of its width.
static void linear_scan(const Liveness *lv, Facts *facts)
{
    uint32_t n = lv->f->nregs, *order = must_calloc(n, sizeof *order);
    uint32_t *busy[WIDTH_COUNT]; // by number: last instruction of its present owner
    for (int w = 0; w < WIDTH_COUNT; w++)
        busy[w] = must_calloc(n, sizeof *busy[w]);
    for (uint32_t r = 0; r < n; r++)
        order[r] = r;
    sort_key = lv->lo;
    qsort(order, n, sizeof *order, by_start);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t r = order[k], p = 0;
        RegWidth w = regs_width((Type)lv->f->reg_type[r]);
        if (lv->lo[r] == NEVER) // never mentioned
            continue;
        while (p < facts->places[w] && busy[w][p] > lv->lo[r])
            p++;
        if (p == facts->places[w])
            facts->places[w]++;
        busy[w][p] = lv->hi[r] + 1;
        facts->place[r] = p;
    }
    free(order);
    for (int w = 0; w < WIDTH_COUNT; w++)
        free(busy[w]);
}

RegWidth regs_width(Type t)
{
    unsigned n = type_bytes(t);
    return t == TYPE_pred ? WIDTH_pred : n == 16 ? WIDTH_16 : n == 8 ? WIDTH_8 : WIDTH_4;
}

// What ptxas would need is unknown; this is near it for small kernels.
static int estimate(const uint32_t places[WIDTH_COUNT])
{
    int words = (int)(places[WIDTH_4] + 2 * places[WIDTH_8] + 4 * places[WIDTH_16]);
    return words < 12 ? 16 : words > 250 ? 255 : (words + 4 + 7) / 8 * 8;
}

bool regs_apart;

static void keep_apart(Facts *facts)
{
    const Func *f = facts->func;
    memset(facts->places, 0, sizeof facts->places);
    for (uint32_t r = 0; r < f->nregs; r++)
        facts->place[r] = facts->places[regs_width((Type)f->reg_type[r])]++;
}

// What lives where the function begins.
static bool reads_unset(const Liveness *lv)
{
    for (uint32_t b = 0; b < lv->n; b++)
        for (size_t k = 0; !lv->blocks[b].first && k < lv->words; k++)
            if (lv->in[b * lv->words + k])
                return true;
    return false;
}

void regs_find(Facts *facts, const Flow *flow)
{
    const Func *f = facts->func;
    Liveness lv = {.f = f,
                   .flow = flow,
                   .blocks = flow->blocks,
                   .n = flow->n,
                   .words = (f->nregs + 63) / 64 + 1};
    size_t sets = (size_t)(lv.n + 1) * lv.words;
    lv.in = must_calloc(sets, 8);
    lv.use = must_calloc(sets, 8);
    lv.def = must_calloc(sets, 8);
    lv.lo = must_calloc(f->nregs, 4);
    lv.hi = must_calloc(f->nregs, 4);
    uint64_t *out = must_calloc(lv.words, 8);
    solve_liveness(&lv, out);
    facts->unset = reads_unset(&lv);
    intervals(&lv, out);
    linear_scan(&lv, facts);
    facts->registers = f->machine.registers ? (int)f->machine.registers : estimate(facts->places);
    if (regs_apart)
        keep_apart(facts);
    free(lv.in), free(lv.use), free(lv.def);
    free(lv.lo), free(lv.hi), free(out);
}
