// wrong.c - what a wrong output of lab 02 says about the mistake.
//
// A guess computes the output that a certain mistake gives; `known` is false for elements about
// which it says nothing. A guess fits if all its known elements are equal to the output's, and
// at least one of them is wrong. Of a small case, several may fit.
#include "room.h"

#include <string.h>

#include "common/labs.h"
#include "room.h"

typedef struct {
    double value;
    bool known;
} Guessed;
typedef Guessed (*TileGuess)(const Case *c, int64_t i);

static const Guessed unknown = {0, false};

static double value_at(const Buffer *b, const void *data, int64_t i)
{
    return b->type == ELEM_i32 ? ((const int32_t *)data)[i] : (double)((const float *)data)[i];
}

static Guessed taken(const Case *c, int64_t from)
{
    if (from < 0 || from >= (int64_t)c->buffer[0].count)
        return unknown;
    return (Guessed){value_at(&c->buffer[0], c->buffer[0].data, from), true};
}

static bool tile_guess_fits(const Case *c, const void *got, TileGuess guess)
{
    const Buffer *out = &c->buffer[c->buffers - 1];
    bool wrong = false;
    for (int64_t i = 0; i < (int64_t)out->count; i++) {
        Guessed g = guess(c, i);
        if (!g.known)
            continue;
        if (value_at(out, got, i) != g.value)
            return false;
        wrong = wrong || g.value != value_at(out, out->want, i);
    }
    return wrong;
}

static int64_t shift_last(const Case *c, int64_t i)
{
    int64_t end = (i / c->arg[2] + 1) * c->arg[2];
    return (end < c->arg[0] ? end : c->arg[0]) - 1;
}

static Guessed shifted_by(const Case *c, int64_t i, int64_t rounds)
{
    int64_t last = shift_last(c, i);
    return taken(c, i + rounds < last ? i + rounds : last);
}

static Guessed not_shifted(const Case *c, int64_t i) { return taken(c, i); }
static Guessed once_only(const Case *c, int64_t i) { return shifted_by(c, i, 1); }
static Guessed once_more(const Case *c, int64_t i) { return shifted_by(c, i, c->arg[1] + 1); }
static Guessed once_less(const Case *c, int64_t i) { return shifted_by(c, i, c->arg[1] - 1); }

static Guessed across_tiles(const Case *c, int64_t i)
{
    int64_t from = i + c->arg[1];
    return taken(c, from < c->arg[0] ? from : c->arg[0] - 1);
}

static Guessed to_the_right(const Case *c, int64_t i)
{
    int64_t first = i / c->arg[2] * c->arg[2], from = i - c->arg[1];
    return taken(c, from > first ? from : first);
}

// The last element of a tile takes the word after the tile.
static Guessed last_lost(const Case *c, int64_t i)
{
    return i + c->arg[1] > shift_last(c, i) ? unknown : shifted_by(c, i, c->arg[1]);
}

static Guessed copy_of_in(const Case *c, int64_t i) { return taken(c, i); }

// Element (row, col) of the input.
static Guessed from_place(const Case *c, int64_t row, int64_t col)
{
    return row < c->arg[0] && col < c->arg[1] ? taken(c, row * c->arg[1] + col) : unknown;
}

static Guessed tiles_not_turned(const Case *c, int64_t i)
{
    int64_t r = i / c->arg[0], s = i % c->arg[0], d = TILE_DIM;
    return from_place(c, s / d * d + r % d, r / d * d + s % d);
}

static Guessed tiles_stay(const Case *c, int64_t i)
{
    int64_t r = i / c->arg[0], s = i % c->arg[0], d = TILE_DIM;
    return from_place(c, r / d * d + s % d, s / d * d + r % d);
}

// Stored by one rule and loaded by another: in each row, the elements stay permuted.
static Guessed still_swizzled(const Case *c, int64_t i)
{
    int64_t col = i / c->arg[0], row = i % c->arg[0], d = TILE_DIM;
    return from_place(c, row, col / d * d + (col % d ^ row % d));
}

// Whether exactly the elements for which `has` is true are right.
typedef bool (*Has)(const Case *c, int64_t col, int64_t row);

static bool lacks(const Case *c, const void *got, Has has)
{
    const Buffer *out = &c->buffer[1];
    bool wrong = false;
    for (int64_t i = 0; i < (int64_t)out->count; i++) {
        bool right = value_at(out, got, i) == value_at(out, out->want, i);
        if (right != has(c, i / c->arg[0], i % c->arg[0]))
            return false;
        wrong = wrong || !right;
    }
    return wrong;
}

static bool has_grid_turned(const Case *c, int64_t col, int64_t row)
{
    int64_t d = TILE_DIM, tile_rows = (c->arg[0] + d - 1) / d, tile_cols = (c->arg[1] + d - 1) / d;
    return col / d < tile_rows && row / d < tile_cols;
}

static bool has_one_bound(const Case *c, int64_t col, int64_t row)
{
    return row < c->arg[1] && col < c->arg[0];
}

// Sides that are no multiples of 4: the elements after the last whole vector are missing.
static bool has_vectors(const Case *c, int64_t col, int64_t row)
{
    return col < c->arg[1] / 4 * 4 && row < c->arg[0] / 4 * 4;
}

static void diagnose_ragged(const Case *c, const void *got, Diagnoses *all)
{
    if (lacks(c, got, has_vectors))
        diagnoses_add(all, "only whole vectors of four are transposed: the sides need not be "
                           "multiples of 4");
}

static void diagnose_missing(const Case *c, const void *got, Diagnoses *all)
{
    bool several = c->arg[0] > TILE_DIM &&
                   c->arg[1] > TILE_DIM; // otherwise tiles at their old place look the same
    bool grid = several && lacks(c, got, has_grid_turned), bound = lacks(c, got, has_one_bound);
    if (grid == bound) // for matrices of whole tiles both look the same
        return;
    diagnoses_add(
        all,
        grid ? "tiles are missing: the grid's x has to count tiles along cols, its y tiles "
               "along rows"
             : "loading and storing have different bounds: out has cols rows of `rows` elements");
}

// The stencil at element i; `sees` gives the value that it uses for element (y, x).
typedef double (*Sees)(const Case *c, int64_t row, int64_t col, int64_t y, int64_t x);

static Guessed stencil_with(const Case *c, int64_t i, Sees sees, int64_t near, int64_t far,
                            int64_t own)
{
    int64_t row = i / c->arg[1], col = i % c->arg[1];
    double sum = (double)own * sees(c, row, col, row, col);
    for (int64_t d = -1; d <= 1; d += 2) {
        sum += (double)near * (sees(c, row, col, row + d, col) + sees(c, row, col, row, col + d));
        sum += (double)far *
               (sees(c, row, col, row + 2 * d, col) + sees(c, row, col, row, col + 2 * d));
    }
    return (Guessed){sum, true};
}

static double sees_all(const Case *c, int64_t row, int64_t col, int64_t y, int64_t x)
{
    (void)row, (void)col;
    bool inside = y >= 0 && y < c->arg[0] && x >= 0 && x < c->arg[1];
    return inside ? value_at(&c->buffer[0], c->buffer[0].data, y * c->arg[1] + x) : 0;
}

static double sees_tile(const Case *c, int64_t row, int64_t col, int64_t y, int64_t x)
{
    bool same = y >= 0 && x >= 0 && y / HALO_Y == row / HALO_Y && x / HALO_X == col / HALO_X;
    return same ? sees_all(c, row, col, y, x) : 0;
}

static double sees_no_first(const Case *c, int64_t row, int64_t col, int64_t y, int64_t x)
{
    return y > 0 && x > 0 ? sees_all(c, row, col, y, x) : 0;
}

static double sees_edge_again(const Case *c, int64_t row, int64_t col, int64_t y, int64_t x)
{
    y = y < 0 ? 0 : y >= c->arg[0] ? c->arg[0] - 1 : y;
    x = x < 0 ? 0 : x >= c->arg[1] ? c->arg[1] - 1 : x;
    return sees_all(c, row, col, y, x);
}

// The stencil itself, of the elements that `sees` allows.
static Guessed stencil_of(const Case *c, int64_t i, Sees sees)
{
    return stencil_with(c, i, sees, 16, -1, -60);
}

static Guessed no_halo(const Case *c, int64_t i) { return stencil_of(c, i, sees_tile); }
static Guessed no_first(const Case *c, int64_t i) { return stencil_of(c, i, sees_no_first); }
static Guessed edge_again(const Case *c, int64_t i) { return stencil_of(c, i, sees_edge_again); }
static Guessed no_far(const Case *c, int64_t i) { return stencil_with(c, i, sees_all, 16, 0, -60); }

static Guessed plus_far(const Case *c, int64_t i)
{
    return stencil_with(c, i, sees_all, 16, 1, -60);
}

static Guessed plus_own(const Case *c, int64_t i)
{
    return stencil_with(c, i, sees_all, 16, -1, 60);
}

static Guessed product_over(const Case *c, int64_t i, int64_t from, int64_t to)
{
    int64_t k = c->arg[1], n = c->arg[2], row = i / n, col = i % n;
    double sum = 0;
    for (int64_t d = from; d < to; d++)
        sum += value_at(&c->buffer[0], c->buffer[0].data, row * k + d) *
               value_at(&c->buffer[1], c->buffer[1].data, d * n + col);
    return (Guessed){sum, true};
}

static Guessed first_step(const Case *c, int64_t i)
{
    return product_over(c, i, 0, c->arg[1] < PRODUCT_TILE ? c->arg[1] : PRODUCT_TILE);
}

static Guessed last_step(const Case *c, int64_t i)
{
    return product_over(c, i, (c->arg[1] - 1) / PRODUCT_TILE * PRODUCT_TILE, c->arg[1]);
}

// Without the last elements, which do not fill a step of this size.
static Guessed whole_of(const Case *c, int64_t i, int64_t step)
{
    return product_over(c, i, 0, c->arg[1] / step * step);
}

static Guessed whole_steps(const Case *c, int64_t i) { return whole_of(c, i, PRODUCT_TILE); }
static Guessed whole_fours(const Case *c, int64_t i) { return whole_of(c, i, 4); }
static Guessed whole_eights(const Case *c, int64_t i) { return whole_of(c, i, 8); }
static Guessed whole_32(const Case *c, int64_t i) { return whole_of(c, i, 32); }

static Guessed b_turned(const Case *c, int64_t i) // b read as if it were transposed
{
    int64_t k = c->arg[1], n = c->arg[2], row = i / n, col = i % n;
    double sum = 0;
    if (k != n)
        return unknown;
    for (int64_t d = 0; d < k; d++)
        sum += value_at(&c->buffer[0], c->buffer[0].data, row * k + d) *
               value_at(&c->buffer[1], c->buffer[1].data, col * n + d);
    return (Guessed){sum, true};
}

typedef struct {
    TileGuess guess;
    const char *sentence;
} Mistake;

static const Mistake shift_mistake[] = {
    {not_shifted, "nothing has moved: out is a copy of in"},
    {once_only, "the tile moved by one place only: is shift_once called `rounds` times?"},
    {once_more, "the tile moved one place too far"},
    {once_less, "the tile moved one place less than it should"},
    {across_tiles,
     "elements came in from the next tile: the last element of a tile keeps its value"},
    {to_the_right, "the tile moved to the right: element i takes the value of element i + 1"},
    {last_lost, "the tile moved as it should, but its last element lost its value: it has no right "
                "neighbour, so it keeps its value"},
    {NULL, NULL},
};
static const Mistake transpose_mistake[] = {
    {copy_of_in, "out is a copy of in: nothing is transposed"},
    {tiles_not_turned, "each tile is at its right place in out, but is not transposed: store "
                       "tile[x][y], not tile[y][x]"},
    {still_swizzled, "the elements of a row are in another order: use the same rule for storing to "
                     "the tile and for loading from it"},
    {tiles_stay, "each tile is transposed, but is at its old place: exchange blockIdx.x and "
                 "blockIdx.y for out"},
    {NULL, NULL},
};
static const Mistake stencil_mistake[] = {
    {no_halo, "wrong where two tiles meet: the halo counts as 0, but it has to hold the elements "
              "of the next tile"},
    {no_first, "row 0 and column 0 of the matrix count as 0: is a > used in place of a >= ?"},
    {edge_again, "wrong at the edge of the matrix: elements outside count as 0, not as the nearest "
                 "element inside"},
    {no_far, "the elements at distance 2 are missing from the sums"},
    {plus_far, "the elements at distance 2 are added; they have to be subtracted"},
    {plus_own, "the element itself is added 60 times; it has to be subtracted 60 times"},
    {NULL, NULL},
};
static const Mistake product_mistake[] = {
    {first_step,
     "only the first TILE products are in each sum: the loop over k ends after one step"},
    {last_step, "only the last step's products are in each sum: a sum continues over all steps"},
    {whole_steps, "the last step is missing if k is not a multiple of TILE"},
    {b_turned, "these are products of rows of a with rows of b: row and column are exchanged where "
               "b is read"},
    {NULL, NULL},
};
#define NOT_WHOLE "products are missing after the last whole step along k: k may be any number"
static const Mistake fast_product_mistake[] = {
    {whole_fours, NOT_WHOLE},
    {whole_eights, NOT_WHOLE},
    {whole_steps, NOT_WHOLE},
    {whole_32, NOT_WHOLE},
    {b_turned, "these are products of rows of a with rows of b: row and column are exchanged where "
               "b is read"},
    {NULL, NULL},
};

void shared_memory_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    bool turns = !strcmp(c->variant, "transpose") || (c->part >= 2 && c->part <= 4);
    const Mistake *m = c->part == 1   ? shift_mistake
                       : turns        ? transpose_mistake
                       : c->part == 5 ? stencil_mistake
                       : c->part <= 7 ? product_mistake
                                      : fast_product_mistake;
    if (strcmp(c->variant, "words") == 0)
        return;
    for (; m->guess; m++)
        if (tile_guess_fits(c, got, m->guess))
            diagnoses_add(all, m->sentence);
    if (turns)
        diagnose_missing(c, got, all);
    if (turns && c->part == PART_fastest)
        diagnose_ragged(c, got, all);
}
