// cost_share.c - which steps take the time of a launch. cost.c computes one time for the whole
// launch, the longest of several bounds. Here this time is divided among the steps, each in
// proportion to what the step adds to that bound; what it adds to other bounds costs nothing:
//
//   latency    the cycles of its basic block (ptxas/path.c), times the warps that execute the
//   block. The
//              waits of the block for global memory belong to its loads, in equal parts; the other
//              cycles to all its instructions, in proportion to how late their results come
//   issue      the slots that it takes of the unit that decides
//   on chip    its wavefronts of shared memory and its sectors, weighed as in cost.c
//   memory     its sectors; a sector that is written takes longer than one that is read
//   atomics    its sectors, if it is an atomic
//   others     its sectors in pinned memory, or its words of constant memory
#include "cost.h"
#include "cost_table.h"
#include "exec.h"

static bool is_load(const Step *s) { return s->inst->op == OP_ld; }
static bool is_atomic(const Step *s) { return s->inst->op == OP_atom || s->inst->op == OP_red; }

static bool waits_for_memory(const Step *s)
{
    bool global = s->space == SPACE_global || s->space == SPACE_generic;
    return s->inst && ((is_load(s) && global) || s->inst->op == OP_cp_async_wait_group ||
                       s->inst->op == OP_cp_async_wait_all);
}

static bool is_known(const Step *s) { return s->inst && s->inst->op < OP_COUNT; }

// ---- latency: one basic block, the steps [first, end) ---------------

static void share_block(const Code *c, uint32_t first, uint32_t end, double *weight)
{
    uint64_t path = c->steps[first].path;
    double warps = (double)c->counts[first].warps, all = 0, loads = 0;
    double cycles = warps * (double)(path & (PATH_WAIT - 1)) / PATH_PER_CYCLE;
    double waits = warps * (double)(path >> PATH_SHIFT) * cost_decision.wait_cycles;
    for (uint32_t i = first; i < end; i++) {
        if (!is_known(&c->steps[i]))
            continue;
        all += path_cycles(c->func, c->steps[i].inst);
        loads += waits_for_memory(&c->steps[i]);
    }
    for (uint32_t i = first; i < end; i++) {
        if (!is_known(&c->steps[i]))
            continue;
        weight[i] = all > 0 ? cycles * path_cycles(c->func, c->steps[i].inst) / all : 0;
        if (waits_for_memory(&c->steps[i]))
            weight[i] += waits / loads;
    }
}

static void share_latency(const Code *c, double *weight)
{
    for (uint32_t i = 0, end; i < c->nsteps; i = end) {
        for (end = i + 1; end < c->nsteps && !c->steps[end].path; end++)
            ;
        share_block(c, i, end, weight);
    }
}

// ---- throughput -----------------------------------------------------

static double step_weight(const Step *s, const Count *n, const CostMoved *m)
{
    switch (cost_decision.bound) {
    case BOUND_issue: return cost_slots(s, n, cost_decision.resource);
    case BOUND_chip: return m->wavefronts / COST_SHARED_WAVES + m->sectors / COST_L1_SECTORS;
    case BOUND_constants: return m->words;
    case BOUND_memory: return m->sectors / (is_load(s) ? COST_L2_READS_US : COST_L2_WRITES_US);
    case BOUND_atomics: return is_atomic(s) ? m->sectors : 0;
    case BOUND_host: return m->pinned;
    default: return 0;
    }
}

void cost_share(const Code *c, const CostMoved *moved, double *weight)
{
    for (uint32_t i = 0; i < c->nsteps; i++)
        weight[i] = 0;
    if (cost_decision.bound == BOUND_latency) {
        share_latency(c, weight);
        return;
    }
    for (uint32_t i = 0; i < c->nsteps; i++)
        if (is_known(&c->steps[i]) && c->counts[i].warps && c->steps[i].unit < UNIT_COUNT)
            weight[i] = step_weight(&c->steps[i], &c->counts[i], &moved[i]);
}
