// branch_lanes.c - the lanes that come to a branch and do not take it.
//
// Counters, as those of a GPU, count of each instruction the lanes whose guard holds. Of a branch
// this is the wrong measure of divergence: all lanes of `if (i < n)` execute its line, whichever
// way they go. The machine does not count the others, but as many lanes come to a step as to those
// before it in its basic block, less those that exit in between.
#include "look.h"

#include "sim/exec.h"

static bool is_branch(const Step *s)
{
    return s->inst && (s->inst->op == OP_bra || s->inst->op == OP_brx_idx);
}

// 0: the block has no step before it that all lanes execute. A step with a path begins a block.
static uint64_t lanes_at(const Code *c, uint32_t i)
{
    uint64_t gone = 0;
    while (i && !c->steps[i].path) {
        const Step *s = &c->steps[--i];
        uint64_t lanes = c->counts[i].threads;
        if (s->guard == SLOT_NONE)
            return lanes > gone ? lanes - gone : 0;
        if (s->inst && (s->inst->op == OP_exit || s->inst->op == OP_ret))
            gone += lanes;
    }
    return 0;
}

void branch_lanes_by_line(const Launch *l, uint64_t *by_line)
{
    for (uint32_t k = 0; k < l->nused; k++) {
        const Code *c = l->used[k];
        const CodeInfo *info = code_info(c);
        for (uint32_t i = 0; c->counts && i < c->nsteps; i++) {
            const Count *n = &c->counts[i];
            if (!n->warps || c->steps[i].guard == SLOT_NONE || !is_branch(&c->steps[i]))
                continue;
            uint64_t lanes = lanes_at(c, i), most = n->warps * WARP_SIZE;
            lanes = lanes < most ? lanes : most; // a launch may end within a block
            by_line[info->line[i]] += lanes > n->threads ? lanes - n->threads : 0;
        }
    }
}
