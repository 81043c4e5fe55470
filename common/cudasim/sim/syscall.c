// syscall.c - functions that every kernel may call although no module defines them: their
// table, what they share, and the small functions.
#include "call.h"
#include "sim/device_runtime/device_runtime.h"

#include <stdio.h>

// ---- reading what pointers point to ---------------------------------

const uint8_t *call_bytes(const Warp *w, int lane, uint64_t addr, uint64_t *n)
{
    const uint8_t *base;
    uint64_t at, size;
    if (addr - LOCAL_WINDOW < WINDOW_SIZE) {
        base = w->local + (uint64_t)lane * w->local_stride;
        at = addr - LOCAL_WINDOW;
        size = w->local_stride;
    } else if (addr - SHARED_WINDOW < WINDOW_SIZE) {
        base = w->shared;
        at = addr - SHARED_WINDOW - ((uint64_t)w->block->cluster_rank << 24);
        size = w->launch->shared_bytes;
    } else if (addr - PARAM_WINDOW < WINDOW_SIZE) {
        base = w->launch->params;
        at = addr - PARAM_WINDOW;
        size = w->launch->param_bytes;
    } else {
        const Alloc *a = mem_find(addr);
        if (!a)
            return NULL;
        base = a->host;
        at = addr - a->addr;
        size = a->size;
    }
    if (at >= size)
        return NULL;
    *n = size - at;
    return base + at;
}

const char *call_text(const Warp *w, int lane, uint64_t addr)
{
    uint64_t n;
    const uint8_t *p = call_bytes(w, lane, addr, &n);
    return p && memchr(p, 0, n) ? (const char *)p : NULL;
}

void call_bad_pointer(Warp *w, const Step *s, int lane, uint64_t addr)
{
    uint64_t by_lane[WARP_SIZE] = {0};
    by_lane[lane] = addr;
    fault_raise(w->launch, &(Fault){.kind = addr < 4096 ? FAULT_null : FAULT_out_of_bounds,
                                    .warp = w,
                                    .step = s,
                                    .mask = 1u << lane,
                                    .space = SPACE_global,
                                    .width = 1,
                                    .addr = by_lane});
}

// ---- small functions ------------------------------------------------

// __assertfail(message, file, line, function, size of a character)
static void builtin_assertfail(Warp *w, const Step *s)
{
    static char text[512]; // stays valid for the report of the fault
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        const char *what = call_text(w, l, call_arg(w, s, 0, l));
        const char *file = call_text(w, l, call_arg(w, s, 1, l));
        const char *function = call_text(w, l, call_arg(w, s, 3, l));
        const Dim3 *b = &w->block->id;
        snprintf(text, sizeof text, "Assertion `%s` failed.", what ? what : "?");
        fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] %s\n", file ? file : "?",
                (unsigned)call_arg(w, s, 2, l), function ? function : "?", b->x, b->y, b->z,
                w->tid[0][l], w->tid[1][l], w->tid[2][l], text);
    }
    fault_raise(
        w->launch,
        &(Fault){.kind = FAULT_assert, .warp = w, .step = s, .mask = w->mask, .text = text});
}

// A virtual function without a body was called.
static void builtin_pure_virtual(Warp *w, const Step *s)
{
    fault_raise(w->launch, &(Fault){.kind = FAULT_bad_call,
                                    .warp = w,
                                    .step = s,
                                    .mask = w->mask,
                                    .text = "a pure virtual function"});
}

// ---- the table ------------------------------------------------------

Builtin builtin_find(const char *name)
{
    static const struct {
        const char *name;
        Builtin run;
    } table[] = {
        {"vprintf", builtin_vprintf},
        {"malloc", builtin_malloc},
        {"free", builtin_free},
        {"__assertfail", builtin_assertfail},
        {"__cxa_pure_virtual", builtin_pure_virtual},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
        if (!strcmp(name, table[i].name))
            return table[i].run;
    return device_runtime_find(name);
}
