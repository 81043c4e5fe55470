// calls.c - how cases call the functions of lab 05; see grader/calls.h.
#include "common/contracts/05_scan.h"
#include "grader/calls.h"

// With arg(1) the case is a sweep: several calls, for n = 16, 32 ... 1024, and the buffers hold the
// arrays one after the other.
static void scan_each(const TaskCall *call, typeof(scan_in_place) *scan)
{
    const int *from = in(0);
    int *to = out(1);
    if (!arg(1)) {
        scan(to, from, arg(0));
        return;
    }
    for (int n = 16; n <= 1024; n *= 2) {
        scan(to, from, n);
        from += n;
        to += n;
    }
}

CALLS(05_scan)
{
    CALL_BY(1, "exclusive", scan_serial_exclusive, scan_each);
    CALL_BY(1, NULL, scan_serial_inclusive, scan_each);
    CALL_BY(2, "exclusive", scan_hillis_exclusive, scan_each);
    CALL_BY(2, NULL, scan_hillis_inclusive, scan_each);
    CALL_BY(3, NULL, scan_in_place, scan_each);
    CALL_BY(4, NULL, scan_blelloch, scan_each);
    CALL_BY(5, NULL, scan_brent_kung, scan_each);
    CALL_BY(6, NULL, scan_three_kernels, scan_each);
    CALL_BY(7, NULL, scan_hierarchical, scan_each);
    CALL_BY(8, NULL, scan_look_back, scan_each);
    CALL(9, NULL, scan_compact, out(1), out(2), in(0), arg(0), arg(1));
    CALL(10, "table", scan_area_table, out(1), in(0), arg(0), arg(1));
    CALL(10, "filter", scan_box_filter, out(1), in(0), arg(0), arg(1), arg(2));
    CALL(11, NULL, scan_segmented, out(2), in(0), in(1), arg(0));
    CALL(12, "scan", scan_fastest, out(1), in(0), arg(0));
    CALL(12, "compact", compact_fastest, out(1), out(2), in(0), arg(0), arg(1));
}
