// causes.h - the possible causes of a finding of a checker: CAUSE(name, meaning). The
// simulator writes the name into a finding's "cause"; the grader chooses its advice by it.
// A name is never reused for another meaning.
#pragma once

#define CAUSES(CAUSE) \
    CAUSE(none, "no cause is known") \
    /* memcheck */ \
    CAUSE(out_of_bounds, "an access outside of every allocation") \
    CAUSE(misaligned, "an address that is not a multiple of the width of the access") \
    CAUSE(use_after_free, "an access to memory that has been freed") \
    CAUSE(wrong_space, "an address of another state space than the instruction's") \
    CAUSE(illegal, "an instruction that cannot be executed here") \
    CAUSE(stack, "local memory of a thread is exhausted") \
    CAUSE(assertion, "an assertion of the program, or a trap") \
    CAUSE(hang, "a kernel that does not end") \
    CAUSE(deadlock, "a kernel of which no thread can continue") \
    CAUSE(invalid_free, "free() of a pointer that malloc() in a kernel did not return") \
    CAUSE(api_error, "an API call that fails") \
    CAUSE(api_misuse, "an API call that succeeds, but is probably a mistake") \
    CAUSE(launch_impossible, "a launch by the host with a configuration that is not possible") \
    CAUSE(launch_refused, "a launch by a kernel that the device runtime refuses") \
    CAUSE(leak, "memory that is not freed") \
    /* racecheck */ \
    CAUSE(race_shared, "threads of one block, a word of shared memory") \
    CAUSE(race_shared_update, "the same, both accesses at one line") \
    CAUSE(race_cluster, "blocks of one cluster, a word of shared memory") \
    CAUSE(race_write, "two writes to a word of global memory") \
    CAUSE(race_update, "a read and a write of a word of global memory at one line") \
    CAUSE(race_block, "threads of one block, a word of global memory") \
    CAUSE(race_grid, "threads of different blocks, a word of global memory") \
    CAUSE(race_child, "two grids of which a kernel launched at least one") \
    CAUSE(race_copy, "an access to memory that an asynchronous copy still uses") \
    CAUSE(race_proxy, "a bulk copy of words that were stored without fence.proxy.async") \
    CAUSE(missing_fence, "a load of an older value that a fence would forbid") \
    CAUSE(cluster_start, "an access to shared memory of a block that may not have started") \
    CAUSE(cluster_exit, "an access to shared memory of a block that may have exited") \
    CAUSE(exit_with_copy, "a block exits while a copy still uses its shared memory") \
    /* synccheck */ \
    CAUSE(barrier_in_warp, "lanes of one warp arrive at different barriers") \
    CAUSE(barrier_exited, "threads exited without reaching the barrier") \
    CAUSE(barrier_arguments, "a barrier with invalid arguments") \
    CAUSE(shuffle_undefined, "use of a value that a shuffle read from a lane that takes no part") \
    CAUSE(lanes_skipped, "lanes that the mask of a warp-wide operation names do not execute it") \
    /* initcheck */ \
    CAUSE(uninitialised_shared, "a read of shared memory that was never written") \
    CAUSE(uninitialised_global, "a read of global memory that was never written") \
    /* streamcheck */ \
    CAUSE(stream_race, "work on two streams without an order between them") \
    CAUSE(stream_host, "the host uses what work on a stream still uses") \
    CAUSE(unfinished, "a function returns before work that writes its results has ended") \
    CAUSE(stream_host_copies, "two copies to the same memory of the host, without an order")

typedef enum {
#define CAUSE(name, words) CAUSE_##name,
    CAUSES(CAUSE)
#undef CAUSE
        CAUSE_COUNT
} Cause;
