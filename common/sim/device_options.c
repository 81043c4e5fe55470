// device_options.c - the options of CUDASIM_OPTIONS that belong to the machine: schedule, seed,
// budget, memory and cache-control (common/cudasim.h).
#include "sim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse_value(const char *name, const char *value, const char *why)
{
    fprintf(stderr, "cudasim: %s=%s: %s\n", name, value, why);
    return -1;
}

static int read_number(const char *name, const char *value, uint64_t *n)
{
    char *end;
    errno = 0;
    *n = strtoull(value, &end, 0);
    return *value && !*end && !errno && *value != '-' ? 0
                                                      : refuse_value(name, value, "not a number");
}

// "8M": the bytes of device memory for the program. The context takes more.
static int read_memory(const char *name, const char *value)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 0);
    const char *units = "KMG", *unit = *end ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (end == value || errno || *value == '-' || (*end && (!unit || end[1])) ||
        n > (1ull << 45) >> shift)
        return refuse_value(name, value, "not a number of bytes (for example 8M)");
    model.global_bytes = model.context_bytes + (size_t)(n << shift);
    return 0;
}

int device_option(const char *name, const char *value)
{
    if (!strcmp(name, "schedule")) {
        device.shuffle = !strcmp(value, "shuffle");
        return device.shuffle || !strcmp(value, "inorder")
                   ? 0
                   : refuse_value(name, value, "must be inorder or shuffle");
    }
    if (!strcmp(name, "seed"))
        return read_number(name, value, &device.seed);
    if (!strcmp(name, "budget"))
        return read_number(name, value, &device.budget);
    if (!strcmp(name, "memory"))
        return read_memory(name, value);
    if (!strcmp(name, "cache-control")) {
        device.cold_caches = !strcmp(value, "all");
        return device.cold_caches || !strcmp(value, "none")
                   ? 0
                   : refuse_value(name, value, "must be none or all");
    }
    return 1;
}
