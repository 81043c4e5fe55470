// device_options.c - the options of CUDASIM_OPTIONS that belong to the machine: schedule, seed,
// orders, budget, memory, free, bounds, fresh-memory, cache-control, devices, link and jobs
// (common/cudasim/cudasim.h).
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

// "8M": a number of bytes.
static int read_bytes(const char *name, const char *value, size_t *bytes)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 0);
    const char *units = "KMG", *unit = *end ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (end == value || errno || *value == '-' || (*end && (!unit || end[1])) ||
        n > (1ull << 45) >> shift)
        return refuse_value(name, value, "not a number of bytes (for example 8M)");
    *bytes = (size_t)(n << shift);
    return 0;
}

// A GPU with room for `value` bytes of the program. The context takes more.
static int read_memory(const char *name, const char *value)
{
    size_t bytes;
    if (read_bytes(name, value, &bytes))
        return -1;
    model.context_bytes = OWN_CONTEXT_BYTES;
    model.global_bytes = model.context_bytes + bytes;
    return 0;
}

// The same GPU, of which other programs use all but `value` bytes.
static int read_free(const char *name, const char *value)
{
    size_t bytes;
    if (read_bytes(name, value, &bytes))
        return -1;
    if (bytes > model.global_bytes - OWN_CONTEXT_BYTES)
        return refuse_value(name, value, "more than the card has");
    model.context_bytes = model.global_bytes - bytes;
    return 0;
}

static int read_schedule(const char *name, const char *value)
{
    bool both = !strcmp(value, "shuffle");
    device.shuffle = both || !strcmp(value, "interleave");
    device.reorder = both || !strcmp(value, "reorder");
    if (device.shuffle || device.reorder || !strcmp(value, "inorder"))
        return 0;
    return refuse_value(name, value, "must be inorder, interleave, reorder or shuffle");
}

static int read_devices(const char *name, const char *value)
{
    uint64_t n;
    if (read_number(name, value, &n))
        return -1;
    if (n < 1 || n > MAX_DEVICES)
        return refuse_value(name, value, "must be 1 to 8");
    model.devices = (int)n;
    return 0;
}

static int read_compile(const char *name, const char *value)
{
    uint64_t n;
    if (read_number(name, value, &n))
        return -1;
    device.compile_after = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
    return 0;
}

static int read_jobs(const char *name, const char *value)
{
    uint64_t n;
    if (read_number(name, value, &n))
        return -1;
    if (n < 1 || n > MAX_JOBS)
        return refuse_value(name, value, "must be 1 to 256");
    device.jobs = (unsigned)n;
    return 0;
}

int device_option(const char *name, const char *value)
{
    if (!strcmp(name, "jobs"))
        return read_jobs(name, value);
    if (!strcmp(name, "jobs-from"))
        return read_number(name, value, &device.jobs_from);
    if (!strcmp(name, "compile"))
        return read_compile(name, value);
    if (!strcmp(name, "schedule"))
        return read_schedule(name, value);
    if (!strcmp(name, "seed"))
        return read_number(name, value, &device.seed);
    if (!strcmp(name, "orders"))
        return read_number(name, value, &device.orders);
    if (!strcmp(name, "budget"))
        return read_number(name, value, &device.budget);
    if (!strcmp(name, "memory"))
        return read_memory(name, value);
    if (!strcmp(name, "free"))
        return read_free(name, value);
    if (!strcmp(name, "devices"))
        return read_devices(name, value);
    if (!strcmp(name, "link")) {
        model.pcie = !strcmp(value, "pcie");
        return model.pcie || !strcmp(value, "nvlink")
                   ? 0
                   : refuse_value(name, value, "must be nvlink or pcie");
    }
    if (!strcmp(name, "bounds")) {
        device.exact_bounds = !strcmp(value, "exact");
        return device.exact_bounds || !strcmp(value, "granules")
                   ? 0
                   : refuse_value(name, value, "must be exact or granules");
    }
    if (!strcmp(name, "fresh-memory")) {
        device.fresh_by_seed = !strcmp(value, "seed");
        return device.fresh_by_seed || !strcmp(value, "plain")
                   ? 0
                   : refuse_value(name, value, "must be plain or seed");
    }
    if (!strcmp(name, "cache-control")) {
        device.cold_caches = !strcmp(value, "all");
        return device.cold_caches || !strcmp(value, "none")
                   ? 0
                   : refuse_value(name, value, "must be none or all");
    }
    return 1;
}
