// elements.c - how messages speak of the elements of an output: what one is called, names of values
// (NO_VALUE, not 4294967295), and what a difference is equal to.
#include "compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// The integer, as wide as its type; false: it is none.
static bool as_integer(ElemType type, const void *p, int64_t *value)
{
    switch (type) {
    case ELEM_i32: *value = *(const int32_t *)p; return true;
    case ELEM_u32: *value = *(const uint32_t *)p; return true;
    case ELEM_i64:
    case ELEM_u64: memcpy(value, p, sizeof *value); return true;
    default: return false;
    }
}

const char *compare_value_name(const Buffer *expected, const void *p)
{
    int64_t value;
    if (!expected->names || !as_integer(expected->type, p, &value))
        return NULL;
    for (const NamedValue *named = expected->names; named->name; named++)
        if (named->value == value)
            return named->name;
    return NULL;
}

// The words for one element of those that the suite has, divided by '|'; the last ones are those of
// all further elements. '#' is the index.
static void put_words(const char *words, size_t i, char *text, size_t size)
{
    size_t n = 0;
    for (const char *next; i && (next = strchr(words, '|')) != NULL; words = next + 1)
        i--;
    for (; *words && *words != '|' && n + 24 < size; words++)
        if (*words == '#')
            n += (size_t)snprintf(text + n, size - n, "%zu", i);
        else
            text[n++] = *words;
    text[n] = 0;
}

void compare_name(const Buffer *expected, size_t i, char *text, size_t size)
{
    if (expected->means)
        put_words(expected->means, i, text, size);
    else
        snprintf(text, size, "%s[%zu]", expected->name, i);
}

// ---- differences ------------------------------------------------------------------------------

// The only element of the inputs that is the difference, or its negative; false: none, or several.
typedef struct {
    const Buffer *buffer;
    size_t index;
    bool negative;
} Equal;

static bool find_equal(const Case *c, ElemType type, int64_t difference, Equal *equal)
{
    enum { MOST = 1 << 16 }; // elements that are looked at
    size_t found = 0, seen = 0;
    for (int b = 0; b < c->buffers; b++) {
        const Buffer *in = &c->buffer[b];
        if (!role_is_input(in->role) || in->type != type || (seen += in->count) > MOST)
            continue;
        for (size_t i = 0; i < in->count; i++) {
            int64_t value = 0;
            as_integer(type, (const char *)in->data + i * elem_size(type), &value);
            if (value != difference && value != -difference)
                continue;
            found++;
            *equal = (Equal){in, i, value != difference};
        }
    }
    return found == 1;
}

bool compare_difference(const Case *c, const Buffer *expected, const void *got, const Mismatch *m,
                        char *text, size_t size)
{
    enum { SMALL = 1000 };
    const size_t bytes = elem_size(expected->type), i = m->shown ? m->first[0].index : 0;
    const char *want = (const char *)expected->want + i * bytes;
    const char *g = (const char *)got + i * bytes;
    int64_t a, b;
    Equal equal;
    if (!m->shown || !m->first[0].written || compare_value_name(expected, g) ||
        compare_value_name(expected, want) || !as_integer(expected->type, g, &a) ||
        !as_integer(expected->type, want, &b))
        return false;
    if (a == 0) // then it says only which element was wanted
        return false;
    int64_t difference = (int64_t)((uint64_t)a - (uint64_t)b);
    if (bytes == 4) // sums wrap
        difference = (int32_t)difference;
    bool is = difference != INT64_MIN && find_equal(c, expected->type, difference, &equal);
    if (!is && (difference < -SMALL || difference > SMALL || m->total > 1))
        return false;
    int n = snprintf(text, size, "%s%sgot - want = %" PRId64, m->total > 1 ? m->first[0].name : "",
                     m->total > 1 ? ": " : "", difference);
    if (is)
        snprintf(text + n, size - (size_t)n, " = %s%s[%zu]", equal.negative ? "-" : "",
                 equal.buffer->name, equal.index);
    return true;
}
