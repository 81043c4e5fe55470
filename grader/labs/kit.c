// kit.c - makes inputs of a kind, and finds out which kinds a case has.
#include "kit.h"

#include "grader/run/cases.h"

const KindText kind_text[KINDS] = {
#define KIND(id, words, meaning) {#id, words, meaning},
    EACH_KIND(KIND)
#undef KIND
};

const char *kit_words(Kind kind)
{
    static const char *const words[] = {
#define KIND(id, words, meaning) " " words,
        EACH_KIND(KIND)
#undef KIND
            ""};
    return words[kind];
}

enum {
    WARP = 32,
    SEVERAL_BLOCKS = 1025, // elements that no block of one thread per element has
    RARE = 100,            // sparse: one of them
    SMALL_SIDE = 8,        // a matrix with sides below this fits into any block
    FAR_MORE = 16          // wide and tall
};

// ---- values -----------------------------------------------------------------------------

static int64_t step_between(size_t i, size_t n, int64_t low, int64_t high)
{
    return low + (int64_t)((double)(high - low) * (double)i / (double)(n > 1 ? n - 1 : 1));
}

static int64_t value_of_kind(CaseList *list, Kind kind, size_t i, size_t n, int64_t low,
                             int64_t high)
{
    switch (kind) {
    case KIND_values_negative: return draw_int(list, low, high < 0 ? high : -1);
    case KIND_values_rising: return step_between(i, n, low, high);
    case KIND_values_falling: return step_between(n - 1 - i, n, low, high);
    case KIND_values_lowest:
        return draw_int(list, 0, RARE - 1) ? low
                                           : draw_int(list, low, high < low + 9 ? high : low + 9);
    case KIND_values_ends: return draw_bits(list) & 1 ? high : low;
    default: return draw_int(list, low, high);
    }
}

float kit_quarters(int64_t value) { return (float)value / 4; }

typedef void (*PutValue)(void *to, size_t i, int64_t value);

static void put_int(void *to, size_t i, int64_t value) { ((int32_t *)to)[i] = (int32_t)value; }
static void put_float(void *to, size_t i, int64_t value) { ((float *)to)[i] = kit_quarters(value); }
static void put_byte(void *to, size_t i, int64_t value) { ((uint8_t *)to)[i] = (uint8_t)value; }

static void fill_by_kind(CaseList *list, Case *c, void *to, size_t n, Kind kind, int64_t low,
                         int64_t high, PutValue put)
{
    int64_t same = draw_int(list, low, high);
    for (size_t i = 0; i < n; i++)
        put(to, i, kind == KIND_values_equal ? same : value_of_kind(list, kind, i, n, low, high));
    if (kind != KINDS && n > WARP)
        kit_note(c, kind);
}

void kit_fill_ints(CaseList *list, Case *c, int32_t *to, size_t n, Kind kind, int64_t low,
                   int64_t high)
{
    fill_by_kind(list, c, to, n, kind, low, high, put_int);
}

void kit_fill_floats(CaseList *list, Case *c, float *to, size_t n, Kind kind, int64_t low,
                     int64_t high)
{
    fill_by_kind(list, c, to, n, kind, low, high, put_float);
}

void kit_fill_bytes(CaseList *list, Case *c, uint8_t *to, size_t n, Kind kind, int64_t low,
                    int64_t high)
{
    fill_by_kind(list, c, to, n, kind, low, high, put_byte);
}

// ---- choices ----------------------------------------------------------------------------

bool kit_chosen(CaseList *list, Case *c, Kind kind, size_t i, size_t n)
{
    if (i == 0 && kind != KINDS && n > 2 * WARP)
        kit_note(c, kind);
    switch (kind) {
    case KIND_choice_none: return false;
    case KIND_choice_all: return true;
    case KIND_choice_sparse: return draw_int(list, 0, RARE - 1) == 0;
    case KIND_choice_dense: return draw_int(list, 0, RARE - 1) != 0;
    case KIND_choice_first_lane: return i % WARP == 0;
    case KIND_choice_last_lane: return i % WARP == WARP - 1;
    case KIND_choice_last: return i + 1 == n;
    default: return draw_bits(list) & 1;
    }
}

// ---- notes ------------------------------------------------------------------------------

void kit_note(Case *c, Kind kind) { c->kinds |= KIND_BIT(kind); }

void kit_blocks(Case *c, int64_t blocks)
{
    if (blocks >= OVERLAPPING_BLOCKS && !(c->flags & CASE_CLEAN_ONLY))
        kit_note(c, KIND_overlap);
}

// ---- what shows in the case itself ------------------------------------------------------

static uint64_t kinds_of_size(size_t n, bool checked)
{
    uint64_t kinds = 0;
    if (n == 0)
        kinds |= KIND_BIT(KIND_size_0);
    if (n == 1)
        kinds |= KIND_BIT(KIND_size_1);
    if (checked && n >= WARP - 1 && n <= WARP + 1)
        kinds |= KIND_BIT(KIND_size_warp);
    if (checked && n >= SEVERAL_BLOCKS && n % WARP)
        kinds |= KIND_BIT(KIND_size_ragged);
    if (n > 1 << 15)
        kinds |= KIND_BIT(KIND_size_2_15);
    if (n > 1 << 16)
        kinds |= KIND_BIT(KIND_size_2_16);
    if (n > 1 << 24)
        kinds |= KIND_BIT(KIND_size_2_24);
    return kinds;
}

static uint64_t kinds_of_shape(int64_t rows, int64_t cols)
{
    uint64_t kinds = 0;
    if (rows == 1 && cols > 1)
        kinds |= KIND_BIT(KIND_shape_row);
    if (cols == 1 && rows > 1)
        kinds |= KIND_BIT(KIND_shape_column);
    if (rows > 1 && cols > 1 && rows < SMALL_SIDE && cols < SMALL_SIDE)
        kinds |= KIND_BIT(KIND_shape_small);
    if (rows > 1 && cols > FAR_MORE * rows)
        kinds |= KIND_BIT(KIND_shape_wide);
    if (cols > 1 && rows > FAR_MORE * cols)
        kinds |= KIND_BIT(KIND_shape_tall);
    return kinds;
}

static bool window_is_larger(int64_t rows, int64_t cols, int64_t radius)
{
    return rows > 1 && cols > 1 && radius >= rows && radius >= cols;
}

static bool has_old_values(const Case *c)
{
    for (int b = 0; b < c->buffers; b++) {
        const Buffer *buffer = &c->buffer[b];
        const unsigned char *data = buffer->data;
        size_t bytes = buffer->count * elem_size(buffer->type);
        for (size_t i = 0; buffer->role == BUFFER_inout && i < bytes; i++)
            if (data[i])
                return true;
    }
    return false;
}

static uint64_t kinds_of_case(const Case *c, uint64_t lacking)
{
    uint64_t kinds = c->kinds;
    kinds |= kinds_of_size(c->buffer[0].count, !(c->flags & CASE_CLEAN_ONLY));
    if (has_old_values(c))
        kinds |= KIND_BIT(KIND_old_values);
    if ((lacking & KINDS_shape) != KINDS_shape) {
        kinds |= kinds_of_shape(c->arg[0], c->arg[1]);
        if (!(lacking & KIND_BIT(KIND_shape_window)) &&
            window_is_larger(c->arg[0], c->arg[1], c->arg[2]))
            kinds |= KIND_BIT(KIND_shape_window);
    }
    return kinds;
}

uint64_t kit_lacking(const Lacking *lacks)
{
    uint64_t kinds = 0;
    for (; lacks && lacks->reason; lacks++)
        kinds |= lacks->kinds;
    return kinds;
}

uint64_t kit_kinds(const CaseList *list, const Lacking *lacks)
{
    const uint64_t even_if_trivial = KIND_BIT(KIND_size_0) | KIND_BIT(KIND_size_1) |
                                     KIND_BIT(KIND_choice_none) | KIND_BIT(KIND_values_equal);
    uint64_t kinds = 0, lacking = kit_lacking(lacks);
    for (int i = 0; i < list->count && lacking != KINDS_all; i++) {
        uint64_t all = kinds_of_case(list->cases[i], lacking);
        kinds |= list->cases[i]->flags & CASE_TRIVIAL ? all & even_if_trivial : all;
    }
    return kinds;
}
