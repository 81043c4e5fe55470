// calls.c - how cases call the functions of lab 20; see grader/calls.h.
#include "common/contracts/20_occupancy.h"
#include "grader/calls.h"

CALLS(20_occupancy)
{
    CALL(1, NULL, occ_weigh, out(1), in(0), arg(0));
    CALL(2, NULL, occ_resident_warps, out(3), out(4), in(0), in(1), in(2), arg(0));
    CALL(3, NULL, occ_medians, out(1), in(0), arg(0));
    CALL(4, NULL, occ_ranks, out(1), in(0), arg(0), arg(1));
    CALL(5, NULL, occ_polynomials, out(2), in(0), in(1), arg(0), arg(1));
    CALL(6, "a", occ_sums_of_eight, out(1), in(0), arg(0));
    CALL(6, "b", occ_transposed_tiles, out(1), in(0), arg(0));
    CALL(6, "c", occ_last_bits, out(1), in(0), arg(0));
    CALL(6, "d", occ_halves, out(1), in(0), arg(0));
    CALL(6, "e", occ_stepped, out(1), in(0), arg(0));
    CALL(6, "f", occ_largest_behind, out(1), in(0), arg(0));
    CALL(7, NULL, occ_roofline, out(4), out(5), out(6), out(7), in(0), in(1), in(2), in(3), arg(0),
         arg(1), arg(2));
    CALL(8, "ptx", occ_from_ptx, out(1), in(0), arg(0));
    CALL(8, "sass", occ_from_sass, out(1), in(0), arg(0));
}
