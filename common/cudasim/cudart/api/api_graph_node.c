// api_graph_node.c - the calls that read and change what nodes do: in a graph, and in a graph
// that can be launched (there a change must leave the kind of work as it is: exec_change()).
#include "context.h"
#include "graph.h"
#include "handles.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

static WorkNode *typed(cudaGraphNode_t node, enum cudaGraphNodeType type)
{
    WorkNode *n = node_find(node);
    return n && n->type == type ? n : NULL;
}

// Changes a node of a graph: `set` uses n.
#define SET_NODE(type, set) \
    ENTER(); \
    WorkNode *n = typed(node, type); \
    LEAVE(n ? set : cudaErrorInvalidValue)

// Changes a node of a graph that can be launched: first a copy, n, which is then compared.
#define SET_EXEC(type_, set) \
    ENTER(); \
    WorkNode *there, *n = NULL; \
    cudaError_t e = begin_change(exec, node, type_, &there, &n); \
    if (!e) \
        e = set; \
    LEAVE(end_change(there, n, e))

static cudaError_t begin_change(cudaGraphExec_t exec, cudaGraphNode_t node, int type,
                                WorkNode **there, WorkNode **copy)
{
    const GraphExec *x = handle_get(exec, HANDLE_exec);
    const WorkNode *n = node_find(node);
    *there = x && n ? node_of_origin(x->plan, n->serial) : NULL;
    if (!*there || (type >= 0 && (int)(*there)->type != type))
        return cudaErrorInvalidValue;
    if (x->plan->refs > 1) // another thread launches it
        return cudaErrorIllegalState;
    *copy = node_new((*there)->type);
    node_copy_work(*copy, *there, true);
    return cudaSuccess;
}

static bool is_flat(const WorkNode *n)
{
    return n->type != cudaGraphNodeTypeMemcpy ||
           (n->copy.extent.height == 1 && n->copy.extent.depth == 1 && n->copy.extent.width);
}

static cudaError_t end_change(WorkNode *there, WorkNode *n, cudaError_t e)
{
    if (!e && !(is_flat(there) && is_flat(n)))
        e = cudaErrorInvalidValue;
    if (!e && exec_change(there, n) != cudaGraphExecUpdateSuccess)
        e = cudaErrorInvalidValue;
    if (!e)
        exec_take(there, n);
    if (n)
        node_free(n);
    return e;
}

// ---- kernels --------------------------------------------------------

// The arguments belong to the node.
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *p)
{
    ENTER();
    WorkNode *n = typed(node, cudaGraphNodeTypeKernel);
    Kernel *k;
    if (!n || !p)
        LEAVE(cudaErrorInvalidValue);
    const LaunchConfig *c = &n->kernel.config;
    cudaError_t e = kernel_find(n->kernel.function, &k);
    if (e)
        LEAVE(e);
    const Func *f = k->code->func;
    free(n->args);
    n->args = must_malloc(f->nparams + 1, sizeof *n->args);
    for (unsigned i = 0; i < f->nparams; i++)
        n->args[i] = n->kernel.params + f->params[i]->offset;
    n->args[f->nparams] = NULL;
    *p = (struct cudaKernelNodeParams){.func = (void *)(uintptr_t)n->kernel.function,
                                       .gridDim = {c->grid.x, c->grid.y, c->grid.z},
                                       .blockDim = {c->block.x, c->block.y, c->block.z},
                                       .sharedMemBytes = (unsigned)c->shared,
                                       .kernelParams = n->args};
    LEAVE(cudaSuccess);
}

uint8_t *node_arguments(cudaGraphNode_t node, uint32_t *n, size_t *bytes)
{
    uint8_t *list = NULL;
    rt_lock();
    const WorkNode *k = typed(node, cudaGraphNodeTypeKernel);
    for (*n = 0; k && k->args && k->args[*n];)
        ++*n;
    *bytes = k ? *n * sizeof(uint64_t) + k->kernel.bytes : 0;
    if (k)
        list = must_calloc(1, *bytes + 1);
    for (uint32_t i = 0; k && i < *n; i++) {
        uint64_t offset = (uint64_t)((uint8_t *)k->args[i] - k->kernel.params);
        memcpy(list + i * sizeof offset, &offset, sizeof offset);
    }
    if (k)
        memcpy(list + *n * sizeof(uint64_t), k->kernel.params, k->kernel.bytes);
    rt_unlock();
    return list;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *p)
{
    SET_NODE(cudaGraphNodeTypeKernel, node_set_kernel(n, p));
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *p)
{
    SET_EXEC(cudaGraphNodeTypeKernel, node_set_kernel(n, p));
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                            cudaLaunchAttributeValue *v)
{
    SET_NODE(cudaGraphNodeTypeKernel,
             v ? kernel_get_attribute(&n->kernel, id, v) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                            const cudaLaunchAttributeValue *v)
{
    SET_NODE(cudaGraphNodeTypeKernel,
             v ? kernel_set_attribute(&n->kernel, id, v) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from)
{
    ENTER();
    WorkNode *a = typed(from, cudaGraphNodeTypeKernel), *b = typed(to, cudaGraphNodeTypeKernel);
    if (!a || !b)
        LEAVE(cudaErrorInvalidValue);
    KernelWork w = a->kernel;
    w.function = b->kernel.function;
    w.params = b->kernel.params;
    w.bytes = b->kernel.bytes;
    w.config.grid = b->kernel.config.grid;
    w.config.block = b->kernel.config.block;
    w.config.shared = b->kernel.config.shared;
    b->kernel = w;
    LEAVE(cudaSuccess);
}

// ---- copies and memsets ---------------------------------------------

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *p)
{
    SET_NODE(cudaGraphNodeTypeMemcpy, p ? (*p = n->copy, cudaSuccess) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *p)
{
    SET_NODE(cudaGraphNodeTypeMemcpy, node_set_copy(n, p));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src,
                                           size_t bytes, enum cudaMemcpyKind kind)
{
    SET_NODE(cudaGraphNodeTypeMemcpy, node_set_copy_1d(n, NULL, NULL, dst, src, bytes, 0, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
                                                 const void *src, size_t bytes, size_t offset,
                                                 enum cudaMemcpyKind kind)
{
    SET_NODE(cudaGraphNodeTypeMemcpy,
             symbol ? node_set_copy_1d(n, symbol, NULL, NULL, src, bytes, offset, kind)
                    : cudaErrorInvalidSymbol);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                   const void *symbol, size_t bytes, size_t offset,
                                                   enum cudaMemcpyKind kind)
{
    SET_NODE(cudaGraphNodeTypeMemcpy,
             symbol ? node_set_copy_1d(n, NULL, symbol, dst, NULL, bytes, offset, kind)
                    : cudaErrorInvalidSymbol);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *p)
{
    SET_EXEC(cudaGraphNodeTypeMemcpy, node_set_copy(n, p));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void *dst, const void *src, size_t bytes,
                                               enum cudaMemcpyKind kind)
{
    SET_EXEC(cudaGraphNodeTypeMemcpy, node_set_copy_1d(n, NULL, NULL, dst, src, bytes, 0, kind));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void *symbol, const void *src,
                                                     size_t bytes, size_t offset,
                                                     enum cudaMemcpyKind kind)
{
    SET_EXEC(cudaGraphNodeTypeMemcpy,
             symbol ? node_set_copy_1d(n, symbol, NULL, NULL, src, bytes, offset, kind)
                    : cudaErrorInvalidSymbol);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void *dst, const void *symbol, size_t bytes,
                                                       size_t offset, enum cudaMemcpyKind kind)
{
    SET_EXEC(cudaGraphNodeTypeMemcpy,
             symbol ? node_set_copy_1d(n, NULL, symbol, dst, NULL, bytes, offset, kind)
                    : cudaErrorInvalidSymbol);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *p)
{
    SET_NODE(cudaGraphNodeTypeMemset, p ? (*p = n->set, cudaSuccess) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *p)
{
    SET_NODE(cudaGraphNodeTypeMemset, node_set_fill(n, p));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *p)
{
    SET_EXEC(cudaGraphNodeTypeMemset, node_set_fill(n, p));
}

// ---- other nodes ----------------------------------------------------

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *p)
{
    SET_NODE(cudaGraphNodeTypeHost, p ? (*p = n->host, cudaSuccess) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *p)
{
    SET_NODE(cudaGraphNodeTypeHost, node_set_host(n, p));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *p)
{
    SET_EXEC(cudaGraphNodeTypeHost, node_set_host(n, p));
}

static cudaError_t set_exec_values(cudaGraphExec_t exec, cudaGraphNode_t node,
                                   const ValueWord *list, size_t count)
{
    SET_EXEC(NODE_values, node_set_values(n, list, count));
}

int cudasimGraphSetValues(void *exec, void *node, const ValueWord *list, size_t count)
{
    if (exec)
        return set_exec_values(exec, node, list, count);
    SET_NODE(NODE_values, node_set_values(n, list, count));
}

static cudaError_t tell_values(const WorkNode *node, ValueWord *list, size_t *n)
{
    if (*n < node->values.n)
        return cudaErrorInvalidValue;
    *n = node->values.n;
    memcpy(list, node->values.word, *n * sizeof *list);
    return cudaSuccess;
}

int cudasimGraphValues(void *node, ValueWord *list, size_t *count)
{
    SET_NODE(NODE_values, tell_values(n, list, count));
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph)
{
    SET_NODE(cudaGraphNodeTypeGraph,
             graph ? (*graph = n->child, cudaSuccess) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child)
{
    SET_EXEC(cudaGraphNodeTypeGraph, node_set_child(n, child, false));
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    SET_NODE(cudaGraphNodeTypeEventRecord,
             event ? (*event = n->event, cudaSuccess) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    SET_NODE(cudaGraphNodeTypeWaitEvent,
             event ? (*event = n->event, cudaSuccess) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    SET_NODE(cudaGraphNodeTypeEventRecord, node_set_event(n, event));
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    SET_NODE(cudaGraphNodeTypeWaitEvent, node_set_event(n, event));
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event)
{
    SET_EXEC(cudaGraphNodeTypeEventRecord, node_set_event(n, event));
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event)
{
    SET_EXEC(cudaGraphNodeTypeWaitEvent, node_set_event(n, event));
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *p)
{
    ENTER();
    const WorkNode *n = typed(node, cudaGraphNodeTypeMemAlloc);
    if (!n || !p)
        LEAVE(cudaErrorInvalidValue);
    const Alloc *a = n->memory->alloc;
    *p = (struct cudaMemAllocNodeParams){
        .poolProps = n->memory->props, .bytesize = a->size, .dptr = (void *)(uintptr_t)a->addr};
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr)
{
    ENTER();
    const WorkNode *n = typed(node, cudaGraphNodeTypeMemFree);
    if (!n || !dptr)
        LEAVE(cudaErrorInvalidValue);
    memcpy(dptr, &n->memory->alloc->addr, sizeof n->memory->alloc->addr);
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *p)
{
    ENTER();
    WorkNode *n = node_find(node);
    LEAVE(n ? node_set_any(n, p, NULL) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *p)
{
    SET_EXEC(-1, node_set_any(n, p, NULL));
}

// ---- nodes that are left out ----------------------------------------

static cudaError_t find_switchable(cudaGraphExec_t exec, cudaGraphNode_t node, WorkNode **there)
{
    const GraphExec *x = handle_get(exec, HANDLE_exec);
    const WorkNode *n = node_find(node);
    *there = x && n ? node_of_origin(x->plan, n->serial) : NULL;
    bool right = *there && ((*there)->type == cudaGraphNodeTypeKernel ||
                            (*there)->type == cudaGraphNodeTypeMemcpy ||
                            (*there)->type == cudaGraphNodeTypeMemset);
    return right ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled)
{
    ENTER();
    WorkNode *n;
    cudaError_t e = enabled > 1 ? cudaErrorInvalidValue : find_switchable(exec, node, &n);
    if (!e)
        n->disabled = !enabled;
    LEAVE(e);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled)
{
    ENTER();
    WorkNode *n;
    cudaError_t e = find_switchable(exec, node, &n);
    if (!e && !enabled)
        e = cudaErrorInvalidValue;
    if (!e)
        *enabled = !n->disabled;
    LEAVE(e);
}
