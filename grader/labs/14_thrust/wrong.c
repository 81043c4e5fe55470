// wrong.c - what a wrong output of lab 14 says about the mistake. A sentence is added only if the
// mistake that it names gives exactly the result that was got.
#include "room.h"

#include <string.h>

#include "grader/labs/14_thrust/reference.h"
#include "grader/labs/kit.h"

// ---- parts 1, 2 and 4: maps -------------------------------------------------------------

static void diagnose_saxpy(const Case *c, const float *got, Diagnoses *all)
{
    const float *x = c->buffer[0].data, *y = c->buffer[1].data, a = kit_quarters(c->arg[1]);
    int n = (int)c->arg[0], unchanged = 0, product = 0, swapped = 0;
    for (int i = 0; i < n; i++) {
        unchanged += got[i] == y[i];
        product += got[i] == a * x[i];
        swapped += got[i] == a * y[i] + x[i];
    }
    if (unchanged == n)
        diagnoses_add(all, "y has not changed.");
    if (product == n)
        diagnoses_add(all, "This is a x: y is not added.");
    if (swapped == n)
        diagnoses_add(all, "This is a y + x: the inputs are in the other order.");
}

static void diagnose_squares(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *in = c->buffer[0].data;
    int n = (int)c->arg[0], same = 0;
    for (int i = 0; i < n; i++)
        same += got[i] == in[i];
    if (same == n)
        diagnoses_add(all, "These are the elements themselves, not their squares.");
}

static void diagnose_dots(const Case *c, const float *got, Diagnoses *all)
{
    const float *ax = c->buffer[0].data, *ay = c->buffer[1].data, *az = c->buffer[2].data;
    const float *bx = c->buffer[3].data, *by = c->buffer[4].data, *bz = c->buffer[5].data;
    int n = (int)c->arg[0], first = 0, mixed = 0;
    for (int i = 0; i < n; i++) {
        first += got[i] == ax[i] * bx[i];
        mixed += got[i] == ax[i] * by[i] + bx[i] * az[i] + ay[i] * bz[i];
    }
    if (first == n)
        diagnoses_add(all, "This is ax bx alone: y and z are missing.");
    if (mixed == n)
        diagnoses_add(all, "This is ax by + bx az + ay bz: the order of the arrays in the zip "
                           "iterator is not that of the functor's arguments.");
}

// ---- parts 3, 5 and 8: one number -------------------------------------------------------

static void diagnose_largest(const Case *c, int32_t got, Diagnoses *all)
{
    int32_t want = *(const int32_t *)c->buffer[1].want;
    if (got == 0 && want < 0)
        diagnoses_add(all, "All elements are below 0, and so is the largest: the value at the "
                           "beginning of the reduction has to be the lowest int.");
}

// The sum if each square, or each distance, is computed in 32 bits.
static int64_t sum_of_ints(const Case *c)
{
    int64_t sum = 0;
    const uint32_t *x = c->buffer[0].data, *y = c->part == 8 ? c->buffer[1].data : NULL;
    for (int64_t i = 0; i < c->arg[0]; i++) {
        int64_t value = (int32_t)(y ? x[i] - y[i] : x[i] * x[i]);
        sum += y && value < 0 ? -value : value;
    }
    return sum;
}

static void diagnose_sum(const Case *c, int64_t got, Diagnoses *all)
{
    int64_t want = *(const int64_t *)c->buffer[c->buffers - 1].want;
    if (got == (int32_t)want)
        diagnoses_add(all,
                      "These are the lower 32 bits of the sum: somewhere ints are added. The value "
                      "at the beginning has the type of the sum (0 is an int), and so has the "
                      "operator (plus<int> adds ints).");
    if (c->part != 5 && got == sum_of_ints(c))
        diagnoses_add(all, "Each element is computed in 32 bits, and an int overflows: widen it "
                           "before the computation.");
    size_t n = (size_t)c->arg[0];
    if (c->part == 5 && n && c->buffer[1].count >= n) {
        int64_t sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += ((const int32_t *)c->buffer[1].data)[i];
        if (got == sum)
            diagnoses_add(all, "This is the sum of the first elements: the indices have no "
                               "influence.");
    }
    if (c->part == 8) {
        int64_t difference = 0;
        const int32_t *x = c->buffer[0].data, *y = c->buffer[1].data;
        for (size_t i = 0; i < n; i++)
            difference += (int64_t)x[i] - y[i];
        if (got == difference)
            diagnoses_add(all, "Differences of both signs cancel: the sum is that of their "
                               "absolute values.");
    }
}

// ---- parts 6 and 7: a list --------------------------------------------------------------

// The groups that neighbours make if nothing is sorted.
static void diagnose_groups(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *keys = c->buffer[0].data;
    int n = (int)c->arg[0], runs = 0, same = 0;
    for (int i = 0; i < n; i++)
        if (i == 0 || keys[i] != keys[i - 1])
            same += got[runs++] == keys[i];
    if (same == runs && n)
        diagnoses_add(all, "A key occurs as often as it begins in the input: reduce_by_key joins "
                           "neighbours only, so the keys have to be sorted first.");
}

static void diagnose_places(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *in = c->buffer[0].data;
    int n = (int)c->arg[0], limit = (int)c->arg[1], kept = 0, elements = 0, loose = 0, at_least = 0;
    for (int i = 0; i < n; i++) {
        if (in[i] > limit)
            elements += got[kept++] == in[i];
        if (in[i] >= limit)
            at_least += got[loose++] == i;
    }
    if (kept && elements == kept)
        diagnoses_add(all, "These are the elements that are kept, not their places.");
    if (loose > kept && at_least == loose)
        diagnoses_add(all, "An element that is equal to the limit is not above it.");
}

// ---- all parts --------------------------------------------------------------------------

void thrust_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    switch (c->part) {
    case 1: diagnose_saxpy(c, got, all); break;
    case 2: diagnose_squares(c, got, all); break;
    case 4: diagnose_dots(c, got, all); break;
    case 6: diagnose_groups(c, got, all); break;
    case 7: diagnose_places(c, got, all); break;
    default:
        if (!strcmp(c->variant, "largest"))
            diagnose_largest(c, *(const int32_t *)got, all);
        else
            diagnose_sum(c, *(const int64_t *)got, all);
    }
}
