// calls.c - calls the host functions of lab 03; see task.h and the lab's
// section of common/labs.h.
//
// Part 1:       arg = n, limit. buffers in, count. The variant "lost" calls the given kernel.
// Parts 2, 3:   arg = n, limit. buffers in, size, seen.
// Parts 4 to 7: arg = n.        buffers in, and the result (bins, maximum, record).
// Part 8:       as parts 4 and 5; its function is in a file of its own.
#include "grader/task.h"

#include <stdio.h>
#include <string.h>

typedef void (*CountAbove)(int *result, const int *in, int n, int limit);
typedef void (*Push)(int *size, int *seen, const int *in, int n, int limit);
typedef void (*Collect)(void *result, const void *in, int n); // parts 4 to 7
typedef void (*BytesFastest)(unsigned *bins, const unsigned char *in, size_t n);

static const char *atomics_run(const TaskCall *call)
{
    static const char *const name[] = {"count_above",   "push_back_each", "push_back_warp",
                                       "bytes_global",  "bytes_private",  "max_float",
                                       "locked_record", "bytes_fastest"};
    enum { PARTS = sizeof name / sizeof *name };
    static char missing[64];
    if (call->part < 1 || call->part > PARTS)
        return "lab 03 has parts 1 to 8";
    const char *wanted = strcmp(call->variant, "lost") == 0 ? "count_lost" : name[call->part - 1];
    void *f = task_symbol(call, wanted);
    if (!f) {
        snprintf(missing, sizeof missing, "%s() is missing", wanted);
        return missing;
    }

    const void *in = call->buffer[0];
    int n = (int)call->arg[0], limit = (int)call->arg[1];
    if (call->part == 1)
        ((CountAbove)f)(call->buffer[1], in, n, limit);
    else if (call->part <= 3)
        ((Push)f)(call->buffer[1], call->buffer[2], in, n, limit);
    else if (call->part <= 7)
        ((Collect)f)(call->buffer[1], in, n);
    else
        ((BytesFastest)f)(call->buffer[1], in, (size_t)n);
    return NULL;
}

const Task task_03_atomics = {"03_atomics", atomics_run};
