// api_graph.c - the calls that make graphs: graphs, nodes, edges, and objects of the program.
#include "capture.h"
#include "context.h"
#include "handles.h"
#include "sim/device_runtime/device_runtime.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

// ---- new nodes ------------------------------------------------------

static bool is_edge(const cudaGraphEdgeData *d, const WorkNode *from)
{
    static const uint8_t zero[sizeof d->reserved];
    bool kernel = from->type == cudaGraphNodeTypeKernel;
    return d->from_port <= (kernel ? cudaGraphKernelNodePortLaunchCompletion : 0) && !d->to_port &&
           d->type <= cudaGraphDependencyTypeProgrammatic &&
           (d->type == cudaGraphDependencyTypeDefault || kernel) &&
           !memcmp(d->reserved, zero, sizeof zero);
}

// Can a node of the graph depend on these? They are nodes of it, each once.
static cudaError_t check_before(const WorkGraph *g, const cudaGraphNode_t *before,
                                const cudaGraphEdgeData *data, size_t n)
{
    if (n && !before)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < n; i++) {
        const WorkNode *b = node_find(before[i]);
        if (!b || b->graph != g || (data && !is_edge(&data[i], b)))
            return cudaErrorInvalidValue;
        for (size_t k = 0; k < i && n < 1000; k++)
            if (before[k] == before[i])
                return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

// A node that is being made: its parameters are set between begin_node() and end_node().
typedef struct {
    cudaGraphNode_t *out;
    WorkGraph *graph;
    const cudaGraphNode_t *before;
    const cudaGraphEdgeData *data;
    size_t n;
    WorkNode *node;
} NewNode;

static cudaError_t begin_node(NewNode *w, cudaGraphNode_t *out, cudaGraph_t graph,
                              const cudaGraphNode_t *before, const cudaGraphEdgeData *data,
                              size_t n, enum cudaGraphNodeType type)
{
    *w = (NewNode){out, graph_find(graph), before, data, n, NULL};
    if (!out || !w->graph)
        return cudaErrorInvalidValue;
    cudaError_t e = check_before(w->graph, before, data, n);
    if (e)
        return e;
    w->node = node_new(type);
    return cudaSuccess;
}

static cudaError_t end_node(NewNode *w, cudaError_t e)
{
    if (e) {
        if (w->node)
            node_free(w->node);
        return e;
    }
    node_add(w->graph, w->node);
    for (size_t i = 0; i < w->n; i++)
        edge_add(node_find(w->before[i]), w->node, w->data ? w->data[i] : (cudaGraphEdgeData){0});
    *w->out = w->node;
    return cudaSuccess;
}

// The calls cudaGraphAdd...Node differ in how the parameters are set.
#define ADD_NODE(type, set) \
    ENTER(); \
    NewNode w; \
    cudaError_t e = begin_node(&w, out, graph, before, NULL, n, type); \
    if (!e) \
        e = set; \
    LEAVE(end_node(&w, e))

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t n,
                                   const struct cudaKernelNodeParams *p)
{
    ADD_NODE(cudaGraphNodeTypeKernel, node_set_kernel(w.node, p));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t n,
                                   const struct cudaMemcpy3DParms *p)
{
    ADD_NODE(cudaGraphNodeTypeMemcpy, node_set_copy(w.node, p));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *out, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t n, void *dst,
                                     const void *src, size_t bytes, enum cudaMemcpyKind kind)
{
    ADD_NODE(cudaGraphNodeTypeMemcpy,
             node_set_copy_1d(w.node, NULL, NULL, dst, src, bytes, 0, kind));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *out, cudaGraph_t graph,
                                           const cudaGraphNode_t *before, size_t n,
                                           const void *symbol, const void *src, size_t bytes,
                                           size_t offset, enum cudaMemcpyKind kind)
{
    ADD_NODE(cudaGraphNodeTypeMemcpy,
             symbol ? node_set_copy_1d(w.node, symbol, NULL, NULL, src, bytes, offset, kind)
                    : cudaErrorInvalidSymbol);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *out, cudaGraph_t graph,
                                             const cudaGraphNode_t *before, size_t n, void *dst,
                                             const void *symbol, size_t bytes, size_t offset,
                                             enum cudaMemcpyKind kind)
{
    ADD_NODE(cudaGraphNodeTypeMemcpy,
             symbol ? node_set_copy_1d(w.node, NULL, symbol, dst, NULL, bytes, offset, kind)
                    : cudaErrorInvalidSymbol);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t n,
                                   const struct cudaMemsetParams *p)
{
    ADD_NODE(cudaGraphNodeTypeMemset, node_set_fill(w.node, p));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t n,
                                 const struct cudaHostNodeParams *p)
{
    ADD_NODE(cudaGraphNodeTypeHost, node_set_host(w.node, p));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t n)
{
    ADD_NODE(cudaGraphNodeTypeEmpty, cudaSuccess);
}

static cudaError_t add_values(cudaGraphNode_t *out, cudaGraph_t graph,
                              const cudaGraphNode_t *before, size_t n, const ValueWord *list,
                              size_t words)
{
    ADD_NODE(NODE_values, node_set_values(w.node, list, words));
}

int cudasimGraphAddValues(void **node, void *graph, const ValueWord *list, size_t n,
                          void *const *before, size_t m)
{
    return add_values((cudaGraphNode_t *)node, graph, (const cudaGraphNode_t *)before, m, list, n);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                        const cudaGraphNode_t *before, size_t n, cudaEvent_t event)
{
    ADD_NODE(cudaGraphNodeTypeEventRecord, node_set_event(w.node, event));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                      const cudaGraphNode_t *before, size_t n, cudaEvent_t event)
{
    ADD_NODE(cudaGraphNodeTypeWaitEvent, node_set_event(w.node, event));
}

// The node is not in its graph yet.
static cudaError_t set_child(NewNode *w, cudaGraph_t child)
{
    w->node->graph = w->graph;
    cudaError_t e = node_set_child(w->node, child, false);
    w->node->graph = NULL;
    return e;
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t n, cudaGraph_t child)
{
    ADD_NODE(cudaGraphNodeTypeGraph, set_child(&w, child));
}

// Of a new node of these kinds.
static cudaError_t set_any(NewNode *w, struct cudaGraphNodeParams *p)
{
    bool child = p->type == cudaGraphNodeTypeGraph; // must know where it will be
    w->node->graph = child ? w->graph : NULL;
    cudaError_t e = node_set_any(w->node, p, w->graph);
    w->node->graph = NULL;
    return e;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t n,
                                     struct cudaMemAllocNodeParams *p)
{
    ENTER();
    NewNode w;
    cudaError_t e = p ? begin_node(&w, out, graph, before, NULL, n, cudaGraphNodeTypeMemAlloc)
                      : cudaErrorInvalidValue;
    if (e)
        LEAVE(e);
    struct cudaGraphNodeParams any = {
        .type = cudaGraphNodeTypeMemAlloc,
        .alloc = {.poolProps = p->poolProps, .bytesize = p->bytesize}};
    e = set_any(&w, &any);
    if (!e)
        p->dptr = any.alloc.dptr;
    LEAVE(end_node(&w, e));
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *out, cudaGraph_t graph,
                                    const cudaGraphNode_t *before, size_t n, void *dptr)
{
    ADD_NODE(cudaGraphNodeTypeMemFree,
             set_any(&w, (&(struct cudaGraphNodeParams){.type = cudaGraphNodeTypeMemFree,
                                                        .free = {dptr}})));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *before,
                             const cudaGraphEdgeData *data, size_t n, struct cudaGraphNodeParams *p)
{
    ENTER();
    NewNode w;
    cudaError_t e =
        p ? begin_node(&w, out, graph, before, data, n, p->type) : cudaErrorInvalidValue;
    LEAVE(e ? e : end_node(&w, set_any(&w, p)));
}

// ---- edges ----------------------------------------------------------

typedef cudaError_t EdgeFn(WorkNode *from, WorkNode *to, cudaGraphEdgeData data);

static cudaError_t each_edge(cudaGraph_t graph, const cudaGraphNode_t *from,
                             const cudaGraphNode_t *to, const cudaGraphEdgeData *data, size_t n,
                             EdgeFn *change)
{
    const WorkGraph *g = graph_find(graph);
    if (!g || (n && (!from || !to)))
        return cudaErrorInvalidValue;
    cudaError_t e = cudaSuccess;
    for (size_t i = 0; i < n && !e; i++) {
        WorkNode *a = node_find(from[i]), *b = node_find(to[i]);
        bool right =
            a && b && a != b && a->graph == g && b->graph == g && (!data || is_edge(&data[i], a));
        e = right ? change(a, b, data ? data[i] : (cudaGraphEdgeData){0}) : cudaErrorInvalidValue;
    }
    return e;
}

static cudaError_t add_edge(WorkNode *from, WorkNode *to, cudaGraphEdgeData data)
{
    if (edge_find(from, to))
        return cudaErrorInvalidValue;
    edge_add(from, to, data);
    return cudaSuccess;
}

static bool is_memory(const WorkNode *n)
{
    return n->type == cudaGraphNodeTypeMemAlloc || n->type == cudaGraphNodeTypeMemFree;
}

static cudaError_t remove_edge(WorkNode *from, WorkNode *to, cudaGraphEdgeData data)
{
    if (graph_has(from->graph, is_memory))
        return cudaErrorNotSupported;
    return edge_remove(from, to, data) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *data,
                                     size_t n)
{
    ENTER();
    LEAVE(each_edge(graph, from, to, data, n, add_edge));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *data,
                                        size_t n)
{
    ENTER();
    LEAVE(each_edge(graph, from, to, data, n, remove_edge));
}

// ---- lists ----------------------------------------------------------

// Gives the caller one element of a list, if the caller has room; the rest of the room is empty.
typedef struct {
    cudaGraphNode_t *a, *b;
    cudaGraphEdgeData *data;
    size_t room, n;
} ListAnswer;

static void give(ListAnswer *l, WorkNode *a, WorkNode *b, const cudaGraphEdgeData *data)
{
    size_t i = l->n++;
    if (i >= l->room)
        return;
    if (l->a)
        l->a[i] = a;
    if (l->b)
        l->b[i] = b;
    if (l->data && data)
        l->data[i] = *data;
}

// Edges that are more than complete need room for their data.
static cudaError_t end_list(ListAnswer *l, size_t *n, bool lossy)
{
    size_t total = l->n;
    if (lossy && l->a && !l->data)
        return cudaErrorLossyQuery;
    while (l->a && l->n < l->room)
        give(l, NULL, NULL, &(cudaGraphEdgeData){0});
    *n = l->a && total > l->room ? l->room : total;
    return cudaSuccess;
}

static bool is_plain(const WorkEdge *e)
{
    static const cudaGraphEdgeData plain;
    return !memcmp(&e->data, &plain, sizeof plain);
}

static cudaError_t list_nodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n, bool roots)
{
    const WorkGraph *g = graph_find(graph);
    if (!g || !n)
        return cudaErrorInvalidValue;
    ListAnswer l = {.a = nodes, .room = nodes ? *n : 0};
    for (uint32_t i = 0; i < g->n; i++)
        if (!roots || !g->node[i]->before.n)
            give(&l, g->node[i], NULL, NULL);
    return end_list(&l, n, false);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
    ENTER();
    LEAVE(list_nodes(graph, nodes, n, false));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
    ENTER();
    LEAVE(list_nodes(graph, nodes, n, true));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *data, size_t *n)
{
    ENTER();
    const WorkGraph *g = graph_find(graph);
    if (!g || !n || !from != !to || (data && !from))
        LEAVE(cudaErrorInvalidValue);
    bool lossy = false;
    ListAnswer l = {from, to, data, from ? *n : 0, 0};
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t k = 0; k < g->node[i]->after.n; k++) {
            const WorkEdge *e = &g->node[i]->after.at[k];
            lossy |= !is_plain(e);
            give(&l, g->node[i], e->node, &e->data);
        }
    LEAVE(end_list(&l, n, lossy));
}

static cudaError_t list_edges(const WorkEdges *list, cudaGraphNode_t *nodes,
                              cudaGraphEdgeData *data, size_t *n)
{
    if (!n || (data && !nodes))
        return cudaErrorInvalidValue;
    bool lossy = false;
    ListAnswer l = {nodes, NULL, data, nodes ? *n : 0, 0};
    for (uint32_t i = 0; i < list->n; i++) {
        lossy |= !is_plain(&list->at[i]);
        give(&l, list->at[i].node, NULL, &list->at[i].data);
    }
    return end_list(&l, n, lossy);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                         cudaGraphEdgeData *data, size_t *n)
{
    ENTER();
    const WorkNode *from = node_find(node);
    LEAVE(from ? list_edges(&from->before, nodes, data, n) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                           cudaGraphEdgeData *data, size_t *n)
{
    ENTER();
    const WorkNode *from = node_find(node);
    LEAVE(from ? list_edges(&from->after, nodes, data, n) : cudaErrorInvalidValue);
}

// ---- graphs ---------------------------------------------------------

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    ENTER();
    if (!graph || flags)
        LEAVE(cudaErrorInvalidValue);
    *graph = graph_new();
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    ENTER();
    WorkGraph *g = graph_find(graph);
    if (!g || g->owner || g->being_captured)
        LEAVE(cudaErrorInvalidValue);
    execs_lose(g);
    graph_free(g);
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    ENTER();
    WorkNode *n = node_find(node);
    if (!n)
        LEAVE(cudaErrorInvalidValue);
    if (is_memory(n) || n->type == cudaGraphNodeTypeConditional || graph_has(n->graph, is_memory))
        LEAVE(cudaErrorNotSupported);
    node_free(n);
    LEAVE(cudaSuccess);
}

static bool is_single(const WorkNode *n)
{
    return is_memory(n) || n->type == cudaGraphNodeTypeConditional;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original)
{
    ENTER();
    WorkGraph *g = graph_find(original);
    if (!g || !clone)
        LEAVE(cudaErrorInvalidValue);
    if (graph_has(g, is_single))
        LEAVE(cudaErrorNotSupported);
    *clone = graph_clone(g, false);
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t original,
                                     cudaGraph_t clone)
{
    ENTER();
    const WorkNode *n = node_find(original);
    const WorkGraph *g = graph_find(clone);
    WorkNode *there = n && g ? node_of_origin(g, n->serial) : NULL;
    if (!found || !there)
        LEAVE(cudaErrorInvalidValue);
    *found = there;
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    ENTER();
    const WorkNode *n = node_find(node);
    if (!n || !type)
        LEAVE(cudaErrorInvalidValue);
    *type = n->type;
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *out, cudaGraph_t graph,
                                             unsigned first, unsigned flags)
{
    ENTER();
    WorkGraph *g = graph_find(graph);
    if (!out || !g || flags & ~(unsigned)cudaGraphCondAssignDefault)
        LEAVE(cudaErrorInvalidValue);
    g->handle = array_room(g->handle, g->nhandles, &g->handles_room, sizeof *g->handle);
    ConditionHandle *h = &g->handle[g->nhandles++];
    *h = (ConditionHandle){condition_new(first), first, flags != 0, false};
    *out = h->handle;
    LEAVE(cudaSuccess);
}

// ---- objects of the program -----------------------------------------

cudaError_t cudaUserObjectCreate(cudaUserObject_t *out, void *pointer, cudaHostFn_t destroy,
                                 unsigned count, unsigned flags)
{
    ENTER();
    if (!out || !destroy || !count || count > INT32_MAX || flags != cudaUserObjectNoDestructorSync)
        LEAVE(cudaErrorInvalidValue);
    UserObject *o = must_malloc(1, sizeof *o);
    *o = (UserObject){count, destroy, pointer};
    handle_put(o, HANDLE_object, o);
    *out = o;
    LEAVE(cudaSuccess);
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count)
{
    ENTER();
    UserObject *o = handle_get(object, HANDLE_object);
    if (!o || !count || count > INT32_MAX)
        LEAVE(cudaErrorInvalidValue);
    o->count += count;
    LEAVE(cudaSuccess);
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count)
{
    ENTER();
    UserObject *o = handle_get(object, HANDLE_object);
    if (!o || !count || count > o->count)
        LEAVE(cudaErrorInvalidValue);
    object_drop(o, count);
    LEAVE(cudaSuccess);
}

static HeldObject *held_object(const WorkGraph *g, const UserObject *o)
{
    for (uint32_t i = 0; i < g->nobjects; i++)
        if (g->object[i].object == o)
            return &g->object[i];
    return NULL;
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count,
                                      unsigned flags)
{
    ENTER();
    WorkGraph *g = graph_find(graph);
    UserObject *o = handle_get(object, HANDLE_object);
    if (!g || !o || !count || count > INT32_MAX || flags & ~(unsigned)cudaGraphUserObjectMove)
        LEAVE(cudaErrorInvalidValue);
    HeldObject *h = held_object(g, o);
    if (!h) {
        g->object = array_room(g->object, g->nobjects, &g->objects_room, sizeof *g->object);
        h = &g->object[g->nobjects++];
        *h = (HeldObject){o, 0};
    }
    h->count += count;
    if (!flags)
        o->count += count;
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count)
{
    ENTER();
    WorkGraph *g = graph_find(graph);
    UserObject *o = handle_get(object, HANDLE_object);
    HeldObject *h = g && o ? held_object(g, o) : NULL;
    if (!h || !count || count > h->count)
        LEAVE(cudaErrorInvalidValue);
    h->count -= count;
    if (!h->count)
        *h = g->object[--g->nobjects];
    object_drop(o, count);
    LEAVE(cudaSuccess);
}
