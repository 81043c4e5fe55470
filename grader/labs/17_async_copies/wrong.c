// wrong.c - what a wrong output of lab 17 says about the mistake. A sentence is added only if the
// output is exactly what its mistake gives.
#include "room.h"

#include <string.h>

#include "common/contracts/17_async_copies.h"
#include "grader/labs/17_async_copies/reference.h"

enum { N = ASYNC_ROW };

// ---- parts 1 to 5, and 8 --------------------------------------------

static bool same_row(const int32_t *a, const int32_t *b) { return !memcmp(a, b, N * sizeof *a); }

// Every wrong row is what the row `back` rounds before in the same block gives, or behind it.
static bool rows_are_late(const Case *c, const int32_t *got, int64_t back)
{
    const int32_t *want = c->buffer[1].want;
    int64_t blocks = c->arg[1], wrong = 0;
    for (int64_t r = 0; r < c->arg[0]; r++) {
        if (same_row(got + r * N, want + r * N))
            continue;
        int64_t from = r - back * blocks;
        if (from < 0 || from >= c->arg[0] || !same_row(got + r * N, want + from * N))
            return false;
        wrong++;
    }
    return wrong > 0;
}

static void diagnose_rows(const Case *c, const int32_t *got, Diagnoses *all)
{
    if (rows_are_late(c, got, -1))
        diagnoses_add(all, "a wrong row is the result of the block's next row");
    else if (rows_are_late(c, got, 1))
        diagnoses_add(all, "a wrong row is the result of the block's row before");
    else if (rows_are_late(c, got, 2))
        diagnoses_add(all,
                      "a wrong row is the result of the row two rounds before: what its buffer "
                      "of two had then");
    else if (rows_are_late(c, got, ASYNC_STAGES))
        diagnoses_add(all,
                      "a wrong row is the result of the row four rounds before: what its stage "
                      "had then");
}

// ---- part 6 ---------------------------------------------------------

static void diagnose_turn(const Case *c, const int32_t *got, Diagnoses *all)
{
    enum { T = ASYNC_SIDE };
    size_t rows = (size_t)c->arg[0], cols = (size_t)c->arg[1];
    const int32_t *in = c->buffer[0].data;
    bool as_in = rows * cols > 0, in_place = rows == cols && rows > T;
    for (size_t i = 0; i < rows * cols; i++) {
        size_t y = i / rows, x = i % rows; // of the result
        as_in = as_in && got[i] == in[i];
        in_place = in_place && got[i] == in[(y / T * T + x % T) * cols + x / T * T + y % T];
    }
    if (as_in)
        diagnoses_add(all, "this is the input: nothing is turned");
    if (in_place)
        diagnoses_add(all, "every tile is turned, and stays where it was: rows and columns of the "
                           "tiles have to change places, too");
}

// ---- part 7 ---------------------------------------------------------

static void diagnose_filters(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *in = c->buffer[0].data, *weight = c->buffer[1].data;
    int32_t first[N];
    size_t n = (size_t)c->arg[0] * N;
    bool same = n > 0;
    for (size_t r = 0; r < ASYNC_CLUSTER * n && same; r += N) {
        reference_filtered_row(first, in + r % n, weight);
        same = same_row(got + r, first);
    }
    if (same)
        diagnoses_add(all, "all blocks of the cluster have the weights of filter 0");
}

void async_copies_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    (void)b;
    switch (c->part) {
    case PART_maps: diagnose_turn(c, got, all); break;
    case PART_multicast: diagnose_filters(c, got, all); break;
    default: diagnose_rows(c, got, all);
    }
}
