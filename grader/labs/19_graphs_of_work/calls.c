// calls.c - how cases call the functions of lab 19; see grader/calls.h.
#include "common/contracts/19_graphs_of_work.h"
#include "grader/calls.h"

static LinkGraph links(const TaskCall *call)
{
    return (LinkGraph){
        .pages = (int)arg(0), .links = (int)arg(1), .source = in(0), .start = in(1), .out = in(2)};
}

static Neighbours neighbours(const TaskCall *call)
{
    return (Neighbours){
        .vertices = (int)arg(0), .edges = (int)arg(1), .neighbour = in(0), .start = in(1)};
}

static double epsilon(const TaskCall *call)
{
    double value;
    memcpy(&value, &arg(2), sizeof value);
    return value;
}

CALLS(19_graphs_of_work)
{
    CALL(1, NULL, run_rounds, out(0), arg(0), arg(1));
    CALL(2, NULL, run_tasks, out(0), in(1), arg(0), arg(1));
    CALL(3, NULL, run_summary, out(1), in(0), arg(0), arg(1));
    CALL(4, NULL, run_batches, out(1), in(0), arg(0));
    CALL(5, NULL, rank_graph, out(4), out(3), links(call), epsilon(call));
    CALL(6, NULL, search_graph, out(2), neighbours(call), arg(2));
    CALL(7, NULL, run_turns, out(0), arg(0), arg(1));
    CALL(8, NULL, run_orders, out(0), arg(0), in(1), arg(1));
}
