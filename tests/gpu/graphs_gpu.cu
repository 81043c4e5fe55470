// graphs_gpu.cu - runs every function of lab 12's solution and prints a hash of the output, so that
// a GPU and the simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/graphs_gpu tests/gpu/graphs_gpu.cu
//   build/graphs_gpu
//
// Which thread finds a vertex first differs from run to run; the levels do not.
#include "../solutions/12_graphs/graphs.cu"

#include <vector>

#include "gpu.h"

typedef std::vector<int> Ints;

static int *to_device(const Ints &v)
{
    int *p;
    CUDA_CHECK(cudaMalloc(&p, (v.size() + 1) * sizeof *p));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof *p, cudaMemcpyHostToDevice));
    return p;
}

// Calls f with n words of device memory, and prints the hash of these.
template <typename F>
static void show(const char *what, const char *input, int n, F f)
{
    Ints out(n);
    int *p;
    CUDA_CHECK(cudaMalloc(&p, n * sizeof *p));
    CUDA_CHECK(cudaMemset(p, 0x55, n * sizeof *p));
    f(p);
    CUDA_CHECK(cudaMemcpy(out.data(), p, n * sizeof *p, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(p));
    printf("%-10s %-8s %016llx\n", what, input,
           (unsigned long long)hash_bytes(out.data(), n * sizeof *p));
}

// ---- lists --------------------------------------------------------------------------------

// The elements of a list in the order of the list, all of them once.
static Ints shuffled(int n)
{
    Ints order(n);
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--)
        std::swap(order[i], order[next_bits() % (unsigned)(i + 1)]);
    return order;
}

static void run_list(int n)
{
    char name[16];
    snprintf(name, sizeof name, "n=%d", n);
    state = n;
    Ints order = shuffled(n), next(n);
    for (int i = 0; i < n; i++)
        next[order[i]] = order[i + 1 < n ? i + 1 : i];
    int *d_next = to_device(next);
    show("walk", name, n, [&](int *rank) { list_walk(rank, d_next, n, order[0]); });
    show("doubling", name, n, [&](int *rank) { list_doubling(rank, d_next, n, order[0]); });
    show("splitters", name, n, [&](int *rank) { list_splitters(rank, d_next, n, order[0]); });
    CUDA_CHECK(cudaFree(d_next));
}

// ---- graphs -------------------------------------------------------------------------------

struct Edges {
    int vertices;
    Ints from, to;
    // An edge in both directions.
    void add(int a, int b)
    {
        from.push_back(a);
        to.push_back(b);
        from.push_back(b);
        to.push_back(a);
    }
};

static Edges grid(int width, int height)
{
    Edges g = {width * height, {}, {}};
    for (int v = 0; v < g.vertices; v++) {
        if (v % width + 1 < width)
            g.add(v, v + 1);
        if (v / width + 1 < height)
            g.add(v, v + width);
    }
    return g;
}

static Edges random_graph(int vertices, int edges)
{
    Edges g = {vertices, {}, {}};
    for (int e = 0; e < edges; e++) {
        int a = (int)(next_bits() % (unsigned)vertices);
        g.add(a, (int)(next_bits() % (unsigned)vertices));
    }
    return g;
}

static Edges star(int vertices)
{
    Edges g = {vertices, {}, {}};
    for (int v = 1; v < vertices; v++)
        g.add(0, v);
    return g;
}

static void run_searches(const char *name, const Edges &g, int source)
{
    int edges = (int)g.from.size();
    Ints start(g.vertices + 1), neighbour(edges), at;
    for (int from : g.from)
        start[from + 1]++;
    for (int v = 0; v < g.vertices; v++)
        start[v + 1] += start[v];
    at = start;
    for (int e = 0; e < edges; e++)
        neighbour[at[g.from[e]]++] = g.to[e];
    int *from = to_device(g.from), *to = to_device(g.to), *d_start = to_device(start),
        *d_neighbour = to_device(neighbour);
    Neighbours n = {g.vertices, edges, d_start, d_neighbour};
    show("edges", name, g.vertices,
         [&](int *level) { search_edges(level, from, to, g.vertices, edges, source); });
    auto search = [&](const char *what, void (*f)(int *, Neighbours, int)) {
        show(what, name, g.vertices, [&](int *level) { f(level, n, source); });
    };
    search("vertices", search_vertices);
    search("queue", search_queue);
    search("warps", search_warps);
    search("switching", search_switching);
    search("rounds", search_rounds);
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
    CUDA_CHECK(cudaFree(d_start));
    CUDA_CHECK(cudaFree(d_neighbour));
}

int main()
{
    for (int n : {33, 4097})
        run_list(n);
    state = 12;
    run_searches("grid", grid(4, 3), 5);
    run_searches("random", random_graph(1500, 6000), 1);
    run_searches("wide", random_graph(2000, 32000), 7);
    run_searches("star", star(2500), 3);
    return 0;
}
