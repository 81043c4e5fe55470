// requests.c - what a kernel asks the device runtime for. A request is checked here and
// noted at its grid; children.c executes it.
#include "requests.h"

#include "alloc.h"
#include "cost_table.h"
#include "sim/lower.h"

#include <stdio.h>
#include <stdlib.h>

// Stream handles with the same meaning in every block (cuda_device_runtime_api.h).
enum { STREAM_PER_THREAD = 2, STREAM_TAIL = 3, STREAM_FIRE_AND_FORGET = 4 };

static ErrorNumber last_error; // of the device runtime; one thread simulates at a time

ErrorNumber device_error(ErrorNumber error)
{
    if (error)
        last_error = error;
    return error;
}

ErrorNumber device_last_error(void) { return last_error; }
void device_forget_error(void) { last_error = ERROR_cudaSuccess; }

// ---- all requests ---------------------------------------------------

static void append_work(DeviceWork **list, DeviceWork **last, DeviceWork *work)
{
    if (*last)
        (*last)->next = work;
    else
        *list = work;
    *last = work;
}

// Each block has a default stream, or each thread where the program was compiled so. Streams
// that the program creates are known by their handles.
static void set_stream(Child *c, const Warp *w, const Step *s, int lane, uint64_t stream)
{
    const char *name = s->inst->call->func->name;
    size_t n = strlen(name);
    if (n > 5 && !strcmp(name + n - 5, "_ptsz") && !stream)
        stream = STREAM_PER_THREAD;
    c->order = stream == STREAM_TAIL              ? CHILD_TAIL
               : stream == STREAM_FIRE_AND_FORGET ? CHILD_ALONE
                                                  : CHILD_STREAM;
    if (stream > STREAM_FIRE_AND_FORGET) {
        c->stream[0] = stream;
        return;
    }
    uint64_t thread = w->index * WARP_SIZE + (uint64_t)lane;
    c->stream[0] = w->block->index << 16 | (stream == STREAM_PER_THREAD ? 1 + thread : 0);
    c->stream[1] = 1 + w->launch->serial;
}

static void note_work(Warp *w, const Step *s, int lane, uint64_t stream, DeviceWork init)
{
    Children *c = &w->launch->children;
    DeviceWork *work = must_calloc(1, sizeof *work);
    *work = init;
    work->block_index = w->block->index;
    work->path = w->path;
    set_stream(&work->child, w, s, lane, stream);
    EACH_HOOK(child_ask, (w, s, (unsigned)lane, &work->child));
    if (stream == STREAM_TAIL)
        append_work(&c->tail, &c->tail_last, work);
    else
        append_work(&c->work, &c->work_last, work);
}

// ---- launches: the buffer for parameters ----------------------------

// A buffer that a kernel has got, and not launched yet.
typedef struct {
    uint64_t addr;
    Code *code;
    Dim3 grid, block;
    uint32_t shared;
} ParamBuffer;

enum { MAX_BUFFERS = 1024 };
static ParamBuffer buffers[MAX_BUFFERS];
static unsigned nbuffers;

static Dim3 dim_arg(const Warp *w, const Step *s, unsigned i, int lane)
{
    Dim3 d = {0};
    const CallInfo *call = s->inst->call;
    if (i < call->narg && call->arg[i].kind == OPND_symbol)
        memcpy(&d, call_place(w, call->arg[i].sym, lane), sizeof d);
    return d;
}

Dim3 child_cluster(const Code *c)
{
    const unsigned *n = c->func->reqnctapercluster;
    return n[0] ? (Dim3){n[0], n[1] ? n[1] : 1, n[2] ? n[2] : 1} : (Dim3){0};
}

static ErrorNumber check_launch(const Code *c, Dim3 grid, Dim3 block, uint32_t shared)
{
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    if (!c)
        return ERROR_cudaErrorInvalidDeviceFunction;
    if (!threads || threads > (uint64_t)model.max_threads_per_block || !grid.x || !grid.y ||
        !grid.z || grid.x > model.max_grid[0] || grid.y > model.max_grid[1] ||
        grid.z > model.max_grid[2] || block.x > (uint32_t)model.max_block[0] ||
        block.y > (uint32_t)model.max_block[1] || block.z > (uint32_t)model.max_block[2])
        return ERROR_cudaErrorInvalidConfiguration;
    if (c->shared_bytes + shared > model.shared_per_block)
        return ERROR_cudaErrorInvalidConfiguration;
    Dim3 n = child_cluster(c);
    if (n.x && (grid.x % n.x || grid.y % n.y || grid.z % n.z))
        return ERROR_cudaErrorInvalidConfiguration;
    return ERROR_cudaSuccess;
}

// A launch that the device runtime refuses.
static ErrorNumber refuse_launch(Warp *w, const Step *s, int lane, Dim3 grid, Dim3 block,
                                 ErrorNumber error)
{
    EACH_HOOK(child_refused, (w, s, (unsigned)lane, grid, block, error));
    return device_error(error);
}

Code *request_kernel(const Warp *w, uint64_t addr)
{
    Program *p = w->frame->code->program;
    Func *f = program_func_at(p, addr);
    return f && f->is_entry ? program_entry(p, f->name) : NULL;
}

uint64_t request_buffer(Warp *w, const Step *s, int lane)
{
    Code *c = request_kernel(w, call_arg(w, s, 0, lane));
    Dim3 grid = dim_arg(w, s, 1, lane), block = dim_arg(w, s, 2, lane);
    uint32_t shared = (uint32_t)call_arg(w, s, 3, lane);
    ErrorNumber error = check_launch(c, grid, block, shared);
    if (!error && nbuffers == MAX_BUFFERS)
        error = ERROR_cudaErrorMemoryAllocation;
    if (error) {
        refuse_launch(w, s, lane, grid, block, error);
        return 0;
    }
    Alloc *a = mem_alloc(c->func->param_bytes ? c->func->param_bytes : 1, 0, MEM_heap);
    if (!a) {
        refuse_launch(w, s, lane, grid, block, ERROR_cudaErrorMemoryAllocation);
        return 0;
    }
    EACH_HOOK(alloc, (a));
    buffers[nbuffers++] = (ParamBuffer){a->addr, c, grid, block, shared};
    return a->addr;
}

static bool take_buffer(uint64_t addr, ParamBuffer *buffer)
{
    unsigned i = 0;
    while (i < nbuffers && buffers[i].addr != addr)
        i++;
    if (i == nbuffers)
        return false;
    *buffer = buffers[i];
    buffers[i] = buffers[--nbuffers];
    return true;
}

// The buffer belongs to the runtime again, whether the launch is accepted or not.
static void release_buffer(Alloc *a)
{
    EACH_HOOK(release, (a));
    mem_free(a->addr);
}

// ---- launches -------------------------------------------------------

// A child cannot access its parent's shared and local memory. A pointer there among the
// parameters is a mistake, and is reported here, before the child uses the pointer.
static void check_pointers(Warp *w, const Step *s, int lane, const uint8_t *params, uint64_t n)
{
    for (uint64_t i = 0; i + 8 <= n; i += 8) {
        uint64_t v;
        memcpy(&v, params + i, 8);
        bool shared = v - SHARED_WINDOW < WINDOW_SIZE, local = v - LOCAL_WINDOW < WINDOW_SIZE;
        if (!shared && !local)
            continue;
        char text[64];
        snprintf(text, sizeof text, "byte %llu of the parameters points to %s memory",
                 (unsigned long long)i, shared ? "shared" : "local");
        fault_raise(w->launch, &(Fault){.kind = FAULT_child_pointer,
                                        .warp = w,
                                        .step = s,
                                        .mask = 1u << lane,
                                        .text = text});
    }
}

// A launch is pending until the grid and all its descendants have ended. Two kinds of grids
// certainly are pending at the same time: the chain of ancestors, and the tail launches of a
// grid. Others can end while their parent still runs; on an H200 only these two kinds reached
// the limit. A tail launch takes its parent's place in the chain.
static uint64_t pending_launches(Launch *l, bool tail)
{
    uint64_t pending = l->depth + 1;
    if (tail)
        pending += l->children.tails++;
    return pending;
}

ErrorNumber request_launch(Warp *w, const Step *s, int lane, uint64_t buffer, uint64_t stream)
{
    ParamBuffer b;
    if (!take_buffer(buffer, &b))
        return last_error ? last_error : device_error(ERROR_cudaErrorInvalidConfiguration);
    Alloc *a = mem_find(buffer);
    bool tail = stream == STREAM_TAIL;
    bool too_many = pending_launches(w->launch, tail) > device.pending_limit;
    if (!a) // the program has freed it
        return refuse_launch(w, s, lane, b.grid, b.block,
                             too_many ? ERROR_cudaErrorLaunchPendingCountExceeded
                                      : ERROR_cudaErrorMemoryAllocation);
    if (too_many) {
        release_buffer(a);
        return refuse_launch(w, s, lane, b.grid, b.block,
                             ERROR_cudaErrorLaunchPendingCountExceeded);
    }
    uint64_t bytes = b.code->func->param_bytes;
    uint8_t *params = must_calloc(1, bytes + 16);
    memcpy(params, a->host, bytes);
    check_pointers(w, s, lane, params, bytes);
    release_buffer(a);
    w->path += (uint64_t)(COST_CHILD_CALL_US * model.clock_khz / 1000.0 * PATH_PER_CYCLE);
    note_work(w, s, lane, stream,
              (DeviceWork){.child.kind = CHILD_kernel,
                           .code = b.code,
                           .grid = b.grid,
                           .block = b.block,
                           .shared = b.shared,
                           .params = params,
                           .launcher = w->launch->serial,
                           .depth = tail ? w->launch->depth : w->launch->depth + 1,
                           .generation = w->launch->generation + 1});
    return ERROR_cudaSuccess;
}

// ---- copies, memsets, events ----------------------------------------

ErrorNumber request_copy(Warp *w, const Step *s, int lane, uint64_t stream, DeviceWork copy)
{
    bool reads = copy.child.kind == CHILD_copy;
    if (!copy.width || !copy.height)
        return ERROR_cudaSuccess;
    uint64_t written = (copy.height - 1) * copy.dpitch + copy.width;
    uint64_t read = (copy.height - 1) * copy.spitch + copy.width;
    if (!mem_host(copy.dst, written) || (reads && !mem_host(copy.src, read)))
        return device_error(ERROR_cudaErrorInvalidValue);
    note_work(w, s, lane, stream, copy);
    return ERROR_cudaSuccess;
}

// An event has its place in the order. Requests are executed in that order, so nothing more
// is to do.
ErrorNumber request_event(Warp *w, const Step *s, int lane, ChildKind kind, uint64_t stream,
                          uint64_t event)
{
    note_work(w, s, lane, stream, (DeviceWork){.child = {.kind = kind, .event = event}});
    return ERROR_cudaSuccess;
}
