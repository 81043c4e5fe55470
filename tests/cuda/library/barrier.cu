// cuda::barrier, memcpy_async of a block and of a thread, pipelines with one
// and several stages, and the same with cooperative groups and in C.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <utility>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

__global__ void split_barrier(const int *in, int *out, int n)
{
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier bar;
    __shared__ int data[256];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    for (int k = 0; k < 4; k++) {
        data[threadIdx.x] = in[k * 256 + threadIdx.x];
        auto token = bar.arrive();
        bar.wait(std::move(token));
        out[k * 256 + threadIdx.x] = data[255 - threadIdx.x];
        bar.arrive_and_wait();
    }
}

__global__ void async_barrier(const int *in, int *out)
{
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier bar;
    __shared__ alignas(16) int data[1024];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, data, in + blockIdx.x * 1024,
                       cuda::aligned_size_t<16>(sizeof data), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < 1024; i += 256)
        out[blockIdx.x * 1024 + i] = data[1023 - i];
}

__global__ void per_thread(const int *in, int *out)
{
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier bar;
    __shared__ int data[256];
    if (threadIdx.x == 0)
        init(&bar, 256);
    __syncthreads();
    cuda::memcpy_async(data + threadIdx.x, in + threadIdx.x, sizeof(int), bar);
    bar.arrive_and_wait();
    out[threadIdx.x] = data[255 - threadIdx.x];
}

__global__ void cg_copy(const int *in, int *out)
{
    extern __shared__ __align__(16) int tile[];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in + blockIdx.x * 512, sizeof(int) * 512);
    cg::wait(block);
    for (int i = threadIdx.x; i < 512; i += 128)
        out[blockIdx.x * 512 + i] = 3 * tile[511 - i];
}

template <int stages>
__global__ void pipe(const int *in, int *out, int batches)
{
    __shared__ alignas(16) int buf[stages][256];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int fetch = 0;
    for (int k = 0; k < batches; k++) {
        for (; fetch < batches && fetch < k + stages; fetch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buf[fetch % stages], in + fetch * 256, sizeof(int) * 256,
                               pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[k * 256 + threadIdx.x] = buf[k % stages][255 - threadIdx.x] + 1;
        pipe.consumer_release();
    }
}

__global__ void thread_pipe(const int *in, int *out)
{
    __shared__ int buf[2][128];
    auto pipe = cuda::make_pipeline();
    for (int k = 0; k < 2; k++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&buf[k][threadIdx.x], in + k * 128 + threadIdx.x,
                           cuda::aligned_size_t<4>(4), pipe);
        pipe.producer_commit();
    }
    for (int k = 0; k < 2; k++) {
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        if (k) pipe.consumer_wait();
        out[k * 128 + threadIdx.x] = buf[k][threadIdx.x];
        pipe.consumer_release();
    }
}

__global__ void primitives(const int *in, int *out)
{
    __shared__ int buf[128];
    __pipeline_memcpy_async(&buf[threadIdx.x], in + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = buf[127 - threadIdx.x];
}
static std::vector<int> h;

// out[i] is to be f(i), for the first n.
template <class F> static void check(const char *what, Device<int> &out, int n, F f)
{
    std::vector<int> want(n);
    for (int i = 0; i < n; i++)
        want[i] = f(i);
    say(what, out.host(n) == want);
    cudaMemset(out, 0, out.n * sizeof(int));
}

// Where i is when every row of w is turned round.
static int turned(int i, int w) { return h[i / w * w + w - 1 - i % w]; }

int main()
{
    h = numbers(2048, 1000);
    Device<int> in(h), out(2048);
    auto rows = [](int i) { return turned(i, 256); };
    split_barrier<<<1, 256>>>(in, out, 1024);
    check("barrier", out, 1024, rows);
    async_barrier<<<2, 256>>>(in, out);
    check("memcpy_async of a block", out, 2048, [](int i) { return turned(i, 1024); });
    per_thread<<<1, 256>>>(in, out);
    check("memcpy_async of a thread", out, 256, rows);
    cg_copy<<<2, 128, 2048>>>(in, out);
    check("cooperative memcpy_async", out, 1024, [](int i) { return 3 * turned(i, 512); });
    pipe<1><<<1, 256>>>(in, out, 8);
    check("pipeline of one stage", out, 2048, [](int i) { return turned(i, 256) + 1; });
    pipe<3><<<1, 256>>>(in, out, 8);
    check("pipeline of three stages", out, 2048, [](int i) { return turned(i, 256) + 1; });
    thread_pipe<<<1, 128>>>(in, out);
    check("pipeline of a thread", out, 256, [](int i) { return h[i]; });
    primitives<<<1, 128>>>(in, out);
    check("copies in C", out, 128, [](int i) { return turned(i, 128); });
}

/* EXPECT
barrier: right
memcpy_async of a block: right
memcpy_async of a thread: right
cooperative memcpy_async: right
pipeline of one stage: right
pipeline of three stages: right
pipeline of a thread: right
copies in C: right
END */
