// graph.c - graphs as data: nodes, edges, clones, the order of nodes, and objects of the program
// that a graph keeps alive.
#include "graph.h"

#include "alloc.h"
#include "allowance.h"
#include "handles.h"
#include "observers/findings.h"
#include "sim/host.h"

#include <stdlib.h>
#include <string.h>

static uint64_t last_serial; // of graphs and nodes
void (*graph_node_goes)(WorkNode *n);

WorkGraph *graph_find(cudaGraph_t g) { return handle_get(g, HANDLE_graph); }
WorkNode *node_find(cudaGraphNode_t n) { return handle_get(n, HANDLE_node); }

const char *node_type_name(enum cudaGraphNodeType type)
{
    static const char *const name[cudaGraphNodeTypeCount] = {
        [cudaGraphNodeTypeKernel] = "kernel",
        [cudaGraphNodeTypeMemcpy] = "copy",
        [cudaGraphNodeTypeMemset] = "memset",
        [cudaGraphNodeTypeHost] = "host function",
        [cudaGraphNodeTypeGraph] = "child graph",
        [cudaGraphNodeTypeEmpty] = "empty",
        [cudaGraphNodeTypeWaitEvent] = "wait",
        [cudaGraphNodeTypeEventRecord] = "record",
        [cudaGraphNodeTypeMemAlloc] = "allocate",
        [cudaGraphNodeTypeMemFree] = "free",
        [NODE_values] = "words",
        [cudaGraphNodeTypeConditional] = "conditional"};
    return (unsigned)type < cudaGraphNodeTypeCount && name[type] ? name[type] : "node";
}

// ---- edges ----------------------------------------------------------

static void put_edge(WorkEdges *list, WorkNode *n, cudaGraphEdgeData data)
{
    list->at = array_room(list->at, list->n, &list->room, sizeof *list->at);
    list->at[list->n++] = (WorkEdge){n, data};
}

static WorkEdge *find_in(const WorkEdges *list, const WorkNode *n)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].node == n)
            return &list->at[i];
    return NULL;
}

static void take_out(WorkEdges *list, const WorkEdge *e)
{
    size_t i = (size_t)(e - list->at);
    memmove(list->at + i, list->at + i + 1, (--list->n - i) * sizeof *list->at);
}

void edge_add(WorkNode *from, WorkNode *to, cudaGraphEdgeData data)
{
    put_edge(&from->after, to, data);
    put_edge(&to->before, from, data);
}

WorkEdge *edge_find(const WorkNode *from, const WorkNode *to) { return find_in(&to->before, from); }

bool edge_remove(WorkNode *from, WorkNode *to, cudaGraphEdgeData data)
{
    WorkEdge *e = edge_find(from, to);
    if (!e || memcmp(&e->data, &data, sizeof data))
        return false;
    take_out(&to->before, e);
    take_out(&from->after, find_in(&from->after, to));
    return true;
}

// ---- nodes ----------------------------------------------------------

WorkNode *node_new(enum cudaGraphNodeType type)
{
    WorkNode *n = must_calloc(1, sizeof *n);
    n->serial = ++last_serial;
    n->type = type;
    n->device = device.number;
    n->line = report_call_place(&n->file);
    return n;
}

void node_add(WorkGraph *g, WorkNode *n)
{
    g->node = array_room(g->node, g->n, &g->room, sizeof *g->node);
    n->graph = g;
    n->index = g->n;
    g->node[g->n++] = n;
    if (!g->is_plan)
        handle_put(n, HANDLE_node, n);
}

static void free_work(WorkNode *n)
{
    switch ((int)n->type) {
    case cudaGraphNodeTypeKernel: free(n->kernel.params); break;
    case NODE_values: free(n->values.word); break;
    case cudaGraphNodeTypeGraph:
        if (n->child)
            graph_free(n->child);
        break;
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree: graph_memory_drop(n->memory); break;
    case cudaGraphNodeTypeConditional:
        for (unsigned i = 0; i < n->conditional.size; i++)
            graph_free(n->conditional.body[i]);
        free(n->conditional.body);
        break;
    default: break;
    }
}

void node_free(WorkNode *n)
{
    WorkGraph *g = n->graph;
    while (n->before.n)
        edge_remove(n->before.at[0].node, n, n->before.at[0].data);
    while (n->after.n)
        edge_remove(n, n->after.at[0].node, n->after.at[0].data);
    free_work(n);
    if (g) {
        for (uint32_t i = n->index + 1; i < g->n; i++)
            (g->node[i - 1] = g->node[i])->index = i - 1;
        g->n--;
        if (!g->is_plan) {
            if (graph_node_goes)
                graph_node_goes(n);
            handle_drop(n);
        }
    }
    free(n->before.at);
    free(n->after.at);
    free(n->args);
    free(n);
}

void node_copy_work(WorkNode *to, const WorkNode *from, bool as_plan)
{
    WorkNode old = *to;
    switch ((int)from->type) {
    case cudaGraphNodeTypeKernel:
        to->kernel = from->kernel;
        to->kernel.params = must_malloc(from->kernel.bytes + 1, 1);
        memcpy(to->kernel.params, from->kernel.params, from->kernel.bytes);
        break;
    case cudaGraphNodeTypeMemcpy: to->copy = from->copy; break;
    case cudaGraphNodeTypeMemset: to->set = from->set; break;
    case cudaGraphNodeTypeHost: to->host = from->host; break;
    case NODE_values:
        to->values = from->values;
        to->values.word = must_malloc(from->values.n + 1, sizeof(ValueWord));
        memcpy(to->values.word, from->values.word, from->values.n * sizeof(ValueWord));
        break;
    case cudaGraphNodeTypeGraph:
        to->child = graph_clone(from->child, as_plan);
        to->child->owner = to;
        break;
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord: to->event = from->event; break;
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
        to->memory = from->memory;
        to->memory->refs++;
        break;
    case cudaGraphNodeTypeConditional:
        to->conditional = from->conditional;
        to->conditional.body = must_malloc(from->conditional.size + 1, sizeof(WorkGraph *));
        for (unsigned i = 0; i < from->conditional.size; i++) {
            to->conditional.body[i] = graph_clone(from->conditional.body[i], as_plan);
            to->conditional.body[i]->owner = to;
        }
        break;
    default: break;
    }
    free_work(&old);
}

WorkNode *node_of_origin(const WorkGraph *g, uint64_t origin)
{
    WorkNode *found = NULL;
    for (uint32_t i = 0; i < g->n && !found; i++) {
        WorkNode *n = g->node[i];
        if (n->origin == origin)
            return n;
        if (n->type == cudaGraphNodeTypeGraph)
            found = node_of_origin(n->child, origin);
        for (unsigned k = 0; n->type == cudaGraphNodeTypeConditional && !found; k++) {
            if (k == n->conditional.size)
                break;
            found = node_of_origin(n->conditional.body[k], origin);
        }
    }
    return found;
}

// ---- graphs ---------------------------------------------------------

static WorkGraph *new_graph(bool as_plan)
{
    WorkGraph *g = must_calloc(1, sizeof *g);
    g->serial = ++last_serial;
    g->device = device.number;
    g->is_plan = as_plan;
    if (!as_plan)
        handle_put(g, HANDLE_graph, g);
    return g;
}

WorkGraph *graph_new(void) { return new_graph(false); }

WorkGraph *graph_clone(const WorkGraph *g, bool as_plan)
{
    allowance_take_bytes(g->n, g->n * sizeof(WorkNode));
    WorkGraph *clone = new_graph(as_plan);
    clone->origin = g->serial;
    for (uint32_t i = 0; i < g->n; i++) {
        const WorkNode *from = g->node[i];
        WorkNode *n = must_calloc(1, sizeof *n);
        *n = (WorkNode){.serial = ++last_serial,
                        .origin = from->serial,
                        .type = from->type,
                        .device = from->device,
                        .disabled = from->disabled,
                        .file = from->file,
                        .line = from->line};
        node_copy_work(n, from, as_plan);
        node_add(clone, n);
    }
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t k = 0; k < g->node[i]->before.n; k++) {
            const WorkEdge *e = &g->node[i]->before.at[k];
            edge_add(clone->node[e->node->index], clone->node[i], e->data);
        }
    clone->handle = must_malloc(g->nhandles + 1, sizeof *g->handle);
    memcpy(clone->handle, g->handle, g->nhandles * sizeof *g->handle);
    clone->nhandles = clone->handles_room = g->nhandles;
    clone->object = must_malloc(g->nobjects + 1, sizeof *g->object);
    clone->nobjects = clone->objects_room = g->nobjects;
    for (uint32_t i = 0; i < g->nobjects; i++) {
        clone->object[i] = (HeldObject){g->object[i].object, 1};
        g->object[i].object->count++;
    }
    return clone;
}

void graph_free(WorkGraph *g)
{
    while (g->n)
        node_free(g->node[g->n - 1]);
    for (uint32_t i = 1; i < g->nlanes && g->lane; i++) {
        if (!g->lane[i])
            continue;
        g->lane[i]->destroyed = true; // its work goes on
        stream_drop(g->lane[i]);
    }
    if (!g->is_plan)
        handle_drop(g);
    for (uint32_t i = 0; i < g->nobjects; i++)
        object_drop(g->object[i].object, g->object[i].count);
    free(g->node);
    free(g->order);
    free(g->lane);
    free(g->handle);
    free(g->object);
    free(g);
}

uint32_t graph_size(const WorkGraph *g, unsigned *depth)
{
    uint32_t n = g->n;
    unsigned deepest = 0, inner;
    for (uint32_t i = 0; i < g->n; i++) {
        const WorkNode *node = g->node[i];
        bool child = node->type == cudaGraphNodeTypeGraph;
        unsigned bodies = node->type == cudaGraphNodeTypeConditional ? node->conditional.size : 0;
        for (unsigned k = 0; k < bodies + child; k++) {
            n += graph_size(child ? node->child : node->conditional.body[k], &inner);
            deepest = inner > deepest ? inner : deepest;
        }
    }
    *depth = deepest + 1;
    return n;
}

WorkNode *graph_sort(WorkGraph *g)
{
    WorkNode **sorted = must_malloc(g->n + 1, sizeof(WorkNode *));
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        g->node[i]->waits = g->node[i]->before.n;
        if (!g->node[i]->waits)
            sorted[n++] = g->node[i];
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < sorted[i]->after.n; k++) {
            WorkNode *next = sorted[i]->after.at[k].node;
            if (!--next->waits)
                sorted[n++] = next;
        }
    WorkNode *circle = NULL;
    for (uint32_t i = 0; i < g->n && !circle; i++)
        circle = g->node[i]->waits ? g->node[i] : NULL;
    free(g->order);
    g->order = sorted;
    return circle;
}

static bool has_memory(const WorkGraph *g, enum cudaGraphNodeType type, const GraphMemory *m)
{
    for (uint32_t i = 0; i < g->n; i++)
        if (g->node[i]->type == type && g->node[i]->memory == m)
            return true;
    return false;
}

bool graph_frees(const WorkGraph *g, const GraphMemory *m)
{
    return has_memory(g, cudaGraphNodeTypeMemFree, m);
}

bool graph_allocates(const WorkGraph *g, const GraphMemory *m)
{
    return has_memory(g, cudaGraphNodeTypeMemAlloc, m);
}

bool graph_has(const WorkGraph *g, bool (*is)(const WorkNode *n))
{
    bool has = false;
    for (uint32_t i = 0; i < g->n && !has; i++) {
        const WorkNode *n = g->node[i];
        has = is(n) || (n->type == cudaGraphNodeTypeGraph && graph_has(n->child, is));
        for (unsigned k = 0; n->type == cudaGraphNodeTypeConditional && !has; k++) {
            if (k == n->conditional.size)
                break;
            has = graph_has(n->conditional.body[k], is);
        }
    }
    return has;
}

void object_drop(UserObject *o, unsigned count)
{
    o->count -= count;
    if (o->count)
        return;
    handle_drop(o);
    rt_unlock();
    host_process.call(o->destroy, o->pointer);
    rt_lock();
    free(o);
}

static bool drop_graph(void *object)
{
    WorkGraph *g = object;
    bool own = !g->owner && g->device == device.number; // others go with their owners
    if (own)
        graph_free(g);
    return own;
}

void graphs_forget(void) { handles_forget(HANDLE_graph, HANDLE_none, drop_graph); }
