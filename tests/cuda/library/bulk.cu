// One thread moves whole rows: cp.async.bulk into shared memory, counted by an
// mbarrier in bytes, and out again as a bulk group.
// NVCC: -O2 -std=c++17 -lineinfo
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <utility>

#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// Rows come in by one thread's bulk copies, and go out the same way.
__global__ void add_one(int *data)
{
    __shared__ alignas(128) int tile[1024];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier bar;
    int *mine = data + blockIdx.x * 1024;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cuda::device::experimental::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    // BEGIN SLIDE bulk
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::memcpy_async(tile, mine, cuda::aligned_size_t<16>(sizeof tile), bar);
        token = bar.arrive();
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token)); // all threads have arrived, and all bytes
    // END SLIDE bulk
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        tile[i] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, mine, tile, sizeof tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}
static __device__ bool elected()
{
    int is;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.s32 %0, 1, 0, p; }"
                 : "=r"(is));
    return is;
}

// Two buffers, phases told apart by parity, one warp elects the thread that copies.
__global__ void stream(const int *in, int *out, int rounds)
{
    __shared__ alignas(128) int tile[2][256];
    __shared__ alignas(8) uint64_t full[2];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full[0], 1);
        ptx::mbarrier_init(&full[1], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    auto fetch = [&](int k) {
        if (threadIdx.x < 32 && elected()) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &full[k % 2], sizeof tile[0]);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[k % 2], in + k * 256,
                               sizeof tile[0], &full[k % 2]);
        }
    };
    fetch(0);
    for (int k = 0; k < rounds; k++) {
        if (k + 1 < rounds)
            fetch(k + 1);
        while (!ptx::mbarrier_try_wait_parity(&full[k % 2], k / 2 % 2))
            ;
        out[k * 256 + threadIdx.x] = 2 * tile[k % 2][255 - threadIdx.x];
        __syncthreads();
    }
}
int main()
{
    const int n = 4096, rounds = 9;
    std::vector<int> h = numbers(n, 1000), want(n);
    Device<int> d(h), e(n);

    add_one<<<4, 128>>>(d);
    for (int i = 0; i < n; i++)
        want[i] = h[i] + 1;
    say("in and out", d.host() == want);

    stream<<<1, 256>>>(d, e, rounds);
    want.resize(rounds * 256);
    for (int i = 0; i < rounds * 256; i++)
        want[i] = 2 * (h[i / 256 * 256 + 255 - i % 256] + 1);
    say("two buffers", e.host(rounds * 256) == want);
}

/* EXPECT
in and out: right
two buffers: right
END */
