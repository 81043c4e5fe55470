// task_table.c - the calls of all labs.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/task.h"

#define LAB(name) extern const Task task_##name;
#include "build/all_labs.h"
#undef LAB

static const Task *const all_tasks[] = {
#define LAB(name) &task_##name,
#include "build/all_labs.h"
#undef LAB
};

const Task *task_of_lab(const char *lab)
{
    for (size_t i = 0; i < sizeof all_tasks / sizeof all_tasks[0]; i++)
        if (strcmp(all_tasks[i]->name, lab) == 0)
            return all_tasks[i];
    return NULL;
}

// The arguments are one after the other. The program's own end ends this process: with its exit
// handlers, its destructors, and its status.
static const char *run_program(const TaskCall *call)
{
    enum { MAX_ARGUMENTS = 16 };
    static char *argv[MAX_ARGUMENTS + 2] = {"program"};
    char *text = call->buffer[0], *end = text + call->count[0];
    void *symbol = call->symbol("main");
    int (*program)(int argc, char **argv, char **environment), argc = 1;
    for (; text < end && argc <= MAX_ARGUMENTS; text += strlen(text) + 1)
        argv[argc++] = text;
    memcpy(&program, &symbol, sizeof program);
    if (!program)
        return "main() is missing";
    exit(program(argc, argv, environ));
}

const char *task_run(const Task *task, const TaskCall *call)
{
    if (call->program)
        return run_program(call);
    const char *problem = "the lab's calls.c has no row for this case";
    task->calls(call, &problem);
    return problem;
}
