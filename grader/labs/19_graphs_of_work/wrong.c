// wrong.c - what a wrong output of lab 19 says about the mistake. A sentence is added only if the
// output is exactly what its mistake gives.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/19_graphs_of_work.h"
#include "grader/base/memory.h"
#include "grader/labs/19_graphs_of_work/reference.h"
#include "grader/labs/search_diagnoses.h"

typedef struct {
    const char *sentence;
    int rounds, first; // as many more than all; the first round, instead of 0
    bool stays;        // part 7: always the first round
    bool once, none;   // only one round, or order; none
} WrongRounds;

// The row that `wrong` makes of the input; the caller frees it.
static uint32_t *wrong_row(const Case *c, const WrongRounds *wrong)
{
    const Buffer *row = &c->buffer[0];
    uint32_t *made = need(malloc((row->count + 1) * sizeof *made));
    memcpy(made, row->data, row->count * sizeof *made);
    int64_t times = wrong->none ? 0 : wrong->once ? 1 : c->arg[1] + wrong->rounds;
    if (c->part == PART_rounds)
        reference_work_rounds(made, row->count, ROUND_STEPS, times);
    else if (c->part == PART_turns)
        reference_turns(made, row->count, (int)times, wrong->first, wrong->stays);
    else
        reference_orders(made, row->count, c->buffer[1].data, times > 0 ? (size_t)times : 0);
    return made;
}

static const WrongRounds rounds_wrong[] = {
    {"one round too many: is something launched besides the graph?", .rounds = 1},
    {"one round is missing: what is captured is not executed, only what is launched", .rounds = -1},
    {"only one round has been executed: is the graph launched as often as there are rounds?",
     .once = true},
    {.sentence = NULL},
};
static const WrongRounds turns_wrong[] = {
    {"every round was round 0: a graph keeps the arguments that its kernels had when they were "
     "captured",
     .stays = true},
    {"every round has the distance of the next one: is the round counted before it is used?",
     .first = 1},
    {.sentence = NULL},
};
static const WrongRounds orders_wrong[] = {
    {"only the first order was carried out: does the graph that takes orders launch itself again?",
     .once = true},
    {"no order was carried out: cudaGraphLaunch returns an error in a kernel if there is no such "
     "graph, if it was not instantiated for launches by kernels, or not uploaded",
     .none = true},
    {.sentence = NULL},
};

static void diagnose_rounds(const Case *c, const WrongRounds *wrong, const void *got,
                            Diagnoses *all)
{
    for (; wrong->sentence; wrong++) {
        if (c->part == PART_orders && c->arg[1] < 1)
            continue;
        uint32_t *made = wrong_row(c, wrong);
        if (!memcmp(made, got, c->buffer[0].count * sizeof *made))
            diagnoses_add(all, wrong->sentence);
        free(made);
    }
}

// Of part 4: the first batch is right, and the others are not.
static bool only_first_batch(const Buffer *out, const uint32_t *got)
{
    const uint32_t *want = out->want;
    size_t right = 0;
    for (size_t i = 0; i < out->count; i++)
        if (i < BATCH_WORDS && got[i] != want[i])
            return false;
        else
            right += i >= BATCH_WORDS && got[i] == want[i];
    return out->count > BATCH_WORDS && !right;
}

// Of part 2: each wrong word is one that no other task was added to.
static bool alone(const Case *c, const uint32_t *got)
{
    const Buffer *value = &c->buffer[0];
    const uint32_t *want = value->want;
    for (size_t i = 0; i < value->count; i++) {
        uint32_t w = ((const uint32_t *)value->data)[i];
        for (int64_t t = 0; t < c->arg[1]; t++)
            w = reference_mix(w, REFERENCE_TASK_MIX);
        if (got[i] != want[i] && got[i] != w)
            return false;
    }
    return true;
}

void graphs_of_work_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    const Buffer *out = &c->buffer[b];
    switch (c->part) {
    case PART_rounds: diagnose_rounds(c, rounds_wrong, got, all); break;
    case PART_turns: diagnose_rounds(c, turns_wrong, got, all); break;
    case PART_orders: diagnose_rounds(c, orders_wrong, got, all); break;
    case PART_tasks:
        if (alone(c, got))
            diagnoses_add(all, "some tasks have only their own words: do their kernels get the "
                               "numbers of the tasks before them?");
        break;
    case PART_batches:
        if (only_first_batch(out, got))
            diagnoses_add(all, "only the first batch is right: do the later launches have the "
                               "arguments of their batch?");
        break;
    case PART_rank:
        if (out->type == ELEM_i32 && *(const int32_t *)got == RANK_PAIR)
            diagnoses_add(all, "it ended after the first pair of steps: is the condition still 1 "
                               "when the body has ended?");
        if (out->type == ELEM_i32 && *(const int32_t *)got == 0)
            diagnoses_add(all, "no step was made: is the condition 1 when the graph is launched, "
                               "and are the steps counted?");
        break;
    case PART_search: search_diagnose(out->want, got, out->count, (size_t)c->arg[2], all); break;
    default: break;
    }
}
