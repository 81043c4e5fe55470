// api_launch.c - launching kernels: the checks that CUDA makes, the launch from its call to
// its end (launch() below), and the calls.
//
// The checks and their errors are those of an H200 with CUDA 13.0. A configuration that does
// not fit is cudaErrorInvalidValue there.
#include "capture.h"
#include "context.h"
#include "cudart/clock/held.h"
#include "cudart/clock/timeline.h"
#include "handles.h"
#include "launch.h"
#include "streams.h"

#include "alloc.h"
#include "sim/cost.h"
#include "sim/host.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Threads that a block may have: __launch_bounds__ can lower the limit.
int kernel_max_threads(const Kernel *k)
{
    const unsigned *n = k->code->func->maxntid;
    uint64_t bound = 1;
    for (int i = 0; i < 3; i++)
        bound *= n[i] ? n[i] : 1;
    bool given = n[0] || n[1] || n[2];
    return given && bound < (uint64_t)model.max_threads_per_block ? (int)bound
                                                                  : model.max_threads_per_block;
}

// Dynamic shared memory a launch may ask for.
size_t kernel_max_dynamic(const Kernel *k)
{
    if (k->max_dynamic >= 0)
        return k->max_dynamic;
    size_t fixed = k->code->shared_bytes;
    return fixed < model.shared_per_block ? model.shared_per_block - fixed : 0;
}

// Informs memcheck why a launch is refused.
__attribute__((format(printf, 2, 3))) static void refuse(const Kernel *k, const char *format, ...)
{
    char why[160], text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(why, sizeof why, format, ap);
    va_end(ap);
    snprintf(text, sizeof text, "%.200s was not launched: %s",
             k->code->name ? k->code->name : "a kernel", why);
    EACH_HOOK(call_problem, (CALL_refused, "launch refused", text));
}

static bool block_fits(const Kernel *k, const LaunchConfig *c)
{
    const uint32_t size[3] = {c->block.x, c->block.y, c->block.z};
    const uint32_t blocks[3] = {c->grid.x, c->grid.y, c->grid.z};
    const unsigned *exact = k->code->func->reqntid;
    for (int i = 0; i < 3; i++) {
        char axis = "xyz"[i];
        if (size[i] == 0 || size[i] > (uint32_t)model.max_block[i]) {
            refuse(k, "its blocks have %u threads in %c, and 1 to %d are possible", size[i], axis,
                   model.max_block[i]);
            return false;
        }
        if (blocks[i] == 0 || blocks[i] > model.max_grid[i]) {
            refuse(k, "its grid has %u blocks in %c, and 1 to %u are possible", blocks[i], axis,
                   model.max_grid[i]);
            return false;
        }
        if (exact[0] && size[i] != (exact[i] ? exact[i] : 1)) {
            refuse(k, "its blocks have %u threads in %c, and the kernel requires %u", size[i], axis,
                   exact[i] ? exact[i] : 1);
            return false;
        }
    }
    uint64_t threads = (uint64_t)size[0] * size[1] * size[2];
    if (threads <= (uint64_t)kernel_max_threads(k))
        return true;
    refuse(k, "its blocks have %llu threads, and at most %d are possible",
           (unsigned long long)threads, kernel_max_threads(k));
    return false;
}

static bool shared_fits(const Kernel *k, const LaunchConfig *c)
{
    size_t most = kernel_max_dynamic(k), fixed = k->code->shared_bytes;
    if (c->shared <= most && fixed + c->shared <= model.shared_per_block_optin)
        return true;
    refuse(k,
           "it asks for %zu bytes of dynamic shared memory, in addition to %zu static ones; the "
           "limit is %zu (cudaFuncSetAttribute can raise it)",
           c->shared, fixed, most);
    return false;
}

// Would ptxas give each thread so many registers that a multiprocessor cannot hold one block?
// With __launch_bounds__ ptxas prevents that. Where there is no machine code, our estimate of
// registers is up to 1.6 times what ptxas needs, and seldom lower; so half of it is compared: a
// correct program must not be refused.
static bool registers_fit(const Kernel *k, uint32_t threads)
{
    const Func *f = k->code->func;
    int least = f->machine.registers ? (int)f->machine.registers : k->code->registers / 2;
    if (f->maxntid[0] || f->reqntid[0] ||
        (uint64_t)least * threads <= (uint64_t)model.registers_per_block)
        return true;
    refuse(k,
           "its blocks have %u threads of %d registers or more, and a block can have %d "
           "registers; with __launch_bounds__ the compiler uses fewer",
           threads, least, model.registers_per_block);
    return false;
}

// The cluster of the launch: from its attributes or from __cluster_dims__.
static cudaError_t settle_cluster(const Kernel *k, LaunchConfig *c)
{
    bool given = c->cluster_given;
    const unsigned *fixed = k->code->func->reqnctapercluster;
    Dim3 own = {fixed[0], fixed[1] ? fixed[1] : 1, fixed[2] ? fixed[2] : 1};
    if (own.x) {
        if (given && memcmp(&own, &c->cluster, sizeof own))
            return cudaErrorInvalidClusterSize;
        c->cluster = own;
    } else if (!given) {
        return cudaSuccess;
    }
    Dim3 n = c->cluster;
    if (!n.x || !n.y || !n.z || c->grid.x % n.x || c->grid.y % n.y || c->grid.z % n.z)
        return cudaErrorInvalidClusterSize;
    int most = k->nonportable_cluster ? model.max_cluster_nonportable : model.max_cluster;
    return (uint64_t)n.x * n.y * n.z > (uint64_t)most ? cudaErrorInvalidClusterSize : cudaSuccess;
}

cudaError_t launch_check(const Kernel *k, LaunchConfig *c, bool needs_stream)
{
    c->shared = (uint32_t)c->shared; // CUDA also ignores the upper half
    if (!block_fits(k, c) || !shared_fits(k, c))
        return cudaErrorInvalidValue;
    if (needs_stream && !c->stream) {
        refuse(k, "its stream does not exist, or has been destroyed");
        return cudaErrorInvalidResourceHandle;
    }
    if (k->code->func->param_bytes > model.max_params)
        return cudaErrorInvalidValue;
    if (k->code->func->asks_images) {
        refuse(k, "it asks about an image (txq, suq), which an H200 does not support");
        return cudaErrorNotSupported;
    }
    uint32_t threads = c->block.x * c->block.y * c->block.z;
    if (!registers_fit(k, threads))
        return cudaErrorLaunchOutOfResources;
    uint64_t blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z;
    uint64_t together = (uint64_t)model.multiprocessors *
                        launch_blocks_per_sm(k->code, threads, k->code->shared_bytes + c->shared);
    if (c->cooperative && blocks > together) {
        refuse(k, "it is cooperative and has %llu blocks, but the GPU can hold %llu at a time",
               (unsigned long long)blocks, (unsigned long long)together);
        return cudaErrorCooperativeLaunchTooLarge;
    }
    return settle_cluster(k, c);
}

// ---- a launch, from the call to its end -----------------------------

// The caller passes a pointer to each argument; the kernel reads all arguments from one
// piece of memory, at the offsets of its declaration.
cudaError_t launch_pack(const Kernel *k, void **args, uint8_t **packed)
{
    const Func *f = k->code->func;
    HostParam *param = must_malloc(f->nparams + 1, sizeof *param);
    for (unsigned i = 0; i < f->nparams; i++)
        param[i] = (HostParam){(uint32_t)f->params[i]->offset, (uint32_t)f->params[i]->size};
    *packed = must_calloc(1, f->param_bytes + 16);
    bool all = host_process.params(*packed, f->param_bytes, args, param, f->nparams);
    free(param);
    if (all)
        return cudaSuccess;
    free(*packed);
    *packed = NULL;
    return cudaErrorInvalidValue;
}

// The memory in which the barrier of a cooperative grid counts: 64 bytes, zeroed for each
// such launch.
static uint64_t grid_workspace(void)
{
    enum { WORKSPACE = 64 };
    static Alloc *of_device[MAX_DEVICES];
    Alloc *a = of_device[device.number];
    if (!a) {
        a = of_device[device.number] = mem_alloc(WORKSPACE, 0, MEM_symbol);
        if (!a)
            return 0;
        a->name = "barrier of the grid";
        a->grid_barrier = true;
        EACH_HOOK(alloc, (a));
    }
    EACH_HOOK(host_write, (a->addr, a->size));
    memset(a->host, 0, a->size);
    return a->addr;
}

static cudaError_t make_launch(const Kernel *k, const LaunchConfig *c, uint8_t *params,
                               Launch **out)
{
    uint64_t workspace = c->cooperative ? grid_workspace() : 0;
    if (c->cooperative && !workspace) {
        free(params);
        return cudaErrorMemoryAllocation;
    }
    Launch *l = *out = must_malloc(1, sizeof *l);
    *l = (Launch){.code = k->code,
                  .grid = c->grid,
                  .block = c->block,
                  .cluster = c->cluster,
                  .dynamic_shared = (uint32_t)c->shared,
                  .cooperative = c->cooperative,
                  .may_wait = true,
                  .programmatic = c->programmatic,
                  .workspace = workspace,
                  .params = params,
                  .param_bytes = k->code->func->param_bytes,
                  .mark = must_strdup(rt.mark)};
    return cudaSuccess;
}

static void launch_free(Launch *l)
{
    free((void *)(uintptr_t)l->params);
    free((void *)(uintptr_t)l->mark);
    free(l);
}

static LaunchStatus execute_launch(const Stream *s, const Job *j, Launch *l)
{
    assert(s->device == device.number);
    device.time_ns = (uint64_t)(1000 * timeline_expected(s));
    cost_load = (CostLoad){0};
    EACH_HOOK(job_begin, (j->number, WORK_kernel, l->code->name ? l->code->name : "a kernel"));
    LaunchStatus status = launch_run(l);
    EACH_HOOK(job_end, ());
    return status;
}

static void end_launch(Job *j, Launch *l, LaunchStatus status)
{
    launch_describe(j, l);
    launch_free(l);
    if (rt.launch_blocking) {
        job_issue(job_ref(j));
        timeline_wait(j);
        job_drop(&j);
    } else {
        job_issue(j);
    }
    if (status != LAUNCH_ok)
        rt_fault((cudaError_t)launch_status_error(status));
}

static void hold_launch(Stream *s, Launch *l, Job *begun);

cudaError_t launch_packed(const Kernel *k, const LaunchConfig *c, uint8_t *params)
{
    Launch *l;
    Stream *s = c->stream;
    if (rt_pending()) { // the GPU is lost already; the host does not know yet
        free(params);
        return cudaSuccess;
    }
    cudaError_t e = make_launch(k, c, params, &l);
    if (e)
        return e;
    if (held_before(s)) {
        hold_launch(s, l, NULL);
    } else {
        Job *j = job_new(s, JOB_kernel);
        l->programmatic &= s->last && s->last->kind == JOB_kernel && s->last->triggers;
        if (l->programmatic)
            EACH_HOOK(job_early, (j->number, s->last->number));
        LaunchStatus status = execute_launch(s, j, l);
        if (status == LAUNCH_waits)
            hold_launch(s, l, j);
        else
            end_launch(j, l, status);
    }
    if (rt.launch_blocking && held_in(s))
        timeline_wait_stream(s);
    return cudaSuccess;
}

// The kernel runs on the device of its stream, whatever the current device is.
// Almost every launch goes straight from the top to the bottom of this function.
static cudaError_t launch(const void *function, LaunchConfig c, void **args)
{
    uint8_t *params = NULL;
    StreamCapture *capture;
    Kernel *k;
    cudaError_t e = kernel_find(function, &k);
    if (!e)
        e = launch_check(k, &c, true);
    if (!e)
        e = launch_pack(k, args, &params);
    if (!e)
        e = capture_work(c.stream, &capture);
    if (!e && !capture)
        return launch_packed(k, &c, params);
    if (e) {
        free(params);
        return e;
    }
    WorkNode *n = node_new(cudaGraphNodeTypeKernel);
    n->kernel = (KernelWork){.function = function,
                             .config = c,
                             .params = params,
                             .bytes = k->code->func->param_bytes,
                             .priority = c.stream->priority};
    n->kernel.config.stream = NULL;
    capture_add(capture, n, c.programmatic);
    return cudaSuccess;
}

// ---- a launch that is held ------------------------------------------
//
// It comes behind other held work, or its grid is half done and waits for the host.

typedef struct {
    Stream *stream;
    Launch *launch;
    Job *job; // NULL: it has not begun
} HeldLaunch;

static LaunchStatus resume_launch(const Job *j, Launch *l, const HeldWork *held)
{
    cost_load = (CostLoad){0};
    if (held_time_passes() &&
        launch_pass_time(l, held_time_passes() == HELD_STEP ? 0 : 1000 * HELD_LOOK_US))
        held_time_passed();
    EACH_HOOK(job_resume, (j->number));
    LaunchStatus status = held_is_given_up(held) ? launch_give_up(l, true)
                          : rt_pending()         ? launch_give_up(l, false)
                                                 : launch_resume(l);
    EACH_HOOK(job_end, ());
    return status;
}

static cudaError_t go_on_with_launch(void *args, const HeldWork *held)
{
    HeldLaunch *h = args;
    LaunchStatus status;
    if (h->job) {
        status = resume_launch(h->job, h->launch, held);
    } else if (rt_pending()) {
        launch_free(h->launch);
        return cudaSuccess;
    } else {
        h->job = job_new(h->stream, JOB_kernel);
        status = execute_launch(h->stream, h->job, h->launch);
    }
    if (status == LAUNCH_waits)
        return cudaErrorNotReady;
    end_launch(h->job, h->launch, status);
    return cudaSuccess;
}

static void hold_launch(Stream *s, Launch *l, Job *begun)
{
    HeldLaunch h = {s, l, begun};
    hold(s, begun != NULL, go_on_with_launch, &h, sizeof h);
}

// ---- the calls ------------------------------------------------------

static Dim3 dim3_of(dim3 d) { return (Dim3){d.x, d.y, d.z}; }

static cudaError_t launch_function(const void *function, dim3 grid, dim3 block, void **args,
                                   size_t shared, cudaStream_t stream, bool cooperative)
{
    LaunchConfig c = {.grid = dim3_of(grid),
                      .block = dim3_of(block),
                      .shared = shared,
                      .stream = stream_find(stream),
                      .cooperative = cooperative};
    return launch(function, c, args);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args,
                             size_t shared, cudaStream_t stream)
{
    ENTER_US(COST_LAUNCH_CALL_US);
    LEAVE(launch_function(function, grid, block, args, shared, stream, false));
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **args,
                                        size_t shared, cudaStream_t stream)
{
    ENTER_US(COST_LAUNCH_CALL_US);
    LEAVE(launch_function(function, grid, block, args, shared, stream, true));
}

// Events that blocks trigger, or that the last block to begin does, are recorded behind the kernel:
// nobody may rely on more.
static cudaError_t note_event(LaunchConfig *c, cudaEvent_t event, int flags)
{
    const Event *e = handle_get(event, HANDLE_event);
    if (!e || flags & ~cudaEventRecordExternal || !(e->flags & cudaEventDisableTiming))
        return e ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    c->event = event;
    return cudaSuccess;
}

// Attributes that are only hints for scheduling are accepted and have no effect.
static cudaError_t read_attribute(const cudaLaunchAttribute *a, LaunchConfig *c)
{
    switch (a->id) {
    case cudaLaunchAttributeCooperative: c->cooperative = a->val.cooperative; return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        c->cluster = (Dim3){a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z};
        c->cluster_given = true;
        return cudaSuccess;
    case cudaLaunchAttributeProgrammaticStreamSerialization:
        c->programmatic = a->val.programmaticStreamSerializationAllowed;
        return cudaSuccess;
    case cudaLaunchAttributeProgrammaticEvent:
        return note_event(c, a->val.programmaticEvent.event, a->val.programmaticEvent.flags);
    case cudaLaunchAttributeLaunchCompletionEvent:
        return note_event(c, a->val.launchCompletionEvent.event,
                          a->val.launchCompletionEvent.flags);
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
        rt_say("launch attribute %d is not supported", (int)a->id);
        return cudaErrorNotSupported;
    default: return cudaSuccess;
    }
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **args)
{
    ENTER_US(COST_LAUNCH_CALL_US);
    if (!config || (config->numAttrs && !config->attrs))
        LEAVE(cudaErrorInvalidValue);
    Kernel *k;
    cudaError_t e = kernel_find(function, &k);
    LaunchConfig c = {.grid = dim3_of(config->gridDim),
                      .block = dim3_of(config->blockDim),
                      .shared = config->dynamicSmemBytes,
                      .stream = stream_find(config->stream)};
    for (unsigned i = 0; !e && i < config->numAttrs; i++)
        e = read_attribute(&config->attrs[i], &c);
    if (!e)
        e = launch(function, c, args);
    LEAVE(e || !c.event ? e : event_record(c.event, c.stream));
}
