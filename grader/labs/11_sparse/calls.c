// calls.c - how cases call the functions of lab 11; see grader/calls.h.
#include "common/contracts/11_sparse.h"
#include "grader/calls.h"

// Parts 1 to 5: the buffers are column, value, start, y or c, x or b.
static SparseMatrix matrix(const TaskCall *call)
{
    return (SparseMatrix){arg(0), arg(1), arg(2), in(2), in(0), in(1)};
}

// Parts 7 and 8: the buffers are source, start, out and two more.
static LinkGraph links(const TaskCall *call)
{
    return (LinkGraph){arg(0), arg(1), in(1), in(0), in(2)};
}

// The scalar has its bits.
static double epsilon(const TaskCall *call)
{
    double x;
    memcpy(&x, &arg(2), sizeof x);
    return x;
}

CALLS(11_sparse)
{
    CALL(1, NULL, sparse_threads, out(3), matrix(call), in(4));
    CALL(2, NULL, sparse_warps, out(3), matrix(call), in(4));
    CALL(3, NULL, sparse_lanes, out(3), matrix(call), in(4), arg(3));
    CALL(4, NULL, sparse_segments, out(3), matrix(call), in(4));
    CALL(5, NULL, sparse_dense, out(3), matrix(call), in(4), arg(3));
    CALL(6, NULL, sparse_from_list, out(3), out(4), out(5), in(0), in(1), in(2), arg(0), arg(2));
    CALL(7, NULL, rank_step, out(4), links(call), in(3));
    CALL(8, NULL, rank_converge, out(4), out(3), links(call), epsilon(call));
}
