// calls.c - how cases call the functions of lab 14; see grader/calls.h.
#include "common/contracts/14_thrust.h"
#include "grader/calls.h"

CALLS(14_thrust)
{
    CALL(1, NULL, thrust_saxpy, out(1), in(0), (float)arg(1) / 4, arg(0));
    CALL(2, NULL, thrust_squares, out(1), in(0), arg(0));
    CALL(3, "squares", thrust_square_sum, out(1), in(0), arg(0));
    CALL(3, NULL, thrust_largest, out(1), in(0), arg(0));
    CALL(4, NULL, thrust_dots, out(6), in(0), in(1), in(2), in(3), in(4), in(5), arg(0));
    CALL(5, NULL, thrust_picked_sum, out(2), in(1), in(0), arg(0));
    CALL(6, NULL, thrust_totals, out(4), out(2), out(3), in(0), in(1), arg(0));
    CALL(7, NULL, thrust_places, out(2), out(1), in(0), arg(0), arg(1));
    CALL(8, "cub", distance_cub, out(2), in(0), in(1), arg(0));
    CALL(8, "hand", distance_by_hand, out(2), in(0), in(1), arg(0));
    CALL(8, NULL, distance_thrust, out(2), in(0), in(1), arg(0));
}
