// evidence.c - runs a part's cases, clean and checked, and collects the verdicts on them.
//
// The clean run sees every case and gives the counters. The checked runs see the
// cases that are small enough, with every checker on, once in order and then with
// blocks and warps shuffled; they also say which line wrote each element. Two more runs, without
// checkers, are for large cases: those that give the counters are interleaved, because a submission
// knows them by their size; and those whose blocks wait for each other start them in another order
// (CASE_REORDERED). A case that hung in the clean run is not run again. All runs after the clean
// one are made at the same time, and looked at one after the other.
#include "evidence.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "grader/base/memory.h"

#define ORDERS "400" // that are tried for a case with CASE_ALL_ORDERS

enum {
    STRONG_SEEDS = 4, // of each schedule that is drawn
    MAX_STRONG = STRONG_SEEDS * MAX_SCHEDULES
};

void case_full_name(char *name, size_t size, const Case *c)
{
    snprintf(name, size, "%s%s%s", c->variant ? c->variant : "", c->variant ? " " : "", c->name);
}

// ---- what the checkers found ---------------------------------------------------------

static void take_all(Evidence *e, const SimFindings *findings, const FoundAt *at)
{
    for (int i = 0; i < findings->count && e->mistakes.count < MAX_MISTAKES; i++)
        mistakes_add(&e->mistakes, &findings->finding[i], at);
}

// A call of the host that fails can be the reason for what is wrong in the launches after it. Other
// findings of this kind are about work that has not ended, or memory that is left behind.
static void take_calls(Evidence *e, const SimFindings *findings, FoundAt at)
{
    for (int i = 0; i < findings->count && e->mistakes.count < MAX_MISTAKES; i++) {
        const SimFinding *f = &findings->finding[i];
        bool fails =
            cause_rows[f->cause].rank == RANK_access && f->after >= 0 && f->after < NO_LAUNCH / 2;
        at.launch = fails ? 2 * f->after : NO_LAUNCH;
        mistakes_add(&e->mistakes, f, &at);
    }
}

static void take_findings(Evidence *e, const Run *run, const Schedule *schedule)
{
    for (int i = 0; i < run->count; i++) {
        const SimLaunches *launches = &run->result[i].launches;
        char name[96];
        case_full_name(name, sizeof name, e->list->cases[i]);
        FoundAt at = {
            .number = i, .name = name, .schedule = schedule->name, .in_order = schedule->in_order};
        for (int k = 0; k < launches->count; k++) {
            at.launch = 2 * k + 1;
            take_all(e, &launches->launch[k].findings, &at);
        }
        take_calls(e, &run->result[i].findings, at);
    }
    FoundAt stray = {NO_CASE, NO_LAUNCH, "", schedule->name, schedule->in_order};
    take_all(e, &run->stray, &stray);
}

static bool same_line(const SimPlace *a, const SimPlace *b)
{
    return a->file && b->file && a->line == b->line && strcmp(a->file, b->file) == 0;
}

static bool index_may_cause(Cause cause)
{
    switch (cause) {
    case CAUSE_uninitialised_global:
    case CAUSE_uninitialised_shared:
    case CAUSE_race_write:
    case CAUSE_race_update:
    case CAUSE_race_block: // in global memory
    case CAUSE_race_grid: return true;
    default: return false;
    }
}

// The line of a bad access of global memory also reads a word of shared memory, which a store of
// another line races with: the index comes from that word.
static bool race_makes_index(const SimFinding *race, const SimFinding *bad)
{
    return race->shared && race->has_other && !bad->shared && !bad->has_other &&
           !same_line(&race->place, &race->other) &&
           (same_line(&race->place, &bad->place) || same_line(&race->other, &bad->place));
}

// A bad access that needs no other order, and no word that was never written, has no race as its
// reason.
static bool ends_in_order(const MistakeList *list, const FoundMistake *mistake)
{
    for (int i = 0; i < list->count; i++) {
        const SimFinding *other = &list->mistake[i].finding;
        if (cause_rows[other->cause].rank == RANK_unwritten &&
            !same_line(&other->place, &mistake->finding.place))
            return false;
        if (race_makes_index(other, &mistake->finding))
            return false;
    }
    return mistake->finding.severity == SEVERITY_error && mistake->in_order;
}

// An index that is out of bounds in one case reads what was not written, or another thread's word,
// or writes such a word, in others: then that comes after the bad access of the same line.
static CauseRank rank_of(const MistakeList *list, const FoundMistake *mistake)
{
    const SimFinding *f = &mistake->finding;
    for (int i = 0; i < list->count; i++) {
        const SimFinding *other = &list->mistake[i].finding;
        if (other->cause == CAUSE_out_of_bounds && index_may_cause(f->cause) &&
            !race_makes_index(f, other) &&
            (same_line(&other->place, &f->place) ||
             (f->has_other && same_line(&other->place, &f->other))))
            return RANK_wrong_index;
    }
    CauseRank rank = cause_rows[f->cause].rank;
    return rank == RANK_access && ends_in_order(list, mistake) ? RANK_end : rank;
}

// A mistake in a launch can be the reason for one in a later launch: memory that was not written,
// because a kernel was stopped. In one launch, the ranks of the causes decide. Of two that are
// equal in this, the one that was found first comes first.
static void sort_mistakes(MistakeList *list)
{
    CauseRank rank[MAX_MISTAKES];
    assert(list->count <= MAX_MISTAKES);
    for (int i = 0; i < list->count; i++)
        rank[i] = rank_of(list, &list->mistake[i]);
    for (int i = 1; i < list->count; i++) {
        FoundMistake mistake = list->mistake[i];
        CauseRank its_rank = rank[i];
        int k = i;
        for (; k > 0 && (mistake.launch != list->mistake[k - 1].launch
                             ? mistake.launch < list->mistake[k - 1].launch
                             : its_rank < rank[k - 1]);
             k--) {
            list->mistake[k] = list->mistake[k - 1];
            rank[k] = rank[k - 1];
        }
        list->mistake[k] = mistake;
        rank[k] = its_rank;
    }
}

// ---- all runs --------------------------------------------------------------------------

// Whether the checked runs leave out a case, and a run without checkers has it. One whose outputs
// are times is not run in another order.
static bool is_only(const Case *c, unsigned flag)
{
    const unsigned in_order = CASE_TIMED | CASE_IN_ORDER;
    if (flag == CASE_ALL_ORDERS)
        return c->flags & flag;
    return c->flags & flag && c->flags & CASE_CLEAN_ONLY && !(c->flags & in_order);
}

static bool any_case_is_only(const CaseList *list, unsigned flag)
{
    for (int i = 0; i < list->count; i++)
        if (is_only(list->cases[i], flag))
            return true;
    return false;
}

// A submission may see in which order blocks run: so the seed of an order tells nothing about the
// seed of the grade. Messages name the order and not its seed: somebody may still hand in.
int evidence_plan(Schedule schedule[MAX_SCHEDULES], const EvidenceSetup *setup,
                  const CaseList *list)
{
    static const char *const shuffled[2] = {"shuffled (1)", "shuffled (2)"};
    char text[128];
    KeyStream seeds;
    int n = 0;
    snprintf(text, sizeof text, "schedules %llu %s %d", (unsigned long long)setup->seed,
             setup->lab->name, setup->part->number);
    keystream_begin(&seeds, text);
    const Schedule clean = {.name = "clean",
                            .schedule = "inorder",
                            .tools = "none",
                            .seed = keystream_word(&seeds),
                            .in_order = true};
    schedule[n++] = clean;
    if (setup->clean_only)
        return n;
    schedule[n] = clean;
    schedule[n].name = "in order";
    schedule[n].tools = "all";
    schedule[n++].checked = true;
    for (int i = 0; i < 2; i++)
        schedule[n++] = (Schedule){.name = shuffled[i],
                                   .schedule = "shuffle;memory-model=weak",
                                   .strong = "shuffle",
                                   .tools = "all",
                                   .seed = keystream_word(&seeds),
                                   .checked = true};
    // Blocks start in order: there are more of them than a GPU holds, and those of CUB wait for
    // blocks with smaller numbers.
    if (any_case_is_only(list, CASE_COUNTED))
        schedule[n++] = (Schedule){.name = "interleaved",
                                   .schedule = "interleave",
                                   .tools = "none",
                                   .seed = keystream_word(&seeds),
                                   .only = CASE_COUNTED};
    if (any_case_is_only(list, CASE_REORDERED))
        schedule[n++] = (Schedule){.name = "with blocks that start in another order",
                                   .schedule = "reorder",
                                   .tools = "none",
                                   .seed = keystream_word(&seeds),
                                   .only = CASE_REORDERED};
    if (any_case_is_only(list, CASE_ALL_ORDERS))
        schedule[n++] = (Schedule){.name = "with its blocks' steps in another order",
                                   .schedule = "inorder;orders=" ORDERS ";memory-model=weak",
                                   .strong = "inorder;orders=" ORDERS,
                                   .tools = "racecheck",
                                   .seed = setup->seed,
                                   .checked = true,
                                   .only = CASE_ALL_ORDERS};
    assert(n <= MAX_SCHEDULES);
    return n;
}

static void drop_outputs(Run *run)
{
    for (int i = 0; i < run->count; i++)
        for (int b = 0; b < MAX_BUFFERS; b++)
            result_drop_output(&run->result[i], b);
}

static bool *choose_cases(const Evidence *e, const EvidenceSetup *setup, const Schedule *schedule)
{
    const CaseList *list = e->list;
    bool *wanted = need(calloc((size_t)list->count + 1, sizeof *wanted));
    for (int i = 0; i < list->count; i++) {
        CaseState state = e->verdict[i].state;
        unsigned flags = list->cases[i]->flags;
        if (setup->wanted && !setup->wanted[i])
            continue;
        if (schedule->only)
            wanted[i] = is_only(list->cases[i], schedule->only) && state == CASE_right;
        else
            wanted[i] = !schedule->checked ||
                        (!(flags & CASE_CLEAN_ONLY) && state != CASE_hang && state != CASE_not_run);
    }
    return wanted;
}

// What the clean run has executed. NULL: this will be the clean run.
static Executed *measure_clean(const Evidence *e)
{
    if (!e->clean)
        return NULL;
    Executed *clean = need(calloc((size_t)e->list->count + 1, sizeof *clean));
    for (int i = 0; i < e->list->count; i++)
        clean[i] = executed_of(&e->clean->result[i].launches);
    return clean;
}

// What the solution executes, by case. NULL: not known.
static double *measure_usual(const EvidenceSetup *setup, int cases)
{
    if (!setup->solution)
        return NULL;
    double *usual = need(calloc((size_t)cases + 1, sizeof *usual));
    for (int i = 0; i < cases; i++)
        usual[i] = setup->solution[i].all;
    return usual;
}

static RunOrder order_run(const EvidenceSetup *setup, const Schedule *schedule, const bool *wanted,
                          const Executed *clean)
{
    return (RunOrder){.setup = {.lib = setup->lib,
                                .object = setup->object,
                                .lab = setup->lab->name,
                                .tools = schedule->tools,
                                .schedule = schedule->schedule,
                                .seed = schedule->seed,
                                .checked = schedule->checked,
                                .metered = setup->clean_only    ? METERED_all
                                           : schedule->in_order ? METERED_judged
                                                                : METERED_work,
                                .items = setup->part->items,
                                .is_reference = setup->is_reference,
                                .options = setup->options,
                                .clean = clean},
                      .wanted = wanted};
}

static void judge_run(Evidence *e, const EvidenceSetup *setup, const Run *run,
                      const Schedule *schedule, int number, const bool *wanted)
{
    RunFacts facts = {.lab = setup->lab,
                      .part = setup->part,
                      .folder = setup->folder,
                      .schedule = schedule->name,
                      .number = number,
                      .in_order = schedule->in_order,
                      .graded = !setup->clean_only};
    for (int i = 0; i < e->list->count; i++) {
        if (!wanted[i])
            continue;
        facts.solution = setup->solution ? &setup->solution[i] : NULL;
        verdict_of_run(&e->verdict[i], &facts, e->list->cases[i], &run->result[i]);
        if (number == 1)
            e->checked_cases += run->result[i].kind != RESULT_not_run;
    }
}

// Returns false if there is no point in further runs. A case that was run may not be wanted any
// more: an earlier run has shown that it hangs.
static bool take_run(Evidence *e, const EvidenceSetup *setup, const Schedule *schedule, int number,
                     Run *run)
{
    snprintf(e->broken, sizeof e->broken, "%s", run->broken);
    snprintf(e->refused, sizeof e->refused, "%s", run->refused);
    bool go_on = !e->broken[0] && !e->refused[0];
    bool *wanted = choose_cases(e, setup, schedule);
    if (go_on)
        judge_run(e, setup, run, schedule, number, wanted);
    free(wanted);
    if (schedule->checked)
        take_findings(e, run, schedule);
    if (!e->log || (!e->log[0] && run->log_bytes)) {
        free(e->log);
        e->log = need(strdup(run->log));
    }
    drop_outputs(run);
    if (number == 0)
        e->clean = run;
    else if (number == 1)
        e->in_order = run;
    else
        run_free(run);
    return go_on;
}

// Makes the runs from `first` to before `end` at the same time.
static bool make_runs(Evidence *e, const EvidenceSetup *setup, const Schedule *schedule, int first,
                      int end)
{
    RunOrder order[MAX_SCHEDULES];
    bool *wanted[MAX_SCHEDULES], go_on = true;
    Executed *clean = measure_clean(e);
    double *usual = measure_usual(setup, e->list->count);
    int count = end - first;
    for (int i = 0; i < count; i++) {
        wanted[i] = choose_cases(e, setup, &schedule[first + i]);
        order[i] = order_run(setup, &schedule[first + i], wanted[i], clean);
        order[i].setup.usual = usual;
    }
    if (setup->progress)
        setup->progress(first, first ? "with all checkers" : "without checkers");
    run_side_by_side(order, count, e->list);
    for (int i = 0; i < count; i++) {
        if (go_on)
            go_on = take_run(e, setup, &schedule[first + i], first + i, order[i].run);
        else
            run_free(order[i].run);
        free(wanted[i]);
    }
    free(clean);
    free(usual);
    return go_on;
}

// ---- is it a fence? ------------------------------------------------------------------------

static bool lacks_fence(const Evidence *e, int i)
{
    for (int k = 0; k < e->mistakes.count; k++)
        if (cause_is_fence(e->mistakes.mistake[k].finding.cause) &&
            mistake_is_in(&e->mistakes.mistake[k], i))
            return true;
    return false;
}

// Is the case wrong in one of these runs, too?
static bool fails_again(const Evidence *e, const EvidenceSetup *setup, const RunOrder *order,
                        int count, int i)
{
    bool wrong = false;
    for (int k = 0; k < count && !wrong; k++) {
        RunFacts facts = {.lab = setup->lab,
                          .part = setup->part,
                          .folder = setup->folder,
                          .schedule = "",
                          .number = 1};
        CaseVerdict v = {.bits = e->verdict[i].bits};
        if (order[k].run->result[i].kind != RESULT_not_run)
            verdict_of_run(&v, &facts, e->list->cases[i], &order[k].run->result[i]);
        wrong = v.state != CASE_right;
        verdict_free(&v);
    }
    return wrong;
}

static void confirm_findings(Evidence *e, const Result *result)
{
    for (int k = 0; k < result->launches.count; k++) {
        const SimFindings *findings = &result->launches.launch[k].findings;
        for (int i = 0; i < findings->count; i++)
            mistakes_confirm(&e->mistakes, &findings->finding[i]);
    }
}

// The schedules with strong memory. An older value changes which steps follow, so the same seed
// soon gives other orders: a schedule that is drawn is drawn some more times.
static int plan_strong(Schedule strong[MAX_STRONG], const Schedule *schedule, int count)
{
    int n = 0;
    for (int s = 0; s < count; s++)
        for (int i = 0; schedule[s].strong && i < (schedule[s].only ? 1 : STRONG_SEEDS); i++) {
            strong[n] = schedule[s];
            strong[n].schedule = schedule[s].strong;
            strong[n++].seed += (uint64_t)i;
        }
    assert(n <= MAX_STRONG);
    return n;
}

// A load that finds an older value is the reason only if the case is right where every load finds
// the newest one. So the cases in which such a load was found, and which fail, run again, in such
// schedules and with strong memory.
static void try_strong(Evidence *e, const EvidenceSetup *setup, const Schedule *schedule, int count)
{
    RunOrder order[MAX_STRONG];
    Schedule strong[MAX_STRONG];
    bool *wanted[MAX_STRONG], any = false;
    Executed *clean = measure_clean(e);
    int n = plan_strong(strong, schedule, count);
    for (int k = 0; k < n; k++) {
        wanted[k] = need(calloc((size_t)e->list->count + 1, sizeof **wanted));
        for (int i = 0; i < e->list->count; i++) {
            CaseVerdict *v = &e->verdict[i];
            bool failed = v->state != CASE_right && v->state != CASE_not_run;
            v->by_delays = failed && schedule[v->schedule].strong;
            wanted[k][i] = v->by_delays && lacks_fence(e, i) &&
                           (!strong[k].only || is_only(e->list->cases[i], strong[k].only));
            any |= wanted[k][i];
        }
        order[k] = order_run(setup, &strong[k], wanted[k], clean);
    }
    if (any)
        run_side_by_side(order, n, e->list);
    for (int i = 0; any && i < e->list->count; i++)
        if (e->verdict[i].by_delays && fails_again(e, setup, order, n, i))
            e->verdict[i].by_delays = false;
    for (int k = 0; k < n; k++) {
        for (int i = 0; any && i < e->list->count; i++)
            confirm_findings(e, &order[k].run->result[i]);
        if (any) {
            drop_outputs(order[k].run);
            run_free(order[k].run);
        }
        free(wanted[k]);
    }
    free(clean);
}

// Small cases prove nothing if the host has computed others: in a small case it may read as much.
static int find_undone(const Evidence *e)
{
    for (int i = 0; i < e->list->count; i++)
        if (e->verdict[i].state == CASE_host || e->verdict[i].state == CASE_serial)
            return i;
    return NO_CASE;
}

static bool is_proven(const Evidence *e)
{
    if (e->broken[0] || e->refused[0] || e->undone != NO_CASE)
        return false;
    for (int i = 0; i < e->list->count; i++)
        if (e->verdict[i].state == CASE_right && case_proves(e->list->cases[i]))
            return true;
    return false;
}

Evidence *evidence_gather(const EvidenceSetup *setup, const CaseList *list)
{
    Evidence *e = need(calloc(1, sizeof *e));
    e->list = list;
    e->verdict = need(calloc((size_t)list->count + 1, sizeof *e->verdict));
    Schedule schedule[MAX_SCHEDULES];
    int count = evidence_plan(schedule, setup, list);
    if (make_runs(e, setup, schedule, 0, 1) && count > 1)
        make_runs(e, setup, schedule, 1, count);
    try_strong(e, setup, schedule, count);
    sort_mistakes(&e->mistakes);
    e->undone = find_undone(e);
    e->proven = is_proven(e);
    return e;
}

void evidence_free(Evidence *e)
{
    for (int i = 0; i < e->list->count; i++)
        verdict_free(&e->verdict[i]);
    if (e->clean)
        run_free(e->clean);
    if (e->in_order)
        run_free(e->in_order);
    mistakes_free(&e->mistakes);
    free(e->verdict);
    free(e->log);
    free(e);
}
