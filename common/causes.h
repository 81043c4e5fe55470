// causes.h - the possible causes of a finding of a checker, one row for each:
//
//   CAUSE(name, meaning, advice, slide, rank)
//
//   name     the simulator writes it into a finding's "cause". A name is never reused for another
//            meaning
//   meaning  what has happened
//   advice   what is wrong, and what would fix it: a sentence for the table of a grade, and for the
//            page of --look. NULL: the finding says it itself
//   slide    the one that explains it. NULL: that of the item or the part
//   rank     which of several findings comes first: see CauseRank
#pragma once

#include <stdbool.h>

// A mistake can be the reason for those of a later rank: without an order, a thread reads what was
// not written yet, and takes an index from there that is out of bounds.
typedef enum {
    RANK_barrier,    // barriers, and the lifetimes of blocks
    RANK_end,        // an access that ends the call in every order: see judge/evidence.c
    RANK_race,       // two accesses without an order
    RANK_fence,      // only weak memory shows it
    RANK_unwritten,  // reads of memory that was never written
    RANK_same_word,  // several threads write one word: a wrong index?
    RANK_access,     // what a wrong index does in the end
    RANK_stream,     // work on streams
    RANK_harmless,   // it cannot be the reason for a wrong result
    RANK_wrong_index // of some of these, beside an access out of bounds at the same line
} CauseRank;

#define CAUSE_NO_ORDER "nothing makes one thread's access wait for the other's: "
#define CAUSE_COPY_GOES_ON "the copy goes on after the line that starts it"
#define CAUSE_NEVER_STORED "it is read before anything was stored there: is "

// clang-format off
#define CAUSES(CAUSE) \
    CAUSE(none, "no cause is known", NULL, NULL, access) \
    /* memcheck */ \
    CAUSE(out_of_bounds, "an access outside of every allocation", NULL, "00.7", access) \
    CAUSE(misaligned, "an address that is not a multiple of the width of the access", \
          NULL, "10.11", access) \
    CAUSE(use_after_free, "an access to memory that has been freed", NULL, "00.7", access) \
    CAUSE(wrong_space, "an address of another state space than the instruction's", \
          NULL, "00.7", access) \
    CAUSE(illegal, "an instruction that cannot be executed here", NULL, NULL, access) \
    CAUSE(stack, "local memory of a thread is exhausted", NULL, NULL, access) \
    CAUSE(assertion, "an assertion of the program, or a trap", NULL, "00.6", access) \
    CAUSE(hang, "a kernel that does not end", NULL, NULL, access) \
    CAUSE(deadlock, "a kernel of which no thread can continue", \
          "each thread that is left waits: at a barrier that not all threads reach, or for a " \
          "value that no running block writes (blocks start in any order, and not all at a time)", \
          NULL, access) \
    CAUSE(invalid_free, "free() of a pointer that malloc() in a kernel did not return", \
          NULL, NULL, access) \
    CAUSE(api_error, "an API call that fails", NULL, "00.2", access) \
    CAUSE(api_misuse, "an API call that succeeds, but is probably a mistake", \
          NULL, NULL, harmless) \
    CAUSE(launch_impossible, "a launch by the host with a configuration that is not possible", \
          "a launch needs at least one block (n / threads, rounded down, is 0 for a small n) and " \
          "one thread; a block has at most 1024 threads, and 48 KB of shared memory unless " \
          "cudaFuncSetAttribute has allowed more", "00.2", access) \
    CAUSE(launch_refused, "a launch by a kernel that the device runtime refuses", \
          "a launch needs at least one block and one thread, and room for the launches that have " \
          "not ended; the host does not see the error, only cudaGetLastError() in the kernel " \
          "does", NULL, access) \
    CAUSE(leak, "memory that is not freed", \
          "each call of the function leaves it behind, and nobody can release it later", \
          NULL, harmless) \
    /* racecheck */ \
    CAUSE(race_shared, "threads of one block, a word of shared memory", \
          CAUSE_NO_ORDER "is a __syncthreads() missing between them (or __syncwarp() in a warp)?", \
          "02.3", race) \
    CAUSE(race_shared_update, \
          "threads of one block, a word of shared memory, both accesses at one line", \
          CAUSE_NO_ORDER "is a __syncthreads() missing between one execution of the line and the " \
          "next one, in a loop at the end of each iteration (or __syncwarp() in a warp)? Or an " \
          "atomic, if several threads update a word?", "02.3", race) \
    CAUSE(race_cluster, "blocks of one cluster, a word of shared memory", \
          "these are blocks of one cluster, and __syncthreads() waits for one block only: is a " \
          "cluster.sync() missing between the two accesses?", "09.5", race) \
    CAUSE(race_write, "two writes to a word of global memory", \
          "two threads write to one word, and nothing says which one is last: is the index " \
          "wrong, or taken twice? If both have to write the word, make both writes atomic, or " \
          "order them: in a block by a __syncthreads(), in a grid by a second kernel", \
          "00.8", same_word) \
    CAUSE(race_update, "a read and a write of a word of global memory at one line", \
          "several threads read and write this word, and their steps mix: an update needs an " \
          "atomic, or a lock with a __threadfence() after taking it and one before giving it " \
          "back. Must each thread read what was there before? Then write to a second array", \
          "03.2", race) \
    CAUSE(race_block, "threads of one block, a word of global memory", \
          CAUSE_NO_ORDER "is a __syncthreads() missing between them? Where one updates what the " \
          "other reads, an atomic does both in one step. Behind a lock, a fence (or release) has " \
          "to stand before the lock is given back", "02.3", race) \
    CAUSE(race_grid, "threads of different blocks, a word of global memory", \
          "blocks do not wait for each other: let a second kernel do the second access. Or, in " \
          "one kernel, the writer stores a flag by an atomic with release, and the reader sees " \
          "it by an atomic with acquire, both of the scope of the device; or __threadfence() " \
          "stands between data and flag on both sides. If one thread of a block handles the flag, " \
          "a __syncthreads() stands between this thread and the words of the others", "04.19", \
          race) \
    CAUSE(race_child, "two grids of which a kernel launched at least one", \
          "different grids are ordered only by a launch after a barrier, by one stream, by an " \
          "event, or by a tail launch; grids that may run at the same time need memory of their own", \
          "08.5", race) \
    CAUSE(race_copy, "an access to memory that an asynchronous copy still uses", \
          CAUSE_COPY_GOES_ON ": wait for it (its group, or the mbarrier that counts its bytes) " \
          "before its memory is used; if another thread has started the copy, that thread waits, " \
          "and a __syncthreads() follows. Or has the copy begun too early, while others still " \
          "read what was there? Then a __syncthreads() is missing before the copy", NULL, race) \
    CAUSE(race_product, "a store to a matrix that a product (wgmma) still reads", \
          "the product goes on after the line that starts it: wgmma.wait_group comes before its " \
          "matrices are changed, and a __syncthreads() if other threads change them. Or has it " \
          "begun before all threads have stored what it reads? Then a __syncthreads() is " \
          "missing before the product", NULL, race) \
    CAUSE(race_proxy, "a bulk copy of words that were stored without fence.proxy.async", \
          "a barrier makes the stores visible to threads, not to bulk copies: the storing " \
          "threads need a fence.proxy.async before it", NULL, race) \
    CAUSE(product_register, "registers of a product (wgmma) that has not ended", \
          "the tensor cores still write the accumulators, and read A: wgmma.commit_group, and then " \
          "wgmma.wait_group, come before the program uses or changes these registers", NULL, race) \
    CAUSE(product_fence, "a product (wgmma) before any wgmma.fence", \
          "the tensor cores use registers that the threads have written: wgmma.fence orders these " \
          "writes before the first product, and after each later change of the registers", NULL, \
          race) \
    CAUSE(missing_fence, "a load of an older value that a fence would forbid", \
          "without fences, another block may see stores late and in another order: a " \
          "__threadfence() belongs between the data and the word that announces the data, and " \
          "one after another block has read that word", "04.19", fence) \
    CAUSE(missing_strong_fence, "two blocks of which neither sees the other's store", \
          "a release and an acquire let a load pass an earlier store: between the thread's store " \
          "and its load, in both blocks, belongs a fence of the strongest kind " \
          "(cuda::atomic_thread_fence with memory_order_seq_cst, or __threadfence())", "18.9", \
          fence) \
    CAUSE(cluster_start, "an access to shared memory of a block that may not have started", \
          "a cluster.sync() has to come before the first access to another block's memory, and " \
          "after what that block prepares there", "09.8", barrier) \
    CAUSE(cluster_exit, "an access to shared memory of a block that may have exited", \
          "a block's shared memory ends when the block exits: a last cluster.sync() keeps all " \
          "blocks until all are done", "09.13", barrier) \
    CAUSE(exit_with_copy, "a block exits while a copy still uses its shared memory", \
          CAUSE_COPY_GOES_ON ", and a block's shared memory ends when the block exits: wait for " \
          "the copy (its group, or the mbarrier that counts its bytes) before that", \
          NULL, barrier) \
    /* synccheck */ \
    CAUSE(barrier_in_warp, "lanes of one warp arrive at different barriers", \
          NULL, "00.10", barrier) \
    CAUSE(barrier_exited, "threads exited without reaching the barrier", \
          "a __syncthreads() has to be reached by every thread of the block: is it in an if, or " \
          "after a return?", "00.10", barrier) \
    CAUSE(barrier_arguments, "a barrier with invalid arguments", NULL, "00.10", barrier) \
    CAUSE(shuffle_undefined, "use of a value that a shuffle read from a lane that takes no part", \
          "a shuffle reads only lanes that execute the same shuffle and are in its mask: do all " \
          "lanes of the mask come here, and is the distance smaller than their number?", \
          "04.16", barrier) \
    CAUSE(lanes_skipped, \
          "lanes that the mask of a warp-wide operation names do not execute it", \
          "all lanes of the mask have to execute the operation: is it in an if that some lanes " \
          "skip? Take the mask before the if with __ballot_sync(), or put the operation before " \
          "it", "04.16", barrier) \
    /* initcheck */ \
    CAUSE(uninitialised_shared, "a read of shared memory that was never written", \
          CAUSE_NEVER_STORED "a store or a barrier missing, or is an index wrong?", \
          "00.9", unwritten) \
    CAUSE(uninitialised_global, "a read of global memory that was never written", \
          CAUSE_NEVER_STORED "a copy, a memset or a store missing, too short or too late, or is " \
          "an index wrong?", "00.9", unwritten) \
    CAUSE(uninitialised_register, "a product of matrices of a register that was never set", \
          "a register starts with anything: is a fill_fragment(), a load or a first value " \
          "(float d[4] = {}) missing, or one of several elements?", \
          NULL, unwritten) \
    /* streamcheck */ \
    CAUSE(stream_race, "work on two streams without an order between them", \
          "different streams, and no order: use one stream, or let the second one wait for an " \
          "event that the first one records after its work", "07.20", stream) \
    CAUSE(stream_host, "the host uses what work on a stream still uses", \
          "nothing makes the host wait for it: is a cudaStreamSynchronize(), an event or a " \
          "cudaDeviceSynchronize() missing before?", "07.9", stream) \
    CAUSE(unfinished, "a function returns before work that writes its results has ended", \
          "the results have to be there when the function returns: is a cudaStreamSynchronize() " \
          "or a cudaDeviceSynchronize() missing at the end?", "07.9", stream) \
    CAUSE(stream_host_copies, "two copies to the same memory of the host, without an order", \
          "two copies write the same memory of the host, in no order: is the address of one of " \
          "them wrong?", "07.20", stream)
// clang-format on

typedef enum {
#define CAUSE(name, ...) CAUSE_##name,
    CAUSES(CAUSE)
#undef CAUSE
        CAUSE_COUNT
} Cause;

typedef struct {
    const char *name, *meaning, *advice, *slide;
    CauseRank rank;
} CauseRow;

extern const CauseRow cause_rows[CAUSE_COUNT];

// Only weak memory shows it, and it costs nothing by itself.
static inline bool cause_is_fence(Cause c) { return cause_rows[c].rank == RANK_fence; }

Cause cause_named(const char *name); // CAUSE_none if there is no such name, or the name is NULL

// The checkers, and how much a finding weighs.
#define CHECK_TOOLS(TOOL) \
    TOOL(memcheck) TOOL(racecheck) TOOL(initcheck) TOOL(synccheck) TOOL(streamcheck)

typedef enum { SEVERITY_info, SEVERITY_warning, SEVERITY_error, SEVERITIES } Severity;
extern const char *const severity_names[SEVERITIES];
