// advice.c - what follows from the cause of a finding. A finding says what happened; its cause says
// which mistake is the usual reason. So each cause has one advice, one slide, and a rank.
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
    [CAUSE_launch_impossible] =
        "a launch needs at least one block (n / threads, rounded down, is 0 for a small n) and one "
        "thread; a block has at most 1024 threads, and 48 KB of shared memory unless "
        "cudaFuncSetAttribute has allowed more",
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
    [CAUSE_deadlock] = "each thread that is left waits: at a barrier that not all threads reach, "
                       "or for a value that no running block writes (blocks start in any order, "
                       "and not all at a time)",
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

static const char *const slides[CAUSE_COUNT] = {
    [CAUSE_out_of_bounds] = "00.7",
    [CAUSE_misaligned] = "00.7",
    [CAUSE_use_after_free] = "00.7",
    [CAUSE_wrong_space] = "00.7",
    [CAUSE_assertion] = "00.6",
    [CAUSE_api_error] = "00.2",
    [CAUSE_launch_impossible] = "00.2",
    [CAUSE_race_shared] = "02.3",
    [CAUSE_race_shared_update] = "02.3",
    [CAUSE_race_block] = "02.3",
    [CAUSE_race_cluster] = "09.5",
    [CAUSE_race_write] = "00.8",
    [CAUSE_race_update] = "03.2",
    [CAUSE_race_grid] = "04.19",
    [CAUSE_missing_fence] = "04.19",
    [CAUSE_race_child] = "08.5",
    [CAUSE_cluster_start] = "09.8",
    [CAUSE_cluster_exit] = "09.13",
    [CAUSE_barrier_in_warp] = "00.10",
    [CAUSE_barrier_exited] = "00.10",
    [CAUSE_barrier_arguments] = "00.10",
    [CAUSE_shuffle_undefined] = "04.16",
    [CAUSE_lanes_skipped] = "04.16",
    [CAUSE_unfinished] = "07.9",
    [CAUSE_uninitialised_shared] = "00.9",
    [CAUSE_uninitialised_global] = "00.9",
    [CAUSE_stream_race] = "07.20",
    [CAUSE_stream_host] = "07.9",
    [CAUSE_stream_host_copies] = "07.20",
};

const char *slide_for(Cause cause) { return slides[cause]; }

// Barriers and lifetimes, then races, then memory that was never written, then what wrong indices
// do: writes to one word of global memory, and bad accesses.
int cause_rank(Cause cause)
{
    switch (cause) {
    case CAUSE_barrier_in_warp:
    case CAUSE_barrier_exited:
    case CAUSE_barrier_arguments:
    case CAUSE_shuffle_undefined:
    case CAUSE_lanes_skipped:
    case CAUSE_cluster_start:
    case CAUSE_cluster_exit:
    case CAUSE_exit_with_copy: return 0;
    case CAUSE_race_copy:
    case CAUSE_race_proxy:
    case CAUSE_race_shared:
    case CAUSE_race_shared_update:
    case CAUSE_race_cluster:
    case CAUSE_race_update:
    case CAUSE_race_block:
    case CAUSE_race_grid:
    case CAUSE_race_child: return 1;
    case CAUSE_missing_fence: return 2;
    case CAUSE_uninitialised_shared:
    case CAUSE_uninitialised_global: return 3;
    case CAUSE_race_write: return 4;
    case CAUSE_stream_race:
    case CAUSE_stream_host:
    case CAUSE_stream_host_copies:
    case CAUSE_unfinished: return 6;
    case CAUSE_api_misuse:
    case CAUSE_leak: return 7;
    default: return 5;
    }
}

bool cause_explains(Cause cause) { return cause != CAUSE_leak && cause != CAUSE_api_misuse; }
