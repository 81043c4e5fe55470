// Lab 12: Lists and graphs
//
// Goal    Walk along a list and through a graph with thousands of threads, where the next step
//         is known only after the last one.
// Write   TODO 1 to TODO 8, kernels and loops of launches; 145 short lines in all.
// Try     make run LAB=graphs       what each way loads, launches and waits for
// Grade   make grade LAB=graphs     or, for one part: PART=1
// Pass    1. the ranks of a list by pointer doubling: few steps, much work
//         2. the same with splitters: nearly as little work as one thread that walks
//         3. a breadth-first search that looks at every edge in every wave
//         4. one that looks at every vertex in every wave
//         5. one with a queue of the vertices of a wave, built by a scan
//         6. a warp per vertex: short vertices need not wait for a long one
//         7. one that switches direction: whole levels of a wide graph for little work
//         8. a host that looks at the flag once in a while
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=graphs PART=1      three hints per part, the first says the least

#include "lab.h"
#include <cuda/atomic>

enum {
    BLOCK = GRAPH_BLOCK,      // threads per block, in every part
    WARPS = BLOCK / WARP_SIZE // per block
};

const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// The number of this thread in its grid.
__device__ int thread_number() { return blockIdx.x * BLOCK + threadIdx.x; }

static int blocks_for(int threads) { return ceil_div(threads, BLOCK); }

// ---- Given: words that other threads may change in the meantime ------------------------
//
// A plain load of a word that another thread stores at the same time is a race, even if both
// values are good enough. An atomic load and an atomic store are none. They cost nothing more.

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int look(int *word) { return Word(*word).load(cuda::memory_order_relaxed); }

__device__ void put(int *word, int value) { Word(*word).store(value, cuda::memory_order_relaxed); }

// ---- Given: one thread walks along the list, for comparison -----------------------------

__global__ void walk(int *rank, const int *next, int n, int first)
{
    int at = first;
    for (int left = n - 1; left >= 0; left--) {
        rank[at] = left;
        at = next[at];
    }
}

// ---- Part 1: list ranking by pointer doubling -------------------------------------------
//
// Each element knows an element further on, and how many elements away it is. In each step it
// asks that element the same question: then it knows one that is twice as far away.

__global__ void begin_ranks(int *rank, int *far, const int *next, int n)
{
    int i = thread_number();
    // BEGIN TODO 1a (about 4 lines): the element after i is one element away; after the last one
    // there is none.
    // END TODO 1a
}

// One step. All threads read the old arrays and write the new ones.
__global__ void double_ranks(int *new_rank, int *new_far, const int *rank, const int *far, int n)
{
    int i = thread_number();
    // BEGIN TODO 1b (about 5 lines): add the distance that the far element knows.
    // END TODO 1b
}

void list_doubling(int *rank, const int *next, int n, int first)
{
    int *spare, *far[2];
    if (n == 0)
        return;
    size_t bytes = n * sizeof *spare;
    CUDA_CHECK(cudaMallocAsync(&spare, 3 * bytes, 0));
    far[0] = spare + n;
    far[1] = far[0] + n;
    // BEGIN TODO 1c (about 9 lines): after a step the farthest element is twice as far away. How
    // many steps are enough for n elements? At the end the ranks must be in `rank`.
    // END TODO 1c
    CUDA_CHECK(cudaFreeAsync(spare, 0));
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: list ranking with splitters ------------------------------------------------
//
// Every element with a number divisible by GAP is a splitter, and so is the first one of the list.
// Splitter s of the first kind is element s * GAP; splitter `splitters - 1` is element `first`.
// One thread walks from each splitter to the next one: n steps in all, not n log n. Then only the
// splitters, few, are ranked by doubling.

enum { GAP = 64 };

__device__ int element_of(int splitter, int splitters, int first)
{
    return splitter == splitters - 1 ? first : splitter * GAP;
}

// The splitter at element i, or -1. (Element `first` may be divisible by GAP, too.)
__device__ int splitter_at(int i, int splitters, int first)
{
    return i == first ? splitters - 1 : i % GAP == 0 ? i / GAP : -1;
}

// From splitter s on: walker[i] = s, and place[i] = 0, 1, 2 ... for the elements up to the next
// splitter. far[s] is that splitter, and distance[s] the number of elements to it. Behind the last
// piece there is no splitter: far[s] is `splitters`, the end, and distance[s] the number of
// elements after s. The end is its own end: far[splitters] = splitters, and its distance is 0.
__global__ void walk_pieces(int *walker, int *place, int *far, int *distance, const int *next,
                            int splitters, int first)
{
    int s = thread_number();
    // BEGIN TODO 2a (about 18 lines): walk until the next element is a splitter, or there is none.
    // Two have nothing to walk: the end, and a splitter whose element is also `first`.
    // END TODO 2a
}

// One step of doubling, of the splitters and the end.
__global__ void double_distances(int *new_distance, int *new_far, const int *distance,
                                 const int *far, int splitters)
{
    int s = thread_number();
    // BEGIN TODO 2b (about 5 lines): as in part 1.
    // END TODO 2b
}

__global__ void finish_ranks(int *rank, const int *walker, const int *place, const int *distance,
                             int n)
{
    int i = thread_number();
    // BEGIN TODO 2c (about 2 lines): the elements after i, from those after its splitter.
    // END TODO 2c
}

void list_splitters(int *rank, const int *next, int n, int first)
{
    if (n == 0)
        return;
    int splitters = ceil_div(n, GAP) + 1, slots = splitters + 1;
    int *walker, *place, *far[2], *distance[2];
    size_t words = 2 * (size_t)n + 4 * (size_t)slots;
    CUDA_CHECK(cudaMallocAsync(&walker, words * sizeof *walker, 0));
    place = walker + n;
    for (int k = 0; k < 2; k++) {
        far[k] = place + n + 2 * k * slots;
        distance[k] = far[k] + slots;
    }
    // BEGIN TODO 2d (about 9 lines): walk, then double until every splitter knows the end, then
    // finish.
    // END TODO 2d
    CUDA_CHECK(cudaFreeAsync(walker, 0));
    CUDA_CHECK(cudaGetLastError());
}

// ---- Given: the beginning of every search -------------------------------------------------

__global__ void begin_search(int *level, int vertices, int source)
{
    int v = thread_number();
    if (v < vertices)
        level[v] = v == source ? 0 : UNREACHED;
}

static void begin(int *level, int vertices, int source)
{
    begin_search<<<blocks_for(vertices), BLOCK>>>(level, vertices, source);
}

// One word in device memory that the host sets to 0 and asks for: a flag, or a number.
static int *new_flag()
{
    int *flag;
    CUDA_CHECK(cudaMallocAsync(&flag, sizeof *flag, 0));
    return flag;
}

static void clear_flag(int *flag) { CUDA_CHECK(cudaMemsetAsync(flag, 0, sizeof *flag)); }

// Waits for all kernels before it.
static int ask_for(const int *flag)
{
    int value;
    CUDA_CHECK(cudaMemcpy(&value, flag, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

// ---- Part 3: breadth-first search by edges ------------------------------------------------

// Wave `depth`: an edge from a vertex of that level to an unreached one reaches it.
__global__ void wave_of_edges(int *level, int *changed, const int *from, const int *to, int edges,
                              int depth)
{
    int e = thread_number();
    // BEGIN TODO 3a (about 5 lines): one edge per thread. Other threads change levels meanwhile:
    // look() and put().
    // END TODO 3a
}

void search_edges(int *level, const int *from, const int *to, int vertices, int edges, int source)
{
    int *changed = new_flag();
    begin(level, vertices, source);
    // BEGIN TODO 3b (about 7 lines): wave after wave, until one has changed nothing.
    // END TODO 3b
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 4: breadth-first search by vertices ---------------------------------------------

__global__ void wave_of_vertices(int *level, int *changed, Neighbours g, int depth)
{
    int v = thread_number();
    // BEGIN TODO 4a (about 8 lines): a vertex of level `depth` reaches its unreached neighbours.
    // END TODO 4a
}

void search_vertices(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    // BEGIN TODO 4b (about 6 lines): as in part 3.
    // END TODO 4b
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}

// ---- Parts 5 and 6: a queue of the vertices of a wave ---------------------------------------
//
// A wave has its vertices in a queue, so it looks at nothing else. The places in the next queue
// come from a scan: each thread knows how many vertices it has found, and the exclusive sum over
// the block says where its own begin. One atomic per block takes the block's room in the queue.
//
// Who finds a vertex first claims it: finder[w] is the vertex from which w was found, and for each
// w only one thread finds that it was NOBODY.

enum { NOBODY = -1, DONE = -2 };

typedef struct {
    int *level, *finder;
    int *queue[2]; // of wave `depth`: queue[depth % 2]
    int *count;    // how many vertices are in the next queue
} Search;

// The sum over the threads before this one in the block; the last thread has left the sum over
// all in *total. All threads of the block call this.
__device__ int block_scan(int x, int *total)
{
    __shared__ int warp_sum[WARPS];
    int lane = threadIdx.x % WARP_SIZE, warp = threadIdx.x / WARP_SIZE, sum = x;
    for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
        int before = __shfl_up_sync(ALL_LANES, sum, distance);
        sum += lane >= distance ? before : 0;
    }
    if (lane == WARP_SIZE - 1)
        warp_sum[warp] = sum;
    __syncthreads();
    int others = 0;
    for (int k = 0; k < warp; k++)
        others += warp_sum[k];
    if (threadIdx.x == BLOCK - 1)
        *total = others + sum;
    return others + sum - x;
}

// The thread's first place in the next queue, for `found` vertices. All threads of the block.
__device__ int take_places(Search s, int found)
{
    __shared__ int total, base;
    int place = block_scan(found, &total);
    // BEGIN TODO 5a (about 5 lines): one thread takes room for the block; all learn where.
    // END TODO 5a
    return place; // without a solution
}

// Claims w for v: true for the one thread that is the first.
__device__ bool claim(Search s, int w, int v)
{
    // BEGIN TODO 5b (about 2 lines): atomicCAS. To look first saves most of them.
    // END TODO 5b
    return false; // without a solution
}

// Part 5: a thread per vertex of the queue.
__global__ void wave_of_queue(Search s, Neighbours g, int count, int depth)
{
    int i = thread_number();
    int v = i < count ? s.queue[depth % 2][i] : 0;
    int begin = i < count ? g.start[v] : 0, end = i < count ? g.start[v + 1] : 0;
    // BEGIN TODO 5c (about 4 lines): first claim and count; then take the places, as a block.
    // END TODO 5c
    // BEGIN TODO 5d (about 9 lines): put the claimed vertices there, with their level. A vertex
    // that v has claimed may be among its neighbours twice: DONE.
    // END TODO 5d
}

// Part 6: a warp per vertex of the queue.
__global__ void wave_of_warps(Search s, Neighbours g, int count, int depth)
{
    int i = thread_number() / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    int v = i < count ? s.queue[depth % 2][i] : 0;
    int begin = i < count ? g.start[v] : 0, end = i < count ? g.start[v + 1] : 0;
    // BEGIN TODO 6a (about 12 lines): as in part 5, but the lanes of a warp share the neighbours of
    // a vertex. Now two lanes may have the same neighbour: claim() tells only one of them that it
    // is the first, so that lane has to remember which neighbours it has claimed. As finder, take
    // something that no other lane has: the number of the edge.
    // END TODO 6a
}

__global__ void begin_queue(Search s, int vertices, int source)
{
    int v = thread_number();
    if (v < vertices)
        s.finder[v] = v == source ? DONE : NOBODY;
    if (v == 0)
        s.queue[0][0] = source;
}

static Search new_search(int *level, int vertices, int source)
{
    Search s = {level};
    size_t bytes = vertices * sizeof *s.finder;
    CUDA_CHECK(cudaMallocAsync(&s.finder, 3 * bytes, 0));
    s.queue[0] = s.finder + vertices;
    s.queue[1] = s.queue[0] + vertices;
    s.count = new_flag();
    begin(level, vertices, source);
    begin_queue<<<blocks_for(vertices), BLOCK>>>(s, vertices, source);
    return s;
}

static void free_search(Search s)
{
    CUDA_CHECK(cudaFreeAsync(s.count, 0));
    CUDA_CHECK(cudaFreeAsync(s.finder, 0));
    CUDA_CHECK(cudaGetLastError());
}

void search_queue(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    // BEGIN TODO 5e (about 6 lines): as long as there are vertices in the queue.
    // END TODO 5e
    free_search(s);
}

void search_warps(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    // BEGIN TODO 6b (about 6 lines): the same, with a warp for each vertex.
    // END TODO 6b
    free_search(s);
}

// ---- Part 7: both directions ----------------------------------------------------------------
//
// Down: the vertices of the wave look for unreached neighbours. Up: the unreached vertices look for
// a neighbour in the wave, and stop at the first one. Where the wave is most of the graph, up looks
// at few edges.

enum { SHARE = 16 }; // up, if a wave has at least one of SHARE vertices

// Adds the warp's number of reached vertices to *reached. All lanes of the warp call this.
__device__ void count_reached(int *reached, int mine)
{
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        mine += __shfl_down_sync(ALL_LANES, mine, distance);
    if (threadIdx.x % WARP_SIZE == 0 && mine)
        atomicAdd(reached, mine);
}

__global__ void wave_down(int *level, int *reached, Neighbours g, int depth)
{
    int v = thread_number(), mine = 0;
    // BEGIN TODO 7a (about 7 lines): as in part 4, but how many vertices are reached must be
    // counted exactly, so atomicCAS decides who has reached one.
    // END TODO 7a
    count_reached(reached, mine);
}

__global__ void wave_up(int *level, int *reached, Neighbours g, int depth)
{
    int v = thread_number();
    bool found = false;
    // BEGIN TODO 7b (about 5 lines): an unreached vertex needs one neighbour of level `depth`.
    // END TODO 7b
    count_reached(reached, found);
}

void search_switching(int *level, Neighbours g, int source)
{
    int *reached = new_flag(), blocks = blocks_for(g.vertices);
    begin(level, g.vertices, source);
    // BEGIN TODO 7c (about 10 lines): `reached` says how many vertices the last wave has reached;
    // this number decides the direction of the next wave.
    // END TODO 7c
    CUDA_CHECK(cudaFreeAsync(reached, 0));
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 8: the host looks once in a while ---------------------------------------------------

void search_rounds(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    // BEGIN TODO 8 (about 9 lines): your waves of part 4, GRAPH_ROUND of them for each question. A
    // wave that finds nothing does no harm. What must the flag say?
    // END TODO 8
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}

// ---- What the grader calls (see common/labs.h); nothing to do here ----------------------------

void list_walk(int *rank, const int *next, int n, int first)
{
    if (n > 0)
        walk<<<1, 1>>>(rank, next, n, first);
    CUDA_CHECK(cudaGetLastError());
}
