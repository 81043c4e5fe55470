// calls.c - calls the host functions of lab 01; see task.h and the lab's
// section of common/labs.h.
//
// Part 1: "figures", "peak"        buffer: the figures or the peak, in host memory.
// Part 2: arg = n, a, b            buffers in, out.
// Part 3: arg = n, a, b, blocks    buffers in, out.
// Part 4: arg = width, height, radius        buffers in, out.
// Part 5: "move", "mark", "max"; arg = n     buffers in, to, out ("mark": to, mark).
// Part 6: arg = rows, cols         buffers in, out, half.
// Part 7: "reading", "writing"; arg = rows, cols    buffers in, out.
// Part 8: arg = n, stride, offset, bytes     buffers in, out.
#include <string.h>

#include "grader/task.h"

// Each function by its part and variant (NULL: the part has one only).
static const struct {
    int part;
    const char *variant, *name, *missing;
} function[] = {
    {1, "figures", "device_query", "device_query() is missing"},
    {1, "peak", "device_peak_bandwidth", "device_peak_bandwidth() is missing"},
    {2, NULL, "map_each", "map_each() is missing"},
    {3, NULL, "map_few", "map_few() is missing"},
    {4, NULL, "gather_blur", "gather_blur() is missing"},
    {5, "move", "scatter_move", "scatter_move() is missing"},
    {5, "mark", "scatter_mark", "scatter_mark() is missing"},
    {5, "max", "scatter_max", "scatter_max() is missing"},
    {6, NULL, "stencil_two", "stencil_two() is missing"},
    {7, "reading", "transpose_reading_rows", "transpose_reading_rows() is missing"},
    {7, "writing", "transpose_writing_rows", "transpose_writing_rows() is missing"},
    {8, NULL, "copy_picked", "copy_picked() is missing"},
};
enum { FUNCTIONS = sizeof function / sizeof *function };

typedef void (*Query)(void *figures);
typedef long long (*Peak)(void);
typedef void (*Map)(void *out, const void *in, int n, int a, int b);
typedef void (*MapFew)(void *out, const void *in, int n, int a, int b, int blocks);
typedef void (*Blur)(void *out, const void *in, int width, int height, int radius);
typedef void (*Scatter)(void *out, const void *in, const void *to, int n);
typedef void (*Mark)(void *mark, const void *to, int n);
typedef void (*Stencil)(void *out, void *half, const void *in, int rows, int cols);
typedef void (*Transpose)(void *out, const void *in, int rows, int cols);
typedef void (*CopyPicked)(void *out, const void *in, int n, int stride, int offset, int bytes);

static const char *patterns_run(const TaskCall *call)
{
    int which = 0;
    while (which < FUNCTIONS &&
           (function[which].part != call->part ||
            (function[which].variant && strcmp(function[which].variant, call->variant) != 0)))
        which++;
    if (which == FUNCTIONS)
        return "lab 01 has parts 1 to 8";
    void *f = task_symbol(call, function[which].name);
    if (!f)
        return function[which].missing;

    void **buf = call->buffer;
    int arg[4];
    for (int i = 0; i < 4; i++)
        arg[i] = (int)call->arg[i];
    switch (call->part) {
    case 1:
        if (strcmp(call->variant, "peak") == 0)
            *(long long *)buf[0] = ((Peak)f)();
        else
            ((Query)f)(buf[0]);
        break;
    case 2: ((Map)f)(buf[1], buf[0], arg[0], arg[1], arg[2]); break;
    case 3: ((MapFew)f)(buf[1], buf[0], arg[0], arg[1], arg[2], arg[3]); break;
    case 4: ((Blur)f)(buf[1], buf[0], arg[0], arg[1], arg[2]); break;
    case 5:
        if (strcmp(call->variant, "mark") == 0)
            ((Mark)f)(buf[1], buf[0], arg[0]);
        else
            ((Scatter)f)(buf[2], buf[0], buf[1], arg[0]);
        break;
    case 6: ((Stencil)f)(buf[1], buf[2], buf[0], arg[0], arg[1]); break;
    case 7: ((Transpose)f)(buf[1], buf[0], arg[0], arg[1]); break;
    case 8: ((CopyPicked)f)(buf[1], buf[0], arg[0], arg[1], arg[2], arg[3]); break;
    }
    return NULL;
}

const Task task_01_patterns = {"01_patterns", patterns_run};
