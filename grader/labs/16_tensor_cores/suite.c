// suite.c - how lab 16 is judged: its parts, items and gates.
//
// A product of m x k by k x n needs exactly m n k / (16 x 8 x 16) of mma.m16n8k16; bytes, half as
// many. wmma has one instruction for two of them, and wgmma one per warp for 64 x 64 x 16. The
// counter has them as the program does. No FFMA: floats are not computed with at all.
#include "grader/suite.h"

#include "common/contracts/16_tensor_cores.h"
#include "grader/labs/questions.h"
#include "room.h"

enum {
    TILES_MMA = 64 * 64 * 64 / (16 * 8 * 16), // of a product of tiles
    STAGED_TILES = STAGED_M * STAGED_N / (64 * 64),
    STAGED_STEPS = STAGED_K / 64,
    STAGED_MMA = STAGED_TILES * STAGED_STEPS * TILES_MMA,
    STAGED_COPIES = STAGED_TILES * STAGED_STEPS * 2 * 512 / 32, // of 16 bytes
    BYTES_MMA = BYTES_SIDE * BYTES_SIDE / (16 * 8) * (BYTES_SIDE / 32),
    BYTES_RESULTS = BYTES_SIDE * BYTES_SIDE / 32 // of a warp
};

#define TENSOR TENSOR_OPS, "tensor instructions (of a warp)"
#define GATE_TENSOR(count) \
    GATE_MOST(TENSOR, .naive = 2 * (count), .good = count, .gate = count), \
        GATE_LEAST(TENSOR ", at least", .naive = 0, .lesson = true, .good = count, .gate = count)
#define FLOATS SUM2(FLOAT_OPS, HALF_OPS), "other arithmetic with floats (of a warp)"
#define GATE_NO_FLOATS(count) \
    GATE_MOST(FLOATS, .naive = 16.0 * 128 / 32 * (count), .good = 0, .gate = 0)
#define GATE_NO_CONFLICTS GATE_MOST(COUNT_CONFLICTS, .naive = 4096, .good = 0, .gate = 0)

// The experiment of the answers: the products of the counted case.
#define TYPES_MULTIPLIED \
    .gate = {GATE_LEAST(TENSOR, .naive = 0, .good = 2 * COUNTED, .gate = 2 * COUNTED)}

static const Item place_items[] = {
    ITEM_RIGHT("c", "where the elements of c are", 2, .group = "c"),
    ITEM_RIGHT("a", "where the elements of a are", 2, .group = "a"),
    ITEM_RIGHT("b", "where the elements of b are", 2, .group = "b"),
    ITEM_ANSWER("lane_c", "the lane that has an element of c", 2, .want = "23", .ask = ask_lane_c,
                .slide = "16.4"),
    ITEM_ANSWER("lane_a", "the lane that has an element of a", 2, .want = "6", .ask = ask_lane_a,
                .slide = "16.4"),
    ITEM_ANSWER("lane_b", "the lane that has an element of b", 2, .want = "22", .ask = ask_lane_b,
                .slide = "16.5"),
    ITEMS_END,
};

static const Item wmma_items[] = {
    ITEM_RIGHT("right", "every product, exact", 5),
    ITEM_SAFE(SAFE_READS, 2),
    ITEM_GATES("tensor", "one instruction for 16 x 16 x 16, and no other arithmetic", 3,
               .slide = "16.2", .gate = {GATE_TENSOR(COUNTED), GATE_NO_FLOATS(COUNTED)}),
    ITEMS_END,
};

static const Item mma_items[] = {
    ITEM_RIGHT("right", "every product, exact", 6),
    ITEM_SAFE(SAFE_READS, 3),
    ITEM_GATES("tensor", "one instruction for 16 x 8 x 16, and no other arithmetic", 3,
               .slide = "16.6", .gate = {GATE_TENSOR(COUNTED), GATE_NO_FLOATS(COUNTED)}),
    ITEM_GATES("memory", "each sector of a and b read for one product", 2, .slide = "16.5",
               .gate = {GATE_MOST(SECTORS_STORED, .naive = 128 * COUNTED, .good = 32 * COUNTED,
                                  .gate = 40 * COUNTED),
                        GATE_MOST(BUSIEST_BLOCK, .naive = COUNTED * 768, .good = 4 * 768,
                                  .gate = 8 * 768)}),
    ITEMS_END,
};

static const Item ldmatrix_items[] = {
    ITEM_RIGHT("right", "every product, exact", 5),
    ITEM_SAFE(SAFE_BARRIERS, 2),
    ITEM_GATES(
        "conflicts", "no bank conflicts, and no padding", 5, .slide = "16.9",
        .gate = {GATE_NO_CONFLICTS,
                 GATE_PER(SHARED_BYTES, BLOCKS, "bytes of shared memory per block", .naive = 18432,
                          .good = 16384, .gate = 16384, .most = COUNTED_TILES)}),
    ITEM_GATES(
        "tensor", "tensor instructions and ldmatrix, no more than needed", 2, .slide = "16.8",
        .gate = {GATE_TENSOR(COUNTED_TILES * TILES_MMA), GATE_NO_FLOATS(COUNTED_TILES),
                 GATE_MOST(MATRIX_LOADS, "ldmatrix (of a warp)", .naive = COUNTED_TILES * 256,
                           .good = COUNTED_TILES * 80, .gate = COUNTED_TILES * 80)}),
    ITEMS_END,
};

static const Item stages_items[] = {
    ITEM_RIGHT("right", "the product, exact", 5),
    ITEM_SAFE(SAFE_BARRIERS, 4, .slide = "16.12"),
    ITEM_GATES("tensor", "tensor instructions as needed, tiles read once, no conflicts", 3,
               .slide = "16.11",
               .gate = {GATE_TENSOR(STAGED_MMA), GATE_NO_FLOATS(STAGED_MMA), GATE_NO_CONFLICTS,
                        GATE_MOST(SECTORS_LOADED, .naive = STAGED_TILES * STAGED_STEPS * 1280,
                                  .good = STAGED_TILES * STAGED_STEPS * 512,
                                  .gate = STAGED_TILES * STAGED_STEPS * 896)}),
    ITEM_GATES(
        "flight", "two steps on their way while one is multiplied, one barrier a step", 4,
        .slide = "16.13",
        .gate = {GATE_LEAST(COPIES_BEHIND, "copies begun while a step is on its way (of a warp)",
                            .naive = 0, .good = STAGED_COPIES * 15 / 16,
                            .gate = STAGED_COPIES * 3 / 4),
                 GATE_MOST(BARRIERS_PER_WARP, .naive = 2 * STAGED_STEPS, .good = STAGED_STEPS,
                           .gate = STAGED_STEPS + 1)}),
    ITEMS_END,
};

static const Item types_items[] = {
    ITEM_RIGHT("right", "every product and its error, of all types", 6, .group = "types"),
    ITEM_SET("digits", "which type keeps what", 3, .group = "types", .slide = "16.14",
             .set = {{"bf16_better", "no"},
                     {"tf32_better", "no"},
                     {"f16_large", "no"},
                     {"bf16_large", "yes"}},
             TYPES_MULTIPLIED),
    ITEM_SET("sums", "what happens to the sums", 3, .group = "types", .slide = "16.15",
             .set = {{"sum_short", "no"},
                     {"order_matters", "yes"},
                     {"e4m3_300", "yes"},
                     {"tf32_rounds", "no"}},
             TYPES_MULTIPLIED),
    ITEMS_END,
};

static const Item bytes_items[] = {
    ITEM_RIGHT("right", "the product, exact", 5),
    ITEM_SAFE(SAFE_READS, 2),
    ITEM_GATES("scales", "sums of ints; each result is scaled once", 3, .slide = "16.16",
               .gate = {GATE_TENSOR(BYTES_MMA),
                        GATE_MOST(FLOATS, .naive = BYTES_RESULTS * 16, .good = 2 * BYTES_RESULTS,
                                  .gate = 3 * BYTES_RESULTS)}),
    ITEMS_END,
};

static const Item wgmma_items[] = {
    ITEM_RIGHT("right", "every product, exact", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "16.18"),
    ITEM_GATES("tensor", "four wgmma of four warps, no conflicts, no other arithmetic", 3,
               .slide = "16.17",
               .gate = {GATE_TENSOR(COUNTED_TILES * 16), GATE_NO_FLOATS(COUNTED_TILES),
                        GATE_NO_CONFLICTS}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

#define FIXED LACKS(KINDS_shape, "the instruction says which sides there are")
#define WHOLE(others) \
    LACKS(KINDS_size & ~(KIND_BIT(KIND_size_0) | (others)), "whole fragments, or whole tiles")
static const Lacking warps_lacks[] = {FIXED,        WHOLE(0),    ALL_TAKEN,
                                      GIVEN_BLOCKS, NEW_RESULTS, LACKS_END};
static const Lacking tiles_lacks[] = {
    FIXED, WHOLE(KIND_BIT(KIND_size_2_15)), ALL_TAKEN, GIVEN_BLOCKS, NEW_RESULTS, LACKS_END};
static const Lacking types_lacks[] = {LACKS(KINDS_all, "the values are those that types round"),
                                      LACKS_END};

static const Part tensor_cores_parts[] = {
    PART(PART_place, "place", "which lane holds which element", "16.4", .items = place_items,
         .lacks = warps_lacks),
    PART(PART_wmma, "wmma", "one product by wmma", "16.3", .items = wmma_items,
         .lacks = warps_lacks),
    PART(PART_mma, "mma", "the instruction itself", "16.6", .items = mma_items, .uses = {1},
         .lacks = warps_lacks),
    PART(PART_ldmatrix, "ldmatrix", "ldmatrix, and a swizzle", "16.8", .items = ldmatrix_items,
         .uses = {1, 3}, .lacks = tiles_lacks),
    PART(PART_stages, "stages", "tiles in flight", "16.11", .items = stages_items,
         .uses = {1, 3, 4}, .lacks = tiles_lacks),
    PART(PART_types, "types", "what rounding costs", "16.14", .items = types_items,
         .lacks = types_lacks),
    PART(PART_bytes, "bytes", "bytes with scales", "16.16", .items = bytes_items,
         .lacks = tiles_lacks),
    PART(PART_wgmma, "wgmma", "wgmma on one tile", "16.17", .items = wgmma_items, .uses = {1, 4},
         .lacks = tiles_lacks),
    PART(PART_fastest, "fastest", "as fast as you can", "16.19",
         .items = tensor_cores_fastest_items, .lacks = tensor_cores_fastest_lacks,
         .file = FILE_fastest),
    PARTS_END,
};

const Lab lab_16_tensor_cores = {
    .name = "16_tensor_cores",
    .source = "tensor_cores.cu",
    .fastest = "fastest.cu",
    .title = "Products by tensor cores: fragments, swizzles, stages, short types",
    .minutes = 240,
    .parts = tensor_cores_parts,
    .draw = tensor_cores_draw,
    .demo = tensor_cores_demo,
    .diagnose = tensor_cores_diagnose,
    .columns = {{"blocks", BLOCKS},
                {"tensor", TENSOR_OPS},
                {"floats", SUM2(FLOAT_OPS, HALF_OPS)},
                {"ldmatrix", MATRIX_LOADS},
                {"conflicts", CONFLICTS},
                {"ld sectors", LOAD_SECTORS},
                {"barr/warp", BARRIERS, WARPS}},
    .answers = "answers.txt",
    .compute = 90,
    .alone = true,
};
