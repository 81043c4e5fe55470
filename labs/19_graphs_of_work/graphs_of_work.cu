// Lab 19: Graphs of work
//
// Goal    Work is described once, as a graph, and then launched as a whole; at last without the
//         host.
// Write   TODO 1 to TODO 8: about 150 lines, and 17 to change.
// Try     make run LAB=graphs_of_work      calls and launches of every part
// Grade   make grade LAB=graphs_of_work    or, for one part: PART=1
// Pass    1. rounds: captured once, launched as often as there are rounds; and three predictions
//         2. tasks: nodes and edges by hand, no edge missing and none too many
//         3. a summary: three branches side by side, by events during the capture
//         4. batches: one graph; two of its nodes get other arguments
//         5. PageRank until it no longer changes: a while node
//         6. a search that chooses its direction: an if node within a while node
//         7. a capture that goes wrong in three ways: find them; and eight predictions
//         8. orders: a graph that launches other graphs, and itself
//         and in every part: no race between nodes, no leaks
// Stuck?  make hint LAB=graphs_of_work PART=1      three hints per part, the first says the least

#include "lab.h"
#include <cuda/atomic>

enum { BLOCK = WORK_BLOCK };
const unsigned ALL_LANES = 0xffffffff;

static int blocks_for(int n) { return ceil_div(n, BLOCK); }

__device__ int thread_number() { return blockIdx.x * BLOCK + threadIdx.x; }

template <typename T>
static T *new_words(int count)
{
    T *words;
    CUDA_CHECK(cudaMalloc(&words, count * sizeof *words));
    return words;
}

// A stream that waits for the default stream, and the default stream for it.
static cudaStream_t new_stream()
{
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    return stream;
}

// ---- Part 1: capture -----------------------------------------------------------------------

__global__ void step_words(unsigned *row, int n, unsigned k)
{
    int i = thread_number();
    if (i < n)
        row[i] = 5 * row[i] + k;
}

// A round, given: ROUND_STEPS kernels in a stream.
static void launch_round(unsigned *row, int n, cudaStream_t stream)
{
    for (int k = 0; k < ROUND_STEPS; k++)
        step_words<<<blocks_for(n), BLOCK, 0, stream>>>(row, n, k);
}

void run_rounds(unsigned *row, int n, int rounds)
{
    if (n == 0 || rounds == 0)
        return;
    cudaStream_t stream = new_stream();
    // BEGIN TODO 1 (about 10 lines): capture launch_round() in `stream`; make of the graph one that
    // can be launched, and launch it.
    // END TODO 1
    CUDA_CHECK(cudaStreamDestroy(stream));
}

// ---- Part 2: nodes and edges by hand ---------------------------------------------------------

enum { TASK_MIX = 500, WORD_MIX = 20 };

__device__ unsigned mix(unsigned w, int times)
{
    for (int i = 0; i < times; i++)
        w = (w ^ w >> 7) * 1664525 + 1013904223;
    return w;
}

// The tasks before t; NO_TASK: none.
struct Before {
    int task[TASK_BEFORE];
};

// Task t, given: one block.
__global__ void do_task(unsigned *value, int t, Before before)
{
    int i = threadIdx.x;
    unsigned w = mix(value[t * TASK_WORDS + i], TASK_MIX);
    for (int k = 0; k < TASK_BEFORE; k++)
        if (before.task[k] != NO_TASK)
            w += value[before.task[k] * TASK_WORDS + i];
    value[t * TASK_WORDS + i] = w;
}

// Adds the node of task t, without edges.
static cudaGraphNode_t add_task(cudaGraph_t graph, unsigned *value, int t, Before before)
{
    cudaGraphNode_t node;
    // BEGIN TODO 2a (about 8 lines): a cudaKernelNodeParams for do_task<<<1, TASK_WORDS>>>.
    // END TODO 2a
    return node;
}

void run_tasks(unsigned *value, const int *before, int tasks, int times)
{
    if (tasks == 0 || times == 0)
        return;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t *node = new cudaGraphNode_t[tasks];
    cudaStream_t stream = new_stream();
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    // BEGIN TODO 2b (about 13 lines): a node for each task, then the edges; then launches.
    // END TODO 2b
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaStreamDestroy(stream));
    delete[] node;
}

// ---- Part 3: fork and join ---------------------------------------------------------------------

__global__ void mix_words(unsigned *mixed, const unsigned *in, int n)
{
    int i = thread_number();
    if (i < n)
        mixed[i] = mix(in[i], WORD_MIX);
}

// Three kernels of one block each, given: mixed[0] to mixed[n - 1] become one number.
template <typename Join, typename Take>
__device__ void join_words(unsigned long long *part, const unsigned *mixed, int n, Join join,
                           Take take)
{
    __shared__ unsigned long long s[BLOCK];
    unsigned long long mine = 0;
    for (int i = threadIdx.x; i < n; i += BLOCK)
        mine = join(mine, take(mixed[i]));
    s[threadIdx.x] = mine;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            s[threadIdx.x] = join(s[threadIdx.x], s[threadIdx.x + half]);
    }
    if (threadIdx.x == 0)
        *part = s[0];
}

typedef unsigned long long Wide;
__device__ Wide sum_of(Wide a, Wide b) { return a + b; }
__device__ Wide larger_of(Wide a, Wide b) { return a > b ? a : b; }
__device__ Wide itself(unsigned w) { return w; }
__device__ Wide is_large(unsigned w) { return w >> 31; }

__global__ void take_sum(Wide *part, const unsigned *mixed, int n)
{
    join_words(&part[0], mixed, n, sum_of, itself);
}
__global__ void take_largest(Wide *part, const unsigned *mixed, int n)
{
    join_words(&part[1], mixed, n, larger_of, itself);
}
__global__ void count_large(Wide *part, const unsigned *mixed, int n)
{
    join_words(&part[2], mixed, n, sum_of, is_large);
}
__global__ void add_parts(Wide *result, const Wide *part)
{
    result[threadIdx.x] += part[threadIdx.x];
}

void run_summary(Wide *result, const unsigned *in, int n, int times)
{
    unsigned *mixed = new_words<unsigned>(n + 1);
    Wide *part = new_words<Wide>(3);
    cudaStream_t stream = new_stream(), second = new_stream(), third = new_stream();
    cudaEvent_t forked, joined[2];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
    for (int k = 0; k < 2; k++)
        CUDA_CHECK(cudaEventCreateWithFlags(&joined[k], cudaEventDisableTiming));
    CUDA_CHECK(cudaMemsetAsync(result, 0, 3 * sizeof *result, stream));
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    mix_words<<<blocks_for(n + 1), BLOCK, 0, stream>>>(mixed, in, n);
    // BEGIN TODO 3 (about 11 lines): take_sum, take_largest and count_large, one block each, side
    // by side. The graph has them all if the other streams wait for an event of `stream`, and
    // `stream` for events of theirs.
    // END TODO 3
    add_parts<<<1, 3, 0, stream>>>(result, part);
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int t = 0; t < times; t++)
        CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(graph));
    for (cudaEvent_t event : {forked, joined[0], joined[1]})
        CUDA_CHECK(cudaEventDestroy(event));
    for (cudaStream_t s : {stream, second, third})
        CUDA_CHECK(cudaStreamDestroy(s));
    CUDA_CHECK(cudaFree(mixed));
    CUDA_CHECK(cudaFree(part));
}

// ---- Part 4: update -------------------------------------------------

// The ends of the pipeline, given. A batch that is short is filled up.
__global__ void fetch_batch(unsigned *work, const unsigned *in, int n)
{
    int i = thread_number();
    work[i] = i < n ? in[i] : 0;
}
__global__ void store_batch(unsigned *out, const unsigned *work, int n)
{
    int i = thread_number();
    if (i < n)
        out[i] = work[i];
}

// The middle of the pipeline, given.
static void launch_steps(unsigned *work, cudaStream_t stream)
{
    for (int k = 0; k < BATCH_STEPS; k++)
        step_words<<<BATCH_WORDS / BLOCK, BLOCK, 0, stream>>>(work, BATCH_WORDS, k);
}

// The node that was captured last in this stream, given.
static cudaGraphNode_t last_node(cudaStream_t stream)
{
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t *last;
    size_t count;
    CUDA_CHECK(cudaStreamGetCaptureInfo(stream, &status, NULL, NULL, &last, NULL, &count));
    return count == 1 ? *last : NULL;
}

// Three arguments of a kernel: `to`, `from` and n.
static void set_batch(cudaGraphExec_t exec, cudaGraphNode_t node, void *kernel, void *to,
                      const void *from, int n)
{
    // BEGIN TODO 4a (about 7 lines): as in 2a, but for a node of `exec`.
    // END TODO 4a
}

void run_batches(unsigned *out, const unsigned *in, int n)
{
    if (n == 0)
        return;
    unsigned *work = new_words<unsigned>(BATCH_WORDS);
    cudaStream_t stream = new_stream();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    // BEGIN TODO 4b (about 16 lines): capture the pipeline of a batch once: fetch_batch,
    // launch_steps(), store_batch. Which nodes differ from batch to batch?
    // END TODO 4b
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(work));
}

// ---- Part 5: a while node -------------------------------------------

// PageRank as in lab 11, given. `given` is what the pages without links give to all pages.
struct RankState {
    double given, change;
    int steps;
};

__device__ double add_block(double value)
{
    __shared__ double of_warp[BLOCK / WARP_SIZE];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, value, distance);
    if (threadIdx.x % WARP_SIZE == 0)
        of_warp[threadIdx.x / WARP_SIZE] = value;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int warp = 1; warp < BLOCK / WARP_SIZE; warp++)
            value += of_warp[warp];
    return value;
}

__global__ void fill_ranks(double *rank, int pages)
{
    int page = thread_number();
    if (page < pages)
        rank[page] = 1.0 / pages;
}

__global__ void add_dangling(RankState *s, LinkGraph g, const double *rank)
{
    int page = thread_number();
    double sum = add_block(page < g.pages && g.out[page] == 0 ? rank[page] : 0);
    if (threadIdx.x == 0)
        atomicAdd(&s->given, sum);
}

__global__ void pull_ranks(double *next, LinkGraph g, const double *rank, const RankState *s)
{
    int page = thread_number() / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    if (page >= g.pages)
        return;
    double sum = 0;
    for (int k = g.start[page] + lane; k < g.start[page + 1]; k += WARP_SIZE)
        sum += rank[g.source[k]] / g.out[g.source[k]];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, distance);
    if (lane == 0)
        next[page] = (1 - RANK_DAMPING) / g.pages + RANK_DAMPING * (sum + s->given / g.pages);
}

__global__ void add_changes(RankState *s, const double *next, const double *rank, int pages)
{
    int page = thread_number();
    double sum = add_block(page < pages ? fabs(next[page] - rank[page]) : 0);
    if (threadIdx.x == 0)
        atomicAdd(&s->change, sum);
}

// A step, given: next of rank. And *s gets the change from `rank` to `next`. Both add to words of
// *s that have to be 0 before.
static void launch_step(double *next, LinkGraph g, const double *rank, RankState *s,
                        cudaStream_t stream)
{
    add_dangling<<<blocks_for(g.pages), BLOCK, 0, stream>>>(s, g, rank);
    pull_ranks<<<blocks_for(g.pages * WARP_SIZE), BLOCK, 0, stream>>>(next, g, rank, s);
}
static void launch_change(RankState *s, const double *next, const double *rank, int pages,
                          cudaStream_t stream)
{
    add_changes<<<blocks_for(pages), BLOCK, 0, stream>>>(s, next, rank, pages);
}

// Adds a conditional node behind `after` (NULL: the first node) to `graph`. body[0] to
// body[size - 1] become the graphs that it may execute.
static cudaGraphNode_t add_conditional(cudaGraph_t graph, cudaGraphNode_t after,
                                       cudaGraphConditionalHandle handle,
                                       cudaGraphConditionalNodeType type, cudaGraph_t *body,
                                       int size)
{
    cudaGraphNode_t node;
    // BEGIN TODO 5a (about 9 lines): a cudaGraphNodeParams of the type
    // cudaGraphNodeTypeConditional. CUDA gives the bodies, empty.
    // END TODO 5a
    return node;
}

// After a pair of steps: one thread.
__global__ void ask_for_steps(cudaGraphConditionalHandle more, RankState *s, double epsilon)
{
    // BEGIN TODO 5b (2 lines): count the steps; shall there be more?
    // END TODO 5b
}

void rank_graph(double *rank, int *steps, LinkGraph g, double epsilon)
{
    double *next = new_words<double>(g.pages);
    RankState *s = new_words<RankState>(1);
    cudaStream_t stream = new_stream();
    fill_ranks<<<blocks_for(g.pages), BLOCK, 0, stream>>>(rank, g.pages);
    CUDA_CHECK(cudaMemsetAsync(s, 0, sizeof *s, stream));
    // BEGIN TODO 5c (about 18 lines): a graph of one while node. Its body is captured
    // (cudaStreamBeginCaptureToGraph): a pair of steps, the change of the second one,
    // ask_for_steps(). Who sets the words of *s to 0, and when?
    // END TODO 5c
    CUDA_CHECK(cudaMemcpyAsync(steps, &s->steps, sizeof *steps, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(s));
    CUDA_CHECK(cudaFree(next));
}

// ---- Part 6: an if node within a while node ---------------------------------------------------

// The search of lab 12, given: the wave of level `depth`, in both directions. `reached` counts the
// vertices that the wave reaches.
struct SearchState {
    int depth, reached;
};

// Other threads write levels meanwhile.
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void begin_search(int *level, SearchState *s, int vertices, int source)
{
    int v = thread_number();
    if (v < vertices)
        level[v] = v == source ? 0 : UNREACHED;
    if (v == 0)
        *s = {0, 1};
}

__device__ void count_reached(SearchState *s, int mine)
{
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        mine += __shfl_down_sync(ALL_LANES, mine, distance);
    if (threadIdx.x % WARP_SIZE == 0 && mine)
        atomicAdd(&s->reached, mine);
}

__global__ void wave_down(int *level, SearchState *s, Neighbours g)
{
    int v = thread_number(), mine = 0, depth = s->depth;
    if (v < g.vertices && Word(level[v]).load(cuda::memory_order_relaxed) == depth)
        for (int e = g.start[v]; e < g.start[v + 1]; e++) {
            int *other = &level[g.neighbour[e]];
            if (Word(*other).load(cuda::memory_order_relaxed) == UNREACHED)
                mine += atomicCAS(other, UNREACHED, depth + 1) == UNREACHED;
        }
    count_reached(s, mine);
}

__global__ void wave_up(int *level, SearchState *s, Neighbours g)
{
    int v = thread_number(), depth = s->depth;
    bool found = false;
    if (v < g.vertices && Word(level[v]).load(cuda::memory_order_relaxed) == UNREACHED)
        for (int e = g.start[v]; e < g.start[v + 1] && !found; e++)
            found = Word(level[g.neighbour[e]]).load(cuda::memory_order_relaxed) == depth;
    if (found)
        Word(level[v]).store(depth + 1, cuda::memory_order_relaxed);
    count_reached(s, found);
}

// Before a wave: one thread.
__global__ void choose_way(cudaGraphConditionalHandle up, SearchState *s, int vertices)
{
    // BEGIN TODO 6a (2 lines): up, if the last wave has reached at least one of SEARCH_SHARE
    // vertices; then the next wave is counted.
    // END TODO 6a
}

// After a wave: one thread.
__global__ void ask_for_wave(cudaGraphConditionalHandle more, SearchState *s)
{
    // BEGIN TODO 6b (2 lines)
    // END TODO 6b
}

void search_graph(int *level, Neighbours g, int source)
{
    SearchState *s = new_words<SearchState>(1);
    cudaStream_t stream = new_stream();
    int blocks = blocks_for(g.vertices);
    begin_search<<<blocks, BLOCK, 0, stream>>>(level, s, g.vertices, source);
    // BEGIN TODO 6c (about 30 lines): the body of the while node is choose_way(), an if node with
    // two bodies (the second one is executed if the condition is 0), and ask_for_wave(). Each
    // handle belongs to the graph that has its node.
    // END TODO 6c
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(s));
}

// ---- Part 7: what a capture forbids ---------------------------------

// TODO 7 has the code of somebody who captured a loop as it was. Calls fail; and when none fails
// any more, the second round is wrong.

// BEGIN TODO 7a (6 lines given, to change)
__global__ void turn(unsigned *row, const unsigned *old, int n, int round)
{
    int i = thread_number();
    if (i < n)
        row[i] = old[i] + old[(i + 2LL * round + 1) % n];
}
// END TODO 7a

void run_turns(unsigned *row, int n, int rounds)
{
    if (n == 0 || rounds == 0)
        return;
    cudaStream_t stream = new_stream();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    // BEGIN TODO 7b (11 lines given, to change)
    int round = 0;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    unsigned *old;
    CUDA_CHECK(cudaMalloc(&old, n * sizeof *old));
    CUDA_CHECK(cudaMemcpyAsync(old, row, n * sizeof *row, cudaMemcpyDeviceToDevice, stream));
    turn<<<blocks_for(n), BLOCK, 0, stream>>>(row, old, n, round);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaFree(old));
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (round = 0; round < rounds; round++)
        CUDA_CHECK(cudaGraphLaunch(exec, stream));
    // END TODO 7b
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaStreamDestroy(stream));
}

// ---- Part 8: graphs that kernels launch -----------------------------

// The orders, given: row to row, with room for the row that is there.
__global__ void add_places(unsigned *row, int n)
{
    int i = thread_number();
    if (i < n)
        row[i] += i;
}
__global__ void triple(unsigned *row, int n)
{
    int i = thread_number();
    if (i < n)
        row[i] *= 3;
}
__global__ void reverse(unsigned *row, int n)
{
    int i = thread_number();
    if (i < n / 2) {
        unsigned w = row[i];
        row[i] = row[n - 1 - i];
        row[n - 1 - i] = w;
    }
}

static void launch_order(int kind, unsigned *row, int n, cudaStream_t stream)
{
    void (*kernel)(unsigned *, int) = kind == 0 ? add_places : kind == 1 ? triple : reverse;
    kernel<<<blocks_for(n), BLOCK, 0, stream>>>(row, n);
}

// What the graph of the desk knows.
struct Desk {
    cudaGraphExec_t kind[ORDER_KINDS];
    const int *order;
    int orders, next;
};

// One thread.
__global__ void take_order(Desk *desk)
{
    // BEGIN TODO 8a (about 4 lines): the graph of the next order, and this graph again, both at
    // the end of this graph, in this order (cudaStreamGraphTailLaunch).
    // END TODO 8a
}

// A graph that kernels can launch, of what `launch` launches in a stream.
template <typename Launch>
static cudaGraphExec_t make_launchable(Launch launch, cudaStream_t stream)
{
    cudaGraphExec_t exec;
    // BEGIN TODO 8b (about 7 lines): capture launch(); a flag for the instantiation; upload.
    // END TODO 8b
    return exec;
}

void run_orders(unsigned *row, int n, const int *order, int orders)
{
    if (n == 0 || orders == 0)
        return;
    cudaStream_t stream = new_stream();
    Desk *desk = new_words<Desk>(1);
    Desk fresh = {{}, order, orders, 0};
    // BEGIN TODO 8c (about 9 lines): the graphs of all kinds, then `fresh` into *desk, then one
    // launch by the host. No graph may be destroyed before all have ended.
    // END TODO 8c
    CUDA_CHECK(cudaFree(desk));
    CUDA_CHECK(cudaStreamDestroy(stream));
}
