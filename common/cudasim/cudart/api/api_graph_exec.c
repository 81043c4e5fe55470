// api_graph_exec.c - graphs that can be launched: instantiation, update, upload, launch.
#include "capture.h"
#include "context.h"
#include "copy.h"
#include "handles.h"
#include "streams.h"

#include "alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- instantiation --------------------------------------------------

enum {
    KNOWN_FLAGS = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
                  cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority,
    NODE_kernel = 1 << cudaGraphNodeTypeKernel,
    NODES_of_device = NODE_kernel | 1 << cudaGraphNodeTypeMemcpy | 1 << cudaGraphNodeTypeMemset |
                      1 << cudaGraphNodeTypeGraph,
    NODES_of_bodies =
        NODES_of_device | 1 << cudaGraphNodeTypeConditional | 1 << cudaGraphNodeTypeEmpty
};

typedef struct {
    cudaGraphInstantiateResult result;
    uint64_t node; // serial of the program's node; 0: none
} Refusal;

static cudaError_t refuse(Refusal *r, cudaGraphInstantiateResult result, const WorkNode *n)
{
    *r = (Refusal){result, n ? n->origin : 0};
    return cudaErrorInvalidValue;
}

// Puts the graph and those within it in order; `nodes`: bits of the types that it may have.
static cudaError_t prepare(WorkGraph *g, unsigned nodes, Refusal *r)
{
    WorkNode *circle = graph_sort(g);
    if (circle)
        return refuse(r, cudaGraphInstantiateInvalidStructure, circle);
    for (uint32_t i = 0; i < g->nhandles; i++)
        if (!g->handle[i].used)
            return refuse(r, cudaGraphInstantiateConditionalHandleUnused, NULL);
    cudaError_t e = cudaSuccess;
    for (uint32_t i = 0; i < g->n && !e; i++) {
        const WorkNode *n = g->node[i];
        if (!(nodes >> n->type & 1))
            return refuse(r, cudaGraphInstantiateNodeOperationNotSupported, n);
        if (n->type == cudaGraphNodeTypeGraph)
            e = prepare(n->child, nodes, r);
        for (unsigned k = 0; n->type == cudaGraphNodeTypeConditional && !e; k++) {
            if (k == n->conditional.size)
                break;
            e = prepare(n->conditional.body[k], NODES_of_bodies, r);
        }
    }
    if (!e)
        graph_lay_out(g);
    return e;
}

static bool is_memory(const WorkNode *n)
{
    return n->type == cudaGraphNodeTypeMemAlloc || n->type == cudaGraphNodeTypeMemFree;
}

// Memory of these nodes can no longer be freed by another node of their graph.
static void settle_memory(const WorkGraph *g)
{
    for (uint32_t i = 0; i < g->n; i++)
        if (g->node[i]->type == cudaGraphNodeTypeMemAlloc)
            g->node[i]->memory->settled = true;
}

static uint32_t count_nodes(const WorkGraph *g)
{
    uint32_t n = g->n;
    for (uint32_t i = 0; i < g->n; i++)
        if (g->node[i]->type == cudaGraphNodeTypeGraph)
            n += count_nodes(g->node[i]->child);
    return n;
}

static uint32_t count_roots(const WorkGraph *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n; i++)
        n += !g->node[i]->before.n;
    return n;
}

// Edges that begin or end where another one does, and roots but the first.
static uint32_t count_branches(const WorkGraph *g)
{
    uint32_t n = count_roots(g);
    n -= n > 0;
    for (uint32_t i = 0; i < g->n; i++) {
        n += g->node[i]->before.n > 1 ? g->node[i]->before.n - 1 : 0;
        n += g->node[i]->after.n > 1 ? g->node[i]->after.n - 1 : 0;
    }
    return n;
}

static WorkNode *node_of_serial(const WorkGraph *g, uint64_t serial)
{
    WorkNode *found = NULL;
    for (uint32_t i = 0; i < g->n && !found; i++) {
        WorkNode *n = g->node[i];
        if (n->serial == serial)
            return n;
        if (n->type == cudaGraphNodeTypeGraph)
            found = node_of_serial(n->child, serial);
        for (unsigned k = 0; n->type == cudaGraphNodeTypeConditional && !found; k++) {
            if (k == n->conditional.size)
                break;
            found = node_of_serial(n->conditional.body[k], serial);
        }
    }
    return found;
}

static cudaError_t instantiate(cudaGraphExec_t *out, cudaGraph_t graph, unsigned long long flags,
                               Refusal *r)
{
    WorkGraph *g = graph_find(graph);
    *r = (Refusal){cudaGraphInstantiateError, 0};
    bool device = flags & cudaGraphInstantiateFlagDeviceLaunch;
    if (!g || !out || flags & ~(unsigned long long)KNOWN_FLAGS || g->owner || g->being_captured ||
        (device && (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch || !g->n)))
        return cudaErrorInvalidValue;
    if (g->execs && graph_has(g, is_memory))
        return cudaErrorNotSupported;
    WorkGraph *plan = graph_clone(g, true);
    cudaError_t e = prepare(plan, device ? NODES_of_device : ~0u, r);
    if (e) {
        graph_free(plan);
        return e;
    }
    rt.now += COST_GRAPH_NODE_INSTANTIATE_US * count_nodes(plan) +
              COST_GRAPH_BRANCH_INSTANTIATE_US * count_branches(plan);
    rt.spent.graphs_made++;
    settle_memory(g);
    GraphExec *x = exec_new(plan, g, flags);
    handle_put(x, HANDLE_exec, x);
    r->result = cudaGraphInstantiateSuccess;
    *out = x;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *out, cudaGraph_t graph, unsigned long long flags)
{
    ENTER_US(COST_GRAPH_INSTANTIATE_US);
    Refusal r;
    LEAVE(instantiate(out, graph, flags, &r));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *out, cudaGraph_t graph,
                                          unsigned long long flags)
{
    ENTER_US(COST_GRAPH_INSTANTIATE_US);
    Refusal r;
    LEAVE(instantiate(out, graph, flags, &r));
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *out, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *p)
{
    ENTER_US(COST_GRAPH_INSTANTIATE_US);
    Refusal r;
    if (!p)
        LEAVE(cudaErrorInvalidValue);
    bool upload = p->flags & cudaGraphInstantiateFlagUpload;
    cudaError_t e = upload && !stream_find(p->uploadStream) ? cudaErrorInvalidResourceHandle
                                                            : instantiate(out, graph, p->flags, &r);
    const WorkGraph *g = graph_find(graph);
    p->result_out = e ? r.result : cudaGraphInstantiateSuccess;
    p->errNode_out = e && g && r.node ? node_of_serial(g, r.node) : NULL;
    LEAVE(e);
}

static GraphExec *exec_find(cudaGraphExec_t x) { return handle_get(x, HANDLE_exec); }

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    ENTER();
    GraphExec *x = exec_find(exec);
    if (!x)
        LEAVE(cudaErrorInvalidValue);
    handle_drop(x);
    exec_drop(x);
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
    ENTER();
    const GraphExec *x = exec_find(exec);
    if (!x || !flags)
        LEAVE(cudaErrorInvalidValue);
    *flags = x->flags;
    LEAVE(cudaSuccess);
}

// ---- update ---------------------------------------------------------

// Of a memset of rows, only the address and the value may change.
static bool same_shape(const struct cudaMemsetParams *a, const struct cudaMemsetParams *b)
{
    return (a->height == 1 && b->height == 1) ||
           (a->height == b->height && a->width == b->width && a->pitch == b->pitch &&
            a->elementSize == b->elementSize);
}

static bool same_kernel(const KernelWork *a, const KernelWork *b)
{
    return a->config.cooperative == b->config.cooperative &&
           a->config.cluster_given == b->config.cluster_given;
}

enum cudaGraphExecUpdateResult exec_change(const WorkNode *there, const WorkNode *wanted)
{
    if (there->type != wanted->type)
        return cudaGraphExecUpdateErrorNodeTypeChanged;
    bool right = true;
    switch ((int)there->type) {
    case cudaGraphNodeTypeKernel:
        return same_kernel(&there->kernel, &wanted->kernel)
                   ? cudaGraphExecUpdateSuccess
                   : cudaGraphExecUpdateErrorAttributesChanged;
    case cudaGraphNodeTypeMemcpy:
        right = copy_node_way(&there->copy) == copy_node_way(&wanted->copy);
        break;
    case cudaGraphNodeTypeMemset: right = same_shape(&there->set, &wanted->set); break;
    case cudaGraphNodeTypeGraph: return exec_compare(there->child, wanted->child, NULL);
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree: right = there->memory == wanted->memory; break;
    case cudaGraphNodeTypeConditional:
        right = there->conditional.handle == wanted->conditional.handle &&
                there->conditional.type == wanted->conditional.type &&
                there->conditional.size == wanted->conditional.size;
        for (unsigned i = 0; right && i < there->conditional.size; i++)
            right = !exec_compare(there->conditional.body[i], wanted->conditional.body[i], NULL);
        break;
    default: break;
    }
    return right ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorParametersChanged;
}

static bool same_edges(const WorkNode *there, const WorkNode *wanted)
{
    if (there->before.n != wanted->before.n)
        return false;
    for (uint32_t i = 0; i < there->before.n; i++) {
        const WorkEdge *a = &there->before.at[i];
        const WorkNode *from = wanted->graph->node[a->node->index];
        const WorkEdge *b = edge_find(from, wanted);
        if (!b || memcmp(&a->data, &b->data, sizeof a->data))
            return false;
    }
    return true;
}

// Nodes are paired in the order of their creation; *wrong: the first one of `wanted` that does not
// fit, or NULL.
enum cudaGraphExecUpdateResult exec_compare(const WorkGraph *there, const WorkGraph *wanted,
                                            const WorkNode **wrong)
{
    if (there->n != wanted->n)
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (uint32_t i = 0; i < there->n; i++) {
        enum cudaGraphExecUpdateResult r = same_edges(there->node[i], wanted->node[i])
                                               ? exec_change(there->node[i], wanted->node[i])
                                               : cudaGraphExecUpdateErrorTopologyChanged;
        if (r && wrong)
            *wrong = wanted->node[i];
        if (r)
            return r;
    }
    return cudaGraphExecUpdateSuccess;
}

static void take_all(WorkGraph *there, const WorkGraph *wanted)
{
    for (uint32_t i = 0; i < there->n; i++)
        exec_take(there->node[i], wanted->node[i]);
    for (uint32_t i = 0; i < there->nhandles; i++)
        for (uint32_t k = 0; k < wanted->nhandles; k++)
            if (there->handle[i].handle == wanted->handle[k].handle)
                there->handle[i] = wanted->handle[k];
}

// Child graphs keep their lanes, and their nodes stay those that the program knows.
void exec_take(WorkNode *there, const WorkNode *wanted)
{
    if (there->type == cudaGraphNodeTypeGraph)
        take_all(there->child, wanted->child);
    else if (there->type != cudaGraphNodeTypeConditional)
        node_copy_work(there, wanted, true);
    else
        for (unsigned i = 0; i < there->conditional.size; i++)
            take_all(there->conditional.body[i], wanted->conditional.body[i]);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info)
{
    ENTER_US(COST_GRAPH_UPDATE_US);
    GraphExec *x = exec_find(exec);
    const WorkGraph *g = graph_find(graph);
    if (!x || !g || !info || x->plan->refs > 1)
        LEAVE(cudaErrorInvalidValue);
    WorkGraph *wanted = graph_clone(g, true);
    const WorkNode *wrong = NULL;
    rt.now += COST_GRAPH_NODE_UPDATE_US * count_nodes(wanted);
    enum cudaGraphExecUpdateResult r = exec_compare(x->plan, wanted, &wrong);
    *info = (cudaGraphExecUpdateResultInfo){
        .result = r, .errorNode = wrong ? node_of_serial(g, wrong->origin) : NULL};
    if (!r)
        take_all(x->plan, wanted);
    graph_free(wanted);
    LEAVE(r ? cudaErrorGraphExecUpdateFailure : cudaSuccess);
}

// ---- launch ---------------------------------------------------------

// The first time, a graph is uploaded.
static double upload_us(GraphExec *x)
{
    double us = x->uploaded ? 0 : COST_GRAPH_NODE_UPLOAD_US * count_nodes(x->plan);
    x->uploaded = true;
    return us;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    ENTER();
    GraphExec *x = exec_find(exec);
    Stream *s = stream_find(stream);
    if (!x || !s)
        LEAVE(x ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue);
    cudaError_t e = capture_forbids_wait(s);
    if (!e)
        rt.now += upload_us(x);
    LEAVE(e);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    ENTER_US(COST_GRAPH_LAUNCH_US);
    GraphExec *x = exec_find(exec);
    Stream *s = stream_find(stream);
    StreamCapture *capture;
    if (!x || !s)
        LEAVE(x ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue);
    cudaError_t e = capture_work(s, &capture);
    if (!e)
        e = capture_forbids_wait(s); // a launch is no node, on an H200 with CUDA 13
    if (e)
        LEAVE(e);
    if (rt_pending()) // the GPU is lost already; the host does not know yet
        LEAVE(cudaSuccess);
    rt.now += upload_us(x) + COST_GRAPH_ROOT_US * (fmax(1, count_roots(x->plan)) - 1);
    if (x->flags & cudaGraphInstantiateFlagDeviceLaunch)
        rt.node_us += COST_GRAPH_DEVICE_US;
    rt.spent.graph_launches++;
    e = exec_launch(x, s);
    rt.node_us = 0;
    LEAVE(e);
}
