// calls.c - calls the host functions of lab 05; see task.h and the lab's
// section of common/labs.h.
//
// Parts 1 to 8: arg[0] = n, arg[1] = 1 for a sweep; buffers in, out. A sweep is one case of
//               several calls, for n = 16, 32 ... 1024; the buffers hold the arrays one after
//               the other. The variant "exclusive" is for parts 1 and 2.
// Part 9:       arg[0] = n, arg[1] = limit; buffers in, out, count.
// Part 10:      arg[0] = width, arg[1] = height, arg[2] = radius; buffers image and
//               table, or table and out.
// Part 11:      arg[0] = n; buffers in, heads, out.
// Part 12:      the variant "scan": arg[0] = n; buffers in, out. The variant "compact": as part 9,
//               and the count is a size_t. In a file of their own.
#include "grader/task.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef void (*Scan)(int *out, const int *in, int n);
typedef void (*Compact)(int *out, int *count, const int *in, int n, int limit);
typedef void (*AreaTable)(int *table, const unsigned char *image, int width, int height);
typedef void (*BoxFilter)(unsigned char *out, const int *table, int width, int height, int radius);
typedef void (*Segmented)(int *out, const int *in, const int *heads, int n);

typedef void (*ScanFastest)(int *out, const int *in, size_t n);
typedef void (*CompactFastest)(int *out, size_t *count, const int *in, size_t n, int limit);

// clang-format off
static const char *function_name(const TaskCall *call)
{
    static const char *const names[] = {
        NULL, NULL, NULL, "scan_in_place", "scan_blelloch", "scan_brent_kung", "scan_three_kernels",
        "scan_hierarchical", "scan_look_back", "scan_compact", NULL, "scan_segmented"};
    bool exclusive = strcmp(call->variant, "exclusive") == 0;
    bool table = strcmp(call->variant, "table") == 0;
    bool compact = strcmp(call->variant, "compact") == 0;
    switch (call->part) {
    case 1: return exclusive ? "scan_serial_exclusive" : "scan_serial_inclusive";
    case 2: return exclusive ? "scan_hillis_exclusive" : "scan_hillis_inclusive";
    case 10: return table ? "scan_area_table" : "scan_box_filter";
    case 12: return compact ? "compact_fastest" : "scan_fastest";
    default: return call->part > 0 && call->part <= 11 ? names[call->part] : NULL;
    }
}
// clang-format on

static void run_scan(Scan scan, const TaskCall *call)
{
    const int *in = call->buffer[0];
    int *out = call->buffer[1];
    if (!call->arg[1]) {
        scan(out, in, (int)call->arg[0]);
        return;
    }
    for (int n = 16; n <= 1024; n *= 2) {
        scan(out, in, n);
        in += n;
        out += n;
    }
}

static const char *scan_run(const TaskCall *call)
{
    static char missing[64];
    const char *name = function_name(call);
    if (!name)
        return "lab 05 has parts 1 to 12";
    void *function = task_symbol(call, name);
    if (!function) {
        snprintf(missing, sizeof missing, "%s() is missing", name);
        return missing;
    }

    void **buffer = call->buffer;
    int a = (int)call->arg[0], b = (int)call->arg[1], c = (int)call->arg[2];
    if (call->part <= 8)
        run_scan((Scan)function, call);
    else if (call->part == 9)
        ((Compact)function)(buffer[1], buffer[2], buffer[0], a, b);
    else if (call->part == 11)
        ((Segmented)function)(buffer[2], buffer[0], buffer[1], a);
    else if (strcmp(name, "scan_fastest") == 0)
        ((ScanFastest)function)(buffer[1], buffer[0], (size_t)call->arg[0]);
    else if (strcmp(name, "compact_fastest") == 0)
        ((CompactFastest)function)(buffer[1], buffer[2], buffer[0], (size_t)call->arg[0], b);
    else if (strcmp(name, "scan_area_table") == 0)
        ((AreaTable)function)(buffer[1], buffer[0], a, b);
    else
        ((BoxFilter)function)(buffer[1], buffer[0], a, b, c);
    return NULL;
}

const Task task_05_scan = {"05_scan", scan_run};
