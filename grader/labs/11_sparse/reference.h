// reference.h - the results of lab 11, computed on the CPU.
#pragma once

#include <stddef.h>
#include <stdint.h>

// y = a x, for a matrix in CSR form; see the contract. Goes over the nonzeros, not over the rows,
// and adds doubles: another way than the kernels'.
void reference_product(float *y, const int32_t *start, const int32_t *column, const float *value,
                       const float *x, size_t rows);

// c = a b, for dense b and c of `width` columns, row by row: one product for each column.
void reference_product_dense(float *c, const int32_t *start, const int32_t *column,
                             const float *value, const float *b, size_t rows, size_t width);

// The CSR form of a list of nonzeros: all of them sorted by row, column and value.
void reference_from_list(int32_t *start, int32_t *column, float *value, const int32_t *from_row,
                         const int32_t *from_column, const float *from_value, size_t rows,
                         size_t nonzeros);

// A graph as in the contract.
typedef struct {
    size_t pages;
    const int32_t *start, *source, *out;
} ReferenceGraph;

// A step of PageRank; `next` may be `rank`. Returns the change. Sums have more digits than a double
// has.
double reference_rank_step(double *next, const ReferenceGraph *g, const double *rank);

// `rank` after rounds of `round` steps, the last of which is the first one that ends with a change
// of at most epsilon. Returns the number of steps.
int reference_rank_converge(double *rank, const ReferenceGraph *g, double epsilon, int round);

// An epsilon far from all changes that are looked at: nobody stops elsewhere because of rounding.
// The function is to end after `looks` rounds, or earlier if the change cannot become so small.
double reference_rank_epsilon(const ReferenceGraph *g, int64_t looks, int round);
