// calls.c - how cases call the functions of lab 09; see grader/calls.h.
#include "common/contracts/09_clusters.h"
#include "grader/calls.h"

CALLS(09_clusters)
{
    CALL(1, NULL, histogram_shared, out(1), arg(0), in(0), arg(1));
    CALL(2, NULL, histogram_spread, out(1), arg(0), arg(2), in(0), arg(1));
    CALL(3, NULL, histogram_exchange, out(1), arg(0), arg(2), in(0), arg(1));
    CALL(4, NULL, histogram_any, out(1), arg(0), in(0), arg(1));
    CALL(5, NULL, smooth_rows, out(1), in(0), arg(0), arg(1), arg(2));
    CALL(6, NULL, sum_clusters, out(1), arg(0), arg(2), in(0), arg(1));
    CALL(7, NULL, histogram_fastest, out(1), arg(0), in(0), arg(1));
}
