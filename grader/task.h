// task.h - what a lab's adapter sees in the client of the runner.
//
// labs/NN_topic/calls.c turns one generic call into a call of the lab's host function:
//
//   static const char *sum_run(const TaskCall *call)
//   {
//       void (*sum)(int *, const int *, int) = task_symbol(call, "sum");
//       if (!sum)
//           return "sum() is missing";
//       sum(call->buffer[1], call->buffer[0], (int)call->arg[0]);
//       return NULL;
//   }
//   const Task task_07_sum = {"07_sum", sum_run};
//
// The runner has allocated the buffers on the device, in the order in which the
// suite added them to the case, and filled the inputs. After the call it synchronises, checks
// the CUDA error and copies the outputs back. The adapter
// contains no CUDA call and no expectation, and is not linked to CUDA.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct TaskCall {
    int part;
    const char *variant; // the case's
    const int64_t *arg;  // the case's scalars
    int buffers;
    void **buffer;                     // pointers to device memory, or to Buffer.place
    const size_t *count;               // elements of each
    void *(*symbol)(const char *name); // looks in the lab's object only
} TaskCall;

typedef struct {
    const char *name;                     // "04_reduction"
    const char *(*run)(const TaskCall *); // NULL, or what is wrong with the lab's object
} Task;

// A function of the lab's object (it has C linkage), or NULL.
static inline void *task_symbol(const TaskCall *call, const char *name)
{
    return call->symbol(name);
}

// ---- labs/task_table.c ------------------------------------------------------------------------

const Task *task_of_lab(const char *lab); // NULL: there is no such lab
