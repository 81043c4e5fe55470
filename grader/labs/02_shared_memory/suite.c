// suite.c - how lab 02 is judged: its cases, its gates, its hints.
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
#include "grader/suite.h"

#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/02_shared_memory/reference.h"
#include "grader/labs/kit.h"
#include "wrong.h"
#include "fastest.h"

// ---- cases ------------------------------------------------------------------------
//
// Sizes around a warp, a tile, a block. The table shows the first failing case, so cases that
// prove nothing come late. The cases of a part are so few elements that they share a process
// (run/batches.h).

static const struct {
    int n, rounds, block;
    unsigned flags;
} shift_table[] = {
    {256, 1, 256, 0},
    {31, 1, 32, 0},
    {32, 1, 32, 0},
    {33, 1, 32, 0},
    {255, 1, 256, 0},
    {257, 2, 256, 0},
    {2, 1, 64, 0},
    {1000, 7, 128, 0},
    {1023, 1, 1024, 0},
    {1024, 2, 1024, 0},
    {1025, 3, 1024, 0},
    {997, 300, 96, 0}, // more rounds than a tile has elements
    {5000, 31, 512, 0},
    {1, 1, 32, CASE_TRIVIAL},
    {0, 1, 256, CASE_TRIVIAL},
    {100, 0, 64, CASE_TRIVIAL},
    {16384, 4, 256, CASE_COUNTED},
    {70001, 3, 32, CASE_CLEAN_ONLY},
    {200003, 2, 512, CASE_CLEAN_ONLY},
};

// If all elements are equal, a copy is right.
static void note_any_order(Case *c, Kind kind)
{
    if (kind == KIND_values_equal)
        c->flags |= CASE_TRIVIAL;
}

static void add_shift(CaseList *list, int n, int rounds, int block, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "shift", "block=%d n=%d rounds=%d%s", block, n, rounds,
                       kit_words(kind));
    c->arg[0] = n;
    c->arg[1] = rounds;
    c->arg[2] = block;
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out");
    kit_fill_ints(list, c, in->data, in->count, kind, INT32_MIN, INT32_MAX);
    note_any_order(c, kind);
    reference_tile_shift(out->want, in->data, (size_t)n, (size_t)rounds, (size_t)block);
}

static void add_matrix(CaseList *list, int part, int rows, int cols, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, part == 5 ? "stencil" : "tile", "%d x %d%s", rows, cols,
                       kit_words(kind));
    size_t count = (size_t)rows * (size_t)cols;
    ElemType type = part == 5 ? ELEM_f32 : ELEM_i32;
    c->group = part == 2 ? "tile" : NULL; // part 2 has cases of another group, too
    c->arg[0] = rows;
    c->arg[1] = cols;
    Buffer *in = case_buffer(c, BUFFER_in, type, count, "in");
    Buffer *out = case_buffer(c, BUFFER_out, type, count, "out");
    out->columns = (size_t)(part == 5 ? cols : rows);
    if (part == 5) {
        kit_fill_floats(list, c, in->data, count, kind, -STENCIL_LIMIT, STENCIL_LIMIT);
        reference_tile_stencil(out->want, in->data, (size_t)rows, (size_t)cols);
    } else {
        kit_fill_ints(list, c, in->data, count, kind, INT32_MIN, INT32_MAX);
        note_any_order(c, kind);
        reference_tile_transpose(out->want, in->data, (size_t)rows, (size_t)cols);
    }
}

static const struct {
    int rows, cols;
    unsigned flags;
} matrix_table[] = {
    {32, 32, 0},
    {64, 96, 0},
    {31, 33, 0},
    {33, 31, 0},
    {32, 33, 0},
    {1, 100, 0},
    {100, 1, 0},
    {2, 3, 0},
    {7, 31, 0},
    {8, 32, 0},
    {9, 33, 0},
    {5, 257, 0},
    {63, 65, 0},
    {97, 101, 0},
    {3, 257, 0},
    {300, 5, 0},
    {33, 1, 0},
    {1, 1, CASE_TRIVIAL},
    {0, 5, CASE_TRIVIAL},
    {5, 0, CASE_TRIVIAL},
    {256, 256, CASE_COUNTED | CASE_CLEAN_ONLY},
    {2, 70001, CASE_CLEAN_ONLY},
    {70001, 2, CASE_CLEAN_ONLY},
    {197, 131, CASE_CLEAN_ONLY},
};

// `kind` is that of a; those of b are any values.
static void add_product(CaseList *list, int m, int k, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "product", "%d x %d by %d x %d%s", m, k, k, n, kit_words(kind));
    int limit = reference_product_limit((size_t)k);
    size_t M = (size_t)m, K = (size_t)k, N = (size_t)n;
    c->arg[0] = m;
    c->arg[1] = k;
    c->arg[2] = n;
    Buffer *a = case_buffer(c, BUFFER_in, ELEM_f32, M * K, "a");
    Buffer *b = case_buffer(c, BUFFER_in, ELEM_f32, K * N, "b");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, M * N, "c");
    out->columns = N;
    kit_fill_floats(list, c, a->data, M * K, kind, -limit, limit);
    kit_fill_floats(list, c, b->data, K * N, KINDS, -limit, limit);
    reference_tile_product(out->want, a->data, b->data, M, K, N);
}

enum { COUNTED_SIDE = 128 }; // of the counted product

static const struct {
    int m, k, n;
    unsigned flags;
} product_table[] = {
    {16, 16, 16, 0},
    {32, 48, 64, 0},
    {64, 64, 64, 0},
    {15, 16, 17, 0},
    {16, 17, 16, 0},
    {17, 15, 16, 0},
    {33, 31, 65, 0},
    {63, 65, 67, 0},
    {65, 1, 63, 0},
    {1, 100, 1, 0},
    {1, 16, 100, 0},
    {100, 3, 1, 0},
    {2, 1, 2, 0},
    {3, 2, 5, 0},
    {2, 65, 3, 0},
    {200, 7, 9, 0},
    {33, 1, 2, 0},
    {1, 1, 1, CASE_TRIVIAL},
    {3, 0, 5, CASE_TRIVIAL}, // a sum of no products is 0
    {0, 5, 7, CASE_TRIVIAL},
    {5, 7, 0, CASE_TRIVIAL},
    {COUNTED_SIDE, COUNTED_SIDE, COUNTED_SIDE, CASE_COUNTED | CASE_CLEAN_ONLY},
    {257, 131, 193, CASE_CLEAN_ONLY},
    {70001, 1, 2, CASE_CLEAN_ONLY},
    {2, 1, 70001, CASE_CLEAN_ONLY},
};

// The reads of a warp whose wavefronts the student predicts. The kernel is given, so a right output
// proves nothing. The figures of the H200 are those that ncu showed.
static const struct {
    int stride, wide;
    const char *group; // also the answer's key; NULL: in the demo only
    const char *h200;
} word_table[] = {
    {0, 0, "same_word", "1"},   {1, 0, NULL, "1"},         {2, 0, "stride_2", "2"},
    {3, 0, "stride_3", "1"},    {4, 0, NULL, "4"},         {8, 0, "stride_8", "8"},
    {32, 0, "stride_32", "32"}, {33, 0, "stride_33", "1"}, {1, 1, "double_1", "2"},
    {2, 1, NULL, "4"},          {16, 1, NULL, "32"},       {17, 1, NULL, "2"},
};
enum { WORDS = sizeof word_table / sizeof *word_table };

static void add_word_reads(CaseList *list, int i)
{
    Case *c = case_add(list, CASE_TRIVIAL | CASE_COUNTED, "words", "stride=%d%s",
                       word_table[i].stride, word_table[i].wide ? " of 8 bytes" : "");
    c->group = word_table[i].group;
    c->arg[0] = word_table[i].stride;
    c->arg[1] = word_table[i].wide;
    c->told = word_table[i].h200;
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, 32, "out");
    for (int l = 0; l < 32; l++)
        ((int32_t *)out->want)[l] = l * word_table[i].stride;
}

// The kinds of input of the tables' cases, in turn.
static Kind kind_in_turn(size_t i)
{
    static const Kind kinds[] = {KINDS, KIND_values_rising, KIND_values_falling, KINDS};
    return kinds[i % (sizeof kinds / sizeof *kinds)];
}

static void draw_shifts(CaseList *list)
{
    for (size_t i = 0; i < sizeof shift_table / sizeof *shift_table; i++)
        add_shift(list, shift_table[i].n, shift_table[i].rounds, shift_table[i].block,
                  kind_in_turn(i), shift_table[i].flags);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_shift(list, 300, 3, 128, k, 0);
}

static void draw_matrices(CaseList *list, int part)
{
    for (size_t i = 0; i < sizeof matrix_table / sizeof *matrix_table; i++)
        add_matrix(list, part, matrix_table[i].rows, matrix_table[i].cols, kind_in_turn(i),
                   matrix_table[i].flags);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_matrix(list, part, 39, 45, k, 0);
}

static void draw_products(CaseList *list)
{
    for (size_t i = 0; i < sizeof product_table / sizeof *product_table; i++)
        add_product(list, product_table[i].m, product_table[i].k, product_table[i].n,
                    kind_in_turn(i), product_table[i].flags);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_product(list, 35, 37, 39, k, 0);
}

static void shared_memory_draw(CaseList *list, int part)
{
    if (part == 1)
        draw_shifts(list);
    else if (part <= 5)
        draw_matrices(list, part);
    else if (part <= 7)
        draw_products(list);
    else
        draw_fastest_tiles(list);
    for (int i = 0; part == 2 && i < WORDS; i++)
        if (word_table[i].group)
            add_word_reads(list, i);
}

// Larger than the graded cases, so that start-up is only a small part of the time.
static void shared_memory_demo(CaseList *list, int part)
{
    if (part == 1) {
        for (int block = 1024; block >= 64; block /= 2)
            add_shift(list, 1 << 20, 16, block, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
    } else if (part <= 5) {
        add_matrix(list, part, 1024, 1024, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
    } else if (part <= 7) {
        add_product(list, 1024, 128, 1024, KINDS, CASE_CLEAN_ONLY | CASE_COUNTED);
    } else {
        demo_fastest_tiles(list);
    }
    for (int i = 0; part == 2 && i < WORDS; i++)
        add_word_reads(list, i);
}

// ---- parts, items, gates ------------------------------------------------------------

#define LOAD_WAVES "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
#define STORE_WAVES "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
// The accesses that the wavefronts belong to.
#define LOADED "smsp__inst_executed_op_shared_ld.sum"
#define STORED "smsp__inst_executed_op_shared_st.sum"
#define FLOAT_OPS "sim__inst_fp32.sum"

enum {
    TILES = 256 / TILE_DIM * (256 / TILE_DIM), // of the counted transpose
    SHIFT_WARPS = 16384 / 32,                  // of the counted shift
    RESULT_WARPS = 256 * 256 / 32,             // of the counted stencil
    // Of the counted product: a warp's multiplications, and the sectors of a and b.
    PRODUCTS = COUNTED_SIDE * COUNTED_SIDE * COUNTED_SIDE / 32,
    BOTH_SECTORS = 2 * COUNTED_SIDE * COUNTED_SIDE * 4 / 32
};

// clang-format off
#define SECTORS_LOADED "32-byte sectors loaded from global memory"
#define SECTORS_STORED "32-byte sectors stored to global memory"
#define SHARED_LOAD_COUNT "shared loads (warp instructions)"

// One block does not do the work of all.
#define GATE_OF_BLOCK(naive, good, bound) \
    {MOST_LOADED_BY_BLOCK, NULL, "bytes loaded by the busiest block", naive, good, bound, false}
#define GATE_COALESCED \
    {READ_SECTORS, NULL, SECTORS_LOADED, 1024 * TILES, 128 * TILES, 160 * TILES, false}, \
    {WRITTEN_SECTORS, NULL, SECTORS_STORED, 1024 * TILES, 128 * TILES, 160 * TILES, false}, \
    GATE_OF_BLOCK(4096 * TILES, 4096, 4 * 4096)
#define GATE_TILE_CONFLICTS {CONFLICTS, NULL, "bank conflicts", 992 * TILES, 0, 0, false}
#define GATE_USES_TILE {SHARED_LOADS, NULL, SHARED_LOAD_COUNT, 0, 32 * TILES, 8 * TILES, true}

#define ITEM_RIGHT(worth, words) \
    {.kind = ITEM_correct, .id = "right", .name = words, .points = worth}
// Answers: what is right is a word, or what is counted in the solution.
#define ITEM_COUNT(key, words, what, over, count, its_slide) \
    {.kind = ITEM_answer, .id = key, .name = words, .points = 1, .slide = its_slide, \
     .gate = {{.metric = what, .per = over, .label = words, .good = count, .gate = count}}}
// For read_words: `key` is also the group of its case.
#define ITEM_WORDS(key, words, count, its_slide) \
    {.kind = ITEM_answer, .id = key, .name = "wavefronts per load: " words, .points = 1, \
     .group = key, .slide = its_slide, \
     .gate = {{.metric = LOAD_WAVES, .per = LOADED, .label = words, .good = count, .gate = count}}}

static const Item shift_items[] = {
    ITEM_RIGHT(5, "every tile shifted"),
    ITEM_SAFE(4, NULL),
    ITEM_GATES("barriers", "two barriers per round, in shared memory", 3, NULL, NULL,
               {MOST_BARRIERS, NULL, "barriers per warp", 13, 9, 10, false},
               {SHARED_LOADS, NULL, SHARED_LOAD_COUNT, 0, 5 * SHIFT_WARPS, 2 * SHIFT_WARPS, true},
               {READ_SECTORS, NULL, SECTORS_LOADED, 4 * 2048, 2048, 2100, false},
               GATE_OF_BLOCK(4 * 16384, 1024, 4096)),
    ITEM_WANT("resident_1024", "blocks of 1024 threads that fit on one multiprocessor", "2", "02.5"),
    ITEM_WANT("resident_128", "blocks of 128 threads that fit on one multiprocessor", "16", "02.5"),
    ITEMS_END};

static const Item tile_transpose_items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "transposed", .points = 5, .group = "tile"},
    ITEM_SAFE(3, NULL),
    ITEM_GATES("coalesced", "loads and stores of whole sectors", 3, NULL, NULL, GATE_COALESCED,
               GATE_USES_TILE),
    ITEM_WORDS("stride_2", "words 0, 2, 4 ... 62", 2, "02.7"),
    ITEM_WORDS("stride_3", "words 0, 3, 6 ... 93", 1, "02.7"),
    ITEM_WORDS("stride_8", "words 0, 8, 16 ... 248", 8, "02.7"),
    ITEM_WORDS("stride_32", "words 0, 32, 64 ... 992", 32, "02.7"),
    ITEM_WORDS("stride_33", "words 0, 33, 66 ... 1023", 1, "02.7"),
    ITEM_WORDS("same_word", "all lanes the same word", 1, "02.7"),
    ITEM_WORDS("double_1", "32 neighbouring doubles", 2, "02.8"),
    ITEM_COUNT("tile_store", "wavefronts per store to the tile", STORE_WAVES, STORED, 1, "02.10"),
    ITEM_COUNT("tile_load", "wavefronts per load from the tile", LOAD_WAVES, LOADED, 32, "02.10"),
    ITEMS_END};

static const Item padded_items[] = {
    ITEM_RIGHT(3, "transposed"),
    ITEM_SAFE(2, NULL),
    ITEM_GATES("conflicts", "no bank conflicts, whole sectors", 3, NULL, NULL, GATE_TILE_CONFLICTS,
               GATE_COALESCED, GATE_USES_TILE),
    ITEM_COUNT("padded_store", "wavefronts per store to the tile", STORE_WAVES, STORED, 1, "02.11"),
    ITEM_COUNT("padded_load", "wavefronts per load from the tile", LOAD_WAVES, LOADED, 1, "02.11"),
    ITEMS_END};

static const Item swizzled_items[] = {
    ITEM_RIGHT(3, "transposed"),
    ITEM_SAFE(2, NULL),
    ITEM_GATES("conflicts", "no bank conflicts, whole sectors", 3, NULL, NULL, GATE_TILE_CONFLICTS,
               GATE_COALESCED, GATE_USES_TILE),
    ITEM_GATES("bytes", "no padding", 2, NULL, NULL,
               {"grader__shared_bytes", "grader__blocks", "bytes of shared memory per block", 4224,
                4096, 4096, false, TILES}),
    ITEM_COUNT("swizzled_store", "wavefronts per store to the tile", STORE_WAVES, STORED, 1,
               "02.12"),
    ITEM_COUNT("swizzled_load", "wavefronts per load from the tile", LOAD_WAVES, LOADED, 1,
               "02.12"),
    ITEMS_END};

static const Item tile_stencil_items[] = {
    ITEM_RIGHT(5, "nine-point sums, exact"),
    ITEM_SAFE(3, NULL),
    ITEM_GATES("fetched", "each element loaded about once, by whole warps", 4, NULL, NULL,
               {READ_SECTORS, NULL, SECTORS_LOADED, 40 * RESULT_WARPS, 10 * RESULT_WARPS,
                14 * RESULT_WARPS, false},
               {CONFLICTS, NULL, "bank conflicts", 9 * RESULT_WARPS, 0, RESULT_WARPS / 2, false},
               GATE_OF_BLOCK(4 * 256 * 256, 1728, 4 * 1728)),
    ITEM_WANT("halo_elements", "elements that a block loads for its 256 results", "432", "02.14"),
    ITEMS_END};

static const Item product_items[] = {
    ITEM_RIGHT(6, "products, exact"),
    ITEM_SAFE(3, NULL),
    ITEM_GATES("fetched", "each element loaded once per tile", 4, NULL, NULL,
               {READ_SECTORS, NULL, SECTORS_LOADED, 5 * PRODUCTS, 8 * BOTH_SECTORS,
                10 * BOTH_SECTORS, false},
               {CONFLICTS, NULL, "bank conflicts", PRODUCTS, 0, 0, false},
               GATE_OF_BLOCK(64 * 16384, 16384, 4 * 16384)),
    ITEM_COUNT("product_loads", "shared loads per multiplication", SHARED_LOADS, FLOAT_OPS, 2,
               "02.17"),
    ITEMS_END};

static const Item registers_items[] = {
    ITEM_RIGHT(6, "products, exact"),
    ITEM_SAFE(3, NULL),
    ITEM_GATES("loads", "about half a shared load per multiplication", 4, NULL, NULL,
               {SHARED_LOADS, NULL, SHARED_LOAD_COUNT, 2 * PRODUCTS, PRODUCTS / 2,
                6 * PRODUCTS / 10, false},
               {CONFLICTS, NULL, "bank conflicts", PRODUCTS, 0, PRODUCTS / 16, false}),
    ITEM_GATES("stores", "no bank conflicts at all, also while filling the tiles", 1, NULL, NULL,
               {CONFLICTS, NULL, "bank conflicts", PRODUCTS / 64, 0, 0, false}),
    ITEM_GATES("fetched", "each element loaded once per big tile", 2, NULL, NULL,
               {READ_SECTORS, NULL, SECTORS_LOADED, 8 * BOTH_SECTORS, 2 * BOTH_SECTORS,
                3 * BOTH_SECTORS, false},
               {SHARED_LOADS, NULL, SHARED_LOAD_COUNT, 0, PRODUCTS / 2, PRODUCTS / 32, true},
               GATE_OF_BLOCK(4 * 65536, 65536, 2 * 65536)),
    ITEM_COUNT("register_loads", "shared loads per multiplication", SHARED_LOADS, FLOAT_OPS, 0.5,
               "02.18"),
    ITEMS_END};

// ---- kinds of input that a part lacks (kit.h) --------------------------------------------------

#define AN_ARRAY {KINDS_shape, "the input is an array"}
#define IN_TILES \
    {KINDS_choice, "every element has a result"}, \
    {KIND_BIT(KIND_overlap), "each block has results of its own"}, \
    {KIND_BIT(KIND_idle), "the assignment says which blocks there are"}, \
    {KIND_BIT(KIND_old_values), "results are not added to anything"}, \
    {KIND_BIT(KIND_size_2_24), "part 2 of lab 01 shows who counts in floats"}
#define NO_WINDOW {KIND_BIT(KIND_shape_window), "the neighbourhood has a fixed size"}

static const Lacking shift_lacks[] = {AN_ARRAY, IN_TILES, {0, NULL}};
static const Lacking matrix_lacks[] = {IN_TILES, NO_WINDOW, {0, NULL}};

static const Part shared_memory_parts[] = {
    {.number = 1, .id = "shift", .name = "a shift in place", .slide = "02.4",
     .items = shift_items, .lacks = shift_lacks},
    {.number = 2, .id = "transpose", .name = "transpose by tiles", .slide = "02.9",
     .items = tile_transpose_items, .lacks = matrix_lacks},
    {.number = 3, .id = "padded", .name = "the padded column", .slide = "02.11",
     .items = padded_items, .lacks = matrix_lacks},
    {.number = 4, .id = "swizzled", .name = "the swizzle", .slide = "02.12",
     .items = swizzled_items, .lacks = matrix_lacks},
    {.number = 5, .id = "stencil", .name = "a stencil with halo", .slide = "02.14",
     .items = tile_stencil_items, .lacks = matrix_lacks},
    {.number = 6, .id = "product", .name = "a matrix product by tiles", .slide = "02.16",
     .items = product_items, .lacks = matrix_lacks},
    {.number = 7, .id = "registers", .name = "register blocking", .slide = "02.18",
     .items = registers_items, .lacks = matrix_lacks},
    {.number = PART_fastest_tiles, .id = "fastest", .name = "as fast as you can", .slide = "02.21",
     .items = fastest_tiles_items, .fastest = true, .lacks = fastest_tiles_lacks},
    {.number = 0}};
// clang-format on

const Lab lab_02_shared_memory = {
    .name = "02_shared_memory",
    .source = "shared_memory.cu",
    .fastest = "fastest.cu",
    .title =
        "Tiles in shared memory: shift, transpose, stencil, product, and what each access costs",
    .minutes = 180,
    .parts = shared_memory_parts,
    .draw = shared_memory_draw,
    .diagnose = shared_memory_diagnose,
    .demo = shared_memory_demo,
    .columns = {{"blocks", "grader__blocks", NULL},
                {"barr/warp", BARRIERS, "grader__warps"},
                {"st waves", STORE_WAVES, STORED},
                {"ld waves", LOAD_WAVES, LOADED},
                {"conflicts", CONFLICTS, NULL},
                {"ld sectors", LOAD_SECTORS, NULL},
                {"sec/ld req", LOAD_SECTORS, LOAD_REQUESTS},
                {"sec/st req", STORE_SECTORS, STORE_REQUESTS}},
    .told = "H200",
    .answers = "answers.txt",
};
