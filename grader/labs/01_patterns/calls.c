// calls.c - how cases call the functions of lab 01; see grader/calls.h.
#include "common/contracts/01_patterns.h"
#include "grader/calls.h"

static void keep_peak(const TaskCall *call, typeof(device_peak_bandwidth) *peak)
{
    *(long long *)out(0) = peak();
}

CALLS(01_patterns)
{
    CALL(1, "figures", device_query, out(0));
    CALL_BY(1, "peak", device_peak_bandwidth, keep_peak);
    CALL(2, NULL, map_each, out(1), in(0), arg(0), arg(1), arg(2));
    CALL(3, NULL, map_few, out(1), in(0), arg(0), arg(1), arg(2), arg(3));
    CALL(4, NULL, gather_blur, out(1), in(0), arg(0), arg(1), arg(2));
    CALL(5, "move", scatter_move, out(2), in(0), in(1), arg(0));
    CALL(5, "mark", scatter_mark, out(1), in(0), arg(0));
    CALL(5, "max", scatter_max, out(2), in(0), in(1), arg(0));
    CALL(6, NULL, stencil_two, out(1), out(2), in(0), arg(0), arg(1));
    CALL(7, "reading", transpose_reading_rows, out(1), in(0), arg(0), arg(1));
    CALL(7, "writing", transpose_writing_rows, out(1), in(0), arg(0), arg(1));
    CALL(8, NULL, copy_picked, out(1), in(0), arg(0), arg(1), arg(2), arg(3));
}
