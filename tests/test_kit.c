// test_kit.c - no suite forgets a kind of input (grader/labs/kit.h): each kind is in a case of
// each part, or the part says why it cannot be, and not both. Also the functions of the kit
// themselves.
//
//   build/tests/test_kit table [lab]     the kinds of each part
//   build/tests/test_kit bounds [lab]    the smallest and the largest arguments and inputs
#include "suite.h"
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/files.h"
#include "grader/base/paths.h"
#include "grader/labs/choose.h"
#include "grader/labs/kit.h"
#include "grader/run/cases.h"

static const char *reason_for(const Part *part, Kind kind)
{
    for (const Lacking *l = part->lacks; l && l->reason; l++)
        if (l->kinds & KIND_BIT(kind))
            return l->reason;
    return NULL;
}

static uint64_t kinds_of_part(const Lab *lab, const Part *part)
{
    CaseList *list = cases_new(lab->name, part->number, 1);
    lab->draw(list, part->number);
    uint64_t kinds = kit_kinds(list, part->lacks);
    cases_free(list);
    return kinds;
}

// A part has each kind or a reason. Returns the number of kinds that are wrong.
static int check_kinds(const Lab *lab, const Part *part, const CaseList *list)
{
    uint64_t kinds = kit_kinds(list, part->lacks);
    int wrong = 0;
    for (Kind k = 0; k < KINDS; k++) {
        bool has = kinds & KIND_BIT(k);
        const char *reason = reason_for(part, k);
        if (has == !reason)
            continue;
        wrong++;
        printf("%s part %d: %s (%s): %s\n", lab->name, part->number, kind_text[k].id,
               kind_text[k].meaning,
               has ? "a case has it, but the part says that it lacks it"
                   : "no case has it, and the part gives no reason");
    }
    return wrong;
}

// ---- bounds ----------------------------------------------------------------------------------

typedef struct {
    double low, high;
    int seen;
} Range;

static void range_add(Range *r, double v)
{
    r->low = !r->seen || v < r->low ? v : r->low;
    r->high = !r->seen++ || v > r->high ? v : r->high;
}

static double element(const Buffer *buffer, size_t i)
{
    switch (buffer->type) {
    case ELEM_i32: return ((const int32_t *)buffer->data)[i];
    case ELEM_u32: return ((const uint32_t *)buffer->data)[i];
    case ELEM_i64: return (double)((const int64_t *)buffer->data)[i];
    case ELEM_u64: return (double)((const uint64_t *)buffer->data)[i];
    case ELEM_f32: return ((const float *)buffer->data)[i];
    case ELEM_f64: return ((const double *)buffer->data)[i];
    default: return ((const uint8_t *)buffer->data)[i];
    }
}

// "2" is the third argument, "in" the values of that buffer, and "#in" the number of its elements;
// cases of another variant do not count.
static Range range_of(const CaseList *list, const char *variant, const char *what)
{
    Range r = {0};
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        if (variant && (!c->variant || strcmp(variant, c->variant)))
            continue;
        if (*what >= '0' && *what <= '9')
            range_add(&r, (double)c->arg[*what - '0']);
        for (int b = 0; b < c->buffers; b++) {
            const Buffer *buffer = &c->buffer[b];
            if (*what == '#' && !strcmp(buffer->name, what + 1))
                range_add(&r, (double)buffer->count);
            for (size_t k = 0; !strcmp(buffer->name, what) && buffer->data && k < buffer->count;
                 k++)
                range_add(&r, element(buffer, k));
        }
    }
    return r;
}

// The cases of a part reach what its contract allows: its bounds, and where a bound is too large
// for the simulator, values at which the usual mistakes break.
static const struct {
    const char *lab;
    int part;
    const char *variant, *what;
    double low, high;
} bounds[] = {
    {"01", 2, NULL, "0", 0, 1 << 24}, // more than a float can count
    {"01", 3, NULL, "3", 1, 100},
    {"01", 3, NULL, "0", 0, 200003},
    {"01", 4, NULL, "2", 0, 50},
    {"01", 4, NULL, "0", 0, 70001},
    {"01", 4, NULL, "1", 0, 70001},
    {"01", 5, "max", "in", INT32_MIN, INT32_MAX},
    {"01", 5, "move", "0", 0, 100003},
    {"01", 6, NULL, "0", 0, 70001},
    {"01", 6, NULL, "1", 0, 70001},
    {"01", 7, "reading", "0", 0, 70001},
    {"01", 7, "writing", "1", 0, 70001},
    {"01", 8, NULL, "1", 0, 32},
    {"02", 1, NULL, "1", 0, 300},
    {"02", 1, NULL, "2", 32, 1024},
    {"02", 1, NULL, "in", INT32_MIN, INT32_MAX},
    {"02", 2, "tile", "0", 0, 70001},
    {"02", 3, NULL, "1", 0, 70001},
    {"02", 4, NULL, "1", 0, 70001},
    {"02", 5, NULL, "0", 0, 70001},
    {"02", 6, NULL, "1", 0, 100},
    {"02", 6, NULL, "0", 0, 70001},
    {"02", 7, NULL, "1", 0, 100},
    {"02", 8, "transpose", "1", 0, 1028},
    {"03", 1, "count", "1", INT32_MIN, INT32_MAX},
    {"03", 2, NULL, "1", INT32_MIN, INT32_MAX},
    {"03", 3, NULL, "1", INT32_MIN, INT32_MAX},
    {"03", 4, NULL, "in", 0, 255},
    {"03", 5, NULL, "0", 0, 99991},
    {"03", 6, NULL, "in", -FLT_MAX, FLT_MAX * 0.99},
    {"03", 6, NULL, "result", -INFINITY, 1},
    {"03", 7, NULL, "record", (double)INT64_MIN, 9},
    {"03", 7, NULL, "in", INT32_MIN, INT32_MAX},
    {"03", 8, NULL, "0", 0, 1 << 22},
    {"04", 1, "int", "0", 0, 1 << 20},
    {"04", 2, "int", "0", 0, 1 << 20},
    {"04", 3, "int", "0", 0, 1 << 24},
    {"04", 4, "int", "1", 1, 5000},
    {"04", 5, "int", "1", 1, 5000},
    {"04", 6, "int", "0", 0, 1 << 20},
    {"04", 7, "int", "0", 0, 1 << 22},
    {"05", 1, "inclusive", "0", 0, 65637},
    {"05", 2, "inclusive", "0", 0, 1024},
    {"05", 3, NULL, "0", 0, 1024},
    {"05", 4, NULL, "0", 0, 2048},
    {"05", 5, NULL, "0", 0, 2048},
    {"05", 6, NULL, "0", 0, 1 << 23},
    {"05", 7, NULL, "0", 0, 1 << 22},
    {"05", 8, NULL, "0", 0, 1 << 22},
    {"05", 9, NULL, "1", INT32_MIN, INT32_MAX},
    {"05", 9, NULL, "in", INT32_MIN, INT32_MAX},
    {"05", 10, "filter", "1", 0, 65535},
    {"05", 10, "filter", "2", 0, 1 << 23},
    {"05", 10, "table", "1", 0, 65535},
    {"05", 11, NULL, "heads", INT32_MIN, INT32_MAX},
    {"05", 12, "scan", "0", 0, 1 << 24},
    {"06", 1, "int", "in", INT32_MIN, INT32_MAX},
    {"06", 2, "int", "0", 0, 66003},
    {"06", 3, "int", "1", 512, 1 << 24},
    {"06", 4, "int", "in", INT32_MIN, INT32_MAX},
    {"06", 5, "int", "in", INT32_MIN, INT32_MAX},
    {"06", 6, "int", "in", INT32_MIN, INT32_MAX},
    {"06", 7, "int", "in", INT32_MIN, INT32_MAX},
    {"06", 8, "keys", "0", 0, 1 << 17},
    {"07", 1, NULL, "0", 0, 1 << 20},
    {"07", 2, NULL, "2", 0, 1 << 19},
    {"07", 2, NULL, "1", 1, 4},
    {"07", 3, NULL, "1", 1, 1 << 18},
    {"07", 4, NULL, "1", 1, 1 << 18},
    {"07", 5, "events", "0", 0, 1 << 22},
    {"07", 6, NULL, "0", 64, 256},
    {"07", 7, "order, case a", "0", 1, 400000},
    {"07", 9, "pinned", "1", 1, 16},
    {"07", 9, "managed", "0", 0, 1 << 18},
    {"07", 10, NULL, "1", 1, 32},
    {"08", 1, NULL, "0", 1, 64},
    {"08", 1, NULL, "1", 1, 1024},
    {"08", 2, NULL, "1", 2, 1024},
    {"08", 3, NULL, "1", 2, 1024},
    {"08", 4, NULL, "1", 2, 1024},
    {"08", 5, NULL, "data", INT32_MIN, INT32_MAX},
    {"08", 6, NULL, "0", 1, 70001},
    {"08", 7, NULL, "0", 1, 70001},
    {"08", 8, NULL, "1", 1, 64},
    {"09", 1, NULL, "0", 1, 32768},
    {"09", 1, NULL, "1", 0, 1 << 24},
    {"09", 2, NULL, "0", 1, 262144},
    {"09", 2, NULL, "2", 1, 8},
    {"09", 3, NULL, "2", 1, 8},
    {"09", 4, NULL, "0", 1, 1000003},
    {"09", 5, NULL, "0", 0, 100},
    {"09", 5, NULL, "1", 0, 8192},
    {"09", 6, NULL, "0", 1, 300},
    {"09", 6, NULL, "2", 1, 8},
    {"09", 6, NULL, "in", INT32_MIN, INT32_MAX},
    {"09", 6, NULL, "1", 0, 1 << 24},
    {"09", 7, NULL, "0", 1, 1000000},
    {"10", 1, NULL, "1", 1, 8},
    {"10", 1, NULL, "0", 1, 10 << 20},
    {"10", 1, NULL, "2", 1, 2},
    {"10", 2, NULL, "2", 1, 8},
    {"10", 3, NULL, "2", 0, 3},
    {"10", 4, "split", "0", 0, 1 << 14},
    {"10", 5, NULL, "1", 0, 1 << 16},
    {"10", 5, NULL, "0", 0, 1001},
    {"10", 6, "lookup", "1", 1, 1 << 20},
    {"10", 6, "rounds", "1", 0, 16},
    {"10", 6, "sums", "0", 0, 1024},
    {"10", 7, "polynomial", "1", 1, 64},
    {"10", 8, "gray slow", "red", 0, 255},
    {"11", 1, NULL, "1", 0, 30000},
    {"11", 1, NULL, "0", 0, 70001},
    {"11", 2, NULL, "0", 0, 70001},
    {"11", 3, NULL, "3", 0, 32},
    {"11", 4, NULL, "0", 0, 70001},
    {"11", 5, NULL, "3", 0, 1030},
    {"11", 6, NULL, "2", 0, 80000},
    {"11", 7, NULL, "0", 1, 70001},
    {"11", 7, NULL, "1", 0, 70001},
    {"11", 8, NULL, "0", 1, 8192},
    {"12", 1, NULL, "0", 0, 1 << 17},
    {"12", 2, NULL, "0", 0, 1 << 17},
    {"12", 3, NULL, "1", 0, 140000},
    {"12", 4, NULL, "1", 0, 70001},
    {"12", 5, NULL, "0", 1, 70001},
    {"12", 6, NULL, "0", 1, 70001},
    {"12", 7, NULL, "1", 0, 1 << 18},
    {"12", 8, NULL, "0", 1, 70001},
    {"13", 1, "keys", "1", 1, 1 << 20},
    {"13", 2, NULL, "1", 2, 4},
    {"13", 3, NULL, "2", 1, 1 << 16},
    {"13", 3, NULL, "keys", 0, 0xfffffffe},
    {"13", 4, NULL, "0", 0, 70001},
    {"13", 5, NULL, "2", 1, 100000},
    {"13", 6, NULL, "0", 0, 70001},
    {"13", 6, NULL, "4", 0, 60000},
    {"13", 7, NULL, "1", 2, 4},
    {"13", 8, NULL, "0", 0, 6},
    {"13", 8, NULL, "1", 0, 20},
    {"13", 8, NULL, "3", 10, 1024},
    {"13", 8, NULL, "2", 2, 4},
    {"14", 1, NULL, "0", 0, 99991},
    {"14", 2, NULL, "in", -46340, 46340},
    {"14", 3, "squares", "in", -(1 << 19), 1 << 19},
    {"14", 3, "largest", "in", INT32_MIN, INT32_MAX},
    {"14", 4, NULL, "ax", -256, 256},
    {"14", 5, NULL, "in", INT32_MIN, INT32_MAX},
    {"14", 6, NULL, "keys", INT32_MIN, INT32_MAX},
    {"14", 7, NULL, "1", INT32_MIN, INT32_MAX},
    {"14", 8, "hand", "x", INT32_MIN, INT32_MAX},
    {"15", 1, NULL, "in", INT32_MIN, INT32_MAX},
    {"15", 2, NULL, "1", 0, 300},
    {"15", 3, NULL, "in", INT32_MIN, INT32_MAX},
    {"15", 4, NULL, "0", 0, 65637},
    {"15", 5, NULL, "0", 0, 66000},
    {"15", 6, NULL, "1", 1, 1 << 16},
    {"15", 6, NULL, "length", 0, INT32_MAX},
    {"15", 7, NULL, "0", 0, 66000},
    {"15", 8, NULL, "1", 0, (1 << 14) + 1}, // (2^20)^2 * 2^14 > 2^53
    {"15", 8, NULL, "in", -(1 << 20), 1 << 20},
    {"16", 1, NULL, "0", 0, 40},
    {"16", 1, NULL, "1", 0, 2},
    {"16", 2, NULL, "0", 0, 64},
    {"16", 3, NULL, "0", 0, 64},
    {"16", 4, NULL, "0", 0, 32},
    {"16", 5, NULL, "1", 0, 1024},
    {"16", 6, NULL, "1", 0, 3},
    {"16", 7, NULL, "1", 0, 320},
    {"16", 8, NULL, "0", 0, 32},
    {"16", 9, NULL, "0", 0, 1300},
    {"17", 1, NULL, "in", -(1 << 20), 1 << 20},
    {"17", 1, NULL, "0", 0, 256},
    {"17", 2, NULL, "1", 1, 16},
    {"17", 3, NULL, "0", 0, 256},
    {"17", 4, NULL, "0", 0, 256},
    {"17", 5, NULL, "0", 0, 256},
    {"17", 6, NULL, "0", 0, 2000},
    {"17", 7, NULL, "0", 0, 64},
    {"17", 8, NULL, "0", 0, 256},
    {"17", 9, NULL, "0", 0, 2500},
    {"18", 1, NULL, "0", 0, 66},
    {"18", 2, NULL, "0", 0, 66},
    {"18", 3, NULL, "0", 0, 132 * 64},
    {"18", 4, NULL, "0", 1, 400},
    {"18", 4, NULL, "1", 0, 131},
    {"18", 5, NULL, "0", 0, 1000},
    {"18", 6, NULL, "2", 1, 132},
    {"18", 7, NULL, "0", 0, 132},
    {"18", 8, NULL, "0", 0, 132 * 64},
    {"19", 1, NULL, "0", 0, 70001},
    {"19", 2, NULL, "0", 0, 300},
    {"19", 3, NULL, "0", 0, 70001},
    {"19", 4, NULL, "0", 0, 70001},
    {"19", 5, NULL, "0", 1, 20000},
    {"19", 6, NULL, "0", 1, 30000},
    {"19", 7, NULL, "1", 0, 50},
    {"19", 8, NULL, "1", 0, 60},
    {"20", 1, NULL, "0", 0, 1 << 17},
    {"20", 2, NULL, "registers", 1, 255},
    {"20", 2, NULL, "threads", 1, 1024},
    {"20", 3, NULL, "in", INT32_MIN, INT32_MAX},
    {"20", 4, NULL, "1", 0, 1},
    {"20", 5, NULL, "1", 1, 16},
    {"20", 6, "c", "0", 0, 1 << 17},
    {"20", 7, NULL, "0", 0, 1 << 17},
    {"20", 8, "ptx", "in", INT32_MIN, INT32_MAX},
};

// The cases reach the bounds of the contracts, and each part has a bound that is compared.
static void check_bounds(const Lab *lab, const Part *part, const CaseList *list)
{
    bool has = kit_lacking(part->lacks) == KINDS_all;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        if (!lab_matches(lab, bounds[i].lab) || bounds[i].part != part->number)
            continue;
        has = true;
        Range r = range_of(list, bounds[i].variant, bounds[i].what);
        ck_assert_msg(r.seen && r.low <= bounds[i].low && r.high >= bounds[i].high,
                      "%s part %d, %s: %.12g to %.12g, not %.12g to %.12g", lab->name,
                      bounds[i].part, bounds[i].what, r.low, r.high, bounds[i].low, bounds[i].high);
    }
    ck_assert_msg(has, "%s part %d: no bound of its contract is compared", lab->name, part->number);
}

// ---- the functions of the kit --------------------------------------------------------------

enum { N = 1000 };

static Case *some_case(CaseList *list) { return case_add(list, 0, NULL, "a case"); }

START_TEST(values_are_those_of_their_kind)
{
    CaseList *list = cases_new("kit", 1, 5);
    int32_t v[N];
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++) {
        Case *c = some_case(list);
        kit_fill_ints(list, c, v, N, k, INT32_MIN, INT32_MAX);
        ck_assert_uint_eq(c->kinds, KIND_BIT(k));
        int rising = 0, falling = 0, negative = 0, lowest = 0, highest = 0;
        for (int i = 0; i < N; i++) {
            rising += i == 0 || v[i] >= v[i - 1];
            falling += i == 0 || v[i] <= v[i - 1];
            negative += v[i] < 0;
            lowest += v[i] == INT32_MIN;
            highest += v[i] == INT32_MAX;
        }
        ck_assert_int_eq(k == KIND_values_equal, rising == N && falling == N);
        if (k == KIND_values_rising)
            ck_assert(rising == N && v[0] == INT32_MIN && v[N - 1] == INT32_MAX);
        if (k == KIND_values_falling)
            ck_assert(falling == N && v[0] == INT32_MAX && v[N - 1] == INT32_MIN);
        if (k == KIND_values_negative)
            ck_assert_int_eq(negative, N);
        if (k == KIND_values_lowest)
            ck_assert(lowest > N / 2 && lowest < N);
        ck_assert_int_eq(k == KIND_values_ends, lowest + highest == N && lowest && highest);
    }
    cases_free(list);
}
END_TEST

START_TEST(floats_are_quarters)
{
    enum { HIGHEST = 81 };
    CaseList *list = cases_new("kit", 1, 5);
    float v[N];
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES + 1; k++) {
        Kind kind = k <= LAST_VALUES ? k : KINDS;
        kit_fill_floats(list, some_case(list), v, N, kind, -HIGHEST, HIGHEST);
        int fractions = 0;
        for (int i = 0; i < N; i++) {
            ck_assert(fabsf(v[i]) <= kit_quarters(HIGHEST) && 4 * v[i] == floorf(4 * v[i]));
            fractions += v[i] != floorf(v[i]);
        }
        if (kind != KIND_values_equal)
            ck_assert_int_gt(fractions, N / 2);
    }
    cases_free(list);
}
END_TEST

// Floats of 2^23 and more are whole numbers.
static bool has_fractions(const Buffer *b)
{
    const float *v = b->data;
    bool huge = false;
    for (size_t i = 0; i < b->count; i++) {
        if (v[i] != floorf(v[i]))
            return true;
        huge = huge || fabsf(v[i]) >= 1 << 23;
    }
    return huge;
}

// The contract's prototypes of what a student writes: without comments, and without the functions
// that are given, which look at what the student's have done.
static char *prototypes_of(const Lab *lab)
{
    char *text, *to, *line, *rest;
    size_t bytes;
    ck_assert(file_read_ours(paths_at("common/contracts/%s.h", lab->name), &text, &bytes));
    to = rest = text;
    bool given = false;
    while ((line = strsep(&rest, "\n")) != NULL) {
        line[strcspn(line, "/")] = 0;
        given = (given || strstr(line, "_checked(")) && *line;
        size_t n = given ? 0 : strlen(line);
        given = given && !strchr(line, ';');
        memmove(to, line, n);
        to += n;
        *to++ = ' ';
    }
    to[-1] = 0;
    return text;
}

static bool has_word(const char *text, const char *word)
{
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        char after = at[strlen(word)], before = at > text ? at[-1] : ' ';
        if (!isalnum((unsigned char)after) && after != '_' && !isalnum((unsigned char)before) &&
            before != '_')
            return true;
    }
    return false;
}

// A message names a result by a word that the student has read, or in words.
static void check_names(const Lab *lab, const Case *c, const char *prototypes)
{
    for (int b = 0; b < c->buffers; b++)
        if (role_is_result(c->buffer[b].role) && !c->buffer[b].means)
            ck_assert_msg(has_word(prototypes, c->buffer[b].name), "%s part %d, %s: %s", lab->name,
                          c->part, c->name, c->buffer[b].name);
}

// Float inputs have fractions, or a kernel that computes with ints is right; results have names
// that are known.
static void check_inputs(const Lab *lab, const CaseList *list, const char *prototypes)
{
    const uint64_t few_values = KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_ends);
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        check_names(lab, c, prototypes);
        for (int b = 0; b < c->buffers; b++) {
            const Buffer *buffer = &c->buffer[b];
            bool input = buffer->role == BUFFER_in && buffer->type == ELEM_f32;
            if (input && buffer->count >= N && !(c->kinds & few_values))
                ck_assert_msg(has_fractions(buffer), "%s part %d, %s: %s", lab->name, c->part,
                              c->name, buffer->name);
        }
    }
}

START_TEST(cases_are_of_each_kind_and_reach_the_bounds)
{
    const Lab *lab = all_labs[_i];
    char *prototypes = prototypes_of(lab);
    int wrong = 0;
    for (const Part *part = lab->parts; part->number; part++) {
        CaseList *list = cases_new(lab->name, part->number, 1);
        lab->draw(list, part->number);
        wrong += check_kinds(lab, part, list);
        check_bounds(lab, part, list);
        check_inputs(lab, list, prototypes);
        cases_free(list);
    }
    free(prototypes);
    ck_assert_msg(!wrong, "%s: %d kinds of input", lab->name, wrong);
}
END_TEST

START_TEST(choices_are_those_of_their_kind)
{
    static const int least[] = {0, N, 1, N * 9 / 10, 32, 31, 1};
    static const int most[] = {0, N, N / 10, N - 1, 32, 31, 1};
    CaseList *list = cases_new("kit", 1, 5);
    for (Kind k = FIRST_CHOICE; k <= LAST_CHOICE; k++) {
        Case *c = some_case(list);
        int taken = 0;
        for (size_t i = 0; i < N; i++) {
            bool chosen = kit_chosen(list, c, k, i, N);
            taken += chosen;
            ck_assert(!chosen || k != KIND_choice_last_lane || i % 32 == 31);
        }
        ck_assert_int_ge(taken, least[k - FIRST_CHOICE]);
        ck_assert_int_le(taken, most[k - FIRST_CHOICE]);
        ck_assert_uint_eq(c->kinds, KIND_BIT(k));
    }
    cases_free(list);
}
END_TEST

static uint64_t kinds_of_one(unsigned flags, size_t n, int64_t rows, int64_t cols, int64_t radius)
{
    CaseList *list = cases_new("kit", 1, 5);
    Case *c = case_add(list, flags, NULL, "a case");
    c->arg[0] = rows, c->arg[1] = cols, c->arg[2] = radius;
    case_buffer(c, BUFFER_in, ELEM_u8, n, "in");
    kit_blocks(c, 8);
    uint64_t kinds = kit_kinds(list, NULL);
    cases_free(list);
    return kinds;
}

START_TEST(sizes_and_shapes_show)
{
    const uint64_t blocks = KIND_BIT(KIND_overlap);
    ck_assert_uint_eq(kinds_of_one(0, 0, 0, 0, 0), KIND_BIT(KIND_size_0) | blocks);
    ck_assert_uint_eq(kinds_of_one(0, 33, 0, 0, 0), KIND_BIT(KIND_size_warp) | blocks);
    ck_assert_uint_eq(kinds_of_one(CASE_CLEAN_ONLY, 33, 0, 0, 0), 0);
    ck_assert_uint_eq(kinds_of_one(CASE_TRIVIAL, 1, 1, 7, 9), KIND_BIT(KIND_size_1));
    ck_assert_uint_eq(kinds_of_one(CASE_CLEAN_ONLY, (1 << 16) + 1, 1, 7, 9),
                      KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16) |
                          KIND_BIT(KIND_shape_row));
    ck_assert_uint_eq(kinds_of_one(CASE_CLEAN_ONLY, 8, 4, 2, 4),
                      KIND_BIT(KIND_shape_small) | KIND_BIT(KIND_shape_window));
    ck_assert_uint_eq(kinds_of_one(CASE_CLEAN_ONLY, 99, 3, 33 * 3, 4), KIND_BIT(KIND_shape_wide));
    ck_assert_uint_eq(kinds_of_one(CASE_CLEAN_ONLY, 99, 33 * 3, 3, 4), KIND_BIT(KIND_shape_tall));
}
END_TEST

START_TEST(old_values_show)
{
    CaseList *list = cases_new("kit", 1, 5);
    Case *c = some_case(list);
    case_buffer(c, BUFFER_in, ELEM_u8, 5, "in");
    int32_t *bins = case_buffer(c, BUFFER_inout, ELEM_i32, 7, "bins")->data;
    ck_assert_uint_eq(kit_kinds(list, NULL), 0);
    bins[6] = 256;
    ck_assert_uint_eq(kit_kinds(list, NULL), KIND_BIT(KIND_old_values));
    cases_free(list);
}
END_TEST

static void print_table(const char *only)
{
    for (int i = 0; i < all_labs_count; i++) {
        const Lab *lab = all_labs[i];
        if (only && !lab_matches(lab, only))
            continue;
        for (const Part *part = lab->parts; part->number; part++) {
            uint64_t kinds = kinds_of_part(lab, part);
            printf("%s part %d, %s\n", lab->name, part->number, part->name);
            for (Kind k = 0; k < KINDS; k++) {
                const char *reason = reason_for(part, k);
                printf("  %-18s %s%s\n", kind_text[k].id,
                       kinds & KIND_BIT(k) ? "yes"
                       : reason            ? "no: "
                                           : "MISSING",
                       reason && !(kinds & KIND_BIT(k)) ? reason : "");
            }
        }
    }
}

static void print_range(const CaseList *list, const char *variant, const char *what)
{
    Range r = range_of(list, variant, what);
    printf("  %-12s %-14s %.10g .. %.10g\n", variant ? variant : "", what, r.low, r.high);
}

static void print_ranges(const CaseList *list, const Case *c)
{
    char what[64];
    for (int a = 0; a < MAX_ARGS; a++) {
        snprintf(what, sizeof what, "%d", a);
        print_range(list, c->variant, what);
    }
    for (int b = 0; b < c->buffers; b++) {
        snprintf(what, sizeof what, "#%s", c->buffer[b].name);
        print_range(list, c->variant, what);
        if (c->buffer[b].data)
            print_range(list, c->variant, what + 1);
    }
}

static void print_bounds(const char *only)
{
    for (int i = 0; i < all_labs_count; i++)
        for (const Part *part = all_labs[i]->parts; part->number; part++) {
            if (only && !lab_matches(all_labs[i], only))
                continue;
            CaseList *list = cases_new(all_labs[i]->name, part->number, 1);
            all_labs[i]->draw(list, part->number);
            printf("%s part %d, %s\n", all_labs[i]->name, part->number, part->name);
            for (int k = 0; k < list->count; k++) {
                const char *variant = list->cases[k]->variant;
                int first = 0;
                while (variant != list->cases[first]->variant &&
                       (!variant || !list->cases[first]->variant ||
                        strcmp(variant, list->cases[first]->variant)))
                    first++;
                if (first == k)
                    print_ranges(list, list->cases[k]);
            }
            cases_free(list);
        }
}

SUITE(s)
{
    if (suite_argument(1) && !strcmp(suite_argument(1), "bounds")) {
        print_bounds(suite_argument(2));
        exit(0);
    }
    if (suite_argument(1) && !strcmp(suite_argument(1), "table")) {
        print_table(suite_argument(2));
        exit(0);
    }
    TCase *t = TESTS(s, "kit", values_are_those_of_their_kind, floats_are_quarters,
                     choices_are_those_of_their_kind, sizes_and_shapes_show, old_values_show);
    tcase_add_loop_test(t, cases_are_of_each_kind_and_reach_the_bounds, 0, all_labs_count);
}
