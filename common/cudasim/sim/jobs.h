// jobs.h - the blocks of one launch in several processes, side by side.
//
// The processes are forks: each sees the machine as it was when the launch was divided, and keeps
// what it writes to itself. The rest of the blocks is cut into chunks of consecutive blocks; a
// process takes a chunk after the other, and notes the bytes that the chunk reads and writes
// (job_marks.c). When all have ended, the launch's own process looks through the chunks in order.
// If no chunk has read a byte that an earlier chunk has written, each has seen what it would have
// seen on one core: then all that the chunks have written and counted is taken over, in the order
// of the blocks. If one has, or if a process meets something that depends on the order of blocks
// (jobs_give_up), nothing is taken over, and the same blocks run in order, here.
#pragma once

#include "hooks.h"

unsigned jobs_cores(void); // that this process may use, at most MAX_JOBS

// Whether the rest of the launch is worth more processes, and may be divided. `done`: blocks that
// have ended; `rest`: those that have not begun. No block is alive.
bool jobs_worth(Launch *l, uint64_t done, uint64_t rest);
// Runs the blocks [first, end) of the order: run(user, from, to) runs a chunk of them, in another
// process. False: nothing has happened.
bool jobs_run(Launch *l, uint64_t first, uint64_t end,
              void (*run)(void *user, uint64_t from, uint64_t to), void *user);

extern uint64_t jobs_divided; // launches of which it was true, so far

// In a process that runs chunks. What it does from here on would depend on other blocks: it ends,
// and with it the others.
extern bool jobs_apart; // this is such a process
_Noreturn void jobs_give_up(void);
// Memory that the launch's own process can read, zeroed.
void *jobs_room(uint64_t bytes);

// What an observer does that follows blocks into other processes. Its state there is a copy, as the
// rest of the process. `part`: what it gives back, in memory of jobs_room().
typedef struct JobParts {
    bool (*divides)(void);          // it can, with what is measured now
    void (*begin)(const Launch *l); // in a process: nothing is counted yet
    void (*chunk_begin)(void);      // NULL: nothing depends on the order of blocks
    void *(*chunk_end)(void);
    void *(*end)(const Launch *l); // what the process has counted
    // In the launch's own process, before anything is taken over: would blocks in order have
    // counted the same? `chunks`: in their order.
    bool (*fits)(void *const *chunks, unsigned nchunks);
    void (*take)(const Launch *l, void *const *parts, unsigned nparts, void *const *chunks,
                 unsigned nchunks);
} JobParts;

// ---- job_marks.c: which bytes a chunk reads and writes -----------------------

typedef struct JobPage JobPage;

extern Observer job_marks_observer;
void job_marks_begin(void);   // a chunk begins
JobPage *job_marks_end(void); // the pages that it has accessed, with what it has written
// In the launch's own process. Has this chunk read a byte that an earlier one has written? The
// chunks come in order.
bool job_marks_clash(JobPage *pages);
void job_marks_forget(JobPage *pages);      // the chunks that have been compared
void job_marks_write(const JobPage *pages); // what the chunk has written goes to memory
