// runner_process.h - one runner: a process that batch.c starts, listens to, and ends.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include "case_clock.h"
#include "outputs.h"
#include "run.h"

typedef struct {
    pid_t pid;
    pid_t client;        // the process that runs the lab's code; 0: not known yet
    int verdict, output; // pipes we read
    int counters;        // memory file
    uint64_t nonce;
    uint64_t budget; // the largest of its cases'
    double spent;    // warp instructions that the processes before it have executed
    CaseClock clock;
    const CaseList *list;
    char *pending; // bytes of an incomplete record
    size_t bytes, capacity;
    bool output_comes;        // the bytes of this record are next:
    WireRecord output_record; // they go to `arriving`
    OutputStream arriving;
    char tail[2048]; // the last of what was printed
    size_t tail_bytes;
    int current; // case that has begun and not ended, or -1
    int next;    // first case not begun
    bool done;
    bool read_well; // and the object's PTX has no mistake
    int left;       // wait status of the process that runs the lab's code; -1: not known
    int status;     // once it has ended: the same, or that of the runner where it is not known
    int clocked;    // the case that `clock` is of: the value of `next`
    double looked;  // when somebody last looked at its clock
} RunnerProcess;

// ---- runner_process.c ------------------------------------------------------------------

// Starts a runner with the wanted cases from `child->next` on.
void runner_start(RunnerProcess *child, const RunSetup *setup, const CaseList *list,
                  const bool *wanted);
// A case as it passes to the runner.
void runner_describe_case(WireCase *wire, const Case *c, int index);
// Ends what is left of the runner's process group. Other runners go on.
void runner_sweep(pid_t pid);

// ---- runner_listen.c -------------------------------------------------------------------

enum { RUNNER_PIPES = 2, LISTEN_MS = 50 };

// What to wait for; poll() ignores pipes that have ended. A runner wants to be listened to after
// LISTEN_MS, whatever happens, since it may hang.
void runner_polls(const RunnerProcess *child, struct pollfd fds[RUNNER_PIPES]);

// Takes what has come. False: the runner has ended, and `child->status` is its wait status. A
// runner that hangs is ended: then it is -1.
bool runner_listen(RunnerProcess *child, Run *run, const struct pollfd fds[RUNNER_PIPES]);
