// edges.c - see edges.h.
#include "edges.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"

const char *const graph_form_words[] = {
#define FORM(id, words) words,
    EACH_FORM(FORM)
#undef FORM
};

void edges_add(Edges *e, int from, int to)
{
    if (e->count == e->room) {
        e->room = e->room ? 2 * e->room : 256;
        e->edge = need(realloc(e->edge, e->room * sizeof *e->edge));
    }
    e->edge[e->count++] = (Edge){from, to};
}

static void add_both(Edges *e, int a, int b)
{
    edges_add(e, a, b);
    edges_add(e, b, a);
}

// `n` is a square for a grid.
Edges edges_draw(CaseList *list, GraphForm form, int n)
{
    Edges e = {0};
    int side = 1;
    while (side * side < n)
        side++;
    for (int v = 0; v < n; v++) {
        switch (form) {
        case GRAPH_grid:
            if ((v + 1) % side)
                add_both(&e, v, v + 1);
            if (v + side < n)
                add_both(&e, v, v + side);
            break;
        case GRAPH_path:
            if (v + 1 < n)
                add_both(&e, v, v + 1);
            break;
        case GRAPH_star:
            if (v)
                add_both(&e, 0, v);
            break;
        case GRAPH_random: // with edges to itself and repeated edges
            for (int k = 0; k < 4; k++)
                add_both(&e, v, (int)draw_int(list, 0, n - 1));
            break;
        case GRAPH_wide:
            for (int k = 0; k < 16; k++)
                add_both(&e, v, (int)draw_int(list, 0, n - 1));
            break;
        case GRAPH_complete:
            for (int w = 0; w < n; w++)
                edges_add(&e, v, w);
            break;
        case GRAPH_tree:
            if (v)
                add_both(&e, (v - 1) / 2, v);
            break;
        case GRAPH_islands: // three islands, by v % 3
            if (v + 3 < n)
                add_both(&e, v, v + 3);
            break;
        case GRAPH_oneway:
            if (v + 1 < n)
                edges_add(&e, v, v + 1);
            if (v >= 7)
                edges_add(&e, v, (int)draw_int(list, 0, v));
            break;
        }
    }
    return e;
}

void edges_free(Edges *e)
{
    free(e->edge);
    *e = (Edges){0};
}

void edges_by_vertex(const Edges *e, int32_t *row, int32_t *col, int n)
{
    for (size_t i = 0; i < e->count; i++)
        row[e->edge[i].from + 1]++;
    for (int v = 0; v < n; v++)
        row[v + 1] += row[v];
    int32_t *at = need(malloc(((size_t)n + 1) * sizeof *at));
    memcpy(at, row, (size_t)n * sizeof *at);
    for (size_t i = 0; i < e->count; i++)
        col[at[e->edge[i].from]++] = e->edge[i].to;
    free(at);
}

void reference_distances(int32_t *level, const int32_t *row, const int32_t *col, int n, int source)
{
    for (int v = 0; v < n; v++)
        level[v] = v == source ? 0 : -1;
    for (bool shorter = true; shorter;) {
        shorter = false;
        for (int v = 0; v < n; v++) {
            if (level[v] < 0)
                continue;
            for (int e = row[v]; e < row[v + 1]; e++) {
                int w = col[e];
                if (level[w] < 0 || level[w] > level[v] + 1) {
                    level[w] = level[v] + 1;
                    shorter = true;
                }
            }
        }
    }
}
