// Lab 18: The memory model
//
// Goal    Blocks, and the host, hand words to each other while they run: with as much order as
//         the work needs, and no more.
// Write   TODO 1 to TODO 8: 54 lines in all.
// Try     make run LAB=memory_model      fences and atomics of every part
// Grade   make grade LAB=memory_model    or, for one part: PART=1
// Pass    1. a message: what the reader finds has been written before; and eight predictions
//         2. two blocks, of which at least one sees the other: a fence of the strongest kind
//         3. a lock that serves in the order in which blocks came
//         4. a record that readers never see half written, without a lock
//         5. a ring between the host and a kernel
//         6. a queue of work that nobody knows the end of
//         7. a scope that is too narrow: find it
//         8. fences that nobody needs: take them out
//         and in every part: no race, no access out of bounds
// Stuck?  make hint LAB=memory_model PART=1      three hints per part, the first says the least

#include "lab.h"
#include <climits>
#include <cuda/atomic>

enum {
    BLOCK = MODEL_BLOCK, // threads per block, in every part
    ROW = MODEL_ROW,     // words of a record
    RING = MODEL_RING    // places of the ring
};

// A word that blocks of the device share: the only way to it, in all parts, is one of these.
template <typename T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;
// A word that the host and the device share.
template <typename T>
using Everywhere = cuda::atomic_ref<T, cuda::thread_scope_system>;

using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;

// Device memory of `count` elements, all 0.
template <typename T>
static T *zeros(int count)
{
    T *words;
    CUDA_CHECK(cudaMalloc(&words, (count + 1) * sizeof *words));
    CUDA_CHECK(cudaMemset(words, 0, (count + 1) * sizeof *words));
    return words;
}

// ---- Part 1: a message -----------------------------------------------------------------
//
// Block 2k writes a message into box k, then sets flag k. Block 2k + 1 waits for the flag, then
// reads the box. All threads of a block write, and read, one word each.

__device__ void send(int *box, int word, int *flag)
{
    // BEGIN TODO 1a (about 4 lines): every thread stores its word in box[threadIdx.x]. When all of
    // them have, thread 0 sets the flag to 1, so that whoever sees the 1 also sees the words.
    // END TODO 1a
}

__device__ int receive(const int *box, int *flag)
{
    int word = 0;
    // BEGIN TODO 1b (about 5 lines): thread 0 waits until the flag is 1; no thread reads the box
    // before that. `word` is this thread's word.
    // END TODO 1b
    return word;
}

__global__ void post(int *out, const int *in, int *boxes, int *flags)
{
    int k = blockIdx.x / 2, i = k * BLOCK + threadIdx.x;
    if (blockIdx.x % 2 == 0)
        send(boxes + k * BLOCK, in[i], flags + k);
    else
        out[i] = receive(boxes + k * BLOCK, flags + k);
}

// ---- Part 2: at least one sees the other -------------------------------------------------
//
// Each of two blocks adds up its half, stores the sum, says so, and looks whether the other one has
// said so, too. A block that sees it adds both sums. Both may do so, but it must never happen
// that neither does. (A counter and atomicAdd would say who is last; this part asks for plain
// loads and stores of the flags.)

__device__ int block_sum(int value) // the sum of the block's values, for thread 0
{
    __shared__ int sum;
    __syncthreads();
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, value);
    __syncthreads();
    return sum;
}

// Thread 0 of a block has the sum of its half. `self` is 0 or 1: halves[self] and said[self] are
// this block's.
__device__ void meet(int *out, int *halves, int *said, int self, int sum)
{
    // BEGIN TODO 2 (about 6 lines): store the sum, say so, look at the other's flag. If the other
    // has said so, *out becomes the total; the store there is atomic, since both may do it.
    // END TODO 2
}

__global__ void meetings(int *out, const int *in, int *halves, int *said)
{
    int k = blockIdx.x / 2, self = blockIdx.x % 2;
    int sum = block_sum(in[blockIdx.x * BLOCK + threadIdx.x]);
    if (threadIdx.x == 0)
        meet(out + k, halves + 2 * k, said + 2 * k, self, sum);
}

// ---- Part 3: a lock that is fair -----------------------------------------------------------
//
// As at a counter: whoever comes takes a ticket, and waits until its number is called. Lab 03's
// lock serves anyone; this one serves in the order of the tickets.

struct TicketLock {
    int next;    // the ticket that is taken next
    int serving; // the ticket that has the lock
};

// Takes a ticket, waits for its turn, and returns the ticket.
__device__ int acquire_turn(TicketLock *lock)
{
    int ticket = 0;
    // BEGIN TODO 3a (about 3 lines): one atomic takes the ticket. The wait only loads.
    // END TODO 3a
    return ticket;
}

__device__ void release_turn(TicketLock *lock, int ticket)
{
    // BEGIN TODO 3b (1 line): the next ticket's turn. Nobody else writes `serving` now.
    // END TODO 3b
}

__global__ void served(int *log, long long *record, const int *in, int n, TicketLock *lock)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    __shared__ int most;
    if (threadIdx.x == 0)
        most = INT_MIN;
    int sum = block_sum(i < n ? in[i] : 0);
    if (i < n)
        atomicMax(&most, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        int ticket = acquire_turn(lock);
        log[record[0]] = ticket;
        record[0] += 1;
        record[1] += sum;
        record[2] = most > record[2] ? most : record[2];
        release_turn(lock, ticket);
    }
}

// ---- Part 4: a record without a lock ---------------------------------------------------------
//
// One writer, many readers, who must not keep the writer waiting. A version is odd while the
// writer changes the words. A reader who finds the same even version before and after has read one
// row; else it reads again. (This is a seqlock.)

struct Record {
    int version; // 2r: row r - 1 is there; odd: the words are being changed
    int word[ROW];
};

// Writes a row. Only one thread ever writes.
__device__ void write_row(Record *record, const int *row)
{
    // BEGIN TODO 4a (about 6 lines): an odd version, the words, the next even version. No reader
    // may see a new word without seeing the odd version, nor the even one without the words.
    // END TODO 4a
}

// Reads a row, and returns its version: even.
__device__ int read_row(Record *record, int *row)
{
    // BEGIN TODO 4b (about 8 lines): the version, the words, the version again, until it fits.
    // END TODO 4b
    return -1;
}

__global__ void writer_and_readers(int *last, int *mixed, const int *in, int rows, Record *record)
{
    if (threadIdx.x > 0)
        return;
    int r = (int)blockIdx.x - 1, row[ROW] = {}, version = 0, wrong = 0;
    if (r < 0) {
        for (int k = 0; k < rows; k++)
            write_row(record, in + k * ROW);
        return;
    }
    while (version >= 0 && version < 2 * rows) {
        version = read_row(record, row);
        for (int j = 0; j < ROW && version > 0; j++)
            wrong += version % 2 || row[j] != in[(version / 2 - 1) * ROW + j];
    }
    mixed[r] = wrong;
    for (int j = 0; j < ROW; j++)
        last[r * ROW + j] = row[j];
}

// ---- Part 5: a ring between the host and a kernel ----------------------------------------------
//
// The host produces, a kernel that is running consumes. `head` is how many numbers the host has put
// in, `tail` how many the kernel has taken out. Each of the two has one writer. Number i is in
// place i % RING.

struct Ring {
    int head, tail, place[RING];
};

// The host: waits for room, and puts number i in.
static void put(Ring *ring, int i, int number)
{
    // BEGIN TODO 5a (about 4 lines): there is room while i - tail < RING.
    // END TODO 5a
}

// The kernel: waits for number i, and takes it out.
__device__ int take(Ring *ring, int i)
{
    int number = 0;
    // BEGIN TODO 5b (about 4 lines): the place may be used again once `tail` says so.
    // END TODO 5b
    return number;
}

__global__ void consume(int *out, Ring *ring, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        out[i] = sum += take(ring, i);
}

// ---- Part 6: a queue of work --------------------------------------------------------------------
//
// A node that is taken out of the queue puts its children in. The queue has a place for every node,
// so nothing is ever reused. How many nodes will come, nobody knows. When is it over? When no node
// is waiting, and none is being worked on: as long as one is, new ones may come. `open` counts the
// nodes that were put in and are not done.

struct Queue {
    int taken;  // places that have been given to takers
    int filled; // places that have been given to nodes
    int open;   // nodes put in, and not done yet
    int *place; // node + 1; 0: nothing yet
};

__device__ void put_node(Queue *queue, int node)
{
    // BEGIN TODO 6a (about 3 lines): count the node as open, take a place, fill it.
    // END TODO 6a
}

// The node in a place that is this thread's own, or -1 if no node will ever come: all are done.
__device__ int take_node(Queue *queue, int n)
{
    // BEGIN TODO 6b (about 9 lines): a place of my own; then wait until there is a node, or until
    // no node is open. Places beyond n do not exist.
    // END TODO 6b
    return -1;
}

__device__ void node_done(Queue *queue)
{
    // BEGIN TODO 6c (1 line): after its children have been put in.
    // END TODO 6c
}

__global__ void start_roots(int *depth, Queue *queue, int n, int roots)
{
    for (int v = 0; v < n; v++)
        depth[v] = v < roots ? 0 : -1;
    for (int v = 0; v < roots; v++)
        put_node(queue, v);
}

__global__ void work(int *depth, const int *first, const int *child, int n, Queue *queue)
{
    if (threadIdx.x > 0)
        return;
    for (int v; (v = take_node(queue, n)) >= 0; node_done(queue))
        for (int e = first[v]; e < first[v + 1]; e++) {
            depth[child[e]] = depth[v] + 1;
            put_node(queue, child[e]);
        }
}

// ---- Part 7: a scope that is too narrow ---------------------------------------------------------
//
// Every block keeps its words in shared memory, and shows the first and the last one to its
// neighbours, in a new place for each step. done[b] is how many steps block b has shown.

__global__ void steps_of_row(unsigned *row, unsigned *edges, int *done, int steps)
{
    __shared__ unsigned s[BLOCK + 2];
    int t = threadIdx.x, b = blockIdx.x, blocks = gridDim.x;
    unsigned mine = row[b * BLOCK + t];
    for (int step = 0; step < steps; step++) {
        s[t + 1] = mine;
        unsigned *edge = edges + (size_t)step * 2 * blocks;
        // BEGIN TODO 7 (17 lines given, 1 of them to change): which scope is too narrow?
        if (t == 0)
            edge[2 * b] = mine;
        if (t == BLOCK - 1)
            edge[2 * b + 1] = mine;
        __syncthreads();
        if (t == 0) {
            cuda::atomic_ref<int, cuda::thread_scope_block> here(done[b]);
            here.store(step + 1, memory_order_release);
        }
        if (t < 2) {
            int other = t == 0 ? b - 1 : b + 1;
            bool there = other >= 0 && other < blocks;
            if (there) {
                cuda::atomic_ref<int, cuda::thread_scope_device> shown(done[other]);
                while (shown.load(memory_order_acquire) <= step)
                    ;
            }
            s[t == 0 ? 0 : BLOCK + 1] = there ? edge[2 * other + (t == 0)] : 0;
        }
        // END TODO 7
        __syncthreads();
        mine = s[t] + s[t + 1] + s[t + 2];
        __syncthreads();
    }
    row[b * BLOCK + t] = mine;
}

// ---- Part 8: fences that nobody needs -----------------------------------------------------------
//
// A scan in one launch: every block waits for the sum of all blocks before it. What is given has a
// fence wherever somebody was afraid, and none where the work needs an order.

__device__ void hand_on(int *sums, int *ready, int b, int sum)
{
    // BEGIN TODO 8a (2 lines given, and 2 fences): thread 0 of block b.
    __threadfence();
    sums[b] = sum;
    Shared<int>(ready[b]).store(1, memory_order_relaxed);
    __threadfence();
    // END TODO 8a
}

__device__ int sum_before(int *sums, int *ready, int b)
{
    // BEGIN TODO 8b (4 lines given, and 2 fences): thread 0 of block b.
    if (b == 0)
        return 0;
    __threadfence();
    while (Shared<int>(ready[b - 1]).load(memory_order_relaxed) == 0)
        __threadfence();
    return sums[b - 1];
    // END TODO 8b
}

__global__ void chain(int *out, const int *in, int n, int *sums, int *ready)
{
    __shared__ int s[BLOCK], before;
    int t = threadIdx.x, b = blockIdx.x, i = b * BLOCK + t;
    // BEGIN TODO 8c (15 lines given, and 4 fences): a scan of the block, then the sum before.
    s[t] = i < n ? in[i] : 0;
    __threadfence_block();
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __threadfence_block();
        __syncthreads();
    }
    if (t == 0) {
        before = sum_before(sums, ready, b);
        hand_on(sums, ready, b, before + s[BLOCK - 1]);
    }
    __threadfence();
    __syncthreads();
    if (i < n)
        out[i] = before + s[t];
    __threadfence();
    // END TODO 8c
}

// ---- What the grader calls (see common/labs.h); nothing to do here ------------------------------

void pass_messages(int *out, const int *in, int messages)
{
    int *boxes = zeros<int>(messages * BLOCK), *flags = zeros<int>(messages);
    if (messages > 0)
        post<<<2 * messages, BLOCK>>>(out, in, boxes, flags);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(boxes));
    CUDA_CHECK(cudaFree(flags));
}

void pair_sums(int *out, const int *in, int sums)
{
    int *halves = zeros<int>(2 * sums), *said = zeros<int>(2 * sums);
    if (sums > 0)
        meetings<<<2 * sums, BLOCK>>>(out, in, halves, said);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(halves));
    CUDA_CHECK(cudaFree(said));
}

void ticket_record(int *log, long long *record, const int *in, int n)
{
    TicketLock *lock = zeros<TicketLock>(1);
    if (n > 0)
        served<<<ceil_div(n, BLOCK), BLOCK>>>(log, record, in, n, lock);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(lock));
}

void snapshots(int *last, int *mixed, const int *in, int rows, int readers)
{
    Record *record = zeros<Record>(1);
    writer_and_readers<<<1 + readers, BLOCK>>>(last, mixed, in, rows, record);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(record));
}

void ring_sums(int *out, const int *in, int n)
{
    Ring *ring;
    CUDA_CHECK(cudaMallocHost(&ring, sizeof *ring));
    *ring = {};
    if (n > 0)
        consume<<<1, 1>>>(out, ring, n);
    CUDA_CHECK(cudaGetLastError());
    for (int i = 0; i < n; i++)
        put(ring, i, in[i]);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFreeHost(ring));
}

void forest_depths(int *depth, const int *first, const int *child, int n, int roots, int blocks)
{
    Queue queue = {0, 0, 0, zeros<int>(n)}, *there = zeros<Queue>(1);
    CUDA_CHECK(cudaMemcpy(there, &queue, sizeof queue, cudaMemcpyHostToDevice));
    start_roots<<<1, 1>>>(depth, there, n, roots);
    work<<<blocks, BLOCK>>>(depth, first, child, n, there);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(queue.place));
    CUDA_CHECK(cudaFree(there));
}

void neighbour_steps(unsigned *row, int blocks, int steps)
{
    unsigned *edges = zeros<unsigned>(2 * blocks * steps);
    int *done = zeros<int>(blocks);
    if (blocks > 0)
        steps_of_row<<<blocks, BLOCK>>>(row, edges, done, steps);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(edges));
    CUDA_CHECK(cudaFree(done));
}

void chained_scan(int *out, const int *in, int n)
{
    int blocks = ceil_div(n, BLOCK), *sums = zeros<int>(blocks), *ready = zeros<int>(blocks);
    if (n > 0)
        chain<<<blocks, BLOCK>>>(out, in, n, sums, ready);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(sums));
    CUDA_CHECK(cudaFree(ready));
}
