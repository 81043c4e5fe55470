// advice.c - what to look for after a finding, in a student's words. A finding says what
// happened; its cause says which mistake is the usual reason. Each cause has one advice.
#include "advice.h"

#include <stddef.h>

#define NO_ORDER_IN_BLOCK \
    "nothing makes one thread's access wait for the other's: is a __syncthreads() missing " \
    "between them"
#define COPY_GOES_ON \
    "the copy goes on after the line that starts it: wait for it (its group, or the mbarrier " \
    "that counts its bytes) before its memory is used"
#define NEVER_STORED "it is read before anything was stored there: is "

static const char *const advice[CAUSE_COUNT] = {
    [CAUSE_race_shared] = NO_ORDER_IN_BLOCK " (or __syncwarp() in a warp)?",
    [CAUSE_race_shared_update] =
        NO_ORDER_IN_BLOCK " (or __syncwarp() in a warp)? Or an atomic, if several threads update "
                          "a word?",
    [CAUSE_race_cluster] = "these are blocks of one cluster, and __syncthreads() waits for one "
                           "block only: is a cluster.sync() missing between the two accesses?",
    [CAUSE_race_write] =
        "two threads write to one word, and nothing says which one is last: is the "
        "index wrong, or taken twice?",
    [CAUSE_race_update] = "several threads read and write this word, and their steps mix: an "
                          "update needs an atomic, or a lock with a __threadfence() after "
                          "taking it and one before giving it back",
    [CAUSE_race_block] = NO_ORDER_IN_BLOCK "? Where one updates what the other reads, an atomic "
                                           "does both in one step",
    [CAUSE_race_grid] = "blocks do not wait for each other: what one writes and another reads "
                        "needs a __threadfence() and an atomic on both sides",
    [CAUSE_race_child] = "different grids are ordered only by a launch after a barrier, by one "
                         "stream, or by a tail launch; grids that may run at the same time need "
                         "memory of their own",
    [CAUSE_race_copy] = COPY_GOES_ON,
    [CAUSE_exit_with_copy] = COPY_GOES_ON,
    [CAUSE_race_proxy] = "a barrier makes the stores visible to threads, not to bulk copies: the "
                         "storing threads need a fence.proxy.async before it",
    [CAUSE_missing_fence] =
        "without fences, another block may see stores late and in another order: a __threadfence() "
        "belongs between the data and the word that announces the data, and one after another "
        "block has read that word",
    [CAUSE_cluster_start] = "a cluster.sync() has to come before the first access to another "
                            "block's memory, and after what that block prepares there",
    [CAUSE_cluster_exit] = "a block's shared memory ends when the block exits: a last "
                           "cluster.sync() keeps all blocks until all are done",
    [CAUSE_barrier_exited] = "a __syncthreads() has to be reached by every thread of the block: is "
                             "it in an if, or after a return?",
    [CAUSE_launch_refused] =
        "a launch needs at least one block and one thread, and room for the launches that have "
        "not ended; the host does not see the error, only cudaGetLastError() in the kernel does",
    [CAUSE_shuffle_undefined] =
        "a shuffle reads only lanes that execute the same shuffle and are in its mask: do all "
        "lanes of the mask come here, and is the distance smaller than their number?",
    [CAUSE_lanes_skipped] =
        "all lanes of the mask have to execute the operation: is it in an if that some lanes "
        "skip? Take the mask before the if with __ballot_sync(), or put the operation before it",
    [CAUSE_uninitialised_shared] =
        NEVER_STORED "a store or a barrier missing, or is an index wrong?",
    [CAUSE_uninitialised_global] = NEVER_STORED "a copy, a memset or a store missing, too short "
                                                "or too late, or is an index wrong?",
    [CAUSE_stream_race] = "different streams, and no order: use one stream, or let the second one "
                          "wait for an event that the first one records after its work",
    [CAUSE_stream_host] = "nothing makes the host wait for it: is a cudaStreamSynchronize(), an "
                          "event or a cudaDeviceSynchronize() missing before?",
    [CAUSE_unfinished] = "the results have to be there when the function returns: is a "
                         "cudaStreamSynchronize() or a cudaDeviceSynchronize() missing at the end?",
    [CAUSE_leak] = "each call of the function leaves it behind, and nobody can release it later",
    [CAUSE_stream_host_copies] =
        "two copies write the same memory of the host, in no order: is the "
        "address of one of them wrong?",
};

const char *advice_for(Cause cause) { return advice[cause]; }
