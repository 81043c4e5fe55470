// conform_flow.cu - branches and loops, and the exchange of data between the lanes of a
// warp, the threads of a block and cooperative groups.
#include "conform.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

#define ALL 0xffffffffu
#define T threadIdx.x

// Branches with memory accesses, so that requests show which lanes ran together.
KERNEL(if_lane, 1, 32)
{
    if (T & 1)
        out[T] = in[T + 64];
}
KERNEL(if_else, 1, 32)
{
    if (in[T] & 1)
        out[T] = in[T + 64] * 3;
    else
        out[T + 32] = in[T + 128] + 5;
}
KERNEL(if_else_same_place, 1, 32)
{
    unsigned v;
    if (in[T] & 1)
        v = in[T + 64] * 3;
    else
        v = in[T + 128] + 5;
    out[T] = v;
}
KERNEL(if_in_if, 1, 32)
{
    unsigned v = in[T];
    if (v & 1) {
        v += in[T + 32];
        if (v & 2)
            v ^= in[T + 64] * 7;
        v += in[T + 96];
    }
    out[T] = v;
}
KERNEL(ladder, 1, 32)
{
    unsigned v = in[T] % 100, r;
    if (v < 20)
        r = in[T + 32];
    else if (v < 50)
        r = in[T + 64] + 1;
    else if (v < 70)
        r = in[T + 96] ^ 2;
    else
        r = 3;
    out[T] = r;
}
KERNEL(uniform_if, 2, 64)
{
    if (in[blockIdx.x] & 1)
        out[64 * blockIdx.x + T] = in[T];
    else
        out[64 * blockIdx.x + T] = in[T + 64];
}
KERNEL(by_warp, 1, 128)
{
    if (T / 32 == 1)
        out[T] = in[T];
    else if (T / 32 == 2)
        out[T] = in[2 * T];
}
KERNEL(selects, 1, 64)
{
    unsigned a = in[T], b = in[T + 64];
    out[T] = (a & 1 ? a : b) + (b > a ? 7 : a & 2 ? 9 : 11);
}
KERNEL(guarded_load, 1, 64)
{
    unsigned i = in[T] % 128;
    out[T] = i < 100 ? in[i] : 0;
}
KERNEL(tail_of_grid, 3, 64)
{
    unsigned i = 64 * blockIdx.x + T;
    if (i < 150)
        out[i] = in[i] + 1;
}
KERNEL(return_by_lane, 1, 64)
{
    if (in[T] % 4 == 0)
        return;
    out[T] = in[T + 64];
}
KERNEL(return_in_loop, 1, 32)
{
    for (unsigned i = 0; i < 20; i++) {
        if (in[32 * i + T] % 8 == 0)
            return;
        out[32 * i + T] = i;
    }
}
KERNEL(switch_dense, 1, 32)
{
    unsigned r = 0;
    switch (in[T] & 7) {
    case 0: r = in[T + 32]; break;
    case 1: r = in[T + 64]; break;
    case 2: r = in[T + 96] * 3; break;
    case 3: r = in[T + 128] ^ 3; break;
    case 4: r = in[T + 160] - 3; break;
    case 5: r = in[T + 192] >> 3; break;
    case 6: r = in[T + 224] << 3; break;
    default: r = ~in[T + 256];
    }
    out[T] = r;
}
KERNEL(switch_falls_through, 1, 32)
{
    unsigned r = 1;
    switch (in[T] & 3) {
    case 0: r += in[T + 32];
    case 1: r *= 5; break;
    case 2: r ^= in[T + 64];
    default: r += 9;
    }
    out[T] = r;
}
KERNEL(switch_sparse, 1, 32)
{
    unsigned r;
    switch (in[T] % 1000) {
    case 7: r = 1; break;
    case 100: r = 2; break;
    case 555: r = 3; break;
    case 999: r = 4; break;
    default: r = 5;
    }
    out[T] = r;
}
KERNEL(loop_fixed, 1, 32)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 10; i++)
        sum = sum * 3 + in[32 * i + T];
    out[T] = sum;
}
KERNEL(loop_by_block, 3, 32)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 3 + blockIdx.x; i++)
        sum = sum * 3 + in[32 * i + T];
    out[32 * blockIdx.x + T] = sum;
}
KERNEL(loop_by_lane, 1, 32)
{
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned i = 0; i <= T; i++)
        sum = sum * 3 + in[i];
    out[T] = sum;
}
KERNEL(loop_while_data, 1, 32)
{
    unsigned v = in[T] | 1, n = 0;
#pragma unroll 1
    while (v != 1 && n < 100) {
        v = v & 1 ? (v * 3 + 1) >> 1 : v >> 1;
        n++;
    }
    out[T] = n;
}
KERNEL(do_while, 1, 32)
{
    unsigned i = T, hops = 0;
    do {
        i = in[i] % 64;
        hops++;
    } while (i > 8 && hops < 30);
    out[T] = i * 100 + hops;
}
KERNEL(loop_continue, 1, 32)
{
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 12; i++) {
        if (in[32 * i + T] & 1)
            continue;
        sum += in[32 * i + T + 1000];
    }
    out[T] = sum;
}
KERNEL(loops_nested, 1, 32)
{
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 4; i++)
#pragma unroll 1
        for (unsigned k = 0; k < (in[T] & 3) + i; k++)
            sum = sum * 5 + in[i * 32 + k];
    out[T] = sum;
}
KERNEL(search_binary, 1, 32)
{
    unsigned lo = 0, hi = 1024, want = in[T] % 5000;
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        if (mid * 5 < want)
            lo = mid + 1;
        else
            hi = mid;
    }
    out[T] = lo;
}

__noinline__ __device__ unsigned mix(unsigned a, unsigned b) { return (a ^ b) * 2654435761u; }
__noinline__ __device__ unsigned twist(unsigned a, unsigned b) { return mix(a + 1, b) - mix(b, a); }
__noinline__ __device__ unsigned last(unsigned a, unsigned b) { return a > b ? a - b : b; }
struct Many {
    unsigned a[5];
};
__noinline__ __device__ Many spread(Many m, unsigned k)
{
    for (unsigned i = 0; i < 5; i++)
        m.a[i] = m.a[i] * k + i;
    return m;
}
__noinline__ __device__ unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__noinline__ __device__ bool odd(unsigned n);
__noinline__ __device__ bool even(unsigned n) { return n ? odd(n - 1) : true; }
__noinline__ __device__ bool odd(unsigned n) { return n ? even(n - 1) : false; }
KERNEL(call_one, 1, 32) { out[T] = mix(in[T], in[T + 32]); }
KERNEL(call_calls, 1, 32) { out[T] = twist(in[T], in[T + 32]); }
KERNEL(call_by_lane, 1, 32) { out[T] = in[T] & 1 ? mix(in[T], 3) : twist(in[T], 4); }
KERNEL(call_struct, 1, 32)
{
    Many m = {{in[T], in[T + 1], in[T + 2], in[T + 3], in[T + 4]}};
    m = spread(m, in[T + 40]);
    out[T] = m.a[0] ^ m.a[1] ^ m.a[2] ^ m.a[3] ^ m.a[4];
}
KERNEL(call_itself, 1, 32) { out[T] = fibonacci(in[T] % 9); }
KERNEL(call_each_other, 1, 32) { out[T] = even(in[T] % 17); }
typedef unsigned (*Two)(unsigned, unsigned);
__device__ Two functions[3] = {mix, twist, last};
KERNEL(call_pointer_uniform, 1, 32) { out[T] = functions[in[0] % 3](in[T], in[T + 32]); }
KERNEL(call_pointer_by_lane, 1, 32) { out[T] = functions[in[T + 64] % 3](in[T], in[T + 32]); }
struct Shape {
    __device__ virtual unsigned area(unsigned a) const { return a; }
};
struct Square : Shape {
    __device__ unsigned area(unsigned a) const override { return a * a; }
};
KERNEL(call_virtual, 1, 32)
{
    Shape shape;
    Square square;
    const Shape *s = in[T] & 1 ? &shape : &square;
    out[T] = s->area(in[T + 32]);
}

// Lanes.
KERNEL(shuffle_idx, 1, 32) { out[T] = __shfl_sync(ALL, in[T], in[T + 32]); }
KERNEL(shuffle_broadcast, 1, 32) { out[T] = __shfl_sync(ALL, in[T], 7); }
KERNEL(shuffle_up, 1, 32) { out[T] = __shfl_up_sync(ALL, in[T], 3); }
KERNEL(shuffle_down, 1, 32) { out[T] = __shfl_down_sync(ALL, in[T], 5); }
KERNEL(shuffle_xor, 1, 32) { out[T] = __shfl_xor_sync(ALL, in[T], 21); }
KERNEL(shuffle_width8, 1, 32)
{
    unsigned v = in[T];
    out[T] = __shfl_down_sync(ALL, v, 2, 8) + __shfl_sync(ALL, v, 5, 8);
}
KERNEL(shuffle_u64, 1, 32) { put(out, __shfl_xor_sync(ALL, ((const u64 *)in)[T], 1)); }
KERNEL(shuffle_some_lanes, 1, 32)
{
    unsigned v = in[T];
    if (T < 12)
        v += __shfl_sync(0xfffu, v, (T + 5) % 12);
    out[T] = v;
}
KERNEL(vote_ballot, 1, 64) { out[T] = __ballot_sync(ALL, in[T] % 3 == 0); }
KERNEL(vote_any_all, 1, 64)
{
    unsigned v = in[T];
    out[T] = __any_sync(ALL, v % 64 == 0) + 2 * __all_sync(ALL, v != 5) + 4 * __all_sync(ALL, v & 1);
}
KERNEL(vote_in_branch, 1, 32)
{
    unsigned odd_lanes = __ballot_sync(ALL, in[T] & 1), v = 0;
    if (in[T] & 1)
        v = __ballot_sync(odd_lanes, in[T] & 2);
    out[T] = v;
}
KERNEL(match_any, 1, 32) { out[T] = __match_any_sync(ALL, in[T] % 5); }
KERNEL(match_any_u64, 1, 32) { out[T] = __match_any_sync(ALL, (u64)(in[T] % 3) << 40); }
KERNEL(match_all, 1, 64)
{
    int p, q;
    unsigned m = __match_all_sync(ALL, in[T] & 0, &p), k = __match_all_sync(ALL, in[T], &q);
    out[T] = m + k + p * 3 + q * 5;
}
KERNEL(reduce_lanes, 1, 32)
{
    unsigned v = in[T];
    out[T] = __reduce_add_sync(ALL, v) ^ __reduce_min_sync(ALL, v) ^ __reduce_max_sync(ALL, (int)v) ^
             __reduce_and_sync(ALL, v | 1) ^ __reduce_or_sync(ALL, v & 255) ^ __reduce_xor_sync(ALL, v);
}
KERNEL(lane_masks, 1, 64)
{
    unsigned lt, le, gt, ge, eq;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
    out[T] = lt + 3 * le + 5 * gt + 7 * ge + 11 * eq;
}
KERNEL(warp_scan, 1, 64)
{
    unsigned v = in[T];
    for (unsigned by = 1; by < 32; by *= 2) {
        unsigned u = __shfl_up_sync(ALL, v, by);
        if (T % 32 >= by)
            v += u;
    }
    out[T] = v;
}
KERNEL(aggregate_by_hand, 1, 32) // one atomic for all that want one
{
    bool want = in[T] & 1;
    unsigned who = __ballot_sync(ALL, want);
    if (want) {
        unsigned base, leader = __ffs(who) - 1;
        if (T == leader)
            base = atomicAdd(out, __popc(who));
        base = __shfl_sync(who, base, leader);
        out[32 + __popc(who & ((1u << T) - 1))] = base + T;
    }
}

// Blocks.
KERNEL(barrier_exchange, 1, 128)
{
    __shared__ unsigned s[128];
    s[T] = in[T];
    __syncthreads();
    unsigned v = s[127 - T];
    __syncthreads();
    s[T] = v * 3;
    __syncthreads();
    out[T] = s[(T + 40) % 128];
}
KERNEL(barrier_counts, 1, 96)
{
    unsigned v = in[T];
    out[T] = __syncthreads_count(v & 1) + 256 * __syncthreads_or(v == 3) + 512 * __syncthreads_and(v | 1);
}
KERNEL(barrier_named, 1, 128) // two halves of the block, each with its own
{
    __shared__ unsigned s[128];
    s[T] = in[T];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + T / 64) : "memory");
    out[T] = s[T ^ 63];
}
KERNEL(barrier_arrive, 1, 64) // a producing and a consuming warp
{
    __shared__ unsigned s[32];
    if (T < 32) {
        s[T] = in[T] * 7;
        __threadfence_block();
        asm volatile("bar.arrive 3, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 3, 64;" ::: "memory");
        out[T - 32] = s[63 - T];
    }
}
KERNEL(barrier_after_exit, 1, 96) // a warp that has ended is not waited for
{
    __shared__ unsigned s[64];
    if (T >= 64)
        return;
    s[T] = in[T];
    __syncthreads();
    out[T] = s[T ^ 32];
}
__device__ unsigned blocks_done;
KERNEL(last_block, 8, 64)
{
    __shared__ bool is_last;
    out[1024 + 64 * blockIdx.x + T] = in[64 * blockIdx.x + T] * 3;
    __threadfence();
    __syncthreads();
    if (!T)
        is_last = atomicInc(&blocks_done, 7u) == 7;
    __syncthreads();
    if (is_last)
        out[T] = out[1024 + 64 * (T % 8) + T];
}

// Cooperative groups.
KERNEL(cg_tile_sum, 1, 64)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    out[T] = cg::reduce(tile, in[T], cg::plus<unsigned>());
}
KERNEL(cg_warp_min_max, 1, 64)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned v = in[T];
    out[T] = cg::reduce(warp, v, cg::less<unsigned>()) ^ (unsigned)cg::reduce(warp, (int)v, cg::greater<int>());
}
KERNEL(cg_float_sum, 1, 64)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    out[T] = __float_as_uint(cg::reduce(warp, (float)(in[T] % 1000) / 3, cg::plus<float>()));
}
KERNEL(cg_coalesced, 1, 32)
{
    unsigned a = in[T], v = 0;
    if (a & 1) {
        auto active = cg::coalesced_threads();
        v = 1 + active.thread_rank() + 100 * active.size() + active.shfl(a, 0);
    }
    out[T] = v;
}
KERNEL(cg_scan, 1, 64)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned v = in[T];
    out[T] = cg::inclusive_scan(tile, v % 100) + 1000 * cg::exclusive_scan(tile, v % 7);
}
KERNEL(cg_labelled, 1, 32)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned v = in[T];
    auto same = cg::labeled_partition(warp, v % 3);
    out[T] = same.size() * 100 + same.thread_rank() + cg::reduce(same, v, cg::plus<unsigned>());
}
KERNEL(cg_block, 2, dim3(8, 8))
{
    auto block = cg::this_thread_block();
    __shared__ unsigned s[64];
    unsigned r = block.thread_rank();
    s[r] = in[r + 64 * block.group_index().x];
    block.sync();
    out[64 * block.group_index().x + r] = s[63 - r] + block.size() + block.thread_index().y;
}
