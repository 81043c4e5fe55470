// calls.c - how cases call the functions of lab 03; see grader/calls.h.
#include "common/contracts/03_atomics.h"
#include "grader/calls.h"

CALLS(03_atomics)
{
    CALL(1, "lost", count_lost, out(1), in(0), arg(0), arg(1));
    CALL(1, NULL, count_above, out(1), in(0), arg(0), arg(1));
    CALL(2, NULL, push_back_each, out(1), out(2), in(0), arg(0), arg(1));
    CALL(3, NULL, push_back_warp, out(1), out(2), in(0), arg(0), arg(1));
    CALL(4, NULL, bytes_global, out(1), in(0), arg(0));
    CALL(5, NULL, bytes_private, out(1), in(0), arg(0));
    CALL(6, NULL, max_float, out(1), in(0), arg(0));
    CALL(7, NULL, locked_record, out(1), in(0), arg(0));
    CALL(8, NULL, bytes_fastest, out(1), in(0), arg(0));
}
