// calls.c - calls the host functions of lab 11; see task.h and the lab's section of
// common/labs.h.
//
// Parts 1 to 5: arg = rows, cols, nonzeros, and in part 3 the lanes, in part 5 the width.
//               buffers column, value, start, y (or c), x (or b).
// Part 6:       arg = rows, cols, nonzeros. buffers from_row, from_column, from_value, start,
// column,
//               value.
// Parts 7, 8:   arg = pages, links, and in part 8 the bits of epsilon. buffers source, start, out,
//               and in part 7 rank, next, in part 8 steps (host), rank.
#include "grader/task.h"

#include <stdio.h>
#include <string.h>

#include "common/labs.h"

typedef void (*Product)(float *y, SparseMatrix a, const float *x);
typedef void (*ProductWith)(float *y, SparseMatrix a, const float *x, int number);
typedef void (*FromList)(int *start, int *column, float *value, const int *from_row,
                         const int *from_column, const float *from_value, int rows, int nonzeros);
typedef void (*RankStep)(double *next, LinkGraph g, const double *rank);
typedef void (*RankConverge)(double *rank, int *steps, LinkGraph g, double epsilon);

static void call_product(const TaskCall *call, void *f)
{
    void **b = call->buffer;
    SparseMatrix a = {(int)call->arg[0], (int)call->arg[1], (int)call->arg[2], b[2], b[0], b[1]};
    if (call->part == 3 || call->part == 5)
        ((ProductWith)f)(b[3], a, b[4], (int)call->arg[3]);
    else
        ((Product)f)(b[3], a, b[4]);
}

static void call_rank(const TaskCall *call, void *f)
{
    void **b = call->buffer;
    LinkGraph g = {(int)call->arg[0], (int)call->arg[1], b[1], b[0], b[2]};
    double epsilon;
    memcpy(&epsilon, &call->arg[2], sizeof epsilon);
    if (call->part == 7)
        ((RankStep)f)(b[4], g, b[3]);
    else
        ((RankConverge)f)(b[4], b[3], g, epsilon);
}

static const char *sparse_run(const TaskCall *call)
{
    static const char *const name[] = {"sparse_threads",  "sparse_warps", "sparse_lanes",
                                       "sparse_segments", "sparse_dense", "sparse_from_list",
                                       "rank_step",       "rank_converge"};
    enum { PARTS = sizeof name / sizeof *name };
    static char missing[64];
    if (call->part < 1 || call->part > PARTS)
        return "lab 11 has parts 1 to 8";
    void *f = task_symbol(call, name[call->part - 1]);
    if (!f) {
        snprintf(missing, sizeof missing, "%s() is missing", name[call->part - 1]);
        return missing;
    }
    void **b = call->buffer;
    if (call->part <= 5)
        call_product(call, f);
    else if (call->part == 6)
        ((FromList)f)(b[3], b[4], b[5], b[0], b[1], b[2], (int)call->arg[0], (int)call->arg[2]);
    else
        call_rank(call, f);
    return NULL;
}

const Task task_11_sparse = {"11_sparse", sparse_run};
