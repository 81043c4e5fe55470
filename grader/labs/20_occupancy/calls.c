// calls.c - how cases call the functions of lab 20; see grader/calls.h.
#include "common/contracts/20_occupancy.h"
#include "grader/calls.h"

CALLS(20_occupancy)
{
    CALL(1, NULL, weigh, out(1), in(0), arg(0));
    CALL(2, NULL, resident_warps, out(3), out(4), in(0), in(1), in(2), arg(0));
    CALL(3, NULL, medians, out(1), in(0), arg(0));
    CALL(4, NULL, ranks, out(1), in(0), arg(0), arg(1));
    CALL(5, NULL, polynomials, out(2), in(0), in(1), arg(0), arg(1));
    CALL(6, "a", sums_of_eight, out(1), in(0), arg(0));
    CALL(6, "b", transposed_tiles, out(1), in(0), arg(0));
    CALL(6, "c", last_bits, out(1), in(0), arg(0));
    CALL(6, "d", halves, out(1), in(0), arg(0));
    CALL(6, "e", stepped, out(1), in(0), arg(0));
    CALL(6, "f", largest_behind, out(1), in(0), arg(0));
    CALL(7, NULL, roofline, out(4), out(5), out(6), out(7), in(0), in(1), in(2), in(3), arg(0),
         arg(1), arg(2));
    CALL(8, "ptx", from_ptx, out(1), in(0), arg(0));
    CALL(8, "sass", from_sass, out(1), in(0), arg(0));
}
