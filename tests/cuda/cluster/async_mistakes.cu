// Mistakes with asynchronous copies: no fence between the stores and the bulk copy that
// reads the stored words, no wait for a copy, boxes that are read or rows that are
// changed too early, blocks that have not started or have exited.
//
// args: copies
// args: exited
// args: never
// expect: racecheck error (race_proxy) w1 r1
// expect: racecheck error (race_proxy) w2 r2
// expect: racecheck error (exit_with_copy) load -
// expect: racecheck error (exit_with_copy) store -
// expect: racecheck error (cluster_start) early - "start of that block"
// expect: racecheck error (race_copy) send read
// expect: racecheck error (race_copy) row change
// expect: racecheck error (exit_with_copy) leave - "exit of the block that it reads"
// expect: racecheck error late - "exit of"
// expect: synccheck error (deadlock) never - "still expects 0 arrivals and 256 bytes"
// expect: racecheck error (race_copy) second few
// expect: racecheck error (exit_with_copy) second - "exit of"
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

enum { THREADS = 64 };

__device__ uint64_t *of_block(uint64_t *barrier, unsigned rank)
{
    return cg::this_cluster().map_shared_rank(barrier, rank);
}

__device__ void make(uint64_t *barrier, unsigned bytes)
{
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(barrier, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier,
                                       bytes);
    }
}

__device__ void wait(uint64_t *barrier)
{
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, barrier, 0)) // [never]
        ;
}

__device__ void commit_and_wait()
{
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

// A barrier alone does not do: the copy may still find the old bytes.
__global__ void no_fence(int *out)
{
    __shared__ alignas(16) int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // [w1]
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, row, sizeof row); // [r1]
        commit_and_wait();
    }
}

// The first thread does not know yet of what the others have stored.
__global__ void fence_of_one(int *out)
{
    __shared__ alignas(16) int row[THREADS];
    row[threadIdx.x] = threadIdx.x; // [w2]
    if (threadIdx.x == 0)
        ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, row, sizeof row); // [r2]
        commit_and_wait();
    }
}

// Here it does: nothing to find.
__global__ void fence_behind(int *out)
{
    __shared__ alignas(16) int row[THREADS];
    row[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::fence_proxy_async(ptx::space_shared);
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, row, sizeof row);
        commit_and_wait();
    }
}

__global__ void nobody_waits(const int *in, int *out)
{
    __shared__ alignas(16) int row[THREADS], sent[THREADS];
    __shared__ uint64_t bar;
    sent[threadIdx.x] = 1;
    ptx::fence_proxy_async(ptx::space_shared);
    make(&bar, sizeof row);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row, in, sizeof row, &bar); // [load]
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, sent, sizeof sent); // [store]
        ptx::cp_async_bulk_commit_group();
    }
}

// The barrier expects one row, but two are copied.
__global__ void few_bytes(const int *in, int *out)
{
    __shared__ alignas(16) int row[2][THREADS];
    __shared__ uint64_t bar;
    make(&bar, sizeof row[0]);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row[0], in, sizeof row[0], &bar);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row[1], in, sizeof row[1], &bar); // [second]
    }
    wait(&bar);
    out[threadIdx.x] = row[0][threadIdx.x];
    out[threadIdx.x] += row[1][threadIdx.x]; // [few]
}

__global__ void __cluster_dims__(2) not_started(int *out)
{
    __shared__ int box[THREADS];
    __shared__ uint64_t bar;
    auto cluster = cg::this_cluster();
    unsigned t = threadIdx.x, other = cluster.block_rank() ^ 1;
    make(&bar, sizeof box);
    __syncthreads();
    ptx::st_async(cluster.map_shared_rank(&box[t], other), (int)t, of_block(&bar, other)); // [early]
    cluster.sync();
    wait(&bar);
    out[cluster.block_rank() * THREADS + t] = box[t];
    cluster.sync();
}

__global__ void __cluster_dims__(2) read_early(int *out)
{
    __shared__ int box[THREADS];
    __shared__ uint64_t bar;
    auto cluster = cg::this_cluster();
    unsigned t = threadIdx.x, other = cluster.block_rank() ^ 1;
    box[t] = 0;
    make(&bar, sizeof box);
    cluster.sync();
    ptx::st_async(cluster.map_shared_rank(&box[t], other), (int)t, of_block(&bar, other)); // [send]
    cluster.sync(); // does not wait for what has been sent
    out[cluster.block_rank() * THREADS + t] = box[t]; // [read]
    wait(&bar);
    cluster.sync();
}

__global__ void __cluster_dims__(2) change_early(int *out)
{
    __shared__ alignas(16) int row[THREADS], box[THREADS];
    __shared__ uint64_t bar;
    auto cluster = cg::this_cluster();
    unsigned t = threadIdx.x, other = cluster.block_rank() ^ 1;
    make(&bar, sizeof box);
    row[t] = t;
    ptx::fence_proxy_async(ptx::space_shared);
    cluster.sync();
    if (t == 0)
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, // [row]
                           cluster.map_shared_rank(box, other), row, sizeof row,
                           of_block(&bar, other));
    __syncthreads();
    row[t] = -1; // [change]
    wait(&bar);
    out[cluster.block_rank() * THREADS + t] = box[t];
    cluster.sync();
}

// The receiver waits, the sender does not.
__global__ void __cluster_dims__(2) leave_early(int *out)
{
    __shared__ alignas(16) int row[THREADS], box[THREADS];
    __shared__ uint64_t bar;
    auto cluster = cg::this_cluster();
    unsigned t = threadIdx.x, rank = cluster.block_rank();
    make(&bar, sizeof box);
    row[t] = t;
    ptx::fence_proxy_async(ptx::space_shared);
    cluster.sync();
    if (rank == 1 && t == 0)
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, // [leave]
                           cluster.map_shared_rank(box, 0), row, sizeof row, of_block(&bar, 0));
    if (rank == 0) {
        wait(&bar);
        out[cluster.block_rank() * THREADS + t] = box[t];
    }
}

// The receiver has exited, or exits before the values are there.
__global__ void __cluster_dims__(2) exited()
{
    __shared__ int box[THREADS];
    __shared__ uint64_t bar;
    auto cluster = cg::this_cluster();
    unsigned t = threadIdx.x;
    make(&bar, sizeof box);
    cluster.sync();
    if (cluster.block_rank() == 0)
        ptx::st_async(cluster.map_shared_rank(&box[t], 1), (int)t, of_block(&bar, 1)); // [late]
}

// More bytes are announced than come.
__global__ void too_many_bytes(const int *in, int *out)
{
    __shared__ alignas(16) int row[THREADS];
    __shared__ uint64_t bar;
    make(&bar, 2 * sizeof row);
    __syncthreads();
    if (threadIdx.x == 0)
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row, in, sizeof row, &bar);
    wait(&bar);
    out[threadIdx.x] = row[threadIdx.x];
}

int main(int argc, char **argv)
{
    int *in, *out;
    cudaMalloc(&in, THREADS * sizeof(int));
    cudaMalloc(&out, 2 * THREADS * sizeof(int));
    cudaMemset(in, 0, THREADS * sizeof(int));
    if (argc > 1 && argv[1][0] == 'e') {
        exited<<<2, THREADS>>>();
    } else if (argc > 1 && argv[1][0] == 'n') {
        too_many_bytes<<<1, THREADS>>>(in, out);
    } else {
        no_fence<<<1, THREADS>>>(out);
        fence_of_one<<<1, THREADS>>>(out);
        fence_behind<<<1, THREADS>>>(out);
        nobody_waits<<<1, THREADS>>>(in, out);
        few_bytes<<<1, THREADS>>>(in, out);
        not_started<<<2, THREADS>>>(out);
        read_early<<<2, THREADS>>>(out);
        change_early<<<2, THREADS>>>(out);
        leave_early<<<2, THREADS>>>(out);
    }
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
