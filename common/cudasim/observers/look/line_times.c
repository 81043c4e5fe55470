// line_times.c - the time of a launch by source line, and why warps wait there: cost_share.c
// divides the time among the steps. The time to start and end the launch and its blocks belongs to
// no line; that of steps without a line is at line 0.
#include "look.h"

#include <stdlib.h>

static CostMoved *moved_by(const CodeInfo *c)
{
    CostMoved *m = must_calloc(c->nsteps, sizeof *m);
    for (uint32_t i = 0; i < c->nsteps; i++) {
        Traffic t = counters_step(c, i);
        m[i] =
            (CostMoved){(double)t.wavefronts, (double)t.sectors, (double)t.pinned, (double)t.words};
    }
    return m;
}

// Adds the weights of a function's steps to their lines; returns the sum.
static double add_code(const Code *code, LineTime *by_line)
{
    const CodeInfo *c = code_info(code);
    CostMoved *moved = moved_by(c);
    double *weight = must_calloc(c->nsteps, sizeof *weight), sum = 0;
    cost_share(code, moved, weight);
    for (uint32_t i = 0; i < c->nsteps; i++) {
        by_line[c->line[i]].us += weight[i];
        by_line[c->line[i]].stall[cost_stall(&code->steps[i])] += weight[i];
        sum += weight[i];
    }
    free(weight);
    free(moved);
    return sum;
}

LineTime *line_times(const Launch *l, double *start_us)
{
    LineTime *by_line = must_calloc(codes_lines(), sizeof *by_line);
    double sum = 0, work = l->us - cost_decision.start_us;
    for (uint32_t k = 0; k < l->nused; k++)
        if (l->used[k]->counts && l->used[k]->nsteps)
            sum += add_code(l->used[k], by_line);
    work = sum > 0 && work > 0 ? work : 0; // a kernel that does nothing only starts and ends
    *start_us = l->us - work;
    for (uint32_t i = 0; i < codes_lines(); i++) {
        by_line[i].us *= sum > 0 ? work / sum : 0;
        for (int k = 0; k < STALLS; k++)
            by_line[i].stall[k] *= sum > 0 ? work / sum : 0;
    }
    return by_line;
}
