// calls.c - how cases call the functions of lab 04; see grader/calls.h.
#include "common/contracts/04_reduction.h"
#include "grader/calls.h"

CALLS(04_reduction)
{
    CALL(1, "int", reduce_neighbored_int, out(1), in(0), arg(0));
    CALL(1, "float", reduce_neighbored_float, out(1), in(0), arg(0));
    CALL(2, "int", reduce_consecutive_int, out(1), in(0), arg(0));
    CALL(2, "float", reduce_consecutive_float, out(1), in(0), arg(0));
    CALL(3, "int", reduce_halves_int, out(1), in(0), arg(0));
    CALL(3, "float", reduce_halves_float, out(1), in(0), arg(0));
    CALL(4, "int", reduce_strided_int, out(1), arg(1), in(0), arg(0));
    CALL(4, "float", reduce_strided_float, out(1), arg(1), in(0), arg(0));
    CALL(5, "int", reduce_shuffle_int, out(1), arg(1), in(0), arg(0));
    CALL(5, "float", reduce_shuffle_float, out(1), arg(1), in(0), arg(0));
    CALL(6, "int", reduce_single_int, out(1), in(0), arg(0));
    CALL(6, "float", reduce_single_float, out(1), in(0), arg(0));
    CALL(7, NULL, sum_fastest, out(1), in(0), arg(0));
}
