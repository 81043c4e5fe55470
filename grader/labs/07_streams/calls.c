// calls.c - how cases call the functions of lab 07; see grader/calls.h.
#include "common/contracts/07_streams.h"
#include "grader/calls.h"

CALLS(07_streams)
{
    CALL(ANY_PART, "serial", streams_serial, out(1), in(0), arg(0));
    CALL(ANY_PART, "overlap", streams_overlap, out(2), in(0), arg(0), arg(1), out(1), arg(2));
    CALL(ANY_PART, "three", streams_three, out(1), out(2), in(0), arg(0), arg(1));
    CALL(ANY_PART, "four", streams_four, out(1), out(2), in(0), arg(0), arg(1));
    CALL(ANY_PART, "events", streams_events, out(1), out(2), in(0), arg(0), arg(1));
    CALL(ANY_PART, "ratio", streams_ratio, out(1), out(0), arg(0), arg(1));
    CALL(ANY_PART, "dgemm", streams_dgemm, out(2), in(0), in(1), arg(0), arg(1));
    CALL(ANY_PART, "order", streams_order, out(1), in(0), arg(0), arg(1));
    CALL(ANY_PART, "stream0", streams_stream0, out(0));
    CALL(ANY_PART, "window", streams_window, out(0));
    CALL(ANY_PART, "pinned", streams_pinned, out(0), arg(0), arg(1));
    CALL(ANY_PART, "managed", streams_managed, out(1), in(0), arg(0));
    CALL(ANY_PART, "pitched", streams_pitched, out(1), in(0), arg(0), arg(1), arg(2));
    CALL(ANY_PART, "small", streams_small, out(1), in(0), arg(0), arg(1));
}
