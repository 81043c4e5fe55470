// calls.c - how cases call the functions of lab 10; see grader/calls.h.
#include "common/contracts/10_memory.h"
#include "grader/calls.h"

// A buffer for each figure, in host memory.
static void keep_bandwidth(const TaskCall *call, typeof(memory_bandwidth) *bandwidth)
{
    Bandwidth b = {0, 0, 0, 0};
    bandwidth(&b, out(1), in(0), arg(0), arg(1), arg(2));
    *(double *)out(2) = b.us;
    *(double *)out(3) = b.useful;
    *(double *)out(4) = b.moved;
    *(double *)out(5) = b.percent;
}

CALLS(10_memory)
{
    CALL_BY(1, NULL, memory_bandwidth, keep_bandwidth);
    CALL(2, NULL, copy_in_flight, out(1), in(0), arg(0), arg(1), arg(2));
    CALL(3, NULL, scale_wide, (int *)out(0) + arg(2), arg(0), arg(1));
    CALL(4, "split", particles_split, out(1), in(0), arg(0));
    CALL(4, "structures", particles_move_aos, out(0), arg(0), (float)arg(1) / 4);
    CALL(4, "arrays", particles_move_soa, out(0), arg(0), (float)arg(1) / 4);
    CALL(5, NULL, picture_edges, out(1), in(0), arg(2), arg(3), arg(4), arg(0), arg(1));
    CALL(6, "lookup", table_lookup, out(2), in(0), arg(1), in(1), arg(0));
    CALL(6, "rounds", table_rounds, out(0), arg(0), arg(1));
    CALL(6, "sums", ragged_sums, out(2), in(0), in(1), arg(0));
    CALL(7, "polynomial", polynomial, out(2), in(0), arg(0), in(1), arg(1));
    CALL(7, "translate", translate_bytes, out(2), in(0), arg(0), in(1));
    CALL(7, "constant", constant_words, out(0), arg(0), arg(1), arg(2));
    CALL(8, "gray", gray_fast, out(3), in(0), in(1), in(2), arg(0));
    CALL(8, "gray slow", gray_slow, out(3), in(0), in(1), in(2), arg(0));
    CALL(8, "wave", damped_wave, out(1), in(0), arg(0));
    CALL(8, "kinds", two_kinds, out(1), in(0), arg(0));
}
