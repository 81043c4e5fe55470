// unset.c - products of matrices that take a register in which the program has put nothing: a
// fragment without fill_fragment(), a float d[4] without its zeros. It belongs to initcheck.
//
// Only products are judged. Other instructions may take such a register in a correct program: a
// structure of which only some members are set is copied as a whole. And few functions have such a
// product: whether one may, says the text. Only the warps of these are watched (Warp.watched), and
// for each register it is noted whether something has been put in.
#include "findings.h"

#include <stdlib.h>

typedef struct {
    const Frame *frame; // of the kernel itself
    uint8_t *is_set;    // by register
} SetRegisters;         // of a warp

static bool is_product(const Inst *in) { return in->op < OP_COUNT && inst_unit(in) == UNIT_TENSOR; }

// The operand that has such a register; 0: none. What a product by wgmma adds to may be nothing.
static unsigned takes_unset(const Inst *in, const uint8_t *is_set)
{
    for (unsigned i = 1; i < in->nopnd; i++)
        EACH_REGISTER(&in->opnd[i], o)
    if (o->kind == OPND_reg && o->reg >= 0 && !is_set[o->reg])
        return i;
    return 0;
}

static void put(uint8_t *is_set, const Operand *o, bool value)
{
    EACH_REGISTER(o, d)
    if (d->kind == OPND_reg && d->reg >= 0)
        is_set[d->reg] = value;
}

static void note_results(const Inst *in, uint8_t *is_set)
{
    for (unsigned i = 0; in->op == OP_call && i < in->call->nret; i++)
        put(is_set, &in->call->ret[i], true);
    if (in->op >= OP_COUNT || !in->nopnd || !inst_writes(in))
        return;
    put(is_set, &in->opnd[0], in->op != OP_mov || !takes_unset(in, is_set));
    put(is_set, &in->second, true);
}

// Does a product take a register that nothing above it in the text sets? asked once.
static bool is_suspect(const Code *c)
{
    CodeInfo *info = code_info(c);
    if (!info->unset) {
        uint8_t *is_set = must_calloc(c->func->nregs + 1, 1);
        info->unset = 1;
        for (const Inst *in = c->func->insts; in < c->func->insts + c->func->ninsts; in++) {
            if (is_product(in) && takes_unset(in, is_set))
                info->unset = 2;
            note_results(in, is_set);
        }
        free(is_set);
    }
    return info->unset == 2;
}

static void on_block_begin(Block *b)
{
    b->user[unset_observer.slot] = NULL;
    if (!is_suspect(b->launch->code))
        return;
    b->user[unset_observer.slot] = must_calloc(MAX_WARPS, sizeof(SetRegisters));
    for (uint32_t i = 0; i < b->nwarps; i++)
        b->warps[i]->watched |= 1u << unset_observer.slot;
}

static void on_block_end(Block *b)
{
    SetRegisters *r = b->user[unset_observer.slot];
    b->user[unset_observer.slot] = NULL;
    for (unsigned i = 0; r && i < MAX_WARPS; i++)
        free(r[i].is_set);
    free(r);
}

static void report(const Warp *w, const Step *s, unsigned operand)
{
    static const char *const matrix[] = {"D", "A", "B", "C, to which it adds,"};
    uint32_t line = line_of_step(w->frame->code, s);
    Finding *f = finding("initcheck", "uninitialized register", line, 0, operand);
    if (!f->count++) {
        f->message = text_format("Nothing was put into matrix %s of this product",
                                 operand < 4 ? matrix[operand] : "E");
        f->caller = caller_of_step(w->frame->code, s);
        f->cause = CAUSE_uninitialised_register;
        finding_thread(f, w, (unsigned)__builtin_ctz(w->mask));
    }
}

static void on_step(Warp *w, const Step *s)
{
    SetRegisters *r = w->block->user[unset_observer.slot];
    const Inst *in = s->inst;
    if (!r || !in || w->frame->code != w->launch->code || w->frame->call)
        return;
    r += w->index;
    if (!r->is_set)
        r->is_set = must_calloc(w->frame->code->func->nregs + 1, 1);
    unsigned unset = is_product(in) && w->mask ? takes_unset(in, r->is_set) : 0;
    if (unset)
        report(w, s, unset);
    note_results(in, r->is_set);
}

Observer unset_observer = {
    .name = "unset",
    .rank = RANK_unset,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .step = on_step,
};
