// reference.c - see reference.h.
#include "reference.h"

#include <stdlib.h>
#include <string.h>

int32_t reference_largest(const int32_t *in, size_t n)
{
    int32_t largest = INT32_MIN;
    for (size_t i = 0; i < n; i++)
        largest = in[i] > largest ? in[i] : largest;
    return largest;
}

int64_t reference_square_sum(const int32_t *in, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (int64_t)in[i] * in[i];
    return sum;
}

int64_t reference_picked_sum(const int32_t *in, const int32_t *index, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += in[index[i]];
    return sum;
}

static int by_value(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static size_t place_of(const int32_t *group, size_t groups, int32_t key)
{
    const int32_t *found = bsearch(&key, group, groups, sizeof *group, by_value);
    return (size_t)(found - group);
}

// Sorts the keys alone, and looks up the group of each value: nothing is sorted by key.
size_t reference_totals(int32_t *group, int32_t *total, const int32_t *keys, const int32_t *values,
                        size_t n)
{
    if (n == 0)
        return 0;
    memcpy(group, keys, n * sizeof *group);
    qsort(group, n, sizeof *group, by_value);
    size_t groups = 1;
    for (size_t i = 1; i < n; i++)
        if (group[i] != group[groups - 1])
            group[groups++] = group[i];
    memset(total, 0, groups * sizeof *total);
    for (size_t i = 0; i < n; i++)
        total[place_of(group, groups, keys[i])] += values[i];
    return groups;
}

size_t reference_places_above(int32_t *places, const int32_t *in, size_t n, int32_t limit)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (in[i] > limit)
            places[kept++] = (int32_t)i;
    return kept;
}

int64_t reference_distance(const int32_t *x, const int32_t *y, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += llabs((long long)x[i] - y[i]);
    return sum;
}
