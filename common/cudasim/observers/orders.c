// orders.c - what would order the two accesses of a finding: a sentence for each cause. It names
// what CUDA offers; which of it suits the program, only its author knows.
#include "findings.h"

#define UPDATE "Read and write the word in one step, with an atomic operation such as atomicAdd()."
#define LOCK \
    "If a lock guards the word, execute __threadfence() after taking the lock, and before giving " \
    "it back."

static bool one_block(const Finding *f)
{
    return f->has_other && !memcmp(&f->block, &f->other_block, sizeof f->block);
}

// The lanes of a warp need no barrier of the block; but other warps may access the word as well.
static const char *order_in_warp(const Finding *f)
{
    switch (f->cause) {
    case CAUSE_race_shared_update:
        return "Put __syncwarp() between one execution of this line and the next one: both threads "
               "are lanes of one warp, and lanes need not move together. If threads of several "
               "warps access the word, put __syncthreads() there. If threads read and write one "
               "word in the same execution, use an atomic operation such as atomicAdd().";
    case CAUSE_race_write:
        return "Let each thread write words of its own. If both must write this word, put "
               "__syncwarp() between the two writes: both threads are lanes of one warp. Or make "
               "both an atomic operation.";
    case CAUSE_race_shared:
    case CAUSE_race_block:
        return "Put __syncwarp() between the two accesses: both threads are lanes of one warp, and "
               "lanes need not move together. If threads of several warps access the word, put "
               "__syncthreads() there.";
    default: return NULL;
    }
}

static const char *order_of_writes(const Finding *f)
{
    if (one_block(f))
        return "Let each thread write words of its own. If both must write this word, put "
               "__syncthreads() between the two writes, or make both an atomic operation.";
    return "Let each block write words of its own. If both must write this word, make both writes "
           "an atomic operation, or let a second kernel do the second write: nothing orders the "
           "blocks of one grid. " LOCK;
}

const char *finding_order(const Finding *f)
{
    const char *in_warp = f->one_warp ? order_in_warp(f) : NULL;
    if (in_warp)
        return in_warp;
    switch (f->cause) {
    case CAUSE_race_shared:
        return "Put __syncthreads() between the two accesses, where all threads of the block "
               "execute "
               "it.";
    case CAUSE_race_shared_update:
        return "Put __syncthreads() between one execution of this line and the next one: in a "
               "loop, at "
               "the end of each iteration. If threads read and write one word in the same "
               "execution, use "
               "an atomic operation such as atomicAdd().";
    case CAUSE_race_cluster:
        return "Put cluster.sync() between the two accesses: __syncthreads() orders only the "
               "threads of "
               "one block.";
    case CAUSE_race_write: return order_of_writes(f);
    case CAUSE_race_update: return one_block(f) ? UPDATE : UPDATE " " LOCK;
    case CAUSE_race_block:
        return "Put __syncthreads() between the two accesses: for the threads of one block, it "
               "orders "
               "global memory, too.";
    case CAUSE_race_grid:
        return "Move the second access to a second kernel, launched after this one. Within one "
               "grid: the "
               "writer executes __threadfence() and then an atomic operation on a flag; the reader "
               "sees the flag by an atomic operation, executes __threadfence(), and then reads.";
    case CAUSE_race_child:
        return "A kernel cannot wait for the grids that it launches. Let another grid do the "
               "second "
               "access: one launched later into the same stream, or by a tail launch.";
    case CAUSE_race_copy:
        return "Wait for the asynchronous copy before the access; if another thread issued the "
               "copy, "
               "that thread waits, and __syncthreads() follows.";
    case CAUSE_race_proxy:
        return "The threads that stored the words execute fence.proxy.async, then a barrier "
               "follows, "
               "then the bulk copy.";
    case CAUSE_missing_fence:
        return "Put __threadfence() between the store of the data and the store of the flag; and, "
               "in the "
               "reader, between the load of the flag and the load of the data.";
    case CAUSE_cluster_start:
        return "Put cluster.sync() before the first access to another block's shared memory.";
    case CAUSE_cluster_exit:
        return "Put cluster.sync() after the last access to another block's shared memory.";
    case CAUSE_exit_with_copy: return "Wait for the copy before the block ends.";
    case CAUSE_stream_race:
    case CAUSE_stream_host_copies:
        return "Use the same stream for both; or record an event behind the first one, and let the "
               "second stream wait for the event with cudaStreamWaitEvent().";
    case CAUSE_stream_host:
        return "Call cudaStreamSynchronize() or cudaEventSynchronize() before the host uses the "
               "memory.";
    case CAUSE_unfinished:
        return "Call cudaStreamSynchronize() or cudaDeviceSynchronize() before the function "
               "returns.";
    default: return NULL;
    }
}
