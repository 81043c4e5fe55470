// accumulators.c - registers of a product by a warpgroup (wgmma) before its end: its accumulators,
// which a program may only hand on to the next product, and the registers of A, which it may not
// change (PTX ISA 9.7.15.2). The product has ended when the warp has waited for its group.
//
// ProductRegisters here are those of the PTX. A copy (mov) of an accumulator is no use yet:
// compilers copy values at will, and ptxas follows them; the copy is an accumulator, too. Only
// steps of warps that have such registers are looked at (Warp.watched).
//
// Before the first product a warp needs a wgmma.fence. Whether there is one is looked up in the
// text of the function, once: a function that calls others may have it there.
#include "findings.h"

#include <stdlib.h>

typedef enum { NO_PART, PART_d, PART_a } ProductPart; // of a product

typedef struct {
    uint32_t group, line; // of the product
    uint8_t part;
} HeldRegister;

typedef struct {
    const Frame *frame; // the products' function
    uint32_t group;     // the next one
    uint32_t n, room;   // held registers, and how many there are
    HeldRegister *at;   // by register
} ProductRegisters;

static ProductRegisters *registers_of(const Warp *w)
{
    void **user = &w->block->user[accumulators_observer.slot];
    if (!*user)
        *user = must_calloc(MAX_WARPS, sizeof(ProductRegisters));
    return (ProductRegisters *)*user + w->index;
}

static void on_block_end(Block *b)
{
    ProductRegisters *r = b->user[accumulators_observer.slot];
    b->user[accumulators_observer.slot] = NULL;
    for (unsigned i = 0; r && i < MAX_WARPS; i++)
        free(r[i].at);
    free(r);
}

static void set(ProductRegisters *r, const Operand *o, HeldRegister h)
{
    if (o->kind != OPND_reg || o->reg < 0 || (uint32_t)o->reg >= r->room)
        return;
    r->n += (h.part != NO_PART) - (r->at[o->reg].part != NO_PART);
    r->at[o->reg] = h;
}

static HeldRegister get(const ProductRegisters *r, const Operand *o)
{
    bool known = o->kind == OPND_reg && o->reg >= 0 && (uint32_t)o->reg < r->room;
    return known ? r->at[o->reg] : (HeldRegister){0};
}

// ---- products -------------------------------------------------------

static bool is_product(const Inst *in)
{
    return in->op == OP_wgmma_mma_async || in->op == OP_wgmma_mma_async_sp;
}

// Does a wgmma.fence precede the product, as far as the function's text says?
static bool is_fenced(const Func *f, const Inst *product)
{
    for (const Inst *in = f->insts; in < product; in++)
        if (in->op == OP_wgmma_fence || in->op == OP_call)
            return true;
    return false;
}

static void report_no_fence(const Warp *w, const Step *s)
{
    char product[300];
    uint32_t line = line_of_step(w->frame->code, s);
    Finding *f = finding("synccheck", "product without fence", line, line, 0);
    if (!f->count) {
        line_text(line, product, sizeof product);
        f->message =
            text_format("The product at %s begins, and no wgmma.fence comes before it", product);
        f->detail = text_format("the registers may not have their values yet");
        f->cause = CAUSE_product_fence;
        finding_thread(f, w, (unsigned)__builtin_ctz(w->mask));
    }
    f->count++;
}

static void on_product(Warp *w, const Step *s)
{
    ProductRegisters *r = registers_of(w);
    const uint32_t regs = w->frame->code->func->nregs;
    if (r->frame != w->frame && !is_fenced(w->frame->code->func, s->inst))
        report_no_fence(w, s);
    if (r->frame != w->frame || r->room != regs) {
        r->at = must_realloc(r->at, regs + 1, sizeof *r->at);
        memset(r->at, 0, (regs + 1) * sizeof *r->at);
        r->frame = w->frame;
        r->room = regs;
        r->n = 0;
    }
    HeldRegister h = {r->group, line_of_step(w->frame->code, s), PART_d};
    EACH_REGISTER(&s->inst->opnd[0], d) set(r, d, h);
    h.part = PART_a;
    if (s->inst->opnd[1].kind == OPND_vector)
        EACH_REGISTER(&s->inst->opnd[1], a) set(r, a, h);
    w->watched |= 1u << accumulators_observer.slot;
    w->merge_pc = 0;
}

static void on_commit(Warp *w, uint32_t group) { registers_of(w)->group = group + 1; }

static void on_wait(Warp *w, uint32_t groups)
{
    ProductRegisters *r = registers_of(w);
    for (uint32_t i = 0; r->n && i < r->room; i++)
        if (r->at[i].part && r->at[i].group < groups) {
            r->at[i].part = NO_PART;
            r->n--;
        }
    if (!r->n)
        w->watched &= ~(1u << accumulators_observer.slot);
}

// ---- what the program does meanwhile --------------------------------

static void report(const Warp *w, const Step *s, HeldRegister h)
{
    char use[300], product[300];
    uint32_t line = line_of_step(w->frame->code, s);
    Finding *f = finding("synccheck", "product register", line, h.line, h.part);
    if (!f->count) {
        line_text(line, use, sizeof use);
        line_text(h.line, product, sizeof product);
        f->message = text_format("%s at %s before the product at %s has ended",
                                 h.part == PART_d ? "An accumulator is used"
                                                  : "A register of matrix A is changed",
                                 use, product);
        f->detail = text_format("wgmma.wait_group comes first");
        f->cause = CAUSE_product_register;
        finding_thread(f, w, (unsigned)__builtin_ctz(w->mask));
    }
    f->count++;
}

static void on_step(Warp *w, const Step *s)
{
    ProductRegisters *r = registers_of(w);
    const Inst *in = s->inst;
    if (!in || in->op >= OP_COUNT || !w->mask || r->frame != w->frame || is_product(in))
        return;
    const bool writes = inst_writes(in);
    HeldRegister taken = {0};
    for (unsigned i = writes; i < in->nopnd; i++)
        EACH_REGISTER(&in->opnd[i], o)
        {
            HeldRegister h = get(r, o);
            if (h.part != PART_d)
                continue;
            if (in->op == OP_mov)
                taken = h;
            else
                report(w, s, h);
        }
    if (!writes)
        return;
    EACH_REGISTER(&in->opnd[0], d)
    {
        HeldRegister h = get(r, d);
        if (h.part == PART_a)
            report(w, s, h);
        set(r, d, taken);
    }
}

Observer accumulators_observer = {
    .name = "accumulators",
    .rank = RANK_accumulators,
    .block_end = on_block_end,
    .product = on_product,
    .product_commit = on_commit,
    .product_wait = on_wait,
    .step = on_step,
};
