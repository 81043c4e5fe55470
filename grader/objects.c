// objects.c - see objects.h.
#include "objects.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/judge/checks.h"
#include "grader/submission/compile.h"

enum { MOST_OBJECTS = 2 * LAB_FILES }; // of one lab

static atomic_bool *objects_made; // shared with the process that makes them, and with the tests
static pid_t maker;               // that process
static int making;                // its pipe, which ends when that process ends; 0: there is none

// Are there chosen parts whose functions are in that file of the lab?
static bool has_parts(const Selected *s, LabFile file)
{
    for (const Part *part = s->lab->parts; part->number; part++)
        if (part->file == file && (!s->part || s->part == part->number))
            return true;
    return false;
}

// The objects of the chosen parts; returns how many.
static int list_objects(GradeOrder *order, Object **objects)
{
    int count = 0;
    for (int i = 0; i < order->report.count; i++) {
        Selected *s = &order->report.selected[i];
        for (LabFile f = 0; f < LAB_FILES; f++) {
            if (!has_parts(s, f))
                continue;
            objects[count++] = &s->object[f];
            s->reference[f].state = OBJECT_missing; // in a release it stays so
            if (!order->facts)
                objects[count++] = &s->reference[f];
        }
    }
    return count;
}

void objects_make(GradeOrder *order)
{
    Object **objects = need(calloc(MOST_OBJECTS * (size_t)order->report.count, sizeof *objects));
    compile_objects(order->nvcc, objects, list_objects(order, objects));
    order_end_progress(order);
    free(objects);
}

void objects_start(GradeOrder *order)
{
    Object **objects = need(calloc(MOST_OBJECTS * (size_t)order->report.count, sizeof *objects));
    int count = list_objects(order, objects), ends[2];
    objects_made = shared_alloc(sizeof *objects_made);
    compile_take(order->nvcc, objects, count);
    if (pipe2(ends, O_CLOEXEC) != 0)
        limits_reached("no pipe can be made: %s", strerror(errno));
    fflush(NULL);
    maker = fork();
    if (maker == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        compile_taken(order->nvcc, objects, count);
        *objects_made = true;
        _exit(0);
    }
    if (maker < 0)
        limits_reached("no process can be started: %s", strerror(errno));
    close(ends[1]);
    making = ends[0];
    free(objects);
}

bool objects_are_being_made(void) { return !*objects_made; }

void objects_await(size_t bytes)
{
    checks_await(bytes);
    if (limits_noted())
        _exit(LIMIT_STATUS);
    if (!*objects_made)
        limits_reached("the process that starts nvcc has ended early");
}

int objects_pipe(void) { return making; }

void objects_end(void)
{
    if (maker)
        waitpid(maker, NULL, 0);
}
