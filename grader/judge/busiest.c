// busiest.c - does one warp do the work of many?
//
// A kernel in which one thread adds up an array computes the result, but shares nothing out. So the
// simulator counts what the busiest warp of each launch executes, without the time for which the
// warp waits. The launches of a case come one after the other: their counts add up, and a thousand
// launches of one thread are no better than one thread.
//
// The bound follows from the solution, which runs the same case: a few times what the solution's
// busiest warps execute. Work may be shared out in other ways than the solution's: by fewer blocks
// that take more elements each. So the busiest warps may also execute what SHARES warps would, if
// the solution's work was shared out among them. And one block with many warps, or a step that one
// thread does where many could, is work done badly, for which gates take points: nothing is earned
// only if one warp does half of all work, in a case that the solution gives to many warps; or if
// two or three warps do all, and the busiest one far more than any of the solution's. Where the
// assignment itself says which thread does what, Part.busiest is a number of times, and nothing
// more is allowed.
//
// A warp with one active lane needs as many instructions as one with 32. So all warps together must
// not execute many times what the solution's do while most of their lanes stand idle.
//
// Where a gate counts what does the work of the part (Gate.lesson), a case that has less than half
// of it earns nothing: most of a right result comes from what the part is to replace. So it is with
// tensor instructions, and with kernels that are launched beside a graph.
#include "case_verdict.h"
#include "items.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    TIMES = 4,
    SHARES = 32,
    SPARE = 200,  // instructions of a warp
    FEW = 100000, // of all warps: few elements, whatever is done with them
    FEW_LANES = 8,
    HALF = 2,    // the part of all work that one warp may not do, and that the lesson has to do
    SPREAD = 64, // warps that the solution's work would keep as busy as its busiest one
    FEW_WARPS = 4,
    FAR = 16,     // times the solution's busiest warp
    MUCH = 20000, // of all warps: so much that more than a few warps have something to do
    REPEATED = 2  // times the solution's instructions of all warps
};

// All grids are added up, and in another number the busiest one of each generation.
WorkFacts work_of(const Result *result)
{
    WorkFacts work = {0, 0, 0};
    BusiestSum busiest = {0};
    for (int i = 0; i < result->launches.count; i++) {
        const SimLaunch *launch = &result->launches.launch[i];
        work.all += launch->work;
        work.in_turn += launch->busiest;
        work.busiest = busiest_add(&busiest, launch, launch->busiest);
    }
    return work;
}

static double allowed(const Part *part, double busiest, double all)
{
    if (part->busiest)
        return fmax(part->busiest * busiest, SPARE);
    return fmax(TIMES * busiest, all / SHARES) + fmax(part->one_element, SPARE);
}

// Do so few warps the work, whose busiest one is `busiest`, that nothing is shared out?
static bool few_do_all(const WorkFacts *work, const WorkFacts *solution)
{
    bool one = HALF * work->busiest > work->all && solution->all >= SPREAD * solution->busiest;
    bool few = FEW_WARPS * work->busiest > work->all && solution->all >= MUCH;
    return one || (few && work->busiest > FAR * solution->busiest);
}

// The line of the launch that executes most.
static void tell_line(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    const char *file = NULL;
    double value;
    int line;
    if (!run_metric_line(result, METRIC_INSTRUCTIONS, &file, &line, &value))
        return;
    snprintf(v->writer, sizeof v->writer, "most instructions are executed here:");
    verdict_where(v, run, file, line, ROLE_cause);
}

// Of 32 lanes, on average; 0: not counted in this case.
static double active_lanes(const Result *result)
{
    double threads = 0, warps = 0;
    run_metric(result, METRIC_THREAD_INSTRUCTIONS, &threads);
    run_metric(result, METRIC_INSTRUCTIONS, &warps);
    return warps > 0 ? threads / warps : 0;
}

static void blame_warp(CaseVerdict *v, const RunFacts *run, const Result *result, double busiest,
                       double solution)
{
    double all = work_of(result).all;
    bool nearly_all = busiest > 0.5 * all;
    verdict_blame(
        v, CASE_serial, run,
        "one warp does %s: %.0f of its instructions; the solution's busiest warp has %.0f",
        nearly_all ? "nearly all of the work" : "the work of many", busiest, solution);
    if (all > REPEATED * run->solution->all && active_lanes(result) >= FEW_LANES && !nearly_all)
        lines_add(&v->detail,
                  "all warps together execute %.1f times what the solution's do: do several blocks "
                  "do the same work?",
                  all / run->solution->all);
    if (result->launches.count > 1)
        lines_add(&v->detail, "these are the busiest warps of the %d launches, added up",
                  result->launches.count);
    lines_add(&v->detail,
              "at most %.0f are allowed in this case: share the work out among the threads of many "
              "warps",
              allowed(run->part, solution, run->solution->all));
    tell_line(v, run, result);
}

static void blame_grids(CaseVerdict *v, const RunFacts *run, const Result *result,
                        const WorkFacts *work)
{
    verdict_blame(
        v, CASE_serial, run,
        "the busiest warps of %d grids execute %.0f instructions together; the solution's "
        "%.0f",
        result->launches.count, work->in_turn, run->solution->in_turn);
    lines_add(&v->detail,
              "at most %.0f are allowed in this case: fewer and larger grids share the "
              "work out",
              allowed(run->part, run->solution->in_turn, run->solution->all));
    tell_line(v, run, result);
}

static void blame_lanes(CaseVerdict *v, const RunFacts *run, const Result *result,
                        const WorkFacts *work)
{
    verdict_blame(v, CASE_serial, run,
                  "few lanes of each warp do the work, %.1f of 32 on average: %.0f instructions of "
                  "warps; the solution has %.0f",
                  active_lanes(result), work->all, run->solution->all);
    lines_add(&v->detail, "a warp executes an instruction for all of its lanes in the same time as "
                          "for one: share the work out among all lanes");
    tell_line(v, run, result);
}

static bool is_missed(const Gate *g, double value)
{
    return g->at_least ? HALF * value < g->gate : value > HALF * g->gate;
}

// The gate on what the part is about that is missed by far; or NULL.
static const Gate *missed_lesson(const Part *part, const Case *c, const Result *result,
                                 double *value)
{
    for (const Item *item = part->items; c->flags & CASE_COUNTED && item->name; item++)
        for (const Gate *g = item->gate; g < item->gate + MAX_GATES && g->metric; g++) {
            bool of_case = !item->group || !c->group || strcmp(item->group, c->group) == 0;
            if (item->kind == ITEM_gate && of_case && g->lesson &&
                item_gate_value(g, result, value) && is_missed(g, *value))
                return g;
        }
    return NULL;
}

static void blame_lesson(CaseVerdict *v, const RunFacts *run, const Result *result,
                         const Gate *gate, double value)
{
    verdict_blame(v, CASE_serial, run,
                  gate->at_least ? "right, but too few %s: %.6g, and at least %.6g are asked for"
                                 : "right, but the %s is %.6g, and at most %.6g is asked for",
                  gate->label, value, gate->gate);
    lines_add(&v->detail, "what the part is about does the work; the same result in another way "
                          "earns nothing");
    tell_line(v, run, result);
}

void verdict_of_work(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    const WorkFacts work = work_of(result);
    if (!run->solution || !run->in_order || run->part->on_host ||
        c->flags & (CASE_TRIVIAL | CASE_QUESTION))
        return;
    double lanes = active_lanes(result);
    const WorkFacts *solution = run->solution;
    double value;
    const Gate *missed = missed_lesson(run->part, c, result, &value);
    bool strict = run->part->busiest > 0;
    if ((strict || few_do_all(&work, solution)) &&
        work.busiest > allowed(run->part, solution->busiest, solution->all))
        blame_warp(v, run, result, work.busiest, solution->busiest);
    else if (strict && work.in_turn > allowed(run->part, solution->in_turn, solution->all))
        blame_grids(v, run, result, &work);
    else if (lanes > 0 && lanes < FEW_LANES &&
             work.all > fmax(TIMES, run->part->busiest) * run->solution->all + FEW)
        blame_lanes(v, run, result, &work);
    else if (missed)
        blame_lesson(v, run, result, missed, value);
}
