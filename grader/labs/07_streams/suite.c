// suite.c - how lab 07 is judged: its parts, items and gates.
//
// The gates bound time; where one fails, the timeline says which call made what wait, at which
// line (judge/delays.c). grader__us is the clock of the modelled GPU, from the call to the end of
// its work. Gates are written naive / good / gate. The naive figures are those of the versions in
// grader/labs/07_streams/versions: all jobs in one stream, a wait in every round, the other order
// of issue. A gate lies between naive and good, nearer to good; another way to write the same
// overlap changes a time by a few per cent. It is nearer to naive for the idle host of part 6,
// since tiles may take turns in another way (248 us), and in part 10 (a right version: 415 us); and
// about in the middle in parts 4 and 7. In part 7 only the order is free: margins of 6 to 8% are
// enough.
//
// In the counted cases, copying a piece takes 20 us (2^18 words at 55 GB/s, and 1.5 us of the
// copy engine), and the kernel takes 16 us. If copies in, kernels and copies out overlap, the
// copies decide: 20 us per piece. Without overlap the times add up, and the 12 us that pass until
// one engine learns that another has ended.
#include "grader/suite.h"

#include "common/contracts/07_streams.h"
#include "room.h"

static const Item streams_serial_items[] = {
    ITEM_RIGHT("right", "all words advanced", 4, .slide = "07.2"),
    ITEM_SAFE(SAFE_ORDER, 1, .slide = "07.2"),
    ITEM_GATES("copies", "one copy in each direction", 1, .slide = "07.2",
               .gate = {GATE_MOST(COPIES_US, "microseconds of copies", .naive = 809, .good = 606,
                                  .gate = 650)}),
    ITEMS_END,
};

static const Item overlap_items[] = {
    ITEM_RIGHT("right", "the device's words and the host's words", 4, .slide = "07.3"),
    ITEM_SAFE(SAFE_ORDER, 1, .slide = "07.3"),
    ITEM_GATES(
        "overlap", "the host works while the kernels run", 4, .slide = "07.3",
        .gate = {GATE_MOST(TOTAL_US, "microseconds in all", .naive = 632, .good = 445, .gate = 510),
                 GATE_LEAST_PER(ALL_JOBS_US, TOTAL_US, "jobs at once, on average", .naive = 0.92,
                                .good = 1.31, .gate = 1.15)}),
    ITEMS_END,
};

static const Item streams_three_items[] = {
    ITEM_RIGHT("right", "all pieces, for any length", 5, .slide = "07.4"),
    ITEM_SAFE(SAFE_ORDER, 4, .slide = "07.9"),
    ITEM_GATES("ways", "copies in, kernels and copies out overlap", 4, .slide = "07.7",
               .gate = {GATE_MOST(TOTAL_US, "microseconds in all", .naive = 1147, .good = 438,
                                  .gate = 620),
                        GATE_LEAST_PER(ALL_JOBS_US, TOTAL_US, "jobs at once, on average",
                                       .naive = 0.8, .good = 2.21, .gate = 1.55)}),
    ITEMS_END,
};

static const Item four_items[] = {
    ITEM_RIGHT("right", "the device's pieces and the host's share", 4, .slide = "07.6"),
    ITEM_SAFE(SAFE_ORDER, 3, .slide = "07.9"),
    ITEM_GATES(
        "ways", "the host computes its share at the same time", 3, .slide = "07.6",
        .gate = {GATE_MOST(TOTAL_US, "microseconds in all", .naive = 630, .good = 380, .gate = 510),
                 GATE_LEAST_PER(ALL_JOBS_US, TOTAL_US, "jobs at once, on average", .naive = 1.68,
                                .good = 2.79, .gate = 2.05),
                 GATE_LEAST(HOST_US, "microseconds of the host's own work", .naive = 0, .good = 250,
                            .gate = 200)}),
    ITEMS_END,
};

static const Item events_items[] = {
    ITEM_RIGHT("right", "all pieces, through a few slots", 5, .group = "pieces", .slide = "07.10"),
    ITEM_RIGHT("timing", "a time measured with events", 3, .group = "timing", .slide = "07.11"),
    ITEM_SAFE(SAFE_ORDER, 3, .slide = "07.10"),
    ITEM_GATES(
        "ways", "the three streams overlap", 3, .group = "pieces", .slide = "07.10",
        .gate = {GATE_MOST(TOTAL_US, "microseconds in all", .naive = 829, .good = 520, .gate = 620),
                 GATE_LEAST_PER(ALL_JOBS_US, TOTAL_US, "jobs at once, on average", .naive = 1.17,
                                .good = 1.86, .gate = 1.6)}),
    ITEMS_END,
};

static const Item dgemm_items[] = {
    ITEM_RIGHT("right", "the product, exact, in one to four ways", 5, .slide = "07.12"),
    ITEM_SAFE(SAFE_ORDER, 3, .slide = "07.9"),
    ITEM_GATES("two", "two desks overlap", 2, .group = "two", .slide = "07.13",
               .gate = {GATE_MOST(TOTAL_US, "microseconds for ways=2", .naive = 531, .good = 315,
                                  .gate = 380)}),
    ITEM_GATES("three", "three desks hide the copies", 3, .group = "three", .slide = "07.13",
               .gate = {GATE_MOST(TOTAL_US, "microseconds for ways=3", .naive = 566, .good = 283,
                                  .gate = 340)}),
    ITEM_GATES("four", "the host computes tiles at the same time", 3, .group = "four",
               .slide = "07.13",
               .gate = {GATE_MOST(HOST_IDLE_US,
                                  "microseconds for ways=4 in which the host computes nothing",
                                  .naive = 268, .good = 209, .gate = 257),
                        GATE_MOST(TOTAL_US, "microseconds for ways=4", .naive = 566, .good = 279,
                                  .gate = 400),
                        GATE_LEAST(HOST_US, "microseconds of the host's own work", .naive = 0,
                                   .good = 70, .gate = 65)}),
    ITEMS_END,
};

static const Item order_items[] = {
    ITEM_RIGHT("a", "case a, right", 1, .group = "a", .slide = "07.14"),
    ITEM_RIGHT("b", "case b, right", 1, .group = "b", .slide = "07.15"),
    ITEM_RIGHT("c", "case c, right", 1, .group = "c", .slide = "07.16"),
    ITEM_RIGHT("d", "case d, right", 1, .group = "d", .slide = "07.16"),
    ITEM_SAFE(SAFE_ORDER, 2, .slide = "07.20"),
    ITEM_GATES("a_order", "case a in the best order", 2, .group = "a", .slide = "07.14",
               .gate = {GATE_MOST(TOTAL_US, "microseconds of case a", .naive = 185, .good = 159,
                                  .gate = 172)}),
    ITEM_GATES("b_order", "case b in the best order", 2, .group = "b", .slide = "07.15",
               .gate = {GATE_MOST(TOTAL_US, "microseconds of case b", .naive = 109, .good = 93.5,
                                  .gate = 101)}),
    ITEM_GATES("c_order", "case c in the best order", 3, .group = "c", .slide = "07.16",
               .gate = {GATE_MOST(TOTAL_US, "microseconds of case c", .naive = 125, .good = 110.6,
                                  .gate = 118)}),
    ITEM_GATES("d_order", "case d in the best order", 3, .group = "d", .slide = "07.16",
               .gate = {GATE_MOST(TOTAL_US, "microseconds of case d", .naive = 253, .good = 195,
                                  .gate = 220)}),
    ITEMS_END,
};

static const Item question_items[] = {
    ITEM_RIGHT("stream0", "measured: what stream 0 blocks", 1, .group = "stream0",
               .slide = "07.17"),
    ITEM_RIGHT("window", "measured: what goes into the compute queue", 1, .group = "window",
               .slide = "07.17"),
    ITEM_SET("stream0_answers", "what stream 0 blocks", 3, .group = "stream0", .slide = "07.8",
             .set = {{"host_waits", "no"}, {"kernel_waits", "yes"}, {"nonblocking_waits", "no"}},
             .gate = {GATE_LEAST(LAUNCHES, "kernels", .naive = 0, .good = 2, .gate = 2),
                      GATE_LEAST(TO_DEVICE_US, "microseconds of copies to the device", .naive = 0,
                                 .good = 40.8, .gate = 35)}),
    ITEM_SET("window_answers", "what goes into the compute queue", 3, .group = "window",
             .slide = "07.17",
             .set = {{"memset_counts", "yes"}, {"copy_in_counts", "no"}, {"event_counts", "no"}},
             .gate = {GATE_LEAST(LAUNCHES, "kernels", .naive = 0, .good = 13, .gate = 13),
                      GATE_LEAST(TO_DEVICE_US, "microseconds of copies to the device", .naive = 0,
                                 .good = 1.65, .gate = 1.5),
                      GATE_LEAST(TO_HOST_US, "microseconds of copies to the host", .naive = 0,
                                 .good = 1.65, .gate = 1.5)}),
    ITEMS_END,
};

static const Item memory_items[] = {
    ITEM_RIGHT("pinned", "your own pinned memory, used in every round", 1, .group = "pinned",
               .slide = "07.5"),
    ITEM_RIGHT("managed", "managed memory", 1, .group = "managed", .slide = "07.18"),
    ITEM_RIGHT("pitched", "a window of an image", 1, .group = "pitched", .slide = "07.19"),
    ITEM_SAFE(SAFE_ORDER, 2, .slide = "07.20"),
    ITEM_GATES("pays", "pinned memory pays after some rounds", 1, .group = "pinned",
               .slide = "07.5",
               .gate = {GATE_MOST(TOTAL_US, "microseconds for 16 rounds", .naive = 3048,
                                  .good = 2042, .gate = 2500)}),
    ITEM_GATES(
        "pages", "managed memory moves without copies", 1, .group = "managed", .slide = "07.18",
        .gate = {GATE_MOST(COPIES_US, "microseconds of copies", .naive = 156, .good = 0, .gate = 1),
                 GATE_MOST(PINNED_SECTORS, "sectors of pinned memory", .naive = 2 * PINNED / 8,
                           .good = 0, .gate = 100)}),
    ITEM_GATES("rows", "every row begins at a sector; 2-D copies", 1, .group = "pitched",
               .slide = "07.19",
               .gate = {GATE_MOST(SECTORS_LOADED, .naive = 61250, .good = 50400, .gate = 53000),
                        GATE_MOST(COPIES_US, "microseconds of copies", .naive = 554, .good = 235,
                                  .gate = 350)}),
    ITEMS_END,
};

static const Item small_items[] = {
    ITEM_RIGHT("right", "every piece", 1, .slide = "07.6"),
    ITEM_SAFE(SAFE_ORDER, 1, .slide = "07.20"),
    ITEM_GATES("many", "more than four kernels at the same time", 2, .slide = "07.6",
               .gate = {GATE_MOST(TOTAL_US, "microseconds for 64 kernels", .naive = 798,
                                  .good = 307, .gate = 500),
                        GATE_LEAST(LAUNCHES, "kernels", .naive = 1, .good = 64, .gate = 60),
                        GATE_LEAST_PER(ALL_JOBS_US, TOTAL_US, "jobs at once, on average",
                                       .naive = 3.68, .good = 9.57, .gate = 5.8)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (labs/kit.h) ----

static const Lacking word_lacks[] = {AN_ARRAY,  ALL_TAKEN,   KERNELS_GIVEN,
                                     SAME_TYPE, NEW_RESULTS, LACKS_END};
static const Lacking in_place_lacks[] = {AN_ARRAY, ALL_TAKEN, KERNELS_GIVEN, SAME_TYPE, LACKS_END};
static const Lacking product_lacks[] = {
    LACKS(KINDS_shape, "the matrices are square"),
    ALL_TAKEN,
    KERNELS_GIVEN,
    SAME_TYPE,
    NEW_RESULTS,
    LACKS(KINDS_values,
          "the tiles are products of any numbers; the host code does not look at them"),
    LACKS(KIND_BIT(KIND_size_0) | KIND_BIT(KIND_size_1) | KIND_BIT(KIND_size_warp) |
              KIND_BIT(KIND_size_ragged),
          "n is a multiple of STREAMS_TILE"),
    LACKS(KIND_BIT(KIND_size_2_16),
          "elements are counted by rows and columns; 5 tiles a side are twice the work of 4"),
    LACKS_END};
static const Lacking order_lacks[] = {AN_ARRAY,
                                      ALL_TAKEN,
                                      KERNELS_GIVEN,
                                      SAME_TYPE,
                                      NEW_RESULTS,
                                      LACKS(KIND_BIT(KIND_size_0), "a piece has words"),
                                      LACKS(KIND_BIT(KIND_size_1), "there are two pieces or more"),
                                      LACKS_END};
static const Lacking small_lacks[] = {
    AN_ARRAY,
    ALL_TAKEN,
    KERNELS_GIVEN,
    SAME_TYPE,
    NEW_RESULTS,
    TOO_LONG,
    LACKS(KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16), "it would be thousands of kernels"),
    LACKS_END};
static const Lacking question_lacks[] = {LACKS(KINDS_all, "the experiments have no input"),
                                         LACKS_END};

static const Part streams_parts[] = {
    PART(1, "serial", "one thing at a time", "07.2", .items = streams_serial_items,
         .lacks = word_lacks),
    PART(2, "overlap", "kernels and the host", "07.3", .items = overlap_items,
         .lacks = in_place_lacks),
    PART(3, "three", "three ways, in four streams", "07.4", .items = streams_three_items,
         .lacks = word_lacks),
    PART(4, "four", "four ways", "07.6", .items = four_items, .lacks = word_lacks),
    PART(5, "events", "events", "07.10", .items = events_items, .lacks = in_place_lacks,
         .options = "memory=8M"),
    PART(6, "dgemm", "a product larger than the memory", "07.12", .items = dgemm_items,
         .lacks = product_lacks, .options = "memory=1M"),
    PART(7, "order", "the order of issue", "07.14", .items = order_items, .lacks = order_lacks,
         .options = "queue=single"),
    PART(8, "questions", "two questions", "07.17", .items = question_items, .lacks = question_lacks,
         .options = "queue=single", .gpu = SIMULATOR_ONLY),
    PART(9, "memory", "pinned, managed, pitched", "07.18", .items = memory_items,
         .lacks = in_place_lacks),
    PART(10, "small", "many small kernels", "07.6", .items = small_items, .lacks = small_lacks),
    PARTS_END,
};

const Lab lab_07_streams = {
    .name = "07_streams",
    .source = "streams.cu",
    .title = "Copies, kernels and the host at the same time",
    .minutes = 240,
    .parts = streams_parts,
    .draw = streams_draw,
    .demo = streams_demo,
    .diagnose = streams_diagnose,
    .answers = "answers.txt",
    .timeline = true,
    .opens = "streams",
    .told = "in the notes",
    .columns = {{"kernel us", KERNEL_US},
                {"to dev us", TO_DEVICE_US},
                {"to host us", TO_HOST_US},
                {"host us", HOST_US},
                {"ways", ALL_JOBS_US, TOTAL_US},
                {"Gflop/s", WORK, TOTAL_US}},
};
