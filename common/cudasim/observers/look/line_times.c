// line_times.c - the time of a launch by source line: cost_share.c divides it among the steps. The
// time that any launch takes belongs to no line, nor does that of steps without a line.
#include "look.h"

#include "cost_table.h"

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
static double add_code(const Code *code, double *by_line)
{
    const CodeInfo *c = code_info(code);
    CostMoved *moved = moved_by(c);
    double *weight = must_calloc(c->nsteps, sizeof *weight), sum = 0;
    cost_share(code, moved, weight);
    for (uint32_t i = 0; i < c->nsteps; i++) {
        by_line[c->line[i]] += weight[i];
        sum += weight[i];
    }
    free(weight);
    free(moved);
    return sum;
}

double *line_times(const Launch *l)
{
    double *us = must_calloc(codes_lines(), sizeof *us), sum = 0;
    for (uint32_t k = 0; k < l->nused; k++)
        if (l->used[k]->counts && l->used[k]->nsteps)
            sum += add_code(l->used[k], us);
    double work = l->us > COST_LAUNCH_US ? l->us - COST_LAUNCH_US : 0;
    for (uint32_t i = 0; i < codes_lines(); i++)
        us[i] = sum > 0 ? us[i] * work / sum : 0;
    return us;
}
