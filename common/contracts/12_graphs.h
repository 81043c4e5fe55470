// 12_graphs.h - what lab 12 has to define: lists and searches.
#pragma once

#include "08_dynamic_parallelism.h" // UNREACHED

#ifdef __cplusplus
extern "C" {
#endif

// A list of n elements in device memory: next[i] is the element after element i, and next[i] is i
// for the last one. The list begins with element `first`, and all n elements are in it.
// 0 <= n <= 2^26. rank[i] becomes the number of elements after element i.
void list_walk(int *rank, const int *next, int n, int first); // given: one thread
void list_doubling(int *rank, const int *next, int n, int first);
void list_splitters(int *rank, const int *next, int n, int first);

// A graph: the neighbours of vertex v are neighbour[start[v]] up to, not including,
// neighbour[start[v + 1]]. A vertex may be its own neighbour, and occur several times among the
// neighbours of another one. 1 <= vertices <= 2^24; 0 <= edges <= 2^26.
typedef struct {
    int vertices, edges;
    const int *start;     // vertices + 1
    const int *neighbour; // edges
} Neighbours;

enum {
    GRAPH_BLOCK = 256, // threads per block, in every part
    GRAPH_ROUND = 8    // part 8: waves from one look of the host to the next
};

// Parts 3 to 8: level[v] becomes the smallest number of edges from `source` to v, or UNREACHED
// (see lab 08). Part 3 has the edges as a list: edge e leads from vertex from[e] to vertex to[e].
// In part 7 every edge is there in both directions: if w is a neighbour of v, v is one of w.
void search_edges(int *level, const int *from, const int *to, int vertices, int edges, int source);
void search_vertices(int *level, Neighbours g, int source);
void search_queue(int *level, Neighbours g, int source);
void search_warps(int *level, Neighbours g, int source);
void search_switching(int *level, Neighbours g, int source);
void search_rounds(int *level, Neighbours g, int source);

#ifdef __cplusplus
}
#endif
