// sweep.cu - the source of the constants of virtual time: on a GPU it prints lines of the
// form
//
//   name,figure,unit
//
// for chains of one instruction (cycles each), for kernels that vary one thing at a time,
// and for copies by size (microseconds, medians). times.cu, the list of bench_time, has none of
// these kernels: times.cu is the proof, sweep.cu the source (common/cudasim/cost_table.h).
//
// Before each timing by events another kernel keeps the stream busy. So all work has been issued
// before the first event is recorded, and the times do not include the calls of the host.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <string>
#include <vector>

#define I (blockIdx.x * blockDim.x + threadIdx.x)

static void check(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s\n", cudaGetErrorString(e));
    exit(1);
}

static void say(const std::string &name, double v, const char *unit)
{
    printf("%s,%.3f,%s\n", name.c_str(), v, unit);
    fflush(stdout);
}
static std::string with(const char *name, long long a)
{
    return name + (" " + std::to_string(a));
}
static std::string with(const char *name, long long a, long long b)
{
    return with(with(name, a).c_str(), b);
}
static std::string with(const char *name, long long a, long long b, long long c)
{
    return with(with(name, a, b).c_str(), c);
}

// ---- one warp or thread: cycles per instruction -----------------------------------------

// Holds a value between two readings of the clock.
__device__ void pin(int &x)
{
    asm volatile("" : "+r"(x) : : "memory");
}
__device__ void pin(unsigned &x)
{
    asm volatile("" : "+r"(x) : : "memory");
}
__device__ void pin(float &x)
{
    asm volatile("" : "+f"(x) : : "memory");
}
__device__ void pin(double &x)
{
    asm volatile("" : "+d"(x) : : "memory");
}

enum { STEPS = 512 };
#define CHAIN(name, setup, step, end) \
    __global__ void name(int *p, int a, int b) \
    { \
        __shared__ int s[1024]; \
        for (int i = threadIdx.x; i < 1024; i += blockDim.x) \
            s[i] = (i + 32) & 1023; \
        __syncthreads(); \
        setup; \
        long long from = 0; \
        for (int round = 0; round < 2; round++) { /* the first fetches the code */ \
            pin(x); \
            from = clock64(); \
            pin(x); \
            _Pragma("unroll 32") for (int k = 0; k < STEPS; k++) \
            { \
                step; \
            } \
            pin(x); \
            from = clock64() - from; \
        } \
        p[1024 * 1024 + threadIdx.x] = end + s[a & 1]; \
        if (!threadIdx.x) \
            *(long long *)(p + 2 * 1024 * 1024) = from; \
    }
CHAIN(fma_chain, float x = (float)a, x = x * x + (float)b, (int)x)
CHAIN(add_chain, int x = a, x = (x ^ b) + a, x)
CHAIN(mul_chain, int x = a, x = x * x + b, x)
CHAIN(double_chain, double x = a, x = x * x + b, (int)x)
CHAIN(shuffle_chain, int x = a, x = __shfl_xor_sync(~0u, x, 1), x)
CHAIN(ballot_chain, unsigned x = (unsigned)a, x = __ballot_sync(~0u, x & 1), (int)x)
CHAIN(sin_chain, float x = (float)a, x = __sinf(x), (int)x)
CHAIN(divide_chain, unsigned x = (unsigned)a, x = (unsigned)b / (x | 1), (int)x)
CHAIN(shared_chain, int x = threadIdx.x, x = s[x], x)
CHAIN(shared_atomic_chain, int x = threadIdx.x, x = atomicAdd(&s[x & 1023], x), x)
CHAIN(global_atomic_chain, int x = threadIdx.x, x = atomicAdd(&p[x & 1023], 0), x)
CHAIN(l1_chain, const int *__restrict__ q = p; int x = threadIdx.x, x = __ldca(&q[x]), x)
CHAIN(barrier_chain, int x = a, __syncthreads(), x)
CHAIN(warp_sync_chain, int x = a, x += b; __syncwarp(), x)
__global__ void branch_chain(int *p, int a, int b)
{
    int x = a;
    long long from = clock64();
    pin(x);
#pragma unroll 1
    for (int k = 0; k < STEPS; k++)
        x = x * 5 + k;
    pin(x);
    from = clock64() - from;
    p[1024 * 1024 + threadIdx.x] = x;
    if (!threadIdx.x)
        *(long long *)(p + 2 * 1024 * 1024) = from;
}
__global__ void local_chain(int *p, int a, int b)
{
    int own[64], x = a & 63;
    for (int i = 0; i < 64; i++)
        own[i] = (i + b) & 63;
    long long from = clock64();
    pin(x);
#pragma unroll 32
    for (int k = 0; k < STEPS; k++)
        x = own[x];
    pin(x);
    from = clock64() - from;
    p[1024 * 1024 + threadIdx.x] = x;
    if (!threadIdx.x)
        *(long long *)(p + 2 * 1024 * 1024) = from;
}
__global__ void walk(const unsigned *next, unsigned steps, int *p)
{
    unsigned i = 0;
    long long from = clock64();
    pin(i);
    for (unsigned k = 0; k < steps; k++)
        i = __ldca(&next[i]);
    pin(i);
    p[1024 * 1024] = (int)i;
    *(long long *)(p + 2 * 1024 * 1024) = (clock64() - from) * STEPS / steps;
}

static int *data, *other; // 256 MB each
static int *pinned;
static char *pageable;

static double cycles()
{
    long long c;
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(&c, data + 2 * 1024 * 1024, 8, cudaMemcpyDefault));
    return (double)c / STEPS;
}

static void chains()
{
    std::vector<int> table(1024);
    for (int i = 0; i < 1024; i++)
        table[i] = (i + 32) & 1023;
    static const struct {
        const char *name;
        void (*kernel)(int *, int, int);
        int threads;
    } list[] = {{"fma", fma_chain, 32},
                {"add and xor", add_chain, 32},
                {"multiply-add", mul_chain, 32},
                {"double fma", double_chain, 32},
                {"shuffle", shuffle_chain, 32},
                {"ballot", ballot_chain, 32},
                {"sin", sin_chain, 32},
                {"divide", divide_chain, 32},
                {"shared load", shared_chain, 32},
                {"shared atomic", shared_atomic_chain, 32},
                {"global atomic", global_atomic_chain, 32},
                {"load from L1", l1_chain, 32},
                {"local load", local_chain, 32},
                {"loop", branch_chain, 32},
                {"barrier 1 warp", barrier_chain, 32},
                {"barrier 8 warps", barrier_chain, 256},
                {"barrier 32 warps", barrier_chain, 1024},
                {"warp barrier", warp_sync_chain, 32}};
    for (auto &c : list) {
        check(cudaMemcpy(data, table.data(), 4096, cudaMemcpyDefault));
        c.kernel<<<1, c.threads>>>(data, 1, 3);
        say(std::string("chain ") + c.name, cycles(), "cycles");
    }
    for (unsigned kb :
         {16u, 128u, 512u, 2048u, 8192u, 20480u, 32768u, 49152u, 65536u, 131072u, 262144u}) {
        unsigned words = kb * 256, stride = 1056; // 4 KB and one cache line apart
        std::vector<unsigned> next(words);
        for (unsigned i = 0; i < words; i++)
            next[i] = (i + stride) % words;
        check(cudaMemcpy(other, next.data(), 4ull * words, cudaMemcpyDefault));
        unsigned steps = words / stride + 16;
        steps = steps > 20000 ? steps : 20000;
        walk<<<1, 1>>>((unsigned *)other, steps, data);
        walk<<<1, 1>>>((unsigned *)other, steps, data);
        say(with("walk KB", kb), cycles(), "cycles");
    }
}

// ---- kernels -------------------------------------------------------------------------

__global__ void nothing() {}
__global__ void spin(long long n)
{
    for (long long from = clock64(); clock64() - from < n;) {
    }
}
template <class T> __global__ void read_all(const int *in, int *out, unsigned n, int times)
{
    const T *t = (const T *)in;
    int sum = 0;
    for (int k = 0; k < times; k++)
        for (unsigned i = I; i < n / sizeof(T); i += gridDim.x * blockDim.x)
            sum += *(const int *)&t[i];
    if (sum == 12345)
        out[0] = sum;
}
__global__ void read_by(const int *in, int *out, unsigned n) // loads in flight: one per thread
{
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned i = I; i < n; i += gridDim.x * blockDim.x)
        sum = (unsigned)in[i] + sum * 3;
    if (sum == 12345)
        out[0] = (int)sum;
}
template <class T> __global__ void write_all(int *out, unsigned n)
{
    T zero = {};
    for (unsigned i = I; i < n / sizeof(T); i += gridDim.x * blockDim.x)
        ((T *)out)[i] = zero;
}
// Every lane's word is in another sector.
__global__ void write_pieces(int *out, unsigned n, int stride)
{
    unsigned total = gridDim.x * blockDim.x;
    for (unsigned k = 0; k < 16; k++)
        out[((I + k * total) * stride) % n] = 1;
}
__global__ void read_pieces(const int *in, int *out, unsigned n, int stride)
{
    unsigned total = gridDim.x * blockDim.x;
    int sum = 0;
    for (unsigned k = 0; k < 16; k++)
        sum += in[((I + k * total) * stride) % n];
    if (sum == 12345)
        out[0] = sum;
}
__global__ void scatter_words(int *out, unsigned mask)
{
    for (unsigned k = 0; k < 16; k++)
        out[((I * 16 + k) * 2654435761u >> 3) & mask] = 1;
}
__global__ void gather_words(const int *in, int *out, unsigned mask)
{
    int sum = 0;
    for (unsigned k = 0; k < 16; k++)
        sum += in[((I * 16 + k) * 2654435761u >> 3) & mask];
    if (sum == 12345)
        out[0] = sum;
}
// Loads that hit the L1 cache: each block has 8 KB, a warp's load touches `lines` lines.
template <class T> __global__ void read_l1(const int *in, int *out, int lines)
{
    const char *own = (const char *)(in + 2048 * (blockIdx.x % 1024));
    unsigned lane = threadIdx.x % 32, at = (lane % lines) * 128 + lane / lines * sizeof(T) % 128;
    int sum = 0;
#pragma unroll 4
    for (unsigned k = 0; k < 256; k++)
        sum += __ldca((const int *)&((const T *)(own + ((at + k * 128) & 8191)))[0]);
    if (sum == 12345)
        out[0] = sum;
}
__global__ void shared_reads(const int *in, int *out, int stride)
{
    __shared__ int s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = in[i] & 1;
    __syncthreads();
    int sum = 0;
    unsigned at = threadIdx.x * stride;
#pragma unroll 8
    for (int k = 0; k < 256; k++)
        sum += s[(at + k) & 1023];
    out[I] = sum;
}
__global__ void shared_atomics(int *out, int stride)
{
    __shared__ int s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 128; k++)
        atomicAdd(&s[(threadIdx.x * stride + k) & 1023], (int)threadIdx.x);
    __syncthreads();
    out[I] = s[threadIdx.x];
}
// `times` atomics per thread; thread t of the grid on word (t / share * stride) % words.
__global__ void reds(int *out, unsigned words, unsigned share, unsigned stride, int times)
{
    unsigned at = I / share * stride % words;
    for (int k = 0; k < times; k++)
        atomicAdd(&out[at], (int)threadIdx.x);
}
__global__ void atoms(int *out, unsigned words, unsigned share, unsigned stride, int times)
{
    unsigned at = I / share * stride % words, sum = 0;
    for (int k = 0; k < times; k++)
        sum += atomicAdd(&out[at], (int)threadIdx.x);
    if (sum == 12345)
        out[0] = (int)sum;
}
__global__ void random_reds(int *out, unsigned mask)
{
    for (unsigned k = 0; k < 16; k++)
        atomicAdd(&out[((I * 16 + k) * 2654435761u >> 3) & mask], 1);
}
__global__ void same_address(int *out) // all lanes of the grid store to one word
{
    for (int k = 0; k < 16; k++)
        ((volatile int *)out)[0] = k;
}
template <int WORDS> __global__ void locals(int *out, int times, int jump)
{
    int a[WORDS];
    for (int k = 0; k < WORDS; k++)
        a[k] = k + (int)I;
    unsigned at = jump * threadIdx.x;
    for (int k = 0; k < times; k++) {
        at = at * 5 + 3;
        a[at % WORDS] += k;
    }
    int sum = 0;
    for (int k = 0; k < WORDS; k++)
        sum += a[k] * k;
    out[I] = sum;
}
template <int ILP> __global__ void adds(int *out, int times)
{
    int x[ILP];
    for (int j = 0; j < ILP; j++)
        x[j] = (int)I + j;
#pragma unroll 1
    for (int k = 0; k < times; k++)
#pragma unroll
        for (int u = 0; u < 16; u++)
#pragma unroll
            for (int j = 0; j < ILP; j++)
                x[j] = (x[j] ^ k) + u;
    int sum = 0;
    for (int j = 0; j < ILP; j++)
        sum += x[j];
    out[I] = sum;
}
#define THROUGHPUT(name, T, step) \
    __global__ void name(int *out, int b) \
    { \
        T x = (T)I, y = (T)b; \
        _Pragma("unroll 16") for (int k = 0; k < 256; k++) \
        { \
            step; \
        } \
        out[I] = (int)(x + y); \
    }
THROUGHPUT(t_fma, float, x = x * y + y)
THROUGHPUT(t_fma_immediate, float, x = x * 0.5f + y)
THROUGHPUT(t_imad, int, x = x * y + y)
THROUGHPUT(t_add, int, x = x + y; y = y + x)
THROUGHPUT(t_xor, int, x = (x ^ y) + k)
THROUGHPUT(t_shift, unsigned, x = (x >> 1) ^ (x << 3))
THROUGHPUT(t_max, int, x = max(x + k, y))
THROUGHPUT(t_double, double, x = x * y + y)
THROUGHPUT(t_convert, int, x = (int)((float)x) + y)
THROUGHPUT(t_sin, float, x = __sinf(x))
THROUGHPUT(t_sqrt, float, x = sqrtf(x) + y)
THROUGHPUT(t_popc, int, x = __popc(x) + y)
THROUGHPUT(t_divide, unsigned, x = x / (y | (unsigned)k))
THROUGHPUT(t_long, long long, x = x * y + k)
THROUGHPUT(t_float_divide, float, x = y / (x + 1.0f))
THROUGHPUT(t_double_divide, double, x = y / (x + 1.0))
__global__ void long_divide(int *out, int b)
{
    unsigned long long x = (unsigned long long)I << 32 | 77, y = (unsigned)b;
#pragma unroll 1
    for (int k = 0; k < 32; k++)
        x += 0x1234567812345678ull / (x + y);
    out[I] = (int)x;
}
__global__ void work_of(int *out, unsigned warp, int times) // one warp, or all
{
    int v = (int)I;
    if (warp == ~0u || I / 32 == warp)
#pragma unroll 1
        for (int k = 0; k < times; k++)
            v = v * 5 + k;
    out[I] = v;
}
__global__ void barriers(int *out, int times)
{
    for (int k = 0; k < times; k++)
        __syncthreads();
    out[I] = 1;
}

static cudaEvent_t from, to;
enum { REPEATS = 15 };

template <class Work> static double timed(Work work, int busy = 60000)
{
    float us[REPEATS];
    for (int r = -2; r < REPEATS; r++) {
        if (busy)
            spin<<<1, 1>>>(busy);
        check(cudaEventRecord(from));
        work();
        check(cudaEventRecord(to));
        check(cudaEventSynchronize(to));
        float ms;
        check(cudaEventElapsedTime(&ms, from, to));
        if (r >= 0)
            us[r] = ms * 1000;
    }
    std::sort(us, us + REPEATS);
    return us[REPEATS / 2];
}

static void launches()
{
    say("events alone", timed([] {}), "us");
    for (int n : {1, 2, 4, 8, 16, 32})
        say(with("empty launches", n),
            timed(
                [=] {
                    for (int i = 0; i < n; i++)
                        nothing<<<1, 32>>>();
                },
                300000),
            "us");
    for (int threads : {32, 128, 256, 512, 1024})
        for (int blocks : {1, 132, 1056, 4224, 16384, 65536, 262144})
            say(with("empty", blocks, threads), timed([=] { nothing<<<blocks, threads>>>(); }),
                "us");
}

static void memory()
{
    for (int mb : {1, 4, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 128, 192, 256})
        say(with("read 4 times MB", mb),
            timed([=] { read_all<int4><<<1056, 256>>>(data, other, (unsigned)mb << 20, 4); }),
            "us");
    for (int mb : {1, 16, 256}) {
        unsigned n = (unsigned)mb << 20;
        say(with("read words MB", mb),
            timed([=] { read_all<int><<<1056, 256>>>(data, other, n, 1); }), "us");
        say(with("read 16 bytes MB", mb),
            timed([=] { read_all<int4><<<1056, 256>>>(data, other, n, 1); }), "us");
        say(with("write words MB", mb), timed([=] { write_all<int><<<1056, 256>>>(data, n); }),
            "us");
        say(with("write 16 bytes MB", mb), timed([=] { write_all<int4><<<1056, 256>>>(data, n); }),
            "us");
        say(with("gather MB", mb),
            timed([=] { gather_words<<<1056, 256>>>(data, other, n / 4 - 1); }), "us");
        say(with("scatter MB", mb), timed([=] { scatter_words<<<1056, 256>>>(data, n / 4 - 1); }),
            "us");
        say(with("random reds MB", mb), timed([=] { random_reds<<<1056, 256>>>(data, n / 4 - 1); }),
            "us");
        for (int stride : {1, 2, 4, 8, 32}) {
            say(with("write stride MB", stride, mb),
                timed([=] { write_pieces<<<1056, 256>>>(data, n / 4, stride); }), "us");
            say(with("read stride MB", stride, mb),
                timed([=] { read_pieces<<<1056, 256>>>(data, other, n / 4, stride); }), "us");
        }
    }
    for (int warps : {1, 2, 4, 8, 16, 32})
        for (int per_sm : {1, 2})
            say(with("read 64 MB, warps an SM", warps * per_sm, per_sm),
                timed([=] { read_by<<<132 * per_sm, 32 * warps>>>(data, other, 16u << 20); }),
                "us");
    for (int lines : {1, 2, 4, 8, 16, 32}) {
        say(with("L1 words, lines", lines),
            timed([=] { read_l1<int><<<1056, 256>>>(data, other, lines); }), "us");
    }
    say("same address stores", timed([] { same_address<<<1056, 256>>>(data); }), "us");
}

static void on_chip()
{
    for (int stride : {1, 2, 4, 8, 16, 32})
        say(with("shared loads, stride", stride),
            timed([=] { shared_reads<<<1056, 256>>>(data, other, stride); }), "us");
    for (int stride : {0, 1, 2, 4, 32})
        say(with("shared atomics, stride", stride),
            timed([=] { shared_atomics<<<1056, 256>>>(other, stride); }), "us");
    for (int times : {0, 64})
        for (int jump : {0, 1}) {
            for (int blocks : {132, 1056, 4224}) {
                say("locals 8, " + with("", blocks, times, jump),
                    timed([=] { locals<8><<<blocks, 256>>>(other, times, jump); }), "us");
                say("locals 32, " + with("", blocks, times, jump),
                    timed([=] { locals<32><<<blocks, 256>>>(other, times, jump); }), "us");
                say("locals 256, " + with("", blocks, times, jump),
                    timed([=] { locals<256><<<blocks, 256>>>(other, times, jump); }), "us");
            }
        }
    for (int warps : {1, 4, 8, 16, 32}) {
        say(with("adds, ILP 1, warps", warps),
            timed([=] { adds<1><<<132, 32 * warps>>>(other, 64); }), "us");
        say(with("adds, ILP 4, warps", warps),
            timed([=] { adds<4><<<132, 32 * warps>>>(other, 64); }), "us");
    }
#define T(kernel) say(#kernel, timed([=] { kernel<<<1056, 256>>>(other, 3); }), "us")
    T(t_fma), T(t_fma_immediate), T(t_imad), T(t_add), T(t_xor), T(t_shift), T(t_max), T(t_double),
        T(t_convert), T(t_sin), T(t_sqrt), T(t_popc), T(t_divide), T(t_long), T(t_float_divide),
        T(t_double_divide), T(long_divide);
    for (int times : {100, 1000, 10000}) {
        say(with("one warp's loop", times), timed([=] { work_of<<<1056, 256>>>(other, 5, times); }),
            "us");
        say(with("all warps' loop", times),
            timed([=] { work_of<<<1056, 256>>>(other, ~0u, times); }), "us");
    }
    for (int threads : {32, 128, 256, 512, 1024})
        for (int blocks : {132, 1056})
            say(with("100 barriers", blocks, threads),
                timed([=] { barriers<<<blocks, threads>>>(other, 100); }), "us");
}

static void atomics()
{
    // words, threads per word, distance in words
    static const unsigned ways[][3] = {
        {1, 1, 1},    {32, 1, 1},     {1024, 1, 1},      {1 << 20, 1, 1}, {32, 32, 1},
        {256, 32, 8}, {1024, 32, 32}, {1 << 20, 32, 32}, {1 << 20, 1, 8}, {1 << 20, 1, 32},
        {8192, 1, 1}, {65536, 1, 1},  {256, 1, 8},       {1024, 1, 32}};
    for (int blocks : {1, 132, 1056})
        for (auto &w : ways) {
            std::string is = with(", words share stride", w[0], w[1], w[2]);
            say(with("reds, blocks", blocks) + is,
                timed([=] { reds<<<blocks, 256>>>(other, w[0], w[1], w[2], 16); }), "us");
            say(with("atoms, blocks", blocks) + is,
                timed([=] { atoms<<<blocks, 256>>>(other, w[0], w[1], w[2], 16); }), "us");
        }
}

// ---- copies --------------------------------------------------------------------------

static double now()
{
    auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

template <class Work> static double called(Work work)
{
    double us[REPEATS];
    for (int r = -2; r < REPEATS; r++) {
        check(cudaDeviceSynchronize());
        double t = now();
        work();
        if (r >= 0)
            us[r] = now() - t;
    }
    std::sort(us, us + REPEATS);
    return us[REPEATS / 2];
}

static void copies()
{
    struct {
        const char *name;
        void *to;
        const void *from;
    } list[] = {{"pinned to device", data, pinned},     {"device to pinned", pinned, data},
                {"pageable to device", data, pageable}, {"device to pageable", pageable, data},
                {"device to device", other, data},      {"memset", data, NULL}};
    for (size_t n : {4ul,        256ul,      1024ul,     4096ul,     8192ul,    16384ul,
                     32768ul,    49152ul,    65536ul,    65540ul,    98304ul,   131072ul,
                     262144ul,   524288ul,   1ul << 20,  2ul << 20,  4ul << 20, 8ul << 20,
                     16ul << 20, 32ul << 20, 64ul << 20, 256ul << 20})
        for (auto &c : list) {
            auto once = [&] {
                if (c.from)
                    check(cudaMemcpyAsync(c.to, c.from, n, cudaMemcpyDefault));
                else
                    check(cudaMemsetAsync(c.to, 0, n));
            };
            std::string name = with(c.name, (long long)n);
            check(cudaDeviceSynchronize());
            bool big = n > 16ul << 20;
            say(name + ", idle", timed(once, 0), "us");
            say(name + ", call", called(once), "us");
            say(name + ", call and wait", called([&] {
                    once();
                    check(cudaDeviceSynchronize());
                }),
                "us");
            say(name + ", behind a kernel", timed(once, 200000), "us");
            if (big)
                continue;
            say(name + ", 8 in a row",
                timed(
                    [&] {
                        for (int i = 0; i < 8; i++)
                            once();
                    },
                    n < 100000 ? 400000 : 60000),
                "us");
            say(name + ", 8 with kernels",
                timed(
                    [&] {
                        for (int i = 0; i < 8; i++) {
                            nothing<<<1, 32>>>();
                            once();
                        }
                    },
                    400000),
                "us");
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
    const char *part = argc > 1 ? argv[1] : "all";
    auto wanted = [&](const char *name) { return !strcmp(part, "all") || !strcmp(part, name); };
    if (wanted("chains"))
        chains();
    check(cudaMemset(data, 0, bytes));
    if (wanted("launches"))
        launches();
    if (wanted("memory"))
        memory();
    if (wanted("onchip"))
        on_chip();
    if (wanted("atomics"))
        atomics();
    if (wanted("copies")) {
        check(cudaMallocHost(&pinned, bytes));
        pageable = (char *)malloc(bytes);
        memset(pinned, 1, bytes);
        memset(pageable, 1, bytes);
        copies();
    }
    return 0;
}
