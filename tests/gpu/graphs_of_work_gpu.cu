// graphs_of_work_gpu.cu - runs every function of lab 19's solution and prints a hash of the output,
// so that a GPU and the simulator can be compared; then, with the argument `times`, how long
// PageRank and a search take as graphs, and as launches (labs 11 and 12), by the size of the input:
// rows `name,value,unit`, medians, up to LARGEST pages. The times in tests/data are by the host's
// clock; events also have virtual time.
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -rdc=true -lineinfo -Icommon -o build/graphs_of_work_gpu
//   tests/gpu/graphs_of_work_gpu.cu -lcudadevrt build/graphs_of_work_gpu [times [LARGEST]]
//
// ncu ends with no program that has conditional nodes, or graphs that a kernel launches: they come
// last, and with the argument `counted` not at all.
//
// NVCC: -std=c++17 -rdc=true -arch=sm_90
// NCU-ARGS: counted
#include "../solutions/19_graphs_of_work/graphs_of_work.cu"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

// The solutions of the other labs: their functions, but not those of their contracts.
#define rank_step rank_step_of_lab_11
namespace lab11
{
#include "../solutions/11_sparse/sparse.cu"
}
#undef rank_step
namespace lab12
{
#include "../solutions/12_graphs/graphs.cu"
}

#include "gpu.h"

typedef std::vector<int> Ints;
typedef std::vector<unsigned> Words;

template <typename T>
static T *to_device(const std::vector<T> &v)
{
    T *p;
    CUDA_CHECK(cudaMalloc(&p, (v.size() + 1) * sizeof *p));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof *p, cudaMemcpyHostToDevice));
    return p;
}

static Words random_words(int n)
{
    Words w(n);
    state = n;
    for (unsigned &word : w)
        word = next_bits();
    return w;
}

// Runs f(p), where p has these words on the device, and shows the hash of `bytes` bytes at p.
template <typename F>
static void show(const char *what, Words words, size_t bytes, F f)
{
    size_t n = words.size();
    words.resize(std::max(n, bytes / 4));
    unsigned *p = to_device(words);
    f(p);
    std::vector<unsigned char> out(bytes);
    CUDA_CHECK(cudaMemcpy(out.data(), p, bytes, cudaMemcpyDeviceToHost));
    printf("%-8s n=%-6zu %016llx\n", what, n, (unsigned long long)hash_bytes(out.data(), bytes));
    CUDA_CHECK(cudaFree(p));
}

static void show_words(int n)
{
    Words words = random_words(n);
    unsigned *in = to_device(words);
    show("rounds", words, n * 4, [&](unsigned *p) { run_rounds(p, n, 7); });
    show("summary", words, 24, [&](unsigned *p) { run_summary((Wide *)p, in, n, 3); });
    show("batches", words, n * 4, [&](unsigned *p) { run_batches(p, in, n); });
    show("turns", words, n * 4, [&](unsigned *p) { run_turns(p, n, 9); });
    CUDA_CHECK(cudaFree(in));
}

static void show_orders(int n)
{
    Words words = random_words(n);
    Ints kinds(40);
    for (int &kind : kinds)
        kind = next_bits() % ORDER_KINDS;
    int *order = to_device(kinds);
    show("orders", words, n * 4, [&](unsigned *p) { run_orders(p, n, order, (int)kinds.size()); });
    CUDA_CHECK(cudaFree(order));
}

static void show_tasks(int tasks)
{
    Ints before(tasks * TASK_BEFORE, NO_TASK);
    for (int t = 1; t < tasks; t++) { // the tasks before t have larger numbers
        before[TASK_BEFORE * (tasks - 1 - t)] = tasks - t;
        if (t > 4)
            before[TASK_BEFORE * (tasks - 1 - t) + 1] = tasks - t + 4;
    }
    show("tasks", random_words(tasks * TASK_WORDS), tasks * TASK_WORDS * 4,
         [&](unsigned *p) { run_tasks(p, before.data(), tasks, 2); });
}

// Every vertex has edges to the next one and to some others, in both directions.
struct Made {
    LinkGraph links;
    Neighbours neighbours;
    Made(int n, int more)
    {
        std::vector<Ints> of(n);
        Ints start(1), ends, out(n);
        auto both = [&](int a, int b) {
            of[a].push_back(b);
            of[b].push_back(a);
        };
        state = n;
        for (int v = 0; v < n; v++) {
            if (v + 1 < n)
                both(v, v + 1);
            for (int k = 0; k < more; k++)
                both(v, next_bits() % n);
        }
        for (int v = 0; v < n; v++) {
            ends.insert(ends.end(), of[v].begin(), of[v].end());
            start.push_back((int)ends.size());
            out[v] = (int)of[v].size();
        }
        links = {n, (int)ends.size(), to_device(start), to_device(ends), to_device(out)};
        neighbours = {n, links.links, links.start, links.source};
    }
    ~Made()
    {
        CUDA_CHECK(cudaFree((void *)links.start));
        CUDA_CHECK(cudaFree((void *)links.source));
        CUDA_CHECK(cudaFree((void *)links.out));
    }
};

static void show_graph(int n, int more)
{
    Made made(n, more);
    int steps;
    show("search", Words(n), n * 4,
         [&](unsigned *p) { search_graph((int *)p, made.neighbours, n / 3); });
    double *rank = to_device(std::vector<double>(n));
    rank_graph(rank, &steps, made.links, 1e-6); // another order of additions is another hash
    CUDA_CHECK(cudaFree(rank));
    printf("%-8s n=%-6d %d\n", "steps", n, steps);
}

template <typename F>
static void time_it(const char *what, int n, F f)
{
    cudaEvent_t begin, end;
    std::vector<float> ms(11);
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    for (float &one : ms) {
        CUDA_CHECK(cudaDeviceSynchronize());
        CUDA_CHECK(cudaEventRecord(begin));
        f();
        CUDA_CHECK(cudaEventRecord(end));
        CUDA_CHECK(cudaEventSynchronize(end));
        CUDA_CHECK(cudaEventElapsedTime(&one, begin, end));
    }
    std::sort(ms.begin(), ms.end());
    printf("%s_%d,%.1f,us\n", what, n, 1000 * ms[ms.size() / 2]);
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
}

static void show_times(int largest)
{
    for (int n = 1 << 8; n <= largest; n *= 4)
        for (int more : {0, 8}) {
            Made made(n, more);
            double *rank = to_device(std::vector<double>(n));
            int *level = to_device(Ints(n)), steps;
            if (more) { // else it takes n waves
                time_it("rank_graph", n, [&] { rank_graph(rank, &steps, made.links, 1e-6); });
                printf("rank_graph_steps_%d,%d,\n", n, steps);
                time_it("rank_launches", n,
                        [&] { lab11::rank_converge(rank, &steps, made.links, 1e-6); });
                printf("rank_launches_steps_%d,%d,\n", n, steps);
            }
            const char *form = more ? "wide" : "path";
            char name[40];
            for (int by_graph = 1; by_graph >= 0 && (more || n <= 1 << 12); by_graph--) {
                snprintf(name, sizeof name, "search_%s_%s", by_graph ? "graph" : "launches", form);
                time_it(name, n, [&] {
                    if (by_graph)
                        search_graph(level, made.neighbours, 0);
                    else
                        lab12::search_switching(level, made.neighbours, 0);
                });
            }
            CUDA_CHECK(cudaFree(rank));
            CUDA_CHECK(cudaFree(level));
        }
}

int main(int argc, char **argv)
{
    for (int n : {1, 257, 3000})
        show_words(n);
    for (int tasks : {1, 40})
        show_tasks(tasks);
    if (argc > 1 && !strcmp(argv[1], "counted"))
        return 0;
    show_graph(300, 0);
    show_graph(5000, 8);
    for (int n : {1, 257, 3000})
        show_orders(n);
    if (argc > 1 && !strcmp(argv[1], "times"))
        show_times(argc > 2 ? atoi(argv[2]) : 1 << 20);
    return 0;
}
