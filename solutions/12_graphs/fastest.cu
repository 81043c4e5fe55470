// Lab 12, the race: a search that never asks the host, and lists ranked by splitters of splitters
//
// The whole search is one launch. All blocks are on the GPU at the same time, so they can wait for
// each other at a barrier of the grid: two microseconds, where a question of the host takes ten.
//
//   1. A small wave is searched by block 0 alone: its queue is in shared memory, its barrier is
//      __syncthreads(). So a long thin graph, with thousands of waves, needs no barrier of the grid
//      until a wave is large.
//   2. A large wave goes down: its queue has pieces of lists of neighbours, of at most PIECE edges
//      each. A vertex with a million neighbours is many pieces, for many warps.
//   3. A wave with a large part of all edges goes up: a warp has the 32 vertices of a word of bits.
//      Which vertices are in the wave, which are reached: these are bits, too, so that the L1 cache
//      has most of them. A vertex without neighbours counts as reached from the beginning.
//
// Going up needs every edge in both directions, as part 7 does.
//
// Lists: part 2 with three changes. A thread whose walk has ended begins the next one, so no lane
// waits for the longest walk of its warp. An element gets its splitter and its place in one store
// of 8 bytes. The splitters are a list, too: they are ranked in the same way, until one block can
// double all that is left in shared memory.

#include "lab.h"
#include <cooperative_groups.h>

enum {
    THREADS = 1024,
    PIECE = 256,  // edges
    SMALL = 2048, // pieces of a wave that block 0 searches
    PROBES = 4,   // neighbours that a thread looks at, at the same time
    ROUNDS = 2    // of PROBES; then a warp looks at the rest of the list
};
const unsigned ALL_LANES = 0xffffffff;

struct Wave {
    int pieces, vertices;
    long long edges; // that lead out of its vertices
};

struct State {
    int *level;
    unsigned *reached, *bits[2]; // a bit per vertex: reached; in the wave and in the next one
    int2 *queue[2];              // first edge, and the one behind the last
    Wave *wave;                  // of wave `depth`: wave[depth % 3]; wave[3]: of block 0 alone
    int *depth;                  // at which block 0 has left its small waves
};

// ---- Pieces -------------------------------------------------------------------------------

// Adds the pieces of the lanes' vertices to the queue; `won`: this lane has one. All lanes call it.
__device__ void push(int2 *queue, Wave *wave, bool won, int begin, int end)
{
    unsigned winners = __ballot_sync(ALL_LANES, won);
    if (!winners)
        return;
    int lane = threadIdx.x % WARP_SIZE, pieces = won ? (end - begin + PIECE - 1) / PIECE : 0;
    int sum = pieces, edges = won ? end - begin : 0;
    for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
        int before = __shfl_up_sync(ALL_LANES, sum, distance);
        sum += lane >= distance ? before : 0;
    }
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        edges += __shfl_xor_sync(ALL_LANES, edges, distance);
    int base = 0;
    if (lane == WARP_SIZE - 1) {
        base = atomicAdd(&wave->pieces, sum);
        atomicAdd(&wave->vertices, __popc(winners));
        atomicAdd((unsigned long long *)&wave->edges, (unsigned long long)edges);
    }
    base = __shfl_sync(ALL_LANES, base, WARP_SIZE - 1) + sum - pieces;
    for (int i = 0; i < pieces; i++)
        queue[base + i] = make_int2(begin + i * PIECE, min(begin + (i + 1) * PIECE, end));
}

// So many lanes for a piece: about as many as a piece has edges.
__device__ int lanes_for(const Wave &wave)
{
    int lanes = 1;
    while (lanes < WARP_SIZE && (long long)lanes * 2 * wave.pieces <= wave.edges)
        lanes *= 2;
    return lanes;
}

// ---- Small waves --------------------------------------------------------------------------

// Block 0 searches until a wave is not small, or has no vertex. Leaves its depth; the queue
// of that wave is in s.queue[depth % 2], and its size in s.wave[3].
__device__ void small_waves(State s, Neighbours g, int depth, Wave now)
{
    __shared__ int2 piece[2][SMALL];
    __shared__ Wave next[2];
    for (int i = threadIdx.x; i < now.pieces; i += THREADS)
        piece[depth % 2][i] = s.queue[depth % 2][i];
    if (threadIdx.x < 2)
        next[threadIdx.x] = Wave();
    __syncthreads();
    while (now.pieces > 0 && now.pieces <= SMALL) {
        int lanes = lanes_for(now), lane = threadIdx.x % lanes, to = (depth + 1) % 2;
        for (int i = threadIdx.x / lanes; i < now.pieces; i += THREADS / lanes) {
            int2 p = piece[depth % 2][i];
            for (int e = p.x + lane; e < p.y; e += lanes) {
                int w = g.neighbour[e];
                unsigned bit = 1u << w % 32;
                int begin = g.start[w], end = g.start[w + 1]; // early: the atomic takes long
                if (atomicOr(&s.reached[w / 32], bit) & bit)
                    continue;
                s.level[w] = depth + 1;
                int pieces = (end - begin + PIECE - 1) / PIECE;
                int place = atomicAdd(&next[to].pieces, pieces);
                atomicAdd(&next[to].vertices, 1);
                atomicAdd((unsigned long long *)&next[to].edges, (unsigned long long)(end - begin));
                for (int k = 0; k < pieces; k++) {
                    int2 q = make_int2(begin + k * PIECE, min(begin + (k + 1) * PIECE, end));
                    if (place + k < SMALL)
                        piece[to][place + k] = q;
                    else
                        s.queue[to][place + k] = q;
                }
            }
        }
        __syncthreads();
        now = next[to];
        if (threadIdx.x == 0)
            next[1 - to] = Wave();
        depth++;
        __syncthreads();
    }
    for (int i = threadIdx.x; i < min(now.pieces, (int)SMALL); i += THREADS)
        s.queue[depth % 2][i] = piece[depth % 2][i];
    if (threadIdx.x == 0) {
        s.wave[3] = now;
        *s.depth = depth;
    }
}

// ---- Large waves --------------------------------------------------------------------------

__device__ void wave_down(State s, Neighbours g, int depth, const Wave &now, Wave *next)
{
    int lanes = lanes_for(now), lane = threadIdx.x % lanes;
    int groups = gridDim.x * (THREADS / lanes), per_warp = WARP_SIZE / lanes;
    int first = (blockIdx.x * THREADS + threadIdx.x) / WARP_SIZE * per_warp;
    for (int base = first; base < now.pieces; base += groups) {
        int i = base + threadIdx.x % WARP_SIZE / lanes;
        int2 p = i < now.pieces ? s.queue[depth % 2][i] : make_int2(0, 0);
        for (int e = p.x + lane; __any_sync(ALL_LANES, e < p.y); e += lanes) {
            bool won = false;
            int w = 0, begin = 0, end = 0;
            if (e < p.y) {
                w = g.neighbour[e];
                unsigned bit = 1u << w % 32;
                if (!(__ldcg(&s.reached[w / 32]) & bit))
                    won = !(atomicOr(&s.reached[w / 32], bit) & bit);
            }
            if (won) {
                s.level[w] = depth + 1;
                begin = g.start[w];
                end = g.start[w + 1];
            }
            push(s.queue[(depth + 1) % 2], next, won, begin, end);
        }
    }
}

__device__ bool is_set(const unsigned *bits, int v) { return bits[v / 32] >> v % 32 & 1; }

// The vertices of a word that have a neighbour in the wave: their bits.
__device__ unsigned look_up(const unsigned *wave, Neighbours g, int word, unsigned reached)
{
    int lane = threadIdx.x % WARP_SIZE, v = word * 32 + lane;
    bool found = false;
    int e = 0, end = 0;
    if (!(reached >> lane & 1)) {
        e = g.start[v];
        end = g.start[v + 1];
    }
    for (int round = 0; round < ROUNDS && e < end && !found; round++) {
        int w[PROBES];
#pragma unroll
        for (int i = 0; i < PROBES; i++)
            w[i] = g.neighbour[min(e + i, end - 1)];
#pragma unroll
        for (int i = 0; i < PROBES; i++)
            found = found || is_set(wave, w[i]);
        e += PROBES;
    }
    unsigned result = __ballot_sync(ALL_LANES, found);
    unsigned rest = __ballot_sync(ALL_LANES, !found && e < end);
    for (; rest; rest &= rest - 1) {
        int owner = __ffs(rest) - 1;
        int stop = __shfl_sync(ALL_LANES, end, owner), any = 0;
        for (int k = __shfl_sync(ALL_LANES, e, owner); k < stop && !any; k += WARP_SIZE)
            any = __any_sync(ALL_LANES, k + lane < stop && is_set(wave, g.neighbour[k + lane]));
        result |= any ? 1u << owner : 0;
    }
    return result;
}

__device__ void wave_up(State s, Neighbours g, int depth, Wave *next)
{
    int lane = threadIdx.x % WARP_SIZE, words = (g.vertices + 31) / 32, vertices = 0;
    const unsigned *wave = s.bits[depth % 2];
    unsigned *bits = s.bits[(depth + 1) % 2];
    for (int word = (blockIdx.x * THREADS + threadIdx.x) / WARP_SIZE; word < words;
         word += gridDim.x * (THREADS / WARP_SIZE)) {
        unsigned reached = s.reached[word], found = 0;
        if (reached != ~0u)
            found = look_up(wave, g, word, reached);
        if (lane == 0) {
            bits[word] = found;
            if (found)
                s.reached[word] = reached | found;
        }
        if (found >> lane & 1)
            s.level[word * 32 + lane] = depth + 1;
        vertices += __popc(found);
    }
    if (lane == 0 && vertices)
        atomicAdd(&next->vertices, vertices);
}

// The bits of a wave, from the levels.
__device__ void make_bits(State s, int vertices, int depth)
{
    for (int v = blockIdx.x * THREADS + threadIdx.x; v < (vertices + 31) / 32 * 32;
         v += gridDim.x * THREADS) {
        unsigned bits = __ballot_sync(ALL_LANES, v < vertices && s.level[v] == depth);
        if (v % 32 == 0)
            s.bits[depth % 2][v / 32] = bits;
    }
}

// The queue of a wave, from its bits.
__device__ void make_queue(State s, Neighbours g, int depth, Wave *wave)
{
    int lane = threadIdx.x % WARP_SIZE;
    for (int word = (blockIdx.x * THREADS + threadIdx.x) / WARP_SIZE; word < (g.vertices + 31) / 32;
         word += gridDim.x * (THREADS / WARP_SIZE)) {
        bool mine = s.bits[depth % 2][word] >> lane & 1;
        int v = word * 32 + lane;
        push(s.queue[depth % 2], wave, mine, mine ? g.start[v] : 0, mine ? g.start[v + 1] : 0);
    }
}

// ---- The search ---------------------------------------------------------------------------

__device__ void begin_search(State s, Neighbours g, int source)
{
    int words = (g.vertices + 31) / 32 * 32;
    for (int v = blockIdx.x * THREADS + threadIdx.x; v < words; v += gridDim.x * THREADS) {
        bool no_edge = v >= g.vertices || g.start[v] == g.start[v + 1];
        unsigned bits = __ballot_sync(ALL_LANES, no_edge || v == source);
        if (v < g.vertices)
            s.level[v] = v == source ? 0 : UNREACHED;
        if (v % 32 == 0)
            s.reached[v / 32] = bits;
    }
    if (blockIdx.x == 0 && threadIdx.x < WARP_SIZE) {
        if (threadIdx.x < 3)
            s.wave[threadIdx.x] = Wave();
        __syncwarp();
        push(s.queue[0], &s.wave[0], threadIdx.x == 0, g.start[source], g.start[source + 1]);
    }
}

__global__ void __launch_bounds__(THREADS) search(State s, Neighbours g, int source)
{
    auto grid = cooperative_groups::this_grid();
    begin_search(s, g, source);
    grid.sync();
    bool up = false;
    long long left = g.edges;
    for (int depth = 0;; depth++) {
        Wave now = s.wave[depth % 3];
        if (up && now.vertices > 0 && now.vertices < g.vertices / 64) {
            up = false;
            Wave *clean = &s.wave[(depth + 1) % 3]; // the queue's sizes, for a moment
            make_queue(s, g, depth, clean);
            grid.sync();
            now = *clean;
            grid.sync();
            if (blockIdx.x == 0 && threadIdx.x == 0) {
                s.wave[depth % 3] = now;
                *clean = Wave();
            }
            grid.sync();
        }
        if (!up && now.pieces > 0 && now.pieces <= SMALL && now.edges <= 8 * SMALL) {
            if (blockIdx.x == 0)
                small_waves(s, g, depth, now);
            grid.sync();
            depth = *s.depth;
            now = s.wave[3];
            if (now.vertices > 0) {
                if (blockIdx.x == 0 && threadIdx.x == 0)
                    s.wave[(depth + 1) % 3] = Wave();
                grid.sync();
            }
        }
        if (now.vertices == 0)
            return;
        left -= now.edges;
        if (!up && now.vertices > g.vertices / 4096 && now.edges > left / 16) {
            up = true;
            make_bits(s, g.vertices, depth);
            grid.sync();
        }
        if (blockIdx.x == 0 && threadIdx.x == 0)
            s.wave[(depth + 2) % 3] = Wave();
        if (up)
            wave_up(s, g, depth, &s.wave[(depth + 1) % 3]);
        else
            wave_down(s, g, depth, now, &s.wave[(depth + 1) % 3]);
        grid.sync();
    }
}

static size_t take(size_t *bytes, size_t more)
{
    size_t at = *bytes;
    *bytes += (more + 255) / 256 * 256;
    return at;
}

// Every edge must be there in both directions.
extern "C" void search_fastest(int *level, Neighbours g, int source)
{
    int device, processors, blocks;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, search, THREADS, 0));
    size_t bytes = 0, words = (g.vertices + 31) / 32 * sizeof(unsigned);
    size_t pieces = ((size_t)g.vertices + g.edges / PIECE) * sizeof(int2);
    size_t reached = take(&bytes, words), bits0 = take(&bytes, words), bits1 = take(&bytes, words);
    size_t queue0 = take(&bytes, pieces), queue1 = take(&bytes, pieces);
    size_t wave = take(&bytes, 4 * sizeof(Wave)), depth = take(&bytes, sizeof(int));
    char *space;
    CUDA_CHECK(cudaMallocAsync(&space, bytes, 0));
    State s = {level,
               (unsigned *)(space + reached),
               {(unsigned *)(space + bits0), (unsigned *)(space + bits1)},
               {(int2 *)(space + queue0), (int2 *)(space + queue1)},
               (Wave *)(space + wave),
               (int *)(space + depth)};
    void *arguments[] = {&s, &g, &source};
    CUDA_CHECK(cudaLaunchCooperativeKernel((const void *)search, dim3(processors * blocks),
                                           dim3(THREADS), arguments));
    CUDA_CHECK(cudaFreeAsync(space, 0));
}

// ---- Lists --------------------------------------------------------------------------------

enum { WALKERS = 256, FEW = 2048, GAP_OF_ELEMENTS = 16, GAP_OF_SPLITTERS = 8 };

// What an element knows: the next one, or -1 behind the last one, and how far that is.
struct Link {
    int next, distance;
};

struct Elements { // of the list itself
    const int *next;
    __device__ Link operator[](int i) const
    {
        int after = next[i];
        return after == i ? Link{-1, 0} : Link{after, 1};
    }
};

struct Splitters { // of the list below
    const Link *link;
    __device__ Link operator[](int i) const
    {
        int2 both = *(const int2 *)&link[i];
        return {both.x, both.y};
    }
};

// The elements whose number is divisible by the gap; and the first one, which gets the last number if
// it is none of these.
struct Pieces {
    int gap, first, regular, count;
    Pieces(int n, int first, int gap)
        : gap(gap), first(first), regular(ceil_div(n, gap)), count(regular + (first % gap != 0))
    {
    }
    __device__ int element(int splitter) const
    {
        return splitter < regular ? splitter * gap : first;
    }
    __host__ __device__ int splitter(int i) const // -1: none
    {
        return i % gap == 0 ? i / gap : i == first ? regular : -1;
    }
};

// place[i]: the splitter before element i, and how far it is.
template <typename List>
__global__ void __launch_bounds__(WALKERS) walk(int2 *place, Link *link, List list, Pieces pieces)
{
    int s = blockIdx.x * WALKERS + threadIdx.x;
    if (s >= pieces.count)
        return;
    int at = pieces.element(s), distance = 0;
    for (;;) {
        Link l = list[at];
        place[at] = make_int2(s, distance);
        distance += l.distance;
        int there = l.next < 0 ? -1 : pieces.splitter(l.next);
        at = l.next;
        if (l.next >= 0 && there < 0)
            continue;
        link[s] = {there, distance};
        s += gridDim.x * WALKERS;
        if (s >= pieces.count)
            return;
        at = pieces.element(s);
        distance = 0;
    }
}

__global__ void __launch_bounds__(WALKERS)
    finish(int *rank, const int2 *place, const int *rank_of_splitter, int n)
{
    int i = blockIdx.x * WALKERS + threadIdx.x;
    if (i < n)
        rank[i] = rank_of_splitter[place[i].x] - place[i].y;
}

// One block: pointer doubling.
template <typename List>
__global__ void __launch_bounds__(THREADS) double_few(int *rank, List list, int n)
{
    __shared__ Link link[2][FEW];
    for (int i = threadIdx.x; i < n; i += THREADS)
        link[0][i] = list[i];
    int from = 0;
    for (int distance = 1; distance < n; distance *= 2, from = 1 - from) {
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += THREADS) {
            Link l = link[from][i];
            if (l.next >= 0) {
                Link far = link[from][l.next];
                l = {far.next, l.distance + far.distance};
            }
            link[1 - from][i] = l;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += THREADS)
        rank[i] = link[from][i].distance;
}

// `space` is large enough for all lists that follow.
template <typename List>
static void rank_list(int *rank, List list, int n, int first, int gap, int blocks, char *space)
{
    if (n <= FEW) {
        double_few<<<1, THREADS>>>(rank, list, n);
        return;
    }
    Pieces pieces(n, first, gap);
    size_t bytes = 0;
    int2 *place = (int2 *)(space + take(&bytes, n * sizeof *place));
    Link *link = (Link *)(space + take(&bytes, pieces.count * sizeof *link));
    int *of_splitter = (int *)(space + take(&bytes, pieces.count * sizeof *of_splitter));
    walk<<<min(blocks, ceil_div(pieces.count, WALKERS)), WALKERS>>>(place, link, list, pieces);
    rank_list(of_splitter, Splitters{link}, pieces.count, pieces.splitter(first), GAP_OF_SPLITTERS,
              blocks, space + bytes);
    finish<<<ceil_div(n, WALKERS), WALKERS>>>(rank, place, of_splitter, n);
}

extern "C" void list_fastest(int *rank, const int *next, int n, int first)
{
    if (n == 0)
        return;
    int device, processors, blocks;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, walk<Elements>, WALKERS, 0));
    char *space; // 8 bytes an element, 20 a splitter, of which there are n / 16 + n / 128 + ...
    CUDA_CHECK(cudaMallocAsync(&space, (size_t)n * 11 + (1 << 16), 0));
    rank_list(rank, Elements{next}, n, first, GAP_OF_ELEMENTS, processors * blocks, space);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFreeAsync(space, 0));
}
