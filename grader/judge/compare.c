// compare.c - what came out against what was expected, and what the wrong
// elements have in common.
//
// One mistake makes many wrong elements; the pattern often names it: a missing
// last block leaves everything from an index on, a missing thread every 32nd.
#include "compare.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"
#include "grader/run/wire.h"

static double as_real(ElemType type, const void *p)
{
    switch (type) {
    case ELEM_i32: return *(const int32_t *)p;
    case ELEM_u32: return *(const uint32_t *)p;
    case ELEM_i64: return (double)*(const int64_t *)p;
    case ELEM_u64: return (double)*(const uint64_t *)p;
    case ELEM_f32: return *(const float *)p;
    case ELEM_f64: return *(const double *)p;
    case ELEM_u8: return *(const uint8_t *)p;
    }
    return 0;
}

static void print_elem(char *text, size_t size, const Buffer *of, const void *p)
{
    const char *name = compare_value_name(of, p);
    if (name) {
        snprintf(text, size, "%s", name);
        return;
    }
    switch (of->type) {
    case ELEM_i32: snprintf(text, size, "%" PRId32, *(const int32_t *)p); break;
    case ELEM_u32: snprintf(text, size, "%" PRIu32, *(const uint32_t *)p); break;
    case ELEM_i64: snprintf(text, size, "%" PRId64, *(const int64_t *)p); break;
    case ELEM_u64: snprintf(text, size, "%" PRIu64, *(const uint64_t *)p); break;
    case ELEM_f32: snprintf(text, size, "%.9g", *(const float *)p); break;
    case ELEM_f64: snprintf(text, size, "%.17g", *(const double *)p); break;
    case ELEM_u8: snprintf(text, size, "%d", *(const uint8_t *)p); break;
    }
}

// A wrong element that still holds what the runner put there was not written.
static bool is_poison(const void *p, size_t size)
{
    for (size_t b = 0; b < size; b++)
        if (((const unsigned char *)p)[b] != WIRE_POISON)
            return false;
    return true;
}

// What has to be equal bit by bit.
static bool has_bits(ElemType type) { return type != ELEM_f32 && type != ELEM_f64; }

static bool element_is_right(const Buffer *expected, const void *got, const void *want)
{
    if (has_bits(expected->type))
        return memcmp(got, want, elem_size(expected->type)) == 0;
    double g = as_real(expected->type, got), w = as_real(expected->type, want);
    if (isnan(g))
        return false;
    return g == w || fabs(g - w) <= expected->tolerance; // also where both are infinite
}

bool compare_element(const Buffer *expected, const void *got, size_t i)
{
    size_t at = i * elem_size(expected->type);
    return element_is_right(expected, (const char *)got + at, (const char *)expected->want + at);
}

void compare_text(const Buffer *expected, const void *values, size_t i, char *text, size_t size)
{
    assert(size >= 32 && i < expected->count);
    print_elem(text, size, expected, (const char *)values + i * elem_size(expected->type));
}

bool compare_unwritten(const Buffer *expected, const void *got, size_t i)
{
    size_t size = elem_size(expected->type);
    return size > 1 && is_poison((const char *)got + i * size, size);
}

// ---- patterns ------------------------------------------------------------------

typedef struct {
    const Buffer *expected;
    const char *got;
    const size_t *at; // indices of the wrong elements, rising
    size_t wrong;
} Wrongs;

static bool poison(const Wrongs *w, size_t i)
{
    size_t size = elem_size(w->expected->type);
    return is_poison(w->got + i * size, size);
}

static double got_at(const Wrongs *w, size_t i)
{
    return as_real(w->expected->type, w->got + i * elem_size(w->expected->type));
}

static double want_at(const Wrongs *w, size_t i)
{
    return as_real(w->expected->type,
                   (const char *)w->expected->want + i * elem_size(w->expected->type));
}

static bool find_unwritten(const Wrongs *w, char *text, size_t size)
{
    size_t count = 0;
    for (size_t k = 0; k < w->wrong; k++)
        count += poison(w, w->at[k]);
    // A byte may equal the poison by chance. So a few such bytes are no sign; all of them are.
    if (count == 0 || (elem_size(w->expected->type) == 1 && count < w->wrong))
        return false;
    if (count == w->expected->count)
        snprintf(text, size, "nothing was ever written");
    else if (count == w->wrong)
        snprintf(text, size, "every wrong element was never written, from index %zu on", w->at[0]);
    else
        snprintf(text, size, "%zu of the wrong elements %s never written", count,
                 count == 1 ? "was" : "were");
    return true;
}

static bool find_common_value(const Wrongs *w, char *text, size_t size)
{
    bool zero = true, nan = true;
    for (size_t k = 0; k < w->wrong; k++) {
        double g = got_at(w, w->at[k]);
        zero = zero && g == 0;
        nan = nan && isnan(g);
    }
    if (zero)
        snprintf(text, size, "every wrong element is 0");
    else if (nan)
        snprintf(text, size, "every wrong element is not a number");
    return zero || nan;
}

static bool find_place(const Wrongs *w, char *text, size_t size)
{
    size_t first = w->at[0], last = w->at[w->wrong - 1], n = w->expected->count;
    if (w->wrong == n)
        return false;
    if (last - first + 1 == w->wrong && last == n - 1) {
        snprintf(text, size, "exactly the elements from index %zu on are wrong", first);
        return true;
    }
    if (last - first + 1 == w->wrong && first == 0 && w->wrong > 1) {
        snprintf(text, size, "exactly the elements before index %zu are wrong", last + 1);
        return true;
    }
    if (w->wrong < 3)
        return false;
    size_t step = w->at[1] - w->at[0];
    for (size_t k = 2; k < w->wrong; k++)
        if (w->at[k] - w->at[k - 1] != step)
            return false;
    if (step == 1)
        snprintf(text, size, "exactly the elements %zu to %zu are wrong", first, last);
    else
        snprintf(text, size, "one element of every %zu is wrong, from index %zu on", step, first);
    return true;
}

static bool find_shift(const Wrongs *w, char *text, size_t size)
{
    bool left = w->wrong > 2, rightwards = w->wrong > 2, constant = w->wrong > 2;
    double difference = got_at(w, w->at[0]) - want_at(w, w->at[0]);
    for (size_t k = 0; k < w->wrong; k++) {
        size_t i = w->at[k];
        double g = got_at(w, i);
        left = left && (i + 1 == w->expected->count || g == want_at(w, i + 1));
        rightwards = rightwards && (i == 0 || g == want_at(w, i - 1));
        constant = constant && g - want_at(w, i) == difference;
    }
    if (left || rightwards)
        snprintf(text, size, "each wrong element has the value that belongs one place to its %s",
                 left ? "right" : "left");
    else if (constant)
        snprintf(text, size, "every wrong element is off by %.9g", difference);
    return left || rightwards || constant;
}

bool compare_buffer(const Buffer *expected, const void *got, size_t bytes, Mismatch *m)
{
    size_t size = elem_size(expected->type), n = expected->count;
    *m = (Mismatch){.total = n, .buffer = expected->name, .tolerance = expected->tolerance};
    if (bytes != n * size || (n && !got)) {
        m->wrong = n ? n : 1;
        snprintf(m->pattern, sizeof m->pattern, "the output was not returned");
        return false;
    }
    if (n && has_bits(expected->type) &&
        (got == expected->want || memcmp(got, expected->want, bytes) == 0))
        return true; // the usual case, fast
    size_t *at = NULL;
    for (size_t i = 0; i < n; i++) {
        const char *g = (const char *)got + i * size, *w = (const char *)expected->want + i * size;
        if (element_is_right(expected, g, w))
            continue;
        if (!at)
            at = need(malloc((n - i) * sizeof *at));
        at[m->wrong++] = i;
        if (m->shown == MAX_SHOWN)
            continue;
        m->first[m->shown].index = i;
        m->first[m->shown].error = fabs(as_real(expected->type, g) - as_real(expected->type, w));
        m->first[m->shown].written = size == 1 || !is_poison(g, size);
        if (!m->first[m->shown].written)
            strcpy(m->first[m->shown].got, "nothing");
        else
            print_elem(m->first[m->shown].got, sizeof m->first[0].got, expected, g);
        print_elem(m->first[m->shown].want, sizeof m->first[0].want, expected, w);
        compare_name(expected, i, m->first[m->shown].name, sizeof m->first[0].name);
        m->shown++;
    }
    if (!m->wrong)
        return true;
    Wrongs wrongs = {expected, got, at, m->wrong};
    if (!find_unwritten(&wrongs, m->pattern, sizeof m->pattern) &&
        !find_place(&wrongs, m->pattern, sizeof m->pattern) &&
        !find_common_value(&wrongs, m->pattern, sizeof m->pattern))
        find_shift(&wrongs, m->pattern, sizeof m->pattern);
    free(at);
    return false;
}
