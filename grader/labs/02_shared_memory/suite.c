// suite.c - how lab 02 is judged: its parts, items and gates.
//
// Gates are written naive / good / gate. The numbers were counted in the PTX that nvcc makes of
// the solution and of versions that miss the idea:
//
//   part 1, 16384 elements, 4 rounds    9 barriers per warp; 13 with a third barrier in every
//           round. 5 shared loads per warp; 0 if a thread loads its final value directly from
//           global memory. A shift by shuffles, in which only the last lanes use shared memory:
//           3.5.
//   part 2, 256 x 256   8192 sectors loaded and stored; without a tile 8192 and 65536.
//           Not bounded per request: a request of 16 bytes per lane rightly needs 16 sectors.
//   parts 3 and 4       conflicts per tile: 32 loads of a column, 31 conflicts each = 992;
//           the tile has 4096 bytes, with padding 4224.
//   part 5, 256 x 256   sectors for the 32 results of a warp: 12 rows of 36 elements
//           for 8 warps. A row that starts two elements before a sector needs 6 sectors;
//           its last 4 elements are another request, which needs one of the 6 again:
//           9.9 with the edges. Without the tile 40.
//   part 6, 128 x 128 x 128             a and b are loaded 8 times, 32768
//           sectors; without tiles 327680.
//   part 7                              loaded twice: 8192 sectors; 4 + 4 shared
//           loads for 16 multiplications: 32768 per warp, part 6 has 131072. Some good versions
//           fill a tile with 1024 conflicts (a transposed tile_a, read by 16 bytes; rows of
//           17 words): they lose only the one point for no conflicts at all.
//
// A gate allows other ways to write the same idea, and is far from the version that misses it.
#include "grader/labs/questions.h"
#include "grader/suite.h"

#include "common/contracts/02_shared_memory.h"
#include "room.h"

// ---- parts, items, gates ------------------------------------------------------------

enum {
    TILES = 256 / TILE_DIM * (256 / TILE_DIM), // of the counted transpose
    SHIFT_WARPS = 16384 / 32,                  // of the counted shift
    RESULT_WARPS = 256 * 256 / 32,             // of the counted stencil
    // Of the counted product: a warp's multiplications, and the sectors of a and b.
    PRODUCTS = COUNTED_SIDE * COUNTED_SIDE * COUNTED_SIDE / 32,
    BOTH_SECTORS = 2 * COUNTED_SIDE * COUNTED_SIDE * 4 / 32
};
#define SHARED_LOAD_COUNT "shared loads (warp instructions)"

#define GATE_COALESCED \
    GATE_MOST(SECTORS_LOADED, .naive = 1024 * TILES, .good = 128 * TILES, .gate = 160 * TILES), \
        GATE_MOST(SECTORS_STORED, .naive = 1024 * TILES, .good = 128 * TILES, \
                  .gate = 160 * TILES), \
        GATE_MOST(BUSIEST_BLOCK, .naive = 4096 * TILES, .good = 4096, .gate = 4 * 4096)
#define GATE_TILE_CONFLICTS GATE_MOST(COUNT_CONFLICTS, .naive = 992 * TILES, .good = 0, .gate = 0)
#define GATE_USES_TILE \
    GATE_LEAST(SHARED_LOADS, SHARED_LOAD_COUNT, .naive = 0, .good = 32 * TILES, .gate = 8 * TILES)

static const Item shift_items[] = {
    ITEM_RIGHT("right", "every tile shifted", 5),
    ITEM_SAFE(SAFE_BARRIERS, 4),
    ITEM_GATES("barriers", "two barriers per round, in shared memory", 3,
               .gate = {GATE_MOST(BARRIERS_PER_WARP, .naive = 13, .good = 9, .gate = 10),
                        GATE_LEAST(SHARED_LOADS, SHARED_LOAD_COUNT, .naive = 0,
                                   .good = 5 * SHIFT_WARPS, .gate = 2 * SHIFT_WARPS),
                        GATE_MOST(SECTORS_LOADED, .naive = 4 * 2048, .good = 2048, .gate = 2100),
                        GATE_MOST(BUSIEST_BLOCK, .naive = 4 * 16384, .good = 1024, .gate = 4096)}),
    ITEM_ANSWER("resident_1024", "blocks of 1024 threads that fit on one multiprocessor", 1,
                .want = "2", .slide = "02.5"),
    ITEM_ANSWER("resident_128", "blocks of 128 threads that fit on one multiprocessor", 1,
                .ask = ask_resident_blocks, .want = "16", .slide = "02.5"),
    ITEMS_END,
};

static const Item tile_transpose_items[] = {
    ITEM_RIGHT("right", "transposed", 5, .group = "tile"),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_GATES("coalesced", "loads and stores of whole sectors", 3,
               .gate = {GATE_COALESCED, GATE_USES_TILE}),
    ITEM_ANSWER("stride_2", "wavefronts per load: words 0, 2, 4 ... 62", 1, .group = "stride_2",
                .slide = "02.7",
                .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "words 0, 2, 4 ... 62", 2)}),
    ITEM_ANSWER("stride_3", "wavefronts per load: words 0, 3, 6 ... 93", 1, .ask = ask_waves_odd,
                .group = "stride_3", .slide = "02.7",
                .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "words 0, 3, 6 ... 93", 1)}),
    ITEM_ANSWER("stride_8", "wavefronts per load: words 0, 8, 16 ... 248", 1, .ask = ask_waves_even,
                .group = "stride_8", .slide = "02.7",
                .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "words 0, 8, 16 ... 248", 8)}),
    ITEM_ANSWER("stride_32", "wavefronts per load: words 0, 32, 64 ... 992", 1,
                .group = "stride_32", .slide = "02.7",
                .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "words 0, 32, 64 ... 992", 32)}),
    ITEM_ANSWER("stride_33", "wavefronts per load: words 0, 33, 66 ... 1023", 1,
                .ask = ask_waves_odd, .group = "stride_33", .slide = "02.7",
                .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "words 0, 33, 66 ... 1023", 1)}),
    ITEM_ANSWER("same_word", "wavefronts per load: all lanes the same word", 1,
                .group = "same_word", .slide = "02.7",
                .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "all lanes the same word", 1)}),
    ITEM_ANSWER("double_1", "wavefronts per load: 32 neighbouring doubles", 1, .group = "double_1",
                .slide = "02.8",
                .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "32 neighbouring doubles", 2)}),
    ITEM_ANSWER("tile_store", "wavefronts per store to the tile", 1, .slide = "02.10",
                .gate = {GATE_IS(STORE_WAVES, SHARED_STORES_MERGED,
                                 "wavefronts per store to the tile", 1)}),
    ITEM_ANSWER("tile_load", "wavefronts per load from the tile", 1, .slide = "02.10",
                .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED,
                                 "wavefronts per load from the tile", 32)}),
    ITEMS_END,
};

static const Item padded_items[] = {
    ITEM_RIGHT("right", "transposed", 3),
    ITEM_SAFE(SAFE_BARRIERS, 2),
    ITEM_GATES("conflicts", "no bank conflicts, whole sectors", 3,
               .gate = {GATE_TILE_CONFLICTS, GATE_COALESCED, GATE_USES_TILE}),
    ITEM_ANSWER("padded_store", "wavefronts per store to the tile", 1, .slide = "02.11",
                .gate = {GATE_IS(STORE_WAVES, SHARED_STORES_MERGED,
                                 "wavefronts per store to the tile", 1)}),
    ITEM_ANSWER(
        "padded_load", "wavefronts per load from the tile", 1, .slide = "02.11",
        .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "wavefronts per load from the tile", 1)}),
    ITEMS_END,
};

static const Item swizzled_items[] = {
    ITEM_RIGHT("right", "transposed", 3),
    ITEM_SAFE(SAFE_BARRIERS, 2),
    ITEM_GATES("conflicts", "no bank conflicts, whole sectors", 3,
               .gate = {GATE_TILE_CONFLICTS, GATE_COALESCED, GATE_USES_TILE}),
    ITEM_GATES("bytes", "no padding", 2,
               .gate = {GATE_PER(SHARED_BYTES, BLOCKS, "bytes of shared memory per block",
                                 .naive = 4224, .good = 4096, .gate = 4096, .most = TILES)}),
    ITEM_ANSWER("swizzled_store", "wavefronts per store to the tile", 1, .slide = "02.12",
                .gate = {GATE_IS(STORE_WAVES, SHARED_STORES_MERGED,
                                 "wavefronts per store to the tile", 1)}),
    ITEM_ANSWER(
        "swizzled_load", "wavefronts per load from the tile", 1, .slide = "02.12",
        .gate = {GATE_IS(LOAD_WAVES, SHARED_LOADS_MERGED, "wavefronts per load from the tile", 1)}),
    ITEMS_END,
};

static const Item tile_stencil_items[] = {
    ITEM_RIGHT("right", "nine-point sums, exact", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_GATES(
        "fetched", "each element loaded about once, by whole warps", 4,
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = 40 * RESULT_WARPS, .good = 10 * RESULT_WARPS,
                           .gate = 14 * RESULT_WARPS),
                 GATE_MOST(COUNT_CONFLICTS, .naive = 9 * RESULT_WARPS, .good = 0,
                           .gate = RESULT_WARPS / 2),
                 GATE_MOST(BUSIEST_BLOCK, .naive = 4 * 256 * 256, .good = 1728, .gate = 4 * 1728)}),
    ITEM_ANSWER("halo_elements", "elements that a block loads for its 256 results", 1,
                .want = "432", .slide = "02.14"),
    ITEMS_END,
};

static const Item product_items[] = {
    ITEM_RIGHT("right", "products, exact", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_GATES(
        "fetched", "each element loaded once per tile", 4,
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = 5 * PRODUCTS, .good = 8 * BOTH_SECTORS,
                           .gate = 10 * BOTH_SECTORS),
                 GATE_MOST(COUNT_CONFLICTS, .naive = PRODUCTS, .good = 0, .gate = 0),
                 GATE_MOST(BUSIEST_BLOCK, .naive = 64 * 16384, .good = 16384, .gate = 4 * 16384)}),
    ITEM_ANSWER("product_loads", "shared loads per multiplication", 1, .slide = "02.17",
                .gate = {GATE_IS(SHARED_LOADS, FLOAT_OPS, "shared loads per multiplication", 2)}),
    ITEMS_END,
};

static const Item registers_items[] = {
    ITEM_RIGHT("right", "products, exact", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3),
    ITEM_GATES(
        "loads", "about half a shared load per multiplication", 4,
        .gate = {GATE_MOST(CHIP_LOADS, SHARED_LOAD_COUNT, .naive = 2 * PRODUCTS,
                           .good = PRODUCTS / 2, .gate = 6 * PRODUCTS / 10),
                 GATE_MOST(COUNT_CONFLICTS, .naive = PRODUCTS, .good = 0, .gate = PRODUCTS / 16)}),
    ITEM_GATES("stores", "no bank conflicts at all, also while filling the tiles", 1,
               .gate = {GATE_MOST(COUNT_CONFLICTS, .naive = PRODUCTS / 64, .good = 0, .gate = 0)}),
    ITEM_GATES(
        "fetched", "each element loaded once per big tile", 2,
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = 8 * BOTH_SECTORS, .good = 2 * BOTH_SECTORS,
                           .gate = 3 * BOTH_SECTORS),
                 GATE_LEAST(SHARED_LOADS, SHARED_LOAD_COUNT, .naive = 0, .good = PRODUCTS / 2,
                            .gate = PRODUCTS / 32),
                 GATE_MOST(BUSIEST_BLOCK, .naive = 4 * 65536, .good = 65536, .gate = 2 * 65536)}),
    ITEM_ANSWER("register_loads", "shared loads per multiplication", 1, .slide = "02.18",
                .gate = {GATE_IS(SHARED_LOADS, FLOAT_OPS, "shared loads per multiplication", 0.5)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

static const Lacking shift_lacks[] = {AN_ARRAY,    ALL_TAKEN, NOT_SHARED, GIVEN_BLOCKS,
                                      NEW_RESULTS, NOT_2_24,  LACKS_END};
static const Lacking matrix_lacks[] = {ALL_TAKEN, NOT_SHARED, GIVEN_BLOCKS, NEW_RESULTS,
                                       NOT_2_24,  NO_WINDOW,  LACKS_END};

static const Lacking program_lacks[] = {LACKS(KINDS_all, "a number is the only input"), LACKS_END};

static const Part shared_memory_parts[] = {
    PART(1, "shift", "a shift in place", "02.4", .items = shift_items, .lacks = shift_lacks),
    PART(2, "transpose", "transpose by tiles", "02.9", .items = tile_transpose_items,
         .lacks = matrix_lacks),
    PART(3, "padded", "the padded column", "02.11", .items = padded_items, .lacks = matrix_lacks),
    PART(4, "swizzled", "the swizzle", "02.12", .items = swizzled_items, .lacks = matrix_lacks),
    PART(5, "stencil", "a stencil with halo", "02.14", .items = tile_stencil_items,
         .lacks = matrix_lacks),
    PART(6, "product", "a matrix product by tiles", "02.16", .items = product_items,
         .lacks = matrix_lacks),
    PART(7, "registers", "register blocking", "02.18", .items = registers_items,
         .lacks = matrix_lacks),
    PART(PART_fastest, "fastest", "as fast as you can", "02.21",
         .items = shared_memory_fastest_items, .file = FILE_fastest,
         .lacks = shared_memory_fastest_lacks),
    PART(PART_program, "program", "a program that measures", "02.29",
         .items = shared_memory_program_items, .lacks = program_lacks, .file = FILE_program),
    PARTS_END,
};

const Lab lab_02_shared_memory = {
    .name = "02_shared_memory",
    .source = "shared_memory.cu",
    .fastest = "fastest.cu",
    .program = "program.cu",
    .title =
        "Tiles in shared memory: shift, transpose, stencil, product, and what each access costs",
    .minutes = 210,
    .parts = shared_memory_parts,
    .draw = shared_memory_draw,
    .demo = shared_memory_demo,
    .diagnose = shared_memory_diagnose,
    .columns = {{"blocks", BLOCKS},
                {"barr/warp", BARRIERS, WARPS},
                {"st waves", STORE_WAVES, SHARED_STORES_MERGED},
                {"ld waves", LOAD_WAVES, SHARED_LOADS_MERGED},
                {"conflicts", CONFLICTS},
                {"ld sectors", LOAD_SECTORS},
                {"sec/ld req", LOAD_SECTORS, LOAD_REQUESTS},
                {"sec/st req", STORE_SECTORS, STORE_REQUESTS}},
    .told = "H200",
    .answers = "answers.txt",
};
