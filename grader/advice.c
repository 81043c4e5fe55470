// advice.c - what to look for after a finding, in a student's words. A finding says what
// happened; which mistake commonly stands behind it depends on the tool, on where the
// memory lies and on who the two threads are.
#include "advice.h"

#include <string.h>

#include "evidence.h"

// Two accesses that nothing orders. What is missing depends on where the word lies, on
// whether the threads are of one block, and on whether it is one line that updates it.
static const char *race_advice(const json_t *finding, const char *what)
{
    const json_t *other = json_object_get(finding, "other");
    bool one_line = evidence_same_place(finding, other);
    bool one_block = json_equal(json_object_get(finding, "block"), json_object_get(other, "block"));
    if (strstr(what, "the start of that block"))
        return "a cluster.sync() has to come before the first access to another block's memory, "
               "and after what that block prepares there";
    if (strstr(what, "the exit of that block"))
        return "its shared memory goes when a block leaves: a cluster.sync() lets it stay until "
               "all are done";
    if (strstr(what, "__shared__") && !one_block)
        return "blocks of one cluster, and __syncthreads() waits for one block alone: is a "
               "cluster.sync() missing between the two?";
    if (strstr(what, "__shared__") && one_line)
        return "nothing makes one thread's access wait for the other's: is a __syncthreads() "
               "missing between them (or __syncwarp() in a warp)? Or an atomic, if several "
               "threads update a word?";
    if (strstr(what, "__shared__"))
        return "nothing makes one thread's access wait for the other's: is a __syncthreads() "
               "missing between them (or __syncwarp() in a warp)?";
    if (strstr(what, "WAW hazard"))
        return "two threads write to one word, and nothing says who is last: is the index wrong, "
               "or drawn twice?";
    if (one_line)
        return "several threads read and write this word, and one comes between: to update it "
               "takes an atomic, or a lock with a __threadfence() behind taking it and one "
               "before giving it back";
    if (one_block)
        return "nothing makes one thread's access wait for the other's: is a __syncthreads() "
               "missing between them? Where one updates what the other reads, an atomic does "
               "both in one step";
    return "blocks do not wait for each other: what one writes and another reads needs a "
           "__threadfence() and an atomic on either side";
}

const char *advice_for(const json_t *finding)
{
    const char *tool = json_string_value(json_object_get(finding, "tool"));
    const char *what = json_string_value(json_object_get(finding, "message"));
    if (!tool || !what)
        return NULL;
    if (strcmp(tool, "racecheck") == 0 && strstr(what, "fence.proxy.async"))
        return "a barrier makes the stores visible to threads, not to bulk copies: those "
               "who store need a fence.proxy.async before it";
    if (strcmp(tool, "racecheck") == 0 && strstr(what, "asynchronous copy"))
        return "the copy goes on after the line that starts it: wait for it (its group, or "
               "the mbarrier that counts its bytes) before its memory is used";
    if (strcmp(tool, "racecheck") == 0 &&
        (strstr(what, "the grids that it launches") || strstr(what, "both grids")))
        return "only a launch behind a barrier, the order in one stream, or a tail launch "
               "orders what different grids do; those that may run side by side need "
               "memory of their own";
    if (strcmp(tool, "racecheck") == 0)
        return race_advice(finding, what);
    if (strcmp(tool, "synccheck") == 0 && strstr(what, "exited without"))
        return "a __syncthreads() has to be reached by every thread of the block: is it "
               "in an if, or behind a return?";
    if (strcmp(tool, "streamcheck") == 0 && strstr(what, "The host"))
        return "nothing makes the host wait for it: is a cudaStreamSynchronize(), an "
               "event or a cudaDeviceSynchronize() missing before?";
    if (strcmp(tool, "streamcheck") == 0 && strstr(what, "writes what copy to host") &&
        strstr(what, ": copy to host"))
        return "two copies in no order write the same memory of the host: is the place of "
               "one of them wrong?";
    if (strcmp(tool, "streamcheck") == 0)
        return "different streams, and no order: use one stream, or let the second one "
               "wait for an event that the first one records behind its job";
    if (strcmp(tool, "initcheck") == 0 && strstr(what, "__global__"))
        return "it is read before anything was stored there: is a copy, a memset or a store "
               "missing, too short or too late, or an index off?";
    if (strcmp(tool, "initcheck") == 0)
        return "it is read before anything was stored there: is a store or a barrier missing, "
               "or an index off?";
    return NULL;
}
