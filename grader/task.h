// task.h - the calls of the labs' functions, for the programs that make them: the client of the
// runner, build/replay and the backend for a GPU. labs/NN_topic/calls.c has a lab's calls, see
// calls.h.
//
// The runner has allocated the buffers on the device, in the order in which the
// suite added them to the case, and filled the inputs. After the call it synchronises, checks
// the CUDA error and copies the outputs back. calls.c contains no CUDA call and no expectation, and
// is not linked to CUDA.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TaskCall {
    int part;
    bool program;        // the call is that of main(), whose arguments are in buffer 0
    const char *variant; // the case's
    const int64_t *arg;  // the case's scalars
    int buffers;
    void **buffer;                     // pointers to device memory, or to Buffer.place
    const size_t *count;               // elements of each
    void *(*symbol)(const char *name); // looks in the lab's object only; functions have C linkage
} TaskCall;

typedef struct {
    const char *name; // "04_reduction"
    void (*calls)(const TaskCall *call, const char **problem);
} Task;

// ---- labs/task_table.c ------------------------------------------------------------------------

const Task *task_of_lab(const char *lab); // NULL: there is no such lab
// Makes the call of a case. NULL, or what is wrong with the lab's object. After a whole program it
// does not return: the process ends as the program does.
const char *task_run(const Task *task, const TaskCall *call);
