// speed.cu - lab 12: ranks of a list, and breadth-first searches, on graphs that are made here:
//
//   kron S x E   a Kronecker graph, as Graph500 defines it: 2^S vertices with scattered numbers,
//                E edges drawn per vertex, in each of S steps into one of four quadrants with the
//                probabilities 0.57, 0.19, 0.19, 0.05. Each edge is there in both directions, once;
//                no vertex is its own neighbour.
//   grid W       W x W vertices, each with the ones beside, above and below it
//
// The rate of a search counts the edges in the list, so both directions, that lead out of the
// vertices that are reached. Sources are vertices that have neighbours, drawn at random.
#include "grader/gpu/race/race.h"
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

enum { BLOCK = 256, SOURCES = 8 };

static __host__ __device__ unsigned long long scatter_bits(unsigned long long x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

// ---- lists ------------------------------------------------------------------------------

typedef void ListRanks(int *rank, const int *next, int n, int first);

static __global__ void make_keys(unsigned *keys, int *numbers, int n, unsigned seed)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    keys[i] = (unsigned)scatter_bits(((unsigned long long)seed << 32) + i + 1);
    numbers[i] = i;
}

static __global__ void make_list(int *next, int *want, const int *order, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    next[order[i]] = order[i + 1 < n ? i + 1 : i];
    want[order[i]] = n - 1 - i;
}

namespace
{
struct List {
    Array<int> next, want;
    int first = 0;
    List(int n, unsigned seed) : next(n), want(n)
    {
        if (n == 0)
            return;
        Array<unsigned> keys(n), sorted(n);
        Array<int> numbers(n), order(n);
        make_keys<<<ceil_div(n, BLOCK), BLOCK>>>(keys.data, numbers.data, n, seed);
        with_space([&](void *space, size_t &bytes, int) {
            return cub::DeviceRadixSort::SortPairs(space, bytes, keys.data, sorted.data,
                                                   numbers.data, order.data, n);
        })(0);
        make_list<<<ceil_div(n, BLOCK), BLOCK>>>(next.data, want.data, order.data, n);
        CUDA_CHECK(cudaMemcpy(&first, order.data, sizeof first, cudaMemcpyDeviceToHost));
    }
};
} // namespace

void race_lists(size_t size)
{
    int n = (int)size;
    std::vector<std::shared_ptr<List>> lists;
    for (int i = 0; i < INPUTS; i++)
        lists.push_back(std::make_shared<List>(n, i + 1));
    Array<int> got(n);
    CUDA_CHECK(cudaMemset(got.data, 0x55, size * sizeof(int)));
    auto is_wrong = [&] { return same_and_spoil(lists[0]->want.data, got.data, size); };
    Race race = {"list ranking", size, 8.0 * n, 1.0 * n, "Gelements/s", {}};
    for (const char *name : {"list_doubling", "list_splitters", "list_walk"})
        if (auto f = race_function<ListRanks>("lab", name); f && (name[5] != 'w' || n <= 1 << 16))
            race.all.push_back({name,
                                [=, &got](int run) {
                                    const List &list = *lists[run % INPUTS];
                                    f(got.data, list.next.data, n, list.first);
                                },
                                is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<ListRanks>(whose, "list_fastest"))
            race.all.push_back({std::string("list_fastest (") + whose + ")",
                                [=, &got](int run) {
                                    const List &list = *lists[run % INPUTS];
                                    f(got.data, list.next.data, n, list.first);
                                },
                                is_wrong});
    race_run(race);
}

// ---- graphs -----------------------------------------------------------------------------

typedef unsigned long long Edge; // from << 32 | to

static const Edge NO_EDGE = ~0ull; // sorts behind all others

// Both directions of each drawn edge; an edge from a vertex to itself is none.
static __global__ void draw_edges(Edge *edges, size_t drawn, int scale, unsigned seed)
{
    size_t stride = (size_t)gridDim.x * BLOCK;
    for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < drawn; i += stride) {
        unsigned from = 0, to = 0, mask = (1u << scale) - 1;
        for (int step = 0; step < scale; step++) {
            unsigned bits = (unsigned)(scatter_bits(((i * 32 + step) << 8) + seed) >> 32);
            double u = bits / 4294967296.0;
            from = from * 2 + (u >= 0.76);
            to = to * 2 + ((u >= 0.57 && u < 0.76) || u >= 0.95);
        }
        // Numbers that do not tell the degree: a product with an odd number is a permutation.
        from = (from * 0x9e3779b1u + seed) & mask;
        to = (to * 0x9e3779b1u + seed) & mask;
        from = ((from ^ from >> (scale / 2 + 1)) * 0x85ebca6bu) & mask;
        to = ((to ^ to >> (scale / 2 + 1)) * 0x85ebca6bu) & mask;
        edges[2 * i] = from == to ? NO_EDGE : (Edge)from << 32 | to;
        edges[2 * i + 1] = from == to ? NO_EDGE : (Edge)to << 32 | from;
    }
}

static __global__ void draw_grid(Edge *edges, int width)
{
    int v = blockIdx.x * BLOCK + threadIdx.x, x = v % width, y = v / width;
    if (v >= width * width)
        return;
    edges[4 * v] = x > 0 ? (Edge)v << 32 | (v - 1) : NO_EDGE;
    edges[4 * v + 1] = x + 1 < width ? (Edge)v << 32 | (v + 1) : NO_EDGE;
    edges[4 * v + 2] = y > 0 ? (Edge)v << 32 | (v - width) : NO_EDGE;
    edges[4 * v + 3] = y + 1 < width ? (Edge)v << 32 | (v + width) : NO_EDGE;
}

// start[v]: the first edge that leads out of v or a later vertex. The edges are sorted.
static __global__ void find_starts(int *start, const Edge *edges, int count, int vertices)
{
    int v = blockIdx.x * BLOCK + threadIdx.x;
    if (v > vertices)
        return;
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (edges[middle] < (Edge)v << 32)
            low = middle + 1;
        else
            high = middle;
    }
    start[v] = low;
}

static __global__ void split_edges(int *from, int *to, const Edge *edges, int count)
{
    int e = blockIdx.x * BLOCK + threadIdx.x;
    if (e >= count)
        return;
    from[e] = (int)(edges[e] >> 32);
    to[e] = (int)edges[e];
}

// One wave of the search that the others are compared with.
static __global__ void plain_wave(int *level, int *changed, const int *from, const int *to,
                                  int count, int depth)
{
    int e = blockIdx.x * BLOCK + threadIdx.x;
    if (e < count && level[from[e]] == depth && level[to[e]] == UNREACHED) {
        level[to[e]] = depth + 1; // several threads may store it: all the same
        *changed = 1;
    }
}

static __global__ void begin_levels(int *level, int vertices, int source)
{
    int v = blockIdx.x * BLOCK + threadIdx.x;
    if (v < vertices)
        level[v] = v == source ? 0 : UNREACHED;
}

namespace
{
struct Graph {
    Neighbours form;
    std::unique_ptr<Array<int>> from, to, start;
    std::vector<int> starts; // on the host

    Graph(int vertices, Array<Edge> &drawn, size_t count) : form{vertices, 0, nullptr, nullptr}
    {
        Array<Edge> sorted(count);
        Array<int> number(1);
        with_space([&](void *space, size_t &bytes, int) {
            return cub::DeviceRadixSort::SortKeys(space, bytes, drawn.data, sorted.data,
                                                  (int64_t)count);
        })(0);
        with_space([&](void *space, size_t &bytes, int) {
            return cub::DeviceSelect::Unique(space, bytes, sorted.data, drawn.data, number.data,
                                             (int64_t)count);
        })(0);
        CUDA_CHECK(cudaMemcpy(&form.edges, number.data, sizeof form.edges, cudaMemcpyDeviceToHost));
        Edge last = 0;
        if (form.edges > 0)
            CUDA_CHECK(cudaMemcpy(&last, drawn.data + form.edges - 1, sizeof last,
                                  cudaMemcpyDeviceToHost));
        form.edges -= last == NO_EDGE;
        from.reset(new Array<int>(form.edges));
        to.reset(new Array<int>(form.edges));
        start.reset(new Array<int>(vertices + 1));
        find_starts<<<ceil_div(vertices + 1, BLOCK), BLOCK>>>(start->data, drawn.data, form.edges,
                                                              vertices);
        if (form.edges > 0)
            split_edges<<<ceil_div(form.edges, BLOCK), BLOCK>>>(from->data, to->data, drawn.data,
                                                                form.edges);
        CUDA_CHECK(cudaGetLastError());
        starts.resize(vertices + 1);
        CUDA_CHECK(cudaMemcpy(starts.data(), start->data, starts.size() * sizeof(int),
                              cudaMemcpyDeviceToHost));
        form.start = start->data;
        form.neighbour = to->data;
    }
};
} // namespace

static std::unique_ptr<Graph> kronecker(int scale, int per_vertex)
{
    size_t drawn = (size_t)per_vertex << scale;
    Array<Edge> edges(2 * drawn);
    draw_edges<<<4096, BLOCK>>>(edges.data, drawn, scale, 7);
    CUDA_CHECK(cudaGetLastError());
    return std::unique_ptr<Graph>(new Graph(1 << scale, edges, 2 * drawn));
}

static std::unique_ptr<Graph> grid_graph(int width)
{
    Array<Edge> edges(4 * (size_t)width * width);
    draw_grid<<<ceil_div(width * width, BLOCK), BLOCK>>>(edges.data, width);
    CUDA_CHECK(cudaGetLastError());
    return std::unique_ptr<Graph>(new Graph(width * width, edges, 4 * (size_t)width * width));
}

// The levels from a source, by plain waves; returns how many edges lead out of what is reached.
static size_t plain_search(int *level, const Graph &g, int source)
{
    Array<int> changed(1);
    Neighbours form = g.form;
    begin_levels<<<ceil_div(form.vertices, BLOCK), BLOCK>>>(level, form.vertices, source);
    for (int depth = 0, go_on = form.edges > 0; go_on; depth++) {
        CUDA_CHECK(cudaMemset(changed.data, 0, sizeof(int)));
        plain_wave<<<ceil_div(form.edges, BLOCK), BLOCK>>>(level, changed.data, g.from->data,
                                                           g.to->data, form.edges, depth);
        CUDA_CHECK(cudaMemcpy(&go_on, changed.data, sizeof(int), cudaMemcpyDeviceToHost));
    }
    std::vector<int> levels(form.vertices);
    CUDA_CHECK(
        cudaMemcpy(levels.data(), level, levels.size() * sizeof(int), cudaMemcpyDeviceToHost));
    size_t edges = 0;
    for (int v = 0; v < form.vertices; v++)
        edges += levels[v] == UNREACHED ? 0 : g.starts[v + 1] - g.starts[v];
    return edges;
}

typedef void SearchEdges(int *level, const int *from, const int *to, int vertices, int edges,
                         int source);
typedef void SearchGraph(int *level, Neighbours g, int source);

// `slow`: names of variants that would take seconds.
static void race_search(const std::string &name, const Graph &g, const std::string &slow)
{
    Neighbours form = g.form;
    std::vector<int> sources;
    for (unsigned i = 0; sources.size() < SOURCES && i < 1000; i++) {
        int v = (int)(scatter_bits(i + 99) % form.vertices);
        if (g.starts[v + 1] > g.starts[v] || form.edges == 0)
            sources.push_back(v);
    }
    if (sources.empty())
        sources.push_back(0);
    Array<int> want(form.vertices), got(form.vertices);
    size_t edges = plain_search(want.data, g, sources[0]);
    CUDA_CHECK(cudaMemset(got.data, 0x55, form.vertices * sizeof(int)));
    auto is_wrong = [&] { return same_and_spoil(want.data, got.data, form.vertices); };
    Race race = {"search " + name, edges, 4.0 * edges, 1.0 * edges, "Gedges/s", {}};
    auto source = [sources](int run) { return sources[run % sources.size()]; };
    for (const char *variant :
         {"search_vertices", "search_queue", "search_warps", "search_switching", "search_rounds"})
        if (auto f = race_function<SearchGraph>("lab", variant);
            f && slow.find(variant) == std::string::npos)
            race.all.push_back(
                {variant, [=, &got](int run) { f(got.data, form, source(run)); }, is_wrong});
    if (auto f = race_function<SearchEdges>("lab", "search_edges"))
        race.all.push_back({"search_edges",
                            [=, &got, &g](int run) {
                                f(got.data, g.from->data, g.to->data, form.vertices, form.edges,
                                  source(run));
                            },
                            is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<SearchGraph>(whose, "search_fastest"))
            race.all.push_back({std::string("search_fastest (") + whose + ")",
                                [=, &got](int run) { f(got.data, form, source(run)); }, is_wrong});
    race_run(race);
}

static void race_kronecker(int scale, int per_vertex)
{
    race_search("kron " + std::to_string(scale) + " x " + std::to_string(per_vertex),
                *kronecker(scale, per_vertex), "");
}

static void race_grid(int width)
{
    race_search("grid " + std::to_string(width), *grid_graph(width), "");
}

void race_searches(bool small)
{
    if (race_checks()) {
        for (int scale : {1, 5, 10, 14, 17})
            for (int per_vertex : {1, 16})
                race_kronecker(scale, per_vertex);
        for (int width : {1, 2, 7, 33, 100})
            race_grid(width);
        return;
    }
    if (small) {
        race_kronecker(14, 16);
        race_grid(64);
        return;
    }
    race_kronecker(20, 16);
    race_kronecker(21, 48);
    race_grid(1024);
}
