// graph_dot.c - a graph as text. In the language DOT, for cudaGraphDebugDotPrint(): a box for each
// node, with what it does if the flags ask for that, and an arrow for each edge. In JSON, for the
// page that shows a run.
#include "context.h"
#include "graph.h"
#include "observers/observers.h"
#include "ptx/ptx.h"

#include "alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// In a label that is a record these characters have a meaning.
static void put_text(FILE *f, const char *text)
{
    for (; *text; text++) {
        if (strchr("<>{}|\"\\", *text))
            fputc('\\', f);
        fputc(*text, f);
    }
}

static bool wants(unsigned flags, unsigned flag)
{
    return flags & (flag | cudaGraphDebugDotFlagsVerbose);
}

static void put_kernel(FILE *f, const KernelWork *k, unsigned flags)
{
    Kernel *kernel;
    const Dim3 *g = &k->config.grid, *b = &k->config.block;
    if (!kernel_find(k->function, &kernel)) {
        char *name = demangle(kernel->name);
        fprintf(f, "|");
        put_text(f, name);
        free(name);
    }
    if (wants(flags, cudaGraphDebugDotFlagsKernelNodeParams))
        fprintf(f, "\\<\\<\\<(%u,%u,%u),(%u,%u,%u),%zu\\>\\>\\>", g->x, g->y, g->z, b->x, b->y,
                b->z, k->config.shared);
    if (wants(flags, cudaGraphDebugDotFlagsKernelNodeAttributes))
        fprintf(f, "|{{priority|cooperative}|{%d|%d}}", k->priority, k->config.cooperative);
}

static void put_work(FILE *f, const WorkNode *n, unsigned flags)
{
    const struct cudaMemcpy3DParms *c = &n->copy;
    switch ((int)n->type) {
    case cudaGraphNodeTypeKernel: put_kernel(f, &n->kernel, flags); break;
    case cudaGraphNodeTypeMemcpy:
        if (wants(flags, cudaGraphDebugDotFlagsMemcpyNodeParams))
            fprintf(f, "|{{from|to|extent}|{%p|%p|%zu x %zu x %zu}}", c->srcPtr.ptr, c->dstPtr.ptr,
                    c->extent.width, c->extent.height, c->extent.depth);
        break;
    case cudaGraphNodeTypeMemset:
        if (wants(flags, cudaGraphDebugDotFlagsMemsetNodeParams))
            fprintf(f, "|{{to|value|element|extent}|{%p|%u|%u|%zu x %zu}}", n->set.dst,
                    n->set.value, n->set.elementSize, n->set.width, n->set.height);
        break;
    case cudaGraphNodeTypeHost:
        if (wants(flags, cudaGraphDebugDotFlagsHostNodeParams))
            fprintf(f, "|{{function|user data}|{%p|%p}}", *(void **)&n->host.fn, n->host.userData);
        break;
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord:
        if (wants(flags, cudaGraphDebugDotFlagsEventNodeParams))
            fprintf(f, "|{event|%p}", (void *)n->event);
        break;
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
        if (wants(flags, 0))
            fprintf(f, "|{{address|bytes}|{0x%llx|%llu}}",
                    (unsigned long long)n->memory->alloc->addr,
                    (unsigned long long)n->memory->alloc->size);
        break;
    case cudaGraphNodeTypeConditional:
        if (wants(flags, cudaGraphDebugDotFlagsConditionalNodeParams))
            fprintf(f, "|{{handle|type|size}|{0x%llx|%s|%u}}",
                    (unsigned long long)n->conditional.handle,
                    n->conditional.type == cudaGraphCondTypeIf      ? "if"
                    : n->conditional.type == cudaGraphCondTypeWhile ? "while"
                                                                    : "switch",
                    n->conditional.size);
        break;
    default: break;
    }
}

static void put_graph(FILE *f, const WorkGraph *g, unsigned flags, unsigned *number);

static void put_within(FILE *f, const WorkNode *n, unsigned flags, unsigned *number, unsigned own)
{
    const WorkGraph *one = n->type == cudaGraphNodeTypeGraph ? n->child : NULL;
    unsigned bodies = n->type == cudaGraphNodeTypeConditional ? n->conditional.size : 0;
    for (unsigned i = 0; i < bodies + (one != NULL); i++) {
        unsigned inner = ++*number;
        put_graph(f, one ? one : n->conditional.body[i], flags, number);
        const WorkGraph *g = one ? one : n->conditional.body[i];
        if (g->n)
            fprintf(f, "\"graph_%u_node_%u\" -> \"graph_%u_node_0\"[style=dotted]\n", own, n->index,
                    inner);
    }
}

static void put_graph(FILE *f, const WorkGraph *g, unsigned flags, unsigned *number)
{
    unsigned own = *number;
    fprintf(f, "subgraph cluster_%u {\nlabel=\"graph_%u\" graph[style=\"dashed\"]\n", own, own);
    for (uint32_t i = 0; i < g->n; i++) {
        const WorkNode *n = g->node[i];
        fprintf(f, "\"graph_%u_node_%u\"[shape=\"record\" label=\"{%u|%s", own, i, i,
                node_type_name(n->type));
        if (wants(flags, cudaGraphDebugDotFlagsHandles))
            fprintf(f, "|{node handle|%p}", (const void *)n);
        put_work(f, n, flags);
        fprintf(f, "}\"];\n");
    }
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t k = 0; k < g->node[i]->after.n; k++) {
            const WorkEdge *e = &g->node[i]->after.at[k];
            fprintf(f, "\"graph_%u_node_%u\" -> \"graph_%u_node_%u\"%s;\n", own, i, own,
                    e->node->index, e->data.type ? "[style=dashed]" : "");
        }
    fprintf(f, "}\n");
    for (uint32_t i = 0; i < g->n; i++)
        put_within(f, g->node[i], flags, number, own);
}

cudaError_t graph_dot(cudaGraph_t graph, unsigned flags, char **text)
{
    size_t size;
    unsigned number = 0;
    *text = NULL;
    ENTER();
    const WorkGraph *g = graph_find(graph);
    FILE *f = g && flags < 1u << 17 ? open_memstream(text, &size) : NULL;
    if (!f)
        LEAVE(cudaErrorInvalidValue);
    fprintf(f, "digraph dot {\n");
    put_graph(f, g, flags, &number);
    fprintf(f, "}\n");
    fclose(f);
    LEAVE(cudaSuccess);
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
    char *text;
    cudaError_t e = path ? graph_dot(graph, flags, &text) : cudaErrorInvalidValue;
    if (e)
        return e;
    FILE *f = fopen(path, "w");
    bool written = f && fputs(text, f) >= 0;
    written = f && !fclose(f) && written;
    free(text);
    return written ? cudaSuccess : cudaErrorOperatingSystem;
}

// ---- for the page ---------------------------------------------------

enum { MAX_DRAWN = 400 }; // nodes of a graph that the page draws

typedef struct {
    FILE *f, *edges;
    unsigned n;
    const char *comma;
} GraphWriter;

static void put_json_text(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++)
        if (*text >= ' ' && *text <= '~')
            fprintf(f, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    fputc('"', f);
}

static void put_drawn(GraphWriter *w, const WorkNode *n, long outer)
{
    Kernel *k;
    fprintf(w->f, "%s{\"type\":\"%s\"", w->n ? "," : "", node_type_name(n->type));
    if (n->type == cudaGraphNodeTypeKernel && !kernel_find(n->kernel.function, &k)) {
        char *name = demangle(k->name);
        fputs(",\"name\":", w->f);
        put_json_text(w->f, name);
        free(name);
    }
    if (n->file && n->line > 0)
        fprintf(w->f, ",\"source\":%u,\"line\":%d", look_source(n->file), n->line);
    if (outer >= 0)
        fprintf(w->f, ",\"in\":%ld", outer);
    if (n->disabled)
        fputs(",\"off\":true", w->f);
    fputs("}", w->f);
    w->n++;
}

static void draw_graph(GraphWriter *w, const WorkGraph *g, long outer)
{
    unsigned first = w->n;
    for (uint32_t i = 0; i < g->n && w->n < MAX_DRAWN; i++)
        put_drawn(w, g->node[i], outer);
    unsigned drawn = w->n - first;
    for (uint32_t i = 0; i < drawn; i++)
        for (uint32_t k = 0; k < g->node[i]->before.n; k++) {
            unsigned from = g->node[i]->before.at[k].node->index;
            if (from >= drawn)
                continue;
            fprintf(w->edges, "%s[%u,%u]", w->comma, first + from, first + i);
            w->comma = ",";
        }
    for (uint32_t i = 0; i < drawn; i++) {
        const WorkNode *n = g->node[i];
        if (n->type == cudaGraphNodeTypeGraph)
            draw_graph(w, n->child, first + i);
        for (unsigned k = 0; n->type == cudaGraphNodeTypeConditional && k < n->conditional.size;
             k++)
            draw_graph(w, n->conditional.body[k], first + i);
    }
}

char *graph_json(const WorkGraph *g, const char *label)
{
    char *text = NULL, *edges = NULL;
    size_t size, edges_size;
    GraphWriter w = {open_memstream(&text, &size), open_memstream(&edges, &edges_size), 0, ""};
    if (!w.f || !w.edges)
        out_of_memory();
    fprintf(w.f, "{\"name\":\"%s\",\"nodes\":[", label);
    draw_graph(&w, g, -1);
    fclose(w.edges);
    fprintf(w.f, "],\"edges\":[%s]}", edges);
    fclose(w.f);
    free(edges);
    return text;
}
