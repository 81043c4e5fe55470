// calls.c - calls the host functions of lab 04; see task.h and the
// lab's section of common/labs.h.
//
// A case of parts 1 to 3 and 6: arg[0] = n; buffers in, out.
// A case of parts 4 and 5:      arg[0] = n, arg[1] = blocks; buffers in, out.
// A case of part 7:             arg[0] = n; buffers in, out. It is in a file of its own.
#include "grader/task.h"

#include <stdio.h>
#include <string.h>

// The entry points for int and float differ in the element type only, and pointers to both have
// the same representation: so both are called through void pointers.
typedef void (*Reduce)(void *out, const void *in, int n);
typedef void (*ReduceBlocks)(void *out, int blocks, const void *in, int n);
typedef void (*SumFastest)(int *out, const int *in, size_t n);

static const char *sum_fastest_run(const TaskCall *call)
{
    SumFastest function = (SumFastest)task_symbol(call, "sum_fastest");
    if (!function)
        return "sum_fastest() is missing";
    function(call->buffer[1], call->buffer[0], (size_t)call->arg[0]);
    return NULL;
}

static const char *reduction_run(const TaskCall *call)
{
    static const char *const part_name[] = {"neighbored", "consecutive", "halves",
                                            "strided",    "shuffle",     "single"};
    enum { PARTS = sizeof part_name / sizeof *part_name };
    static char missing[64];
    char name[40];

    if (call->part == PARTS + 1)
        return sum_fastest_run(call);
    if (call->part < 1 || call->part > PARTS)
        return "lab 04 has parts 1 to 7";
    // The variant may say more than the type: "float, bit for bit".
    const char *type = strncmp(call->variant, "float", 5) == 0 ? "float" : "int";
    snprintf(name, sizeof name, "reduce_%s_%s", part_name[call->part - 1], type);
    void *function = task_symbol(call, name);
    if (!function) {
        snprintf(missing, sizeof missing, "%s() is missing", name);
        return missing;
    }

    const void *in = call->buffer[0];
    void *out = call->buffer[1];
    int n = (int)call->arg[0];
    if (call->part == 4 || call->part == 5)
        ((ReduceBlocks)function)(out, (int)call->arg[1], in, n);
    else
        ((Reduce)function)(out, in, n);
    return NULL;
}

const Task task_04_reduction = {"04_reduction", reduction_run};
