// batch.h - some cases of a run that share a process, see batches.h.
#pragma once

#include "runner_process.h"

typedef struct {
    const RunSetup *setup;
    const CaseList *list;
    bool *wanted; // one per case of the list: those that still have to run
    int first;    // of its cases
    double cost;
    Run *run; // what was seen of its cases
    RunnerProcess child;
    int begun; // the first case of the runner, or a later one
    enum { BATCH_waits, BATCH_runs, BATCH_over } state;
} CaseBatch;

// Starts its first runner. A batch whose object cannot be loaded is over at once.
void batch_start(CaseBatch *batch);

// Takes what its runner has to say, as runner_listen() does, and starts the next runner where a
// case has ended one. In the end the batch is over.
void batch_listen(CaseBatch *batch, const struct pollfd fds[RUNNER_PIPES]);

// Ends it at once, whatever it does.
void batch_cancel(CaseBatch *batch);

// Where cases have ended their runner so often that the later ones of the list are left out, these
// are no longer wanted.
void batch_give_up(const Run *run, const CaseList *list, bool *wanted);

enum { MAX_HANGS = 2 }; // each costs much time
