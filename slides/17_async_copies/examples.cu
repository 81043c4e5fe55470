// examples.cu - the code on the slides of lab 17, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>

#include "../examples.h"

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

#pragma nv_diag_suppress static_var_with_dynamic_init

enum { STEPS = 5, WORDS = 128, SIDE = 8 };

// ---- a pipeline of the block ----------------------------------------

__global__ void turned_rows(int *out, const int *in)
{
    // BEGIN SLIDE pipeline
    __shared__ alignas(16) int row[2][WORDS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state); // of all threads together
    for (int k = 0; k <= STEPS; k++) {
        if (k < STEPS) {
            pipe.producer_acquire(); // a stage is free
            cuda::memcpy_async(block, row[k % 2], in + k * WORDS,
                               cuda::aligned_size_t<16>(sizeof row[0]), pipe);
            pipe.producer_commit();
        }
        if (k > 0) {
            pipe.consumer_wait(); // the oldest stage is full
            out[(k - 1) * WORDS + threadIdx.x] = row[(k - 1) % 2][WORDS - 1 - threadIdx.x];
            pipe.consumer_release();
        }
    }
    // END SLIDE pipeline
}

// ---- phases ---------------------------------------------------------

__global__ void phases(int *out)
{
    __shared__ uint64_t bar;
    __shared__ int value;
    if (threadIdx.x == 0)
        ptx::mbarrier_init(&bar, 1); // one arrival ends a phase
    __syncthreads();
    // BEGIN SLIDE phases
    for (int k = 0; k < STEPS; k++) {
        if (threadIdx.x == 0) {
            value = 10 * k;
            ptx::mbarrier_arrive(&bar); // phase k ends
        }
        while (!ptx::mbarrier_try_wait_parity(&bar, k % 2)) // has the phase of this parity ended?
            ;
        out[k * WORDS + threadIdx.x] = value;
        __syncthreads(); // nobody is late when the next phase ends
    }
    // END SLIDE phases
}

// ---- a bulk copy in and out -----------------------------------------

__global__ void negated(int *out, const int *in)
{
    // BEGIN SLIDE bytes
    __shared__ alignas(16) int row[WORDS];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar,
                                       sizeof row); // an arrival, and so many bytes
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row, in, sizeof row, &bar);
    }
    __syncthreads(); // the barrier is there for all
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    // END SLIDE bytes
    // BEGIN SLIDE out
    row[threadIdx.x] = -row[threadIdx.x];
    ptx::fence_proxy_async(ptx::space_shared); // this thread's stores, for the engine
    __syncthreads();                           // ... of all threads
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, row, sizeof row);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>()); // it has been read
    }
    // END SLIDE out
}

// ---- roles ----------------------------------------------------------

__global__ void doubled_rows(int *out, const int *in)
{
    // BEGIN SLIDE roles
    __shared__ alignas(16) int row[2][WORDS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    bool fetches = threadIdx.x < WARP_SIZE;
    auto pipe = cuda::make_pipeline(
        block, &state, fetches ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    for (int k = 0; k < STEPS; k++)
        if (fetches) {
            pipe.producer_acquire();
            cuda::memcpy_async(cg::tiled_partition<WARP_SIZE>(block), row[k % 2], in + k * WORDS,
                               cuda::aligned_size_t<16>(sizeof row[0]), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            out[k * WORDS + threadIdx.x - WARP_SIZE] = 2 * row[k % 2][threadIdx.x - WARP_SIZE];
            pipe.consumer_release();
        }
    // END SLIDE roles
}

// ---- a box that begins outside --------------------------------------

__global__ void shifted(int *out, const __grid_constant__ CUtensorMap map)
{
    __shared__ alignas(128) int box[SIDE * SIDE];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        // BEGIN SLIDE box
        int from[] = {-4, -1}; // column, row: outside there are zeros
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar,
                                       sizeof box); // also those that come as zeros
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, from, &bar);
        // END SLIDE box
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    for (int i = threadIdx.x; i < SIDE * SIDE; i += WARP_SIZE)
        out[i] = box[i];
}

// Rows of 12 ints, 6 of them; boxes of SIDE x SIDE.
static CUtensorMap map_of(int *matrix)
{
    decltype(&cuTensorMapEncodeTiled) encode;
    cudaDriverEntryPointQueryResult found;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000,
                                                cudaEnableDefault, &found));
    CUtensorMap map;
    // BEGIN SLIDE map
    cuuint64_t sides[] = {12, 6}, row_bytes[] = {12 * 4}; // sides[0]: along a row
    cuuint32_t box[] = {SIDE, SIDE}, steps[] = {1, 1};
    encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, sides, row_bytes, box, steps,
           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    // END SLIDE map
    return map;
}

// ---- all ------------------------------------------------------------

static void check_box(int *out, int *in)
{
    shifted<<<1, WARP_SIZE>>>(out, map_of(in));
    expect_success("shifted", cudaDeviceSynchronize());
    for (int i = 0; i < SIDE * SIDE; i++) {
        int row = i / SIDE - 1, col = i % SIDE - 4;
        bool inside = row >= 0 && row < 6 && col >= 0 && col < 12;
        expect(out[i] == (inside ? in[row * 12 + col] : 0), "box", i);
    }
}

int main()
{
    int *out = managed<int>(STEPS * WORDS), *in = managed<int>(STEPS * WORDS);
    for (int i = 0; i < STEPS * WORDS; i++)
        in[i] = i * 37 % 1000;
    turned_rows<<<1, WORDS>>>(out, in);
    expect_success("turned_rows", cudaDeviceSynchronize());
    for (int i = 0; i < STEPS * WORDS; i++)
        expect(out[i] == in[i / WORDS * WORDS + WORDS - 1 - i % WORDS], "pipeline", i);
    phases<<<1, WORDS>>>(out);
    expect_success("phases", cudaDeviceSynchronize());
    for (int i = 0; i < STEPS * WORDS; i++)
        expect(out[i] == i / WORDS * 10, "phases", i);
    negated<<<1, WORDS>>>(out, in);
    expect_success("negated", cudaDeviceSynchronize());
    for (int i = 0; i < WORDS; i++)
        expect(out[i] == -in[i], "bulk", i);
    doubled_rows<<<1, WORDS + WARP_SIZE>>>(out, in);
    expect_success("doubled_rows", cudaDeviceSynchronize());
    for (int i = 0; i < STEPS * WORDS; i++)
        expect(out[i] == 2 * in[i], "roles", i);
    check_box(out, in);
    expect_success("cudaFree", cudaFree(out));
    expect_success("cudaFree", cudaFree(in));
    return mistakes != 0;
}
