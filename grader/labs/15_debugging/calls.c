// calls.c - calls the host functions of lab 15; see task.h and the lab's section of
// common/labs.h.
//
// Parts 1, 3, 4, 5, 7: arg = n; buffers in, out. Part 2: arg = n, rounds; the same.
// Part 6: arg = n, players; buffers player, length, best. Part 8: arg = rows, cols; buffers in,
// out.
#include "grader/task.h"

#include <stdio.h>

#include "common/labs.h"

typedef void (*OfArray)(void *out, const void *in, int n);
typedef void (*OfTwo)(void *out, const void *in, int x, int y);
typedef void (*Throws)(Best *best, const int *player, const int *length, int n, int players);

static const char *debugging_run(const TaskCall *call)
{
    static const char *const name_of[] = {"debug_three_days", "debug_fire",   "debug_coldest",
                                          "debug_deviations", "debug_trains", "debug_throws",
                                          "debug_list",       "debug_energy"};
    enum { PARTS = sizeof name_of / sizeof *name_of };
    static char missing[64];
    if (call->part < 1 || call->part > PARTS)
        return "lab 15 has parts 1 to 8";
    void *f = task_symbol(call, name_of[call->part - 1]);
    if (!f) {
        snprintf(missing, sizeof missing, "%s() is missing", name_of[call->part - 1]);
        return missing;
    }
    void **b = call->buffer;
    int x = (int)call->arg[0], y = (int)call->arg[1];
    if (call->part == 6)
        ((Throws)f)(b[2], b[0], b[1], x, y);
    else if (call->part == 2 || call->part == 8)
        ((OfTwo)f)(b[1], b[0], x, y);
    else
        ((OfArray)f)(b[1], b[0], x);
    return NULL;
}

const Task task_15_debugging = {"15_debugging", debugging_run};
