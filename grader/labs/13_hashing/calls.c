// calls.c - calls the host functions of lab 13; see task.h and the lab's section of
// common/labs.h.
//
//   part   arg                                           buffers
//   1      n, buckets, seed                              keys, sizes, histogram
//   2      n, functions, width, seed                     keys, table, values
//   3      n, functions, width, seed, early              keys, values, copies, found, state
//   4      n, functions, width, seed                     keys, values, attempts (in host memory),
//                                                        copies, found, state
//   5      n, functions, width, seed                     keys, copies, found, state
//   6      n, functions, width, seed, wanted keys        keys, values, wanted, table, copies,
//   found,
//                                                        state
//   7      n, functions, width, seed, keys of the table  keys, all, table, copies, state
//   8      steps, trials, functions, width, seed         keys, counts, failures
//
// The variants "compare" (part 1) and "cliff" (part 8) call the given experiments. The width of
// "cliff" is that of a whole table.
#include <stdio.h>
#include <string.h>

#include "common/labs.h"
#include "grader/task.h"

typedef unsigned Word;

static const char *name_of(const TaskCall *call)
{
    static const char *const names[] = {"hash_buckets",          "cuckoo_find",
                                        "cuckoo_insert_checked", "cuckoo_build_checked",
                                        "cuckoo_count_checked",  "cuckoo_serve_checked",
                                        "cuckoo_erase_checked",  "cuckoo_failures"};
    enum { PARTS = sizeof names / sizeof *names };
    if (call->part < 1 || call->part > PARTS)
        return NULL;
    if (!strcmp(call->variant, "compare"))
        return "hash_compare";
    if (!strcmp(call->variant, "cliff"))
        return "cuckoo_cliff";
    return names[call->part - 1];
}

static void call_experiment(const TaskCall *call, void *f)
{
    void **b = call->buffer;
    int steps = (int)call->arg[0], trials = (int)call->arg[1], functions = (int)call->arg[2],
        width = (int)call->arg[3];
    Word seed = (Word)call->arg[4];
    if (!strcmp(call->variant, "cliff"))
        ((void (*)(int *, const Word *, const int *, int, int, int, Word))f)(
            b[2], b[0], b[1], steps, trials, width, seed);
    else
        ((void (*)(int *, const Word *, const int *, int, int, int, int, Word))f)(
            b[2], b[0], b[1], steps, trials, functions, width, seed);
}

static void call_table(const TaskCall *call, void *f)
{
    void **b = call->buffer;
    int n = (int)call->arg[0], functions = (int)call->arg[1], width = (int)call->arg[2],
        other = (int)call->arg[4];
    Word seed = (Word)call->arg[3];
    CuckooTable table = {NULL, functions, width, seed};
    if (call->part == 2) {
        table.entry = b[1];
        ((void (*)(Word *, CuckooTable, const Word *, int))f)(b[2], table, b[0], n);
    } else if (call->part == 3) {
        ((void (*)(int *, Word *, int *, int, int, Word, const Word *, const Word *, int, int))f)(
            b[2], b[3], b[4], functions, width, seed, b[0], b[1], n, other);
    } else if (call->part == 4) {
        ((void (*)(int *, int *, Word *, int *, int, int, Word, const Word *, const Word *, int))f)(
            b[2], b[3], b[4], b[5], functions, width, seed, b[0], b[1], n);
    } else if (call->part == 5) {
        ((void (*)(int *, Word *, int *, int, int, Word, const Word *, int))f)(
            b[1], b[2], b[3], functions, width, seed, b[0], n);
    } else if (call->part == 6) {
        table.entry = b[3];
        ((void (*)(int *, Word *, int *, CuckooTable, const Word *, const Word *, int, const Word *,
                   int))f)(b[4], b[5], b[6], table, b[0], b[1], n, b[2], other);
    } else {
        table.entry = b[2];
        ((void (*)(int *, int *, CuckooTable, const Word *, int, const Word *, int))f)(
            b[3], b[4], table, b[0], n, b[1], other);
    }
}

static const char *hashing_run(const TaskCall *call)
{
    static char missing[64];
    const char *name = name_of(call);
    if (!name)
        return "lab 13 has parts 1 to 8";
    void *f = task_symbol(call, name);
    if (!f) {
        snprintf(missing, sizeof missing, "%s() is missing", name);
        return missing;
    }
    void **b = call->buffer;
    if (call->part == 1)
        ((void (*)(int *, int *, const Word *, int, int, Word))f)(
            b[1], b[2], b[0], (int)call->arg[0], (int)call->arg[1], (Word)call->arg[2]);
    else if (call->part == 8)
        call_experiment(call, f);
    else
        call_table(call, f);
    return NULL;
}

const Task task_13_hashing = {"13_hashing", hashing_run};
