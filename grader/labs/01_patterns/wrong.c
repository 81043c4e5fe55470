// wrong.c - what a wrong output of lab 01 says about the mistake. A sentence is added
// only if the output is exactly what its mistake gives; of a small case, several may be true.
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/01_patterns.h"
#include "grader/base/memory.h"
#include "grader/run/wire.h"

// clang-format off
static const char *const field[] = {
    "major", "minor", "multiprocessors", "warp_size", "threads_per_block",
    "threads_per_multiprocessor", "resident_threads", "shared_bytes_per_block",
    "registers_per_block", "l2_bytes", "global_bytes", "memory_clock_khz", "bus_bits"};
_Static_assert(sizeof field / sizeof *field == sizeof(DeviceFigures) / sizeof(long long),
               "every figure has a name");
// clang-format on

static void diagnose_peak(int64_t value, int64_t want, Diagnoses *all)
{
    if (value == 0)
        diagnoses_add(all, "the result is 0: is the TODO still empty?");
    else if (value == want * 8)
        diagnoses_add(all, "8 times too large: the bus width is in bits, the bandwidth in bytes");
    else if (value * 2 == want)
        diagnoses_add(all,
                      "half of the right value: the memory transfers data twice per clock cycle");
    else if (value * 1000 == want)
        diagnoses_add(all, "a thousandth of the right value: the clock is in kHz");
    else if (value == (int32_t)value)
        diagnoses_add(all,
                      "the result fits in an int, and the peak does not: is a product computed "
                      "in int?");
}

static void diagnose_query(const Case *c, const void *got, Diagnoses *all)
{
    static char text[128];
    const long long *value = got, *want = c->buffer[0].want;
    size_t wrong = 0, first = 0;
    for (size_t i = c->buffer[0].count; i-- > 0;)
        if (value[i] != want[i]) {
            wrong++;
            first = i;
        }
    if (c->buffer[0].count == 1) {
        diagnose_peak(value[0], want[0], all);
        return;
    }
    if (wrong == c->buffer[0].count) {
        diagnoses_add(all,
                      "no figure is right: has *figures been filled in? (is a TODO still empty?)");
        return;
    }
    snprintf(text, sizeof text, "the first wrong figure is %s%s", field[first],
             first == 6 ? ": the threads of all multiprocessors together" : "");
    diagnoses_add(all, text);
}

static bool element_unwritten(const void *element)
{
    static const unsigned char poison[4] = {WIRE_POISON, WIRE_POISON, WIRE_POISON, WIRE_POISON};
    return memcmp(element, poison, sizeof poison) == 0;
}

// Which elements a mistaken index reaches: i of n, in a grid of `blocks` blocks.
typedef bool (*Reaches)(int64_t i, int64_t n, int64_t blocks);

static bool reaches_whole_blocks(int64_t i, int64_t n, int64_t blocks)
{
    (void)blocks;
    return n < MAP_BLOCK || i < n / MAP_BLOCK * MAP_BLOCK;
}

static bool reaches_first_block(int64_t i, int64_t n, int64_t blocks)
{
    (void)n, (void)blocks;
    return i < MAP_BLOCK;
}

static bool reaches_once(int64_t i, int64_t n, int64_t blocks)
{
    (void)n;
    return i < blocks * MAP_BLOCK;
}

static bool reaches_whole_rounds(int64_t i, int64_t n, int64_t blocks)
{
    int64_t threads = blocks * MAP_BLOCK;
    return i < n / threads * threads;
}

// blockIdx.x * gridDim.x + threadIdx.x, in 32 bits
static bool reaches_grid_steps(int64_t i, int64_t n, int64_t blocks)
{
    (void)n;
    for (; i < blocks * blocks + MAP_BLOCK; i += INT64_C(1) << 32) {
        int64_t block = i / blocks < blocks ? i / blocks : blocks - 1;
        if (i - block * blocks < MAP_BLOCK)
            return true;
    }
    return false;
}

static bool reaches_15_bits(int64_t i, int64_t n, int64_t blocks)
{
    (void)n, (void)blocks;
    return i < 1 << 15;
}

static bool reaches_16_bits(int64_t i, int64_t n, int64_t blocks)
{
    (void)n, (void)blocks;
    return i < 1 << 16;
}

static bool reaches_65535_blocks(int64_t i, int64_t n, int64_t blocks)
{
    (void)n, (void)blocks;
    return i < 65535 * MAP_BLOCK;
}

typedef struct {
    int part;
    Reaches reaches;
    const char *sentence;
} ReachesGuess;

static const ReachesGuess reaches_guess[] = {
    {2, reaches_whole_blocks,
     "the elements of the last block are missing: n / MAP_BLOCK rounds down, ceil_div rounds up"},
    {2, reaches_first_block,
     "only the first block's elements are right: threadIdx.x is a number within the block; add "
     "blockIdx.x * blockDim.x"},
    {2, reaches_grid_steps,
     "blockIdx.x * gridDim.x + threadIdx.x reaches these elements only: a block has blockDim.x "
     "threads"},
    {3, reaches_once,
     "each thread computed one element only: there are fewer threads than elements, so each thread "
     "needs a loop"},
    {3, reaches_whole_rounds,
     "only whole rounds of all threads were computed: a thread goes on as long as i < n"},
    {2, reaches_15_bits,
     "only the first 2^15 elements are computed: does the index fit in 16 bits?"},
    {2, reaches_16_bits,
     "only the first 2^16 elements are computed: does the index fit in 16 bits?"},
    {2, reaches_65535_blocks,
     "only the elements of the first 65535 blocks are computed: a grid may "
     "have 2^31 - 1 blocks along x"},
};

// Exactly the elements that are reached are right, and the others were never written.
static bool reached_exactly(const Case *c, const int32_t *out, Reaches reaches)
{
    const int32_t *want = c->buffer[1].want;
    int64_t n = c->arg[0];
    int64_t blocks = c->part == 3 ? c->arg[3] : (n + MAP_BLOCK - 1) / MAP_BLOCK;
    bool missing = false;
    for (int64_t i = 0; i < n; i++) {
        bool reached = reaches(i, n, blocks);
        if (reached ? out[i] != want[i] : !element_unwritten(&out[i]))
            return false;
        missing = missing || !reached;
    }
    return missing;
}

static void diagnose_map(const Case *c, const void *got, Diagnoses *all)
{
    const int32_t *out = got, *want = c->buffer[1].want;
    bool no_b = c->arg[2] != 0;
    for (int64_t i = 0; i < c->arg[0]; i++)
        no_b = no_b && out[i] == want[i] - (int32_t)c->arg[2];
    if (no_b)
        diagnoses_add(all, "these are a * in[i]: b is missing");
    for (size_t i = 0; i < sizeof reaches_guess / sizeof *reaches_guess; i++)
        if (reaches_guess[i].part == c->part && reached_exactly(c, out, reaches_guess[i].reaches))
            diagnoses_add(all, reaches_guess[i].sentence);
}

// ---- the blur: what a mistaken window gives ---------------------------------------------

typedef enum {
    WINDOW_leaves_out,
    WINDOW_zeros,
    WINDOW_mirrored,
    WINDOW_open,
    WINDOW_even,
    WINDOW_floor
} BlurMistake;

static int nearest_index(int i, int size) { return i < 0 ? 0 : i >= size ? size - 1 : i; }

static int mirrored_index(int i, int size)
{
    while (i < 0 || i >= size)
        i = i < 0 ? -i - 1 : 2 * size - 1 - i;
    return i;
}

static int mistaken_mean(const Case *c, int x, int y, BlurMistake window)
{
    const uint8_t *in = c->buffer[0].data;
    int width = (int)c->arg[0], height = (int)c->arg[1], radius = (int)c->arg[2];
    int last = window == WINDOW_open ? radius - 1 : radius, sum = 0, count = 0;
    for (int v = y - radius; v <= y + last; v++)
        for (int u = x - radius; u <= x + last; u++) {
            bool inside = v >= 0 && v < height && u >= 0 && u < width;
            int row =
                window == WINDOW_mirrored ? mirrored_index(v, height) : nearest_index(v, height);
            int col =
                window == WINDOW_mirrored ? mirrored_index(u, width) : nearest_index(u, width);
            bool seen = inside || (window != WINDOW_leaves_out && window != WINDOW_zeros);
            sum += seen ? in[row * width + col] : 0;
            count += seen;
        }
    int side = window == WINDOW_even ? 2 * radius : 2 * radius + 1;
    int area = window == WINDOW_leaves_out ? count : side * side;
    return (uint8_t)((sum + (window == WINDOW_floor ? 0 : area / 2)) / area);
}

static bool window_fits(const Case *c, const uint8_t *out, BlurMistake window)
{
    int width = (int)c->arg[0], height = (int)c->arg[1];
    if (window == WINDOW_even && c->arg[2] == 0)
        return true; // a division by 0
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (out[y * width + x] != mistaken_mean(c, x, y, window))
                return false;
    return true;
}

#define AT_EDGES "only pixels near the edges are wrong: "
static const char *const window_sentence[] = {
    [WINDOW_leaves_out] =
        AT_EDGES "those beyond an edge are left out. The nearest pixel of the edge "
                 "counts again, so that every mean is over (2 radius + 1)^2 pixels",
    [WINDOW_zeros] =
        AT_EDGES "those beyond an edge count as 0. The nearest pixel of the edge counts "
                 "again",
    [WINDOW_mirrored] = AT_EDGES "beyond an edge the picture is mirrored. The nearest pixel of the "
                                 "edge counts again",
    [WINDOW_open] =
        "the last row and the last column of each window are missing: dx and dy go up to "
        "radius, included",
    [WINDOW_even] = "the sums are right, but divided by (2 radius)^2: a window has 2 radius + 1 "
                    "pixels in each direction",
    [WINDOW_floor] = "the means are rounded down: round to the nearest, (sum + area / 2) / area",
};

static void diagnose_blur(const Case *c, const void *got, Diagnoses *all)
{
    const uint8_t *out = got;
    size_t count = c->buffer[0].count;
    if (memcmp(out, c->buffer[0].data, count) == 0)
        diagnoses_add(all, "out is a copy of in: nothing is blurred");
    for (BlurMistake w = WINDOW_leaves_out; w <= WINDOW_floor; w++)
        if (window_fits(c, out, w))
            diagnoses_add(all, window_sentence[w]);
}

static bool is_unsigned_maximum(const Case *c, const int32_t *out)
{
    const uint32_t *in = c->buffer[0].data;
    const int32_t *to = c->buffer[1].data;
    size_t places = c->buffer[2].count;
    uint32_t *best = need(malloc((places + 1) * sizeof *best));
    memcpy(best, c->buffer[2].data, places * sizeof *best);
    for (size_t i = 0; i < c->buffer[0].count; i++)
        best[to[i]] = in[i] > best[to[i]] ? in[i] : best[to[i]];
    bool same = memcmp(best, out, places * sizeof *best) == 0;
    free(best);
    return same;
}

// Wrong places have one of their values, or kept the old one, but it is not the largest.
static void diagnose_max(const Case *c, const int32_t *out, Diagnoses *all)
{
    const int32_t *in = c->buffer[0].data, *to = c->buffer[1].data;
    const int32_t *before = c->buffer[2].data, *want = c->buffer[2].want;
    bool kept = true;
    if (is_unsigned_maximum(c, out))
        diagnoses_add(
            all,
            "these are the maxima of unsigned ints: there, negative values are the largest ones");
    for (size_t k = 0; k < c->buffer[2].count; k++) {
        if (out[k] == want[k])
            continue;
        bool known = out[k] == before[k];
        kept = kept && known;
        for (size_t i = 0; i < c->buffer[0].count && !known; i++)
            known = (size_t)to[i] == k && in[i] == out[k];
        if (!known) {
            diagnoses_add(all, "some results are none of the values for their place: keep the "
                               "largest value, do not add or count");
            return;
        }
    }
    if (kept)
        diagnoses_add(all, "some places kept their old value, though a larger value belongs there");
    diagnoses_add(all,
                  "some results are too small: each is one of the values for its place, or the "
                  "old one, but not the largest. A comparison and a store are two steps, and "
                  "another thread can store between them; atomicMax does both in one step");
}

static void diagnose_scatter(const Case *c, const void *got, Diagnoses *all)
{
    const int32_t *out = got;
    size_t n = c->buffer[c->buffers - 1].count;
    if (strcmp(c->variant, "max") == 0)
        diagnose_max(c, out, all);
    if (strcmp(c->variant, "move") == 0 && n > 1) {
        const int32_t *in = c->buffer[0].data, *to = c->buffer[1].data;
        bool gathered = true;
        for (size_t i = 0; i < n; i++)
            gathered = gathered && out[i] == in[to[i]];
        if (memcmp(out, in, n * sizeof *out) == 0)
            diagnoses_add(all, "out is a copy of in: out[to[i]] = in[i] moves the elements");
        if (gathered)
            diagnoses_add(all,
                          "this is out[i] = in[to[i]], a gather; a scatter writes to out[to[i]]");
    }
}

static void diagnose_stencil(const Case *c, const void *got, Diagnoses *all)
{
    const float *out = got, *want = c->buffer[1].want, *half = c->buffer[2].want;
    size_t count = c->buffer[1].count;
    bool nothing = true;
    for (size_t i = 0; i < count; i++)
        nothing = nothing && element_unwritten(&out[i]);
    int rows = (int)c->arg[0], cols = (int)c->arg[1];
    if (nothing && rows > 2 && cols > 2)
        diagnoses_add(all,
                      "`out` was never written: the second launch reads `half` and writes `out`");
    if (memcmp(out, half, count * sizeof *out) == 0)
        diagnoses_add(
            all, "`out` has the values after one step: the second step has to start from `half`");
    bool inner = true, border = true, unwritten = true;
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < cols; k++) {
            size_t i = (size_t)r * (size_t)cols + (size_t)k;
            bool edge = r == 0 || k == 0 || r == rows - 1 || k == cols - 1;
            unwritten = unwritten && (!edge || element_unwritten(&out[i]));
            if (out[i] != want[i])
                *(edge ? &border : &inner) = false;
        }
    if (unwritten && !border)
        diagnoses_add(
            all, "no thread wrote the border: its elements keep their values, so they have to be "
                 "copied");
    if (inner && !border)
        diagnoses_add(
            all, "only the border is wrong: its elements keep their values, so they have to be "
                 "copied");
}

// Element (r, k) of `in` was stored at k * cols + r: where two elements have the same place, either
// may be there.
static bool is_row_length_mixed_up(const Case *c, const int32_t *out)
{
    const int32_t *in = c->buffer[0].data;
    int64_t rows = c->arg[0], cols = c->arg[1], count = rows * cols;
    char *state =
        need(calloc((size_t)count + 1, 1)); // 0: nothing for this place; 1: wrong; 2: fits
    for (int64_t r = 0; r < rows; r++)
        for (int64_t k = 0; k < cols; k++) {
            int64_t place = k * cols + r;
            if (place < count && state[place] < 2)
                state[place] = in[r * cols + k] == out[place] ? 2 : 1;
        }
    bool fits = rows != cols;
    for (int64_t i = 0; i < count; i++)
        fits = fits && (state[i] == 2 || (state[i] == 0 && element_unwritten(&out[i])));
    free(state);
    return fits;
}

// With the grid of the other version, blocks of PATTERN_X x PATTERN_Y threads do not cover all rows
// or all columns.
static bool is_grid_mixed_up(const Case *c, const int32_t *out, bool writing)
{
    const int32_t *want = c->buffer[1].want;
    int rows = (int)c->arg[0], cols = (int)c->arg[1];
    int x = ((writing ? cols : rows) + PATTERN_X - 1) / PATTERN_X * PATTERN_X;
    int y = ((writing ? rows : cols) + PATTERN_Y - 1) / PATTERN_Y * PATTERN_Y;
    bool all = true, covered = true;
    for (size_t i = 0; i < c->buffer[1].count; i++) {
        int r = (int)(i % (size_t)rows), k = (int)(i / (size_t)rows);
        bool in_grid = writing ? r < x && k < y : k < x && r < y;
        all = all && in_grid;
        covered = covered && (in_grid ? out[i] == want[i] : element_unwritten(&out[i]));
    }
    return covered && !all;
}

static void diagnose_transpose(const Case *c, const void *got, Diagnoses *all)
{
    const int32_t *out = got, *in = c->buffer[0].data, *want = c->buffer[1].want;
    size_t count = c->buffer[1].count;
    if (count > 1 && memcmp(out, in, count * sizeof *in) == 0)
        diagnoses_add(all,
                      "out is a copy of in: a transpose is out[c * rows + r] = in[r * cols + c]");
    bool writing = strcmp(c->variant, "writing") == 0, unwritten = true, some = false;
    for (size_t i = 0; i < count; i++) {
        unwritten = unwritten && (out[i] == want[i] || element_unwritten(&out[i]));
        some = some || out[i] == want[i];
    }
    if (!some && unwritten) // the kernel is still empty
        return;
    if (is_grid_mixed_up(c, out, writing))
        diagnoses_add(
            all, writing ? "x and y of the grid are exchanged: its x has to cover the rows"
                         : "x and y of the grid are exchanged: its x has to cover the columns");
    if (unwritten)
        diagnoses_add(
            all,
            "all written elements are right, but no thread writes the others: do x and y of the "
            "grid cover the same directions as in the kernel, and is each compared with its own "
            "bound?");
    if (is_row_length_mixed_up(c, out))
        diagnoses_add(all, "a row of `in` has cols elements, a row of `out` has rows: "
                           "out[c * rows + r]");
}

void patterns_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (c->program)
        patterns_program_diagnose(c, got, all);
    if (b != case_first_output(c))
        return;
    switch (c->part) {
    case 1: diagnose_query(c, got, all); break;
    case 2:
    case 3: diagnose_map(c, got, all); break;
    case 4: diagnose_blur(c, got, all); break;
    case 5: diagnose_scatter(c, got, all); break;
    case 6: diagnose_stencil(c, got, all); break;
    case 7: diagnose_transpose(c, got, all); break;
    }
}
