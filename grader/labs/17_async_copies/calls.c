// calls.c - how cases call the functions of lab 17; see grader/calls.h.
#include "common/contracts/17_async_copies.h"
#include "grader/calls.h"

CALLS(17_async_copies)
{
    CALL(1, NULL, smooth_by_hand, out(1), in(0), arg(0), arg(1));
    CALL(2, NULL, smooth_by_pipeline, out(1), in(0), arg(0), arg(1));
    CALL(3, NULL, smooth_by_barrier, out(1), in(0), arg(0), arg(1));
    CALL(4, NULL, smooth_by_bulk, out(1), in(0), arg(0), arg(1));
    CALL(5, NULL, smooth_by_roles, out(1), in(0), arg(0), arg(1));
    CALL(6, NULL, turn_by_maps, out(1), in(0), arg(0), arg(1));
    CALL(7, NULL, filter_by_multicast, out(2), in(0), in(1), arg(0), arg(1));
    CALL(8, NULL, smooth_each, out(1), in(0), arg(0));
    CALL(9, NULL, smooth_fastest, out(1), in(0), arg(0), arg(1));
}
