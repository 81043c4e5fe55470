// wrong.c - what a wrong result of lab 11 looks like: sentences about wrong outputs.
//
// A guess computes what a typical mistake gives, from the case's input. If the output is equal to
// that, the student reads the sentence of the guess. Of a small case several guesses may be true;
// the other cases decide.
#include "room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/11_sparse.h"
#include "grader/base/memory.h"

// ---- parts 1 to 4: a product ------------------------------------------------------------

typedef struct {
    const int32_t *start, *column;
    const float *value, *x;
    int32_t rows, nonzeros, lanes;
} CaseProduct;

static CaseProduct product_of(const Case *c)
{
    return (CaseProduct){c->buffer[IN_start].data, c->buffer[IN_column].data,
                         c->buffer[IN_value].data, c->buffer[IN_x].data,
                         (int32_t)c->arg[0],       (int32_t)c->arg[2],
                         (int32_t)c->arg[3]};
}

static float product_at(const CaseProduct *p, int32_t k)
{
    return p->value[k] * p->x[p->column[k]];
}

// The sum of the nonzeros begin, begin + stride ... of a row, before `end`.
static float sum_some(const CaseProduct *p, int32_t begin, int32_t end, int32_t stride)
{
    float sum = 0;
    for (int32_t k = begin; k < end && k < p->nonzeros; k += stride)
        sum += product_at(p, k);
    return sum;
}

static int32_t row_end(const CaseProduct *p, int32_t row) { return p->start[row + 1]; }

static float first_alone(const CaseProduct *p, int32_t row)
{
    int32_t begin = p->start[row];
    return begin < row_end(p, row) ? product_at(p, begin) : 0;
}

static float without_last(const CaseProduct *p, int32_t row)
{
    return sum_some(p, p->start[row], row_end(p, row) - 1, 1);
}

static float one_too_many(const CaseProduct *p, int32_t row)
{
    return sum_some(p, p->start[row], row_end(p, row) + 1, 1);
}

static float one_round(const CaseProduct *p, int32_t row)
{
    int32_t begin = p->start[row], end = row_end(p, row);
    return sum_some(p, begin, end < begin + WARP ? end : begin + WARP, 1);
}

static float one_lane_of_32(const CaseProduct *p, int32_t row)
{
    return sum_some(p, p->start[row], row_end(p, row), WARP);
}

static float one_lane_of_group(const CaseProduct *p, int32_t row)
{
    return sum_some(p, p->start[row], row_end(p, row), p->lanes);
}

static float without_x(const CaseProduct *p, int32_t row)
{
    float sum = 0;
    for (int32_t k = p->start[row]; k < row_end(p, row); k++)
        sum += p->value[k];
    return sum;
}

static float without_value(const CaseProduct *p, int32_t row)
{
    float sum = 0;
    for (int32_t k = p->start[row]; k < row_end(p, row); k++)
        sum += p->x[p->column[k]];
    return sum;
}

// The first of the rows that start at the same nonzero gets the sum of the last one.
static float at_empty_row(const CaseProduct *p, int32_t row)
{
    int32_t begin = p->start[row], last = row;
    if (row > 0 && p->start[row - 1] == begin)
        return 0;
    while (last + 1 < p->rows && p->start[last + 1] == begin)
        last++;
    return sum_some(p, begin, row_end(p, last), 1);
}

typedef struct {
    float (*of_row)(const CaseProduct *p, int32_t row);
    const char *sentence;
} RowGuess;

static const RowGuess row_guesses[] = {
    {first_alone,
     "each row has the product of its first nonzero only: is there a loop over the row?"},
    {without_last, "the last nonzero of each row is missing"},
    {one_too_many,
     "each row has the first nonzero of the next row, too: start[row + 1] is the end, "
     "and does not belong to the row"},
    {one_round, "each row has its first 32 nonzeros only: a loop is missing"},
    {one_lane_of_32, "each row has its nonzeros 0, 32, 64 ... only: that is the sum of lane 0, and "
                     "those of the other lanes are missing"},
    {without_x, "these are the sums of the values, without x"},
    {without_value, "these are the sums of elements of x, without the values"},
    {at_empty_row, "the sum of a row is in an empty row before it: of the rows that start at the "
                   "same nonzero, the last one has it"},
};

static bool fits_rows(const CaseProduct *p, const RowGuess *guess, const float *y)
{
    for (int32_t row = 0; row < p->rows; row++)
        if (y[row] != guess->of_row(p, row))
            return false;
    return true;
}

static const char one_lane[] = "each row has the sum of the first lane of its group only: those of "
                               "the other lanes are missing";

// Where the function chooses its lanes, any number of them may be true.
static bool fits_first_lanes(CaseProduct p, const float *y)
{
    const RowGuess guess = {one_lane_of_group, one_lane};
    if (p.lanes)
        return fits_rows(&p, &guess, y);
    for (p.lanes = 1; p.lanes <= WARP; p.lanes *= 2)
        if (fits_rows(&p, &guess, y))
            return true;
    return false;
}

// The results of empty rows alone are wrong.
static bool fits_empty_rows(const CaseProduct *p, const float *y, const float *want)
{
    for (int32_t row = 0; row < p->rows; row++)
        if ((y[row] == want[row]) == (p->start[row] == row_end(p, row)))
            return false;
    return true;
}

static void diagnose_product(const Case *c, const float *y, Diagnoses *all)
{
    const CaseProduct p = product_of(c);
    if (fits_empty_rows(&p, y, c->buffer[OUT_y].want))
        diagnoses_add(all, "only the results of empty rows are wrong: they are 0, and have to be written");
    if (c->part == PART_lanes && fits_first_lanes(p, y))
        diagnoses_add(all, one_lane);
    for (size_t i = 0; i < sizeof row_guesses / sizeof *row_guesses; i++)
        if (fits_rows(&p, &row_guesses[i], y))
            diagnoses_add(all, row_guesses[i].sentence);
}

// ---- part 5: a dense product ------------------------------------------------------------

// c has the right numbers, but column by column.
static void diagnose_dense(const Case *c, const float *got, Diagnoses *all)
{
    const float *want = c->buffer[OUT_y].want;
    size_t rows = (size_t)c->arg[0], width = (size_t)c->arg[3], turned = 0;
    for (size_t row = 0; row < rows; row++)
        for (size_t col = 0; col < width; col++)
            turned += got[col * rows + row] == want[row * width + col];
    if (turned == rows * width)
        diagnoses_add(all, "c is stored column by column; it is to be stored row by row");
}

// ---- part 6: a list ---------------------------------------------------------------------

static void diagnose_start(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[OUT_start].want;
    size_t rows = (size_t)c->arg[0], ends = 0, counts = 0;
    for (size_t row = 0; row < rows; row++) {
        ends += got[row] == want[row + 1];
        counts += got[row] == want[row + 1] - want[row];
    }
    if (rows && ends == rows)
        diagnoses_add(all,
                      "start[r] is where row r ends, not where it begins: is the scan inclusive, "
                      "or were the places taken from `start` itself?");
    if (rows && counts == rows)
        diagnoses_add(all, "start[r] is the number of nonzeros of row r: the scan is missing");
}

// ---- part 7: a step ---------------------------------------------------------------------

// A step with a mistake.
typedef struct {
    double teleport, damping; // instead of 0.15 and 0.85
    double dangling;          // factor of what dangling pages give to each page
    bool whole;               // pages give their whole rank along each link
} StepForm;

static void make_step(double *next, const Case *c, const StepForm *form)
{
    const int32_t *start = c->buffer[IN_links].data, *source = c->buffer[IN_source].data,
                  *out = c->buffer[IN_out].data;
    const double *rank = c->buffer[IN_rank].data;
    size_t pages = (size_t)c->arg[0];
    double given = 0;
    for (size_t page = 0; page < pages; page++)
        given += out[page] == 0 ? rank[page] : 0;
    for (size_t page = 0; page < pages; page++) {
        double sum = given * form->dangling;
        for (int32_t k = start[page]; k < start[page + 1]; k++)
            sum += rank[source[k]] / (form->whole ? 1 : out[source[k]]);
        next[page] = form->teleport + form->damping * sum;
    }
}

static bool same_ranks(const Case *c, const double *a, const double *b)
{
    for (int64_t page = 0; page < c->arg[0]; page++)
        if (!(fabs(a[page] - b[page]) <= 4 * c->buffer[OUT_next].tolerance + 1e-12 * fabs(b[page])))
            return false;
    return true;
}

static void diagnose_step(const Case *c, const double *got, Diagnoses *all)
{
    const double pages = (double)c->arg[0], d = RANK_DAMPING;
    const struct {
        StepForm form;
        const char *sentence;
    } guesses[] = {
        {{(1 - d) / pages, d, 0, false}, "the ranks of the pages without links are lost"},
        {{(1 - d) / pages, d, 1, false},
         "each page gets the whole rank of the pages without links, not a part of it"},
        {{(1 - d) / pages, d, 1 / pages, true},
         "a page gives its whole rank along each link, not an equal part of it"},
        {{0, 1, 1 / pages, false}, "the damping is missing"},
        {{0, d, 1 / pages, false}, "the (1 - RANK_DAMPING) / pages is missing"},
        {{1 - d, d, 1 / pages, false}, "1 - RANK_DAMPING is to be divided by the number of pages"},
    };
    double *next = need(malloc(((size_t)c->arg[0] + 1) * sizeof *next));
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++) {
        make_step(next, c, &guesses[i].form);
        if (same_ranks(c, got, next))
            diagnoses_add(all, guesses[i].sentence);
    }
    free(next);
}

// ---- part 8: the number of steps --------------------------------------------------------

static void diagnose_steps(const Case *c, const int32_t *steps, Diagnoses *all)
{
    int32_t want = *(const int32_t *)c->buffer[OUT_steps].want;
    if (*steps % RANK_ROUND)
        diagnoses_add(all,
                      "the number of steps is not a multiple of RANK_ROUND: the function looks at "
                      "the change after whole rounds only");
    else if (*steps < want)
        diagnoses_add(all,
                      "it ends too early: the change of the last step was still above epsilon");
    else if (*steps > want)
        diagnoses_add(all, "it ends too late: the change of an earlier round's last step was small "
                           "enough");
}

void sparse_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    if (c->part <= PART_segments)
        diagnose_product(c, got, all);
    else if (c->part == PART_dense)
        diagnose_dense(c, got, all);
    else if (c->part == PART_list)
        diagnose_start(c, got, all);
    else if (c->part == PART_step)
        diagnose_step(c, got, all);
    else
        diagnose_steps(c, got, all);
}
