// 08_dynamic_parallelism.h - what lab 08 has to define: kernels that launch kernels.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Part 1: the tree of greetings of each of `blocks` blocks, 1 to 64. `threads` is the number
// of threads of a block at depth 0, a power of two up to 1024; at depth d a block has
// threads >> d threads, down to 1. record has 2 * threads - 1 entries for each tree, one tree
// after the other. In a tree the entries of depth 0 are first, in the order of the threads,
// then those of depth 1 ... Each thread writes one entry, HELLO(depth, blockIdx.x,
// threadIdx.x). If `talk` is not 0, every thread also prints a line.
#define HELLO(depth, block, thread) ((depth)*1000000 + (block)*10000 + (thread))
void nested_hello(int *record, int blocks, int threads, int talk);

// Parts 2 to 4: sum[b] is the sum of elements b * size up to, not including, (b + 1) *
// size, or to the end of `in`; ceil(n / size) sums are written. `size` is a power of two,
// 2 to 1024; 0 <= n <= 2^20; no sum overflows, in any order of additions. The first function is for
// comparison, and is not graded.
void reduce_flat(int *sum, const int *in, int n, int size);
void reduce_nested_each(int *sum, const int *in, int n, int size);
void reduce_nested_tail(int *sum, const int *in, int n, int size);
void reduce_nested_grid(int *sum, const int *in, int n, int size);

// Part 5: sorts n ints in place, the smallest first; 0 <= n <= 2^20.
void nested_quicksort(int *data, int n);

// Parts 6 and 7: breadth-first search in a graph of n vertices, 1 <= n <= 2^20. The neighbours of v
// are col[row[v]] ... col[row[v + 1] - 1]: loops, repetitions and edges in one
// direction are all possible. level[v] is the number of edges on a shortest path
// from `source` to v, or UNREACHED.
enum { UNREACHED = -1 };
void search_host(int *level, const int *row, const int *col, int n, int source);
void search_nested(int *level, const int *row, const int *col, int n, int source);

// Part 8: value[i] = coefficient[0] + coefficient[1] * x[i] + coefficient[2] * x[i]^2 ..., `terms`
// terms, 1 to MAX_TERMS, in unsigned arithmetic, which wraps around; 0 <= n <= 2^20.
enum { MAX_TERMS = 64 };
void polynomial_by_children(unsigned *value, const unsigned *x, int n, const unsigned *coefficient,
                            int terms);

#ifdef __cplusplus
}
#endif
