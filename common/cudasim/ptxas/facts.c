// facts.c - a function goes in, facts come out: the order of the parts. Contraction comes
// first, because it changes instructions. Facts about memory accesses are found when they
// are first asked for, since only the counters need them.
#include "internal.h"

static CodeBlock *laid_out_blocks(const Flow *flow)
{
    CodeBlock *blocks = must_calloc(flow->n, sizeof *blocks);
    for (uint32_t i = 0; i < flow->n; i++) {
        const Basic *b = &flow->blocks[flow->order[i]];
        blocks[i] = (CodeBlock){.first = b->first,
                                .end = b->end,
                                .falls_through = flow_falls_through(&flow->f->insts[b->end - 1])};
    }
    return blocks;
}

Facts *facts_new(Func *f, const SharedVar *shared, uint32_t nshared)
{
    contract_function(f);
    Facts *facts = must_calloc(1, sizeof *facts);
    *facts = (Facts){.func = f, .shared = shared, .nshared = nshared};
    facts->path = must_calloc(f->ninsts, sizeof *facts->path);
    facts->place = must_calloc(f->nregs, sizeof *facts->place);
    if (!f->ninsts)
        return facts;
    Flow *flow = flow_new(f);
    facts->nblocks = flow->n;
    facts->blocks = laid_out_blocks(flow);
    regs_find(facts, flow);
    path_find(facts, flow);
    flow_free(flow);
    return facts;
}

void facts_free(Facts *facts)
{
    if (!facts)
        return;
    free(facts->blocks);
    free(facts->path);
    free(facts->place);
    free(facts->access);
    free(facts);
}

const AccessFacts *facts_access(Facts *facts, const Inst *in)
{
    static const AccessFacts nothing;
    const Func *f = facts->func;
    if (in < f->insts || in >= f->insts + f->ninsts)
        return &nothing;
    if (!facts->access) {
        facts->access = must_calloc(f->ninsts, sizeof *facts->access);
        rewriting_find(facts);
        narrowing_find(facts);
        fusing_find(facts);
    }
    return &facts->access[in - f->insts];
}
