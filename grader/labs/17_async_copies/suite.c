// suite.c - how lab 17 is judged: its parts, items and gates.
//
// A block of the counted case of parts 1 to 5 has 16 rows of 4096 bytes. Bytes in flight are the
// mean over all copies of what was on its way into the block's shared memory when the copy began,
// its own bytes included: of a ring of four stages, three or four rows where one thread asks for
// whole rows, and half of that with cp.async, whose warps wait one after the other. A copy ends in
// the simulator when somebody waits for it. Barriers are those of the busiest warp: also its
// arrivals at barriers in shared memory, one for each row that a thread announces. Part 7 has no
// gate on bytes in flight: where each block brings a quarter of a row for all, which is right,
// fewer are in flight (3176 bytes) than where a row waits for the one before (4096): a quarter ends
// as soon as somebody looks at its barrier.
//
// Virtual time: one warp that computes for all costs twice as much or more.
#include "grader/suite.h"

#include "common/contracts/17_async_copies.h"
#include "grader/labs/questions.h"
#include "room.h"

enum {
    ROW_BYTES = ASYNC_ROW * 4,
    ROW_SECTORS = ROW_BYTES / 32,
    SECTORS = COUNTED_ROWS * ROW_SECTORS,
    SIDE_SECTORS = COUNTED_SIDE * COUNTED_SIDE / 8,
    SHARED_SECTORS = COUNTED_SHARED * ROW_SECTORS
};

#define GATE_READ_ONCE(sectors) \
    GATE_MOST(SECTORS_READ, .naive = 4 * (sectors), .good = sectors, .gate = 1.05 * (sectors))
#define GATE_BARRIERS(usual, most) \
    GATE_MOST(BARRIERS_PER_WARP, .naive = (most) + COUNTED_EACH, .good = usual, .gate = (most) + 3)
#define GATE_FLIGHT(usual, least) \
    GATE_LEAST(BYTES_IN_FLIGHT, "bytes in flight", .naive = ROW_BYTES, .good = usual, .gate = least)
#define GATE_SHARED(bytes) \
    GATE_PER(SHARED_BYTES, BLOCKS, "bytes of shared memory per block", .naive = 2 * (bytes), \
             .good = bytes, .gate = (bytes) + 512, .most = COUNTED_BLOCKS)
#define GATE_REGISTERS(usual, most) \
    GATE_MOST(REGISTERS, "registers per thread", .naive = 2 * (usual), .good = usual, .gate = most)
#define GATE_US(slow, usual, most) \
    GATE_MOST(KERNEL_US, "microseconds of virtual time", .naive = slow, .good = usual, .gate = most)
#define GATE_NO_CONFLICTS(naive_) GATE_MOST(COUNT_CONFLICTS, .naive = naive_, .good = 0, .gate = 0)
#define GATE_NO_LOADS \
    GATE_MOST(LOAD_REQUESTS, "load requests of threads", .naive = SECTORS / 4, .good = 0, .gate = 0)
#define GATE_NO_STORES \
    GATE_MOST(STORE_REQUESTS, "store requests of threads", .naive = SECTORS / 4, .good = 0, \
              .gate = 0)

static const Item hand_items[] = {
    ITEM_RIGHT("right", "every row, for any number of blocks", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "17.3"),
    ITEM_GATES("buffers", "two buffers, one barrier a row", 4, .slide = "17.4",
               .gate = {GATE_BARRIERS(COUNTED_EACH, COUNTED_EACH), GATE_READ_ONCE(SECTORS),
                        GATE_SHARED(2 * ROW_BYTES), GATE_REGISTERS(32, 48)}),
    ITEMS_END,
};

static const Item pipeline_items[] = {
    ITEM_RIGHT("right", "every row, for any number of blocks", 4),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "17.6"),
    ITEM_GATES("flight", "later rows on their way, one barrier a row", 5, .slide = "17.7",
               .gate = {GATE_FLIGHT(15 * ROW_BYTES / 8, 6 * ROW_BYTES / 4),
                        GATE_BARRIERS(COUNTED_EACH, COUNTED_EACH), GATE_READ_ONCE(SECTORS),
                        GATE_LEAST(SHARED_COPIES, "copies of 16 bytes a lane (of a warp), at least",
                                   .naive = 0, .good = SECTORS / 16, .gate = SECTORS / 16),
                        GATE_MOST(SHARED_COPIES, "copies of 16 bytes a lane (of a warp)",
                                  .naive = SECTORS / 4, .good = SECTORS / 16, .gate = SECTORS / 16),
                        GATE_US(22, 7.3, 8.5)}),
    ITEM_ANSWER("law", "bytes in flight that the memory needs", 2, .want = "20000",
                .ask = ask_flight_bytes, .slide = "17.2"),
    ITEMS_END,
};

static const Item barrier_items[] = {
    ITEM_RIGHT("right", "every row, for any number of blocks", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "17.9"),
    ITEM_GATES("bytes", "rows by the copy engine, counted in bytes", 3, .slide = "17.8",
               .gate = {GATE_NO_LOADS, GATE_READ_ONCE(SECTORS),
                        GATE_BARRIERS(2 * COUNTED_EACH, 2 * COUNTED_EACH),
                        GATE_SHARED(2 * ROW_BYTES), GATE_US(20, 6.4, 7.5)}),
    ITEM_ANSWER("uses", "how often a stage has been used before", 2, .want = "3",
                .ask = ask_stage_uses, .slide = "17.9"),
    ITEMS_END,
};

static const Item bulk_items[] = {
    ITEM_RIGHT("right", "every row, for any number of blocks", 4),
    ITEM_SAFE("no races, also between proxies; correct barriers", 4, .slide = "17.11"),
    ITEM_GATES(
        "engine", "rows come and go by the copy engine, four on their way", 5, .slide = "17.10",
        .gate = {GATE_NO_LOADS, GATE_NO_STORES, GATE_READ_ONCE(SECTORS),
                 GATE_FLIGHT(47 * ROW_BYTES / 16, 9 * ROW_BYTES / 4),
                 GATE_BARRIERS(2 * COUNTED_EACH + 1, 2 * COUNTED_EACH), GATE_US(27, 9.9, 11.8)}),
    ITEMS_END,
};

static const Item roles_items[] = {
    ITEM_RIGHT("right", "every row, for any number of blocks", 4),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "17.13"),
    ITEM_GATES("roles", "no warp waits for another one's row", 5, .slide = "17.12",
               .gate = {GATE_NO_LOADS, GATE_READ_ONCE(SECTORS),
                        GATE_FLIGHT(5 * ROW_BYTES / 2, 2 * ROW_BYTES),
                        GATE_BARRIERS(COUNTED_EACH + 1, COUNTED_EACH)}),
    ITEMS_END,
};

static const Item maps_items[] = {
    ITEM_RIGHT("right", "every matrix, also where a tile is beyond the edge", 5),
    ITEM_SAFE("no races, also between proxies; correct barriers", 3, .slide = "17.11"),
    ITEM_GATES("maps", "tiles by maps, no bank conflicts, no padding", 5, .slide = "17.15",
               .gate = {GATE_NO_LOADS, GATE_NO_STORES, GATE_READ_ONCE(SIDE_SECTORS),
                        GATE_NO_CONFLICTS(COUNTED_SIDE *COUNTED_SIDE / 32 * 31),
                        GATE_US(2.8, 2.16, 2.6)}),
    ITEM_ANSWER("column", "wavefronts of a column of a box", 2, .want = "8", .ask = ask_box_column,
                .slide = "17.15"),
    ITEMS_END,
};

static const Item multicast_items[] = {
    ITEM_RIGHT("right", "every row, by every filter", 5),
    ITEM_SAFE(SAFE_CLUSTERS, 3, .slide = "17.17"),
    ITEM_GATES("once", "a row is fetched once for four blocks", 5, .slide = "17.16",
               .gate = {GATE_MOST(SECTORS_READ, .naive = 4 * SHARED_SECTORS,
                                  .good = SHARED_SECTORS + COUNTED_CLUSTERS * 4 * 8 * 3, // weights
                                  .gate = 1.5 * SHARED_SECTORS)}),
    ITEMS_END,
};

// The experiment of the answers: the kernel without copies.
#define PLAIN_ROWS \
    .gate = {GATE_MOST(BARRIERS_PER_WARP, .naive = 2, .good = 1, .gate = 1), \
             GATE_READ_ONCE(SECTORS)}

static const Item each_items[] = {
    ITEM_RIGHT("right", "every row", 2, .group = "plain"),
    ITEM_SET("helps", "what a pipeline changes", 4, .group = "plain", .slide = "17.18",
             .set = {{"fewer_sectors", "no"},
                     {"one_row", "no"},
                     {"blocks_as_stages", "yes"},
                     {"full_memory", "no"}},
             PLAIN_ROWS),
    ITEM_SET("copies", "what the copy engine can and cannot do", 3, .group = "plain",
             .slide = "17.19",
             .set = {{"registers_held", "no"},
                     {"twelve_bytes", "no"},
                     {"used_once", "no"},
                     {"engine_adds", "yes"}},
             PLAIN_ROWS),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -----------------------

#define ROWS(others) \
    LACKS(KINDS_size & ~(KIND_BIT(KIND_size_0) | KIND_BIT(KIND_size_2_15) | (others)), \
          "a row has 1024 elements")
#define RINGS LACKS(KINDS_shape, "all rows have the same length")
static const Lacking rows_lacks[] = {
    ROWS(KIND_BIT(KIND_size_2_16)), RINGS, ALL_TAKEN, NOT_SHARED, NEW_RESULTS, LACKS_END};
static const Lacking each_lacks[] = {ROWS(KIND_BIT(KIND_size_2_16)),
                                     RINGS,
                                     ALL_TAKEN,
                                     NOT_SHARED,
                                     GIVEN_BLOCKS,
                                     NEW_RESULTS,
                                     LACKS_END};
static const Lacking filters_lacks[] = {ROWS(0),    RINGS,       ALL_TAKEN,
                                        NOT_SHARED, NEW_RESULTS, LACKS_END};
static const Lacking maps_lacks[] = {
    LACKS(KIND_BIT(KIND_size_1) | KIND_BIT(KIND_shape_row) | KIND_BIT(KIND_shape_column),
          "both sides are multiples of 4"),
    NOT_2_24,
    NO_WINDOW,
    ALL_TAKEN,
    NOT_SHARED,
    GIVEN_BLOCKS,
    NEW_RESULTS,
    LACKS_END};

static const Part async_copies_parts[] = {
    PART(PART_hand, "hand", "two buffers by hand", "17.4", .items = hand_items,
         .lacks = rows_lacks),
    PART(PART_pipeline, "pipeline", "cuda::pipeline", "17.6", .items = pipeline_items,
         .lacks = rows_lacks),
    PART(PART_barrier, "barrier", "a barrier that counts bytes", "17.8", .items = barrier_items,
         .lacks = rows_lacks),
    PART(PART_bulk, "bulk", "bulk copies in and out", "17.10", .items = bulk_items, .uses = {3},
         .lacks = rows_lacks),
    PART(PART_roles, "roles", "producer and consumer warps", "17.12", .items = roles_items,
         .uses = {3}, .lacks = rows_lacks),
    PART(PART_maps, "maps", "a tile by a tensor map", "17.14", .items = maps_items, .uses = {3},
         .lacks = maps_lacks),
    PART(PART_multicast, "multicast", "a row for all blocks of a cluster", "17.16",
         .items = multicast_items, .uses = {3}, .lacks = filters_lacks),
    PART(PART_each, "each", "where it does not help", "17.18", .items = each_items,
         .lacks = each_lacks),
    PART(PART_fastest, "fastest", "as fast as the memory", "17.20",
         .items = async_copies_fastest_items, .lacks = each_lacks, .file = FILE_fastest),
    PARTS_END,
};

const Lab lab_17_async_copies = {
    .name = "17_async_copies",
    .source = "async_copies.cu",
    .fastest = "fastest.cu",
    .title = "Copies on their way while threads compute: pipelines, byte counts, maps, clusters",
    .minutes = 240,
    .parts = async_copies_parts,
    .draw = async_copies_draw,
    .demo = async_copies_demo,
    .diagnose = async_copies_diagnose,
    .columns = {{"blocks", BLOCKS},
                {"in flight", BYTES_IN_FLIGHT},
                {"sectors", READ_SECTORS},
                {"ld req", LOAD_REQUESTS},
                {"st req", STORE_REQUESTS},
                {"conflicts", CONFLICTS},
                {"barr/warp", MOST_BARRIERS},
                {"registers", REGISTERS}},
    .answers = "answers.txt",
    .compute = 90,
    .alone = true,
    .nvcc_flags = "-code=sm_90a", // besides the PTX: how many registers ptxas takes
};
