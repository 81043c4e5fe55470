// calls.c - calls the host functions of lab 14; see task.h and the lab's section of
// common/labs.h.
//
//   part   variant                   arg        buffers ("host": in host memory)
//   1                                n, a       x, y
//   2                                n          in (host), out (host)
//   3      largest, squares          n          in, result (host)
//   4                                n          ax, ay, az, bx, by, bz, dots
//   5                                n          index, in, result (host)
//   6                                n          keys, values, group, total, groups (host)
//   7                                n, limit   in, places, kept (host)
//   8      thrust, cub, hand         n          x, y, result (host)
#include <stdio.h>
#include <string.h>

#include "common/labs.h"
#include "grader/task.h"

static const char *name_of(const TaskCall *call)
{
    static const char *const names[] = {"thrust_saxpy",  "thrust_squares",    "thrust_largest",
                                        "thrust_dots",   "thrust_picked_sum", "thrust_totals",
                                        "thrust_places", "distance_thrust"};
    enum { PARTS = sizeof names / sizeof *names };
    if (call->part < 1 || call->part > PARTS)
        return NULL;
    if (!strcmp(call->variant, "squares"))
        return "thrust_square_sum";
    if (!strcmp(call->variant, "cub"))
        return "distance_cub";
    if (!strcmp(call->variant, "hand"))
        return "distance_by_hand";
    return names[call->part - 1];
}

static void call_of_several_arrays(const TaskCall *call, void *f)
{
    void **b = call->buffer;
    int n = (int)call->arg[0];
    if (call->part == 4)
        ((void (*)(float *, const float *, const float *, const float *, const float *,
                   const float *, const float *, int))f)(b[6], b[0], b[1], b[2], b[3], b[4], b[5],
                                                         n);
    else if (call->part == 6)
        ((void (*)(int *, int *, int *, const int *, const int *, int))f)(b[4], b[2], b[3], b[0],
                                                                          b[1], n);
    else if (call->part == 7)
        ((void (*)(int *, int *, const int *, int, int))f)(b[2], b[1], b[0], n, (int)call->arg[1]);
    else if (call->part == 5)
        ((void (*)(long long *, const int *, const int *, int))f)(b[2], b[1], b[0], n);
    else
        ((void (*)(long long *, const int *, const int *, int))f)(b[2], b[0], b[1], n);
}

static const char *thrust_run(const TaskCall *call)
{
    static char missing[64];
    const char *name = name_of(call);
    if (!name)
        return "lab 14 has parts 1 to 8";
    void *f = task_symbol(call, name), **b = call->buffer;
    if (!f) {
        snprintf(missing, sizeof missing, "%s() is missing", name);
        return missing;
    }
    int n = (int)call->arg[0];
    if (call->part == 1)
        ((void (*)(float *, const float *, float, int))f)(b[1], b[0], (float)call->arg[1] / 4, n);
    else if (!strcmp(call->variant, "squares"))
        ((void (*)(long long *, const int *, int))f)(b[1], b[0], n);
    else if (call->part <= 3)
        ((void (*)(int *, const int *, int))f)(b[1], b[0], n);
    else
        call_of_several_arrays(call, f);
    return NULL;
}

const Task task_14_thrust = {"14_thrust", thrust_run};
