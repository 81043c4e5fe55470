// cdp.c - the device runtime: what a kernel may ask for itself, above all
// launches of child grids.
//
// nvcc turns a device-side launch into three steps: get a buffer for the
// parameters, store them into it, launch (all as functions __cudaCDP2...).
// A launch is only noted here; child grids run when their parent grid has
// ended, in the order in which they were launched, each with its own children
// before the next one, and tail launches after all of these. The CUDA model
// promises a parent nothing about when a child runs before that, and a child
// sees everything its parent wrote before the launch.
//
// Copies, memsets, events and streams of the device runtime keep their place
// in that order. Who listens learns of everything that the program may rely on: which
// stream it was, what was recorded and waited for.
#include "call.h"
#include "cdp.h"
#include "cost_table.h"
#include "hooks.h"

#include <stdlib.h>

// Stream handles that mean something to every block (cuda_device_runtime_api.h).
enum { STREAM_PER_THREAD = 2, STREAM_TAIL = 3, STREAM_FIRE_AND_FORGET = 4 };

// Error numbers of the device runtime, equal to cudaError_t's.
enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    MEMORY_ALLOCATION = 2,
    INVALID_CONFIGURATION = 9,
    INVALID_DEVICE_FUNCTION = 98,
    PENDING_EXCEEDED = 69,
    NOT_SUPPORTED = 801
};

struct DeviceWork {
    DeviceWork *next;
    Child child;
    // a kernel
    Code *code;
    Dim3 grid, block;
    uint32_t shared, depth;
    uint64_t launcher;          // serial of the grid that asked for it,
    uint64_t block_index, path; // which of its blocks, after how long
    uint8_t *params;
    // a copy or a memset
    uint64_t dst, src, width, height, dpitch, spitch;
    uint8_t value;
};

// A parameter buffer that has been handed out and not launched yet.
typedef struct {
    uint64_t addr;
    Code *code;
    Dim3 grid, block;
    uint32_t shared;
} Pending;

enum { MAX_PENDING = 1024 };
static Pending pending[MAX_PENDING];
static unsigned npending;
static uint32_t last_error; // of the device runtime; one thread runs at a time
static uint64_t next_handle = 0x1000;

static uint32_t fail(uint32_t error)
{
    if (error)
        last_error = error;
    return error;
}

// ---- launches ---------------------------------------------------------------------------

static Dim3 dim_arg(const Warp *w, const Step *s, unsigned i, int lane)
{
    Dim3 d = {0};
    const CallInfo *call = s->inst->call;
    if (i < call->narg && call->arg[i].kind == OPND_symbol)
        memcpy(&d, call_place(w, call->arg[i].sym, lane), sizeof d);
    return d;
}

// A child's cluster is what __cluster_dims__ says.
static Dim3 cluster_of(const Code *c)
{
    const unsigned *n = c->func->reqnctapercluster;
    return n[0] ? (Dim3){n[0], n[1] ? n[1] : 1, n[2] ? n[2] : 1} : (Dim3){0};
}

static uint32_t check_launch(const Code *c, Dim3 grid, Dim3 block, uint32_t shared)
{
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    if (!c)
        return INVALID_DEVICE_FUNCTION;
    if (!threads || threads > (uint64_t)model.max_threads_per_block || !grid.x || !grid.y ||
        !grid.z || grid.x > model.max_grid[0] || grid.y > model.max_grid[1] ||
        grid.z > model.max_grid[2] || block.x > (uint32_t)model.max_block[0] ||
        block.y > (uint32_t)model.max_block[1] || block.z > (uint32_t)model.max_block[2])
        return INVALID_CONFIGURATION;
    if (c->shared_bytes + shared > model.shared_per_block)
        return INVALID_CONFIGURATION;
    Dim3 n = cluster_of(c);
    if (n.x && (grid.x % n.x || grid.y % n.y || grid.z % n.z))
        return INVALID_CONFIGURATION;
    return SUCCESS;
}

static uint64_t get_buffer(Warp *w, const Step *s, int lane)
{
    Program *p = w->frame->code->program;
    Func *f = program_func_at(p, call_arg(w, s, 0, lane));
    Code *c = f && f->is_entry ? program_entry(p, f->name) : NULL;
    Dim3 grid = dim_arg(w, s, 1, lane), block = dim_arg(w, s, 2, lane);
    uint32_t shared = (uint32_t)call_arg(w, s, 3, lane);
    uint32_t error = check_launch(c, grid, block, shared);
    if (!error && npending == MAX_PENDING)
        error = MEMORY_ALLOCATION;
    if (fail(error))
        return 0;
    Alloc *a = mem_alloc(f->param_bytes ? f->param_bytes : 1, 0, MEM_heap);
    if (!a) {
        fail(MEMORY_ALLOCATION);
        return 0;
    }
    EACH_HOOK(alloc, (a));
    pending[npending++] = (Pending){a->addr, c, grid, block, shared};
    return a->addr;
}

static void append(DeviceWork **list, DeviceWork **last, DeviceWork *work)
{
    if (*last)
        (*last)->next = work;
    else
        *list = work;
    *last = work;
}

// The default stream is one for each block, or for each thread where the program was
// compiled so; streams that the program makes are known by their handles.
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

static void note(Warp *w, const Step *s, int lane, uint64_t stream, DeviceWork *work)
{
    Children *c = &w->launch->children;
    work->block_index = w->block->index;
    work->path = w->path;
    set_stream(&work->child, w, s, lane, stream);
    EACH_HOOK(child_ask, (w, s, (unsigned)lane, &work->child));
    if (stream == STREAM_TAIL)
        append(&c->tail, &c->tail_last, work);
    else
        append(&c->work, &c->work_last, work);
}

// A child cannot see its parent's shared and local memory, whatever pointer it
// is given: such a pointer among the parameters is a mistake, seen here before
// the child follows it.
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

static uint32_t launch_device(Warp *w, const Step *s, int lane, uint64_t buffer, uint64_t stream)
{
    unsigned i = 0;
    while (i < npending && pending[i].addr != buffer)
        i++;
    if (i == npending)
        return last_error ? last_error : fail(INVALID_CONFIGURATION);
    Pending p = pending[i];
    pending[i] = pending[--npending];
    Alloc *a = mem_find(buffer);
    DeviceWork *work = calloc(1, sizeof *work);
    uint64_t bytes = p.code->func->param_bytes;
    uint8_t *params = calloc(1, bytes + 16);
    // A launch holds its place until the grid and all its descendants have ended.
    // What certainly does so at one time: the chain of ancestors, and the tail
    // launches of a grid. Others may end while their parent still runs, as they
    // do on an H200, where only these two ever met the limit. A tail launch takes
    // its parent's place in the chain.
    bool tail = stream == STREAM_TAIL;
    uint64_t waiting = w->launch->depth + 1;
    if (tail)
        waiting += w->launch->children.tails++;
    if (!work || !params || !a || waiting > device.pending_limit) {
        free(work), free(params);
        if (a) { // the buffer of a launch that is refused is not the program's to free
            EACH_HOOK(release, (a));
            mem_free(buffer);
        }
        return fail(waiting > device.pending_limit ? PENDING_EXCEEDED : MEMORY_ALLOCATION);
    }
    memcpy(params, a->host, bytes);
    check_pointers(w, s, lane, params, bytes);
    EACH_HOOK(release, (a));
    mem_free(buffer);
    *work = (DeviceWork){.child.kind = CHILD_kernel,
                         .code = p.code,
                         .grid = p.grid,
                         .block = p.block,
                         .shared = p.shared,
                         .params = params,
                         .launcher = w->launch->serial,
                         .depth = tail ? w->launch->depth : w->launch->depth + 1};
    w->path += (uint64_t)(COST_CHILD_CALL_US * model.clock_khz / 1000.0 * PATH_PER_CYCLE);
    note(w, s, lane, stream, work);
    return SUCCESS;
}

// ---- copies and memsets -----------------------------------------------------------------------

static uint32_t note_copy(Warp *w, const Step *s, int lane, uint64_t stream, DeviceWork init)
{
    bool copy = init.child.kind == CHILD_copy;
    uint64_t n = init.height ? (init.height - 1) * init.dpitch + init.width : 0;
    uint64_t m = init.height ? (init.height - 1) * init.spitch + init.width : 0;
    if (!init.width || !init.height)
        return SUCCESS;
    if (!mem_host(init.dst, n) || (copy && !mem_host(init.src, m)))
        return fail(INVALID_VALUE);
    DeviceWork *work = calloc(1, sizeof *work);
    if (!work)
        return fail(MEMORY_ALLOCATION);
    *work = init;
    note(w, s, lane, stream, work);
    return SUCCESS;
}

static void run_copy(const DeviceWork *k)
{
    for (uint64_t row = 0; row < k->height; row++) {
        uint64_t dst = k->dst + row * k->dpitch, src = k->src + row * k->spitch;
        uint8_t *to = mem_host(dst, k->width);
        bool copy = k->child.kind == CHILD_copy;
        const uint8_t *from = copy ? mem_host(src, k->width) : NULL;
        if (!to || (copy && !from))
            continue; // freed since: the checkers of the host's copies do not see this one
        if (from)
            EACH_HOOK(host_read, (src, k->width));
        EACH_HOOK(host_write, (dst, k->width));
        if (from)
            memmove(to, from, k->width);
        else
            memset(to, k->value, k->width);
    }
}

// ---- after the parent has ended -------------------------------------------------------

// Grids are executed one after the other; when they would have run is found out beside
// that. One unit of the GPU starts all grids that kernels ask for, and has a turn for
// one of them every COST_CHILD_TURN_US; whoever asks takes the first turn that is
// free, though others that ask earlier may be executed later. Then its stream decides: grids of
// different streams run side by side, as far as there is room for all of them.
static struct {
    uint32_t *free; // by turn: itself, or a later one that is nearer to a free one
    uint32_t n, size;
    double room; // microseconds that all the grids so far take of the whole GPU
} turns;

enum { MAX_TURNS = 1 << 24 };

static bool make_turns(uint32_t n)
{
    if (n > turns.size) {
        uint32_t size = n > 512 ? 2 * n : 1024;
        uint32_t *grown = n < MAX_TURNS ? realloc(turns.free, size * sizeof *grown) : NULL;
        if (!grown)
            return false;
        turns.free = grown;
        turns.size = size;
    }
    for (; turns.n < n; turns.n++)
        turns.free[turns.n] = turns.n;
    return true;
}

// Without memory for so many, nobody has to wait.
static double take_turn(double at)
{
    double since = at / COST_CHILD_TURN_US;
    uint32_t i = since > 0 ? since < MAX_TURNS ? (uint32_t)since : MAX_TURNS : 0;
    if (!make_turns(i + 2))
        return at;
    while (turns.free[i] != i) {
        if (!make_turns(turns.free[i] + 2))
            return at;
        i = turns.free[i] = turns.free[turns.free[i]];
    }
    turns.free[i] = i + 1;
    double turn = i * COST_CHILD_TURN_US;
    return turn > at ? turn : at;
}

// When the work of a grid's streams ends, and its events are recorded.
typedef struct {
    uint64_t stream[2];
    bool event;
    double end;
} Moment;

typedef struct {
    Moment *at; // a hash table; `end` < 0 where there is none
    uint32_t size;
} Moments;

static Moments moments_new(const DeviceWork *list)
{
    Moments m = {.size = 2};
    for (; list; list = list->next)
        m.size += 3;
    m.at = malloc(m.size * sizeof *m.at);
    for (uint32_t i = 0; m.at && i < m.size; i++)
        m.at[i].end = -1;
    return m;
}

static double *moment(Moments *m, const Child *c, bool event)
{
    static double nowhere;
    uint64_t stream[2] = {event ? c->event : c->stream[0], event ? 0 : c->stream[1]};
    if (!m->at)
        return &nowhere;
    uint64_t mixed = (stream[0] ^ stream[1] << 32) * 0x9e3779b97f4a7c15ull;
    uint32_t i = (uint32_t)((mixed >> 32) * m->size >> 32);
    while (m->at[i].end >= 0 && (m->at[i].event != event || m->at[i].stream[0] != stream[0] ||
                                 m->at[i].stream[1] != stream[1]))
        i = i + 1 < m->size ? i + 1 : 0;
    if (m->at[i].end < 0)
        m->at[i] = (Moment){{stream[0], stream[1]}, event, 0};
    return &m->at[i].end;
}

// Runs one grid, after `ready`; what it tail-launched is left in *tail, at the front, for
// the caller. Returns when it has ended with all its descendants.
static double run_kernel(Launch *parent, const DeviceWork *k, double ready, DeviceWork **tail)
{
    Launch l = {.code = k->code,
                .grid = k->grid,
                .block = k->block,
                .cluster = cluster_of(k->code),
                .dynamic_shared = k->shared,
                .params = k->params,
                .param_bytes = k->code->func->param_bytes,
                .mark = parent->mark,
                .parent = parent,
                .child = &k->child,
                .parent_serial = k->launcher,
                .depth = k->depth,
                .is_tail = tail != NULL,
                .began = take_turn(ready)};
    LaunchStatus status = launch_run(&l);
    double end = l.began + l.tree_us;
    if (parent->tree_us < end - parent->began)
        parent->tree_us = end - parent->began;
    turns.room += l.us * cost_room(&l);
    parent->descendants += 1 + l.descendants;
    if (parent->status == LAUNCH_ok)
        parent->status = status;
    if (l.children.tail) {
        l.children.tail_last->next = *tail;
        *tail = l.children.tail;
    }
    return end;
}

// When it may start: what its place in a stream makes it wait for. What is no grid takes no time.
static double stream_ready(Launch *l, Moments *m, const DeviceWork *k)
{
    double asked = l->began + cost_moment(l, k->block_index, k->path) + COST_CHILD_US;
    if (k->child.order == CHILD_ALONE)
        return asked;
    double *stream = moment(m, &k->child, false);
    if (k->child.kind == CHILD_record || k->child.kind == CHILD_wait) {
        double *event = moment(m, &k->child, true);
        double *to = k->child.kind == CHILD_record ? event : stream;
        double from = k->child.kind == CHILD_record ? *stream : *event;
        *to = from > *to ? from : *to;
    }
    return *stream > asked ? *stream : asked;
}

static void run_list(Launch *l, DeviceWork *list, bool tail)
{
    Moments m = moments_new(tail ? NULL : list);
    uint64_t ended = l->serial; // whose tail launch comes soonest
    while (list) {
        DeviceWork *k = list;
        list = k->next;
        if (l->status == LAUNCH_ok) {
            EACH_HOOK(child_begin, (l, &k->child));
            if (k->child.kind == CHILD_kernel && tail) {
                double word = k->launcher == ended ? COST_CHILD_TAIL_US : COST_CHILD_NEXT_US;
                ended = device.launches;
                run_kernel(l, k, l->began + l->tree_us + word, &list);
            } else if (k->child.kind == CHILD_kernel) {
                double end = run_kernel(l, k, stream_ready(l, &m, k), NULL);
                if (k->child.order == CHILD_STREAM)
                    *moment(&m, &k->child, false) = end + COST_CHILD_NEXT_US;
            } else if (k->child.kind == CHILD_copy || k->child.kind == CHILD_set) {
                run_copy(k);
            } else if (k->child.order == CHILD_STREAM) {
                stream_ready(l, &m, k);
            }
        }
        EACH_HOOK(child_end, (&k->child));
        free(k->params);
        free(k);
    }
    free(m.at);
}

// Tail launches of tail launches are run by the grid at the head of the chain,
// one after the other, so that a chain may be as long as it likes.
void cdp_run_children(Launch *l)
{
    l->tree_us = l->us;
    if (!l->parent)
        turns.n = 0, turns.room = 0;
    run_list(l, l->children.work, false);
    l->children.work = NULL;
    if (l->is_tail)
        return;
    run_list(l, l->children.tail, true);
    l->children = (Children){0};
    if (!l->parent && l->tree_us < l->us + turns.room)
        l->tree_us = l->us + turns.room;
    if (!l->parent && l->descendants)
        l->tree_us += COST_CHILD_TREE_US;
}

// ---- the functions --------------------------------------------------------------------

static void set_u64(Warp *w, int lane, uint64_t addr, uint64_t v, unsigned n)
{
    uint64_t room;
    uint8_t *p = (uint8_t *)call_bytes(w, lane, addr, &room);
    if (p && room >= n)
        memcpy(p, &v, n);
    else
        call_bad_pointer(w, w->code + w->pc - 1, lane, addr);
}

#define EACH_CALLER(l) \
    for (uint32_t m_ = w->mask, l; m_ && (l = (uint32_t)__builtin_ctz(m_), 1); m_ &= m_ - 1)

static void cdp_buffer(Warp *w, const Step *s)
{
    EACH_CALLER(l) call_return(w, s, (int)l, get_buffer(w, s, (int)l));
}

static void cdp_launch(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    call_return(w, s, (int)l,
                launch_device(w, s, (int)l, call_arg(w, s, 0, (int)l), call_arg(w, s, 1, (int)l)));
}

static void cdp_last_error(Warp *w, const Step *s)
{
    EACH_CALLER(l) call_return(w, s, (int)l, last_error);
    last_error = 0;
}

static void cdp_peek_error(Warp *w, const Step *s)
{
    EACH_CALLER(l) call_return(w, s, (int)l, last_error);
}

// A handle written to *arg0: streams and events need no more than a name.
static void cdp_create(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    {
        set_u64(w, (int)l, call_arg(w, s, 0, (int)l), next_handle += 16, 8);
        call_return(w, s, (int)l, SUCCESS);
    }
}

// Events take their place in the order; executed in that order, they need do nothing.
static uint32_t note_event(Warp *w, const Step *s, int lane, ChildKind kind, uint64_t stream,
                           uint64_t event)
{
    DeviceWork *work = calloc(1, sizeof *work);
    if (!work)
        return fail(MEMORY_ALLOCATION);
    work->child.kind = kind;
    work->child.event = event;
    note(w, s, lane, stream, work);
    return SUCCESS;
}

static void cdp_record(Warp *w, const Step *s) // (event, stream)
{
    EACH_CALLER(l)
    call_return(w, s, (int)l,
                note_event(w, s, (int)l, CHILD_record, call_arg(w, s, 1, (int)l),
                           call_arg(w, s, 0, (int)l)));
}

static void cdp_wait(Warp *w, const Step *s) // (stream, event)
{
    EACH_CALLER(l)
    call_return(
        w, s, (int)l,
        note_event(w, s, (int)l, CHILD_wait, call_arg(w, s, 0, (int)l), call_arg(w, s, 1, (int)l)));
}

// What needs no doing.
static void cdp_nothing(Warp *w, const Step *s)
{
    EACH_CALLER(l) call_return(w, s, (int)l, SUCCESS);
}

static void cdp_not_supported(Warp *w, const Step *s)
{
    fprintf(stderr, "cudasim: %s is not supported in kernels\n", s->inst->call->func->name);
    EACH_CALLER(l) call_return(w, s, (int)l, fail(NOT_SUPPORTED));
}

static void cdp_zero(Warp *w, const Step *s) // cudaGetDevice
{
    EACH_CALLER(l)
    {
        set_u64(w, (int)l, call_arg(w, s, 0, (int)l), 0, 4);
        call_return(w, s, (int)l, SUCCESS);
    }
}

static void cdp_one(Warp *w, const Step *s) // cudaGetDeviceCount
{
    EACH_CALLER(l)
    {
        set_u64(w, (int)l, call_arg(w, s, 0, (int)l), 1, 4);
        call_return(w, s, (int)l, SUCCESS);
    }
}

static void cdp_version(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    {
        set_u64(w, (int)l, call_arg(w, s, 0, (int)l), 13000, 4);
        call_return(w, s, (int)l, SUCCESS);
    }
}

static void cdp_malloc(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    {
        Alloc *a = mem_alloc(call_arg(w, s, 1, (int)l), 0, MEM_heap);
        if (a)
            EACH_HOOK(alloc, (a));
        set_u64(w, (int)l, call_arg(w, s, 0, (int)l), a ? a->addr : 0, 8);
        call_return(w, s, (int)l, a ? SUCCESS : fail(MEMORY_ALLOCATION));
    }
}

static void cdp_free(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    {
        uint64_t addr = call_arg(w, s, 0, (int)l);
        Alloc *a = addr ? mem_find(addr) : NULL;
        bool right = !addr || (a && a->addr == addr && a->kind == MEM_heap);
        if (a && right) {
            EACH_HOOK(release, (a));
            mem_free(addr);
        }
        call_return(w, s, (int)l, right ? SUCCESS : fail(INVALID_VALUE));
    }
}

static void cdp_memcpy(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    {
        int i = (int)l;
        DeviceWork k = {.child.kind = CHILD_copy,
                        .dst = call_arg(w, s, 0, i),
                        .src = call_arg(w, s, 1, i),
                        .width = call_arg(w, s, 2, i),
                        .height = 1};
        call_return(w, s, i, note_copy(w, s, i, call_arg(w, s, 4, i), k));
    }
}

static void cdp_memset(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    {
        int i = (int)l;
        DeviceWork k = {.child.kind = CHILD_set,
                        .dst = call_arg(w, s, 0, i),
                        .height = 1,
                        .value = (uint8_t)call_arg(w, s, 1, i),
                        .width = call_arg(w, s, 2, i)};
        call_return(w, s, i, note_copy(w, s, i, call_arg(w, s, 3, i), k));
    }
}

// (dst, dpitch, src, spitch, width, height, kind, stream)
static void cdp_memcpy_2d(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    {
        int i = (int)l;
        DeviceWork k = {.child.kind = CHILD_copy,
                        .dst = call_arg(w, s, 0, i),
                        .dpitch = call_arg(w, s, 1, i),
                        .src = call_arg(w, s, 2, i),
                        .spitch = call_arg(w, s, 3, i),
                        .width = call_arg(w, s, 4, i),
                        .height = call_arg(w, s, 5, i)};
        call_return(w, s, i, note_copy(w, s, i, call_arg(w, s, 7, i), k));
    }
}

// (ptr, pitch, value, width, height, stream)
static void cdp_memset_2d(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    {
        int i = (int)l;
        DeviceWork k = {.child.kind = CHILD_set,
                        .dst = call_arg(w, s, 0, i),
                        .dpitch = call_arg(w, s, 1, i),
                        .value = (uint8_t)call_arg(w, s, 2, i),
                        .width = call_arg(w, s, 3, i),
                        .height = call_arg(w, s, 4, i)};
        call_return(w, s, i, note_copy(w, s, i, call_arg(w, s, 5, i), k));
    }
}

// Names and texts of the few errors that the device runtime itself returns, in
// device memory, where kernels can read them.
static uint64_t error_text(uint32_t error, bool name)
{
    static const struct {
        uint32_t error;
        const char *name, *text;
    } all[] = {
        {SUCCESS, "cudaSuccess", "no error"},
        {INVALID_VALUE, "cudaErrorInvalidValue", "invalid argument"},
        {MEMORY_ALLOCATION, "cudaErrorMemoryAllocation", "out of memory"},
        {INVALID_CONFIGURATION, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
        {INVALID_DEVICE_FUNCTION, "cudaErrorInvalidDeviceFunction", "invalid device function"},
        {PENDING_EXCEEDED, "cudaErrorLaunchPendingCountExceeded",
         "launch would exceed the limit of pending launches"},
        {NOT_SUPPORTED, "cudaErrorNotSupported", "operation not supported"},
        {999, "cudaErrorUnknown", "unknown error"},
    };
    enum { N = sizeof all / sizeof all[0] };
    static uint64_t place[N][2];
    unsigned i = 0;
    while (i < N - 1 && all[i].error != error)
        i++;
    if (!place[i][name]) {
        const char *text = name ? all[i].name : all[i].text;
        Alloc *a = mem_alloc(strlen(text) + 1, 0, MEM_symbol);
        if (!a)
            return 0;
        memcpy(a->host, text, a->size);
        a->name = "error text";
        EACH_HOOK(alloc, (a));
        place[i][name] = a->addr;
    }
    return place[i][name];
}

static void cdp_error_name(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    call_return(w, s, (int)l, error_text((uint32_t)call_arg(w, s, 0, (int)l), true));
}

static void cdp_error_string(Warp *w, const Step *s)
{
    EACH_CALLER(l)
    call_return(w, s, (int)l, error_text((uint32_t)call_arg(w, s, 0, (int)l), false));
}

// ---- the table ------------------------------------------------------------------------

Builtin cdp_find(const char *name)
{
    static const struct {
        const char *name;
        Builtin run;
    } table[] = {
        {"GetParameterBufferV2", cdp_buffer},
        {"LaunchDeviceV2", cdp_launch},
        {"GetLastError", cdp_last_error},
        {"PeekAtLastError", cdp_peek_error},
        {"GetErrorName", cdp_error_name},
        {"GetErrorString", cdp_error_string},
        {"StreamCreateWithFlags", cdp_create},
        {"StreamDestroy", cdp_nothing},
        {"StreamWaitEvent", cdp_wait},
        {"EventCreateWithFlags", cdp_create},
        {"EventRecord", cdp_record},
        {"EventRecordWithFlags", cdp_record},
        {"EventDestroy", cdp_nothing},
        {"MemcpyAsync", cdp_memcpy},
        {"Memcpy2DAsync", cdp_memcpy_2d},
        {"MemsetAsync", cdp_memset},
        {"Memset2DAsync", cdp_memset_2d},
        {"GetDevice", cdp_zero},
        {"GetDeviceCount", cdp_one},
        {"RuntimeGetVersion", cdp_version},
        {"Malloc", cdp_malloc},
        {"Free", cdp_free},
        {"GetParameterBuffer", cdp_not_supported},
        {"LaunchDevice", cdp_not_supported},
        {"Memcpy3DAsync", cdp_not_supported},
        {"Memset3DAsync", cdp_not_supported},
        {"DeviceGetAttribute", cdp_not_supported},
        {"DeviceGetLimit", cdp_not_supported},
        {"DeviceGetCacheConfig", cdp_not_supported},
        {"DeviceGetSharedMemConfig", cdp_not_supported},
        {"FuncGetAttributes", cdp_not_supported},
        {"OccupancyMaxActiveBlocksPerMultiprocessor", cdp_not_supported},
        {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", cdp_not_supported},
    };
    static const char prefix[] = "__cudaCDP2";
    if (strncmp(name, prefix, sizeof prefix - 1))
        return NULL;
    name += sizeof prefix - 1;
    size_t n = strlen(name);
    if (n > 5 && !strcmp(name + n - 5, "_ptsz"))
        n -= 5; // with a default stream a thread: see set_stream
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strlen(table[i].name) == n && !strncmp(name, table[i].name, n))
            return table[i].run;
    return NULL;
}
