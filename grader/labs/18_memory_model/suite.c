// suite.c - how lab 18 is judged: its parts, items and gates.
//
// Fences are counted as the program has them: fence.sc, fence.acq_rel, __threadfence(), of any
// scope. A store with memory_order_release and a load with memory_order_acquire are none.
#include "grader/suite.h"

#include "common/contracts/18_memory_model.h"
#include "room.h"

#define COUNT_FENCES FENCES, "fences (also those of accesses with seq_cst)"
#define COUNT_HANDED HANDED_BYTES, "bytes that blocks read and other blocks have written"
#define COUNT_UPDATES ATOMIC_SECTORS, "atomics that read and write a word"

// All messages of the counted case have gone from block to block: also the experiment of answers.
#define MESSAGE_BYTES (4.0 * MODEL_BLOCK * COUNTED_MESSAGES)
#define MESSAGES_PASSED \
    GATE_LEAST(COUNT_HANDED, .naive = 0, .good = MESSAGE_BYTES + 4.0 * COUNTED_MESSAGES, \
               .gate = MESSAGE_BYTES, .close = "the words of the messages, without the flags")

static const Item message_items[] = {
    ITEM_RIGHT("right", "every word of every message", 4, .group = "message"),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "18.5"),
    ITEM_GATES("order", "two fences a message are enough; a release and an acquire need none", 2,
               .group = "message", .slide = "18.6",
               .gate = {GATE_MOST(COUNT_FENCES, .naive = 4 * COUNTED_MESSAGES, .good = 0,
                                  .gate = 2 * COUNTED_MESSAGES,
                                  .close = "two fences are the other right way"),
                        MESSAGES_PASSED}),
    ITEM_SET("passing", "which messages may be torn", 3, .group = "message", .slide = "18.4",
             .set = {{"no_order", "yes"},
                     {"writer_only", "yes"},
                     {"both_sides", "no"},
                     {"block_scope", "yes"}},
             .gate = {MESSAGES_PASSED}),
    ITEM_SET("others", "what else two threads may see", 2, .group = "message", .slide = "18.7",
             .set = {{"buffering_release", "yes"},
                     {"buffering_fence", "no"},
                     {"same_word", "no"},
                     {"two_readers", "yes"}},
             .gate = {MESSAGES_PASSED}),
    ITEMS_END,
};

static const Item meet_items[] = {
    ITEM_RIGHT("right", "every total: at least one block sees the other", 5),
    ITEM_SAFE(SAFE_READS, 3, .slide = "18.9"),
    ITEM_GATES("plain", "loads, stores, and few fences", 4, .slide = "18.8",
               .gate = {GATE_MOST(COUNT_UPDATES, .naive = 2 * COUNTED_SUMS, .good = 0, .gate = 0),
                        GATE_MOST(COUNT_FENCES, .naive = 16 * COUNTED_SUMS,
                                  .good = 2 * COUNTED_SUMS, .gate = 6 * COUNTED_SUMS),
                        GATE_LEAST(COUNT_HANDED, .naive = 0, .good = 8 * COUNTED_SUMS,
                                   .gate = 4 * COUNTED_SUMS),
                        GATE_MOST(POLLS, "polls (neither block waits for the other)", .naive = 100,
                                  .good = 0, .gate = 0)}),
    ITEMS_END,
};

static const Item ticket_items[] = {
    ITEM_RIGHT("right", "every block, in the order of the tickets", 6),
    ITEM_SAFE(SAFE_READS, 4, .slide = "18.11"),
    ITEM_GATES(
        "turns", "one atomic a turn; who waits only loads", 4, .slide = "18.10",
        .gate = {GATE_MOST(COUNT_UPDATES, .naive = 20 * COUNTED_TILES, .good = COUNTED_TILES,
                           .gate = COUNTED_TILES, .close = "one is what the assignment asks for"),
                 GATE_MOST(COUNT_FENCES, .naive = 4 * COUNTED_TILES, .good = 0,
                           .gate = 2 * COUNTED_TILES,
                           .close = "two fences are the other right way"),
                 GATE_LEAST(COUNT_UPDATES ", at least", .naive = 0, .good = COUNTED_TILES,
                            .gate = COUNTED_TILES, .close = "one is what a ticket needs")}),
    ITEMS_END,
};

static const Item record_items[] = {
    ITEM_RIGHT("right", "every row whole, and the last one seen", 6),
    ITEM_SAFE(SAFE_READS, 4, .slide = "18.13"),
    ITEM_GATES(
        "quiet", "no lock: readers write nothing", 4, .slide = "18.12",
        .gate = {GATE_MOST(COUNT_UPDATES, .naive = 10000, .good = 0, .gate = 0),
                 GATE_MOST(SECTORS_WRITTEN, .naive = 10000, .good = 2700, .gate = 3600),
                 // The last row, once for each of 60 readers; `good`: and its version, twice.
                 GATE_LEAST(COUNT_HANDED, .naive = 0, .good = (8 + 4 * MODEL_ROW) * 60,
                            .gate = 4 * MODEL_ROW * 60)}),
    ITEMS_END,
};

static const Item ring_items[] = {
    // No item for the checkers: they do not know that the host waits by looking at a word.
    ITEM_RIGHT("right", "every number, in order", 7, .slide = "18.15"),
    ITEM_GATES("order", "the kernel's side of the ring is in order, for the host", 4,
               .slide = "18.14",
               .gate = {GATE_MOST(UNORDERED, "accesses that nothing orders with those of the host",
                                  .naive = 1000, .good = 0, .gate = 0)}),
    ITEM_GATES("ring", "one launch, no copies, no atomic that reads and writes", 3,
               .slide = "18.14",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 1000, .good = 1, .gate = 1),
                        GATE_MOST(COPIES, "copies", .naive = 1000, .good = 0, .gate = 0),
                        GATE_MOST(COUNT_UPDATES, .naive = 1000, .good = 0, .gate = 0),
                        // 1000 results, and `tail` at least once for each round of the ring.
                        GATE_LEAST(SECTORS_WRITTEN, .naive = 1000, .good = 2000,
                                   .gate = 1000 + 1000 / MODEL_RING)}),
    ITEMS_END,
};

static const Item queue_items[] = {
    ITEM_RIGHT("right", "every node, and an end", 6),
    ITEM_SAFE(SAFE_READS, 4, .slide = "18.17"),
    ITEM_GATES("atomics", "four atomics a node; who waits only loads", 4, .slide = "18.16",
               .gate = {GATE_PER(ATOMIC_SECTORS, WORK, "atomics that read and write, per node",
                                 .naive = 20, .good = 4.02, .gate = 4.6),
                        GATE_LEAST(LOADING_BLOCKS, "blocks that look for work", .naive = 1,
                                   .good = 65, .gate = 60)}),
    ITEMS_END,
};

static const Item scope_items[] = {
    ITEM_RIGHT("right", "every word, after every step", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "18.19"),
    ITEMS_END,
};

static const Item fences_items[] = {
    ITEM_RIGHT("right", "every running sum", 3),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "18.20"),
    ITEM_GATES("fences", "two fences a block are enough; a release and an acquire need none", 4,
               .slide = "18.21",
               .gate = {GATE_MOST(COUNT_FENCES, .naive = 20 * COUNTED_TILES, .good = 0,
                                  .gate = 2 * COUNTED_TILES,
                                  .close = "two fences are the other right way"),
                        GATE_LEAST(COUNT_HANDED, .naive = 0, .good = 8 * (COUNTED_TILES - 1),
                                   .gate = 4 * (COUNTED_TILES - 1))}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

#define FEW_BLOCKS \
    LACKS(KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16) | KIND_BIT(KIND_size_2_24), \
          "all blocks run at the same time")
#define WHOLE_TILES \
    LACKS(KIND_BIT(KIND_size_1) | KIND_BIT(KIND_size_warp) | KIND_BIT(KIND_size_ragged), \
          "whole blocks of words")
#define ANY_VALUES LACKS(KINDS_values, "the words are passed on, not computed with")

static const Lacking pair_lacks[] = {AN_ARRAY,    ALL_TAKEN,   NO_IDLE,  FEW_BLOCKS,
                                     WHOLE_TILES, NEW_RESULTS, LACKS_END};
static const Lacking ticket_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, FEW_BLOCKS, LACKS_END};
static const Lacking rows_lacks[] = {
    AN_ARRAY,   ALL_TAKEN,   NO_IDLE,     ANY_VALUES,
    FEW_BLOCKS, WHOLE_TILES, NEW_RESULTS, LACKS(KIND_BIT(KIND_size_0), "there is a row to read"),
    LACKS_END};
static const Lacking ring_lacks[] = {
    AN_ARRAY,    ALL_TAKEN,
    NO_IDLE,     FEW_BLOCKS,
    NEW_RESULTS, LACKS(KIND_BIT(KIND_size_ragged) | KIND_BIT(KIND_overlap), "one thread takes all"),
    LACKS_END};
static const Lacking forest_lacks[] = {
    AN_ARRAY,
    ALL_TAKEN,
    LACKS(KINDS_values, "a forest has no values"),
    LACKS(KIND_BIT(KIND_size_ragged), "one thread of a block works"),
    FEW_BLOCKS,
    NEW_RESULTS,
    LACKS_END};
static const Lacking steps_lacks[] = {AN_ARRAY,   ALL_TAKEN,   NO_IDLE,
                                      FEW_BLOCKS, WHOLE_TILES, LACKS_END};
static const Lacking scan_lacks[] = {AN_ARRAY,   ALL_TAKEN,   NO_IDLE,
                                     FEW_BLOCKS, NEW_RESULTS, LACKS_END};

static const Part memory_model_parts[] = {
    PART(PART_message, "message", "a message", "18.3", .items = message_items, .lacks = pair_lacks),
    PART(PART_meet, "meet", "at least one sees the other", "18.8", .items = meet_items,
         .lacks = pair_lacks),
    PART(PART_ticket, "ticket", "a lock that is fair", "18.10", .items = ticket_items,
         .lacks = ticket_lacks),
    PART(PART_record, "record", "a record without a lock", "18.12", .items = record_items,
         .lacks = rows_lacks),
    PART(PART_ring, "ring", "a ring between host and kernel", "18.14", .items = ring_items,
         .lacks = ring_lacks),
    PART(PART_queue, "queue", "a queue of work that ends", "18.16", .items = queue_items,
         .lacks = forest_lacks),
    PART(PART_scope, "scope", "a scope that is too narrow", "18.18", .items = scope_items,
         .lacks = steps_lacks),
    PART(PART_fences, "fences", "fences that nobody needs", "18.20", .items = fences_items,
         .lacks = scan_lacks),
    PARTS_END,
};

const Lab lab_18_memory_model = {
    .name = "18_memory_model",
    .source = "memory_model.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Words that blocks and the host share while they run",
    .minutes = 210,
    .parts = memory_model_parts,
    .draw = memory_model_draw,
    .demo = memory_model_demo,
    .diagnose = memory_model_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"blocks", BLOCKS},
                {"fences", FENCES},
                {"atomics", ATOMIC_SECTORS},
                {"barr/warp", BARRIERS, WARPS}},
    .answers = "answers.txt",
};
