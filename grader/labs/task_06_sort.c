// task_06_sort.c - calls the host functions of lab 06; see task.h and the lab's section of
// common/labs.h.
//
// arg[0] = n; in part 3 arg[1] = width. Buffers in, out: ints, or pairs as two ints each.
#include "grader/task.h"

#include <stdio.h>
#include <string.h>

// Pointers to ints and to pairs have the same representation: so both entry points are called
// through void pointers.
typedef void (*SortItems)(void *out, const void *in, int n);
typedef void (*MergePass)(void *out, const void *in, int width, int n);

static const char *sort_run(const TaskCall *call)
{
    static const char *const part_name[] = {"odd_even", "bitonic", "merge_pass", "merge",
                                            "split",    "digits",  "quick"};
    enum { PARTS = sizeof part_name / sizeof *part_name, MERGE_PASS = 3 };
    static char missing[64];
    char name[40];

    if (call->part < 1 || call->part > PARTS)
        return "lab 06 has parts 1 to 7";
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
