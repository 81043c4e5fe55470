// suite.c - how lab 15 is judged: its parts, items and gates.
//
// The skeleton has a mistake in each part. Each part has a case whose results are wrong because of
// it in every run, and, except in part 8, a finding: so a skeleton earns nothing. A mend may have
// any shape: there are no gates. The answers ask for the cause, for the line in the skeleton, and
// for what a checker or a debugger shows of the program try.cu beside the skeleton.
#include "grader/suite.h"

#include "common/contracts/15_debugging.h"
#include "room.h"

static const Item days_items[] = {
    ITEM_RIGHT("right", "the largest of three days", 4),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_ANSWER("cause_1", "the cause", 1, .want = "out_of_bounds"),
    ITEM_ANSWER("line_1", "the line of the skeleton", 2, .want = "1f or 1g"),
    ITEM_ANSWER("thread_1", "the thread that reads too far", 2, .want = "231"),
    ITEMS_END,
};
static const Item fire_items[] = {
    ITEM_RIGHT("right", "heat after some rounds", 4),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_ANSWER("cause_2", "the cause", 1, .want = "race_shared"),
    ITEM_ANSWER("line_2", "the line of the skeleton", 2, .want = "2g"),
    ITEM_ANSWER("reader_2", "the other thread of the race", 2, .want = "32"),
    ITEMS_END,
};
static const Item coldest_items[] = {
    ITEM_RIGHT("right", "the coldest day of each tile", 4),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_ANSWER("cause_3", "the cause", 1, .want = "uninitialised_shared"),
    ITEM_ANSWER("line_3", "the line of the skeleton", 2, .want = "3f"),
    ITEM_ANSWER("element_3", "the first element that nobody writes", 2, .want = "8"),
    ITEMS_END,
};
static const Item deviations_items[] = {
    ITEM_RIGHT("right", "elements minus the sum of their tile", 4),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_ANSWER("cause_4", "the cause", 1, .want = "barrier_in_warp"),
    ITEM_ANSWER("line_4", "the line of the skeleton", 2, .want = "4d"),
    ITEM_ANSWER("outside_4", "threads that are not in the branch", 2, .want = "128"),
    ITEMS_END,
};
static const Item trains_items[] = {
    ITEM_RIGHT("right", "three times the element, and its mirror image", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_ANSWER("cause_5", "the cause", 1, .want = "stream_race"),
    ITEM_ANSWER("line_5", "the line of the skeleton", 2, .want = "5b"),
    ITEM_ANSWER("kernel_5", "the kernel that is not waited for", 2, .want = "turn"),
    ITEMS_END,
};
static const Item throws_items[] = {
    ITEM_RIGHT("right", "the longest throw of each player", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_ANSWER("cause_6", "the cause", 1, .want = "deadlock"),
    ITEM_ANSWER("line_6", "the line of the skeleton", 2, .want = "6d"),
    ITEM_ANSWER("holder_6", "who has the key", 2, .want = "508"),
    ITEMS_END,
};
static const Item list_items[] = {
    ITEM_RIGHT("right", "differences from the first element", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_ANSWER("cause_7", "the cause", 1, .want = "use_after_free"),
    ITEM_ANSWER("line_7", "the line of the skeleton", 2, .want = "7a"),
    ITEM_ANSWER("bytes_7", "bytes of the memory that was freed", 2, .want = "4096"),
    ITEMS_END,
};
static const Item energy_items[] = {
    ITEM_RIGHT("right", "the energy of each recording", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_ANSWER("cause_8", "the cause", 1, .want = "none"),
    ITEM_ANSWER("line_8", "the line of the skeleton", 2, .want = "8d"),
    ITEM_ANSWER("sample_8", "the sample after which the sum is wrong", 2, .want = "536"),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (labs/kit.h) ----

static const Lacking far_lacks[] = {
    AN_ARRAY,
    ALL_TAKEN,
    NEW_RESULTS,
    NOT_SHARED,
    LACKS(KIND_BIT(KIND_size_2_24), "the launches are given, and all indices are ints"),
    LACKS_END};
static const Lacking array_lacks[] = {AN_ARRAY,   ALL_TAKEN, NEW_RESULTS,
                                      NOT_SHARED, SAME_TYPE, LACKS_END};
static const Lacking throws_lacks[] = {
    AN_ARRAY,     ALL_TAKEN, SAME_TYPE, LACKS(KIND_BIT(KIND_size_2_16), "n is at most 2^16"),
    NO_NEGATIVES, LACKS_END};
static const Lacking energy_lacks[] = {ALL_TAKEN, NEW_RESULTS, NOT_SHARED,
                                       SAME_TYPE, NO_WINDOW,   LACKS_END};

static const Part debugging_parts[] = {
    PART(PART_days, "days", "out of bounds by one", "15.4", .items = days_items,
         .lacks = far_lacks),
    PART(PART_fire, "fire", "a race", "15.5", .items = fire_items, .lacks = far_lacks),
    PART(PART_coldest, "coldest", "uninitialised shared memory", "15.6", .items = coldest_items,
         .lacks = far_lacks),
    PART(PART_deviations, "deviations", "a barrier in a branch", "15.7", .items = deviations_items,
         .lacks = array_lacks),
    PART(PART_trains, "trains", "no order between streams", "15.8", .items = trains_items,
         .lacks = array_lacks),
    PART(PART_throws, "throws", "a lock that hangs", "15.9", .items = throws_items,
         .lacks = throws_lacks),
    PART(PART_list, "list", "a stale pointer", "15.10", .items = list_items, .lacks = array_lacks),
    PART(PART_energy, "energy", "a wrong answer without a finding", "15.11", .items = energy_items,
         .lacks = energy_lacks),
    PARTS_END,
};

const Lab lab_15_debugging = {
    .name = "15_debugging",
    .source = "debugging.cu",
    .title = "Eight broken programs: checkers, compute-sanitizer, a debugger",
    .minutes = 180,
    .parts = debugging_parts,
    .draw = debugging_draw,
    .columns = {{"launches", LAUNCHES},
                {"barr/warp", BARRIERS, WARPS},
                {"divergent", DIVERGENCE},
                {"atomics", GLOBAL_ATOMICS},
                {"total us", TOTAL_US}},
    .answers = "answers.txt",
};
