// heap.c - malloc and free in kernels.
//
// The heap has a size (cudaLimitMallocHeapSize); a request that does not fit
// gives a null pointer, as it does on the GPU. What kernels allocate is
// ordinary device memory of its own kind, so that it has bounds, outlives the
// launch, and is found by the leak check; only free() may give it back.
#include "call.h"

#include <stdio.h>

static uint64_t heap_malloc(uint64_t size, Place p)
{
    size += size == 0; // malloc(0) gives a pointer that may be freed
    uint64_t room = (size + HEAP_ALIGN - 1) / HEAP_ALIGN * HEAP_ALIGN;
    device.charge += HEAP_INSTRUCTIONS;
    if (room < size || room > device.heap_limit || mem_heap_used() > device.heap_limit - room)
        return 0;
    Alloc *a = mem_alloc(size, HEAP_ALIGN, MEM_heap);
    if (!a)
        return 0;
    a->where = p.file;
    a->line = p.line;
    fresh_alloc(a);
    EACH_HOOK(alloc, (a));
    return a->addr;
}

void builtin_malloc(Warp *w, const Step *s)
{
    Place p = step_place(w->frame->code, s);
    device.heap_used = true;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        call_return(w, s, l, heap_malloc(call_arg(w, s, 0, l), p));
    }
}

static void report_bad_free(Warp *w, const Step *s, uint32_t bad, uint64_t addr)
{
    static char text[100]; // the last one stays for the fault's report
    const Alloc *dead = mem_find_dead(addr);
    snprintf(text, sizeof text, "0x%llx %s", (unsigned long long)addr,
             dead && dead->kind == MEM_heap && dead->addr == addr ? "has been freed before"
                                                                  : "was not returned by malloc()");
    fault_raise(
        w->launch,
        &(Fault){.kind = FAULT_device_heap, .warp = w, .step = s, .mask = bad, .text = text});
}

void builtin_free(Warp *w, const Step *s)
{
    uint64_t first = 0;
    uint32_t bad = 0;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint64_t addr = call_arg(w, s, 0, l);
        if (!addr)
            continue;
        Alloc *a = mem_find(addr);
        if (!a || a->kind != MEM_heap || a->addr != addr) {
            first = bad ? first : addr;
            bad |= 1u << l;
            continue;
        }
        EACH_HOOK(release, (a));
        mem_free(addr);
    }
    if (bad)
        report_bad_free(w, s, bad, first);
}
