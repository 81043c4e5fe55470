// The waiting of libcu++: barriers of every scope, with a completion function, with
// threads that drop out, with a time limit, with bytes; pipelines of two roles;
// latches, semaphores, waits for atomic variables, dependent grids.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/barrier>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
using device_barrier = cuda::barrier<cuda::thread_scope_device>;

enum { THREADS = 128, ROWS = 6 };

struct Count {
    int *phases;
    __device__ void operator()() { ++*phases; }
};

// At the end of each phase one thread counts it.
__global__ void end_of_phase(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block, Count> bar;
    __shared__ int phases;
    if (threadIdx.x == 0) {
        phases = 0;
        init(&bar, THREADS, Count{&phases});
    }
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        bar.arrive_and_wait();
        sum += phases;
        bar.arrive_and_wait();
        sum += phases;
    }
    out[threadIdx.x] = sum;
}

// In every phase one warp drops out; the others wait with a time limit, by token or by parity.
__global__ void dropping(int *out)
{
    __shared__ block_barrier bar;
    if (threadIdx.x == 0)
        init(&bar, THREADS);
    __syncthreads();
    int warp = threadIdx.x / 32;
    for (int k = 0; k < 4; k++) {
        if (k == warp) {
            bar.arrive_and_drop();
            out[threadIdx.x] = k;
            return;
        }
        auto token = bar.arrive();
        switch (k) {
        case 0:
            while (!bar.try_wait_for(std::move(token), cuda::std::chrono::microseconds(2)))
                ;
            break;
        case 1:
            bar.wait_parity(k % 2);
            break;
        default:
            while (!bar.try_wait_parity_for(k % 2, cuda::std::chrono::nanoseconds(500)))
                ;
        }
    }
}

// The barrier counts bytes and arrivals separately.
__global__ void bytes(const int *in, int *out)
{
    __shared__ alignas(16) int row[THREADS];
    __shared__ block_barrier bar;
    if (threadIdx.x == 0)
        init(&bar, THREADS);
    __syncthreads();
    block_barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(row, in, cuda::aligned_size_t<16>(sizeof row), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof row);
    } else {
        token = bar.arrive(1);
    }
    bar.wait(std::move(token));
    out[threadIdx.x] = row[THREADS - 1 - threadIdx.x];
    uint64_t *handle = cuda::device::barrier_native_handle(bar);
    if (((size_t)handle & 7) != 0)
        out[0] = -1;
}

// Barriers in global memory: of blocks that run together, and of the system.
__device__ device_barrier *in_memory;

__global__ void prepare(device_barrier *bar, int n)
{
    init(bar, n);
    in_memory = bar;
}

__global__ void across(int *counts, int *out)
{
    atomicAdd(&counts[0], 1);
    in_memory->arrive_and_wait();
    out[blockIdx.x * THREADS + threadIdx.x] = *(volatile int *)&counts[0];
}

// The first warp fetches, the others compute.
__global__ void roles(const int *in, int *out)
{
    __shared__ alignas(16) int row[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    bool fetches = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(block, &state,
                                    fetches ? cuda::pipeline_role::producer
                                            : cuda::pipeline_role::consumer);
    if (fetches) {
        auto warp = cg::tiled_partition<32>(block);
        for (int k = 0; k < ROWS; k++) {
            pipe.producer_acquire();
            cuda::memcpy_async(warp, row[k % 2], in + k * THREADS,
                               cuda::aligned_size_t<16>(sizeof row[0]), pipe);
            pipe.producer_commit();
        }
    } else {
        for (int k = 0; k < ROWS; k++) {
            if (k % 2)
                while (!pipe.consumer_wait_for(cuda::std::chrono::microseconds(1)))
                    ;
            else
                pipe.consumer_wait();
            for (int i = threadIdx.x - 32; i < THREADS; i += THREADS - 32)
                out[k * THREADS + i] = 2 * row[k % 2][i];
            pipe.consumer_release();
        }
    }
}

// All threads of the first block have counted before one of the others goes on; two
// at a time are let in.
struct Gate {
    cuda::latch<cuda::thread_scope_device> counted{THREADS};
    cuda::counting_semaphore<cuda::thread_scope_device> places{2};
    cuda::binary_semaphore<cuda::thread_scope_device> lock{1};
    int inside = 0, most = 0, entered = 0;
};

__global__ void make(Gate *g) { new (g) Gate; }

__global__ void gate(Gate *g, int *out)
{
    if (blockIdx.x == 0) {
        out[threadIdx.x] = 7;
        g->counted.count_down();
        return;
    }
    if (threadIdx.x)
        return;
    g->counted.wait();
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += out[i];
    g->places.acquire();
    int now = atomicAdd(&g->inside, 1) + 1;
    atomicMax(&g->most, now);
    g->lock.acquire();
    g->entered += sum == 7 * THREADS;
    g->lock.release();
    atomicSub(&g->inside, 1);
    g->places.release();
}

// One writes, the others wait for the news.
__global__ void news(cuda::atomic<int, cuda::thread_scope_device> *flag, int *out)
{
    if (blockIdx.x == 0) {
        out[threadIdx.x] = 3 * threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) {
            flag->store(1, cuda::memory_order_release);
            flag->notify_all();
        }
    } else {
        flag->wait(0, cuda::memory_order_acquire);
        out[blockIdx.x * THREADS + threadIdx.x] = out[threadIdx.x] + 1;
    }
}

// A grid that may begin before the previous grid has ended, but then waits.
__global__ void in_front(int *d)
{
    d[blockIdx.x * THREADS + threadIdx.x] = 5;
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void behind(const int *d, int *out)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    cudaGridDependencySynchronize();
    out[i] = d[i] + 1;
}

static void launch_dependent(int *d, int *out)
{
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = THREADS;
    config.attrs = &early;
    config.numAttrs = 1;
    in_front<<<2, THREADS>>>(d);
    cudaLaunchKernelEx(&config, behind, (const int *)d, out);
}

int main()
{
    std::vector<int> n = numbers(ROWS * THREADS, 1000), want(ROWS * THREADS);
    Device<int> in(n), out(ROWS * THREADS);

    end_of_phase<<<1, THREADS>>>(out);
    say("end of a phase", out.host(THREADS) == std::vector<int>(THREADS, 1 + 2 + 3 + 4 + 5 + 6));

    dropping<<<1, THREADS>>>(out);
    for (int i = 0; i < THREADS; i++)
        want[i] = i / 32;
    say("dropping out", out.host(THREADS) == std::vector<int>(want.begin(), want.begin() + THREADS));

    bytes<<<1, THREADS>>>(in, out);
    for (int i = 0; i < THREADS; i++)
        want[i] = n[THREADS - 1 - i];
    say("bytes", out.host(THREADS) == std::vector<int>(want.begin(), want.begin() + THREADS));

    device_barrier *bar;
    int *counts;
    cudaMalloc(&bar, sizeof *bar);
    cudaMalloc(&counts, sizeof *counts);
    cudaMemset(counts, 0, sizeof *counts);
    prepare<<<1, 1>>>(bar, 4 * THREADS);
    across<<<4, THREADS>>>(counts, out);
    say("across blocks", out.host(4 * THREADS) == std::vector<int>(4 * THREADS, 4 * THREADS));

    roles<<<1, THREADS>>>(in, out);
    for (int i = 0; i < ROWS * THREADS; i++)
        want[i] = 2 * n[i];
    say("pipeline of two roles", out.host() == want);

    Gate *g, h;
    cudaMalloc(&g, sizeof *g);
    make<<<1, 1>>>(g);
    gate<<<9, THREADS>>>(g, out);
    cudaMemcpy((void *)&h, g, sizeof h, cudaMemcpyDeviceToHost);
    say("latch and semaphores", h.entered == 8 && h.most <= 2 && h.inside == 0);

    cuda::atomic<int, cuda::thread_scope_device> *flag;
    cudaMalloc(&flag, sizeof *flag);
    cudaMemset(flag, 0, sizeof *flag);
    news<<<3, THREADS>>>(flag, out);
    want.resize(3 * THREADS);
    for (int i = 0; i < 3 * THREADS; i++)
        want[i] = 3 * (i % THREADS) + (i >= THREADS);
    say("news", out.host(3 * THREADS) == want);
    launch_dependent(in, out);
    say("dependent launch", out.host(2 * THREADS) == std::vector<int>(2 * THREADS, 6));
    cudaFree(bar);
    cudaFree(counts);
    cudaFree(g);
    cudaFree(flag);
    say("no error", cudaGetLastError() == cudaSuccess);
}

/* EXPECT
end of a phase: right
dropping out: right
bytes: right
across blocks: right
pipeline of two roles: right
latch and semaphores: right
news: right
dependent launch: right
no error: right
END */
