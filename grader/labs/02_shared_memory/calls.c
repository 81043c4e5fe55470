// calls.c - calls the host functions of lab 02; see task.h and the
// lab's section of common/labs.h.
//
// A case of part 1:        arg = n, rounds, block;   buffers in, out.
// A case of parts 2 to 5:  arg = rows, cols;         buffers in, out.
// A case of parts 6 and 7: arg = m, k, n;            buffers a, b, c.
// A case of part 8, in a file of its own: variant "transpose" as parts 2 to 5, "product" as 6
// and 7. The variant "words" (any part): arg = stride, wide; buffer out.
#include "grader/task.h"

#include <stdio.h>
#include <string.h>

typedef void (*Shift)(void *out, const void *in, int n, int rounds, int block);
typedef void (*OnMatrix)(void *out, const void *in, int rows, int cols);
typedef void (*Product)(void *c, const void *a, const void *b, int m, int k, int n);
typedef void (*Words)(void *out, int stride, int wide);
typedef void (*TransposeFastest)(void *out, const void *in, size_t rows, size_t cols);

static const char *fastest_tiles_run(const TaskCall *call)
{
    void **b = call->buffer;
    if (strcmp(call->variant, "transpose") == 0) {
        TransposeFastest transpose = (TransposeFastest)task_symbol(call, "transpose_fastest");
        if (!transpose)
            return "transpose_fastest() is missing";
        transpose(b[1], b[0], (size_t)call->arg[0], (size_t)call->arg[1]);
        return NULL;
    }
    Product product = (Product)task_symbol(call, "product_fastest");
    if (!product)
        return "product_fastest() is missing";
    product(b[2], b[0], b[1], (int)call->arg[0], (int)call->arg[1], (int)call->arg[2]);
    return NULL;
}

static const char *shared_memory_run(const TaskCall *call)
{
    static const char *const name[] = {
        "tile_shift",   "tile_transpose", "tile_transpose_padded",  "tile_transpose_swizzled",
        "tile_stencil", "tile_product",   "tile_product_registers", "tile_read_words"};
    static char missing[64];

    if (call->part == 8)
        return fastest_tiles_run(call);
    if (call->part < 1 || call->part > 8)
        return "lab 02 has parts 1 to 8";
    int which = strcmp(call->variant, "words") == 0 ? 7 : call->part - 1;
    void *function = task_symbol(call, name[which]);
    if (!function) {
        snprintf(missing, sizeof missing, "%s() is missing", name[which]);
        return missing;
    }

    void **b = call->buffer;
    int x = (int)call->arg[0], y = (int)call->arg[1], z = (int)call->arg[2];
    if (which == 7)
        ((Words)function)(b[0], x, y);
    else if (which == 0)
        ((Shift)function)(b[1], b[0], x, y, z);
    else if (which <= 4)
        ((OnMatrix)function)(b[1], b[0], x, y);
    else
        ((Product)function)(b[2], b[0], b[1], x, y, z);
    return NULL;
}

const Task task_02_shared_memory = {"02_shared_memory", shared_memory_run};
