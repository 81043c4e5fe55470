// edges.h - graphs of many forms, for the labs that search in them.
#pragma once

#include "grader/grader.h"

// FORM(id, words). Each edge is there in both directions, except in the last form.
#define EACH_FORM(FORM) \
    FORM(grid, "grid") /* n is a square; the widest wave has as many vertices as a side */ \
    FORM(path, "path") \
    FORM(star, "star")     /* vertex 0 in the middle */ \
    FORM(random, "random") /* about 8 neighbours; a vertex may be its own, or occur twice */ \
    FORM(complete, "complete") \
    FORM(tree, "tree")       /* the root is vertex 0 */ \
    FORM(islands, "islands") /* three paths: v, v + 3, v + 6 ... */ \
    FORM(wide, "wide")       /* as random, about 32 neighbours */ \
    FORM(oneway, "one-way")  /* a path forwards, random edges backwards */

typedef enum {
#define FORM(id, words) GRAPH_##id,
    EACH_FORM(FORM)
#undef FORM
} GraphForm;

extern const char *const graph_form_words[];

typedef struct {
    int from, to;
} Edge;

typedef struct {
    Edge *edge;
    size_t count, room;
} Edges;

// The edges of a graph of n vertices, in memory of their own.
Edges edges_draw(CaseList *list, GraphForm form, int n);
void edges_add(Edges *e, int from, int to);
void edges_free(Edges *e);

// The edges of each vertex together: col[row[v]] ... col[row[v + 1] - 1] are the vertices that
// edges from v lead to, in the order of the list. `row` has n + 1 elements, all 0.
void edges_by_vertex(const Edges *e, int32_t *row, int32_t *col, int n);

// Distances from `source`, -1 for vertices that cannot be reached. Without a queue and without
// waves: goes over all edges again and again, until no edge makes a distance smaller.
void reference_distances(int32_t *level, const int32_t *row, const int32_t *col, int n, int source);
