// suite.c - how lab 13 is judged: its gates, its hints. Its cases are in cases.c,
// its diagnoses in wrong.c.
#define SAFE_WORDS "no races, no invalid accesses, no uninitialised reads"
#include "grader/suite.h"

#include "common/labs.h"
#include "cases.h"
#include "wrong.h"
#include "grader/labs/kit.h"

#define ATOM_SECTORS "sim__sectors_op_global_atom.sum"
#define RED_SECTORS "sim__sectors_op_global_red.sum"
#define ATOMIC_SECTORS ATOM_SECTORS "+" RED_SECTORS
#define COUNTED HASHING_COUNTED

// clang-format off
#define ITEM_RIGHT(its_id, words, worth, its_group, its_slide) \
    {.kind = ITEM_correct, .id = its_id, .name = words, .points = worth, .group = its_group, .slide = its_slide}
// One thread does not do the work of all.
#define GATE_SHARED(naive, good, bound) \
    {MOST_LOADED_BY_THREAD, NULL, "bytes loaded by the busiest thread", naive, good, bound, false}

static const Item buckets_items[] = {
    ITEM_RIGHT("right", "the right buckets and sizes", 5, NULL, NULL),
    ITEM_SAFE(3, "13.3"),
    ITEM_GATES("private", "a block adds its counts of sizes once", 4, NULL, "03.9",
               {RED_SECTORS "+" ATOM_SECTORS, NULL, "updates of global memory, in 32-byte sectors", 131072, 65712, 72000, false},
               GATE_SHARED(4 * COUNTED, 4, 128)),
    ITEMS_END};

static const Item find_items[] = {
    ITEM_RIGHT("right", "the right value for every key", 6, NULL, NULL),
    ITEM_SAFE(2, "13.5"),
    ITEM_GATES("probes", "at most one slot per function", 4, NULL, "13.6",
               {READ_SECTORS, "grader__work", "sectors loaded per key", 65536, 3.36285, 4.25, false},
               GATE_SHARED(8 * COUNTED, 36, 256)),
    ITEMS_END};

static const Item insert_items[] = {
    ITEM_RIGHT("right", "every key once, with its value", 8, NULL, NULL),
    ITEM_SAFE(4, "13.9"),
    ITEM_GATES("exchanges", "one atomic per try, and no lock", 4, NULL, "13.9",
               {ATOMIC_SECTORS, "grader__work", "updates of global memory per key", 4, 1.31586, 2, false},
               GATE_SHARED(8 * COUNTED, 20, 4096)),
    ITEMS_END};

static const Item build_items[] = {
    ITEM_RIGHT("retry", "the first seed for which every key finds a place", 6, "retry", "13.11"),
    ITEM_RIGHT("never", "an end, and a report, if there is no such seed", 3, "never", "13.10"),
    ITEM_SAFE(3, "13.11"),
    ITEMS_END};

static const Item count_items[] = {
    ITEM_RIGHT("right", "every key once, with its count", 8, NULL, NULL),
    ITEM_SAFE(4, "13.13"),
    ITEM_GATES("shared", "the threads share the keys", 2, NULL, "13.13",
               GATE_SHARED(4 * COUNTED, 32, 4096)),
    ITEMS_END};

static const Item serve_items[] = {
    ITEM_RIGHT("right", "no key is lost, and none is missed", 9, NULL, NULL),
    ITEM_SAFE(4, "13.16"),
    ITEM_GATES("chains", "a few updates per key, and no lock", 3, NULL, "13.15",
               {ATOMIC_SECTORS, "grader__work", "updates of global memory per key", 8, 2.25546, 5, false},
               GATE_SHARED(16 * COUNTED, 152, 8192)),
    ITEMS_END};

static const Item erase_items[] = {
    ITEM_RIGHT("right", "the right keys are gone, and counted once", 4, NULL, NULL),
    ITEM_SAFE(2, "13.17"),
    ITEM_GATES("shared", "the threads share the keys", 2, NULL, "13.17",
               GATE_SHARED(4 * COUNTED, 36, 256)),
    ITEMS_END};

static const Item cliff_items[] = {
    ITEM_RIGHT("right", "the right number of failures", 4, NULL, NULL),
    ITEM_SAFE(2, "13.18"),
    ITEM_GATES("private", "the tables are in shared memory", 1, NULL, "13.18",
               {GLOBAL_ATOMICS, "grader__blocks", "global atomics per block", 60, 0.5, 1, false},
               {SHARED_ATOMICS, NULL, "shared atomics (warp instructions)", 0, 33555, 10000, true}),
    ITEM_WANT("cliff_2", "how full with 2 functions", "50", "13.19"),
    ITEM_WANT("cliff_3", "how full with 3 functions", "90", "13.19"),
    ITEM_WANT("cliff_4", "how full with 4 functions", "95", "13.19"),
    ITEMS_END};

// ---- kinds of input that a part lacks (kit.h) --------------------------------------------------

#define AN_ARRAY {KINDS_shape, "the input is an array"}
#define ALL_TAKEN {KINDS_choice, "every key is taken"}
#define NO_IDLE {KIND_BIT(KIND_idle), "the function chooses its blocks itself"}
#define NOT_2_24 {KIND_BIT(KIND_size_2_24), "lab 03 shows who counts in floats"}
#define DIFFERENT {KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_lowest) | KIND_BIT(KIND_values_ends), "the keys are different"}

static const Lacking buckets_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, {0, NULL}};
static const Lacking find_lacks[] = {
    AN_ARRAY, NO_IDLE, NOT_2_24, {KIND_BIT(KIND_old_values), "nothing is added to the results"}, {0, NULL}};
static const Lacking insert_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, DIFFERENT, {0, NULL}};
static const Lacking count_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, {0, NULL}};
static const Lacking serve_lacks[] = {AN_ARRAY, NO_IDLE, NOT_2_24, DIFFERENT, {0, NULL}};
static const Lacking erase_lacks[] = {AN_ARRAY, NO_IDLE, NOT_2_24, {0, NULL}};
static const Lacking cliff_lacks[] = {
    AN_ARRAY, ALL_TAKEN, NO_IDLE, DIFFERENT,
    {KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16) | KIND_BIT(KIND_size_2_24), "a table in shared memory has at most 2048 slots"},
    {0, NULL}};

static const Part hashing_parts[] = {
    {.number = 1, .id = "buckets", .name = "a hash function and its buckets", .slide = "13.3",
     .items = buckets_items, .lacks = buckets_lacks},
    {.number = 2, .id = "find", .name = "look-ups", .slide = "13.5",
     .items = find_items, .lacks = find_lacks, .uses = {1}},
    {.number = 3, .id = "insert", .name = "insertion with kick-outs", .slide = "13.7",
     .items = insert_items, .lacks = insert_lacks, .uses = {1}},
    {.number = 4, .id = "build", .name = "again with new functions", .slide = "13.11",
     .items = build_items, .lacks = insert_lacks, .uses = {1, 3}},
    {.number = 5, .id = "count", .name = "equal keys, counted", .slide = "13.12",
     .items = count_items, .lacks = count_lacks, .uses = {1}},
    {.number = 6, .id = "serve", .name = "look-ups beside insertions", .slide = "13.14",
     .items = serve_items, .lacks = serve_lacks, .uses = {1}},
    {.number = 7, .id = "erase", .name = "deletion", .slide = "13.17",
     .items = erase_items, .lacks = erase_lacks, .uses = {1}},
    {.number = 8, .id = "cliff", .name = "how full can a table be?", .slide = "13.18",
     .items = cliff_items, .lacks = cliff_lacks, .uses = {1}},
    {.number = 0}};
// clang-format on

const Lab lab_13_hashing = {
    .name = "13_hashing",
    .source = "hashing.cu",
    .title = "A table with two places for every key, filled by thousands of threads",
    .minutes = 180,
    .parts = hashing_parts,
    .draw = hashing_draw,
    .diagnose = hashing_diagnose,
    .demo = hashing_demo,
    .columns = {{"launches", "grader__launches", NULL},
                {"blocks", "grader__blocks", NULL},
                {"ld sec/key", LOAD_SECTORS, "grader__work"},
                {"atoms/key", ATOMIC_SECTORS, "grader__work"},
                {"shrd atoms", SHARED_ATOMICS, NULL},
                {"keys/us", "grader__work", "grader__us"},
                {NULL, NULL, NULL}},
    .answers = "answers.txt",
};
