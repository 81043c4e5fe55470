// suite.c - how lab 10 is judged: its parts, items and gates.
//
// The gates' numbers were counted on the counted cases below.
//   - Part 1: the figures of a copy that is far larger than the L2 cache. An H200 moves 4200 GB/s
//     then (COST_DRAM_BYTES_US in common/cudasim/cost_table.h), and launches take a few per cent of
//     the time. In each case the memory is slower, by a factor that the seed decides, so that the
//     figures have to be measured. The tolerance of 20% leaves room for other ways to time; every
//     mistake with units, with passes or with what is moved is larger.
//   - Part 2: the caches are empty when a kernel begins, so that a load waits for DRAM. The time
//     is proportional to 1 / (loads in flight) until the memory is saturated.
//   - Parts 3, 4, 5 and 7: requests and sectors, as in lab 01.
//   - Part 6: microseconds of copies, and sectors that cross the bus (sim__sectors_op_pinned...).
//   - Part 8: warp instructions: of double precision, in all, and divergent branches.
#include "grader/labs/questions.h"
#include "grader/suite.h"

#include "common/contracts/10_memory.h"
#include "room.h"

// ---- parts, items, gates ----------------------------------------------------------------

static const Item rate_items[] = {
    ITEM_RIGHT("rate", "time and rates of a contiguous copy", 5, .group = "contiguous",
               .slide = "10.4"),
    ITEM_RIGHT("strided", "the same with every eighth word: needed, and moved", 4,
               .group = "strided", .slide = "10.5"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "10.3"),
    ITEM_GATES("passes", "a warm-up, then as many passes as asked for", 2, .group = "contiguous",
               .slide = "10.3",
               .gate = {GATE_LEAST(COUNT_LAUNCHES ", at least", .naive = 1, .good = RATE_PASSES + 1,
                                   .gate = RATE_PASSES + 1),
                        GATE_MOST(COUNT_LAUNCHES, .naive = 2 * RATE_PASSES, .good = RATE_PASSES + 1,
                                  .gate = RATE_PASSES + 1)}),
    ITEMS_END,
};

#define GATES_FLIGHT \
    GATE_MOST(BLOCKS, "blocks", .naive = FLIGHT / MEMORY_BLOCK, .good = FLIGHT_BLOCKS, \
              .gate = FLIGHT_BLOCKS), \
        GATE_LEAST(LOADING_BLOCKS, "blocks that load", .naive = 1, .good = FLIGHT_BLOCKS, \
                   .gate = FLIGHT_BLOCKS), \
        GATE_MOST(SECTORS_LOADED, .naive = FLIGHT, .good = FLIGHT / 8, .gate = 1.1 * FLIGHT / 8), \
        GATE_MOST(KERNEL_US, "microseconds with 8 loads in flight per thread", .naive = 45.7, \
                  .good = 10.9, .gate = 12.3)

static const Item flight_items[] = {
    ITEM_RIGHT("right", "every word, with any number of loads in flight", 4, .slide = "10.8"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "01.7"),
    ITEM_GATES("flight", "8 loads of a thread are in flight together", 5, .group = "flight",
               .slide = "10.8", .gate = {GATES_FLIGHT}),
    ITEM_SET("law", "Little's law, by experiment", 4, .group = "flight", .slide = "10.7",
             .set = {{"two_loads", "yes"},
                     {"eight_loads", "no"},
                     {"half_the_blocks", "yes"},
                     {"more_blocks", "no"}},
             .gate = {GATES_FLIGHT}),
    ITEMS_END,
};

static const Item scale_items[] = {
    ITEM_RIGHT("right", "every word of x, wherever x begins, and no other word", 6,
               .slide = "10.11"),
    ITEM_SAFE(SAFE_LEAKS, 2, .slide = "01.7"),
    ITEM_GATES("wide", "16 bytes per lane", 4, .slide = "10.10",
               .gate = {GATE_MOST(COUNT_REQUESTS, .naive = COUNTED / 32, .good = COUNTED / 128 + 2,
                                  .gate = COUNTED / 128 * 1.1),
                        GATE_MOST(WRITE_REQUESTS, "store requests", .naive = COUNTED / 32,
                                  .good = COUNTED / 128 + 2, .gate = COUNTED / 128 * 1.1),
                        GATE_MOST(BUSIEST_THREAD, .naive = 4 * COUNTED, .good = 24, .gate = 64)}),
    ITEMS_END,
};

static const Item particle_items[] = {
    ITEM_RIGHT("split", "structures become arrays", 3, .group = "split", .slide = "10.13"),
    ITEM_RIGHT("arrays", "particles move, in arrays", 3, .group = "arrays", .slide = "10.13"),
    ITEM_SAFE(SAFE_LEAKS, 2, .slide = "10.13"),
    ITEM_GATES("rows", "both sides of the conversion in the order of memory", 3, .group = "split",
               .slide = "10.13",
               .gate = {GATE_MOST(SECTORS_LOADED, .naive = PARTICLES * 4.5,
                                  .good = PARTICLES * 0.75, .gate = PARTICLES * 0.85),
                        GATE_MOST(SECTORS_STORED, .naive = PARTICLES * 4.5,
                                  .good = PARTICLES * 0.75, .gate = PARTICLES * 0.85),
                        GATE_MOST(BLOCK_LOADS, .naive = 24 * PARTICLES, .good = 24 * MEMORY_BLOCK,
                                  .gate = 24 * 1024)}),
    ITEM_GATES(
        "arrays_rows", "one thread per particle, 4 sectors per request", 1, .group = "arrays",
        .slide = "10.12",
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = PARTICLES * 4.5, .good = PARTICLES * 0.75,
                           .gate = PARTICLES * 0.85),
                 GATE_MOST(BUSIEST_THREAD, .naive = 24 * PARTICLES, .good = 24, .gate = 96)}),
    ITEM_ANSWER("structure_sectors", "sectors per request, array of structures", 1,
                .ask = ask_sectors_struct, .group = "structure_sectors", .slide = "10.12",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS,
                                 "sectors per request, array of structures", 24)}),
    ITEM_ANSWER("array_sectors", "sectors per request, structure of arrays", 1,
                .group = "array_sectors", .slide = "10.12",
                .gate = {GATE_IS(LOAD_SECTORS, LOAD_REQUESTS,
                                 "sectors per request, structure of arrays", 4)}),
    ITEMS_END,
};

static const Item edge_items[] = {
    ITEM_RIGHT("right", "every pixel of the window", 4, .slide = "10.15"),
    ITEM_SAFE(SAFE_LEAKS, 2, .slide = "10.15"),
    ITEM_GATES("copies", "one 2-D copy in each direction", 2, .slide = "10.16",
               .gate = {GATE_MOST(COPIES_US, "microseconds of copies", .naive = 939, .good = 61,
                                  .gate = 80)}),
    ITEM_GATES("rows", "every row begins at a sector", 2, .slide = "10.15",
               .gate = {GATE_MOST(SECTORS_LOADED, .naive = 122343, .good = 100674, .gate = 106000),
                        GATE_MOST(SECTORS_STORED, .naive = 61250, .good = 50400, .gate = 53000)}),
    ITEMS_END,
};

static const Item kinds_of_memory_items[] = {
    ITEM_RIGHT("lookup", "a few words of a large table", 2, .group = "lookup", .slide = "10.19"),
    ITEM_RIGHT("rounds", "all words, many times", 2, .group = "rounds", .slide = "10.18"),
    ITEM_RIGHT("sums", "rows behind pointers", 2, .group = "sums", .slide = "10.20"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "10.20"),
    ITEM_GATES(
        "few", "the table stays where it is", 2, .group = "lookup", .slide = "10.19",
        .gate = {GATE_MOST(COPIES_US, "microseconds of copies", .naive = 77, .good = 0, .gate = 1),
                 GATE_MOST(PINNED_SECTORS, "sectors that cross the bus", .naive = TABLE / 8,
                           .good = FEW, .gate = 1.1 * FEW),
                 GATE_MOST(BUSIEST_THREAD, .naive = 8 * FEW, .good = 8, .gate = 64)}),
    ITEM_GATES("many", "each word crosses the bus once in each direction", 2, .group = "rounds",
               .slide = "10.18",
               .gate = {GATE_MOST(PINNED_SECTORS, "sectors that kernels move over the bus",
                                  .naive = ROUND_WORDS / 8 * 2 * ROUNDS, .good = 0,
                                  .gate = ROUND_WORDS / 8 * 2 + 100,
                                  .close = "once in each direction is what the item demands"),
                        GATE_MOST(COPIES_US, "microseconds of copies", .naive = ROUNDS * 22,
                                  .good = 22, .gate = 30)}),
    ITEM_GATES("pages", "managed memory: no copies", 1, .group = "sums", .slide = "10.20",
               .gate = {GATE_MOST(COPIES, "copies", .naive = 2, .good = 0, .gate = 0),
                        GATE_MOST(PINNED_SECTORS, "sectors of pinned memory", .naive = 1000,
                                  .good = 0, .gate = 0)}),
    ITEM_SET("which", "which memory for which job", 2, .group = "lookup", .slide = "10.21",
             .set = {{"few_words_mapped", "yes"},
                     {"all_words_mapped", "no"},
                     {"managed_waits", "yes"},
                     {"managed_copies", "no"}},
             .gate = {GATE_LEAST(PINNED_SECTORS, "sectors that cross the bus", .naive = 0,
                                 .good = FEW, .gate = 100)}),
    ITEMS_END,
};

static const Item table_items[] = {
    ITEM_RIGHT("polynomial", "a polynomial, its coefficients in constant memory", 2,
               .group = "polynomial", .slide = "10.23"),
    ITEM_RIGHT("translate", "a table, in shared memory", 2, .group = "translate", .slide = "10.24"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "10.24"),
    ITEM_GATES("constant", "all lanes read one word of constant memory", 2, .group = "polynomial",
               .slide = "10.23",
               .gate = {GATE_LEAST_PER(CONSTANT_LOADS, WARPS, "constant loads per warp", .naive = 0,
                                       .good = 64, .gate = 8),
                        GATE_PER(CONSTANT_WORDS, CONSTANT_LOADS, "words per constant load",
                                 .naive = 32, .good = 1, .gate = 1.01),
                        GATE_MOST(GLOBAL_READS, "load requests to global memory",
                                  .naive = 65 * COUNTED / 32, .good = COUNTED / 32,
                                  .gate = 1.1 * COUNTED / 32)}),
    ITEM_GATES(
        "shared", "the table comes from global memory once per block", 2, .group = "translate",
        .slide = "10.24",
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = 175432, .good = 16640, .gate = 34000),
                 GATE_MOST(CONSTANT_WORDS, "words that constant memory gives, one after the other",
                           .naive = 246829, .good = 0, .gate = 16384),
                 GATE_MOST(BUSIEST_THREAD, .naive = BYTES, .good = 8, .gate = 128)}),
    ITEM_ANSWER("same_word", "all lanes, one word", 1, .group = "same_word", .slide = "10.22",
                .gate = {GATE_IS(CONSTANT_WORDS, CONSTANT_LOADS, "all lanes, one word", 1)}),
    ITEM_ANSWER("pairs", "a word for two lanes", 1, .group = "pairs", .slide = "10.22",
                .gate = {GATE_IS(CONSTANT_WORDS, CONSTANT_LOADS, "a word for two lanes", 16)}),
    ITEM_ANSWER("far_apart", "32 words, far apart", 1, .group = "far_apart", .slide = "10.22",
                .gate = {GATE_IS(CONSTANT_WORDS, CONSTANT_LOADS, "32 words, far apart", 32)}),
    ITEMS_END,
};

static const Item instruction_items[] = {
    ITEM_RIGHT("gray", "gray, without double", 1, .group = "gray", .slide = "10.26"),
    ITEM_RIGHT("wave", "a damped wave, by fast functions", 1, .group = "wave", .slide = "10.27"),
    ITEM_RIGHT("kinds", "two kinds of work", 2, .group = "kinds", .slide = "10.29"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "01.7"),
    ITEM_GATES("single", "no instruction of double precision", 2, .group = "gray", .slide = "10.26",
               .gate = {GATE_MOST(DOUBLE_OPS, "instructions of double precision",
                                  .naive = 3 * COUNTED / 32, .good = 0, .gate = 0),
                        GATE_MOST(BUSIEST_THREAD, .naive = 12 * COUNTED, .good = 12, .gate = 120)}),
    ITEM_GATES("fast", "fast functions of the device", 2, .group = "wave", .slide = "10.27",
               .gate = {GATE_PER(INSTRUCTIONS, WARPS, "instructions per warp", .naive = 75,
                                 .good = 22, .gate = 40)}),
    ITEM_GATES("warps", "a warp does one kind of work", 2, .group = "kinds", .slide = "10.29",
               .gate = {GATE_MOST(DIVERGENCE, "divergent branches", .naive = COUNTED / 32,
                                  .good = 0, .gate = 0),
                        GATE_MOST(INSTRUCTIONS, "warp instructions", .naive = 630784,
                                  .good = 351232, .gate = 450000)}),
    ITEM_ANSWER(
        "double_instructions", "instructions of double precision in gray_double", 1,
        .group = "double_instructions", .slide = "10.26",
        .gate = {GATE_IS(DOUBLE_OPS, WARPS, "instructions of double precision in gray_double", 3)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

static const Lacking rate_lacks[] = {LACKS(KINDS_all, "the kernel is given"), LACKS_END};
static const Lacking flight_lacks[] = {AN_ARRAY,    ALL_TAKEN, NOT_SHARED,
                                       NEW_RESULTS, NOT_2_24,  LACKS_END};
static const Lacking array_lacks[] = {AN_ARRAY, ALL_TAKEN, NOT_SHARED,
                                      NO_IDLE,  NOT_2_24,  LACKS_END};
static const Lacking particle_lacks[] = {
    AN_ARRAY,
    ALL_TAKEN,
    NOT_SHARED,
    NO_IDLE,
    NOT_2_24,
    LACKS(KIND_BIT(KIND_size_1) | KIND_BIT(KIND_size_warp),
          "a particle is six floats; there are cases with 1 and with 31 to 33 particles"),
    LACKS_END};
static const Lacking edge_lacks[] = {ALL_TAKEN, NOT_SHARED, NEW_RESULTS, NO_IDLE,
                                     NOT_2_24,  NO_WINDOW,  LACKS_END};
static const Lacking table_lacks[] = {AN_ARRAY, ALL_TAKEN, NOT_SHARED, NEW_RESULTS,
                                      NO_IDLE,  NOT_2_24,  LACKS_END};

static const Part memory_parts[] = {
    PART(1, "bandwidth", "achieved and theoretical bandwidth", "10.3", .items = rate_items,
         .lacks = rate_lacks,
         .gpu = "GPU with a memory that the seed slows down, as the simulator does"),
    PART(2, "flight", "bytes in flight", "10.7", .items = flight_items, .lacks = flight_lacks,
         .options = "cache-control=all"),
    PART(3, "vectors", "16 bytes at a time", "10.10", .items = scale_items, .lacks = array_lacks),
    PART(4, "layout", "structures of arrays", "10.12", .items = particle_items,
         .lacks = particle_lacks),
    PART(5, "pitch", "pitched memory and 2-D copies", "10.15", .items = edge_items,
         .lacks = edge_lacks),
    PART(6, "kinds", "mapped, copied, managed", "10.18", .items = kinds_of_memory_items,
         .lacks = array_lacks),
    PART(7, "constant", "constant memory, and tables", "10.22", .items = table_items,
         .lacks = table_lacks),
    PART(8, "instructions", "literals, fast functions, divergence", "10.26",
         .items = instruction_items, .lacks = table_lacks),
    PARTS_END,
};

const Lab lab_10_memory = {
    .name = "10_memory",
    .source = "memory.cu",
    .title = "Memory: bandwidth, bytes in flight, layout, and the kinds of memory",
    .minutes = 210,
    .parts = memory_parts,
    .draw = memory_draw,
    .demo = memory_demo,
    .diagnose = memory_diagnose,
    .columns = {{"ld request", LOAD_REQUESTS},
                {"sec/ld req", LOAD_SECTORS, LOAD_REQUESTS},
                {"sec/st req", STORE_SECTORS, STORE_REQUESTS},
                {"pinned sec", PINNED_SECTORS},
                {"words/cst", CONSTANT_WORDS, CONSTANT_LOADS},
                {"doubles", DOUBLE_OPS},
                {"inst/warp", INSTRUCTIONS, WARPS},
                {"GB/s", WORK, KERNEL_US}},
    .answers = "answers.txt",
};
