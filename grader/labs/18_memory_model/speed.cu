// speed.cu - lab 18: how many turns of a lock, and how many nodes of a queue, a GPU does in a
// second. Beside the lab's: the same work with the semaphores and the flag of libcu++, and the
// forest by a launch for each level.
#include "grader/gpu/race/race.h"
#include <cuda/atomic>
#include <cuda/semaphore>
#include <cuda/std/atomic>

enum { BLOCK = MODEL_BLOCK, FULL = MODEL_BLOCKS };
static const auto DEVICE = cuda::thread_scope_device;
template <typename T>
using Shared = cuda::atomic_ref<T, cuda::thread_scope_device>;

typedef void TicketRecord(int *log, long long *record, const int *in, int n);
typedef void ForestDepths(int *depth, const int *first, const int *child, int n, int roots,
                          int blocks);

template <typename T, typename... A>
static __global__ void make_one(T *at, A... args)
{
    new (at) T(args...);
}

// ---- locks ------------------------------------------------------------------------------

namespace
{
struct SemaphoreLock {
    cuda::binary_semaphore<DEVICE> free{1};
    __device__ void lock() { free.acquire(); }
    __device__ void unlock() { free.release(); }
};

struct FlagLock {
    cuda::std::atomic_flag taken{};
    __device__ void lock()
    {
        while (taken.test_and_set(cuda::std::memory_order_acquire))
            ;
    }
    __device__ void unlock() { taken.clear(cuda::std::memory_order_release); }
};
} // namespace

// As served() of the lab: each block adds the sum and the maximum of its tile to the record.
template <typename Lock>
static __global__ void served_by(int *log, long long *record, const int *in, int n, Lock *lock)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    __shared__ int sum, most;
    if (threadIdx.x == 0)
        sum = 0, most = INT_MIN;
    __syncthreads();
    if (i < n)
        atomicAdd(&sum, in[i]), atomicMax(&most, in[i]);
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    lock->lock();
    log[record[0]] = (int)record[0];
    record[0] += 1;
    record[1] += sum;
    record[2] = most > record[2] ? most : record[2];
    lock->unlock();
}

template <typename Lock>
static void record_by(int *log, long long *record, const int *in, int n)
{
    Array<Lock> lock(1);
    make_one<<<1, 1>>>(lock.data);
    served_by<<<ceil_div(n, BLOCK), BLOCK>>>(log, record, in, n, lock.data);
}

void race_locks(int blocks)
{
    int n = blocks * BLOCK;
    size_t words = blocks + 6; // the record, then the log
    Inputs in(n, BELOW, 1000);
    Array<int> want(words), got(words);
    auto take = [&](TicketRecord *f, int *to, int run) {
        CUDA_CHECK(cudaMemsetAsync(to, 0, words * sizeof(int)));
        f(to + 6, (long long *)to, in[run], n);
    };
    take(record_by<SemaphoreLock>, want.data, 0);
    auto is_wrong = [&] { return same_and_spoil(want.data, got.data, words); };
    Race race = {"turns of a lock", (size_t)blocks, 0, 0, "Mturns/s", {}};
    auto add = [&](const char *name, TicketRecord *f) {
        if (f)
            race.all.push_back({name, [=, &got](int run) { take(f, got.data, run); }, is_wrong});
    };
    add("cuda::binary_semaphore", record_by<SemaphoreLock>);
    add("cuda::std::atomic_flag", record_by<FlagLock>);
    add("ticket_record", race_function<TicketRecord>("lab", "ticket_record"));
    add("record_fastest (yours)", race_function<TicketRecord>("yours", "record_fastest"));
    add("record_fastest (fastest)", race_function<TicketRecord>("fastest", "record_fastest"));
    race_run(race);
}

// ---- queues -----------------------------------------------------------------------------

namespace
{
// A queue whose takers wait at a semaphore, which counts the nodes that wait.
struct SemaphoreQueue {
    cuda::counting_semaphore<DEVICE> waiting{0};
    int taken = 0, filled = 0, open = 0;
    int *place;
    __device__ explicit SemaphoreQueue(int *place) : place(place) {}
    __device__ void put(int node)
    {
        Shared<int>(open).fetch_add(1, cuda::memory_order_relaxed);
        int at = Shared<int>(filled).fetch_add(1, cuda::memory_order_relaxed);
        Shared<int>(place[at]).store(node + 1, cuda::memory_order_release);
        waiting.release();
    }
    __device__ int take()
    {
        while (!waiting.try_acquire())
            if (Shared<int>(open).load(cuda::memory_order_acquire) == 0)
                return -1;
        int at = Shared<int>(taken).fetch_add(1, cuda::memory_order_relaxed), node;
        while ((node = Shared<int>(place[at]).load(cuda::memory_order_acquire)) == 0)
            ;
        return node - 1;
    }
    __device__ void done() { Shared<int>(open).fetch_sub(1, cuda::memory_order_release); }
};
} // namespace

static __global__ void put_roots(int *depth, SemaphoreQueue *queue, int n, int roots)
{
    for (int v = blockIdx.x * BLOCK + threadIdx.x; v < n; v += gridDim.x * BLOCK) {
        depth[v] = v < roots ? 0 : -1;
        if (v < roots)
            queue->put(v);
    }
}

static __global__ void work_off(int *depth, const int *first, const int *child,
                                SemaphoreQueue *queue)
{
    if (threadIdx.x > 0)
        return;
    for (int v; (v = queue->take()) >= 0; queue->done())
        for (int e = first[v]; e < first[v + 1]; e++) {
            depth[child[e]] = depth[v] + 1;
            queue->put(child[e]);
        }
}

static void depths_by_semaphore(int *depth, const int *first, const int *child, int n, int roots,
                                int blocks)
{
    Array<int> place(n);
    Array<SemaphoreQueue> queue(1);
    CUDA_CHECK(cudaMemsetAsync(place.data, 0, n * sizeof(int)));
    make_one<<<1, 1>>>(queue.data, place.data);
    put_roots<<<blocks, BLOCK>>>(depth, queue.data, n, roots);
    work_off<<<blocks, BLOCK>>>(depth, first, child, queue.data);
}

// One level more: its nodes are wave[0] to wave[count[0] - 1]. Then count[0] is for the host.
static __global__ void go_down(int *depth, const int *first, const int *child, const int *wave,
                               int nodes, int *next, int *count)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    for (int e = i < nodes ? first[wave[i]] : 0; i < nodes && e < first[wave[i] + 1]; e++) {
        depth[child[e]] = depth[wave[i]] + 1;
        next[atomicAdd(count, 1)] = child[e];
    }
}

static __global__ void begin_roots(int *depth, int *wave, int n, int roots)
{
    for (int v = blockIdx.x * BLOCK + threadIdx.x; v < n; v += gridDim.x * BLOCK) {
        depth[v] = v < roots ? 0 : -1;
        if (v < roots)
            wave[v] = v;
    }
}

static void depths_by_launches(int *depth, const int *first, const int *child, int n, int roots,
                               int blocks)
{
    Array<int> a(n), b(n), count(1);
    int *wave = a.data, *next = b.data, nodes = roots;
    begin_roots<<<blocks, BLOCK>>>(depth, wave, n, roots);
    for (; nodes > 0; std::swap(wave, next)) {
        CUDA_CHECK(cudaMemsetAsync(count.data, 0, sizeof(int)));
        go_down<<<ceil_div(nodes, BLOCK), BLOCK>>>(depth, first, child, wave, nodes, next,
                                                   count.data);
        CUDA_CHECK(cudaMemcpy(&nodes, count.data, sizeof nodes, cudaMemcpyDeviceToHost));
    }
}

namespace
{
// A tree: node v has the children fan * v + 1 to fan * v + fan, as far as there are so many.
struct Tree {
    Array<int> first, child, want;
    Tree(int n, int fan) : first(n + 1), child(n), want(n)
    {
        std::vector<int> starts, children(n), depths(n);
        for (int v = 0; v <= n; v++)
            starts.push_back(std::min(fan * (long long)v, n - 1LL));
        for (int v = 1; v < n; v++) {
            children[v - 1] = v;
            depths[v] = depths[(v - 1) / fan] + 1;
        }
        auto copy = [](int *to, const std::vector<int> &from) {
            CUDA_CHECK(cudaMemcpy(to, from.data(), from.size() * 4, cudaMemcpyHostToDevice));
        };
        copy(first.data, starts), copy(child.data, children), copy(want.data, depths);
    }
};
} // namespace

void race_queues(int n)
{
    std::vector<std::unique_ptr<Tree>> trees;
    for (int i = 0; i < INPUTS; i++)
        trees.emplace_back(new Tree(n, 3 + i));
    Array<int> got(n);
    auto is_wrong = [&] { return same_and_spoil(trees[0]->want.data, got.data, n); };
    Race race = {"nodes of a queue", (size_t)n, 0, 0, "Mnodes/s", {}};
    auto add = [&](const char *name, ForestDepths *f) {
        if (f)
            race.all.push_back({name,
                                [=, &trees, &got](int run) {
                                    const Tree &tree = *trees[run % INPUTS];
                                    f(got.data, tree.first.data, tree.child.data, n, 1, FULL);
                                },
                                is_wrong});
    };
    add("cuda::counting_semaphore", depths_by_semaphore);
    add("a launch for each level", depths_by_launches);
    add("forest_depths", race_function<ForestDepths>("lab", "forest_depths"));
    add("depths_fastest (yours)", race_function<ForestDepths>("yours", "depths_fastest"));
    add("depths_fastest (fastest)", race_function<ForestDepths>("fastest", "depths_fastest"));
    race_run(race);
}
