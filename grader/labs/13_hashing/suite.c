// suite.c - how lab 13 is judged: its parts, items and gates.
//
// What is counted depends on where the hashes put the keys, so the figures of `good` are the
// solution's, with the seed of the tests. Those of busiest threads belong to the key with the
// longest way; what an atomic has found counts as loaded, too.
#include "grader/suite.h"

#include "common/contracts/13_hashing.h"
#include "room.h"

#define COUNTED HASHING_COUNTED

static const Item buckets_items[] = {
    ITEM_RIGHT("right", "the right buckets and sizes", 5),
    ITEM_SAFE(SAFE_READS, 3, .slide = "13.3"),
    ITEM_GATES("private", "a block adds its counts of sizes once", 4, .slide = "03.9",
               .gate = {GATE_MOST(ATOMIC_SECTORS, "updates of global memory, in 32-byte sectors",
                                  .naive = 131072, .good = 65695, .gate = 72000),
                        GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 8, .gate = 128)}),
    ITEMS_END,
};

static const Item find_items[] = {
    ITEM_RIGHT("right", "the right value for every key", 6),
    ITEM_SAFE(SAFE_READS, 2, .slide = "13.5"),
    ITEM_GATES("probes", "at most one slot per function", 4, .slide = "13.6",
               .gate = {GATE_PER(READ_SECTORS, WORK, "sectors loaded per key", .naive = 65536,
                                 .good = 3.36, .gate = 4.7),
                        GATE_MOST(BUSIEST_THREAD, .naive = 8 * COUNTED, .good = 36, .gate = 256)}),
    ITEMS_END,
};

static const Item insert_items[] = {
    ITEM_RIGHT("right", "every key once, with its value", 8),
    ITEM_SAFE(SAFE_READS, 4, .slide = "13.9"),
    ITEM_GATES(
        "exchanges", "one atomic per try, and no lock", 4, .slide = "13.9",
        .gate = {GATE_PER(ATOMIC_SECTORS, WORK, "updates of global memory per key", .naive = 4,
                          .good = 1.21, .gate = 2),
                 GATE_MOST(BUSIEST_THREAD, .naive = 8 * COUNTED, .good = 100, .gate = 4096)}),
    ITEMS_END,
};

static const Item build_items[] = {
    ITEM_RIGHT("retry", "the first seed for which every key finds a place", 6, .group = "retry",
               .slide = "13.11"),
    ITEM_RIGHT("never", "an end, and a report, if there is no such seed", 3, .group = "never",
               .slide = "13.10"),
    ITEM_SAFE(SAFE_READS, 3, .slide = "13.11"),
    ITEMS_END,
};

static const Item count_items[] = {
    ITEM_RIGHT("right", "every key once, with its count", 8),
    ITEM_SAFE(SAFE_READS, 4, .slide = "13.13"),
    ITEM_GATES(
        "shared", "the threads share the keys", 2, .slide = "13.13",
        .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 180, .gate = 4096)}),
    ITEMS_END,
};

static const Item serve_items[] = {
    ITEM_RIGHT("right", "no key is lost, and none is missed", 9),
    ITEM_SAFE(SAFE_READS, 4, .slide = "13.16"),
    ITEM_GATES(
        "chains", "a few updates per key, and no lock", 3, .slide = "13.15",
        .gate = {GATE_PER(ATOMIC_SECTORS, WORK, "updates of global memory per key", .naive = 8,
                          .good = 2.24, .gate = 5),
                 GATE_MOST(BUSIEST_THREAD, .naive = 16 * COUNTED, .good = 324, .gate = 8192)}),
    ITEMS_END,
};

static const Item erase_items[] = {
    ITEM_RIGHT("right", "the right keys are gone, and counted once", 4),
    ITEM_SAFE(SAFE_READS, 2, .slide = "13.17"),
    ITEM_GATES("shared", "the threads share the keys", 2, .slide = "13.17",
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 88, .gate = 256)}),
    ITEMS_END,
};

static const Item cliff_items[] = {
    ITEM_RIGHT("right", "the right number of failures", 4),
    ITEM_SAFE(SAFE_READS, 2, .slide = "13.18"),
    ITEM_GATES("private", "the tables are in shared memory", 1, .slide = "13.18",
               .gate = {GATE_PER(GLOBAL_ATOMICS, BLOCKS, "global atomics per block", .naive = 60,
                                 .good = 0.525, .gate = 1),
                        GATE_LEAST(SHARED_ATOMICS, "shared atomics (warp instructions)", .naive = 0,
                                   .good = 34066, .gate = 10000)}),
    ITEM_ANSWER("cliff_2", "how full with 2 functions", 1, .want = "50", .slide = "13.19"),
    ITEM_ANSWER("cliff_3", "how full with 3 functions", 1, .want = "90", .slide = "13.19"),
    ITEM_ANSWER("cliff_4", "how full with 4 functions", 1, .want = "95", .slide = "13.19"),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

static const Lacking buckets_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, LACKS_END};
static const Lacking find_lacks[] = {
    AN_ARRAY, NO_IDLE, NOT_2_24,
    LACKS(KIND_BIT(KIND_old_values), "nothing is added to the results"), LACKS_END};
static const Lacking insert_lacks[] = {AN_ARRAY, ALL_TAKEN,     NO_IDLE,
                                       NOT_2_24, ALL_DIFFERENT, LACKS_END};
static const Lacking count_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, LACKS_END};
static const Lacking serve_lacks[] = {AN_ARRAY, NO_IDLE, NOT_2_24, ALL_DIFFERENT, LACKS_END};
static const Lacking erase_lacks[] = {AN_ARRAY, NO_IDLE, NOT_2_24, LACKS_END};
static const Lacking cliff_lacks[] = {
    AN_ARRAY,
    ALL_TAKEN,
    NO_IDLE,
    ALL_DIFFERENT,
    LACKS(KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16) | KIND_BIT(KIND_size_2_24),
          "a table in shared memory has at most 2048 slots"),
    LACKS_END};

// The instructions of a key that is exchanged CUCKOO_TRIES times: which keys these are depends on
// the order in which the threads come. A try may look at all four places, and draw one of them.
#define ONE_KEY (192 * CUCKOO_TRIES)
// How long the lanes of a warp wait for each other in part 8 depends on how a block inserts.
#define TABLES_OF_BLOCKS 12

static const Part hashing_parts[] = {
    PART(1, "buckets", "a hash function and its buckets", "13.3", .items = buckets_items,
         .lacks = buckets_lacks),
    PART(2, "find", "look-ups", "13.5", .items = find_items, .lacks = find_lacks, .uses = {1}),
    PART(3, "insert", "insertion with kick-outs", "13.7", .given_results = ~0u,
         .items = insert_items, .one_element = ONE_KEY, .lacks = insert_lacks, .uses = {1}),
    PART(4, "build", "again with new functions", "13.11", .given_results = ~0u,
         .items = build_items, .one_element = CUCKOO_ATTEMPTS * ONE_KEY, .lacks = insert_lacks,
         .uses = {1, 3}),
    PART(5, "count", "equal keys, counted", "13.12", .given_results = ~0u, .items = count_items,
         .one_element = ONE_KEY, .lacks = count_lacks, .uses = {1}),
    PART(6, "serve", "look-ups beside insertions", "13.14", .given_results = ~0u,
         .items = serve_items, .one_element = ONE_KEY, .lacks = serve_lacks, .uses = {1}),
    PART(7, "erase", "deletion", "13.17", .given_results = 1u << 3, .items = erase_items,
         .lacks = erase_lacks, .uses = {1}),
    PART(8, "cliff", "how full can a table be?", "13.18", .items = cliff_items,
         .busiest = TABLES_OF_BLOCKS, .lacks = cliff_lacks, .uses = {1}),
    PARTS_END,
};

const Lab lab_13_hashing = {
    .name = "13_hashing",
    .source = "hashing.cu",
    .title = "A table with two places for every key, filled by thousands of threads",
    .minutes = 180,
    .parts = hashing_parts,
    .draw = hashing_draw,
    .demo = hashing_demo,
    .diagnose = hashing_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"blocks", BLOCKS},
                {"ld sec/key", LOAD_SECTORS, WORK},
                {"atoms/key", ATOMIC_SECTORS, WORK},
                {"shrd atoms", SHARED_ATOMICS},
                {"keys/us", WORK, TOTAL_US}},
    .answers = "answers.txt",
};
