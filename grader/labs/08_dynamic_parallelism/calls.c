// calls.c - calls the host functions of lab 08; see task.h and the
// lab's section of common/labs.h.
//
// A case of part 1:        arg[0] = blocks, arg[1] = threads, arg[2] = talk; buffer record.
// A case of parts 2 to 4:  arg[0] = n, arg[1] = size; buffers in, sum. The variant "flat"
//                          is the kernel for comparison, in any of these parts.
// A case of part 5:        arg[0] = n; buffer data.
// A case of parts 6 and 7: arg[0] = n, arg[1] = source; buffers row, col, level.
#include "grader/task.h"

#include <stdio.h>
#include <string.h>

static const char *nested_run(const TaskCall *call)
{
    static const char *const name_of[] = {
        "nested_hello",     "reduce_nested_each", "reduce_nested_tail", "reduce_nested_grid",
        "nested_quicksort", "search_host",        "search_nested"};
    enum { PARTS = sizeof name_of / sizeof *name_of };
    static char missing[64];

    if (call->part < 1 || call->part > PARTS)
        return "lab 08 has parts 1 to 7";
    const char *name = strcmp(call->variant, "flat") == 0 ? "reduce_flat" : name_of[call->part - 1];
    void *function = task_symbol(call, name);
    if (!function) {
        snprintf(missing, sizeof missing, "%s() is missing", name);
        return missing;
    }

    void **b = call->buffer;
    int x = (int)call->arg[0], y = (int)call->arg[1];
    if (call->part == 1)
        ((void (*)(void *, int, int, int))function)(b[0], x, y, (int)call->arg[2]);
    else if (call->part <= 4)
        ((void (*)(void *, const void *, int, int))function)(b[1], b[0], x, y);
    else if (call->part == 5)
        ((void (*)(void *, int))function)(b[0], x);
    else
        ((void (*)(void *, const void *, const void *, int, int))function)(b[2], b[0], b[1], x, y);
    return NULL;
}

const Task task_08_dynamic_parallelism = {"08_dynamic_parallelism", nested_run};
