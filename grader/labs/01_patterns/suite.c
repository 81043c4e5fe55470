// suite.c - how lab 01 is judged: its parts, items and gates.
//
// The gates' numbers were counted on the counted cases below. When the 32 lanes of a warp access
// neighbouring words of 4 bytes, that is one request for 4 sectors of 32 bytes; when the words
// are far apart, it is one request for 32 sectors. So the sectors per request tell which lane
// takes which element:
//   - maps and transposes: 4 for the good version, 32 for the bad one.
//   - the blur reads bytes: 32 neighbours are 1 sector, or 2 if they do not begin at a multiple
//     of 32; blocks of 16 x 16 threads need up to 4, columns 32.
//   - if only one thread of each warp works, the sectors per request are few, but there are 32
//     times as many requests: so the requests have a bound, too. The stencil's bound allows a
//     version that also loads the element itself.
//   - the stencil: 4 for the rows above and below, 5 to the left and right; border elements need
//     fewer.
//   - further requests, of few sectors each, do not lower an average: .most is what the work needs.
#include "grader/labs/questions.h"
#include "grader/suite.h"

#include "common/contracts/01_patterns.h"
#include "room.h"

static const Item query_items[] = {
    ITEM_RIGHT("figures", "the figures that the runtime reports", 4, .group = "figures"),
    ITEM_RIGHT("peak", "the peak bandwidth", 4, .group = "peak"),
    ITEMS_END,
};

static const Item map_items[] = {
    ITEM_RIGHT("right", "every element, and no other memory", 6),
    ITEM_SAFE(SAFE_READS, 3, .slide = "01.7"),
    ITEM_GATES("threads", "one thread per element, in whole warps", 2, .slide = "01.5",
               .gate = {GATE_MOST(COUNT_LAUNCHES, .naive = COUNTED / 1024, .good = 1, .gate = 1),
                        GATE_MOST(COUNT_REQUESTS, .naive = COUNTED, .good = COUNTED / 32,
                                  .gate = 1.1 * (COUNTED / 32)),
                        GATE_PER(READ_SECTORS, READ_REQUESTS,
                                 "32-byte sectors per load request that is needed", .naive = 32,
                                 .good = 4, .gate = 4.1, .most = 1.1 * (COUNTED / 32)),
                        GATE_PER(WRITTEN_SECTORS, WRITE_REQUESTS,
                                 "32-byte sectors per store request that is needed", .naive = 32,
                                 .good = 4, .gate = 4.1, .most = 1.1 * (COUNTED / 32)),
                        GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 4, .gate = 16)}),
    ITEM_ANSWER("launched", "threads launched for 1000 elements", 1, .ask = ask_threads_launched,
                .want = "1024", .slide = "01.6"),
    ITEMS_END,
};

static const Item few_items[] = {
    ITEM_RIGHT("right", "every element, with few threads", 5),
    ITEM_SAFE(SAFE_READS, 2, .slide = "01.7"),
    ITEM_GATES("coalesced", "a warp accesses neighbouring elements", 4, .slide = "01.13",
               .gate = {GATE_MOST(COUNT_REQUESTS, .naive = COUNTED, .good = COUNTED / 32,
                                  .gate = 1.1 * (COUNTED / 32)),
                        GATE_PER(READ_SECTORS, READ_REQUESTS,
                                 "32-byte sectors per load request that is needed", .naive = 32,
                                 .good = 4, .gate = 4.1, .most = 1.1 * (COUNTED / 32)),
                        GATE_PER(WRITTEN_SECTORS, WRITE_REQUESTS,
                                 "32-byte sectors per store request that is needed", .naive = 32,
                                 .good = 4, .gate = 4.1, .most = 1.1 * (COUNTED / 32))}),
    ITEM_GATES("blocks", "as many blocks as the caller asks for", 1, .slide = "01.8",
               .gate = {GATE_MOST(BLOCKS, "blocks", .naive = COUNTED / MAP_BLOCK, .good = FEW,
                                  .gate = FEW),
                        GATE_LEAST(LOADING_BLOCKS, "blocks that load elements", .naive = 1,
                                   .good = FEW, .gate = FEW)}),
    ITEMS_END,
};

static const Item blur_items[] = {
    ITEM_RIGHT("right", "every pixel, also at the edges", 10),
    ITEM_SAFE(SAFE_READS, 4, .slide = "01.7"),
    ITEM_GATES("rows", "a warp reads along rows", 4, .slide = "01.15",
               .gate = {GATE_MOST(COUNT_REQUESTS, .naive = 32 * 60000, .good = 60000,
                                  .gate = 1.25 * 60000),
                        GATE_PER(READ_SECTORS, READ_REQUESTS,
                                 "32-byte sectors per load request that is needed", .naive = 32,
                                 .good = 1.72, .gate = 4, .most = 1.1 * 60000),
                        GATE_PER(WRITTEN_SECTORS, WRITE_REQUESTS,
                                 "32-byte sectors per store request that is needed", .naive = 32,
                                 .good = 1, .gate = 4, .most = 1.1 * 2400),
                        GATE_MOST(BUSIEST_THREAD, .naive = 25 * SCENE, .good = 25, .gate = 100)}),
    ITEMS_END,
};

static const Item scatter_items[] = {
    ITEM_RIGHT("move", "one value for each place", 4, .group = "move"),
    ITEM_RIGHT("mark", "several stores to one place, all of the same value", 3, .group = "mark"),
    ITEM_RIGHT("max", "several values for one place, the largest stays", 3, .group = "max",
               .slide = "01.17"),
    ITEM_SAFE(SAFE_READS, 2, .slide = "01.17"),
    ITEM_GATES("plain", "no atomics where none are needed", 2, .group = "mark", .slide = "01.17",
               .gate = {GATE_MOST(GLOBAL_ATOMICS, "global atomics (warp instructions)",
                                  .naive = COUNTED / 32, .good = 0, .gate = 0),
                        GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 4, .gate = 32)}),
    ITEM_GATES("values", "one thread per value", 1, .group = "max", .slide = "01.17",
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 8 * COUNTED, .good = 8, .gate = 32)}),
    ITEM_GATES("reads", "a warp reads neighbouring elements", 1, .group = "move", .slide = "01.16",
               .gate = {GATE_MOST(COUNT_REQUESTS, .naive = 2 * COUNTED, .good = 2 * COUNTED / 32,
                                  .gate = 1.1 * (2 * COUNTED / 32)),
                        GATE_PER(READ_SECTORS, READ_REQUESTS,
                                 "32-byte sectors per load request that is needed", .naive = 32,
                                 .good = 4, .gate = 4.1, .most = 1.1 * (2 * COUNTED / 32)),
                        GATE_MOST(BUSIEST_THREAD, .naive = 8 * COUNTED, .good = 8, .gate = 32)}),
    ITEMS_END,
};

static const Item stencil_two_items[] = {
    ITEM_RIGHT("right", "both steps, exact", 6),
    ITEM_SAFE(SAFE_READS, 3, .slide = "01.19"),
    ITEM_GATES(
        "rows", "a warp works along rows", 3, .slide = "01.18",
        .gate = {GATE_MOST(COUNT_REQUESTS, .naive = 32 * 17304, .good = 17304, .gate = 1.5 * 17304),
                 GATE_PER(READ_SECTORS, READ_REQUESTS,
                          "32-byte sectors per load request that is needed", .naive = 32,
                          .good = 4.23, .gate = 5.6, .most = 1.1 * (1.4 * 17304)),
                 GATE_PER(WRITTEN_SECTORS, WRITE_REQUESTS,
                          "32-byte sectors per store request that is needed", .naive = 32,
                          .good = 3.4, .gate = 5.6, .most = 1.1 * (1.4 * 5112)),
                 GATE_MOST(BUSIEST_THREAD, .naive = 16 * SIDE * SIDE, .good = 32, .gate = 80)}),
    ITEMS_END,
};

static const Item transpose_naive_items[] = {
    ITEM_RIGHT("reading", "transposed by the version that reads rows", 3, .group = "reading"),
    ITEM_RIGHT("writing", "transposed by the version that writes rows", 3, .group = "writing"),
    ITEM_SAFE(SAFE_READS, 1, .slide = "01.7"),
    ITEM_GATES(
        "reads", "the first version reads along rows", 2, .group = "reading", .slide = "01.20",
        .gate = {GATE_MOST(COUNT_REQUESTS, .naive = SIDE * SIDE, .good = SIDE * SIDE / 32,
                           .gate = 1.1 * (SIDE * SIDE / 32)),
                 GATE_PER(READ_SECTORS, READ_REQUESTS,
                          "32-byte sectors per load request that is needed", .naive = 32, .good = 4,
                          .gate = 4.1, .most = 1.1 * (SIDE * SIDE / 32)),
                 GATE_MOST(BUSIEST_THREAD, .naive = 4 * SIDE * SIDE, .good = 4, .gate = 32)}),
    ITEM_GATES(
        "writes", "the second version writes along rows", 2, .group = "writing", .slide = "01.20",
        .gate = {GATE_MOST(COUNT_REQUESTS, .naive = SIDE * SIDE, .good = SIDE * SIDE / 32,
                           .gate = 1.1 * (SIDE * SIDE / 32)),
                 GATE_PER(WRITTEN_SECTORS, WRITE_REQUESTS,
                          "32-byte sectors per store request that is needed", .naive = 32,
                          .good = 4, .gate = 4.1, .most = 1.1 * (SIDE * SIDE / 32)),
                 GATE_MOST(BUSIEST_THREAD, .naive = 4 * SIDE * SIDE, .good = 4, .gate = 32)}),
    ITEM_ANSWER(
        "column_store", "sectors per request: the stores of the first version", 1,
        .group = "reading", .slide = "01.20",
        .gate = {GATE_IS(STORE_SECTORS, STORE_REQUESTS, "the stores of the first version", 32)}),
    ITEMS_END,
};

static const Item pick_items[] = {
    ITEM_ANSWER("stride_0", "sectors per request: all lanes load the same word", 1,
                .group = "stride_0", .slide = "01.12",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "all lanes load the same word", 1)}),
    ITEM_ANSWER("stride_2", "sectors per request: every second word", 1, .group = "stride_2",
                .slide = "01.12",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "every second word", 8)}),
    ITEM_ANSWER("stride_3", "sectors per request: every third word", 1, .ask = ask_sectors_stride,
                .group = "stride_3", .slide = "01.12",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "every third word", 12)}),
    ITEM_ANSWER("stride_4", "sectors per request: every fourth word", 1, .ask = ask_sectors_stride,
                .group = "stride_4", .slide = "01.12",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "every fourth word", 16)}),
    ITEM_ANSWER("stride_8", "sectors per request: every eighth word", 1, .group = "stride_8",
                .slide = "01.12",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "every eighth word", 32)}),
    ITEM_ANSWER("stride_32", "sectors per request: every 32nd word", 1, .group = "stride_32",
                .slide = "01.12",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "every 32nd word", 32)}),
    ITEM_ANSWER(
        "offset_1", "sectors per request: 32 neighbouring words, from word 1 on", 1,
        .ask = ask_sectors_offset, .group = "offset_1", .slide = "01.12",
        .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "32 neighbouring words, from word 1 on", 5)}),
    ITEM_ANSWER(
        "offset_8", "sectors per request: 32 neighbouring words, from word 8 on", 1,
        .group = "offset_8", .slide = "01.12",
        .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "32 neighbouring words, from word 8 on", 4)}),
    ITEM_ANSWER("bytes", "sectors per request: 32 neighbouring bytes", 1, .group = "bytes",
                .slide = "01.15",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "32 neighbouring bytes", 1)}),
    ITEM_ANSWER(
        "wide", "sectors per request: 32 neighbouring elements of 16 bytes", 1,
        .ask = ask_sectors_wide, .group = "wide", .slide = "01.12",
        .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS, "32 neighbouring elements of 16 bytes", 16)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

static const Lacking query_lacks[] = {LACKS(KINDS_all, "there is one machine, and no input"),
                                      LACKS_END};
static const Lacking map_lacks[] = {AN_ARRAY,    ALL_TAKEN, NOT_SHARED,
                                    NEW_RESULTS, NO_IDLE,   LACKS_END};
static const Lacking few_lacks[] = {AN_ARRAY,    ALL_TAKEN, NOT_SHARED,
                                    NEW_RESULTS, NOT_2_24,  LACKS_END};
static const Lacking blur_lacks[] = {ALL_TAKEN, NOT_SHARED,   NEW_RESULTS, NO_IDLE,
                                     NOT_2_24,  NO_NEGATIVES, LACKS_END};
static const Lacking scatter_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, LACKS_END};
static const Lacking stencil_lacks[] = {ALL_TAKEN, NEW_RESULTS, NO_IDLE,
                                        NO_WINDOW, NOT_2_24,    LACKS_END};
static const Lacking transpose_lacks[] = {ALL_TAKEN, NOT_SHARED, NEW_RESULTS, NO_IDLE,
                                          NO_WINDOW, NOT_2_24,   LACKS_END};
static const Lacking pick_lacks[] = {LACKS(KINDS_all, "the kernel is given"), LACKS_END};

static const Lacking program_lacks[] = {LACKS(KINDS_all, "a number is the only input"), LACKS_END};

// The program comes first: its number is the last one, since it is the newest part.
static const Part patterns_parts[] = {
    PART(PART_program, "program", "a whole program", "01.10", .items = patterns_program_items,
         .lacks = program_lacks, .file = FILE_program),
    PART(1, "query", "what machine is this?", "01.3", .items = query_items, .lacks = query_lacks,
         .on_host = true, .gpu = "NVIDIA H200"),
    PART(2, "map", "map: one thread per element", "01.4", .items = map_items, .lacks = map_lacks),
    PART(3, "few", "map: few threads, whole warps", "01.8", .items = few_items, .lacks = few_lacks),
    PART(4, "blur", "gather: blur a picture", "01.15", .items = blur_items, .lacks = blur_lacks),
    PART(5, "scatter", "scatter, with and without collisions", "01.16", .items = scatter_items,
         .lacks = scatter_lacks),
    PART(6, "stencil", "stencil: two steps, two launches", "01.18", .items = stencil_two_items,
         .lacks = stencil_lacks),
    PART(7, "transpose", "transpose: two naive versions", "01.20", .items = transpose_naive_items,
         .lacks = transpose_lacks),
    PART(8, "predict", "what does an access cost?", "01.12", .items = pick_items,
         .lacks = pick_lacks),
    PARTS_END,
};

const Lab lab_01_patterns = {
    .name = "01_patterns",
    .source = "patterns.cu",
    .program = "program.cu",
    .title = "Your first kernels: which thread takes which element, and what it costs",
    .minutes = 180,
    .parts = patterns_parts,
    .draw = patterns_draw,
    .demo = patterns_demo,
    .diagnose = patterns_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"blocks", BLOCKS},
                {"ld request", LOAD_REQUESTS},
                {"sec/ld req", LOAD_SECTORS, LOAD_REQUESTS},
                {"sec/st req", STORE_SECTORS, STORE_REQUESTS},
                {"atomics", GLOBAL_ATOMICS},
                {"GB/s", WORK, KERNEL_US}},
    .answers = "answers.txt",
};
