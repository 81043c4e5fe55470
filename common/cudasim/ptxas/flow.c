// flow.c - basic blocks of a function, and the order in which they are laid out.
//
// The order decides where lanes that took different branches meet again, since
// warp.c lets the group that is furthest behind go first. All blocks of both
// branches must come before the block where they join, and all blocks of a loop
// before the block that follows it. Such an order is a weak topological order
// (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993):
// strongly connected components are kept together, each with its head first, and
// the same holds inside each of them.
#include "internal.h"

#include <assert.h>

static bool ends_block(const Inst *in)
{
    return in->op == OP_bra || in->op == OP_brx_idx || in->op == OP_ret || in->op == OP_exit ||
           in->op == OP_trap;
}

bool flow_falls_through(const Inst *in) { return !ends_block(in) || in->guard.kind == OPND_reg; }

static void mark_leaders(const Func *f, uint8_t *leader)
{
    leader[0] = 1;
    for (uint32_t i = 0; i < f->ninsts; i++) {
        const Inst *in = &f->insts[i];
        if (!ends_block(in))
            continue;
        leader[i + 1] = 1;
        if (in->op == OP_bra)
            leader[in->opnd[0].target] = 1;
        for (unsigned k = 0; in->op == OP_brx_idx && k < in->opnd[1].nvec; k++)
            leader[in->opnd[1].vec[k].target] = 1;
    }
}

static void connect(Flow *flow)
{
    const Func *f = flow->f;
    for (uint32_t b = 0; b < flow->n; b++) {
        Basic *x = &flow->blocks[b];
        const Inst *last = &f->insts[x->end - 1];
        x->next = flow_falls_through(last) && x->end < f->ninsts ? b + 1 : NONE;
        x->jump = last->op == OP_bra ? flow->block_of[last->opnd[0].target] : NONE;
        x->table = last->op == OP_brx_idx ? &last->opnd[1] : NULL;
    }
}

bool flow_next(const Flow *flow, uint32_t block, uint32_t i, uint32_t *succ)
{
    const Basic *x = &flow->blocks[block];
    if (x->next != NONE && i-- == 0) {
        *succ = x->next;
        return true;
    }
    if (x->jump != NONE && i-- == 0) {
        *succ = x->jump;
        return *succ != NONE;
    }
    if (!x->table || i >= x->table->nvec)
        return false;
    *succ = flow->block_of[x->table->vec[i].target];
    return *succ != NONE;
}

// ---- weak topological order -----------------------------------------

typedef struct {
    const Flow *flow;
    uint32_t *number; // 0: not visited; NONE: placed
    uint32_t *stack;
    uint32_t depth, count;
    uint32_t *out, top; // filled from the end
} LayoutOrder;

static uint32_t visit_block(LayoutOrder *o, uint32_t v);

static uint32_t successors(const Flow *flow, uint32_t v)
{
    uint32_t n = 0, s;
    while (flow_next(flow, v, n, &s))
        n++;
    return n;
}

static void visit_component(LayoutOrder *o, uint32_t v)
{
    uint32_t s;
    for (uint32_t i = successors(o->flow, v); i-- > 0;)
        if (flow_next(o->flow, v, i, &s) && !o->number[s])
            visit_block(o, s);
    o->out[--o->top] = v;
}

static uint32_t visit_block(LayoutOrder *o, uint32_t v)
{
    o->stack[o->depth++] = v;
    uint32_t head = o->number[v] = ++o->count, s = v;
    bool loop = false;
    // Last successor first: the result is built from its end, and so keeps the
    // order of the text where it can.
    for (uint32_t i = successors(o->flow, v); i-- > 0;) {
        flow_next(o->flow, v, i, &s);
        uint32_t least = o->number[s] ? o->number[s] : visit_block(o, s);
        if (least <= head) {
            head = least;
            loop = true;
        }
    }
    if (head == o->number[v]) {
        o->number[v] = NONE;
        uint32_t element = o->stack[--o->depth];
        if (loop) {
            while (element != v) {
                o->number[element] = 0;
                element = o->stack[--o->depth];
            }
            visit_component(o, v);
        } else {
            o->out[--o->top] = v;
        }
    }
    return head;
}

static void lay_out(Flow *flow)
{
    LayoutOrder o = {.flow = flow, .top = flow->n};
    o.number = must_calloc(flow->n, sizeof *o.number);
    o.stack = must_calloc(flow->n + 1, sizeof *o.stack);
    o.out = flow->order = must_calloc(flow->n, sizeof *o.out);
    visit_block(&o, 0);
    // Blocks that nothing reaches go last; the rest moves to the front.
    uint32_t reached = flow->n - o.top;
    for (uint32_t i = 0; i < reached; i++)
        o.out[i] = o.out[o.top + i];
    for (uint32_t b = 0; b < flow->n; b++)
        if (!o.number[b])
            o.out[reached++] = b;
    assert(reached == flow->n); // each block has one place
    free(o.number);
    free(o.stack);
}

static void find_blocks(Flow *flow)
{
    const Func *f = flow->f;
    uint8_t *leader = must_calloc(f->ninsts + 2, 1);
    mark_leaders(f, leader);
    for (uint32_t i = 0; i < f->ninsts; i++)
        flow->n += leader[i];
    flow->blocks = must_calloc(flow->n, sizeof *flow->blocks);
    flow->block_of = must_calloc(f->ninsts + 1, sizeof *flow->block_of);
    uint32_t b = 0;
    for (uint32_t i = 0; i < f->ninsts; i++) {
        if (leader[i] && i)
            flow->blocks[b++].end = i;
        if (leader[i])
            flow->blocks[b].first = i;
        flow->block_of[i] = b;
    }
    assert(b + 1 == flow->n);
    flow->blocks[b].end = f->ninsts;
    flow->block_of[f->ninsts] = NONE; // a label at the very end
    free(leader);
}

Flow *flow_new(const Func *f)
{
    assert(f->ninsts);
    Flow *flow = must_calloc(1, sizeof *flow);
    flow->f = f;
    find_blocks(flow);
    connect(flow);
    lay_out(flow);
    return flow;
}

void flow_free(Flow *flow)
{
    free(flow->blocks);
    free(flow->block_of);
    free(flow->order);
    free(flow);
}
