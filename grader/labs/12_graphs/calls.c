// calls.c - calls the host functions of lab 12; see task.h and the lab's section of
// common/labs.h.
//
// Parts 1 and 2: arg = n, first; buffers next, rank. The variant "walk" is the given kernel.
// Part 3:        arg = vertices, edges, source; buffers to, from, level.
// Parts 4 to 8:  the same; buffers neighbour, start, level.
#include "grader/task.h"

#include <stdio.h>
#include <string.h>

#include "common/labs.h"

typedef void (*Rank)(int *rank, const int *next, int n, int first);
typedef void (*SearchEdges)(int *level, const int *from, const int *to, int vertices, int edges,
                            int source);
typedef void (*SearchGraph)(int *level, Neighbours g, int source);

static const char *graphs_run(const TaskCall *call)
{
    static const char *const name_of[] = {"list_doubling",    "list_splitters", "search_edges",
                                          "search_vertices",  "search_queue",   "search_warps",
                                          "search_switching", "search_rounds"};
    enum { PARTS = sizeof name_of / sizeof *name_of };
    static char missing[64];
    if (call->part < 1 || call->part > PARTS)
        return "lab 12 has parts 1 to 8";
    int walk = call->variant && strcmp(call->variant, "walk") == 0;
    const char *name = walk ? "list_walk" : name_of[call->part - 1];
    void *f = task_symbol(call, name);
    if (!f) {
        snprintf(missing, sizeof missing, "%s() is missing", name);
        return missing;
    }
    void **b = call->buffer;
    int x = (int)call->arg[0], y = (int)call->arg[1], source = (int)call->arg[2];
    if (call->part <= 2)
        ((Rank)f)(b[1], b[0], x, y);
    else if (call->part == 3)
        ((SearchEdges)f)(b[2], b[1], b[0], x, y, source);
    else
        ((SearchGraph)f)(b[2], (Neighbours){x, y, b[1], b[0]}, source);
    return NULL;
}

const Task task_12_graphs = {"12_graphs", graphs_run};
