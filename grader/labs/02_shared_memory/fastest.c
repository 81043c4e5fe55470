// fastest.c - part 8 of lab 02, the open part: its cases and its gates.
//
// A gate bounds what makes such a kernel slow on a GPU, and not the way to avoid it. So tiles of
// other shapes pass, and so do plain loads, asynchronous copies and bulk copies. Counted in the
// PTX of the solution, and of others:
//
//   transpose, 512 x 1024      65536 sectors each way; 4096 requests if a lane moves 16 bytes, 8192
//                              with 8 bytes, 16384 with 4. 5% more is for a few sectors or requests
//                              at the edges of a tile. A few conflicts per 32 elements cost
//                              nothing beside the memory; a column in one bank has 31.
//   product, 1024 x 64 by 64 x 1024   2097152 multiplications of a warp. Wavefronts of shared
//   loads:
//                              16 for 128 multiplications (16 x 8 per thread), 12 for 64 (8 x 8);
//                              8 for 16 in part 7. Tiles of 128 x 128 load a and b
//                              eight times: 131072 sectors; 64 x 64, twice as many; 128 x 64, in
//                              the solution, 196608: there it is the fastest. Barriers: one
//                              for a step of 8 with 8 x 8 per thread is 1 for 512 multiplications;
//                              part 7 has 1 for 128.
#include "room.h"

#include <string.h>

#include "grader/labs/02_shared_memory/reference.h"
#include "grader/suite.h"
#include "grader/labs/kit.h"

// ---- cases ------------------------------------------------------------------------------

enum {
    MOST_VALUE = 1 << 20,
    // of the counted cases
    TURNED_ROWS = 512,
    TURNED_COLS = 1024,
    PRODUCT_ROWS = 1024, // enough tiles for all multiprocessors
    PRODUCT_DEPTH = 64,
    PRODUCT_COLS = 1024
};

static void add_turned(CaseList *list, int64_t rows, int64_t cols, Kind kind, unsigned flags)
{
    Case *c =
        case_add(list, flags, "transpose", "%d x %d%s", (int)rows, (int)cols, kit_words(kind));
    size_t count = (size_t)rows * (size_t)cols;
    c->group = "transpose";
    KIT_ARGS(c, rows, cols);
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_f32, count, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, count, "out");
    kit_fill_floats(list, c, in->data, count, kind, -MOST_VALUE, MOST_VALUE);
    if (kind == KIND_values_equal) // a copy is right
        c->flags |= CASE_TRIVIAL;
    reference_tile_transpose(out->want, in->data, (size_t)rows, (size_t)cols);
}

// Sides of vectors, tiles and more, and around those of the solution: 4 and 64.
static const struct {
    int rows, cols;
    unsigned flags;
} turned_table[] = {
    {64, 64, 0},
    {128, 192, 0},
    {60, 68, 0},
    {4, 8, 0},
    {33, 31, 0},
    {63, 65, 0},
    {66, 62, 0},
    {1, 33, 0},
    {100, 1, 0},
    {2, 3, 0},
    {7, 5, 0},
    {64, 65, 0},
    {129, 128, 0},
    {4, 1028, 0},
    {1028, 4, 0},
    {3, 257, 0},
    {300, 5, 0},
    {1, 1, CASE_TRIVIAL},
    {0, 5, CASE_TRIVIAL},
    {5, 0, CASE_TRIVIAL},
    {TURNED_ROWS, TURNED_COLS, CASE_COUNTED | CASE_CLEAN_ONLY},
    {262144, 4, CASE_CLEAN_ONLY}, // 2^16 tiles of 4 rows are more than a grid may have in y
};

// `kind` is that of a; those of b are any values.
static void add_fast_product(CaseList *list, int m, int k, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "product", "%d x %d by %d x %d%s", m, k, k, n, kit_words(kind));
    int limit = reference_product_limit((size_t)k);
    size_t M = (size_t)m, K = (size_t)k, N = (size_t)n;
    c->group = "product";
    KIT_ARGS(c, m, k, n);
    Buffer *a = case_buffer(c, BUFFER_in, ELEM_f32, M * K, "a");
    Buffer *b = case_buffer(c, BUFFER_in, ELEM_f32, K * N, "b");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, M * N, "c");
    kit_fill_floats(list, c, a->data, M * K, kind, -limit, limit);
    kit_fill_floats(list, c, b->data, K * N, KINDS, -limit, limit);
    reference_tile_product(out->want, a->data, b->data, M, K, N);
}

static const struct {
    int m, k, n;
    unsigned flags;
} fast_product_table[] = {
    {64, 64, 64, 0},
    {32, 16, 128, 0},
    {128, 40, 260, 0}, // more than one tile, and a step that is not whole
    {15, 16, 17, 0},
    {17, 33, 20, 0},
    {33, 31, 65, 0},
    {65, 129, 63, 0},
    {1, 100, 1, 0},
    {1, 16, 100, 0},
    {100, 3, 1, 0},
    {2, 1, 2, 0},
    {3, 2, 5, 0},
    {2, 65, 3, 0},
    {33, 1, 4, 0},
    {1, 1, 1, CASE_TRIVIAL},
    {3, 0, 5, CASE_TRIVIAL}, // a sum of no products is 0
    {3, 0, 8, CASE_TRIVIAL},
    {0, 5, 7, CASE_TRIVIAL},
    {5, 7, 0, CASE_TRIVIAL},
    {PRODUCT_ROWS, PRODUCT_DEPTH, PRODUCT_COLS, CASE_COUNTED | CASE_CLEAN_ONLY},
    {131, 257, 132, CASE_CLEAN_ONLY},
};

void shared_memory_fastest_draw(CaseList *list)
{
    for (size_t i = 0; i < sizeof turned_table / sizeof *turned_table; i++)
        add_turned(list, turned_table[i].rows, turned_table[i].cols, KINDS, turned_table[i].flags);
    for (size_t i = 0; i < sizeof fast_product_table / sizeof *fast_product_table; i++)
        add_fast_product(list, fast_product_table[i].m, fast_product_table[i].k,
                         fast_product_table[i].n, KINDS, fast_product_table[i].flags);
    for (Kind kind = FIRST_VALUES; kind <= LAST_VALUES; kind++) {
        add_turned(list, 44, 76, kind, 0);
        add_fast_product(list, 35, 37, 39, kind, 0);
    }
}

void shared_memory_fastest_demo(CaseList *list)
{
    add_turned(list, 1024, 1024, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
    add_fast_product(list, 1024, 128, 1024, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
}

// ---- items ------------------------------------------------------------------------------

enum {
    TURNED = TURNED_ROWS * TURNED_COLS, // elements
    TURNED_SECTORS = TURNED / 8,
    TURNED_PIECES = TURNED / 128, // of 512 bytes: a warp with 16 bytes per lane
    // Of the counted product: multiplications of a warp; sectors of a, b, c.
    FAST_PRODUCTS = PRODUCT_ROWS / 32 * PRODUCT_DEPTH * PRODUCT_COLS,
    A_SECTORS = PRODUCT_ROWS * PRODUCT_DEPTH / 8,
    B_SECTORS = PRODUCT_DEPTH * PRODUCT_COLS / 8
};

const Item shared_memory_fastest_items[] = {
    ITEM_RIGHT("turned", "transposes of any shape", 1, .group = "transpose"),
    ITEM_RIGHT("product", "products of any shape, exact", 1, .group = "product"),
    ITEM_SAFE(SAFE_BARRIERS, 1),
    ITEM_GATES("memory", "transpose: each sector once, in vectors, by one launch", 2,
               .group = "transpose",
               .gate = {GATE_MOST(SECTORS_LOADED, .naive = 8 * TURNED_SECTORS,
                                  .good = TURNED_SECTORS, .gate = TURNED_SECTORS * 21 / 20),
                        GATE_MOST(SECTORS_STORED, .naive = 8 * TURNED_SECTORS,
                                  .good = TURNED_SECTORS, .gate = TURNED_SECTORS * 21 / 20),
                        GATE_MOST(READ_REQUESTS, "load requests to global memory",
                                  .naive = 4 * TURNED_PIECES, .good = TURNED_PIECES,
                                  .gate = TURNED_PIECES * 23 / 10),
                        GATE_MOST(WRITE_REQUESTS, "store requests to global memory",
                                  .naive = 4 * TURNED_PIECES, .good = TURNED_PIECES,
                                  .gate = TURNED_PIECES * 23 / 10),
                        GATE_MOST(BUSIEST_BLOCK, .naive = 4 * TURNED, .good = 64 * 64 * 4,
                                  .gate = TURNED / 8),
                        GATE_MOST(COUNT_LAUNCHES, .naive = 2, .good = 1, .gate = 1)}),
    ITEM_GATES("banks", "transpose: few bank conflicts", 1, .group = "transpose",
               .gate = {GATE_MOST(COUNT_CONFLICTS, .naive = 31 * (TURNED / 32), .good = 0,
                                  .gate = 4 * (TURNED / 32))}),
    ITEM_GATES("registers", "product: few shared loads per multiplication", 2, .group = "product",
               .gate = {GATE_MOST(SUM2(LOAD_WAVES, ATOMIC_WAVES), "wavefronts of shared loads",
                                  .naive = FAST_PRODUCTS / 2, .good = FAST_PRODUCTS * 3 / 16,
                                  .gate = FAST_PRODUCTS / 4),
                        GATE_MOST(COUNT_CONFLICTS, .naive = FAST_PRODUCTS / 2, .good = 0,
                                  .gate = FAST_PRODUCTS / 48)}),
    // Room for tiles of 64 x 64, or for tiles of 128 x 64 by cp.async into rows that are 16 bytes
    // longer: there half of the sectors of a count twice.
    ITEM_GATES(
        "fetched", "product: a and b loaded once per big tile, few barriers", 2, .group = "product",
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = 32 * (A_SECTORS + B_SECTORS),
                           .good = 16 * A_SECTORS + 16 * B_SECTORS,
                           .gate = (16 * A_SECTORS + 16 * B_SECTORS) * 11 / 10),
                 GATE_MOST(BARRIERS, "barriers (warp instructions)", .naive = FAST_PRODUCTS / 128,
                           .good = 3 * 256 * 4, .gate = FAST_PRODUCTS / 400),
                 GATE_MOST(BUSIEST_BLOCK, .naive = 8 * 32 * (A_SECTORS + B_SECTORS),
                           .good = (64 + 64) * PRODUCT_DEPTH * 4,
                           .gate = (256 + 256) * PRODUCT_DEPTH * 4)}),
    ITEMS_END,
};

const Lacking shared_memory_fastest_lacks[] = {
    LACKS(KINDS_choice, "every element has a result"),
    LACKS(KIND_BIT(KIND_overlap), "each block has results of its own"),
    LACKS(KIND_BIT(KIND_idle), "the function chooses its blocks itself"),
    LACKS(KIND_BIT(KIND_old_values), "results are not added to anything"),
    LACKS(KIND_BIT(KIND_size_2_24), "part 2 of lab 01 shows who counts in floats"),
    NO_WINDOW,
    LACKS_END};
