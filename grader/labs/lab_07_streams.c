// lab_07_streams.c - how lab 07 is judged: its cases, its gates, its hints.
//
// What is graded is time: grader__us is the modelled GPU's clock from the call to the end
// of its work. Gates are written naive / good / gate. The naive figures are those of the
// versions that tests/mutants/07_streams holds: everything in one stream, waiting in
// every round, the other order of issue. A gate lies between the two, nearer to
// the good one; another way of writing the same overlap moves a time by a few per cent.
//
// A piece of the counted cases takes 20 us to be copied (2^18 words: 55 GB/s, and 1.5 us of
// the engine) and 16 us to be computed. Where all three overlap the copies decide, 20 us a piece;
// without overlap all of it is needed, and the 12 us in which engines hear of each other.
#define SAFE_WORDS "nothing is used before it is ready"
#include "grader/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "common/reference/streams.h"

enum {
    CHUNK = 1 << 18,      // words of a piece in the counted cases
    COUNTED = 16 * CHUNK, // parts 3 to 5
    OVERLAP = 1 << 20,    // part 2: words of the device
    PASSES = 4,
    MINE = 1 << 19,             // and of the host: 187 us, the kernels take about as long
    RATIO = 3,                  // part 5: the second time is three of the first
    PRODUCT = 4 * STREAMS_TILE, // rows of the counted product
    LANE = 400000,              // words of a piece in part 7, cases a and d
    WALKERS = 66 * 32,          // and in b and c: one thread each
    ROUNDS = 16,                // part 9
    PINNED = 1 << 18,
    WIDTH = 1001,
    HEIGHT = 400,
    STRIDE = 1200,
    KINDS = 6
};

// ---- cases ----------------------------------------------------------------------

// The case's number decides between any words, small ones, and the extremes.
static void fill_words(CaseList *list, uint32_t *in, size_t n, int kind)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t r = draw_bits(list);
        in[i] = kind == 0 ? (uint32_t)r : kind == 1 ? (uint32_t)(r % 3) : r & 1 ? UINT32_MAX : 0;
    }
}

static Buffer *add_words(CaseList *list, Case *c, BufferRole role, BufferPlace place, size_t n,
                         const char *name, int kind)
{
    Buffer *b = case_buffer(c, role, ELEM_u32, n, name);
    b->place = place;
    if (role != BUFFER_out)
        fill_words(list, b->data, n, kind);
    return b;
}

static uint64_t steps_of(int64_t passes) { return (uint64_t)passes * STREAMS_STEPS; }

static void add_serial(CaseList *list, const char *variant, const char *group, int n,
                       unsigned flags, int kind)
{
    Case *c = case_add(list, flags, variant, "n=%d", n);
    c->group = group;
    c->arg[0] = n;
    Buffer *in = add_words(list, c, BUFFER_in, PLACE_host, (size_t)n, "in", kind);
    Buffer *out = add_words(list, c, BUFFER_out, PLACE_host, (size_t)n, "out", kind);
    reference_advance(out->want, in->data, (size_t)n, steps_of(1));
}

static void add_overlap(CaseList *list, int n, int passes, int m, unsigned flags, int kind)
{
    Case *c = case_add(list, flags, "overlap", "n=%d passes=%d m=%d", n, passes, m);
    c->arg[0] = n;
    c->arg[1] = passes;
    c->arg[2] = m;
    Buffer *in = add_words(list, c, BUFFER_in, PLACE_pinned, (size_t)n, "in", kind);
    Buffer *mine = add_words(list, c, BUFFER_inout, PLACE_pinned, (size_t)m, "mine", kind);
    Buffer *out = add_words(list, c, BUFFER_out, PLACE_pinned, (size_t)n, "out", kind);
    reference_advance(mine->want, mine->data, (size_t)m, steps_of(1));
    reference_advance(out->want, in->data, (size_t)n, steps_of(passes));
}

static void add_pieces(CaseList *list, const char *variant, const char *group, int n, int chunk,
                       unsigned flags, int kind)
{
    Case *c = case_add(list, flags, variant, "n=%d chunk=%d", n, chunk);
    c->group = group;
    c->arg[0] = n;
    c->arg[1] = chunk;
    Buffer *in = add_words(list, c, BUFFER_in, PLACE_pinned, (size_t)n, "in", kind);
    Buffer *out = add_words(list, c, BUFFER_out, PLACE_pinned, (size_t)n, "out", kind);
    Buffer *check = add_words(list, c, BUFFER_out, PLACE_host, 1, "check", kind);
    *(uint32_t *)check->want = reference_advance(out->want, in->data, (size_t)n, steps_of(1));
}

static void add_ratio(CaseList *list, int n, int passes, unsigned flags)
{
    Case *c = case_add(list, flags, "ratio", "n=%d passes=%d", n, passes);
    c->group = "timing";
    c->arg[0] = n;
    c->arg[1] = passes;
    Buffer *x = add_words(list, c, BUFFER_inout, PLACE_device, (size_t)n, "x", 0);
    Buffer *ratio = case_buffer(c, BUFFER_out, ELEM_f32, 1, "ratio");
    ratio->place = PLACE_host;
    ratio->tolerance = 0.1 * passes;
    *(float *)ratio->want = (float)passes;
    reference_advance(x->want, x->data, (size_t)n, steps_of(2 + passes));
}

static Case *add_dgemm(CaseList *list, const char *group, int n, int ways, unsigned flags)
{
    Case *c = case_add(list, flags, "dgemm", "n=%d ways=%d", n, ways);
    size_t elements = (size_t)n * (size_t)n;
    c->group = group;
    c->arg[0] = n;
    c->arg[1] = ways;
    c->work = 2.0 * n * n * n / 1000; // thousands of operations; by microseconds: Gflop/s
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
    uint64_t steps = which == 'd' ? steps_of(1) : (uint64_t)units * STREAMS_UNIT_STEPS;
    reference_advance(want, in, (which == 'd' ? 3 : 2) * n, steps);
}

static void add_order(CaseList *list, int which, int n, unsigned flags, int kind)
{
    static const char *const variants[] = {"order, case a", "order, case b", "order, case c",
                                           "order, case d"};
    static const char *const groups[] = {"a", "b", "c", "d"};
    Case *c = case_add(list, flags, variants[which - 'a'], "n=%d", n);
    size_t words = (which == 'd' ? 3 : 2) * (size_t)n;
    c->group = groups[which - 'a'];
    c->arg[0] = n;
    c->arg[1] = which;
    Buffer *in = add_words(list, c, BUFFER_in, PLACE_pinned, words, "in", kind);
    Buffer *out = add_words(list, c, BUFFER_out, PLACE_pinned, words, "out", kind);
    want_order(out->want, in->data, (size_t)n, which);
}

static void add_questions(CaseList *list)
{
    static const int32_t stream0[3] = {0, 1, 0}, window[KINDS] = {1, 1, 1, 0, 0, 0};
    for (int q = 0; q < 2; q++) {
        Case *c = case_add(list, CASE_COUNTED | CASE_QUESTION, q ? "window" : "stream0",
                           q ? "six kinds of jobs" : "two kinds of streams");
        c->group = c->variant;
        Buffer *answer = case_buffer(c, BUFFER_out, ELEM_i32, q ? KINDS : 3, "answer");
        answer->place = PLACE_host;
        memcpy(answer->want, q ? window : stream0, answer->count * sizeof(int32_t));
    }
}

static void add_pinned(CaseList *list, int n, int rounds, unsigned flags, int kind)
{
    Case *c = case_add(list, flags, "pinned", "n=%d rounds=%d", n, rounds);
    c->group = "pinned";
    c->arg[0] = n;
    c->arg[1] = rounds;
    Buffer *data = add_words(list, c, BUFFER_inout, PLACE_host, (size_t)n, "data", kind);
    uint32_t *want = data->want;
    if (n)
        memcpy(want, data->data, (size_t)n * sizeof *want);
    for (int round = 0; round < rounds; round++) {
        reference_advance(want, want, (size_t)n, steps_of(1));
        for (int i = 0; i < n; i++)
            want[i] ^= (uint32_t)round;
    }
}

static void add_pitched(CaseList *list, int width, int height, int stride, unsigned flags, int kind)
{
    Case *c = case_add(list, flags, "pitched", "%dx%d of %d a row", width, height, stride);
    c->group = "pitched";
    c->arg[0] = width;
    c->arg[1] = height;
    c->arg[2] = stride;
    Buffer *image =
        add_words(list, c, BUFFER_in, PLACE_host, (size_t)stride * (size_t)height, "image", kind);
    Buffer *out =
        add_words(list, c, BUFFER_out, PLACE_host, (size_t)width * (size_t)height, "out", kind);
    for (int y = 0; y < height; y++)
        reference_advance((uint32_t *)out->want + (size_t)y * (size_t)width,
                          (uint32_t *)image->data + (size_t)y * (size_t)stride, (size_t)width,
                          steps_of(1));
}

// Sizes round a warp and the grid of 132 x 32 threads, cut into pieces of several lengths: one
// that holds everything, ones that leave a rest, and of one word. The first failing
// case is the one that is told, so those that prove nothing come late.
static const struct {
    int n, chunk;
    unsigned flags;
} size_table[] = {
    {33, 8, 0},      {2, 1, 0},        {31, 31, 0},          {32, 16, 0},          {100, 7, 0},
    {255, 256, 0},   {257, 64, 0},     {1024, 128, 0},       {1025, 1024, 0},      {4223, 4224, 0},
    {4225, 1000, 0}, {20011, 4096, 0}, {1, 5, CASE_TRIVIAL}, {0, 4, CASE_TRIVIAL},
};
enum { SIZES = sizeof size_table / sizeof *size_table };

static void draw_memory(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_pinned(list, size_table[i].n, 1 + i % 3, size_table[i].flags, i % 3);
    add_pinned(list, PINNED, ROUNDS, CASE_COUNTED | CASE_CLEAN_ONLY, 0);
    for (int i = 0; i < SIZES; i++)
        add_serial(list, "managed", "managed", size_table[i].n, size_table[i].flags, i % 3);
    static const int shapes[][3] = {{33, 5, 40}, {1, 7, 3},       {32, 32, 32},
                                    {31, 1, 31}, {100, 133, 128}, {257, 3, 1000}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        add_pitched(list, shapes[i][0], shapes[i][1], shapes[i][2], 0, (int)i % 3);
    add_pitched(list, WIDTH, HEIGHT, STRIDE, CASE_COUNTED | CASE_CLEAN_ONLY, 0);
}

static void draw_orders(CaseList *list)
{
    static const int sizes[] = {33, 1, 31, 32, 1000};
    for (int which = 'a'; which <= 'd'; which++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            add_order(list, which, sizes[i], 0, (int)i % 3);
        bool walks = which == 'b' || which == 'c';
        add_order(list, which, walks ? WALKERS : LANE, CASE_COUNTED | CASE_CLEAN_ONLY, 0);
    }
}

static void draw_products(CaseList *list)
{
    // Those fit into the memory as a whole. Checked are one tile and four tiles on three
    // desks, one of which is used again: the other ways issue by the same loop.
    for (int ways = 1; ways <= 4; ways++) {
        add_dgemm(list, "right", STREAMS_TILE, ways, ways == 1 ? 0 : CASE_CLEAN_ONLY);
        add_dgemm(list, "right", 2 * STREAMS_TILE, ways, ways == 3 ? 0 : CASE_CLEAN_ONLY);
    }
    add_dgemm(list, "two", PRODUCT, 2, CASE_CLEAN_ONLY | CASE_COUNTED);
    add_dgemm(list, "three", PRODUCT, 3, CASE_CLEAN_ONLY | CASE_COUNTED);
    add_dgemm(list, "four", PRODUCT, 4, CASE_CLEAN_ONLY | CASE_COUNTED);
}

static void draw(CaseList *list, int part)
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
    for (int i = 0; i < SIZES && part <= 5; i++) {
        int n = size_table[i].n, chunk = size_table[i].chunk;
        unsigned flags = size_table[i].flags;
        if (part == 1)
            add_serial(list, "serial", NULL, n, flags, i % 3);
        else if (part == 2)
            add_overlap(list, n, 1 + i % 3, chunk, flags, i % 3);
        else
            add_pieces(list, pieces[part - 3], "pieces", n, chunk, flags, i % 3);
    }
    if (part == 1)
        add_serial(list, "serial", NULL, 1 << 20, large, 0);
    else if (part == 2)
        add_overlap(list, OVERLAP, PASSES, MINE, large, 0);
    else if (part <= 5)
        add_pieces(list, pieces[part - 3], "pieces", COUNTED, CHUNK, large, 0);
    if (part == 5) {
        add_ratio(list, 200003, RATIO, 0);
        add_ratio(list, 1 << 20, 5, CASE_CLEAN_ONLY);
    }
}

// `make run`: the same work in one, two, three and four ways; part 6 with the notes' table.
static void demo(CaseList *list, int part)
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
            add_order(list, which, which == 'b' || which == 'c' ? WALKERS : LANE, flags, 0);
    } else if (part == 8) {
        add_questions(list);
    } else if (part == 9) {
        add_pinned(list, PINNED, ROUNDS, flags, 0);
        add_serial(list, "managed", "managed", PINNED, flags, 0);
        add_pitched(list, WIDTH, HEIGHT, STRIDE, flags, 0);
    } else if (part == 1) {
        add_serial(list, "serial", NULL, 1 << 20, flags, 0);
    } else if (part == 2) {
        add_overlap(list, OVERLAP, PASSES, MINE, flags, 0);
    } else {
        add_pieces(list,
                   part == 3   ? "three"
                   : part == 4 ? "four"
                               : "events",
                   NULL, COUNTED, CHUNK, flags, 0);
    }
}

// ---- what a wrong answer looks like ----------------------------------------------

static const uint32_t POISON = 0xcbcbcbcb; // how an output begins that is not on the device

static bool all_words(const uint32_t *got, const uint32_t *from, size_t n, uint64_t steps)
{
    for (size_t i = 0; i < n; i++)
        if (got[i] != reference_jump(from[i], steps))
            return false;
    return true;
}

static const char *diagnose_words(const Case *c, const void *data, const Buffer *in,
                                  const Buffer *out)
{
    const uint32_t *got = data, *want = out->want, *from = in->data;
    size_t n = out->count, right = 0;
    if (n == 0 || in->count != n)
        return NULL;
    while (right < n && got[right] == want[right])
        right++;
    if (all_words(got, from, n, 0))
        return "the words came back as they went: no kernel between the copies worked on them";
    if (all_words(got, from, n, steps_of(2)))
        return "the words are one pass too far: something is launched twice";
    bool rest_missing = true;
    for (size_t i = right; i < n; i++)
        rest_missing = rest_missing && got[i] == POISON;
    if (!rest_missing)
        return n >= 8 && right == n / sizeof *got ? "just the first quarter is right: the copy to "
                                                    "the device has to count bytes, not words"
                                                  : NULL;
    if (right == 0)
        return "nothing was copied back";
    if (c->part == 4 && right == n - n / 6)
        return "the host's share, the last n / 6 words of `out`, was never written";
    return c->arg[1] > 0 && right >= n / 2 && c->part >= 3 && c->part <= 5
               ? "the words behind the last whole piece were never copied back"
               : "the copy back stops too early: count bytes, not words";
}

static const char *diagnose_product(const Case *c, const void *data)
{
    const double *got = data, *want = c->buffer[2].want, *a = c->buffer[0].data,
                 *b = c->buffer[1].data;
    size_t n = (size_t)c->arg[0], tile = STREAMS_TILE;
    uint64_t poison;
    memset(&poison, 0xcb, sizeof poison);
    size_t missing = 0, swapped = 0, same_rows = 0, beside = 0;
    for (size_t i = 0; i < n * n; i++) {
        size_t row = i / n, col = i % n;
        bool none = memcmp(&got[i], &poison, sizeof poison) == 0;
        missing += none;
        beside += none && col >= tile;
        swapped += got[i] == want[col * n + row];
        double sum = 0; // if the columns of b were taken as if they followed each other closely
        for (size_t k = 0; k < n && row < 1; k++)
            sum += a[row * n + k] * b[col / tile * tile + k * tile + col % tile];
        same_rows += row < 1 && got[i] == sum;
    }
    if (missing == n * n)
        return "no tile was copied back";
    if (missing && missing == n * (n - tile) && missing == beside)
        return "only the first column of tiles was written: tile t goes to row t / (n / TILE) and "
               "column t % (n / TILE) of tiles";
    if (missing)
        return "some tiles were never copied back: who computes the last ones?";
    if (swapped == n * n)
        return "this is the product with rows and columns exchanged";
    if (n > tile && same_rows == n)
        return "the columns of b were copied as if they lay in one piece: their rows are n words "
               "apart";
    return NULL;
}

// The first output of part 2 is the host's array.
static const char *diagnose_overlap(const Case *c, const void *data)
{
    const Buffer *mine = &c->buffer[1];
    const uint32_t *got = data, *want = mine->want, *from = mine->data;
    size_t m = mine->count, right = 0;
    while (right < m && got[right] == want[right])
        right++;
    if (!all_words(got + right, from + right, m - right, 0))
        return NULL;
    return right ? "only the first of the host's words are advanced: `mine` has m of them, not n"
                 : "the host's words are as they were: host_advance(mine, mine, m) is missing";
}

// Which stream's words went another way than they should?
static const char *diagnose_order(const Case *c, const void *data)
{
    size_t n = (size_t)c->arg[0];
    const uint32_t *got = data, *in = c->buffer[0].data, *want = c->buffer[1].want;
    if (c->arg[1] == 'a') {
        bool nothing = true;
        for (size_t i = 0; i < n; i++)
            nothing = nothing && got[i] == POISON;
        return nothing ? "A's words never came back: copy_out(A) is missing"
               : all_words(got, in, n, 0) && !all_words(want, in, n, 0)
                   ? "A's words came back as they went: merge(A) is missing, or behind copy_out(A)"
                   : NULL;
    }
    if (c->arg[1] == 'd')
        return NULL;
    int units = c->arg[1] == 'b' ? 2 : 3;
    for (int lane = 0; lane < 2; lane++)
        for (int had = 0; had <= 2 * units; had++)
            if (had != units &&
                all_words(got + lane * n, in + lane * n, n, (uint64_t)had * STREAMS_UNIT_STEPS))
                return had < units ? lane ? "stream B's words went fewer units than they should: a "
                                            "kernel is missing"
                                          : "stream A's words went fewer units than they should: a "
                                            "kernel is missing"
                       : lane
                           ? "stream B's words went more units than they should: a kernel too many"
                           : "stream A's words went more units than they should: a kernel too many";
    return NULL;
}

// What the host's marks should have been.
static const char *diagnose_pinned(const Case *c, const void *data)
{
    const uint32_t *got = data, *in = c->buffer[0].data;
    size_t n = c->buffer[0].count;
    bool late = true, unmarked = c->arg[1] > 1; // round 0 leaves no mark
    for (size_t i = 0; i < n && (late || unmarked); i++) {
        uint32_t x = in[i], y = in[i];
        for (int round = 0; round < c->arg[1]; round++) {
            x = reference_jump(x, steps_of(1)) ^ (uint32_t)(round + 1);
            y = reference_jump(y, steps_of(1));
        }
        late = late && got[i] == x;
        unmarked = unmarked && got[i] == y;
    }
    return late ? "the rounds are counted from 1: the first one is round 0"
           : unmarked
               ? "the host's mark is missing: host_mark() in every round, behind the copy back"
               : NULL;
}

// What is right stays a question, and is not given away here either.
static const char *diagnose_answers(const Case *c, const void *data)
{
    const int32_t *got = data, *want = c->buffer[0].want;
    bool inverted = true;
    for (size_t i = 0; i < c->buffer[0].count; i++) {
        if (got[i] < 0)
            return "not every answer was given: the experiment asks for each of them";
        inverted = inverted && got[i] != want[i];
    }
    return inverted
               ? "each one is the other way round: ended_after(later, sooner) asks whether the "
                 "first of its two ended after the second"
               : "an experiment does not ask what it should: what is issued where, and "
                 "between which two events?";
}

static const char *diagnose(const Case *c, const void *got)
{
    if (c->part == 8)
        return diagnose_answers(c, got);
    if (c->part == 6)
        return diagnose_product(c, got);
    if (c->part == 2)
        return diagnose_overlap(c, got);
    if (c->part == 7)
        return diagnose_order(c, got);
    if (c->part == 9 && strcmp(c->variant, "pinned") == 0)
        return diagnose_pinned(c, got);
    if (c->part <= 4 || (c->part == 5 && strcmp(c->variant, "events") == 0) ||
        (c->part == 9 && strcmp(c->variant, "managed") == 0))
        return diagnose_words(c, got, &c->buffer[0], &c->buffer[1]);
    if (c->part == 5) // streams_ratio
        return all_words(got, c->buffer[0].data, c->buffer[0].count, steps_of(1 + c->arg[1]))
                   ? "x has made one pass too few: is the one that warms up missing?"
                   : NULL;
    if (c->part == 9 && strcmp(c->variant, "pitched") == 0 && c->arg[1] > 1) {
        const uint32_t *image = c->buffer[0].data, *words = got;
        size_t n = c->buffer[1].count; // is it the image's first words, one after the other?
        return all_words(words, image, n, steps_of(1)) && c->arg[0] != c->arg[2]
                   ? "the rows were taken as if they followed each other: they are `stride` words "
                     "apart"
                   : NULL;
    }
    return NULL;
}

// ---- parts, items, gates ------------------------------------------------------------

#define GATE_US(words, its_naive, its_good, its_gate) \
    { \
        "grader__us", NULL, words, its_naive, its_good, its_gate, false \
    }
#define JOBS "grader__kernel_us+grader__h2d_us+grader__d2h_us+grader__host_us"
#define GATE_WAYS(its_naive, its_good, its_gate) \
    { \
        JOBS, "grader__us", "jobs under way at once, on average", its_naive, its_good, its_gate, \
            true \
    }

#define ITEM_RIGHT(its_id, words, worth, its_group, its_slide) \
    { \
        .kind = ITEM_correct, .id = its_id, .name = words, .points = worth, .group = its_group, \
        .slide = its_slide \
    }

static const Item serial_items[] = {ITEM_RIGHT("right", "the words, advanced", 4, NULL, "07.2"),
                                    ITEM_SAFE(1, "07.2"),
                                    ITEM_GATES("copies", "one copy each way", 1, NULL, "07.2",
                                               {"grader__h2d_us+grader__d2h_us", NULL,
                                                "microseconds of copies", 809, 606, 650, false}),
                                    ITEMS_END};

static const Item overlap_items[] = {
    ITEM_RIGHT("right", "the device's words and the host's", 4, NULL, "07.3"), ITEM_SAFE(1, "07.3"),
    ITEM_GATES("overlap", "the host works while the kernels run", 4, NULL, "07.3",
               GATE_US("microseconds in all", 632, 445, 510), GATE_WAYS(0.92, 1.31, 1.15)),
    ITEMS_END};

static const Item three_items[] = {
    ITEM_RIGHT("right", "all pieces, whatever their length", 5, NULL, "07.4"), ITEM_SAFE(4, "07.9"),
    ITEM_GATES("ways", "copies in, kernels and copies out overlap", 4, NULL, "07.7",
               GATE_US("microseconds in all", 1147, 438, 530), GATE_WAYS(0.8, 2.21, 1.8)),
    ITEMS_END};

static const Item four_items[] = {
    ITEM_RIGHT("right", "the device's pieces and the host's share", 4, NULL, "07.6"),
    ITEM_SAFE(3, "07.9"),
    ITEM_GATES("ways", "the host has its share, at the same time", 3, NULL, "07.6",
               GATE_US("microseconds in all", 630, 380, 430), GATE_WAYS(1.68, 2.79, 2.4)),
    ITEMS_END};

static const Item events_items[] = {
    ITEM_RIGHT("right", "all pieces, through a few slots", 5, "pieces", "07.10"),
    ITEM_RIGHT("timing", "a time measured by events", 3, "timing", "07.11"), ITEM_SAFE(3, "07.10"),
    ITEM_GATES("ways", "the three streams overlap", 3, "pieces", "07.10",
               GATE_US("microseconds in all", 829, 520, 620), GATE_WAYS(1.17, 1.86, 1.6)),
    ITEMS_END};

static const Item dgemm_items[] = {
    ITEM_RIGHT("right", "the product, exact, in one to four ways", 5, NULL, "07.12"),
    ITEM_SAFE(3, "07.9"),
    ITEM_GATES("two", "two desks overlap", 2, "two", "07.13",
               GATE_US("microseconds for ways=2", 531, 315, 380)),
    ITEM_GATES("three", "three desks hide the copies", 3, "three", "07.13",
               GATE_US("microseconds for ways=3", 566, 283, 340)),
    ITEM_GATES("four", "the host computes tiles meanwhile", 3, "four", "07.13",
               GATE_US("microseconds for ways=4", 338, 279, 305),
               {"grader__host_us", NULL, "microseconds of the host's own work", 0, 70, 65, true}),
    ITEMS_END};

static const Item order_items[] = {
    ITEM_RIGHT("a", "case a, right", 1, "a", "07.14"),
    ITEM_RIGHT("b", "case b, right", 1, "b", "07.15"),
    ITEM_RIGHT("c", "case c, right", 1, "c", "07.16"),
    ITEM_RIGHT("d", "case d, right", 1, "d", "07.16"),
    ITEM_SAFE(2, "07.20"),
    ITEM_GATES("a_order", "case a in the best order", 2, "a", "07.14",
               GATE_US("microseconds of case a", 185, 159, 172)),
    ITEM_GATES("b_order", "case b in the best order", 2, "b", "07.15",
               GATE_US("microseconds of case b", 109, 94, 101)),
    ITEM_GATES("c_order", "case c in the best order", 3, "c", "07.16",
               GATE_US("microseconds of case c", 125, 111, 118)),
    ITEM_GATES("d_order", "case d in the best order", 3, "d", "07.16",
               GATE_US("microseconds of case d", 253, 195, 220)),
    ITEMS_END};

static const Item question_items[] = {
    ITEM_RIGHT("stream0", "what stream 0 holds up, measured", 1, "stream0", "07.17"),
    ITEM_RIGHT("window", "what stands in the compute queue, measured", 1, "window", "07.17"),
    ITEM_WANT("host_waits", "does an asynchronous copy hold up the host", "no", "07.8"),
    ITEM_WANT("kernel_waits", "does a kernel in a blocking stream wait for stream 0", "yes",
              "07.8"),
    ITEM_WANT("nonblocking_waits", "does one in a non-blocking stream", "no", "07.8"),
    ITEM_WANT("memset_counts", "does a memset stand in the compute queue", "yes", "07.17"),
    ITEM_WANT("copy_in_counts", "does a copy to the device", "no", "07.17"),
    ITEM_WANT("event_counts", "does an event record", "no", "07.17"),
    ITEMS_END};

static const Item memory_items[] = {
    ITEM_RIGHT("pinned", "pinned memory of one's own, used again and again", 1, "pinned", "07.5"),
    ITEM_RIGHT("managed", "managed memory", 1, "managed", "07.18"),
    ITEM_RIGHT("pitched", "a window of an image", 1, "pitched", "07.19"),
    ITEM_SAFE(2, "07.20"),
    ITEM_GATES("pays", "pinning pays after some rounds", 1, "pinned", "07.5",
               GATE_US("microseconds for 16 rounds", 3048, 2042, 2500)),
    ITEM_GATES(
        "rows", "every row begins on a sector; 2-D copies", 2, "pitched", "07.19",
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", NULL, "global sectors loaded", 61250,
         50400, 53000, false},
        {"grader__h2d_us+grader__d2h_us", NULL, "microseconds of copies", 554, 235, 350, false}),
    ITEMS_END};

static const Part parts[] = {
    {.number = 1,
     .id = "serial",
     .name = "one thing at a time",
     .slide = "07.2",
     .items = serial_items,
     .diagnose = diagnose,
     .hint = {"Five calls: cudaMalloc, cudaMemcpy to the device, launch_advance, cudaMemcpy to "
              "the host, cudaFree. Which of them wait for what?",
              "cudaMemcpy counts bytes: bytes_of(n) of them. The direction is its last argument. "
              "Stream 0 takes the copies and the kernel in the order in which you issue them, so "
              "that no further waiting is needed.",
              "CUDA_CHECK(cudaMalloc(&x, bytes_of(n))); CUDA_CHECK(cudaMemcpy(x, in, bytes_of(n),"
              " cudaMemcpyHostToDevice)); launch_advance(x, n, 0); then the same copy from x to "
              "out with cudaMemcpyDeviceToHost, and cudaFree(x)."}},
    {.number = 2,
     .id = "overlap",
     .name = "kernels and the host",
     .slide = "07.3",
     .items = overlap_items,
     .diagnose = diagnose,
     .hint = {"A launch comes back at once, long before the kernel has ended. Whatever the host "
              "does between the launch and the next call that waits, it does beside the kernel.",
              "Copy in, launch `passes` times, then host_advance(mine, mine, m), and only then "
              "the copy back: it waits for the kernels. Nothing that waits may stand between the "
              "launches and the host's work.",
              "for (int p = 0; p < passes; p++) launch_advance(x, n, 0); host_advance(mine, mine,"
              " m); CUDA_CHECK(cudaMemcpy(out, x, bytes_of(n), cudaMemcpyDeviceToHost));"}},
    {.number = 3,
     .id = "three",
     .name = "three ways, in four streams",
     .slide = "07.4",
     .items = three_items,
     .diagnose = diagnose,
     .hint = {"Within a stream everything is in order, between streams nothing is. A piece needs "
              "its three jobs in order: so one stream. Two pieces have nothing to do with each "
              "other: so two streams.",
              "For every piece: cudaMemcpyAsync in, launch_advance, cudaMemcpyAsync out, all "
              "three with stream[k % STREAMS]. The last piece has n - at words if that is less "
              "than chunk. The loop must not wait for anything; what waits comes behind it. "
              "And piece by piece: if all copies in are issued first, a stream's first kernel "
              "stands behind its last copy.",
              "After the loop: cudaStreamSynchronize for each stream, then *check = host_xor(out,"
              " n), then cudaStreamDestroy and cudaFree. Reading `out` before the streams are "
              "done is the mistake that shows on some days only."}},
    {.number = 4,
     .id = "four",
     .name = "four ways",
     .slide = "07.6",
     .items = four_items,
     .diagnose = diagnose,
     .hint = {"The device's part is part 3 for the first n - n / 6 words. When does the host have"
              " time for its own?",
              "As soon as everything is issued: behind the loop, and before the first "
              "cudaStreamSynchronize. The host's words need neither a copy nor device memory.",
              "int mine = n / 6, rest = n - mine; the loop of part 3 up to rest; host_advance(out"
              " + rest, in + rest, mine); then synchronise, and host_xor over all n words."}},
    {.number = 5,
     .id = "events",
     .name = "events",
     .slide = "07.10",
     .items = events_items,
     .diagnose = diagnose,
     .options = "memory=8M",
     .hint = {"Draw the life of a slot: filled by a copy, computed by a kernel, emptied by a "
              "copy, filled again. Each of these has to wait for the one before, and they are in "
              "three different streams.",
              "After each of the three jobs record the slot's event in the job's stream; before "
              "the next of them let its stream wait: cudaStreamWaitEvent(stream, event, 0). The "
              "host waits for nothing. A wait is for the last record before it, so record first. "
              "The first SLOTS pieces find empty slots.",
              "if (k >= SLOTS) wait(to_device, emptied[s]); copy in; record(filled[s], "
              "to_device); wait(work, filled[s]); launch; record(computed[s], work); "
              "wait(to_host, computed[s]); copy out; record(emptied[s], to_host). For 5b: an "
              "event's time is there only after cudaEventSynchronize, and an event with "
              "cudaEventDisableTiming has none."}},
    {.number = 6,
     .id = "dgemm",
     .name = "a product larger than the memory",
     .slide = "07.12",
     .items = dgemm_items,
     .diagnose = diagnose,
     .options = "memory=1M",
     .hint = {"issue_tile() is a piece of part 3: copies in, a kernel, a copy out, in one stream."
              " Only the shapes are new: TILE rows of a lie in one piece, TILE columns of b and "
              "the tile of c are parts of longer rows.",
              "cudaMemcpy2DAsync(to, bytes from row to row there, from, bytes from row to row "
              "here, bytes of a row, rows, direction, stream). For b: to d->b, narrow; from b + "
              "col, wide; narrow bytes of n rows. Tile t goes to desk t % desks: its stream keeps"
              " the desk's memory from being overwritten too early.",
              "for (int t = 0; t < tiles - mine; t++) issue_tile(&desk[t % desks], c, a, b, n, "
              "t); then the host's tiles with host_tile(), the last `mine` ones; then "
              "cudaStreamSynchronize for every desk; then close_desk. mine is tiles / 9 for ways "
              "4, tiles for ways 0, else 0."}},
    {.number = 7,
     .id = "order",
     .name = "the order of issue",
     .slide = "07.14",
     .items = order_items,
     .diagnose = diagnose,
     .options = "queue=single",
     .hint = {"There is one queue for kernels, one for copies to the device, one for copies to "
              "the host. Write down your order, sort it into the three, and go through them: a "
              "job starts only when all those before it in its queue have started.",
              "(a) Whose copy to the host can start at once? It must not stand behind one that "
              "cannot. (b) Two neighbours in the compute queue should be of different streams. "
              "(c) After one unit half of the machine is free: what is to start then has to be "
              "next in the queue. (d) A copy that follows a kernel hears of its end only when all"
              " kernels issued between the two are done.",
              "(a) copy_out(B) first. (b) A, B, A, B. (c) A's two units, B's one, B's two, A's "
              "one. (d) One stream after the other: copy_in, half_pass, copy_out of A, then of B,"
              " then of C."}},
    {.number = 8,
     .id = "questions",
     .name = "two questions",
     .slide = "07.17",
     .items = question_items,
     .diagnose = diagnose,
     .options = "queue=single",
     .hint = {"An experiment needs a long job and a question that can tell. cudaStreamQuery tells"
              " whether a stream is done, without waiting; two events tell which of two jobs "
              "ended first.",
              "8a: the query has to come right behind cudaMemcpyAsync. cudaSuccess means done: "
              "then the host has waited. Record `copied` in stream 0 before the launch and `done`"
              " in stream[k] after it. 8b: `first` is recorded between A's two kernels.",
              "answer[0] = cudaStreamQuery(0) == cudaSuccess; answer[1 + k] = ended_after(done, "
              "copied); and in 8b answer[kind] = ended_after(done, first). cudaDeviceSynchronize "
              "at the end of each round. Put what came out into answers.txt."}},
    {.number = 9,
     .id = "memory",
     .name = "pinned, managed, pitched",
     .slide = "07.18",
     .items = memory_items,
     .diagnose = diagnose,
     .hint = {"9a: nothing but pinned memory can be copied asynchronously and at full speed, and "
              "getting it takes long: so get it once. 9b: managed memory is the host's and the "
              "device's, but not both at once. 9c: every row has its own begin.",
              "9a: after the copy back has been issued, the host has to wait before host_mark. "
              "9b: cudaDeviceSynchronize between the launch and memcpy; 0 bytes cannot be "
              "allocated. 9c: widths and pitches are in bytes, the height is in rows.",
              "cudaMallocPitch(&x, &pitch, bytes_of(width), height); cudaMemcpy2D(x, pitch, "
              "image, bytes_of(stride), bytes_of(width), height, cudaMemcpyHostToDevice); "
              "launch_rows(x, pitch, width, height); and back with out and bytes_of(width) as its"
              " pitch."}},
    {.number = 0}};

const Lab lab_07_streams = {
    .name = "07_streams",
    .source = "streams.cu",
    .title = "Copies, kernels and the host at the same time",
    .minutes = 240,
    .parts = parts,
    .draw = draw,
    .demo = demo,
    .answers = "answers.txt",
    .timeline = true,
    .told = "in the notes",
    .columns = {{"kernel us", "grader__kernel_us", NULL},
                {"to dev us", "grader__h2d_us", NULL},
                {"to host us", "grader__d2h_us", NULL},
                {"host us", "grader__host_us", NULL},
                {"ways", JOBS, "grader__us"},
                {"Gflop/s", "grader__work", "grader__us"},
                {NULL, NULL, NULL}},
};
