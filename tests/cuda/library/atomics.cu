// cuda::atomic and cuda::atomic_ref: counting in a block and in a grid, and a
// number that goes from block to block by release and acquire.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <new>

#include <cuda/atomic>

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

// One block hands a number to the next, by release and acquire.
__global__ void hand_on(Counter *turn, int *value)
{
    if (threadIdx.x)
        return;
    while (turn->load(cuda::memory_order_acquire) != (int)blockIdx.x)
        ;
    *value = 3 * *value + 1;
    turn->store(blockIdx.x + 1, cuda::memory_order_release);
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
}

/* EXPECT
atomic: right
atomic_ref: right
release and acquire: right
END */
