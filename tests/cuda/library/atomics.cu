// cuda::atomic and cuda::atomic_ref: counting in a block and in a grid, and a number
// that goes from block to block by release and acquire. A barrier and a semaphore in
// global memory: a thread that waits there must let the others run before it has used
// up the instruction budget.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all --budget 100000
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <new>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/semaphore>

using Counter = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void count(Counter *total, int *plain, float *sum, unsigned long long *most, int n)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::atomic<int, cuda::thread_scope_block> here;
    if (threadIdx.x == 0)
        new (&here) cuda::atomic<int, cuda::thread_scope_block>(0);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        here.fetch_add(1, cuda::memory_order_relaxed);
        cuda::atomic_ref<int, cuda::thread_scope_device> ref(plain[i % 7]);
        ref.fetch_add(i);
        cuda::atomic_ref<float, cuda::thread_scope_device>(*sum).fetch_add(0.5f);
        cuda::atomic_ref<unsigned long long, cuda::thread_scope_system>(*most).fetch_max(i);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *total += here.load();
}

// One block passes a number to the next, by release and acquire.
__global__ void hand_on(Counter *turn, int *value)
{
    if (threadIdx.x)
        return;
    while (turn->load(cuda::memory_order_acquire) != (int)blockIdx.x)
        ;
    *value = 3 * *value + 1;
    turn->store(blockIdx.x + 1, cuda::memory_order_release);
}

__device__ cuda::barrier<cuda::thread_scope_device> everybody(4 * 64);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> alone(1);

__global__ void meet(int *data, int *visits)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    data[i] = i;
    everybody.arrive_and_wait();
    data[256 + i] = data[255 - i];
    if (threadIdx.x % 32 == 0) {
        alone.acquire();
        *visits += 1;
        alone.release();
    }
}

int main()
{
    const int n = 1000;
    std::vector<int> zeros(7), want(7);
    int chain = 0;
    Device<int> plain(zeros), value(zeros);
    Device<float> sum(std::vector<float>(1));
    Device<unsigned long long> most(std::vector<unsigned long long>(1));
    Device<Counter> counter(2);
    cudaMemset(counter, 0, 2 * sizeof(Counter));

    count<<<4, 256>>>(counter, plain, sum, most, n);
    for (int i = 0; i < n; i++)
        want[i % 7] += i;
    int total;
    cudaMemcpy(&total, counter, sizeof total, cudaMemcpyDeviceToHost);
    say("atomic", total == n);
    say("atomic_ref", plain.host() == want && sum.host()[0] == n / 2 && most.host()[0] == n - 1);

    hand_on<<<10, 32>>>(counter + 1, value);
    for (int i = 0; i < 10; i++)
        chain = 3 * chain + 1;
    say("release and acquire", value.host()[0] == chain);

    Device<int> data(512);
    meet<<<4, 64>>>(data, plain);
    std::vector<int> seen = data.host();
    bool ok = true;
    for (int i = 0; i < 256; i++)
        ok &= seen[256 + i] == 255 - i;
    say("barrier of a grid", ok);
    say("semaphore", plain.host()[0] == want[0] + 8);
}

/* EXPECT
atomic: right
atomic_ref: right
release and acquire: right
barrier of a grid: right
semaphore: right
END */
