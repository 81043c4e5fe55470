// node_params.c - what nodes do, as programs say it: the parameters are checked as CUDA checks
// them, and copied.
#include "capture.h"
#include "context.h"
#include "copy.h"
#include "handles.h"
#include "register.h"

#include "alloc.h"
#include "sim/host.h"

#include <stdlib.h>
#include <string.h>

// ---- kernels --------------------------------------------------------

// `extra` of the parameters: key, value, ..., 0. Keys: 1, a buffer; 2, where its size is.
static cudaError_t pack_extra(const Kernel *k, void **extra, uint8_t **packed)
{
    uint64_t list[5] = {0}, size = 0;
    host_process.read(list, (uintptr_t)extra, sizeof list);
    uint64_t buffer = list[0] == 1 ? list[1] : list[2] == 1 ? list[3] : 0;
    uint64_t where = list[0] == 2 ? list[1] : list[2] == 2 ? list[3] : 0;
    if (!buffer || !where || list[4])
        return cudaErrorInvalidValue;
    host_process.read(&size, where, sizeof size);
    const Func *f = k->code->func;
    if (size < f->param_bytes)
        return cudaErrorInvalidValue;
    *packed = must_calloc(1, f->param_bytes + 16);
    host_process.read(*packed, buffer, f->param_bytes);
    return cudaSuccess;
}

cudaError_t node_set_kernel(WorkNode *n, const struct cudaKernelNodeParams *p)
{
    if (!p)
        return cudaErrorInvalidValue;
    Kernel *k;
    uint8_t *packed = NULL;
    cudaError_t e = kernel_find(p->func, &k);
    if (e)
        return e;
    KernelWork w = n->kernel; // attributes stay
    w.function = p->func;
    w.config.grid = (Dim3){p->gridDim.x, p->gridDim.y, p->gridDim.z};
    w.config.block = (Dim3){p->blockDim.x, p->blockDim.y, p->blockDim.z};
    w.config.shared = p->sharedMemBytes;
    e = launch_check(k, &w.config, false);
    if (!e && p->kernelParams && p->extra)
        e = cudaErrorInvalidValue;
    if (!e)
        e = p->extra ? pack_extra(k, p->extra, &packed) : launch_pack(k, p->kernelParams, &packed);
    if (e)
        return e;
    free(n->kernel.params);
    n->kernel = w;
    n->kernel.params = packed;
    n->kernel.bytes = k->code->func->param_bytes;
    return cudaSuccess;
}

cudaError_t kernel_set_attribute(KernelWork *k, cudaLaunchAttributeID id,
                                 const cudaLaunchAttributeValue *v)
{
    switch ((int)id) {
    case cudaLaunchAttributeAccessPolicyWindow: k->window = v->accessPolicyWindow; break;
    case cudaLaunchAttributeCooperative: k->config.cooperative = v->cooperative; break;
    case cudaLaunchAttributePriority: k->priority = nearest_priority(v->priority); break;
    case cudaLaunchAttributeClusterDimension:
        k->config.cluster = (Dim3){v->clusterDim.x, v->clusterDim.y, v->clusterDim.z};
        k->config.cluster_given = true;
        break;
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
        k->cluster_policy = v->clusterSchedulingPolicyPreference;
        break;
    case cudaLaunchAttributeMemSyncDomainMap: k->domains = v->memSyncDomainMap; break;
    case cudaLaunchAttributeMemSyncDomain: k->domain = v->memSyncDomain; break;
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
        k->carveout = (int)v->sharedMemCarveout;
        break;
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        k->nvlink = (int)v->nvlinkUtilCentricScheduling;
        break;
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
        rt_say("kernel nodes that kernels update are not supported");
        return cudaErrorNotSupported;
    default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t kernel_get_attribute(const KernelWork *k, cudaLaunchAttributeID id,
                                 cudaLaunchAttributeValue *v)
{
    const Dim3 *c = &k->config.cluster;
    switch ((int)id) {
    case cudaLaunchAttributeAccessPolicyWindow: v->accessPolicyWindow = k->window; break;
    case cudaLaunchAttributeCooperative: v->cooperative = k->config.cooperative; break;
    case cudaLaunchAttributePriority: v->priority = k->priority; break;
    case cudaLaunchAttributeClusterDimension:
        v->clusterDim.x = c->x, v->clusterDim.y = c->y, v->clusterDim.z = c->z;
        break;
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
        v->clusterSchedulingPolicyPreference = k->cluster_policy;
        break;
    case cudaLaunchAttributeMemSyncDomainMap: v->memSyncDomainMap = k->domains; break;
    case cudaLaunchAttributeMemSyncDomain: v->memSyncDomain = k->domain; break;
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
        v->sharedMemCarveout = (unsigned)k->carveout;
        break;
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        v->nvlinkUtilCentricScheduling = (unsigned)k->nvlink;
        break;
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
        memset(&v->deviceUpdatableKernelNode, 0, sizeof v->deviceUpdatableKernelNode);
        break;
    default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

// ---- copies and memsets ---------------------------------------------

cudaError_t node_set_copy(WorkNode *n, const struct cudaMemcpy3DParms *p)
{
    cudaError_t e = p ? copy_node_check(p) : cudaErrorInvalidValue;
    if (!e)
        n->copy = *p;
    return e;
}

cudaError_t node_set_copy_1d(WorkNode *node, const void *to_symbol, const void *from_symbol,
                             void *dst, const void *src, size_t n, size_t offset,
                             enum cudaMemcpyKind kind)
{
    const void *symbol = to_symbol ? to_symbol : from_symbol;
    uint64_t at = 0;
    if ((unsigned)kind > cudaMemcpyDefault || (to_symbol && kind == cudaMemcpyDeviceToHost) ||
        (from_symbol && kind == cudaMemcpyHostToDevice) || (symbol && kind == cudaMemcpyHostToHost))
        return cudaErrorInvalidMemcpyDirection;
    if (symbol) {
        cudaError_t e = variable_part(symbol, n, offset, &at);
        if (e)
            return e;
    }
    if (to_symbol)
        dst = (void *)(uintptr_t)at;
    if (from_symbol)
        src = (void *)(uintptr_t)at;
    struct cudaMemcpy3DParms p = {
        .srcPtr = {.ptr = (void *)(uintptr_t)src, .pitch = n, .xsize = n, .ysize = 1},
        .dstPtr = {.ptr = dst, .pitch = n, .xsize = n, .ysize = 1},
        .extent = {n, 1, 1},
        .kind = kind};
    return node_set_copy(node, &p);
}

cudaError_t node_set_fill(WorkNode *n, const struct cudaMemsetParams *p)
{
    cudaError_t e = p ? fill_node_check(p) : cudaErrorInvalidValue;
    if (!e)
        n->set = *p;
    return e;
}

// ---- other nodes ----------------------------------------------------

cudaError_t node_set_host(WorkNode *n, const struct cudaHostNodeParams *p)
{
    if (!p || !p->fn)
        return cudaErrorInvalidValue;
    n->host = *p;
    return cudaSuccess;
}

cudaError_t node_set_event(WorkNode *n, cudaEvent_t event)
{
    if (!handle_get(event, HANDLE_event))
        return event ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    n->event = event;
    return cudaSuccess;
}

static bool is_memory(const WorkNode *n)
{
    return n->type == cudaGraphNodeTypeMemAlloc || n->type == cudaGraphNodeTypeMemFree;
}

static bool is_conditional(const WorkNode *n) { return n->type == cudaGraphNodeTypeConditional; }

// Memory and conditions of a graph belong to it alone.
cudaError_t node_set_child(WorkNode *n, cudaGraph_t child, bool move)
{
    WorkGraph *g = graph_find(child);
    if (!g || g->owner || g->being_captured)
        return cudaErrorInvalidValue;
    unsigned depth, outside = 0;
    uint32_t size = graph_size(g, &depth);
    for (const WorkGraph *outer = n->graph; outer;
         outer = outer->owner ? outer->owner->graph : NULL, outside++)
        if (outer == g)
            return cudaErrorInvalidValue;
    if (size > MAX_SIZE || depth + outside > MAX_DEPTH)
        return cudaErrorInvalidValue;
    if (!move && (graph_has(g, is_memory) || graph_has(g, is_conditional)))
        return cudaErrorNotSupported;
    if (n->child)
        graph_free(n->child);
    n->child = move ? g : graph_clone(g, n->graph && n->graph->is_plan);
    n->child->owner = n;
    return cudaSuccess;
}

static cudaError_t set_alloc(WorkNode *n, struct cudaMemAllocNodeParams *p)
{
    cudaError_t e;
    n->memory = graph_memory_new(p, &e);
    if (!e)
        p->dptr = (void *)(uintptr_t)n->memory->alloc->addr;
    return e;
}

// As an H200: the graph that allocates the memory frees it until it is instantiated, others do
// afterwards.
static cudaError_t set_free(WorkNode *n, void *p, const WorkGraph *g)
{
    GraphMemory *m = graph_memory_find((uintptr_t)p);
    if (!m || graph_frees(g, m) || graph_allocates(g, m) == m->settled)
        return cudaErrorInvalidValue;
    n->memory = m;
    m->refs++;
    return cudaSuccess;
}

static cudaError_t set_conditional(WorkNode *n, struct cudaConditionalNodeParams *p, WorkGraph *g)
{
    ConditionHandle *h = NULL;
    for (uint32_t i = 0; i < g->nhandles; i++)
        if (g->handle[i].handle == p->handle)
            h = &g->handle[i];
    unsigned outside = 1;
    for (const WorkGraph *outer = g; outer->owner; outer = outer->owner->graph)
        outside++;
    bool right = h && !h->used && p->size && outside < MAX_DEPTH;
    switch (p->type) {
    case cudaGraphCondTypeIf: right &= p->size <= 2; break;
    case cudaGraphCondTypeWhile: right &= p->size == 1; break;
    case cudaGraphCondTypeSwitch: right &= p->size <= MAX_BODIES; break;
    default: right = false;
    }
    if (!right)
        return cudaErrorInvalidValue;
    h->used = true;
    n->conditional = (Conditional){p->handle, p->type, p->size, NULL};
    n->conditional.body = must_malloc(p->size, sizeof(WorkGraph *));
    for (unsigned i = 0; i < p->size; i++) {
        n->conditional.body[i] = graph_new();
        n->conditional.body[i]->owner = n;
    }
    p->phGraph_out = n->conditional.body;
    return cudaSuccess;
}

cudaError_t node_set_values(WorkNode *n, const ValueWord *list, size_t count)
{
    if (!values_are_right(list, count))
        return cudaErrorInvalidValue;
    free(n->values.word);
    n->values.word = must_malloc(count + 1, sizeof *list);
    memcpy(n->values.word, list, count * sizeof *list);
    n->values.n = count;
    return cudaSuccess;
}

cudaError_t node_set_any(WorkNode *n, struct cudaGraphNodeParams *p, WorkGraph *is_new)
{
    static const struct cudaGraphNodeParams none;
    if (!p || p->type != n->type || memcmp(p->reserved0, none.reserved0, sizeof p->reserved0) ||
        p->reserved2)
        return cudaErrorInvalidValue;
    switch ((int)p->type) {
    case cudaGraphNodeTypeKernel: {
        struct cudaKernelNodeParams k = {.func = p->kernel.func,
                                         .gridDim = p->kernel.gridDim,
                                         .blockDim = p->kernel.blockDim,
                                         .sharedMemBytes = p->kernel.sharedMemBytes,
                                         .kernelParams = p->kernel.kernelParams,
                                         .extra = p->kernel.extra};
        return node_set_kernel(n, &k);
    }
    case cudaGraphNodeTypeMemcpy:
        return p->memcpy.flags ? cudaErrorInvalidValue : node_set_copy(n, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return node_set_fill(n, &(struct cudaMemsetParams){p->memset.dst, p->memset.pitch,
                                                           p->memset.value, p->memset.elementSize,
                                                           p->memset.width, p->memset.height});
    case cudaGraphNodeTypeHost:
        return node_set_host(n, &(struct cudaHostNodeParams){p->host.fn, p->host.userData});
    case cudaGraphNodeTypeGraph:
        if ((unsigned)p->graph.ownership > cudaGraphChildGraphOwnershipMove)
            return cudaErrorInvalidValue;
        return node_set_child(n, p->graph.graph, p->graph.ownership && is_new);
    case cudaGraphNodeTypeEmpty: return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent: return node_set_event(n, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord: return node_set_event(n, p->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: {
        struct cudaMemAllocNodeParams a = {.poolProps = p->alloc.poolProps,
                                           .bytesize = p->alloc.bytesize};
        cudaError_t e = is_new ? set_alloc(n, &a) : cudaErrorNotSupported;
        if (!e)
            p->alloc.dptr = a.dptr;
        return e;
    }
    case cudaGraphNodeTypeMemFree:
        return is_new ? set_free(n, p->free.dptr, is_new) : cudaErrorNotSupported;
    case cudaGraphNodeTypeConditional:
        return is_new ? set_conditional(n, &p->conditional, is_new) : cudaErrorNotSupported;
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
        rt_say("nodes of external semaphores are not supported");
        return cudaErrorNotSupported;
    default: return cudaErrorInvalidValue;
    }
}
