// wrong.c - what a wrong output of lab 12 says about the mistake.
#include "common/contracts/12_graphs.h"
#include "room.h"
#include "grader/labs/search_diagnoses.h"

// Is each rank what `of` makes of the right one?
static bool ranks_are(const int32_t *want, const int32_t *got, size_t n,
                      int32_t (*of)(int32_t want, int32_t n))
{
    for (size_t i = 0; i < n; i++)
        if (got[i] != of(want[i], (int32_t)n))
            return false;
    return true;
}

static int32_t from_the_front(int32_t want, int32_t n) { return n - 1 - want; }

static int32_t one_more(int32_t want, int32_t n)
{
    (void)n;
    return want + 1;
}

// The largest rank up to which all are right, where all larger ones are too small; or -1.
static int32_t capped_at(const int32_t *want, const int32_t *got, size_t n)
{
    int32_t cap = -1, smallest_wrong = (int32_t)n;
    for (size_t i = 0; i < n; i++) {
        if (got[i] > want[i] || got[i] < 0)
            return -1;
        if (got[i] == want[i])
            cap = want[i] > cap ? want[i] : cap;
        else
            smallest_wrong = want[i] < smallest_wrong ? want[i] : smallest_wrong;
    }
    return cap < smallest_wrong ? cap : -1;
}

static void diagnose_ranks(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[LIST_rank].want;
    size_t n = c->buffer[LIST_rank].count;
    if (ranks_are(want, got, n, from_the_front))
        diagnoses_add(all, "these are the places from the front: the rank of an element is the "
                           "number of elements after it");
    if (ranks_are(want, got, n, one_more))
        diagnoses_add(all, "all ranks are one too large: the last element has rank 0");
    if (capped_at(want, got, n) > 0)
        diagnoses_add(all, "the elements near the end have the right rank, those further from the "
                           "end have too small a rank: more steps of doubling are needed");
}

void graphs_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    if (c->part <= PART_splitters)
        diagnose_ranks(c, got, all);
    else
        search_diagnose(c->buffer[SEARCH_level].want, got, c->buffer[SEARCH_level].count,
                        (size_t)c->arg[2], all);
}
