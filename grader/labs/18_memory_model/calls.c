// calls.c - how cases call the functions of lab 18; see grader/calls.h.
#include "common/contracts/18_memory_model.h"
#include "grader/calls.h"

CALLS(18_memory_model)
{
    CALL(1, NULL, pass_messages, out(1), in(0), arg(0));
    CALL(2, NULL, pair_sums, out(1), in(0), arg(0));
    CALL(3, NULL, ticket_record, out(1), out(2), in(0), arg(0));
    CALL(4, NULL, snapshots, out(1), out(2), in(0), arg(0), arg(1));
    CALL(5, NULL, ring_sums, out(1), in(0), arg(0));
    CALL(6, NULL, forest_depths, out(2), in(0), in(1), arg(0), arg(1), arg(2));
    CALL(7, NULL, neighbour_steps, out(0), arg(0), arg(1));
    CALL(8, NULL, chained_scan, out(1), in(0), arg(0));
}
