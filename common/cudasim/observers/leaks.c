// leaks.c - what a function of the program leaves behind when it returns.
//
// The grader calls a function and says when it begins and returns (cudasimFunctionBegins,
// cudasimFunctionReturns). What the function has allocated or created in between, and has not
// released, nobody can release any more: device memory, memory of the host, streams, events,
// pools. Each is a finding at the line of the call that made it. What is lost when the program ends
// is in memcheck.c.
#include "findings.h"

#include <stdlib.h>

typedef struct {
    uint64_t key;  // its address
    char what[80]; // "400 bytes of device memory (cudaMalloc)"
    const char *released_by;
    uint32_t line;
} Owned;

static bool function_runs;
static const char *call_now; // the API call that is being executed
static Owned *owned;         // made since the function began
static uint32_t nowned, size_owned;
static uint64_t first_serial; // allocations before have a lower one

static void add_owned(uint64_t key, const char *released_by, const char *what)
{
    owned = array_room(owned, nowned, &size_owned, sizeof *owned);
    owned[nowned] = (Owned){.key = key, .released_by = released_by, .line = report_call_line()};
    snprintf(owned[nowned++].what, sizeof owned->what, "%s", what);
}

static void drop_owned(uint64_t key)
{
    for (uint32_t i = nowned; i-- > 0;)
        if (owned[i].key == key) {
            memmove(&owned[i], &owned[i + 1], (nowned - i - 1) * sizeof *owned);
            nowned--;
            return;
        }
}

static const char *kind_name(MemKind kind)
{
    switch (kind) {
    case MEM_managed: return "managed memory";
    case MEM_pinned: return "pinned memory";
    case MEM_registered: return "registered memory";
    default: return "device memory";
    }
}

static void on_alloc(Alloc *a)
{
    const char *released_by = mem_freed_by(a->kind);
    char what[80];
    if (!function_runs || !released_by || a->name || a->grid_barrier)
        return;
    snprintf(what, sizeof what, "%llu bytes of %s (%s)", (unsigned long long)a->size,
             kind_name(a->kind), call_now ? call_now : "?");
    add_owned(a->addr, released_by, what);
}

static void on_release(Alloc *a)
{
    if (function_runs && mem_freed_by(a->kind))
        drop_owned(a->addr);
}

static void on_created(const void *handle, const char *released_by)
{
    if (function_runs)
        add_owned((uintptr_t)handle, released_by, call_now ? call_now : "?");
}

static void on_destroyed(const void *handle)
{
    if (function_runs)
        drop_owned((uintptr_t)handle);
}

static void on_call_begin(const char *call) { call_now = call; }

static void on_call_end(const char *call, const char *error)
{
    (void)call, (void)error;
    call_now = NULL;
}

static void on_reset(void) { nowned = 0; }

static void on_function_begins(const char *mark)
{
    (void)mark;
    function_runs = true;
    nowned = 0;
    first_serial = 0;
    for (const Alloc *a = mem_next(NULL); a; a = mem_next(a))
        if (a->serial >= first_serial)
            first_serial = a->serial + 1;
}

static void report_leak(uint32_t line, const char *what, const char *released_by)
{
    Finding *f = finding("memcheck", "leak", line, 0, fnv_text(FNV_START, what));
    if (f->count++)
        return;
    f->cause = CAUSE_leak;
    f->message = text_format("Not released when the function returns: %s", what);
    f->detail = text_format("%s() releases it", released_by);
}

// malloc() in a kernel: threads that leak on one line make one mistake.
static void report_heap(void)
{
    for (const Alloc *a = mem_next(NULL); a; a = mem_next(a))
        if (a->live && a->kind == MEM_heap && a->serial >= first_serial && a->where)
            report_leak(line_number(a->where, a->line), "malloc() in a kernel", "free");
}

static void on_function_returns(const char *mark, bool failed)
{
    (void)mark;
    function_runs = false;
    for (uint32_t i = 0; i < nowned && !failed; i++)
        report_leak(owned[i].line, owned[i].what, owned[i].released_by);
    if (!failed)
        report_heap();
}

Observer leaks_observer = {
    .name = "leaks",
    .rank = RANK_leaks,
    .alloc = on_alloc,
    .release = on_release,
    .created = on_created,
    .destroyed = on_destroyed,
    .call_begin = on_call_begin,
    .call_end = on_call_end,
    .reset = on_reset,
    .function_begins = on_function_begins,
    .function_returns = on_function_returns,
};
