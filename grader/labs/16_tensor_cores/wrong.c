// wrong.c - what a wrong output of lab 16 says about the mistake. A sentence is added only if the
// output is exactly what its mistake gives.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/16_tensor_cores.h"
#include "grader/base/memory.h"
#include "grader/labs/16_tensor_cores/reference.h"

// ---- part 1 -----------------------------------------------------------------------------

typedef int PlaceGuess(int which, int l, int i);

static int exchanged(int which, int l, int i) // the two bits of i above the lowest one
{
    return reference_fragment_place(which, l, (i & 1) | (i >> 2 & 1) << 1 | (i >> 1 & 1) << 2);
}

static int turned(int which, int l, int i)
{
    int columns = which == FRAGMENT_a ? TENSOR_K : TENSOR_N,
        place = reference_fragment_place(which, l, i);
    return which == FRAGMENT_a   ? place % columns * columns + place / columns
           : which == FRAGMENT_b ? reference_fragment_place(FRAGMENT_c, l, i)
                                 : reference_fragment_place(FRAGMENT_b, l, i);
}

static bool placed_as(const Case *c, const float *got, PlaceGuess *guess)
{
    int which = (int)c->arg[1], elements = which == FRAGMENT_a ? 8 : 4;
    const float *in = c->buffer[0].data;
    for (int64_t f = 0; f < c->arg[0]; f++)
        for (int l = 0; l < 32; l++)
            for (int i = 0; i < elements; i++)
                if (got[f * 32 * elements + guess(which, l, i)] != in[(f * 32 + l) * elements + i])
                    return false;
    return c->arg[0] > 0;
}

static void diagnose_place(const Case *c, const float *got, Diagnoses *all)
{
    if (c->arg[1] == FRAGMENT_a && placed_as(c, got, exchanged))
        diagnoses_add(all, "the quarters on the upper right and on the lower left have changed "
                           "places: elements 2 and 3 are 8 rows below, elements 4 and 5 are 8 "
                           "columns to the right");
    if (placed_as(c, got, turned))
        diagnoses_add(all, c->arg[1] == FRAGMENT_a
                               ? "rows and columns have changed places"
                               : "b and c have changed places: the lanes of b are along its "
                                 "columns, those of c along its rows");
}

// ---- products -----------------------------------------------------------------------------

static double *values(const Buffer *b, size_t n)
{
    double *value = need(calloc(n + 1, sizeof *value));
    for (size_t i = 0; i < n; i++)
        value[i] = b->type == ELEM_u8 ? ((const int8_t *)b->data)[i]
                                      : reference_half_value(((const uint16_t *)b->data)[i]);
    return value;
}

static bool equals(const float *got, const double *sum, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (got[i] != (float)sum[i])
            return false;
    return n > 0;
}

// Of part 2: are rows of a, or of b, taken 8 elements apart?
static void diagnose_stride(const double *a, const double *b, const float *got, size_t count,
                            Diagnoses *all)
{
    enum { SIDE = TENSOR_K, HALF = SIDE / 2 };
    for (int of = 0; of < 2; of++) {
        bool same = count > 0;
        for (size_t x = 0; x < count * SIDE * SIDE && same; x++) {
            const double *pa = a + x / (SIDE * SIDE) * SIDE * SIDE, *pb = b + (pa - a);
            size_t i = x / SIDE % SIDE, j = x % SIDE;
            double sum = 0;
            for (size_t k = 0; k < SIDE; k++)
                sum += pa[i * (of == 0 ? HALF : SIDE) + k] * pb[k * (of == 1 ? HALF : SIDE) + j];
            same = got[x] == (float)sum;
        }
        if (same)
            diagnoses_add(all, of == 0 ? "the rows of a are taken 8 elements apart: they have 16"
                                       : "the rows of b are taken 8 elements apart: they have 16");
    }
}

// The sides of a case's products, and the products that two mistakes give.
static void diagnose_product(const Case *c, const float *got, Diagnoses *all)
{
    size_t count = (size_t)c->arg[0], m = TENSOR_M, k = TENSOR_K, n = TENSOR_K;
    bool columns = c->part == PART_wgmma;
    if (c->part == PART_mma)
        n = TENSOR_N;
    if (c->part == PART_ldmatrix || c->part == PART_wgmma)
        m = k = n = TENSOR_TILE;
    if (c->part == PART_stages || c->part == PART_fastest)
        count = 1, m = (size_t)c->arg[0], k = (size_t)c->arg[1], n = (size_t)c->arg[2];
    double *a = values(&c->buffer[0], count * m * k), *b = values(&c->buffer[1], count * k * n);
    double *sum = need(calloc(count * m * n + 1, sizeof *sum));
    reference_tensor_products(sum, a, b, count, m, k, n, !columns);
    if (equals(got, sum, count * m * n))
        diagnoses_add(all, columns ? "b is taken row by row: its columns are one behind the other"
                                   : "b is taken column by column: its rows are one behind the "
                                     "other");
    if (c->part == PART_wmma)
        diagnose_stride(a, b, got, count, all);
    for (size_t x = 0; c->part == PART_stages && x < m * k; x++)
        if (x % k >= k - TENSOR_TILE)
            a[x] = 0;
    reference_tensor_products(sum, a, b, count, m, k, n, columns);
    if (c->part == PART_stages && equals(got, sum, m * n))
        diagnoses_add(all, "the last step along k is missing");
    free(a);
    free(b);
    free(sum);
}

// ---- parts 6 and 7 -------------------------------------------------------------------------

static void diagnose_types(const Case *c, const float *got, Diagnoses *all)
{
    static const int digits[] = {11, 8, 11, 4};
    size_t na = c->buffer[0].count, nb = c->buffer[1].count, n = c->buffer[2].count;
    double *a = need(calloc(na + 1, sizeof *a)), *b = need(calloc(nb + 1, sizeof *b));
    double *sum = need(calloc(n + 1, sizeof *sum));
    for (size_t i = 0; i < na; i++)
        a[i] =
            reference_rounded(((const float *)c->buffer[0].data)[i], digits[c->arg[1]], DIGITS_cut);
    for (size_t i = 0; i < nb; i++)
        b[i] = ((const float *)c->buffer[1].data)[i];
    reference_tensor_products(sum, a, b, (size_t)c->arg[0], TENSOR_M, TENSOR_DEEP, TENSOR_N, false);
    if (equals(got, sum, n))
        diagnoses_add(all, "the elements are cut, not rounded: the bits that the type does not "
                           "have are left out");
    free(a);
    free(b);
    free(sum);
}

static void diagnose_bytes(const Case *c, const float *got, Diagnoses *all)
{
    const float *row = c->buffer[2].data, *col = c->buffer[3].data, *want = c->buffer[4].want;
    size_t n = (size_t)c->arg[2];
    bool no_row = c->buffer[4].count > 0, no_col = no_row, none = no_row;
    for (size_t i = 0; i < c->buffer[4].count; i++) {
        no_row = no_row && got[i] * row[i / n] == want[i];
        no_col = no_col && got[i] * col[i % n] == want[i];
        none = none && got[i] * row[i / n] * col[i % n] == want[i];
    }
    if (none)
        diagnoses_add(all, "these are the sums without their scales");
    if (no_row)
        diagnoses_add(all, "the scale of the row is missing");
    if (no_col)
        diagnoses_add(all, "the scale of the column is missing");
}

void tensor_cores_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    switch (c->part) {
    case PART_place: diagnose_place(c, got, all); break;
    case PART_types:
        if (b == 2)
            diagnose_types(c, got, all);
        break;
    case PART_bytes: diagnose_bytes(c, got, all); break;
    default: diagnose_product(c, got, all);
    }
}
