// api_launch.c - launching kernels: the checks that CUDA makes, parameters,
// attributes, and what a launch that ended badly means for the program.
//
// What is checked, and with which error, was read off an H200 with CUDA 13.0.
// A configuration that does not fit is cudaErrorInvalidValue there.
#include "rt.h"

#include "observers/observers.h"
#include "sim/cost.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Threads a block may have: __launch_bounds__ can set it lower.
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

// Tells memcheck why a launch is refused.
__attribute__((format(printf, 2, 3))) static void refuse(const Kernel *k, const char *format, ...)
{
    char why[160], text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(why, sizeof why, format, ap);
    va_end(ap);
    snprintf(text, sizeof text, "%.200s was not launched: %s",
             k->code->name ? k->code->name : "a kernel", why);
    observers_call_fails("launch refused", text);
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
           "it asks for %zu bytes of dynamic shared memory beside %zu static ones, and may have "
           "%zu (cudaFuncSetAttribute can make it more)",
           c->shared, fixed, most);
    return false;
}

// Would ptxas give each thread so many registers that a block finds no room? With
// __launch_bounds__ it sees to it that there is. Our estimate of registers has been up to
// 1.6 times what ptxas needs, seldom less; a right program must not be refused.
static bool registers_fit(const Kernel *k, uint32_t threads)
{
    const Func *f = k->code->func;
    int least = k->code->registers / 2;
    if (f->maxntid[0] || f->reqntid[0] ||
        (uint64_t)least * threads <= (uint64_t)model.registers_per_block)
        return true;
    refuse(k,
           "its blocks have %u threads of %d registers or more, and %d are possible; "
           "__launch_bounds__ makes the compiler do with fewer",
           threads, least, model.registers_per_block);
    return false;
}

// The cluster of the launch: from its attributes or from __cluster_dims__.
static cudaError_t settle_cluster(const Kernel *k, LaunchConfig *c, bool given)
{
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

static cudaError_t check_config(const Kernel *k, LaunchConfig *c, bool cluster_given)
{
    if (!block_fits(k, c) || !shared_fits(k, c))
        return cudaErrorInvalidValue;
    if (!stream_find(c->stream)) {
        refuse(k, "there is no such stream, or no longer");
        return cudaErrorInvalidResourceHandle;
    }
    if (k->code->func->param_bytes > model.max_params)
        return cudaErrorInvalidValue;
    uint32_t threads = c->block.x * c->block.y * c->block.z;
    if (!registers_fit(k, threads))
        return cudaErrorLaunchOutOfResources;
    uint64_t blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z;
    uint64_t together = (uint64_t)model.multiprocessors *
                        launch_blocks_per_sm(k->code, threads, k->code->shared_bytes + c->shared);
    if (c->cooperative && blocks > together) {
        refuse(k, "it is cooperative and has %llu blocks, of which the GPU holds %llu at a time",
               (unsigned long long)blocks, (unsigned long long)together);
        return cudaErrorCooperativeLaunchTooLarge;
    }
    return settle_cluster(k, c, cluster_given);
}

// The caller passes a pointer to each argument; the kernel reads them from one
// block, at the offsets of its declaration.
static cudaError_t pack_params(const Func *f, void **args, uint8_t **packed)
{
    for (unsigned i = 0; i < f->nparams; i++)
        if (!args || !args[i])
            return cudaErrorInvalidValue;
    uint8_t *params = *packed = calloc(1, f->param_bytes + 16);
    for (unsigned i = 0; params && i < f->nparams; i++)
        memcpy(params + f->params[i]->offset, args[i], f->params[i]->size);
    return params ? cudaSuccess : cudaErrorMemoryAllocation;
}

// Where the barrier of a cooperative grid counts: 64 zeroed bytes,
// which stay for the next such launch.
static uint64_t grid_workspace(void)
{
    enum { WORKSPACE = 64 };
    static Alloc *a;
    if (!a) {
        a = mem_alloc(WORKSPACE, 0, MEM_symbol);
        if (!a)
            return 0;
        a->name = "barrier of the grid";
        EACH_HOOK(alloc, (a));
    }
    EACH_HOOK(host_write, (a->addr, a->size));
    memset(a->host, 0, a->size);
    return a->addr;
}

// The arguments, as far as their sizes tell: for people who look at a timeline.
static char *show_args(const Launch *l)
{
    const Func *f = l->code->func;
    size_t size = 32 * (size_t)f->nparams + 1, n = 0;
    char *text = calloc(1, size);
    for (unsigned i = 0; text && i < f->nparams; i++) {
        const uint8_t *at = l->params + f->params[i]->offset;
        uint64_t v = 0;
        unsigned bytes = (unsigned)f->params[i]->size;
        memcpy(&v, at, bytes < 8 ? bytes : 8);
        const char *comma = i ? ", " : "";
        if (bytes > 8)
            n += (size_t)snprintf(text + n, size - n, "%s{%u bytes}", comma, bytes);
        else if (bytes == 8 && mem_is_device(v))
            n += (size_t)snprintf(text + n, size - n, "%s0x%llx", comma, (unsigned long long)v);
        else
            n += (size_t)snprintf(text + n, size - n, "%s%lld", comma,
                                  bytes == 4 ? (long long)(int32_t)v : (long long)v);
    }
    return text;
}

// ---- grids that kernels launch, for the timeline -----------------------------------------

static struct {
    JobGrid *at;
    unsigned n, size;
} tree;

// They end in the order of their serial numbers, a parent before its children.
static void on_launch_end(Launch *l)
{
    if (!l->parent)
        return;
    if (tree.n == tree.size) {
        unsigned n = tree.size ? 2 * tree.size : 64;
        JobGrid *grown = realloc(tree.at, n * sizeof *grown);
        if (!grown)
            return;
        tree.at = grown;
        tree.size = n;
    }
    double end = l->began + l->us;
    tree.at[tree.n++] = (JobGrid){.name = strdup(l->code->name ? l->code->name : "kernel"),
                                  .args = show_args(l),
                                  .begin = l->began,
                                  .end = end,
                                  .over = end,
                                  .grid = l->grid,
                                  .block = l->block,
                                  .shared = l->shared_bytes,
                                  .depth = l->depth,
                                  .launch = l->serial,
                                  .launcher = l->parent_serial};
    // Who waits for it is over no sooner.
    for (const Launch *p = l->parent; p->parent; p = p->parent) {
        uint64_t back = l->serial - p->serial;
        if (back < tree.n && tree.at[tree.n - 1 - back].over < end)
            tree.at[tree.n - 1 - back].over = end;
    }
}

void launch_trace(void)
{
    static Observer observer = {.name = "timeline", .launch_end = on_launch_end};
    hooks_add(&observer);
}

// What the timeline must know of a launch that has been executed.
static void describe_job(Job *j, const Launch *l)
{
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z, sms = model.multiprocessors;
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    j->units = blocks / (per_sm > 0 ? per_sm : 1);
    if (j->units > sms)
        j->units = sms;
    j->us = l->tree_us;
    j->own_us = l->us;
    j->grids = tree.at;
    j->ngrids = tree.n;
    memset(&tree, 0, sizeof tree);
    j->compute = cost_load.compute / j->us;
    j->memory = cost_load.memory / j->us;
    j->grid = l->grid;
    j->block = l->block;
    j->shared = l->shared_bytes;
    j->launch = l->serial;
    if (trace_wanted()) {
        j->name = strdup(l->code->name ? l->code->name : "kernel");
        j->args = show_args(l);
    }
}

// A launch as work: what blocks point to stays where it is.
typedef struct {
    Stream *stream;
    Launch *launch;
    Job *job; // NULL: it has not begun
} KernelWork;

static void launch_free(Launch *l)
{
    free((void *)(uintptr_t)l->params);
    free(l);
}

static LaunchStatus begin(KernelWork *k)
{
    Launch *l = k->launch;
    device.time_ns = (uint64_t)(1000 * timeline_expected(k->stream));
    cost_load = (CostLoad){0};
    streamcheck_begin(k->job->check, l->code->name ? l->code->name : "a kernel");
    LaunchStatus status = launch_run(l);
    streamcheck_end();
    return status;
}

static LaunchStatus go_on(KernelWork *k, const Work *held)
{
    Launch *l = k->launch;
    cost_load = (CostLoad){0};
    streamcheck_again(k->job->check);
    LaunchStatus status = work_is_lost(held) ? launch_give_up(l, true)
                          : rt.pending       ? launch_give_up(l, false)
                                             : launch_resume(l);
    streamcheck_end();
    return status;
}

static cudaError_t run_kernel(void *args, const Work *held)
{
    KernelWork *k = args;
    Launch *l = k->launch;
    bool begun = k->job;
    if (!begun && rt.pending) { // the GPU is lost already; the host has not noticed
        launch_free(l);
        return cudaSuccess;
    }
    if (!begun)
        k->job = job_new(k->stream, JOB_kernel);
    if (!k->job) {
        launch_free(l);
        return cudaErrorMemoryAllocation;
    }
    LaunchStatus status = begun ? go_on(k, held) : begin(k);
    if (status == LAUNCH_waits)
        return cudaErrorNotReady;
    describe_job(k->job, l);
    launch_free(l);
    if (rt.launch_blocking) {
        job_issue(job_ref(k->job));
        timeline_wait(k->job);
        job_drop(&k->job);
    } else {
        job_issue(k->job);
    }
    if (status != LAUNCH_ok)
        rt_fault((cudaError_t)launch_status_error(status));
    return cudaSuccess;
}

static cudaError_t run(Kernel *k, const LaunchConfig *c, void **args)
{
    const Func *f = k->code->func;
    uint8_t *params = NULL;
    cudaError_t e = pack_params(f, args, &params);
    if (e || rt.pending) {
        free(params);
        return e;
    }
    Launch *l = malloc(sizeof *l);
    uint64_t workspace = l && c->cooperative ? grid_workspace() : 0;
    if (!l || (c->cooperative && !workspace)) {
        free(params);
        free(l);
        return cudaErrorMemoryAllocation;
    }
    *l = (Launch){.code = k->code,
                  .grid = c->grid,
                  .block = c->block,
                  .cluster = c->cluster,
                  .dynamic_shared = (uint32_t)c->shared,
                  .cooperative = c->cooperative,
                  .may_wait = true,
                  .workspace = workspace,
                  .params = params,
                  .param_bytes = f->param_bytes};
    Stream *s = stream_find(c->stream);
    KernelWork work = {.stream = s, .launch = l};
    e = work_issue(s, false, run_kernel, &work, sizeof work);
    if (rt.launch_blocking && work_held(s))
        timeline_wait_stream(s);
    return e;
}

static cudaError_t launch(Kernel *k, LaunchConfig c, bool cluster_given, void **args)
{
    c.shared = (uint32_t)c.shared; // CUDA, too, looks at the lower half only
    cudaError_t e = check_config(k, &c, cluster_given);
    return e ? e : run(k, &c, args);
}

static Dim3 dim3_of(dim3 d) { return (Dim3){d.x, d.y, d.z}; }

static cudaError_t launch_function(const void *function, dim3 grid, dim3 block, void **args,
                                   size_t shared, cudaStream_t stream, bool cooperative)
{
    Kernel *k;
    cudaError_t e = kernel_find(function, &k);
    if (e)
        return e;
    LaunchConfig c = {.grid = dim3_of(grid),
                      .block = dim3_of(block),
                      .shared = shared,
                      .stream = stream,
                      .cooperative = cooperative};
    return launch(k, c, false, args);
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

// Attributes that only hint at scheduling are accepted and change nothing.
static cudaError_t read_attribute(const cudaLaunchAttribute *a, LaunchConfig *c, bool *cluster)
{
    switch (a->id) {
    case cudaLaunchAttributeCooperative: c->cooperative = a->val.cooperative; return cudaSuccess;
    case cudaLaunchAttributeClusterDimension:
        c->cluster = (Dim3){a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z};
        *cluster = true;
        return cudaSuccess;
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
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
                      .stream = config->stream};
    bool cluster = false;
    for (unsigned i = 0; !e && i < config->numAttrs; i++)
        e = read_attribute(&config->attrs[i], &c, &cluster);
    LEAVE(e ? e : launch(k, c, cluster, args));
}
