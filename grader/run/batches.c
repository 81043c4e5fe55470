// batches.c - which cases of a part share a process.
//
// A large case is a batch of its own, and so is a whole program, since its process ends. The others
// stay together in the list's order, so that many sizes meet in one process, until they are as much
// work as a large case.
#include "batches.h"

#include <assert.h>

#include "grader/base/memory.h"

enum {
    CASE_COST = 4096,    // of a case without elements
    LARGE_COST = 1000000 // what a process of its own is worth: some times what its start costs
};

double batch_cost(const Case *c)
{
    double cost = CASE_COST;
    for (int b = 0; b < c->buffers && !c->program; b++) // programs: in the list's order
        cost += (double)c->buffer[b].count;
    return cost;
}

int *batches_of(const CaseList *list, int *count)
{
    int *batch = need(calloc((size_t)list->count + 1, sizeof *batch));
    int small = -1; // the batch that small cases join
    double filled = 0;
    *count = 0;
    for (int i = 0; i < list->count; i++) {
        double cost = batch_cost(list->cases[i]);
        if (cost >= LARGE_COST || list->cases[i]->program) {
            batch[i] = (*count)++;
            continue;
        }
        if (small < 0 || filled + cost > LARGE_COST) {
            small = (*count)++;
            filled = 0;
        }
        batch[i] = small;
        filled += cost;
    }
    assert(*count <= list->count);
    return batch;
}
