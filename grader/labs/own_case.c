// own_case.c - see own_case.h.
#include "own_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"
#include "grader/labs/choose.h"

#define BETWEEN " ,;\t"

// A number that ends where another one may begin.
static bool read_value(const char **text, int64_t *value)
{
    char *end;
    *value = strtoll(*text, &end, 0);
    if (end == *text || (*end && !strchr(BETWEEN, *end)) || *value < INT32_MIN ||
        *value > INT32_MAX)
        return false;
    *text = end + strspn(end, BETWEEN);
    return true;
}

static bool read_values(const char *text, OwnCase *own, char *problem, size_t size)
{
    int32_t *value = need(malloc((MOST_OWN + 1) * sizeof *value));
    text += strspn(text, BETWEEN);
    own->value = value;
    for (own->n = 0; *text && own->n < MOST_OWN; own->n++) {
        int64_t v;
        const char *at = text;
        if (!read_value(&text, &v)) {
            snprintf(problem, size, "VALUES takes ints, such as VALUES='3 1 4', not %.*s",
                     (int)strcspn(at, BETWEEN) < 40 ? (int)strcspn(at, BETWEEN) : 40, at);
            return false;
        }
        value[own->n] = (int32_t)v;
    }
    return true;
}

bool own_case_read(const char *n, const char *values, OwnCase *own, char *problem, size_t size)
{
    int64_t count = 0;
    const char *at = n;
    *own = (OwnCase){.n = 0};
    if (values && !read_values(values, own, problem, size))
        return false;
    if (n && (!read_value(&at, &count) || *at || count < 0 || count > MOST_OWN)) {
        snprintf(problem, size, "N takes a size, 0 to %d, not %.40s", MOST_OWN, n);
        return false;
    }
    if (n && values && (size_t)count != own->n) {
        snprintf(problem, size, "N is %lld, but VALUES has %zu numbers", (long long)count, own->n);
        return false;
    }
    own->n = n ? (size_t)count : own->n;
    return true;
}

bool own_case_sums_fit(const OwnCase *own)
{
    int64_t all = 0;
    for (size_t i = 0; own->value && i < own->n; i++)
        all += llabs(own->value[i]);
    return all <= INT32_MAX;
}

bool own_case_add(const Lab *lab, CaseList *list, int part, const OwnCase *own, char *problem,
                  size_t size)
{
    const char *why = lab->own ? lab->own(list, part, own) : "it has none";
    if (why)
        snprintf(problem, size,
                 "part %d of %s takes no such case: %s (CASE= chooses one of the suite's)", part,
                 lab_topic(lab), why);
    return !why;
}
