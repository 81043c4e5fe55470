// cases.c - the cases of lab 07.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/07_streams.h"
#include "grader/labs/07_streams/reference.h"
#include "grader/labs/kit.h"
#include "grader/suite.h"

enum {
    CHUNK = 1 << 18,      // words of a piece in the counted cases
    COUNTED = 16 * CHUNK, // parts 3 to 5
    OVERLAP = 1 << 20,    // part 2: words of the device
    PASSES = 4,
    MINE = 1 << 19,             // part 2: words of the host: 187 us, about as long as the kernels
    RATIO = 3,                  // part 5: the second time is three times the first
    SHORT = 20011,              // part 5: words of the pass that the checkers see
    PRODUCT = 4 * STREAMS_TILE, // rows of the counted product
    LANE = 400000,              // words of a piece in part 7, cases a and d
    WALKERS = 66 * 32,          // part 7, cases b and c: one thread each
    ROUNDS = 16,                // part 9
    WIDTH = 1001,
    HEIGHT = 400,
    STRIDE = 1200,
    SMALL = 64 * STREAMS_SMALL_WORDS, // part 10: 64 pieces
    ASKED = 6                         // kinds of jobs in part 8
};

// ---- cases ----------------------------------------------------------------------

// Words are unsigned; the kit's ints have the same bits. `kind` KINDS: any words.
static void fill_words(CaseList *list, Case *c, uint32_t *in, size_t n, Kind kind)
{
    kit_fill_ints(list, c, (int32_t *)in, n, kind, INT32_MIN, INT32_MAX);
}

static Buffer *add_word_buffer(CaseList *list, Case *c, BufferRole role, BufferPlace place,
                               size_t n, const char *name, Kind kind)
{
    Buffer *b = case_buffer(c, role, ELEM_u32, n, name);
    b->place = place;
    if (role != BUFFER_out)
        fill_words(list, c, b->data, n, kind);
    return b;
}

// Each step of a word is a multiplication and an addition, one instruction. What the host does of
// this, it declares; `delivered`: all other words come back by copies.
static void share_words(Case *c, double word_steps, bool delivered)
{
    c->needed = word_steps;
    c->operation = INT_OPS;
    c->host_rate = (double)STREAMS_HOST_WORDS_US * STREAMS_STEPS;
    c->host_bytes = delivered ? STREAMS_HOST_WORDS_US * sizeof(uint32_t) : 0;
}

static void add_serial(CaseList *list, const char *variant, const char *group, int n,
                       unsigned flags, Kind kind)
{
    Case *c = case_add(list, flags, variant, "n=%d", n);
    c->group = group;
    c->arg[0] = n;
    Buffer *in = add_word_buffer(list, c, BUFFER_in, PLACE_host, (size_t)n, "in", kind);
    Buffer *out = add_word_buffer(list, c, BUFFER_out, PLACE_host, (size_t)n, "out", kind);
    reference_advance(out->want, in->data, (size_t)n, steps_of_passes(1));
    share_words(c, (double)n * STREAMS_STEPS, strcmp(variant, "serial") == 0);
}

static void add_overlap(CaseList *list, int n, int passes, int m, unsigned flags, Kind kind)
{
    Case *c = case_add(list, flags, "overlap", "n=%d passes=%d m=%d", n, passes, m);
    KIT_ARGS(c, n, passes, m);
    Buffer *in = add_word_buffer(list, c, BUFFER_in, PLACE_pinned, (size_t)n, "in", kind);
    Buffer *mine = add_word_buffer(list, c, BUFFER_inout, PLACE_pinned, (size_t)m, "mine", kind);
    Buffer *out = add_word_buffer(list, c, BUFFER_out, PLACE_pinned, (size_t)n, "out", kind);
    reference_advance(mine->want, mine->data, (size_t)m, steps_of_passes(1));
    reference_advance(out->want, in->data, (size_t)n, steps_of_passes(passes));
    share_words(c, ((double)n * passes + m) * STREAMS_STEPS, true);
}

static void add_pieces(CaseList *list, const char *variant, const char *group, int n, int chunk,
                       unsigned flags, Kind kind)
{
    Case *c = case_add(list, flags, variant, "n=%d chunk=%d", n, chunk);
    c->group = group;
    KIT_ARGS(c, n, chunk);
    Buffer *in = add_word_buffer(list, c, BUFFER_in, PLACE_pinned, (size_t)n, "in", kind);
    Buffer *out = add_word_buffer(list, c, BUFFER_out, PLACE_pinned, (size_t)n, "out", kind);
    Buffer *check = add_word_buffer(list, c, BUFFER_out, PLACE_host, 1, "check", kind);
    *(uint32_t *)check->want =
        reference_advance(out->want, in->data, (size_t)n, steps_of_passes(1));
    share_words(c, (double)n * STREAMS_STEPS, true);
}

static void add_small(CaseList *list, int n, int chunk, unsigned flags, Kind kind)
{
    Case *c = case_add(list, flags, "small", "n=%d chunk=%d", n, chunk);
    KIT_ARGS(c, n, chunk);
    Buffer *in = add_word_buffer(list, c, BUFFER_in, PLACE_pinned, (size_t)n, "in", kind);
    Buffer *out = add_word_buffer(list, c, BUFFER_out, PLACE_pinned, (size_t)n, "out", kind);
    reference_advance(out->want, in->data, (size_t)n, STREAMS_SMALL_STEPS);
    share_words(c, (double)n * STREAMS_SMALL_STEPS, true);
}

static void add_ratio(CaseList *list, int n, int passes, unsigned flags)
{
    Case *c = case_add(list, flags, "ratio", "n=%d passes=%d", n, passes);
    c->group = "timing";
    KIT_ARGS(c, n, passes);
    Buffer *x = add_word_buffer(list, c, BUFFER_inout, PLACE_device, (size_t)n, "x", KINDS);
    Buffer *ratio = case_buffer(c, BUFFER_out, ELEM_f32, 1, "ratio");
    ratio->place = PLACE_host;
    c->measured = 2 * 32; // two times
    // A wait before the first event is allowed: then the first time has the launch in it, about 4
    // us. Of a short pass that is half.
    ratio->tolerance = (n <= SHORT ? 0.5 : n < 1 << 20 ? 0.2 : 0.1) * passes;
    *(float *)ratio->want = (float)passes;
    if (n > SHORT) // a short pass and a launch take as long: there the tolerance is needed
        c->clock_swing = draw_real(list, 1.5, 2.5);
    reference_advance(x->want, x->data, (size_t)n, steps_of_passes(2 + passes));
    share_words(c, (double)n * (2 + passes) * STREAMS_STEPS, false);
}

static Case *add_dgemm(CaseList *list, const char *group, int n, int ways, unsigned flags)
{
    Case *c = case_add(list, flags, "dgemm", "n=%d ways=%d", n, ways);
    size_t elements = (size_t)n * (size_t)n;
    c->group = group;
    KIT_ARGS(c, n, ways);
    c->work = 2.0 * n * n * n / 1000; // thousands of operations; divided by microseconds: Gflop/s
    Buffer *b[3];
    for (int i = 0; i < 3; i++) {
        b[i] = case_buffer(c, i < 2 ? BUFFER_in : BUFFER_out, ELEM_f64, elements,
                           i == 0   ? "a"
                           : i == 1 ? "b"
                                    : "c");
        b[i]->place = PLACE_pinned;
        for (size_t k = 0; i < 2 && k < elements;
             k++) // sums stay far below 2^53: exact in any order
            ((double *)b[i]->data)[k] = (double)draw_int(list, -1000, 1000);
    }
    reference_matrix_product(b[2]->want, b[0]->data, b[1]->data, (size_t)n);
    // A multiplication and an addition are two operations, but one instruction.
    c->needed = (double)n * n * n;
    c->operation = DOUBLE_OPS;
    c->host_rate = STREAMS_HOST_GFLOPS * 1000 / 2;
    c->host_bytes = STREAMS_HOST_GFLOPS * 1000 / (2.0 * n) * sizeof(double);
    return c;
}

static void want_order(uint32_t *want, const uint32_t *in, size_t n, int which)
{
    if (which == 'a') {
        for (size_t i = 0; i < n; i++)
            want[i] = reference_jump(in[i] ^ in[n + i], 1);
        memset(want + n, 0x5a, n * sizeof *want);
        return;
    }
    int units = which == 'b' ? 2 : 3;
    uint64_t steps = which == 'd' ? steps_of_passes(1) : (uint64_t)units * STREAMS_UNIT_STEPS;
    reference_advance(want, in, (which == 'd' ? 3 : 2) * n, steps);
}

static void add_order(CaseList *list, int which, int n, unsigned flags, Kind kind)
{
    static const char *const variants[] = {"order, case a", "order, case b", "order, case c",
                                           "order, case d"};
    static const char *const groups[] = {"a", "b", "c", "d"};
    Case *c = case_add(list, flags, variants[which - 'a'], "n=%d", n);
    size_t words = (which == 'd' ? 3 : 2) * (size_t)n;
    c->group = groups[which - 'a'];
    KIT_ARGS(c, n, which);
    Buffer *in = add_word_buffer(list, c, BUFFER_in, PLACE_pinned, words, "in", kind);
    Buffer *out = add_word_buffer(list, c, BUFFER_out, PLACE_pinned, words, "out", kind);
    want_order(out->want, in->data, (size_t)n, which);
    double steps = which == 'a'   ? 1
                   : which == 'd' ? 3 * STREAMS_STEPS
                                  : 2 * (which == 'b' ? 2 : 3) * STREAMS_UNIT_STEPS;
    share_words(c, steps * n, true);
}

static void add_questions(CaseList *list)
{
    static const int32_t stream0[3] = {0, 1, 0}, window[ASKED] = {1, 1, 1, 0, 0, 0};
    for (int q = 0; q < 2; q++) {
        // Part 8 has no item for the checkers, and this one has a dozen long kernels.
        unsigned large = q ? CASE_CLEAN_ONLY : 0;
        Case *c = case_add(list, CASE_COUNTED | CASE_QUESTION | large, q ? "window" : "stream0",
                           q ? "six kinds of jobs" : "two kinds of streams");
        c->group = c->variant;
        Buffer *answer = case_buffer(c, BUFFER_out, ELEM_i32, q ? ASKED : 3, "answer");
        answer->place = PLACE_host;
        c->measured = q ? ASKED : 3; // a bit for each answer
        memcpy(answer->want, q ? window : stream0, answer->count * sizeof(int32_t));
    }
}

static void add_pinned(CaseList *list, int n, int rounds, unsigned flags, Kind kind)
{
    Case *c = case_add(list, flags, "pinned", "n=%d rounds=%d", n, rounds);
    c->group = "pinned";
    KIT_ARGS(c, n, rounds);
    Buffer *data = add_word_buffer(list, c, BUFFER_inout, PLACE_host, (size_t)n, "data", kind);
    uint32_t *want = data->want;
    if (n)
        memcpy(want, data->data, (size_t)n * sizeof *want);
    for (int round = 0; round < rounds; round++) {
        reference_advance(want, want, (size_t)n, steps_of_passes(1));
        for (int i = 0; i < n; i++)
            want[i] ^= (uint32_t)round;
    }
    share_words(c, (double)n * rounds * STREAMS_STEPS, false);
}

static void add_pitched(CaseList *list, int width, int height, int stride, unsigned flags,
                        Kind kind)
{
    Case *c = case_add(list, flags, "pitched", "%dx%d of %d a row", width, height, stride);
    c->group = "pitched";
    KIT_ARGS(c, width, height, stride);
    Buffer *image = add_word_buffer(list, c, BUFFER_in, PLACE_host, (size_t)stride * (size_t)height,
                                    "image", kind);
    Buffer *out = add_word_buffer(list, c, BUFFER_out, PLACE_host, (size_t)width * (size_t)height,
                                  "out", kind);
    out->columns = (size_t)width;
    for (int y = 0; y < height; y++)
        reference_advance((uint32_t *)out->want + (size_t)y * (size_t)width,
                          (uint32_t *)image->data + (size_t)y * (size_t)stride, (size_t)width,
                          steps_of_passes(1));
    share_words(c, (double)width * height, true); // of a known number of steps nvcc makes one
}

// Sizes around a warp and the grid of 132 x 32 threads, in pieces of several lengths: a piece that
// holds everything, pieces that leave a rest, pieces of one word. The table shows the first
// failing case, so cases that prove nothing come late.
static const struct {
    int n, chunk;
    unsigned flags;
} size_table[] = {
    {33, 8, 0},
    {2, 1, 0},
    {31, 31, 0},
    {32, 16, 0},
    {100, 7, 0},
    {255, 256, 0},
    {257, 64, 0},
    {1024, 128, 0},
    {1025, 1024, 0},
    {4223, 4224, 0},
    {4225, 1000, 0},
    {20011, 4096, 0},
    {65539, 9999, CASE_CLEAN_ONLY},
    {1, 5, CASE_TRIVIAL},
    {0, 4, CASE_TRIVIAL},
};
enum { SIZES = sizeof size_table / sizeof *size_table };

// The first sizes have any words, so that a wrong word is told from a right one.
static Kind kind_of(int i)
{
    enum { FIRST = 5 };
    bool any = i < FIRST || i - FIRST > LAST_VALUES - FIRST_VALUES;
    return any ? KINDS : (Kind)(FIRST_VALUES + i - FIRST);
}

static void draw_memory(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_pinned(list, size_table[i].n, 1 + i % 3, size_table[i].flags, kind_of(i));
    add_pinned(list, PINNED, ROUNDS, CASE_COUNTED | CASE_CLEAN_ONLY, KINDS);
    for (int i = 0; i < SIZES; i++)
        add_serial(list, "managed", "managed", size_table[i].n, size_table[i].flags, kind_of(i));
    add_serial(list, "managed", "managed", PINNED, CASE_COUNTED | CASE_CLEAN_ONLY, KINDS);
    static const int shapes[][3] = {{33, 5, 40},     {1, 7, 3},      {32, 32, 32}, {31, 1, 31},
                                    {100, 133, 128}, {257, 3, 1000}, {3, 5, 4},    {4000, 2, 4001},
                                    {2, 500, 2},     {1, 40, 1}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        add_pitched(list, shapes[i][0], shapes[i][1], shapes[i][2], 0, kind_of((int)i));
    add_pitched(list, WIDTH, HEIGHT, STRIDE, CASE_COUNTED | CASE_CLEAN_ONLY, KINDS);
}

static void draw_small(CaseList *list)
{
    for (int i = 0; i < SIZES; i++) {
        int chunk = size_table[i].chunk % STREAMS_SMALL_WORDS + 1, n = size_table[i].n;
        if (n <= SMALL)
            add_small(list, n, chunk, size_table[i].flags, kind_of(i));
    }
    for (int kind = FIRST_VALUES; kind <= LAST_VALUES; kind++)
        add_small(list, 70 + kind, 1 + kind % STREAMS_SMALL_WORDS, 0, (Kind)kind);
    add_small(list, SMALL, STREAMS_SMALL_WORDS, CASE_COUNTED | CASE_CLEAN_ONLY, KINDS);
}

static void draw_orders(CaseList *list)
{
    // A walk is long: in cases b and c a few warps are enough, each a block.
    enum { ANY = 6, ALL = 12 }; // sizes with any words; then one of each kind
    static const int walked[ALL] = {33, 1, 16, 31, 32, 97, 40, 41, 42, 43, 44, 45};
    static const int passed[ALL] = {33, 1, 16, 31, 32, 1000, 700, 701, 702, 703, 704, 705};
    for (int which = 'a'; which <= 'd'; which++) {
        bool walks = which == 'b' || which == 'c';
        const int *sizes = walks ? walked : passed;
        for (int i = 0; i < ALL; i++)
            add_order(list, which, sizes[i], 0, i < ANY ? KINDS : (Kind)(FIRST_VALUES + i - ANY));
        add_order(list, which, walks ? WALKERS : LANE, CASE_COUNTED | CASE_CLEAN_ONLY, KINDS);
    }
}

static void draw_products(CaseList *list)
{
    // These matrices fit in the device's memory as a whole. The checkers see one tile, and four
    // tiles on three desks, of which one is used twice: the other ways issue in the same loop.
    for (int ways = 1; ways <= 4; ways++) {
        if (ways < 4) // one tile in nine, rounded up, is this one tile
            add_dgemm(list, "right", STREAMS_TILE, ways, ways == 1 ? 0 : CASE_CLEAN_ONLY);
        add_dgemm(list, "right", 2 * STREAMS_TILE, ways, ways == 3 ? 0 : CASE_CLEAN_ONLY);
    }
    add_dgemm(list, "right", 3 * STREAMS_TILE, 4, CASE_CLEAN_ONLY); // nine tiles
    const unsigned large = CASE_CLEAN_ONLY | CASE_COUNTED;
    add_dgemm(list, "two", PRODUCT, 2, large | CASE_IN_ORDER);
    add_dgemm(list, "three", PRODUCT, 3, large | CASE_IN_ORDER);
    add_dgemm(list, "four", PRODUCT, 4, large); // three desks, and a share for the host
}

void streams_draw(CaseList *list, int part)
{
    static const char *const pieces[] = {"three", "four", "events"};
    const unsigned large = CASE_COUNTED | CASE_CLEAN_ONLY;
    if (part == 6)
        draw_products(list);
    else if (part == 7)
        draw_orders(list);
    else if (part == 8)
        add_questions(list);
    else if (part == 9)
        draw_memory(list);
    else if (part == 10)
        draw_small(list);
    for (int i = 0; i < SIZES && part <= 5; i++) {
        int n = size_table[i].n, chunk = size_table[i].chunk;
        unsigned flags = size_table[i].flags;
        if (part == 1)
            add_serial(list, "serial", NULL, n, flags, kind_of(i));
        else if (part == 2)
            add_overlap(list, n, 1 + i % 3, chunk, flags, kind_of(i));
        else
            add_pieces(list, pieces[part - 3], "pieces", n, chunk, flags, kind_of(i));
    }
    if (part == 1)
        add_serial(list, "serial", NULL, 1 << 20, large, KINDS);
    else if (part == 2) {
        add_overlap(list, 1000, 2, 0, 0, KINDS); // nothing for the host
        add_overlap(list, OVERLAP, PASSES, MINE, large, KINDS);
    } else if (part <= 5)
        add_pieces(list, pieces[part - 3], "pieces", COUNTED, CHUNK, large, KINDS);
    if (part == 5) {
        add_ratio(list, 200003, RATIO, CASE_CLEAN_ONLY);
        add_ratio(list, SHORT, RATIO, 0);
        add_ratio(list, 1 << 20, 5, CASE_CLEAN_ONLY);
    }
}

// `make run`; part 6 shows all ways, with the notes' figures next to them.
void streams_demo(CaseList *list, int part)
{
    static const char *const notes[] = {"43", "125 (2.9x)", "177 (4.1x)", "262 (6.1x)",
                                        "282 (6.6x)"};
    const unsigned flags = CASE_COUNTED | CASE_CLEAN_ONLY;
    if (part == 6) {
        for (int ways = 0; ways <= 4; ways++) // without the device there is no kernel to launch
            add_dgemm(list, "right", PRODUCT, ways, flags | (ways ? 0 : CASE_TRIVIAL))->told =
                notes[ways];
    } else if (part == 7) {
        for (int which = 'a'; which <= 'd'; which++)
            add_order(list, which, which == 'b' || which == 'c' ? WALKERS : LANE, flags, KINDS);
    } else if (part == 8) {
        add_questions(list);
    } else if (part == 9) {
        add_pinned(list, PINNED, ROUNDS, flags, KINDS);
        add_serial(list, "managed", "managed", PINNED, flags, KINDS);
        add_pitched(list, WIDTH, HEIGHT, STRIDE, flags, KINDS);
    } else if (part == 10) {
        add_small(list, SMALL, STREAMS_SMALL_WORDS, flags, KINDS);
    } else if (part == 1) {
        add_serial(list, "serial", NULL, 1 << 20, flags, KINDS);
    } else if (part == 2) {
        add_overlap(list, OVERLAP, PASSES, MINE, flags, KINDS);
    } else {
        add_pieces(list,
                   part == 3   ? "three"
                   : part == 4 ? "four"
                               : "events",
                   NULL, COUNTED, CHUNK, flags, KINDS);
    }
}
