// graphs.cu - the fastest search and the fastest list ranking: a path, a graph with short paths that
// is searched from below, too, and what cannot be reached; lists of one to many elements.
#include "check.h"

#include "solutions/12_graphs/fastest.cu"

// Vertex v has an edge to v + 1 in groups of `path` vertices, and `edges` edges are drawn.
static void check_search(int vertices, int path, int edges)
{
    int n = 0, *from = managed<int>(vertices + edges), *to = managed<int>(vertices + edges);
    for (int v = 0; v + 1 < vertices; v++)
        if (v % path < path - 1) {
            from[n] = v;
            to[n++] = v + 1;
        }
    for (int e = 0; e < edges; e++) {
        from[n] = draw(vertices);
        to[n++] = draw(vertices);
    }
    int *start = managed<int>(vertices + 2), *neighbour = managed<int>(2 * n);
    for (int e = 0; e < n; e++) {
        start[from[e] + 2]++;
        start[to[e] + 2]++;
    }
    for (int v = 0; v < vertices; v++)
        start[v + 2] += start[v + 1];
    for (int e = 0; e < n; e++) {
        neighbour[start[from[e] + 1]++] = to[e];
        neighbour[start[to[e] + 1]++] = from[e];
    }
    int *level = managed<int>(vertices), *want = managed<int>(vertices), *queue = managed<int>(vertices);
    memset(want, 0xff, vertices * sizeof *want);
    want[0] = 0;
    for (int at = 0, end = 1; at < end; at++)
        for (int e = start[queue[at]]; e < start[queue[at] + 1]; e++)
            if (want[neighbour[e]] < 0) {
                want[neighbour[e]] = want[queue[at]] + 1;
                queue[end++] = neighbour[e];
            }
    search_fastest(level, {vertices, 2 * n, start, neighbour}, 0);
    expect_success("search", cudaDeviceSynchronize());
    for (int v = 0; v < vertices; v++)
        expect_equal("level", level[v], want[v]);
    for (int *array : {from, to, start, neighbour, level, want, queue})
        CUDA_CHECK(cudaFree(array));
}

static void check_list(int n)
{
    int *order = managed<int>(n), *next = managed<int>(n), *rank = managed<int>(n);
    for (int i = 0; i < n; i++) {
        int j = draw(i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < n; i++)
        next[order[i]] = i + 1 < n ? order[i + 1] : order[i];
    list_fastest(rank, next, n, order[0]);
    expect_success("list", cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        expect_equal("rank", rank[order[i]], n - 1 - i);
    for (int *array : {order, next, rank})
        CUDA_CHECK(cudaFree(array));
}

int main(void)
{
    check_search(300, 300, 0);
    check_search(40, 7, 3);
    check_search(20000, 2, 60000);
    check_list(1);
    check_list(777);
    check_list(100000);
    return mistakes != 0;
}
