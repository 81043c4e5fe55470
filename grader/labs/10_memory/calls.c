// calls.c - calls the host functions of lab 10; see task.h and the lab's section of
// common/labs.h.
//
// Part 1: arg = n, stride, passes      buffers in, out; us, useful, moved, percent in host memory.
// Part 2: arg = n, blocks, each        buffers in, out.
// Part 3: arg = n, a, offset           buffer words; x is word `offset` of it.
// Part 4: "split"; arg = n             buffers particles, soa.
//         "structures", "arrays"; arg = n, 4 dt    buffer particles or soa.
// Part 5: arg = width, height, stride, left, top       buffers picture, out, in host memory.
// Part 6: "lookup"; arg = n, size      buffers table (host), index, out.
//         "rounds"; arg = n, rounds    buffer data (host).
//         "sums"; arg = rows           buffers words, start, sums (host).
// Part 7: "polynomial"; arg = n, count       buffers x, c (host), out.
//         "translate"; arg = n               buffers in, table, out.
//         "constant"; arg = n, group, stride       buffer out.
// Part 8: "gray", "gray slow"; arg = n  buffers red, green, blue, out.
//         "wave", "kinds"; arg = n      buffers in, out.
#include <string.h>

#include "common/labs.h"
#include "grader/task.h"

// Each function by its part and variant (NULL: the part has one only).
static const struct {
    int part;
    const char *variant, *name, *missing;
} function[] = {
    {1, NULL, "memory_bandwidth", "memory_bandwidth() is missing"},
    {2, NULL, "copy_in_flight", "copy_in_flight() is missing"},
    {3, NULL, "scale_wide", "scale_wide() is missing"},
    {4, "split", "particles_split", "particles_split() is missing"},
    {4, "structures", "particles_move_aos", "particles_move_aos() is missing"},
    {4, "arrays", "particles_move_soa", "particles_move_soa() is missing"},
    {5, NULL, "picture_edges", "picture_edges() is missing"},
    {6, "lookup", "table_lookup", "table_lookup() is missing"},
    {6, "rounds", "table_rounds", "table_rounds() is missing"},
    {6, "sums", "ragged_sums", "ragged_sums() is missing"},
    {7, "polynomial", "polynomial", "polynomial() is missing"},
    {7, "translate", "translate_bytes", "translate_bytes() is missing"},
    {7, "constant", "constant_words", "constant_words() is missing"},
    {8, "gray", "gray_fast", "gray_fast() is missing"},
    {8, "gray slow", "gray_slow", "gray_slow() is missing"},
    {8, "wave", "damped_wave", "damped_wave() is missing"},
    {8, "kinds", "two_kinds", "two_kinds() is missing"},
};
enum { FUNCTIONS = sizeof function / sizeof *function };

typedef void (*Rate)(Bandwidth *b, void *out, const void *in, int n, int stride, int passes);
typedef void (*Flight)(void *out, const void *in, int n, int blocks, int each);
typedef void (*Scale)(int *x, int n, int a);
typedef void (*Map)(void *out, const void *in, int n);
typedef void (*Move)(void *p, int n, float dt);
typedef void (*Edges)(void *out, const void *in, int stride, int left, int top, int w, int h);
typedef void (*Lookup)(void *out, const void *table, int size, const void *index, int n);
typedef void (*Rounds)(void *data, int n, int rounds);
typedef void (*Sums)(void *sums, const void *words, const void *start, int rows);
typedef void (*Polynomial)(void *out, const void *x, int n, const void *c, int count);
typedef void (*Translate)(void *out, const void *in, int n, const void *table);
typedef void (*Constant)(void *out, int n, int group, int stride);
typedef void (*Gray)(void *out, const void *red, const void *green, const void *blue, int n);

static void rate_run(void *f, const TaskCall *call, const int *arg)
{
    Bandwidth b = {0, 0, 0, 0};
    void **buf = call->buffer;
    ((Rate)f)(&b, buf[1], buf[0], arg[0], arg[1], arg[2]);
    const double figure[] = {b.us, b.useful, b.moved, b.percent};
    for (int i = 0; i < 4; i++)
        *(double *)buf[2 + i] = figure[i];
}

static void kinds_of_memory_run(void *f, const TaskCall *call, const int *arg)
{
    void **buf = call->buffer;
    if (!strcmp(call->variant, "lookup"))
        ((Lookup)f)(buf[2], buf[0], arg[1], buf[1], arg[0]);
    else if (!strcmp(call->variant, "rounds"))
        ((Rounds)f)(buf[0], arg[0], arg[1]);
    else
        ((Sums)f)(buf[2], buf[0], buf[1], arg[0]);
}

static void tables_run(void *f, const TaskCall *call, const int *arg)
{
    void **buf = call->buffer;
    if (!strcmp(call->variant, "polynomial"))
        ((Polynomial)f)(buf[2], buf[0], arg[0], buf[1], arg[1]);
    else if (!strcmp(call->variant, "translate"))
        ((Translate)f)(buf[2], buf[0], arg[0], buf[1]);
    else
        ((Constant)f)(buf[0], arg[0], arg[1], arg[2]);
}

static const char *memory_run(const TaskCall *call)
{
    int which = 0;
    while (which < FUNCTIONS &&
           (function[which].part != call->part ||
            (function[which].variant && strcmp(function[which].variant, call->variant) != 0)))
        which++;
    if (which == FUNCTIONS)
        return "lab 10 has parts 1 to 8";
    void *f = task_symbol(call, function[which].name);
    if (!f)
        return function[which].missing;

    void **buf = call->buffer;
    int arg[5];
    for (int i = 0; i < 5; i++)
        arg[i] = (int)call->arg[i];
    switch (call->part) {
    case 1: rate_run(f, call, arg); break;
    case 2: ((Flight)f)(buf[1], buf[0], arg[0], arg[1], arg[2]); break;
    case 3: ((Scale)f)((int *)buf[0] + arg[2], arg[0], arg[1]); break;
    case 4:
        if (!strcmp(call->variant, "split"))
            ((Map)f)(buf[1], buf[0], arg[0]);
        else
            ((Move)f)(buf[0], arg[0], (float)arg[1] / 4);
        break;
    case 5: ((Edges)f)(buf[1], buf[0], arg[2], arg[3], arg[4], arg[0], arg[1]); break;
    case 6: kinds_of_memory_run(f, call, arg); break;
    case 7: tables_run(f, call, arg); break;
    case 8:
        if (call->buffers == 4)
            ((Gray)f)(buf[3], buf[0], buf[1], buf[2], arg[0]);
        else
            ((Map)f)(buf[1], buf[0], arg[0]);
        break;
    }
    return NULL;
}

const Task task_10_memory = {"10_memory", memory_run};
