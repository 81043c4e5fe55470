// The blocks of a cluster send data to each other while they do other work: rows that
// go round in a ring, values and sums that arrive one by one, rows that are added up in
// shared and in global memory.
//
// expect: silence
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

enum { SIZE = 4, THREADS = 128, ROUNDS = 5 };

__device__ uint64_t *of_block(uint64_t *barrier, unsigned rank)
{
    return cg::this_cluster().map_shared_rank(barrier, rank);
}

__device__ void wait(uint64_t *barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, barrier, parity))
        ;
}

// The same, but the thread is woken after a while.
__device__ void wait_patiently(uint64_t *barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, barrier, parity,
                                          2000u))
        ;
}

// One thread of each block makes the barriers, and all threads know them.
__device__ void make(uint64_t *barrier, unsigned n, unsigned arrivals)
{
    for (unsigned i = 0; i < n && threadIdx.x == 0; i++)
        ptx::mbarrier_init(barrier + i, arrivals);
    if (threadIdx.x == 0)
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    cg::this_cluster().sync();
}

// Every block sends its row to the next one, again and again, each time one more.
// A block that has read its box arrives at the sender's second barrier.
__global__ void __cluster_dims__(SIZE) ring(int *out)
{
    __shared__ alignas(128) int row[THREADS], box[THREADS];
    __shared__ uint64_t bar[2]; // full, free
    auto cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), t = threadIdx.x;
    unsigned next = (rank + 1) % SIZE, last = (rank + SIZE - 1) % SIZE;
    make(bar, 2, 1);
    row[t] = 1000 * rank + t;
    for (unsigned k = 0; k < ROUNDS; k++) {
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (t == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &bar[0], sizeof row);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared,
                               cluster.map_shared_rank(box, next), row, sizeof row,
                               of_block(&bar[0], next));
        }
        wait(&bar[0], k % 2);
        int v = box[t];
        __syncthreads(); // all have read the box
        if (t == 0)
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                                 of_block(&bar[1], last));
        wait_patiently(&bar[1], k % 2); // the next block has the row: it may change
        row[t] = v + 1;
    }
    cluster.sync();
    out[rank * THREADS + t] = row[t];
}

// Every thread sends its value to every block; blocks 1 to 3 add to what is there.
__global__ void __cluster_dims__(SIZE) by_threads(int *out, long long *sums)
{
    __shared__ int from[SIZE][THREADS];
    __shared__ int most;
    __shared__ uint64_t sum;
    __shared__ uint64_t bar;
    auto cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), t = threadIdx.x;
    if (t == 0) {
        most = -1;
        sum = 0;
    }
    make(&bar, 1, 1);
    if (t == 0)
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar,
                                       SIZE * THREADS * 16);
    int v = 10 * t + rank;
    for (unsigned to = 0; to < SIZE; to++) {
        uint64_t *there = of_block(&bar, to);
        ptx::st_async(cluster.map_shared_rank(&from[rank][t], to), v, there);
        ptx::red_async(ptx::op_max, cluster.map_shared_rank(&most, to), v, there);
        ptx::red_async(ptx::op_add, cluster.map_shared_rank(&sum, to), (uint64_t)v, there);
    }
    wait(&bar, 0);
    int all = most;
    for (int i = 0; i < SIZE; i++)
        all += from[i][t];
    out[rank * THREADS + t] = all;
    if (t == 0)
        sums[rank] = sum;
    cluster.sync();
}

// Histograms: each block counts for itself, the blocks' counts are added in the
// first block of the cluster, and those of all clusters in global memory.
__global__ void __cluster_dims__(SIZE) histogram(const int *in, int n, int *counts, float *weight)
{
    __shared__ alignas(16) int own[64], all[64];
    __shared__ alignas(16) float share[64];
    __shared__ uint64_t bar;
    auto cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), t = threadIdx.x;
    if (t < 64) {
        own[t] = 0;
        all[t] = 0;
        share[t] = 0.5f;
    }
    ptx::fence_proxy_async(ptx::space_shared);
    make(&bar, 1, 1);
    for (unsigned i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS)
        atomicAdd(&own[in[i] % 64], 1);
    if (t == 0 && rank == 0)
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar,
                                       SIZE * sizeof own);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0)
        ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::op_add,
                                  cluster.map_shared_rank(all, 0), own, sizeof own,
                                  of_block(&bar, 0));
    if (rank == 0 && t == 0) {
        wait(&bar, 0);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, counts, all,
                                  sizeof all);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, weight, share,
                                  sizeof share);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    cluster.sync();
}

static int bad;

static void check(const char *what, bool right)
{
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s: %s\n", what, e ? cudaGetErrorName(e) : right ? "right" : "wrong");
    bad += e || !right;
}

int main()
{
    enum { N = 2000 };
    static int in[N], got[SIZE * THREADS], counts[64], want[64];
    static float weight[64];
    static long long sums[SIZE];
    int *d, *e, *c;
    float *w;
    long long *s;
    cudaMalloc(&d, sizeof in);
    cudaMalloc(&e, sizeof got);
    cudaMalloc(&c, sizeof counts);
    cudaMalloc(&w, sizeof weight);
    cudaMalloc(&s, sizeof sums);
    for (int i = 0; i < N; i++)
        want[(in[i] = i * 37 % 1009) % 64]++;
    cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice);

    ring<<<SIZE, THREADS>>>(e);
    cudaMemcpy(got, e, sizeof got, cudaMemcpyDeviceToHost);
    bool right = true;
    for (int i = 0; i < SIZE * THREADS; i++)
        right &= got[i] == 1000 * ((i / THREADS + SIZE * ROUNDS - ROUNDS) % SIZE) + i % THREADS + ROUNDS;
    check("ring", right);

    by_threads<<<SIZE, THREADS>>>(e, s);
    cudaMemcpy(got, e, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, s, sizeof sums, cudaMemcpyDeviceToHost);
    right = true;
    long long sum = 0;
    for (int i = 0; i < SIZE * THREADS; i++)
        sum += 10 * (i % THREADS) + i / THREADS;
    for (int i = 0; i < SIZE * THREADS; i++)
        right &= got[i] == 40 * (i % THREADS) + 6 + 10 * (THREADS - 1) + SIZE - 1 &&
                 sums[i / THREADS] == sum;
    check("values one by one", right);

    cudaMemset(c, 0, sizeof counts);
    cudaMemset(w, 0, sizeof weight);
    histogram<<<3 * SIZE, THREADS>>>(d, N, c, w);
    cudaMemcpy(counts, c, sizeof counts, cudaMemcpyDeviceToHost);
    cudaMemcpy(weight, w, sizeof weight, cudaMemcpyDeviceToHost);
    right = true;
    for (int i = 0; i < 64; i++)
        right &= counts[i] == want[i] && weight[i] == 1.5f;
    check("histograms added up", right);
    cudaFree(d);
    cudaFree(e);
    cudaFree(c);
    cudaFree(w);
    cudaFree(s);
    return bad;
}
