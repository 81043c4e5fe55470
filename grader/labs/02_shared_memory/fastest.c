// fastest.c - part 8 of lab 02, the race: its cases and its gates.
//
// A gate bounds what makes such a kernel slow on a GPU, and not the way to avoid it. So tiles of
// other shapes pass, and so do plain loads, asynchronous copies and bulk copies. Counted in the
// PTX of the solution, and of others:
//
//   transpose, 512 x 1024      65536 sectors each way; 4096 requests if a lane moves 16 bytes, 8192
//                              with 8 bytes, 16384 with 4. 5% more is for a few sectors or requests
//                              at the edges of a tile. A few conflicts per 32 elements cost
//                              nothing beside the memory; a column in one bank has 31.
//   product, 256 x 256 by 256 x 512   1048576 multiplications of a warp. Wavefronts of shared
//   loads:
//                              16 for 128 multiplications (16 x 8 per thread), 12 for 64 (8 x 8);
//                              8 for 16 in part 7. Tiles of 128 x 128 load a four times
//                              and b twice: 65536 sectors; 64 x 64, twice as many. Barriers: one
//                              for a step of 8 with 8 x 8 per thread is 1 for 512 multiplications;
//                              part 7 has 1 for 128.
#include "fastest.h"

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
    PRODUCT_ROWS = 256,
    PRODUCT_DEPTH = 256,
    PRODUCT_COLS = 512
};

static void add_turned(CaseList *list, int64_t rows, int64_t cols, Kind kind, unsigned flags)
{
    Case *c =
        case_add(list, flags, "transpose", "%d x %d%s", (int)rows, (int)cols, kit_words(kind));
    size_t count = (size_t)rows * (size_t)cols;
    c->group = "transpose";
    c->arg[0] = rows;
    c->arg[1] = cols;
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
    c->arg[0] = m;
    c->arg[1] = k;
    c->arg[2] = n;
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

void draw_fastest_tiles(CaseList *list)
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

void demo_fastest_tiles(CaseList *list)
{
    add_turned(list, 1024, 1024, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
    add_fast_product(list, 1024, 128, 1024, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
}

// ---- items ------------------------------------------------------------------------------

#define LOAD_WAVES "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"

enum {
    TURNED = TURNED_ROWS * TURNED_COLS, // elements
    TURNED_SECTORS = TURNED / 8,
    TURNED_PIECES = TURNED / 128, // of 512 bytes: a warp with 16 bytes per lane
    // Of the counted product: multiplications of a warp; sectors of a, b, c.
    FAST_PRODUCTS = PRODUCT_ROWS / 32 * PRODUCT_DEPTH * PRODUCT_COLS,
    A_SECTORS = PRODUCT_ROWS * PRODUCT_DEPTH / 8,
    B_SECTORS = PRODUCT_DEPTH * PRODUCT_COLS / 8
};

// clang-format off
#define SECTORS_LOADED "32-byte sectors loaded from global memory"
#define SECTORS_STORED "32-byte sectors stored to global memory"
#define BUSIEST_BLOCK "bytes loaded by the busiest block"

const Item fastest_tiles_items[] = {
    {.kind = ITEM_correct, .id = "turned", .name = "transposes of any shape", .points = 1, .group = "transpose"},
    {.kind = ITEM_correct, .id = "product", .name = "products of any shape, exact", .points = 1, .group = "product"},
    ITEM_SAFE(1, NULL),
    ITEM_GATES("memory", "transpose: each sector once, in vectors, by one launch", 2, "transpose", NULL,
               {READ_SECTORS, NULL, SECTORS_LOADED, 8 * TURNED_SECTORS, TURNED_SECTORS, TURNED_SECTORS * 21 / 20, false},
               {WRITTEN_SECTORS, NULL, SECTORS_STORED, 8 * TURNED_SECTORS, TURNED_SECTORS, TURNED_SECTORS * 21 / 20, false},
               {LOAD_REQUESTS, NULL, "load requests to global memory", 4 * TURNED_PIECES, TURNED_PIECES, TURNED_PIECES * 21 / 10, false},
               {STORE_REQUESTS, NULL, "store requests to global memory", 4 * TURNED_PIECES, TURNED_PIECES, TURNED_PIECES * 21 / 10, false},
               {MOST_LOADED_BY_BLOCK, NULL, BUSIEST_BLOCK, 4 * TURNED, 64 * 64 * 4, TURNED / 8, false},
               {"grader__launches", NULL, "launches", 2, 1, 1, false}),
    ITEM_GATES("banks", "transpose: few bank conflicts", 1, "transpose", NULL,
               {CONFLICTS, NULL, "bank conflicts", 31 * (TURNED / 32), 0, 4 * (TURNED / 32), false}),
    ITEM_GATES("registers", "product: few shared loads per multiplication", 2, "product", NULL,
               {LOAD_WAVES, NULL, "wavefronts of shared loads", FAST_PRODUCTS / 2, FAST_PRODUCTS / 8, FAST_PRODUCTS / 4, false},
               {CONFLICTS, NULL, "bank conflicts", FAST_PRODUCTS / 2, 0, FAST_PRODUCTS / 64, false}),
    // Room for cp.async: where a tile's rows are 16 bytes longer, half of the sectors of a count twice.
    ITEM_GATES("fetched", "product: a and b loaded once per big tile, few barriers", 2, "product", NULL,
               {READ_SECTORS, NULL, SECTORS_LOADED, 8 * A_SECTORS + 4 * B_SECTORS, 2 * (A_SECTORS + B_SECTORS), (4 * A_SECTORS + 2 * B_SECTORS) * 13 / 10, false},
               {BARRIERS, NULL, "barriers (warp instructions)", FAST_PRODUCTS / 128, 9 * 4 * 8, FAST_PRODUCTS / 400, false},
               {MOST_LOADED_BY_BLOCK, NULL, BUSIEST_BLOCK, 8 * 32 * (A_SECTORS + B_SECTORS), (128 + 256) * PRODUCT_DEPTH * 4, (256 + 256) * PRODUCT_DEPTH * 4, false}),
    ITEMS_END};
// clang-format on

const Lacking fastest_tiles_lacks[] = {
    {KINDS_choice, "every element has a result"},
    {KIND_BIT(KIND_overlap), "each block has results of its own"},
    {KIND_BIT(KIND_idle), "the function chooses its blocks itself"},
    {KIND_BIT(KIND_old_values), "results are not added to anything"},
    {KIND_BIT(KIND_size_2_24), "part 2 of lab 01 shows who counts in floats"},
    {KIND_BIT(KIND_shape_window), "there is no neighbourhood"},
    {0, NULL}};
