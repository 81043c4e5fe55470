// 11_sparse.h - what lab 11 has to define: matrices with few nonzeros.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// A matrix in CSR form. The nonzeros of row r are elements start[r] up to, not including,
// start[r + 1] of the arrays `column` and `value`; start[0] is 0, start[rows] is `nonzeros`. A row
// may be empty or have any number of nonzeros; its columns are in any order, and a column may occur
// several times. 0 <= rows, cols <= 2^24; 0 <= nonzeros <= 2^26. The arrays are in device memory.
// Floats are multiples of 1/4, so small that all sums are exact.
typedef struct {
    int rows, cols, nonzeros;
    const int *start;   // rows + 1
    const int *column;  // nonzeros
    const float *value; // nonzeros
} SparseMatrix;

enum {
    SPARSE_BLOCK = 256, // threads per block, in every part
    RANK_ROUND = 8      // part 8: steps from one look at the change to the next
};
#define RANK_DAMPING 0.85

// Parts 1 to 4: y = a x; x has cols elements, y has rows elements. Part 3: `lanes` lanes of a warp
// work on a row, 1, 2, 4, 8, 16 or 32; 0: the function chooses.
void sparse_threads(float *y, SparseMatrix a, const float *x);
void sparse_warps(float *y, SparseMatrix a, const float *x);
void sparse_lanes(float *y, SparseMatrix a, const float *x, int lanes);
void sparse_segments(float *y, SparseMatrix a, const float *x);

// Part 5: c = a b; b has cols x width elements and c has rows x width, both row by row.
// rows * width and cols * width <= 2^26.
void sparse_dense(float *c, SparseMatrix a, const float *b, int width);

// Part 6: from a list to CSR form. Nonzero i is from_value[i] in row from_row[i] and column
// from_column[i], in any order. Afterwards each row is sorted by column, then by value.
void sparse_from_list(int *start, int *column, float *value, const int *from_row,
                      const int *from_column, const float *from_value, int rows, int nonzeros);

// A graph of pages and links. The links to page p come from the pages source[start[p]] up to, not
// including, source[start[p + 1]]; out[q] links start at page q. A page may link to itself, and to
// another page several times. 1 <= pages <= 2^24; 0 <= links <= 2^26.
typedef struct {
    int pages, links;
    const int *start;  // pages + 1
    const int *source; // links
    const int *out;    // pages
} LinkGraph;

// Part 7: a step of PageRank. A page gives its rank to the pages that it links to, in equal
// parts, one for each link; a page without links gives it to all pages, in equal parts. Then
// next[p] = (1 - RANK_DAMPING) / pages + RANK_DAMPING * (what page p got).
void rank_step(double *next, LinkGraph g, const double *rank);

// Part 8: starts with 1 / pages for each page, and makes steps. The change of a step is the sum of
// |next[p] - rank[p]| over all pages. After every RANK_ROUND steps the function looks at the change
// of the last step, and ends if it is at most `epsilon`. *steps (host memory) is the number of
// steps. 1e-12 <= epsilon.
void rank_converge(double *rank, int *steps, LinkGraph g, double epsilon);

#ifdef __cplusplus
}
#endif
