// calls.c - how cases call the functions of lab 15; see grader/calls.h.
#include "common/contracts/15_debugging.h"
#include "grader/calls.h"

CALLS(15_debugging)
{
    CALL(1, NULL, debug_three_days, out(1), in(0), arg(0));
    CALL(2, NULL, debug_fire, out(1), in(0), arg(0), arg(1));
    CALL(3, NULL, debug_coldest, out(1), in(0), arg(0));
    CALL(4, NULL, debug_deviations, out(1), in(0), arg(0));
    CALL(5, NULL, debug_trains, out(1), in(0), arg(0));
    CALL(6, NULL, debug_throws, out(2), in(0), in(1), arg(0), arg(1));
    CALL(7, NULL, debug_list, out(1), in(0), arg(0));
    CALL(8, NULL, debug_energy, out(1), in(0), arg(0), arg(1));
}
