// cases.c - the cases of lab 20.
#include "room.h"

#include <string.h>

#include "common/contracts/20_occupancy.h"
#include "grader/labs/20_occupancy/reference.h"
#include "grader/labs/kit.h"

enum { MOST = 1 << 20, STEPS = 40, LARGE = CASE_CLEAN_ONLY | CASE_COUNTED };

static int32_t *fill(CaseList *list, Case *c, size_t n, Kind kind, int64_t low, int64_t high)
{
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, n, "in")->data;
    kit_fill_ints(list, c, in, n, kind, low, high);
    return in;
}

// ---- parts 1 and 3 ----------------------------------------------------------------------

static void add_weights(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    float *in = case_buffer(c, BUFFER_in, ELEM_f32, (size_t)n, "in")->data;
    kit_fill_floats(list, c, in, (size_t)n, kind, -4000, 4000);
    float *out = case_buffer(c, BUFFER_out, ELEM_f32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++)
        out[i] = 3 * in[i] + 1;
}

static void add_medians(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    const int32_t *in =
        fill(list, c, n ? (size_t)n + OCC_WINDOW - 1 : 0, kind, INT32_MIN, INT32_MAX);
    int32_t *out = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++)
        out[i] = reference_median(in + i, OCC_WINDOW);
}

// ---- part 2 -----------------------------------------------------------------------------

// Registers, bytes of shared memory, threads: on both sides of a step.
static const int edges[][3] = {
    {255, 0, 1024},       {64, 0, 1024},        {65, 0, 1024},  {32, 0, 1024},  {33, 0, 256},
    {16, 232448, 32},     {16, 232449, 32},     {1, 0, 1},      {1, 0, 32},     {40, 0, 96},
    {168, 0, 128},        {128, 6272, 192},     {16, 6272, 64}, {16, 6507, 32}, {72, 0, 224},
    {16, 48 * 1024, 256}, {32, 31 * 1024, 255}, {97, 100, 33},  {80, 0, 640},   {24, 24000, 1024},
};
enum { EDGES = sizeof edges / sizeof *edges };

static void add_kernels(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "%d kernels%s", n, kit_words(kind));
    c->arg[0] = n;
    int32_t *registers = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "registers")->data;
    int32_t *shared = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "shared")->data;
    int32_t *threads = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "threads")->data;
    int32_t *warps = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "warps")->want;
    int32_t *limit = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "limit")->want;
    kit_fill_ints(list, c, registers, (size_t)n, kind, 1, 255);
    for (int k = 0; k < n; k++) {
        const int *edge = edges[k % EDGES];
        bool drawn = kind != KINDS || k >= EDGES;
        registers[k] = drawn ? registers[k] : edge[0];
        shared[k] = drawn ? (int)draw_int(list, 0, draw_int(list, 0, 2) ? 20000 : 0) : edge[1];
        threads[k] = drawn ? (int)draw_int(list, 1, draw_int(list, 0, 1) ? 1024 : 256) : edge[2];
        warps[k] =
            reference_resident(registers[k], shared[k], threads[k], FORGOT_nothing, &limit[k]);
    }
}

// ---- parts 4 and 5 ----------------------------------------------------------------------

static void add_ranks(CaseList *list, int n, int fits, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "%s, n=%d%s", fits ? "fits" : "spills",
                       n, kit_words(kind));
    KIT_ARGS(c, n, fits);
    c->group = fits ? "fits" : "spills";
    const int32_t *in = fill(list, c, (size_t)n * OCC_VALUES, kind, -99, 99);
    int32_t *rank = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n * OCC_VALUES, "rank")->want;
    for (int i = 0; i < n; i++)
        reference_ranks(rank + i, in + i, OCC_VALUES, (size_t)n);
}

static void add_polynomials(CaseList *list, int n, int each, Kind kind, unsigned flags)
{
    Case *c =
        case_add(list, flags | CASE_REPEATABLE, NULL, "%d each, n=%d%s", each, n, kit_words(kind));
    KIT_ARGS(c, n, each);
    c->group = each == 8 ? "8" : each == 16 ? "16" : "others";
    const int32_t *in = fill(list, c, (size_t)n, kind, -MOST, MOST);
    uint32_t *a = case_buffer(c, BUFFER_in, ELEM_u32, OCC_TERMS, "a")->data;
    for (int k = 0; k < OCC_TERMS; k++)
        a[k] = (uint32_t)draw_bits(list);
    uint32_t *out = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++)
        out[i] = reference_value(a, OCC_TERMS, (uint32_t)in[i]);
}

// ---- part 6 -----------------------------------------------------------------------------

static void want_sums(const Case *c, const int32_t *in, int n)
{
    uint32_t *out = c->buffer[1].want;
    for (int i = 0; i < 8 * n; i++)
        out[i / 8] += (uint32_t)in[i];
}

static void want_tiles(const Case *c, const int32_t *in, int n)
{
    uint32_t *out = c->buffer[1].want;
    enum { S = OCC_SIDE };
    for (int i = 0; i < n * S * S; i++)
        out[i / (S * S) * S * S + i % S * S + i / S % S] = (uint32_t)in[i];
}

static void want_bits(const Case *c, const int32_t *in, int n)
{
    uint32_t *count = c->buffer[1].want, *before = c->buffer[1].data;
    for (int d = 0; d < OCC_BINS; d++)
        count[d] = before[d] = 10 + (uint32_t)(in[0] & 0xff) * (uint32_t)d;
    for (int i = 0; i < n; i++)
        count[in[i] & 3]++;
}

static void want_stepped(const Case *c, const int32_t *in, int n)
{
    uint32_t *out = c->buffer[1].want;
    for (int i = 0; i < n; i++)
        out[i] = reference_stepped((uint32_t)in[i], STEPS);
}

static void want_largest(const Case *c, const int32_t *in, int n)
{
    int32_t *out = c->buffer[1].want;
    for (int i = n - 1; i >= 0; i--) {
        bool last = i == n - 1 || i % OCC_GROUP == OCC_GROUP - 1;
        out[i] = last || in[i] > out[i + 1] ? in[i] : out[i + 1];
    }
}

typedef struct {
    const char *name;
    int in, out; // elements for each of n; out 0: OCC_BINS
    ElemType type;
    void (*want)(const Case *c, const int32_t *in, int n); // NULL: halves
} SixKernel;

static const SixKernel six[] = {
    {"a", 8, 1, ELEM_u32, want_sums},
    {"b", OCC_SIDE *OCC_SIDE, OCC_SIDE *OCC_SIDE, ELEM_u32, want_tiles},
    {"c", 1, 0, ELEM_u32, want_bits},
    {"d", 1, 1, ELEM_f32, NULL},
    {"e", 1, 1, ELEM_u32, want_stepped},
    {"f", 1, 1, ELEM_i32, want_largest},
};
enum { SIX = sizeof six / sizeof *six };

static void add_six(CaseList *list, const SixKernel *s, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, s->name, "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    c->group = s->name;
    size_t count = (size_t)n * (size_t)s->in, results = (size_t)n * (size_t)s->out;
    if (!s->want) {
        float *in = case_buffer(c, BUFFER_in, ELEM_f32, count, "in")->data;
        kit_fill_floats(list, c, in, count, kind, -MOST, MOST);
        float *out = case_buffer(c, BUFFER_out, ELEM_f32, results, "out")->want;
        for (int i = 0; i < n; i++)
            out[i] = in[i] * 0.5f + 0.25f;
        return;
    }
    const int32_t *in = fill(list, c, count, kind, -MOST, MOST);
    case_buffer(c, s->out ? BUFFER_out : BUFFER_inout, s->type, s->out ? results : OCC_BINS,
                s->out ? "out" : "count");
    if (n)
        s->want(c, in, n);
    if (!s->out)
        kit_blocks(c, (n + 255) / 256);
}

// ---- part 7 -----------------------------------------------------------------------------

static void add_measurements(CaseList *list, int n, unsigned flags)
{
    static const char *const names[] = {"single", "fused", "bytes", "ns"};
    Case *c = case_add(list, flags | CASE_REPEATABLE, NULL, "%d measurements", n);
    enum { PEAK = 60000, BANDWIDTH = 4800, RIDGE_X2 = 25 }; // 12.5 operations a byte
    KIT_ARGS(c, n, PEAK, BANDWIDTH);
    int64_t *m[4];
    for (int b = 0; b < 4; b++)
        m[b] = case_buffer(c, BUFFER_in, ELEM_i64, (size_t)n, names[b])->data;
    Buffer *intensity = case_buffer(c, BUFFER_out, ELEM_f64, (size_t)n, "intensity");
    Buffer *rate = case_buffer(c, BUFFER_out, ELEM_f64, (size_t)n, "rate");
    Buffer *roof = case_buffer(c, BUFFER_out, ELEM_f64, (size_t)n, "roof");
    int32_t *bound = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "bound")->want;
    double *x = intensity->want, *y = rate->want, *z = roof->want;
    intensity->tolerance = 1e-9, rate->tolerance = 1e-6, roof->tolerance = 1e-6;
    for (int k = 0; k < n; k++) {
        m[2][k] = 2 * draw_int(list, 1, 1 << 30);
        m[1][k] = draw_int(list, 0, k % 2 ? 20 : 3) * (m[2][k] / 2);
        m[0][k] = draw_int(list, 0, m[2][k]);
        m[3][k] = draw_int(list, 1000, 1 << 24);
        if (k % 7 == 3) { // at the ridge
            m[0][k] = m[2][k] / 2;
            m[1][k] = (RIDGE_X2 - 1) / 2 * (m[2][k] / 2);
        }
        double operations = (double)m[0][k] + 2. * (double)m[1][k], bytes = (double)m[2][k];
        x[k] = operations / bytes;
        y[k] = operations / (double)m[3][k];
        bound[k] = operations * BANDWIDTH >= PEAK * bytes;
        z[k] = bound[k] ? PEAK : operations * BANDWIDTH / bytes;
    }
}

// ---- part 8 -----------------------------------------------------------------------------

static void add_listing(CaseList *list, bool sass, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, sass ? "sass" : "ptx", "n=%d%s", n,
                       kit_words(kind));
    c->arg[0] = n;
    c->group = sass ? "sass" : "ptx";
    const int32_t *in = fill(list, c, (size_t)n * (sass ? 4 : 1), kind,
                             sass ? -(1 << 27) : INT32_MIN, sass ? 1 << 27 : INT32_MAX);
    int32_t *out = case_buffer(c, BUFFER_out, sass ? ELEM_i32 : ELEM_u32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++) {
        const int32_t *v = in + 4 * (size_t)i;
        uint32_t x = (uint32_t)in[i], y = (uint32_t)in[n - 1 - i];
        if (sass)
            out[i] = __builtin_popcount((uint32_t)(v[0] ^ v[1] ^ v[2])) +
                     (v[3] > 7 * v[0] ? v[3] : 7 * v[0]);
        else
            out[i] = (int32_t)(x < y ? reference_rotated(x, 5) : (uint64_t)x * y >> 32);
    }
}

// ---- all ----------------------------------------------------------------------------------

static void add_any(CaseList *list, int part, int which, int n, Kind kind, unsigned flags)
{
    switch (part) {
    case PART_warps: add_weights(list, n, kind, flags); break;
    case PART_limit: add_kernels(list, n, kind, flags); break;
    case PART_median: add_medians(list, n, kind, flags); break;
    case PART_bounds: add_ranks(list, n, which, kind, flags); break;
    case PART_coarse: add_polynomials(list, n, 1 << which, kind, flags); break;
    case PART_six: add_six(list, &six[which], n, kind, flags); break;
    case PART_roofline: add_measurements(list, n, flags); break;
    default: add_listing(list, which == 1, n, kind, flags);
    }
}

// How many functions, or forms of one, a part has; and the size of the counted case of one.
static const int forms[] = {0, 1, 1, 1, 2, 5, SIX, 1, 2};

static int counted_size(int part, int which)
{
    return part == PART_bounds              ? COUNTED_COLUMNS
           : part == PART_six && which == 0 ? COUNTED_SUMS
           : part == PART_six && which == 1 ? COUNTED_TILES
                                            : COUNTED;
}

void occupancy_draw(CaseList *list, int part)
{
    static const int sizes[] = {300, 2,   31,  32,  33,   100,  127, 128,
                                129, 255, 256, 257, 1000, 4099, 24};
    for (int which = 0; which < forms[part]; which++) {
        bool tiles = part == PART_six && which == 1;
        bool counts = part != PART_coarse || which >= 3;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            if (!tiles || sizes[i] < 34)
                add_any(list, part, which, sizes[i], KINDS, 0);
        if (part != PART_roofline)
            KIT_EACH_VALUES(k, if (part != PART_limit || k != KIND_values_negative)
                                   add_any(list, part, which, tiles ? 3 : 700, k, 0));
        add_any(list, part, which, counted_size(part, which), KINDS,
                counts ? LARGE : CASE_CLEAN_ONLY);
        add_any(list, part, which, 1, KINDS, 0);
        add_any(list, part, which, 0, KINDS, CASE_TRIVIAL);
    }
}

void occupancy_demo(CaseList *list, int part)
{
    for (int which = 0; which < forms[part]; which++)
        add_any(list, part, which, counted_size(part, which), KINDS, 0);
}
