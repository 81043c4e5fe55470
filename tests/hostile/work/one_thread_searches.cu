// EXPECT graphs.vertices: 0 points
//
// One thread searches the graph with a queue, as on the host.
#include "hostile.h"

__global__ static void search(int *level, Neighbours g, int source, int *queue)
{
    for (int v = 0; v < g.vertices; v++)
        level[v] = UNREACHED;
    level[source] = 0;
    queue[0] = source;
    for (int head = 0, tail = 1; head < tail; head++) {
        int v = queue[head];
        for (int e = g.start[v]; e < g.start[v + 1]; e++) {
            int w = g.neighbour[e];
            if (level[w] != UNREACHED)
                continue;
            level[w] = level[v] + 1;
            queue[tail++] = w;
        }
    }
}

extern "C" void search_vertices(int *level, Neighbours g, int source)
{
    int *queue;
    attempted();
    cudaMalloc(&queue, (size_t)g.vertices * 4);
    search<<<1, 1>>>(level, g, source, queue);
    cudaFree(queue);
}
