// speed.cu - lab 19: PageRank and a search as graphs, beside the same kernels as launches, between
// which the host asks whether there is more to do. Every vertex has edges to the next one and, if
// the graph is wide, to eight others, in both directions.
#include "grader/gpu/race/race.h"
#include <math.h>

enum { BLOCK = 256, MORE = 8 };
static const double EPSILON = 1e-6;

typedef void RankGraph(double *rank, int *steps, LinkGraph g, double epsilon);
typedef void SearchGraph(int *level, Neighbours g, int source);

// ---- graphs -----------------------------------------------------------------------------

namespace
{
template <typename T>
struct Copied : Array<T> {
    explicit Copied(const std::vector<T> &v) : Array<T>(v.size())
    {
        CUDA_CHECK(cudaMemcpy(this->data, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
};

struct Network {
    std::unique_ptr<Copied<int>> start, ends, out;
    LinkGraph links;
    Neighbours neighbours;
    Network(int n, int more, unsigned seed)
    {
        std::vector<int> from, degree(n), first(n + 1);
        unsigned long long bits = seed;
        for (int v = 0; v < n; v++)
            for (int k = v + 1 < n ? -1 : 0; k < more; k++) {
                bits = bits * 6364136223846793005ull + 1442695040888963407ull;
                for (int end : {v, k < 0 ? v + 1 : (int)((bits >> 33) % n)}) {
                    from.push_back(end);
                    degree[end]++;
                }
            }
        for (int v = 0; v < n; v++)
            first[v + 1] = first[v] + degree[v];
        std::vector<int> next(first), end(from.size());
        for (size_t i = 0; i < from.size(); i++)
            end[next[from[i]]++] = from[i ^ 1];
        start.reset(new Copied<int>(first));
        ends.reset(new Copied<int>(end));
        out.reset(new Copied<int>(degree));
        links = {n, (int)end.size(), start->data, ends->data, out->data};
        neighbours = {n, links.links, links.start, links.source};
    }
};
} // namespace

static std::vector<std::unique_ptr<Network>> networks(int n, int more)
{
    std::vector<std::unique_ptr<Network>> all;
    for (unsigned seed = 1; seed <= INPUTS; seed++)
        all.emplace_back(new Network(n, more, seed));
    return all;
}

static int blocks_for(size_t n) { return (int)((n + BLOCK - 1) / BLOCK); }

// ---- PageRank by launches ---------------------------------------------------------------

struct RankSums {
    double given, change;
};

static __device__ void add_all(double *sum, double mine)
{
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x % WARP_SIZE == 0 && mine != 0)
        atomicAdd(sum, mine);
}

static __global__ void fill_ranks(double *rank, int pages)
{
    int page = blockIdx.x * BLOCK + threadIdx.x;
    if (page < pages)
        rank[page] = 1.0 / pages;
}

static __global__ void add_dangling(RankSums *s, LinkGraph g, const double *rank)
{
    int page = blockIdx.x * BLOCK + threadIdx.x;
    add_all(&s->given, page < g.pages && g.out[page] == 0 ? rank[page] : 0);
}

static __global__ void pull_ranks(double *next, LinkGraph g, const double *rank, const RankSums *s)
{
    int page = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    if (page >= g.pages)
        return;
    double sum = 0;
    for (int k = g.start[page] + lane; k < g.start[page + 1]; k += WARP_SIZE)
        sum += rank[g.source[k]] / g.out[g.source[k]];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0)
        next[page] = (1 - RANK_DAMPING) / g.pages + RANK_DAMPING * (sum + s->given / g.pages);
}

static __global__ void add_changes(RankSums *s, const double *next, const double *rank, int pages)
{
    int page = blockIdx.x * BLOCK + threadIdx.x;
    add_all(&s->change, page < pages ? fabs(next[page] - rank[page]) : 0);
}

static void rank_launches(double *rank, LinkGraph g)
{
    Array<double> next(g.pages);
    Array<RankSums> s(1);
    int blocks = blocks_for(g.pages), warps = blocks_for((size_t)g.pages * WARP_SIZE);
    RankSums now;
    fill_ranks<<<blocks, BLOCK>>>(rank, g.pages);
    do {
        double *ends[] = {rank, next.data};
        for (int step = 0; step < RANK_PAIR; step++) {
            CUDA_CHECK(cudaMemsetAsync(s.data, 0, sizeof now));
            add_dangling<<<blocks, BLOCK>>>(s.data, g, ends[step % 2]);
            pull_ranks<<<warps, BLOCK>>>(ends[1 - step % 2], g, ends[step % 2], s.data);
        }
        add_changes<<<blocks, BLOCK>>>(s.data, rank, next.data, g.pages);
        CUDA_CHECK(cudaMemcpy(&now, s.data, sizeof now, cudaMemcpyDeviceToHost));
    } while (now.change > EPSILON);
}

static __global__ void differ(int *count, const double *want, const double *got, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && !(fabs(want[i] - got[i]) <= EPSILON / n))
        atomicAdd(count, 1);
}

static std::string same_ranks(const double *want, double *got, int n)
{
    Array<int> count(1);
    int wrong;
    CUDA_CHECK(cudaMemset(count.data, 0, sizeof wrong));
    differ<<<blocks_for(n), BLOCK>>>(count.data, want, got, n);
    CUDA_CHECK(cudaMemcpy(&wrong, count.data, sizeof wrong, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemset(got, 0x55, n * sizeof *got)); // for the next contestant
    return wrong ? std::to_string(wrong) + " of " + std::to_string(n) + " ranks" : "";
}

void race_ranks(int n)
{
    auto all = networks(n, MORE);
    Array<double> want(n), got(n);
    rank_launches(want.data, all[0]->links);
    auto is_wrong = [&] { return same_ranks(want.data, got.data, n); };
    Race race = {"PageRank", (size_t)n, 0, 0, "Mpages/s", {}};
    race.all.push_back({"launches",
                        [&](int run) { rank_launches(got.data, all[run % INPUTS]->links); },
                        is_wrong});
    static const char *const whose[][2] = {
        {"lab", "rank_graph"}, {"yours", "rank_fastest"}, {"fastest", "rank_fastest"}};
    for (auto &w : whose)
        if (auto f = race_function<RankGraph>(w[0], w[1]))
            race.all.push_back({w[1],
                                [=, &all, &got](int run) {
                                    int steps;
                                    f(got.data, &steps, all[run % INPUTS]->links, EPSILON);
                                },
                                is_wrong});
    race_run(race);
}

// ---- a search by launches ---------------------------------------------------------------

static __global__ void begin_search(int *level, int vertices, int source)
{
    int v = blockIdx.x * BLOCK + threadIdx.x;
    if (v < vertices)
        level[v] = v == source ? 0 : UNREACHED;
}

static __device__ void count_all(int *reached, int mine)
{
    mine = __reduce_add_sync(0xffffffff, mine);
    if (threadIdx.x % WARP_SIZE == 0 && mine)
        atomicAdd(reached, mine);
}

static __global__ void wave_down(int *level, int *reached, Neighbours g, int depth)
{
    int v = blockIdx.x * BLOCK + threadIdx.x, mine = 0;
    if (v < g.vertices && ((volatile int *)level)[v] == depth)
        for (int e = g.start[v]; e < g.start[v + 1]; e++) {
            int *other = &level[g.neighbour[e]];
            if (*(volatile int *)other == UNREACHED)
                mine += atomicCAS(other, UNREACHED, depth + 1) == UNREACHED;
        }
    count_all(reached, mine);
}

static __global__ void wave_up(int *level, int *reached, Neighbours g, int depth)
{
    int v = blockIdx.x * BLOCK + threadIdx.x;
    volatile int *now = level;
    bool found = false;
    if (v < g.vertices && now[v] == UNREACHED)
        for (int e = g.start[v]; e < g.start[v + 1] && !found; e++)
            found = now[g.neighbour[e]] == depth;
    if (found)
        now[v] = depth + 1;
    count_all(reached, found);
}

static void search_launches(int *level, Neighbours g, int source)
{
    Array<int> count(1);
    int blocks = blocks_for(g.vertices), reached = 1;
    begin_search<<<blocks, BLOCK>>>(level, g.vertices, source);
    for (int depth = 0; reached > 0; depth++) {
        auto wave = (long long)reached * SEARCH_SHARE >= g.vertices ? wave_up : wave_down;
        CUDA_CHECK(cudaMemsetAsync(count.data, 0, sizeof reached));
        wave<<<blocks, BLOCK>>>(level, count.data, g, depth);
        CUDA_CHECK(cudaMemcpy(&reached, count.data, sizeof reached, cudaMemcpyDeviceToHost));
    }
}

void race_waves(int n, bool wide)
{
    auto all = networks(n, wide ? MORE : 0);
    Array<int> want(n), got(n);
    search_launches(want.data, all[0]->neighbours, 0);
    auto is_wrong = [&] { return same_and_spoil(want.data, got.data, n); };
    Race race = {wide ? "search wide" : "search path", (size_t)n, 0, 0, "Mvertices/s", {}};
    race.all.push_back(
        {"launches", [&](int run) { search_launches(got.data, all[run % INPUTS]->neighbours, 0); },
         is_wrong});
    static const char *const whose[][2] = {
        {"lab", "search_graph"}, {"yours", "search_fastest"}, {"fastest", "search_fastest"}};
    for (auto &w : whose)
        if (auto f = race_function<SearchGraph>(w[0], w[1]))
            race.all.push_back(
                {w[1], [=, &all, &got](int run) { f(got.data, all[run % INPUTS]->neighbours, 0); },
                 is_wrong});
    race_run(race);
}
