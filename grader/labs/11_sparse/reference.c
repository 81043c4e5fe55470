// reference.c - sparse products and PageRank on the CPU; see reference.h.
#include "reference.h"

#include <math.h>
#include <stdlib.h>

// malloc for at least one element.
static void *room(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p)
        abort();
    return p;
}

static void add_products(float *y, size_t stride, const int32_t *start, const int32_t *column,
                         const float *value, const float *x, size_t rows)
{
    double *sum = room(rows, sizeof *sum); // exact
    size_t row = 0;
    for (int32_t k = 0; rows && k < start[rows]; k++) {
        while (start[row + 1] <= k)
            row++;
        sum[row] += (double)value[k] * (double)x[(size_t)column[k] * stride];
    }
    for (row = 0; row < rows; row++)
        y[row * stride] = (float)sum[row];
    free(sum);
}

void reference_product(float *y, const int32_t *start, const int32_t *column, const float *value,
                       const float *x, size_t rows)
{
    add_products(y, 1, start, column, value, x, rows);
}

void reference_product_dense(float *c, const int32_t *start, const int32_t *column,
                             const float *value, const float *b, size_t rows, size_t width)
{
    for (size_t col = 0; col < width; col++)
        add_products(c + col, width, start, column, value, b + col, rows);
}

// ---- a list of nonzeros -----------------------------------------------------------------

typedef struct {
    int32_t row, column;
    float value;
} ListedNonzero;

static int compare_entries(const void *a, const void *b)
{
    const ListedNonzero *p = a, *q = b;
    if (p->row != q->row)
        return p->row < q->row ? -1 : 1;
    if (p->column != q->column)
        return p->column < q->column ? -1 : 1;
    return (p->value > q->value) - (p->value < q->value);
}

void reference_from_list(int32_t *start, int32_t *column, float *value, const int32_t *from_row,
                         const int32_t *from_column, const float *from_value, size_t rows,
                         size_t nonzeros)
{
    ListedNonzero *all = room(nonzeros, sizeof *all);
    for (size_t i = 0; i < nonzeros; i++)
        all[i] = (ListedNonzero){from_row[i], from_column[i], from_value[i]};
    qsort(all, nonzeros, sizeof *all, compare_entries);
    size_t k = 0;
    for (size_t row = 0; row <= rows; row++) {
        while (k < nonzeros && (size_t)all[k].row < row)
            k++;
        start[row] = (int32_t)k;
    }
    for (k = 0; k < nonzeros; k++) {
        column[k] = all[k].column;
        value[k] = all[k].value;
    }
    free(all);
}

// ---- PageRank ---------------------------------------------------------------------------

double reference_rank_step(double *next, const ReferenceGraph *g, const double *rank)
{
    const long double damping = 0.85L;
    long double *got = room(g->pages, sizeof *got), dangling = 0, change = 0;
    for (size_t page = 0; page < g->pages; page++) {
        if (g->out[page] == 0)
            dangling += rank[page];
        for (int32_t k = g->start[page]; k < g->start[page + 1]; k++)
            got[page] += (long double)rank[g->source[k]] / g->out[g->source[k]];
    }
    for (size_t page = 0; page < g->pages; page++) {
        long double pages = (long double)g->pages;
        long double r = (1 - damping) / pages + damping * (got[page] + dangling / pages);
        change += fabsl(r - rank[page]);
        next[page] = (double)r;
    }
    free(got);
    return (double)change;
}

int reference_rank_converge(double *rank, const ReferenceGraph *g, double epsilon, int round)
{
    int steps = 0;
    double change;
    for (size_t page = 0; page < g->pages; page++)
        rank[page] = 1.0 / (double)g->pages;
    do {
        change = reference_rank_step(rank, g, rank);
        steps++;
    } while (steps % round || change > epsilon);
    return steps;
}

double reference_rank_epsilon(const ReferenceGraph *g, int64_t looks, int round)
{
    const double smallest = 1e-12;
    double before = 4, change = 1, *rank = room(g->pages, sizeof *rank);
    for (size_t page = 0; page < g->pages; page++)
        rank[page] = 1 / (double)g->pages;
    for (int64_t look = 0; look < looks && change > smallest; look++) {
        before = look ? change : 4;
        for (int step = 0; step < round; step++)
            change = reference_rank_step(rank, g, rank);
    }
    free(rank);
    return fmax(smallest, sqrt(before * change));
}
