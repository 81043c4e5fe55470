// fastest.c - part 9 of lab 16, the open part: its cases and its gates.
//
// A gate bounds what makes such a kernel slow on a GPU, and not the way to avoid it: mma and wgmma
// pass, cp.async and tensor copies. Counted in the PTX of the solution, and of part 5 for any
// shapes:
//
//   512 x 512 by 512 x 512   tensor instructions: 65536 of mma, 4096 of wgmma with 128 columns,
//   2048 with
//                            256. Sectors of a and of b: 16384 each. Tiles of 64 x 128 load a four
//                            times and b eight times: 196608; 64 x 64, 262144; without tiles in
//                            shared memory, 16 x 8, 1572864.
#include "room.h"

#include "grader/suite.h"

enum { SECTORS = FAST_SIDE * FAST_SIDE * 2 / 32 }; // of a, of b

static const struct {
    int m, k, n;
    unsigned flags;
} fast_table[] = {
    {64, 64, 64, 0},
    {128, 192, 128, 0},
    {16, 16, 8, 0},
    {65, 64, 64, 0},
    {63, 65, 130, 0},
    {17, 33, 20, 0},
    {31, 8, 33, 0},
    {1, 100, 1, 0},
    {1, 16, 100, 0},
    {100, 3, 1, 0},
    {2, 1, 2, 0},
    {40, 129, 7, 0},
    {5, 7, 9, 0},
    {2, 300, 3, 0},
    {130, 70, 66, 0},
    {70, 650, 40, 0}, // more steps than there are stages
    {1, 1, 1, CASE_TRIVIAL},
    {3, 0, 5, CASE_TRIVIAL}, // a sum of no products is 0
    {0, 5, 7, CASE_TRIVIAL},
    {5, 7, 0, CASE_TRIVIAL},
    {FAST_SIDE, FAST_SIDE, FAST_SIDE, CASE_COUNTED | CASE_CLEAN_ONLY},
    {1300, 72, 2600, CASE_CLEAN_ONLY}, // larger tiles
    {1000, 200, 1001, CASE_CLEAN_ONLY},
    {257, 511, 131, CASE_CLEAN_ONLY},
};

void tensor_cores_fastest_draw(CaseList *list)
{
    for (size_t i = 0; i < sizeof fast_table / sizeof *fast_table; i++)
        tensor_cores_add_product(list, PART_fastest, "product", fast_table[i].m, fast_table[i].k,
                                 fast_table[i].n, KINDS, fast_table[i].flags);
    KIT_EACH_VALUES(k, tensor_cores_add_product(list, PART_fastest, "product", 35, 37, 39, k, 0));
}

void tensor_cores_fastest_demo(CaseList *list)
{
    tensor_cores_add_product(list, PART_fastest, "product", FAST_SIDE, FAST_SIDE, FAST_SIDE, KINDS,
                             0);
}

enum { LEAST_TENSOR = 2048, MOST_TENSOR = 65536, TILES_READ = 12 };

const Item tensor_cores_fastest_items[] = {
    ITEM_RIGHT("right", "products of any shape, exact", 2),
    ITEM_SAFE(SAFE_BARRIERS, 2),
    ITEM_GATES(
        "tensor", "tensor cores do all arithmetic", 3, .slide = "16.17",
        .gate = {GATE_LEAST(TENSOR_OPS, "tensor instructions (of a warp), at least", .naive = 0,
                            .lesson = true, .good = 2 * LEAST_TENSOR, .gate = LEAST_TENSOR,
                            .close = "a wgmma of 256 columns needs half as many"),
                 GATE_MOST(TENSOR_OPS, "tensor instructions (of a warp)", .naive = 4 * MOST_TENSOR,
                           .good = 2 * LEAST_TENSOR, .gate = MOST_TENSOR * 9 / 8),
                 GATE_MOST(SUM2(FLOAT_OPS, HALF_OPS), "other arithmetic with floats",
                           .naive = FAST_SIDE * FAST_SIDE * FAST_SIDE / 32, .good = 0,
                           .gate = FAST_SIDE * FAST_SIDE / 32)}),
    ITEM_GATES("tiles", "big tiles, few bank conflicts, few launches", 3, .slide = "16.19",
               .gate = {GATE_MOST(SECTORS_LOADED, .naive = 96 * SECTORS,
                                  .good = TILES_READ * SECTORS, .gate = 18 * SECTORS),
                        GATE_MOST(COUNT_CONFLICTS, .naive = 8 * MOST_TENSOR, .good = 0,
                                  .gate = MOST_TENSOR / 16),
                        GATE_MOST(COUNT_LAUNCHES, .naive = 16, .good = 1, .gate = 3)}),
    ITEMS_END,
};

const Lacking tensor_cores_fastest_lacks[] = {
    LACKS(KIND_BIT(KIND_size_warp), "a word has two halves"),
    LACKS(KINDS_choice, "every element has a result"),
    NOT_2_24,
    LACKS(KIND_BIT(KIND_overlap), "each block has results of its own"),
    LACKS(KIND_BIT(KIND_idle), "the function chooses its blocks itself"),
    NEW_RESULTS,
    NO_WINDOW,
    LACKS_END};
