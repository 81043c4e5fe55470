// calls.c - calls the host functions of lab 07; see task.h and the lab's section
// of common/labs.h. The variant names the function; arguments are n first, then in the
// function's order; buffers: inputs first, then outputs.
#include "grader/task.h"

#include <stdio.h>
#include <string.h>

typedef unsigned U;

// Calls a function of the lab, with the type that its name tells.
static const char *call_streams(const TaskCall *call, const char *name, void *f)
{
    void *const *b = call->buffer;
    int n = (int)call->arg[0], second = (int)call->arg[1], third = (int)call->arg[2];
    if (!strcmp(name, "serial") || !strcmp(name, "managed"))
        ((void (*)(U *, const U *, int))f)(b[1], b[0], n);
    else if (!strcmp(name, "overlap"))
        ((void (*)(U *, const U *, int, int, U *, int))f)(b[2], b[0], n, second, b[1], third);
    else if (!strcmp(name, "three") || !strcmp(name, "four") || !strcmp(name, "events"))
        ((void (*)(U *, U *, const U *, int, int))f)(b[1], b[2], b[0], n, second);
    else if (!strcmp(name, "ratio"))
        ((void (*)(float *, U *, int, int))f)(b[1], b[0], n, second);
    else if (!strcmp(name, "dgemm"))
        ((void (*)(double *, const double *, const double *, int, int))f)(b[2], b[0], b[1], n,
                                                                          second);
    else if (!strcmp(name, "order"))
        ((void (*)(U *, const U *, int, int))f)(b[1], b[0], n, second);
    else if (!strcmp(name, "stream0") || !strcmp(name, "window"))
        ((void (*)(int *))f)(b[0]);
    else if (!strcmp(name, "pinned"))
        ((void (*)(U *, int, int))f)(b[0], n, second);
    else if (!strcmp(name, "pitched"))
        ((void (*)(U *, const U *, int, int, int))f)(b[1], b[0], n, second, third);
    else
        return "lab 07 has no such function";
    return NULL;
}

static const char *streams_run(const TaskCall *call)
{
    static char missing[80];
    char name[40], symbol[56];
    // The variant may say more than the name: "order, case a".
    snprintf(name, sizeof name, "%.*s", (int)strcspn(call->variant, ","), call->variant);
    snprintf(symbol, sizeof symbol, "streams_%s", name);
    void *function = task_symbol(call, symbol);
    if (!function) {
        snprintf(missing, sizeof missing, "%s() is missing", symbol);
        return missing;
    }
    return call_streams(call, name, function);
}

const Task task_07_streams = {"07_streams", streams_run};
