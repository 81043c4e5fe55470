// wrong.c - what a wrong output of lab 18 says about the mistake. A sentence is added only if the
// output is exactly what its mistake gives.
#include "room.h"

#include "common/contracts/18_memory_model.h"

// Of part 1 or 8: words that were read before they had been written hold zeros, others are right.
static bool zeros_for_some(const int32_t *got, const int32_t *want, size_t n)
{
    size_t zeros = 0;
    for (size_t i = 0; i < n; i++) {
        if (got[i] != want[i] && got[i] != 0)
            return false;
        zeros += got[i] != want[i];
    }
    return zeros > 0;
}

// Nodes that were reached have the right depth, but others were never worked on.
static bool some_nodes_left(const int32_t *got, const int32_t *want, size_t n)
{
    size_t left = 0;
    for (size_t v = 0; v < n; v++) {
        if (got[v] != want[v] && got[v] != -1)
            return false;
        left += got[v] != want[v];
    }
    return left > 0;
}

// Of part 5: the first number that is not the one of its turn is the one that comes into this place
// a round later.
static bool overwritten(const uint32_t *got, const uint32_t *in, size_t n)
{
    size_t i = 0;
    while (i < n && got[i] - (i ? got[i - 1] : 0) == in[i])
        i++;
    return i + MODEL_RING < n && got[i] - (i ? got[i - 1] : 0) == in[i + MODEL_RING];
}

void memory_model_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    const Buffer *buffer = &c->buffer[b];
    if (c->part == PART_message && zeros_for_some(got, buffer->want, buffer->count))
        diagnoses_add(all, "some readers have found the words of an empty box, 0: does anything "
                           "order the words before the flag, and the flag before the reads?");
    if (c->part == PART_ring && overwritten(got, c->buffer[0].data, buffer->count))
        diagnoses_add(all,
                      "a number was lost, because the one a round later was put into its place "
                      "before it was taken: when is a place free?");
    if (c->part == PART_queue && some_nodes_left(got, buffer->want, buffer->count))
        diagnoses_add(all, "nodes are left over: a taker must not leave while a node is being "
                           "worked on, and each child must be put into the queue");
}
