// suite.h - the words of the tables in grader/labs/*/suite.c and fastest.c: names of metrics, and
// one form for gates, items, parts, and the kinds of input that a part lacks. A lab defines no
// words of its own, except names for its own numbers.
//
//     ITEM_GATES("coalesced", "a warp loads neighbouring elements", 3, .slide = "04.11",
//                .gate = {GATE_MOST(SECTORS_LOADED, .naive = 8 * N, .good = N, .gate = 1.05 * N)}),
#pragma once

#include "grader.h"
#include "grader/labs/kit.h"

// ---- flags for nvcc ---------------------------------------------------------------------

// For files that include <cuda/atomic>: it leaves out the headers of 16-bit floats, and nvcc needs
// a tenth less time.
#define FLAGS_OF_ATOMICS "-DCCCL_DISABLE_FP16_SUPPORT"

// ---- metrics, quantities (ways.h), and sums of them --------------------

enum {
#define METRIC(name, ...) name = METRIC_##name,
    METRICS(METRIC)
#undef METRIC
#define QUANTITY(name, ...) name = QUANTITY_##name,
        QUANTITIES(QUANTITY)
#undef QUANTITY
};

#define COPIES_US SUM2(TO_DEVICE_US, TO_HOST_US)
#define ALL_JOBS_US SUM4(KERNEL_US, TO_DEVICE_US, TO_HOST_US, HOST_US)

// ---- gates ------------------------------------------------------------------------------

// A counter of several labs: a metric and the words of the table.
#define COUNT_LAUNCHES LAUNCHES, "launches"
#define COUNT_REQUESTS READ_REQUESTS, "load requests"
#define COUNT_CONFLICTS CONFLICTS, "bank conflicts"
#define SECTORS_LOADED READ_SECTORS, "32-byte sectors loaded from global memory"
#define SECTORS_STORED WRITTEN_SECTORS, "32-byte sectors stored to global memory"
#define SECTORS_READ READ_SECTORS, "32-byte sectors read from global memory"
#define SECTORS_WRITTEN WRITTEN_SECTORS, "32-byte sectors written to global memory"
#define BUSIEST_THREAD MOST_LOADED_BY_THREAD, "bytes loaded by the busiest thread"
#define BUSIEST_BLOCK MOST_LOADED_BY_BLOCK, "bytes loaded by the busiest block"
#define THREAD_LOADS MOST_LOADED_BY_THREAD, "bytes that the busiest thread loads"
#define BLOCK_LOADS MOST_LOADED_BY_BLOCK, "bytes that the busiest block loads"
#define BLOCK_ATOMICS MOST_ATOMICS, "global atomics of the busiest block"
#define BARRIERS_PER_WARP MOST_BARRIERS, "barriers per warp"

// A metric and its words, or of GATE_PER the metric, another one by which it is divided, and words:
// at most the bound, or at least. Then follow .naive, .good and .gate; and where more of the other
// metric is not to help, .most: what the work needs of it.
#define GATE_MOST(...) GATE(__VA_ARGS__)
#define GATE_LEAST(...) GATE(__VA_ARGS__, .at_least = true)
#define GATE_PER(what, over, words, ...) GATE(what, words, .per = over, __VA_ARGS__)
#define GATE_LEAST_PER(what, over, words, ...) \
    GATE(what, words, .per = over, __VA_ARGS__, .at_least = true)
// Of an answer: the number that is counted in the reference.
#define GATE_IS(what, over, words, number) \
    GATE(what, words, .per = over, .good = number, .gate = number)
#define GATE(what, words, ...) \
    { \
        .metric = what, .label = words, __VA_ARGS__ \
    }

// ---- items ------------------------------------------------------------------------------

// All items: the id, the words of the table, the points; then, by name, what else an item of this
// kind has, as Item in grader.h says: .group, .slide, .gate = {GATE_MOST(...), ...}, .want, .set.
#define ITEM(its_kind, its_id, words, worth, ...) \
    { \
        .kind = its_kind, .id = its_id, .name = words, .points = worth, __VA_ARGS__ \
    }
#define ITEM_RIGHT(its_id, words, ...) ITEM(ITEM_correct, its_id, words, __VA_ARGS__, )
#define ITEM_SAFE(words, ...) ITEM(ITEM_safe, "safe", words, __VA_ARGS__, )
#define ITEM_GATES(its_id, words, ...) ITEM(ITEM_gate, its_id, words, __VA_ARGS__, )
#define ITEM_ANSWER(its_id, words, ...) ITEM(ITEM_answer, its_id, words, __VA_ARGS__, )
#define ITEM_SET(its_id, words, ...) ITEM(ITEM_set, its_id, words, __VA_ARGS__, )
#define ITEMS_END \
    { \
        .name = NULL \
    }

// The words of ITEM_SAFE.
#define SAFE_BARRIERS "no races, no invalid or uninitialised accesses, correct barriers"
#define SAFE_READS "no races, no invalid accesses, no uninitialised reads"
#define SAFE_ORDER "no data are used before they are ready"
#define SAFE_CLUSTERS "no races, no access to shared memory of a block that does not run"
#define SAFE_LEAKS "no races, no invalid or uninitialised accesses, no leaks"

// ---- parts ------------------------------------------------------------------------------

// A part: its number, id, name and slide; then, by name, the rest, as Part in grader.h says:
// .items, .lacks, .uses, .options ...
#define PART(its_number, its_id, words, its_slide, ...) \
    { \
        .number = its_number, .id = its_id, .name = words, .slide = its_slide, __VA_ARGS__ \
    }
#define PARTS_END \
    { \
        .number = 0 \
    }

// ---- kinds of input that a part lacks (labs/kit.h), and why -----------------------------

#define LACKS(its_kinds, why) \
    { \
        .kinds = its_kinds, .reason = why \
    }
#define LACKS_END LACKS(0, NULL)
#define AN_ARRAY LACKS(KINDS_shape, "the input is an array")
#define A_GRAPH LACKS(KINDS_shape, "a graph has no sides")
#define ALL_TAKEN LACKS(KINDS_choice, "every element has a result")
#define NOT_SHARED LACKS(KIND_BIT(KIND_overlap), "each block has results of its own")
#define SHARED_BY_LAUNCHES \
    LACKS(KIND_BIT(KIND_overlap), "blocks exchange data only from launch to launch")
#define NEW_RESULTS LACKS(KIND_BIT(KIND_old_values), "results are not added to anything")
#define NO_IDLE LACKS(KIND_BIT(KIND_idle), "the function chooses its blocks itself")
#define NO_WINDOW LACKS(KIND_BIT(KIND_shape_window), "there is no window of another size")
#define NO_NEGATIVES LACKS(KIND_BIT(KIND_values_negative), "the elements are not negative")
#define NOT_2_24 \
    LACKS(KIND_BIT(KIND_size_2_24), "an earlier part or lab catches code that counts in float")
#define TOO_LONG LACKS(KIND_BIT(KIND_size_2_24), "so many elements would take minutes")
#define SAME_TYPE \
    LACKS(KIND_BIT(KIND_size_2_24), "indices have the same type as for fewer elements")
#define GIVEN_BLOCKS LACKS(KIND_BIT(KIND_idle), "the assignment says which blocks there are")
#define ONE_BLOCK \
    LACKS(KIND_BIT(KIND_overlap) | KIND_BIT(KIND_idle), \
          "there is one block, and no thread too many")
#define KERNELS_GIVEN LACKS(KIND_BIT(KIND_overlap) | KIND_BIT(KIND_idle), "the kernels are given")
#define ALL_DIFFERENT \
    LACKS(KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_lowest) | KIND_BIT(KIND_values_ends), \
          "the elements are all different")
#define NO_COPIES \
    LACKS(KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_rising), \
          "a copy of such an array is right; so the last element is the smallest in these cases")
