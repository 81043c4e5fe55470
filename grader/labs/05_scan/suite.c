// suite.c - how lab 05 is judged: its parts, items and gates.
//
// Gates are written naive / good / gate. There are two kinds:
//
// Work. add() of the lab's file calls count_event(0), so sim__pmevent0.sum is the number of
// additions of elements. The counted case of parts 1 to 5 is a sweep over n = 16, 32 ... 1024,
// so that work which does not shrink with n is seen. The bounds are on both sides: with more
// additions it is another algorithm, with fewer some additions do not call add().
//
//   n                  16    32    64   128   256   512  1024   together
//   serial             15    31    63   127   255   511  1023       2025
//   Hillis-Steele      49   129   321   769  1793  4097  9217      16375
//   Blelloch           30    62   126   254   510  1022  2046       4050
//   Brent-Kung         26    57   120   247   502  1013  2036       4001
//
// These numbers are exact, so the gates have no margin. Only Blelloch's tree may leave out its
// root, which saves two additions per call. What is really added has a margin: the compiler removes
// an addition of a constant 0, and may add in idle lanes, too. The elements are in shared memory:
// each is stored there once, perhaps two by one instruction.
//
// Traffic. From part 6 on, memory decides: sectors of 32 bytes, per array of 2^17 ints (16384
// sectors). Three kernels move four arrays, reduce and scan three, one pass two. Totals of tiles
// and status words add less than 2%; the gates leave 8 to 10%. Part 7, with 64 tiles: 64 totals are
// stored, and again 8 sectors of sums; 8 sectors are loaded, and a total by each of 8 warps in 63
// blocks. Part 8: a ticket and two status words for each tile, 192; 416 sectors of 32 status words
// or fewer, for a tile after 32 others 8 if its number is a multiple of 4, else 9.
#include "grader/suite.h"

#include "common/contracts/05_scan.h"
#include "room.h"

// ---- parts, items, gates ------------------------------------------------------------

#define LABEL_ADDITIONS "additions, n = 16 to 1024 together"
#define LABEL_ADD_CALLS "additions by add(), no plain +, n = 16 to 1024 together"
#define LABEL_ADDED "elements really added, n = 16 to 1024 together"

// One thread that adds up the totals of all tiles loads at least this.
#define ALL_TOTALS (4 * COUNTED / TILE)

static const Item scan_serial_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 2, .group = "inclusive"),
    ITEM_RIGHT("exclusive", "exclusive scan", 1, .group = "exclusive"),
    ITEM_SAFE(SAFE_BARRIERS, 1),
    ITEM_GATES(
        "additions", "n - 1 additions", 1, .slide = "05.3",
        .gate = {GATE_MOST(EVENTS_0, LABEL_ADDITIONS, .naive = 2032, .good = 2025, .gate = 2025),
                 GATE_LEAST(EVENTS_0, LABEL_ADD_CALLS, .naive = 0, .good = 2025, .gate = 2025),
                 GATE_MOST(ELEMENTS_ADDED, LABEL_ADDED,
                           .naive = 2032 > 1.2 * 2025 ? 2032 : 8 * 2025, .good = 2025,
                           .gate = 1.1 * 2025),
                 GATE_LEAST(ELEMENTS_ADDED, LABEL_ADDED ", at least", .naive = 0, .good = 2025,
                            .gate = 0.9 * 2025)}),
    ITEMS_END,
};

static const Item hillis_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 3, .group = "inclusive"),
    ITEM_RIGHT("exclusive", "exclusive scan", 2, .group = "exclusive"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "05.7"),
    ITEM_GATES(
        "steps", "n log2 n - (n - 1) additions in log2 n steps, one barrier per step", 3,
        .slide = "05.6",
        .gate = {GATE_MOST(EVENTS_0, LABEL_ADDITIONS, .naive = 20416, .good = 16375, .gate = 16375),
                 GATE_LEAST(EVENTS_0, LABEL_ADD_CALLS, .naive = 0, .good = 16375, .gate = 16375),
                 GATE_MOST(ELEMENTS_ADDED, LABEL_ADDED,
                           .naive = 20416 > 1.2 * 16375 ? 20416 : 8 * 16375, .good = 16375,
                           .gate = 1.1 * 16375),
                 GATE_LEAST(ELEMENTS_ADDED, LABEL_ADDED ", at least", .naive = 0, .good = 16375,
                            .gate = 0.9 * 16375),
                 GATE_MOST(MOST_BARRIERS, "barriers per warp, n = 1024", .naive = 20, .good = 10,
                           .gate = 13),
                 GATE_LEAST(SHARED_STORES, "shared stores (warp instructions)", .naive = 0,
                            .good = 577, .gate = 30)}),
    ITEMS_END,
};

static const Item in_place_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 4, .group = "inclusive"),
    ITEM_SAFE(SAFE_BARRIERS, 4),
    ITEMS_END,
};

static const Item blelloch_items[] = {
    ITEM_RIGHT("exclusive", "exclusive scan", 4, .group = "exclusive"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "05.7"),
    ITEM_GATES(
        "additions", "2n - 2 additions, in 2 log2 n steps", 3, .slide = "05.3",
        .gate = {GATE_MOST(EVENTS_0, LABEL_ADDITIONS, .naive = 16375, .good = 4050, .gate = 4050),
                 GATE_LEAST(EVENTS_0, LABEL_ADD_CALLS, .naive = 0, .good = 4050, .gate = 4036),
                 GATE_MOST(ELEMENTS_ADDED, LABEL_ADDED, .naive = 16375, .good = 4050,
                           .gate = 1.1 * 4050),
                 GATE_LEAST(ELEMENTS_ADDED, LABEL_ADDED ", at least", .naive = 0, .good = 4050,
                            .gate = 0.9 * 4050),
                 GATE_MOST(MOST_BARRIERS, "barriers per warp, n = 1024", .naive = 40, .good = 21,
                           .gate = 24),
                 GATE_LEAST(SHARED_STORES, "shared stores (warp instructions)", .naive = 0,
                            .good = 346, .gate = 30)}),
    ITEMS_END,
};

static const Item brent_kung_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 4, .group = "inclusive"),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "05.7"),
    ITEM_GATES(
        "additions", "exactly 2n - 2 - log2 n additions", 4, .slide = "05.10",
        .gate = {GATE_MOST(EVENTS_0, LABEL_ADDITIONS, .naive = 16375, .good = 4001, .gate = 4001),
                 GATE_LEAST(EVENTS_0, LABEL_ADD_CALLS, .naive = 0, .good = 4001, .gate = 4001),
                 GATE_MOST(ELEMENTS_ADDED, LABEL_ADDED,
                           .naive = 16375 > 1.2 * 4001 ? 16375 : 8 * 4001, .good = 4001,
                           .gate = 1.1 * 4001),
                 GATE_LEAST(ELEMENTS_ADDED, LABEL_ADDED ", at least", .naive = 0, .good = 4001,
                            .gate = 0.9 * 4001),
                 GATE_LEAST(SHARED_STORES, "shared stores (warp instructions)", .naive = 0,
                            .good = 241, .gate = 30)}),
    ITEM_GATES(
        "threads", "consecutive threads work", 1,
        .gate = {GATE_PER(DIVERGENCE, LOADING_WARPS, "divergent branches per warp, on average",
                          .naive = 12, .good = 2.24, .gate = 5)}),
    ITEMS_END,
};

static const Item scan_three_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan, also above 4,194,304 elements", 5,
               .group = "inclusive"),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEMS_END,
};

static const Item hierarchical_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan of any length", 6, .group = "inclusive"),
    ITEM_SAFE(SAFE_BARRIERS, 2),
    ITEM_GATES(
        "traffic", "two loads and one store per element", 4,
        .gate = {GATE_MOST(MOVED_SECTORS, "32-byte sectors loaded and stored",
                           .naive = 4 * COUNTED_SECTORS, .good = 3 * COUNTED_SECTORS + 584,
                           .gate = 3.3 * COUNTED_SECTORS),
                 GATE_MOST(WRITTEN_SECTORS, "32-byte sectors stored", .naive = 2 * COUNTED_SECTORS,
                           .good = COUNTED_SECTORS + 72, .gate = 1.1 * COUNTED_SECTORS),
                 GATE_MOST(THREAD_LOADS, .naive = ALL_TOTALS, .good = 76,
                           .gate = 0.75 * ALL_TOTALS)}),
    ITEMS_END,
};

static const Item look_back_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan of any length", 6, .group = "inclusive"),
    ITEM_SAFE(SAFE_BARRIERS, 4, .slide = "05.16"),
    ITEM_GATES("pass", "one launch that loads and stores each element once", 4, .slide = "05.13",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = 3, .good = 1, .gate = 1),
                        GATE_MOST(MOVED_SECTORS, "32-byte sectors loaded and stored",
                                  .naive = 3 * COUNTED_SECTORS, .good = 2 * COUNTED_SECTORS + 608,
                                  .gate = 2.2 * COUNTED_SECTORS),
                        GATE_LEAST(LOADING_BLOCKS, "blocks that share the work", .naive = 1,
                                   .good = COUNTED / TILE, .gate = COUNTED / TILE / 2),
                        GATE_MOST(BLOCK_LOADS, .naive = 4 * COUNTED, .good = 4 * TILE + 260,
                                  .gate = 10 * TILE)}),
    ITEM_GATES("order", "tiles are numbered in the order in which they start", 1, .slide = "05.16",
               .gate = {GATE_LEAST_PER(USED_ATOMICS, BLOCKS,
                                       "atomics per block whose result is used: the ticket",
                                       .naive = 0, .good = 1, .gate = 1)}),
    ITEMS_END,
};

static const Item compact_items[] = {
    ITEM_RIGHT("kept", "the kept elements, in order, and their number", 5, .group = "kept"),
    ITEM_SAFE(SAFE_BARRIERS, 2),
    ITEM_GATES(
        "parallel", "many threads find the places, without atomics", 1,
        .gate = {GATE_PER(GLOBAL_ATOMICS, LOADING_BLOCKS, "global atomics per block", .naive = 8,
                          .good = 0, .gate = 1, .most = 1200),
                 GATE_MOST(THREAD_LOADS, .naive = 8 * COUNTED / 256, .good = 88, .gate = 1024)}),
    ITEMS_END,
};

static const Item area_items[] = {
    ITEM_RIGHT("table", "summed-area table", 3, .group = "table"),
    ITEM_RIGHT("filter", "box filter", 2, .group = "filter"),
    ITEM_SAFE(SAFE_BARRIERS, 1),
    ITEM_GATES("coalesced", "the lanes of a warp access neighbouring pixels", 1, .group = "table",
               .gate = {GATE_MOST(MOVED_SECTORS, "32-byte sectors loaded and stored",
                                  .naive = 90112, .good = 26624, .gate = 33280)}),
    ITEM_GATES(
        "corners", "four loads per pixel, for any radius", 1, .group = "filter",
        .gate = {GATE_PER(READ_REQUESTS, WARPS, "load requests per warp", .naive = 1156,
                          .good = 3.93, .gate = 6, .most = COUNTED_SIDE * COUNTED_SIDE / 32)}),
    ITEMS_END,
};

static const Item segmented_items[] = {
    ITEM_RIGHT("segments", "scans that start again at every head", 4, .group = "segments"),
    ITEM_SAFE(SAFE_BARRIERS, 2),
    ITEMS_END,
};

#define LACKS_LONG \
    { \
        KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16) | KIND_BIT(KIND_size_2_24), \
            "the array is that of one block" \
    }
static const Lacking lacks_of_serial[] = {
    AN_ARRAY,
    NEW_RESULTS,
    ALL_TAKEN,
    ONE_BLOCK,
    LACKS(KIND_BIT(KIND_size_2_24), "one thread would need seconds"),
    LACKS_END};
static const Lacking lacks_of_block[] = {AN_ARRAY,  NEW_RESULTS, ALL_TAKEN,
                                         ONE_BLOCK, LACKS_LONG,  LACKS_END};
static const Lacking lacks_of_three[] = {
    AN_ARRAY,
    NEW_RESULTS,
    ALL_TAKEN,
    SHARED_BY_LAUNCHES,
    LACKS(KIND_BIT(KIND_size_warp) | KIND_BIT(KIND_size_ragged) | KIND_BIT(KIND_idle) |
              KINDS_values,
          "the given kernels are right for such arrays"),
    LACKS(KIND_BIT(KIND_size_2_24), "what is wrong shows from 2^22 elements on"),
    LACKS_END};
static const Lacking lacks_of_any[] = {AN_ARRAY,           NEW_RESULTS, ALL_TAKEN,
                                       SHARED_BY_LAUNCHES, NOT_2_24,    LACKS_END};
static const Lacking lacks_of_look_back[] = {AN_ARRAY, NEW_RESULTS, ALL_TAKEN, NOT_2_24, LACKS_END};
static const Lacking lacks_of_fastest[] = {AN_ARRAY, NEW_RESULTS, LACKS_END};
static const Lacking lacks_of_chosen[] = {AN_ARRAY, NEW_RESULTS, SHARED_BY_LAUNCHES, NOT_2_24,
                                          LACKS_END};
static const Lacking lacks_of_area[] = {
    NEW_RESULTS,
    ALL_TAKEN,
    SHARED_BY_LAUNCHES,
    NO_NEGATIVES,
    LACKS(KIND_BIT(KIND_size_2_24), "a picture has fewer than 2^23 pixels"),
    LACKS_END};

static const Lacking lacks_of_program[] = {LACKS(KINDS_all, "the input is the arguments"),
                                           LACKS_END};

// A block takes one section, in logarithmically many steps. A thread that adds up a section is busy
// for more than three times as long as the solution's; a tree has two ways, up and down, and is
// longer.
#define STEPS 2.5
#define STEPS_UP_AND_DOWN 2

static const Part scan_parts[] = {
    PART(PART_serial, "serial", "one thread", "05.4", .items = scan_serial_items,
         .lacks = lacks_of_serial),
    PART(PART_hillis, "hillis", "Hillis-Steele, double buffered", "05.5", .items = hillis_items,
         .busiest = STEPS, .lacks = lacks_of_block),
    PART(PART_in_place, "in_place", "find the bug: in place", "05.7", .items = in_place_items,
         .busiest = STEPS, .lacks = lacks_of_block),
    PART(PART_blelloch, "blelloch", "Blelloch, exclusive", "05.8", .items = blelloch_items,
         .busiest = STEPS_UP_AND_DOWN, .lacks = lacks_of_block),
    PART(PART_brent_kung, "brent_kung", "Brent-Kung", "05.9", .items = brent_kung_items,
         .busiest = STEPS_UP_AND_DOWN, .lacks = lacks_of_block),
    PART(PART_three, "three", "find the bug: three kernels", "05.14", .items = scan_three_items,
         .lacks = lacks_of_three),
    PART(PART_hierarchical, "hierarchical", "any length: reduce, then scan", "05.13",
         .items = hierarchical_items, .lacks = lacks_of_any),
    PART(PART_look_back, "look_back", "one pass: decoupled look-back", "05.15",
         .items = look_back_items, .lacks = lacks_of_look_back),
    PART(PART_compact, "compact", "stream compaction", "05.18", .items = compact_items,
         .lacks = lacks_of_chosen, .uses = {PART_hierarchical}),
    PART(PART_area, "area", "summed-area table, box filter", "05.19", .items = area_items,
         .lacks = lacks_of_area),
    PART(PART_segmented, "segmented", "segmented scan", "05.20", .items = segmented_items,
         .lacks = lacks_of_chosen, .uses = {PART_hierarchical}),
    PART(PART_fastest, "fastest", "as fast as you can", "05.21", .items = scan_fastest_items,
         .file = FILE_fastest, .lacks = lacks_of_fastest),
    PART(PART_program, "program", "a program whose result has any length", "05.30",
         .items = scan_program_items, .lacks = lacks_of_program, .file = FILE_program),
    PARTS_END,
};

const Lab lab_05_scan = {
    .name = "05_scan",
    .source = "scan.cu",
    .fastest = "fastest.cu",
    .program = "program.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Running sums: inside a block, of any length, and what they are good for",
    .minutes = 330,
    .parts = scan_parts,
    .draw = scan_draw,
    .own = scan_own,
    .demo = scan_demo,
    .diagnose = scan_diagnose,
    .columns = {{"additions", EVENTS_0},
                {"launches", LAUNCHES},
                {"barr/warp", BARRIERS, WARPS},
                {"bank confl", CONFLICTS},
                {"ld sectors", SUM2(LOAD_SECTORS, BULK_READ)},
                {"st sectors", SUM2(STORE_SECTORS, BULK_WRITTEN)}},
    .told = "the notes",
};
