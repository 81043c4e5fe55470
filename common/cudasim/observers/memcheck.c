// memcheck.c - accesses that go wrong, and everything else that ends a launch.
//
// The machine itself finds bad accesses, because it must not execute them. This file says
// what was wrong and where the nearest allocation is, in the words of compute-sanitizer. The
// observer is hooked with every other checker, so that a launch that fails always has its
// reason. The tool memcheck adds API errors and leaks.
#include "findings.h"

#include <stdio.h>
#include <stdlib.h>

static bool reports_all;
static bool explained;            // a finding says already why the current call fails
static bool reports_calls = true; // a call that returns an error is a finding
static bool failed;               // a launch ended in an error: all later calls fail, cudaFree, too

static const char *space_name(const Fault *f)
{
    switch (f->space) {
    case SPACE_shared: return "__shared__";
    case SPACE_local: return "__local__";
    case SPACE_param: return "__param__";
    default: // constants lie in global memory here
        return f->step && f->step->inst && f->step->inst->space == SPACE_const ? "__constant__"
                                                                               : "__global__";
    }
}

static const char *verb(const Fault *f)
{
    if (f->step && f->step->inst && (f->step->inst->op == OP_atom || f->step->inst->op == OP_red))
        return "atomic";
    return f->write ? "write" : "read";
}

// "variable name", "allocation (in)", "allocation".
static void put_alloc(char text[320], const Alloc *a)
{
    char *name = a->name ? demangle(a->name) : must_strdup(a->buffer);
    snprintf(text, 320, a->name ? "variable %s" : *name ? "allocation (%s)" : "allocation", name);
    free(name);
}

// "and is 1 bytes after the nearest allocation at 0x... of size 4 bytes"
static char *nearest_text(uint64_t addr)
{
    const Alloc *a = mem_nearest(addr);
    if (!a)
        return text_format("Address 0x%llx is out of bounds\nand there is no allocation at all",
                           (unsigned long long)addr);
    char what[320];
    put_alloc(what, a);
    unsigned long long base = a->addr, size = a->size, at = addr;
    if (addr >= a->addr && addr < a->addr + a->size)
        return text_format("Address 0x%llx is out of bounds\nand is inside the nearest %s "
                           "at 0x%llx of size %llu bytes, but reaches beyond its end",
                           at, what, base, size);
    bool after = addr >= a->addr;
    // As compute-sanitizer counts: the first byte beyond the allocation is 1 byte after.
    enum { FAR = 1 << 28 };
    unsigned long long distance = after ? addr - (a->addr + a->size) + 1 : a->addr - addr;
    if (distance > FAR)
        return text_format("Address 0x%llx is out of bounds\nand is far from all allocations "
                           "(is what the index comes from no index?)",
                           at);
    return text_format("Address 0x%llx is out of bounds\nand is %llu bytes %s the nearest %s "
                       "at 0x%llx of size %llu bytes",
                       at, distance, after ? "after" : "before", what, base, size);
}

// (unsigned)-1 elements of 1 to 16 bytes after a null pointer: no process has memory there.
static bool below_null(uint64_t addr)
{
    uint64_t size = (addr >> 32) + 1;
    return (uint32_t)addr >= 0xffff0000u && size <= 16 && (size & (size - 1)) == 0;
}

static char *access_detail(const Launch *l, const Fault *f, uint64_t addr)
{
    unsigned long long at = addr;
    if (f->kind == FAULT_misaligned)
        return text_format("Address 0x%llx is misaligned", at);
    if (f->kind == FAULT_no_peer)
        return text_format("Address 0x%llx is memory of device %u, and the kernel runs on device "
                           "%u\nwhich may not access it: %s",
                           at, mem_find(addr)->device, device.number,
                           mem_find(addr)->pooled ? "cudaMemPoolSetAccess() is missing"
                                                  : "cudaDeviceEnablePeerAccess() is missing");
    if (f->kind == FAULT_read_only)
        return text_format("Address 0x%llx is in memory that kernels cannot write", at);
    if (f->kind == FAULT_no_block)
        return text_format("Address 0x%llx belongs to rank %llu, which the cluster does not have",
                           at, at >> SHARED_RANK_SHIFT);
    if (f->kind == FAULT_exited)
        return text_format("Address 0x%llx belongs to block (%u,%u,%u) of the cluster, which has "
                           "exited",
                           at, f->peer->id.x, f->peer->id.y, f->peer->id.z);
    if (f->space == SPACE_shared)
        return text_format("Address 0x%llx is out of bounds\nof the block, which has %u bytes of "
                           "shared memory",
                           at, l->shared_bytes);
    if (f->space == SPACE_local || f->space == SPACE_param)
        return text_format("Address 0x%llx is out of bounds", at);
    if (f->kind == FAULT_null)
        return text_format("Address 0x%llx is out of bounds\nand is a null pointer, or close "
                           "to one",
                           at);
    if (f->kind == FAULT_host_pointer && below_null(addr))
        return text_format("Address 0x%llx is out of bounds\nand looks like a null pointer with "
                           "an unsigned index below 0",
                           at);
    if (f->kind == FAULT_host_pointer)
        return text_format("The address is out of bounds\nand is host memory, which a kernel "
                           "cannot reach (was a host pointer passed to the kernel?)");
    if (f->kind == FAULT_address_space)
        return text_format("Address 0x%llx is out of bounds\nit is an address of %s memory, not "
                           "of global memory (does the pointer come from another kernel?)",
                           at,
                           addr - SHARED_WINDOW < WINDOW_SIZE  ? "shared"
                           : addr - LOCAL_WINDOW < WINDOW_SIZE ? "local"
                                                               : "parameter");
    const Alloc *dead = f->kind == FAULT_use_after_free ? mem_find_dead(addr) : NULL;
    if (dead)
        return text_format("Address 0x%llx is out of bounds\nand is inside an allocation at "
                           "0x%llx of size %llu bytes that has been freed",
                           at, (unsigned long long)dead->addr, (unsigned long long)dead->size);
    if (-addr <= UINT32_MAX)
        return text_format("Address 0x%llx is out of bounds\nand looks like a null pointer with "
                           "an index below 0",
                           at);
    return nearest_text(addr);
}

static char *other_message(const Launch *l, const Fault *f)
{
    const char *text = f->text ? f->text : "";
    switch (f->kind) {
    case FAULT_assert: return text_format("Assertion failed: %s", text);
    case FAULT_trap:
        return text_format("The kernel executed a trap%s",
                           l->workspace_read && !l->workspace
                               ? ", as grid.sync() does if the launch is not cooperative"
                               : "");
    case FAULT_stack: return text_format("Stack overflow: local memory of a thread is exhausted");
    case FAULT_timeout:
        return text_format("The launch was stopped after %llu warp instructions%s: its budget "
                           "is spent",
                           (unsigned long long)l->executed,
                           l->charged > l->executed
                               ? ", which did more than compute (blocks that start, printf, "
                                 "the race checker)"
                               : "");
    case FAULT_deadlock:
        return text_format("Deadlock: no thread of the launch can continue: %s", text);
    case FAULT_barrier: return text_format("Barrier error detected. Invalid arguments: %s", text);
    case FAULT_ended:
        return text_format("Barrier error detected. Use of an mbarrier after mbarrier.inval, "
                           "or before mbarrier.init");
    case FAULT_unsupported:
        return text_format("Instruction not supported by the simulator: %s", text);
    case FAULT_device_heap:
        return text_format("Invalid free() in a kernel%s%s", *text ? ": " : "", text);
    default: return text_format("%s%s%s", fault_name(f->kind), *text ? ": " : "", text);
    }
}

// clang-format off
static Cause cause_of_fault(FaultKind kind)
{
    switch (kind) {
    case FAULT_misaligned: return CAUSE_misaligned;
    case FAULT_use_after_free: return CAUSE_use_after_free;
    case FAULT_address_space: case FAULT_child_pointer: return CAUSE_wrong_space;
    case FAULT_assert: case FAULT_trap: return CAUSE_assertion;
    case FAULT_timeout: return CAUSE_hang;
    case FAULT_deadlock: return CAUSE_deadlock;
    case FAULT_exited: return CAUSE_cluster_exit;
    case FAULT_barrier: case FAULT_ended: return CAUSE_barrier_arguments;
    case FAULT_illegal: case FAULT_bad_call: case FAULT_unsupported: return CAUSE_illegal;
    case FAULT_stack: return CAUSE_stack;
    case FAULT_device_heap: return CAUSE_invalid_free;
    default: return CAUSE_out_of_bounds;
    }
}
// clang-format on

// The pointer that the kernel was given, with an index that leads out of its array.
static uint64_t pointer_of(const Launch *l, const Fault *f)
{
    const Func *kernel = l->code->func;
    uint64_t pointer = 0;
    bool own = f->warp->frame->code == l->code && f->step && f->step->inst;
    int64_t offset = 0; // in a structure
    const Symbol *param = own ? pointer_param(kernel, f->step->inst, &offset) : NULL;
    if (param)
        memcpy(&pointer, l->params + param->offset + offset, sizeof pointer);
    return pointer;
}

static void on_fault(Launch *l, const Fault *f)
{
    failed |= !f->addr || !device.forgive_faults;
    if (f->kind == FAULT_exited && hooks_has(&racecheck_observer))
        return; // racecheck finds and reports it in every schedule
    bool sync = f->kind == FAULT_deadlock || f->kind == FAULT_barrier || f->kind == FAULT_ended;
    const Code *c = f->warp && f->warp->frame ? f->warp->frame->code : NULL;
    Finding *x = finding(sync ? "synccheck" : "memcheck", fault_name(f->kind),
                         line_of_step(c, f->step), 0, f->addr ? f->space << 1 | f->write : 0);
    unsigned lane = f->mask ? (unsigned)__builtin_ctz(f->mask) : 0;
    if (!x->count) {
        x->cause = cause_of_fault(f->kind);
        x->caller = f->kind == FAULT_host_pointer ? report_call_line() : caller_of_step(c, f->step);
        if (f->warp)
            finding_thread(x, f->warp, lane);
        if (f->addr) {
            x->message =
                text_format("Invalid %s %s of size %u bytes", space_name(f), verb(f), f->width);
            x->detail = access_detail(l, f, f->addr[lane]);
            bool named = f->space == SPACE_shared || f->space == SPACE_global;
            x->did = !named            ? NULL
                     : *verb(f) == 'w' ? "writes"
                     : *verb(f) == 'r' ? "reads"
                                       : "updates";
            x->is_shared = f->space == SPACE_shared;
            x->word = f->addr[lane];
            x->pointer = pointer_of(l, f);
            x->word_width = (uint8_t)f->width;
        } else {
            x->message = other_message(l, f);
            x->spun = f->kind == FAULT_deadlock ? spun_word(l) : NULL;
            x->detail = x->spun ? spun_text(x->spun) : NULL;
        }
    }
    unsigned n = (unsigned)__builtin_popcount(f->mask);
    x->count += n ? n : 1;
}

void memcheck_enable(bool enable) { reports_all = enable; }

static void api_finding(const char *kind, const char *message, Severity severity, Cause cause)
{
    Finding *f = finding("memcheck", kind, report_call_line(), 0, fnv_text(FNV_START, message));
    if (!f->count++)
        f->message = must_strdup(message);
    f->cause = cause;
    f->severity = severity;
}

static void on_call_problem(CallProblem p, const char *kind, const char *text)
{
    if (reports_all && (p != CALL_refused || reports_calls))
        api_finding(kind, text, p == CALL_suspect ? SEVERITY_warning : SEVERITY_error,
                    p == CALL_suspect   ? CAUSE_api_misuse
                    : p == CALL_refused ? CAUSE_launch_impossible
                                        : CAUSE_api_error);
    explained |= p != CALL_suspect;
}

static void on_call_end(const char *call, const char *error)
{
    if (reports_all && reports_calls && error && !explained) {
        char text[160];
        snprintf(text, sizeof text, "%s returned %s", call, error);
        api_finding("API error", text, SEVERITY_error, CAUSE_api_error);
    }
    explained = false;
}

static const char *error_name(ErrorNumber error)
{
    switch (error) {
#define ERROR(number, name, text) \
    case ERROR_##name: \
        return #name;
#include "errors.h"
#undef ERROR
    }
    return "an error";
}

// A kernel may handle the lack of something itself; a wrong configuration is a mistake.
static void on_child_refused(Warp *w, const Step *s, unsigned lane, Dim3 grid, Dim3 block,
                             ErrorNumber error)
{
    if (!reports_all || !reports_calls)
        return;
    Finding *f = finding("memcheck", "refused launch", line_of_step(w->frame->code, s), 0, error);
    if (f->count++)
        return;
    bool lacks = error == ERROR_cudaErrorLaunchPendingCountExceeded ||
                 error == ERROR_cudaErrorMemoryAllocation;
    f->severity = lacks ? SEVERITY_warning : SEVERITY_error;
    f->cause = CAUSE_launch_refused;
    f->message = text_format("A launch by a kernel was refused: %s", error_name(error));
    f->detail = text_format("it was a launch of (%u,%u,%u) blocks of (%u,%u,%u) threads", grid.x,
                            grid.y, grid.z, block.x, block.y, block.z);
    finding_thread(f, w, lane);
}

void memcheck_report_calls(bool report) { reports_calls = report; }

// All that the program has not freed is lost now.
static void find_leaks_of(unsigned from, unsigned to)
{
    if (!reports_all || failed) // what cannot be freed is no leak
        return;
    for (Alloc *a = mem_next(NULL); a; a = mem_next(a)) {
        if (a->device < from || a->device > to)
            continue;
        if (!a->live || (a->kind != MEM_device && a->kind != MEM_array && a->kind != MEM_heap))
            continue;
        bool heap = a->kind == MEM_heap;
        // Many threads leak on one line: that is one mistake.
        uint64_t key =
            heap && a->where ? fnv_text(FNV_START, a->where) + (uint64_t)a->line : a->addr;
        Finding *f = finding("memcheck", "leak", 0, 0, key);
        if (f->count++)
            continue;
        f->severity = SEVERITY_warning;
        f->cause = CAUSE_leak;
        f->message = text_format("Leaked %llu bytes at 0x%llx%s", (unsigned long long)a->size,
                                 (unsigned long long)a->addr, heap ? " on the device heap" : "");
        const char *slash = a->where ? strrchr(a->where, '/') : NULL;
        if (a->where)
            f->detail = text_format(a->line ? "allocated at %s:%d" : "allocated at %s",
                                    slash ? slash + 1 : a->where, a->line);
    }
}

static void find_leaks(void) { find_leaks_of(0, MAX_DEVICES); }
static void on_reset(void) { find_leaks_of(device.number, device.number); }

static void on_alloc(Alloc *a)
{
    uint32_t line = a->kind == MEM_device || a->kind == MEM_array ? report_call_line() : 0;
    if (!line)
        return;
    a->where = line_at(line)->file;
    a->line = line_at(line)->line;
}

Observer memcheck_observer = {
    .name = "memcheck",
    .rank = RANK_memcheck,
    .fault = on_fault,
    .alloc = on_alloc,
    .call_problem = on_call_problem,
    .call_end = on_call_end,
    .child_refused = on_child_refused,
    .reset = on_reset,
    .finish = find_leaks,
};
