// calls.c - calls the host functions of lab 06; see task.h and the lab's section of
// common/labs.h.
//
// arg[0] = n; in part 3 arg[1] = width. Buffers in, out: ints, or pairs as two ints each.
// Part 8 has a file of its own; its buffers are in, out, spare, and for pairs the same of the
// values.
#include "grader/task.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Pointers to ints and to pairs have the same representation: so both entry points are called
// through void pointers.
typedef void (*SortItems)(void *out, const void *in, int n);
typedef void (*MergePass)(void *out, const void *in, int width, int n);
typedef void (*FastestSort)(int *out, int *spare, const int *in, size_t n);
typedef void (*FastestPairs)(int *keys_out, int *values_out, int *keys_spare, int *values_spare,
                             const int *keys, const int *values, size_t n);

static const char *sort_fastest_run(const TaskCall *call)
{
    bool merge = strcmp(call->variant, "merge") == 0, pairs = strcmp(call->variant, "pairs") == 0;
    void *function = task_symbol(call, merge   ? "merge_sort_fastest"
                                       : pairs ? "radix_sort_pairs_fastest"
                                               : "radix_sort_fastest");
    void **b = call->buffer;
    size_t n = (size_t)call->arg[0];
    if (!function)
        return merge   ? "merge_sort_fastest() is missing"
               : pairs ? "radix_sort_pairs_fastest() is missing"
                       : "radix_sort_fastest() is missing";
    if (pairs)
        ((FastestPairs)function)(b[1], b[4], b[2], b[5], b[0], b[3], n);
    else
        ((FastestSort)function)(b[1], b[2], b[0], n);
    return NULL;
}

static const char *sort_run(const TaskCall *call)
{
    static const char *const part_name[] = {"odd_even", "bitonic", "merge_pass", "merge",
                                            "split",    "digits",  "quick"};
    enum { PARTS = sizeof part_name / sizeof *part_name, MERGE_PASS = 3 };
    static char missing[64];
    char name[40];

    if (call->part == PARTS + 1)
        return sort_fastest_run(call);
    if (call->part < 1 || call->part > PARTS)
        return "lab 06 has parts 1 to 8";
    snprintf(name, sizeof name, "sort_%s_%s", part_name[call->part - 1],
             strncmp(call->variant, "pair", 4) == 0 ? "pair" : "int");
    void *function = task_symbol(call, name);
    if (!function) {
        snprintf(missing, sizeof missing, "%s() is missing", name);
        return missing;
    }
    const void *in = call->buffer[0];
    void *out = call->buffer[1];
    int n = (int)call->arg[0];
    if (call->part == MERGE_PASS)
        ((MergePass)function)(out, in, (int)call->arg[1], n);
    else
        ((SortItems)function)(out, in, n);
    return NULL;
}

const Task task_06_sort = {"06_sort", sort_run};
