// calls.c - how cases call the functions of lab 12; see grader/calls.h.
#include "common/contracts/12_graphs.h"
#include "grader/calls.h"

// Parts 4 to 8: the buffers are neighbour, start, level.
static Neighbours graph(const TaskCall *call) { return (Neighbours){arg(0), arg(1), in(1), in(0)}; }

CALLS(12_graphs)
{
    CALL(ANY_PART, "walk", list_walk, out(1), in(0), arg(0), arg(1));
    CALL(1, NULL, list_doubling, out(1), in(0), arg(0), arg(1));
    CALL(2, NULL, list_splitters, out(1), in(0), arg(0), arg(1));
    CALL(3, NULL, search_edges, out(2), in(1), in(0), arg(0), arg(1), arg(2));
    CALL(4, NULL, search_vertices, out(2), graph(call), arg(2));
    CALL(5, NULL, search_queue, out(2), graph(call), arg(2));
    CALL(6, NULL, search_warps, out(2), graph(call), arg(2));
    CALL(7, NULL, search_switching, out(2), graph(call), arg(2));
    CALL(8, NULL, search_rounds, out(2), graph(call), arg(2));
}
