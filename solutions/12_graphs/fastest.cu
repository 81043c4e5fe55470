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
// double all that is left in shared memory. The time of a list is that of its longest walks: one of
// middle length gets more splitters, so that the walks of two levels are about equally long. A
// short one, of at most 2^16 elements, fits into the shared memory of each block, where a step
// takes a tenth of the time: one level is enough.

#include "lab.h"
#include <cooperative_groups.h>
#include <math.h>

enum {
    THREADS = 1024,
    PIECE = 256,        // edges
    SMALL = 2048,       // pieces of a wave that block 0 searches,
    SMALL_EDGES = 8192, // and edges
    BATCH = 4,          // edges that a lane looks at, at the same time
    ROUNDS = 2,         // of BATCH on the way up; then a warp looks at the rest of the list
    UP = 64,            // up, if a wave has more than one of UP edges that are left
    ENOUGH = 4096,      // and more than one of ENOUGH vertices
    DOWN = 64           // down again, if a wave has less than one of DOWN vertices
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

struct Wave {
    int pieces, vertices, edges; // edges: those that lead out of its vertices
};

// Pieces: the first edge, and the one behind the last. Those from `room` on are somewhere else.
struct Queue {
    int2 *piece;
    int room;
    int2 *rest;
    __device__ int2 get(int i) const { return i < room ? piece[i] : rest[i]; }
    __device__ void put(int i, int2 p) const { (i < room ? piece : rest)[i] = p; }
};

struct State {
    int *level;
    unsigned *reached, *bits[2]; // a bit per vertex: reached; in the wave and in the next one
    int2 *queue[2];
    Wave *wave; // of wave `depth`: wave[depth % 3]; wave[3]: of block 0 alone
    int *depth; // at which block 0 has left its small waves
    __device__ Queue of(int depth) const { return {queue[depth % 2], 0x7fffffff, NULL}; }
};

// ---- Pieces -------------------------------------------------------------------------------

// The sum over the lanes before this one; *total: over all.
__device__ int scan_warp(int x, int *total)
{
    int lane = threadIdx.x % WARP_SIZE, sum = x;
    for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
        int before = __shfl_up_sync(ALL_LANES, sum, distance);
        sum += lane >= distance ? before : 0;
    }
    *total = __shfl_sync(ALL_LANES, sum, WARP_SIZE - 1);
    return sum - x;
}

// Adds the pieces of N vertices per lane to the queue, those that it has won. All lanes call it.
template <int N>
__device__ void push(Queue queue, Wave *wave, const bool *won, const int *begin, const int *end)
{
    int pieces = 0, vertices = 0, edges = 0, all_pieces, all_vertices, all_edges;
    for (int k = 0; k < N; k++)
        if (won[k]) {
            pieces += (end[k] - begin[k] + PIECE - 1) / PIECE;
            vertices++;
            edges += end[k] - begin[k];
        }
    if (!__any_sync(ALL_LANES, vertices > 0))
        return;
    int place = scan_warp(pieces, &all_pieces), base = 0;
    all_vertices = __reduce_add_sync(ALL_LANES, vertices);
    all_edges = __reduce_add_sync(ALL_LANES, edges);
    if (threadIdx.x % WARP_SIZE == 0) {
        base = atomicAdd(&wave->pieces, all_pieces);
        atomicAdd(&wave->vertices, all_vertices);
        atomicAdd(&wave->edges, all_edges);
    }
    place += __shfl_sync(ALL_LANES, base, 0);
    for (int k = 0; k < N; k++)
        for (int at = begin[k]; won[k] && at < end[k]; at += PIECE)
            queue.put(place++, make_int2(at, min(at + PIECE, end[k])));
}

// So many lanes for a piece that most pieces are one batch.
__device__ int lanes_for(const Wave &wave)
{
    int lanes = 1;
    while (lanes < WARP_SIZE && (long long)lanes * BATCH * wave.pieces < wave.edges)
        lanes *= 2;
    return lanes;
}

// The threads search the pieces of a wave; this is warp `warp` of `warps`. EARLY: the chain of
// loads is what takes long, not their number.
template <bool EARLY>
__device__ void search_pieces(State s, Neighbours g, int depth, const Wave &now, Queue from,
                              Queue to, Wave *next, int warp, int warps)
{
    int lanes = lanes_for(now), lane = threadIdx.x % lanes, groups = WARP_SIZE / lanes;
    for (int base = warp * groups; base < now.pieces; base += warps * groups) {
        int i = base + threadIdx.x % WARP_SIZE / lanes;
        int2 p = i < now.pieces ? from.get(i) : make_int2(0, 0);
        for (int e = p.x + lane; __any_sync(ALL_LANES, e < p.y); e += BATCH * lanes) {
            bool won[BATCH];
            int w[BATCH], begin[BATCH], end[BATCH];
#pragma unroll
            for (int k = 0; k < BATCH; k++) {
                won[k] = e + k * lanes < p.y;
                w[k] = won[k] ? g.neighbour[e + k * lanes] : 0;
            }
#pragma unroll
            for (int k = 0; k < BATCH && !EARLY; k++)
                won[k] = won[k] && !(__ldcg(&s.reached[w[k] / 32]) >> w[k] % 32 & 1);
#pragma unroll
            for (int k = 0; k < BATCH; k++) {
                begin[k] = EARLY ? g.start[w[k]] : 0;
                end[k] = EARLY ? g.start[w[k] + 1] : 0;
                if (won[k])
                    won[k] = !(atomicOr(&s.reached[w[k] / 32], 1u << w[k] % 32) >> w[k] % 32 & 1);
            }
#pragma unroll
            for (int k = 0; k < BATCH; k++)
                if (won[k]) {
                    s.level[w[k]] = depth + 1;
                    begin[k] = EARLY ? begin[k] : g.start[w[k]];
                    end[k] = EARLY ? end[k] : g.start[w[k] + 1];
                }
            push<BATCH>(to, next, won, begin, end);
        }
    }
}

__device__ bool is_small(const Wave &wave)
{
    return wave.pieces > 0 && wave.pieces <= SMALL && wave.edges <= SMALL_EDGES;
}

// Block 0 searches until a wave is not small, or has no piece. Leaves its depth; the queue of that
// wave is in s.queue[depth % 2], and its size in s.wave[3].
__device__ void small_waves(State s, Neighbours g, int depth, Wave now)
{
    __shared__ int2 piece[2][SMALL];
    __shared__ Wave next[2];
    for (int i = threadIdx.x; i < now.pieces; i += THREADS)
        piece[depth % 2][i] = s.queue[depth % 2][i];
    if (threadIdx.x < 2)
        next[threadIdx.x] = Wave();
    __syncthreads();
    while (is_small(now)) {
        int from = depth % 2, to = 1 - from;
        search_pieces<true>(s, g, depth, now, {piece[from], SMALL, NULL},
                            {piece[to], SMALL, s.queue[to]}, &next[to], threadIdx.x / WARP_SIZE,
                            THREADS / WARP_SIZE);
        __syncthreads();
        now = next[to];
        if (threadIdx.x == 0)
            next[from] = Wave();
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
        int w[BATCH];
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            w[k] = g.neighbour[min(e + k, end - 1)];
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            found |= is_set(wave, w[k]);
        e += BATCH;
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
        int v = word * 32 + lane, begin = mine ? g.start[v] : 0, end = mine ? g.start[v + 1] : 0;
        push<1>(s.of(depth), wave, &mine, &begin, &end);
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
        bool mine = threadIdx.x == 0;
        int begin = g.start[source], end = g.start[source + 1];
        push<1>(s.of(0), &s.wave[0], &mine, &begin, &end);
    }
}

__global__ void __launch_bounds__(THREADS) search(State s, Neighbours g, int source)
{
    auto grid = cooperative_groups::this_grid();
    begin_search(s, g, source);
    grid.sync();
    bool up = false;
    int left = g.edges, warp = (blockIdx.x * THREADS + threadIdx.x) / WARP_SIZE;
    for (int depth = 0;; depth++) {
        Wave now = s.wave[depth % 3];
        if (up && now.vertices > 0 && now.vertices < g.vertices / DOWN) {
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
        if (!up && is_small(now)) {
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
        if (!up && now.vertices > g.vertices / ENOUGH && now.edges > left / UP) {
            up = true;
            make_bits(s, g.vertices, depth);
            grid.sync();
        }
        if (blockIdx.x == 0 && threadIdx.x == 0)
            s.wave[(depth + 2) % 3] = Wave();
        if (up)
            wave_up(s, g, depth, &s.wave[(depth + 1) % 3]);
        else
            search_pieces<false>(s, g, depth, now, s.of(depth), s.of(depth + 1),
                                 &s.wave[(depth + 1) % 3], warp, gridDim.x * (THREADS / WARP_SIZE));
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

enum {
    WALKERS = 256,
    FEW = 2048 + 1, // 2^11 splitters and the first element
    GAP_OF_ELEMENTS = 16,
    GAP_OF_SPLITTERS = 8,
    SHORT = 1 << 16,  // elements
    SHORT_BLOCKS = 64 // that walk along a short list
};

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

// The elements whose number is divisible by 2^shift; and the first one, which gets the last number
// if it is none of these.
struct Pieces {
    int shift, first, regular, count;
    Pieces(int n, int first, int shift)
        : shift(shift), first(first), regular(ceil_div(n, 1 << shift)),
          count(regular + (first >> shift << shift != first))
    {
    }
    __device__ int element(int splitter) const
    {
        return splitter < regular ? splitter << shift : first;
    }
    __host__ __device__ int splitter(int i) const // -1: none
    {
        int s = i >> shift;
        return s << shift == i ? s : i == first ? regular : -1;
    }
};

// place[i]: the splitter before element i, and how far it is.
template <typename List>
__global__ void __launch_bounds__(WALKERS) walk(int2 *place, Link *link, List list, Pieces pieces)
{
    cudaGridDependencySynchronize(); // the list is complete
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

// A short list: every block has the whole list in shared memory, where a step takes a tenth of the
// time. 16 bits are enough for the number of an element. `next` is aligned to 16 bytes.
__global__ void __launch_bounds__(THREADS)
    walk_short(int2 *place, Link *link, const int *__restrict__ next, int n, Pieces pieces)
{
    extern __shared__ __align__(16) unsigned short after[]; // n, and up to a whole vector
    const int4 *vectors = (const int4 *)next;
#pragma unroll 8
    for (int i = threadIdx.x; i < n / 4; i += THREADS) {
        int4 x = vectors[i];
        *(ushort4 *)&after[4 * i] = make_ushort4(x.x, x.y, x.z, x.w);
    }
    for (int i = n / 4 * 4 + threadIdx.x; i < n; i += THREADS)
        after[i] = next[i];
    __syncthreads();
    for (int s = threadIdx.x * gridDim.x + blockIdx.x; s < pieces.count; s += gridDim.x * THREADS) {
        int at = pieces.element(s), distance = 0, there = -1;
        for (;;) {
            int to = after[at];
            place[at] = make_int2(s, distance);
            if (to == at)
                break;
            distance++;
            at = to;
            there = pieces.splitter(at);
            if (there >= 0)
                break;
        }
        link[s] = {there, distance};
    }
}

__global__ void __launch_bounds__(WALKERS)
    finish(int *rank, const int2 *place, const int *rank_of_splitter, int n)
{
    int i = blockIdx.x * WALKERS + threadIdx.x;
    cudaGridDependencySynchronize(); // the splitters are ranked
    if (i < n)
        rank[i] = rank_of_splitter[place[i].x] - place[i].y;
}

// One block: pointer doubling.
template <typename List>
__global__ void __launch_bounds__(THREADS) double_few(int *rank, List list, int n)
{
    __shared__ Link link[2][FEW];
    cudaGridDependencySynchronize(); // the list is complete
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

// One of 2^shift elements is a splitter: so many that one block can double them, that two levels
// are enough, or at most one of `most`.
static int shift_of(int n, int most)
{
    int one = ceil_div(n, FEW - 1), two = (int)ceil(sqrt((double)one)), shift = 0;
    int gap = one <= most / 2 ? one : two < most ? two : most;
    while (1 << shift < gap)
        shift++;
    return shift;
}

// Launches a kernel that may begin before the kernel in front of it has ended; the kernel itself
// waits for that kernel's results.
template <typename... Parameters, typename... Arguments>
static void launch_early(void (*kernel)(Parameters...), int blocks, int threads,
                         Arguments... arguments)
{
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.attrs = &early;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

// `space` is large enough for all lists that follow.
template <typename List>
static void rank_list(int *rank, List list, int n, int first, int gap, int blocks, char *space)
{
    if (n <= FEW) {
        launch_early(double_few<List>, 1, THREADS, rank, list, n);
        return;
    }
    Pieces pieces(n, first, shift_of(n, gap));
    size_t bytes = 0;
    int2 *place = (int2 *)(space + take(&bytes, n * sizeof *place));
    Link *link = (Link *)(space + take(&bytes, pieces.count * sizeof *link));
    int *of_splitter = (int *)(space + take(&bytes, pieces.count * sizeof *of_splitter));
    launch_early(walk<List>, min(blocks, ceil_div(pieces.count, WALKERS)), WALKERS, place, link,
                 list, pieces);
    rank_list(of_splitter, Splitters{link}, pieces.count, pieces.splitter(first), GAP_OF_SPLITTERS,
              blocks, space + bytes);
    launch_early(finish, ceil_div(n, WALKERS), WALKERS, rank, (const int2 *)place,
                 (const int *)of_splitter, n);
}

// A list that is walked along in shared memory: the splitters are so few that one block doubles
// them.
static void rank_short(int *rank, const int *next, int n, int first, char *space)
{
    const int bytes = (n + 3) / 4 * 4 * (int)sizeof(unsigned short);
    Pieces pieces(n, first, shift_of(n, 2 * SHORT));
    int2 *place = (int2 *)space;
    Link *link = (Link *)(place + n);
    int *of_splitter = (int *)(link + pieces.count);
    CUDA_CHECK(
        cudaFuncSetAttribute(walk_short, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    walk_short<<<SHORT_BLOCKS, THREADS, bytes>>>(place, link, next, n, pieces);
    launch_early(double_few<Splitters>, 1, THREADS, of_splitter, Splitters{link}, pieces.count);
    launch_early(finish, ceil_div(n, WALKERS), WALKERS, rank, (const int2 *)place,
                 (const int *)of_splitter, n);
}

extern "C" void list_fastest(int *rank, const int *next, int n, int first)
{
    if (n == 0)
        return;
    int device, processors, blocks;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, walk<Elements>, WALKERS, 0));
    // 8 bytes an element, and a splitter in its list, 12 a splitter, of which there are n / 16 +
    // n / 128 + ..., or more of a short list.
    char *space;
    CUDA_CHECK(cudaMallocAsync(&space, (size_t)n * (n < 1 << 20 ? 40 : 11) + (1 << 16), 0));
    if (n > FEW && n <= SHORT)
        rank_short(rank, next, n, first, space);
    else
        rank_list(rank, Elements{next}, n, first, GAP_OF_ELEMENTS, processors * blocks, space);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFreeAsync(space, 0));
}
