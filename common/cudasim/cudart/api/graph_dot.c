// graph_dot.c - a graph as text in the language DOT, for cudaGraphDebugDotPrint(): a box for each
// node, with what it does if the flags ask for that, and an arrow for each edge.
#include "context.h"
#include "graph.h"
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
