// sweep_more.cu - as sweep.cu, for what several warps, blocks or launches do to each other: barriers
// that vote, data larger than the L1 cache, stores to few lines, cp.async, atomics on the shared
// memory of another block, phases between barriers, loops that wait for memory, and data and code
// that the L2 cache has lost. Lines of the form
//
//   name,figure,unit
//
//   sweep_more [PART]     votes, capacity, lines, async, cluster, phases, rounds, fences, cold
//
// As with sweep.cu, times.cu has none of these kernels.
#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <string>
#include <vector>

namespace cg = cooperative_groups;
#define I (blockIdx.x * blockDim.x + threadIdx.x)

static void check(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s\n", cudaGetErrorString(e));
    exit(1);
}

static cudaEvent_t from, to;
static int *data, *other; // 256 MB each
enum { REPEATS = 9 };

__global__ void spin(long long n)
{
    for (long long start = clock64(); clock64() - start < n;) {
    }
}
__global__ void read_all(const int4 *in, size_t n, int *out)
{
    int sum = 0;
    for (size_t i = I; i < n; i += gridDim.x * blockDim.x)
        sum += in[i].x ^ in[i].w;
    if (sum == 0x12345678)
        *out = sum;
}

// Before each run another kernel keeps the stream busy, or reads 256 MB of other data.
template <class Work> static double timed(Work work, bool displaced = false)
{
    float us[REPEATS];
    for (int r = -2; r < REPEATS; r++) {
        if (displaced)
            read_all<<<1056, 256>>>((int4 *)other, (256ul << 20) / 16, data);
        else
            spin<<<1, 1>>>(40000);
        check(cudaEventRecord(from));
        work();
        check(cudaEventRecord(to));
        check(cudaEventSynchronize(to));
        float ms;
        check(cudaEventElapsedTime(&ms, from, to));
        if (r >= 0)
            us[r] = ms * 1000;
    }
    check(cudaGetLastError());
    std::sort(us, us + REPEATS);
    return us[REPEATS / 2];
}

template <class... Numbers> static void say(double v, const char *name, Numbers... numbers)
{
    printf("%s", name);
    for (long long n : {(long long)numbers...})
        printf(" %lld", n);
    printf(",%.3f,us\n", v);
    fflush(stdout);
}

// ---- barriers that vote --------------------------------------------------------------

template <int KIND> __global__ void vote_barriers(int *out, int times)
{
    int sum = (int)threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < times; k++) {
        if (KIND == 0)
            __syncthreads();
        else if (KIND == 1)
            sum ^= __syncthreads_or(sum == k);
        else if (KIND == 2)
            sum ^= __syncthreads_and(sum == k);
        else
            sum += __syncthreads_count(sum == k);
    }
    out[I] = sum;
}

static void votes()
{
    for (int threads : {32, 128, 256, 512, 1024})
        for (int blocks : {132, 1056}) {
            say(timed([=] { vote_barriers<0><<<blocks, threads>>>(data, 200); }), "200 barriers", blocks, threads);
            say(timed([=] { vote_barriers<1><<<blocks, threads>>>(data, 200); }), "200 barriers or", blocks, threads);
            say(timed([=] { vote_barriers<2><<<blocks, threads>>>(data, 200); }), "200 barriers and", blocks, threads);
            say(timed([=] { vote_barriers<3><<<blocks, threads>>>(data, 200); }), "200 barriers count", blocks, threads);
        }
}

// ---- more data than the L1 cache holds -------------------------------------------------

// Each warp reads `lines` lines of its own again and again; with `shared` all warps of a block
// read the same; with `all` all blocks do.
__global__ void read_again(const int *in, int *out, int lines, int rounds, int who)
{
    int warp = who == 2 ? 0 : who == 1 ? blockIdx.x : I / 32, sum = 0;
    const int *own = in + (size_t)warp * lines * 32 + threadIdx.x % 32;
#pragma unroll 1
    for (int r = 0; r < rounds; r++)
#pragma unroll 4
        for (int k = 0; k < lines; k++)
            sum += __ldca(own + k * 32);
    if (sum == 12345)
        out[0] = sum;
}

static void capacity()
{
    static const char *const names[] = {"each warp again KB", "each block again KB", "all again KB"};
    for (int per_sm : {1, 8})
        for (int who : {0, 1, 2})
            for (int kb : {32, 64, 128, 160, 192, 208, 224, 240, 256, 288, 320, 512}) {
                int lines = kb * 8 / (who == 0 ? 8 * per_sm : who == 1 ? per_sm : 1);
                if (who == 2 && per_sm == 1)
                    continue;
                say(timed([=] { read_again<<<132 * per_sm, 256>>>(other, data, lines, 8192 / lines, who); }),
                    names[who], kb, per_sm);
            }
}

// ---- stores to few lines ----------------------------------------------------------------

// 16 stores of a thread. who 0: a warp stores a whole line; 1: a lane's word is anywhere in the
// lines; 2: one lane stores.
__global__ void store_few(int *out, unsigned lines, int who)
{
    unsigned x = I / 32 * 2654435761u;
    for (int k = 0; k < 16; k++) {
        x = x * 1664525u + 1013904223u;
        unsigned y = (x ^ threadIdx.x * 0x9e3779b1u) * 747796405u;
        unsigned at = who == 1 ? (y >> 7) % (lines * 32) : (x >> 9) % lines * 32 + threadIdx.x % 32;
        if (who != 2 || threadIdx.x % 32 == 0)
            out[at] = k;
    }
}

static void lines()
{
    static const char *const names[] = {"line stores", "word stores", "one lane stores"};
    for (int who : {0, 1, 2})
        for (int blocks : {132, 1056})
            for (unsigned n : {1, 4, 8, 16, 32, 64, 128, 512, 2048, 16384})
                say(timed([=] { store_few<<<blocks, 256>>>(data, n, who); }), names[who], blocks, n);
}

// ---- cp.async ------------------------------------------------------------------------------

template <int BYTES, int STAGES> __global__ void copy_async(const char *in, int *out, unsigned rounds)
{
    __shared__ __align__(16) char s[STAGES][256 * BYTES];
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[0][threadIdx.x * BYTES]), total = gridDim.x * 256;
    int sum = 0;
    auto start = [&](unsigned r) {
        if (r < rounds && BYTES == 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at + r % STAGES * 256 * BYTES),
                         "l"(in + ((size_t)r * total + I) * BYTES)
                         : "memory");
        else if (r < rounds)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at + r % STAGES * 256 * BYTES),
                         "l"(in + ((size_t)r * total + I) * BYTES)
                         : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    for (unsigned r = 0; r + 1 < STAGES; r++)
        start(r);
#pragma unroll 1
    for (unsigned r = 0; r < rounds; r++) {
        start(r + STAGES - 1);
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 1) : "memory");
        sum += *(int *)&s[r % STAGES][threadIdx.x * BYTES];
    }
    if (sum == 12345)
        out[0] = sum;
}

static void async()
{
    for (int mb : {16, 256})
        for (int per_sm : {1, 2, 8}) {
            int blocks = 128 * per_sm;
            unsigned rounds = (unsigned)mb * (1 << 20) / (blocks * 256u);
            say(timed([=] { copy_async<16, 1><<<blocks, 256>>>((char *)other, data, rounds / 16); }), "async 16 bytes: MB per SM stages", mb, per_sm, 1);
            say(timed([=] { copy_async<16, 2><<<blocks, 256>>>((char *)other, data, rounds / 16); }), "async 16 bytes: MB per SM stages", mb, per_sm, 2);
            say(timed([=] { copy_async<16, 4><<<blocks, 256>>>((char *)other, data, rounds / 16); }), "async 16 bytes: MB per SM stages", mb, per_sm, 4);
            say(timed([=] { copy_async<4, 1><<<blocks, 256>>>((char *)other, data, rounds / 4); }), "async 4 bytes: MB per SM stages", mb, per_sm, 1);
            say(timed([=] { copy_async<4, 4><<<blocks, 256>>>((char *)other, data, rounds / 4); }), "async 4 bytes: MB per SM stages", mb, per_sm, 4);
        }
}

// ---- other blocks' shared memory ---------------------------------------------------------------

template <int KIND> __global__ void remote(int *out, int times, int stride)
{
    __shared__ int s[2048];
    cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        s[i] = 0;
    cluster.sync();
    int *there = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % cluster.num_blocks()), sum = 0;
    unsigned x = I;
#pragma unroll 4
    for (int k = 0; k < times; k++) {
        x = x * 1664525u + 1013904223u;
        unsigned at = stride < 0 ? x >> 21 : (threadIdx.x * stride + k) & 2047;
        if (KIND == 0)
            sum += there[at];
        else if (KIND == 1)
            there[at] = k;
        else
            atomicAdd(&there[at], k);
    }
    cluster.sync();
    out[I] = sum + s[threadIdx.x];
}
__global__ void cluster_barriers(int *out, int times)
{
#pragma unroll 1
    for (int k = 0; k < times; k++)
        cg::this_cluster().sync();
    out[I] = times;
}

template <class Kernel> static void launch(Kernel kernel, int blocks, int threads, int size, int times, int stride)
{
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim = {(unsigned)size, 1, 1};
    c.gridDim = blocks;
    c.blockDim = threads;
    c.attrs = &a;
    c.numAttrs = 1;
    if constexpr (std::is_same_v<Kernel, void (*)(int *, int)>)
        check(cudaLaunchKernelEx(&c, kernel, data, times));
    else
        check(cudaLaunchKernelEx(&c, kernel, data, times, stride));
}

static void clusters()
{
    for (int size : {1, 2, 4, 8})
        for (int stride : {1, 32, -1}) {
            say(timed([=] { launch(remote<0>, 128, 256, size, 256, stride); }), "remote loads: cluster stride", size, stride);
            say(timed([=] { launch(remote<1>, 128, 256, size, 256, stride); }), "remote stores: cluster stride", size, stride);
            say(timed([=] { launch(remote<2>, 128, 256, size, 256, stride); }), "remote atomics: cluster stride", size, stride);
            say(timed([=] { launch(remote<2>, 512, 256, size, 256, stride); }), "remote atomics, 4 per SM: cluster stride", size, stride);
        }
    for (int size : {1, 2, 8})
        for (int threads : {32, 256, 1024})
            say(timed([=] { launch(cluster_barriers, 128, threads, size, 200, 0); }), "200 cluster barriers: cluster threads", size, threads);
}

// ---- short phases between barriers -----------------------------------------------------------------

template <int LOADS> __global__ void phases_of(int *out, int times)
{
    __shared__ int s[1024 + LOADS];
    int t = threadIdx.x, x = t;
    s[t] = t;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < times; k++) {
        int sum = 0;
        for (int j = 0; j < LOADS; j++)
            sum += s[t + j];
        __syncthreads();
        s[t] = x = x * 3 + sum;
        __syncthreads();
    }
    out[I] = x;
}

static void phases()
{
    for (int blocks : {132, 264, 1056})
        for (int threads : {32, 64, 128, 256, 512, 1024}) {
            say(timed([=] { phases_of<1><<<blocks, threads>>>(data, 100); }), "100 phases, 1 load", blocks, threads);
            say(timed([=] { phases_of<8><<<blocks, threads>>>(data, 100); }), "100 phases, 8 loads", blocks, threads);
        }
}

// ---- loops that wait for memory -----------------------------------------------------------------------

__global__ void loads_only(const int *in, int *out, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[I + k * 4096];
    out[I] = sum;
}
__global__ void loads_and_stores(const int *in, int *out, int n)
{
    for (int k = 0; k < n; k++)
        out[I + k * 4096] = in[I + k * 4096] + k;
}
__global__ void loads_and_stores_restrict(const int *__restrict__ in, int *__restrict__ out, int n)
{
    for (int k = 0; k < n; k++)
        out[I + k * 4096] = in[I + k * 4096] + k;
}
__global__ void adds_to(const int *in, int *out, int n)
{
    for (int k = 0; k < n; k++)
        out[I + k * 4096] += in[k];
}
__global__ void loads_of_shared(const int *in, int *out, int n)
{
    __shared__ int s[256];
    for (int k = 0; k < n; k++)
        s[threadIdx.x] += in[I + k * 4096];
    out[I] = s[threadIdx.x];
}
__global__ void loads_until(const int *in, int *out, int n)
{
    int k = 0;
    while (k < n && in[I + k * 4096] == 0)
        k++;
    out[I] = k;
}
__global__ void atomics_of_loads(const int *in, int *out, int n)
{
    for (int k = 0; k < n; k++)
        atomicAdd(&out[in[I + k * 4096] + I], 1);
}

static void rounds()
{
#define ROUND(kernel) say(timed([=] { kernel<<<1, 32>>>(other, data, n); }), "rounds: " #kernel, n)
    for (int n : {1, 2, 3, 4, 8, 16, 64}) {
        ROUND(loads_only);
        ROUND(loads_and_stores);
        ROUND(loads_and_stores_restrict);
        ROUND(adds_to);
        ROUND(loads_of_shared);
        ROUND(loads_until);
        ROUND(atomics_of_loads);
    }
}

// ---- fences ------------------------------------------------------------------------------------------------

template <int KIND> __global__ void fence_rounds(int *out, int times)
{
    volatile int *own = out + 1024 * 1024 + I * 32;
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < times; k++) {
        if (KIND != 1 && KIND != 4)
            own[0] = k;
        if (KIND == 1 || KIND == 2)
            __threadfence();
        else if (KIND == 3)
            __threadfence_block();
        else if (KIND == 4)
            sum += atomicAdd((int *)own, 1);
        else if (KIND == 5)
            sum += own[0];
        else if (KIND == 6) {
            __threadfence();
            __syncthreads();
        } else if (KIND == 7)
            __threadfence_system();
    }
    out[I] = sum;
}

static void fences()
{
    for (int blocks : {1, 132})
        for (int threads : {1, 32, 256, 1024}) {
#define FENCE(kind, what) say(timed([=] { fence_rounds<kind><<<blocks, threads>>>(data, 100); }), "100 rounds of " what, blocks, threads)
            FENCE(0, "store");
            FENCE(1, "fence");
            FENCE(2, "store and fence");
            FENCE(3, "store and fence of the block");
            FENCE(4, "atomic");
            FENCE(5, "store and load");
            FENCE(6, "store and fence and barrier");
            FENCE(7, "store and fence of the system");
        }
}

// ---- data and code that the L2 cache has lost --------------------------------------------------------------

__global__ void jump(const int *in, int *out, int steps, int stride)
{
    int at = 0;
#pragma unroll 1
    for (int k = 0; k < steps; k++)
        at = in[(size_t)k * stride + at];
    *out = at;
}
template <int N> __global__ void long_code(int *out, int a)
{
    unsigned x = threadIdx.x;
#pragma unroll
    for (int k = 0; k < N; k++)
        x = x * (2 * k + 3) + (x >> (k % 7 + 1));
    out[I] = (int)x + a;
}
__global__ void touch_all(const int *in, int *out, int n, int write)
{
    int sum = 0;
    for (int i = I; i < n; i += gridDim.x * blockDim.x)
        if (write)
            out[i] = i;
        else
            sum += in[i];
    if (sum == 12345)
        out[0] = sum;
}
__global__ void touch_one(const int *in, int *out) { out[I] = in[I]; }

static void cold()
{
    int *in, *result;
    check(cudaMalloc(&in, 64 << 20));
    check(cudaMalloc(&result, 64 << 20));
    check(cudaMemset(in, 0, 64 << 20));
    for (bool displaced : {false, true}) {
        for (int stride : {64, 1 << 18})
            for (int steps : {0, 1, 2, 4, 8, 32})
                say(timed([=] { jump<<<1, 1>>>(in, result, steps, stride); }, displaced), "cold: jump", displaced, stride, steps);
        for (int blocks : {1, 132, 1056}) {
            say(timed([=] { long_code<1><<<blocks, 128>>>(result, 1); }, displaced), "cold: code", displaced, blocks, 1);
            say(timed([=] { long_code<64><<<blocks, 128>>>(result, 1); }, displaced), "cold: code", displaced, blocks, 64);
            say(timed([=] { long_code<256><<<blocks, 128>>>(result, 1); }, displaced), "cold: code", displaced, blocks, 256);
            say(timed([=] { long_code<1024><<<blocks, 128>>>(result, 1); }, displaced), "cold: code", displaced, blocks, 1024);
            say(timed([=] { long_code<4096><<<blocks, 128>>>(result, 1); }, displaced), "cold: code", displaced, blocks, 4096);
        }
        for (int kb : {4, 64, 256, 1024, 4096, 16384, 65536})
            for (int write : {0, 1})
                say(timed([=] { touch_all<<<1056, 256>>>(in, result, kb << 8, write); }, displaced), "cold: touch KB", displaced, kb, write);
        for (int blocks : {1, 16, 132, 1056, 4224})
            say(timed([=] { touch_one<<<blocks, 256>>>(in, result); }, displaced), "cold: one each, blocks", displaced, blocks);
    }
}

int main(int argc, char **argv)
{
    const size_t bytes = 256ul << 20;
    check(cudaMalloc(&data, bytes));
    check(cudaMalloc(&other, bytes));
    check(cudaMemset(data, 0, bytes));
    check(cudaMemset(other, 0, bytes));
    check(cudaEventCreate(&from));
    check(cudaEventCreate(&to));
    static const struct {
        const char *name;
        void (*run)();
    } parts[] = {{"votes", votes}, {"capacity", capacity}, {"lines", lines}, {"async", async}, {"cluster", clusters}, {"phases", phases}, {"rounds", rounds}, {"fences", fences}, {"cold", cold}};
    for (auto &p : parts)
        if (argc < 2 || !strcmp(argv[1], p.name))
            p.run();
    return 0;
}
