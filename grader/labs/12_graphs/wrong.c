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

// Is each rank the smaller one of the right rank and a power of 2? So they are after some steps of
// doubling, in both of two arrays that take turns.
static bool is_after_fewer_steps(const int32_t *want, const int32_t *got, size_t n)
{
    int32_t most = 0;
    for (size_t i = 0; i < n; i++)
        most = got[i] > most ? got[i] : most;
    if (most == 0 || most & (most - 1))
        return false;
    for (size_t i = 0; i < n; i++)
        if (got[i] != (want[i] < most ? want[i] : most))
            return false;
    return true;
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
    if (is_after_fewer_steps(want, got, n))
        diagnoses_add(all, "the elements near the end have the right rank, all others the same "
                           "power of 2: these are the ranks after fewer steps of doubling. Are "
                           "there too few steps, or is the result in the other one of two arrays?");
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
