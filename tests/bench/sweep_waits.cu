// sweep_waits.cu - as sweep.cu, for what threads, launches and the host wait for: memory that is
// near or far, words that other blocks write, locks, stores to few lines, local arrays, atomics on
// tables, launches behind launches, and small copies. Lines of the form
//
//   name,figure,unit
//
//   sweep_waits [PART]     far, turns, locks, few, locals, tables, launches, copies
//
// As with sweep.cu, times.cu has none of these kernels.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

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
#ifndef REPEATS
#define REPEATS 7
#endif

__global__ void spin(long long n)
{
    for (long long start = clock64(); clock64() - start < n;) {
    }
}

// Before each run another kernel keeps the stream busy, so that the launch itself is not measured.
template <class Work> static double timed(Work work, long long busy = 40000)
{
    float us[REPEATS];
    for (int r = REPEATS > 1 ? -2 : 0; r < REPEATS; r++) {
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
    check(cudaGetLastError());
    std::sort(us, us + REPEATS);
    return us[REPEATS / 2];
}

template <class... Numbers> static void say(double v, const char *unit, const char *name, Numbers... numbers)
{
    printf("%s", name);
    for (long long n : std::initializer_list<long long>{(long long)numbers...})
        printf(" %lld", n);
    printf(",%.3f,%s\n", v, unit);
    fflush(stdout);
}

// ---- memory that is near or far --------------------------------------------------------

enum { PLACES = 512 };

// Cycles of one access to each of many lines: of 8 that depend on each other, the fastest.
template <int KIND> __global__ void one_place(int *at, size_t stride, int *cycles)
{
    for (int p = 0; p < PLACES; p++) {
        int *word = at + p * stride, least = 1 << 30;
        for (int r = 0; r < 8; r++) {
            long long start = clock64();
            int v = 0;
#pragma unroll 1
            for (int k = 0; k < 4; k++) {
                if (KIND == 0)
                    v = __ldcg(word + v);
                else if (KIND == 1)
                    v = atomicAdd(word + v, 0);
                else if (KIND == 2)
                    v = atomicExch(word + v, 0);
                else if (KIND == 3)
                    v = atomicCAS(word + v, 0, 0);
                else if (KIND == 4) {
                    *(volatile int *)(word + v) = 0;
                    __threadfence();
                } else
                    v = *(volatile int *)(word + v);
            }
            int took = (int)(clock64() - start) / 4;
            if (v == 0)
                least = min(least, took);
        }
        cycles[p] = least;
    }
}

template <int KIND> static void places(const char *name)
{
    static int cycles[PLACES];
    for (size_t stride : {32ul, 1024ul, 65536ul}) {
        one_place<KIND><<<1, 1>>>(other, stride, data);
        check(cudaMemcpy(cycles, data, sizeof cycles, cudaMemcpyDeviceToHost));
        std::sort(cycles, cycles + PLACES);
        const int n = PLACES - 1;
        for (int part : {0, 25, 50, 75, 100})
            say(cycles[n * part / 100], "cycles", name, stride * 4, part);
    }
    check(cudaMemset(data, 0, 1 << 20));
}

static void far()
{
    places<0>("place: load, stride percentile");
    places<1>("place: atomic add, stride percentile");
    places<2>("place: atomic exchange, stride percentile");
    places<3>("place: atomic compare, stride percentile");
    places<4>("place: store and fence, stride percentile");
    places<5>("place: volatile load, stride percentile");
}

// ---- words that other blocks write ---------------------------------------------------------

// The blocks take turns: each waits for the block before it. rounds: how often they go around.
template <int KIND> __global__ void turns_of(int *flag, int *out, int rounds)
{
    volatile int *own = flag + blockIdx.x * 32, *before = flag + (blockIdx.x + gridDim.x - 1) % gridDim.x * 32;
    int sum = 0;
    for (int r = 1; r <= rounds && threadIdx.x == 0; r++) {
        int want = blockIdx.x ? r : r - 1;
        if (KIND == 2)
            while (atomicAdd((int *)before, 0) != want) {
            }
        else
            while (*before != want) {
            }
        if (KIND == 1)
            __threadfence();
        sum += r;
        if (KIND == 1)
            __threadfence();
        if (KIND == 2)
            atomicExch((int *)own, r);
        else
            *own = r;
    }
    out[I] = sum;
}
__global__ void clear(int *out, int n)
{
    for (int i = I; i < n; i += gridDim.x * blockDim.x)
        out[i] = 0;
}

static void turns()
{
    for (int blocks : {2, 16, 132, 528})
        for (int rounds : {1, 8}) {
#define TURNS(kind, what) \
    say(timed([=] { \
            clear<<<132, 128>>>(other, 132 * 128 * 32); \
            turns_of<kind><<<blocks, 32>>>(other, data, rounds); \
        }), \
        "us", "turns: " what ", blocks rounds", blocks, rounds)
            TURNS(0, "volatile");
            TURNS(1, "volatile and fences");
            TURNS(2, "atomics");
        }
    say(timed([=] { clear<<<132, 128>>>(other, 132 * 128 * 32); }), "us", "turns: clear alone");
}

// ---- locks ------------------------------------------------------------------------------------

// One lane of each warp takes one of the locks, `rounds` times.
template <int KIND> __global__ void locked(int *locks, int n, int rounds)
{
    if (threadIdx.x % 32)
        return;
    unsigned x = I * 2654435761u;
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        x = x * 1664525u + 1013904223u;
        int *lock = locks + (size_t)((x >> 8) % n) * 64;
        if (KIND == 2) { // no lock: the addition by attempts
            int old = *(volatile int *)lock, seen;
            while ((seen = atomicCAS(lock, old, old + 1)) != old)
                old = seen;
            continue;
        }
        int mine = 0;
        if (KIND == 3) { // in the order of tickets
            mine = atomicAdd(lock + 2, 1);
            while (*(volatile int *)(lock + 3) != mine) {
            }
        } else
            while (atomicCAS(lock, 0, 1))
                if (KIND == 1)
                    __nanosleep(200);
        __threadfence();
        ((volatile int *)lock)[1] = ((volatile int *)lock)[1] + 1;
        __threadfence();
        if (KIND == 3)
            *(volatile int *)(lock + 3) = mine + 1;
        else
            atomicExch(lock, 0);
    }
}

static void locks()
{
    for (int blocks : {1, 16, 132, 528})
        for (int threads : {32, 256})
            for (int n : {1, 16, 256, 4096}) {
                if ((long)blocks * threads / 32 > 1100L * n)
                    continue;
#define LOCKED(kind, what) \
    say(timed([=] { \
            clear<<<132, 128>>>(other, 4096 * 64); \
            locked<kind><<<blocks, threads>>>(other, n, 4); \
        }), \
        "us", "locks: " what ", blocks threads locks", blocks, threads, n)
                LOCKED(0, "spin");
                LOCKED(1, "sleep");
                LOCKED(2, "attempts");
                LOCKED(3, "tickets");
            }
    say(timed([=] { clear<<<132, 128>>>(other, 4096 * 64); }), "us", "locks: clear alone");
}

// ---- stores to few lines -------------------------------------------------------------------------

// `times` stores of a thread. who 0: a warp stores a whole line; 1: lanes store words anywhere in
// the lines; 2: the same words, and each thread another value; 3: as 1, and a load comes before
// each store.
template <int WHO> __global__ void stores(const int *in, int *out, unsigned lines, int times)
{
    unsigned x = I / 32 * 2654435761u;
#pragma unroll 1
    for (int k = 0; k < times; k++) {
        x = x * 1664525u + 1013904223u;
        unsigned y = (x ^ threadIdx.x * 0x9e3779b1u) * 747796405u;
        unsigned at = WHO ? (y >> 7) % (lines * 32) : (x >> 9) % lines * 32 + threadIdx.x % 32;
        if (WHO == 3)
            at = (at + in[(size_t)k * gridDim.x * blockDim.x + I]) % (lines * 32);
        out[at] = WHO == 2 ? (int)x + (int)threadIdx.x : k;
    }
}

static void few()
{
    for (unsigned n : {1, 2, 4, 8, 16, 32, 64, 256, 4096})
        for (int blocks : {132, 1056, 8448})
            for (int times : {1, 4}) {
                if (blocks < 8448 && times == 1)
                    continue;
                say(timed([=] { stores<0><<<blocks, 256>>>(other, data, n, times); }), "us", "few: lines, blocks lines times", blocks, n, times);
                say(timed([=] { stores<1><<<blocks, 256>>>(other, data, n, times); }), "us", "few: words, blocks lines times", blocks, n, times);
                say(timed([=] { stores<2><<<blocks, 256>>>(other, data, n, times); }), "us", "few: values, blocks lines times", blocks, n, times);
                say(timed([=] { stores<3><<<blocks, 256>>>(other, data, n, times); }), "us", "few: after loads, blocks lines times", blocks, n, times);
            }
}

// ---- local arrays ------------------------------------------------------------------------------------

// An array of WORDS, and `times` accesses with an index. kind 0: all lanes the same index; 1: each
// lane its own. Loads only, or loads and stores.
template <int WORDS, int KIND, bool STORE> __global__ void array_of(const int *in, int *out, int times)
{
    int a[WORDS], sum = 0;
#pragma unroll 1
    for (int k = 0; k < WORDS; k++)
        a[k] = in[k] + k;
    unsigned x = KIND ? I * 2654435761u : 77;
#pragma unroll 1
    for (int k = 0; k < times; k++) {
        x = x * 1664525u + 1013904223u;
        int at = (x >> 9) % WORDS;
        if (STORE)
            a[at] += k;
        else
            sum += a[at];
    }
#pragma unroll 1
    for (int k = 0; k < WORDS; k++)
        sum += a[k] * k;
    out[I] = sum;
}

template <int WORDS> static void arrays()
{
    for (int per_sm : {1, 2, 4, 8, 16})
        for (int times : {0, 32, 96}) {
#define ARRAY(kind, store, what) \
    say(timed([=] { array_of<WORDS, kind, store><<<132 * per_sm, 256>>>(other, data, times); }), "us", \
        "local: " what ", words per SM times", WORDS, per_sm, times)
            ARRAY(0, false, "load");
            ARRAY(1, false, "load anywhere");
            ARRAY(0, true, "update");
            ARRAY(1, true, "update anywhere");
        }
}

static void locals()
{
    check(cudaMemset(other, 0, 1 << 20));
    arrays<8>();
    arrays<16>();
    arrays<32>();
    arrays<64>();
}

// ---- atomics on tables ---------------------------------------------------------------------------------

// Each thread: `times` atomics on places anywhere in a table of n words of 8 bytes; with CHAIN, the
// next place depends on what the atomic found.
template <int KIND, bool CHAIN> __global__ void table_of(unsigned long long *table, int *out, unsigned mask, int times)
{
    unsigned long long sum = 0;
    unsigned x = I * 2654435761u + 12345u;
#pragma unroll 1
    for (int k = 0; k < times; k++) {
        x = (x ^ x >> 15) * 747796405u + 2891336453u;
        unsigned long long *at = table + ((x >> 3) & mask), found;
        if (KIND == 0)
            found = atomicExch(at, 1ull << 40);
        else if (KIND == 1)
            found = atomicCAS(at, 1ull << 41, 1ull << 40);
        else if (KIND == 2)
            found = atomicAdd(at, 1ull << 40);
        else if (KIND == 3)
            found = __ldcg(at);
        else
            found = (unsigned)atomicExch((unsigned *)at, 0u);
        if (CHAIN)
            x += (unsigned)found;
        else
            sum += found;
    }
    if (x == 77 || sum == 77)
        out[0] = (int)sum;
}

static void tables()
{
    for (unsigned kb : {64, 2048, 16384, 131072})
        for (int blocks : {1, 132, 1056, 4096}) {
            unsigned mask = kb * 128 - 1;
#define TABLE(kind, chain, what) \
    say(timed([=] { table_of<kind, chain><<<blocks, 256>>>((unsigned long long *)other, data, mask, 8); }), "us", \
        "tables: " what ", blocks KB", blocks, kb)
            TABLE(0, false, "exchange");
            TABLE(0, true, "exchange chain");
            TABLE(1, false, "compare");
            TABLE(1, true, "compare chain");
            TABLE(2, false, "add");
            TABLE(3, false, "load");
            TABLE(3, true, "load chain");
            TABLE(4, true, "exchange 32 chain");
        }
}

// ---- launches behind launches ----------------------------------------------------------------------------

template <int WHICH> __global__ void step(const int *in, int *out, int add)
{
    out[I] = in[I] + add + WHICH;
}
template <int WHICH, int N> __global__ void long_step(int *out, int a)
{
    unsigned x = threadIdx.x + WHICH;
#pragma unroll
    for (int k = 0; k < N; k++)
        x = x * (2 * k + 3) + (x >> (k % 7 + 1));
    out[I] = (int)x + a;
}
__global__ void empty(int *) {}
__global__ void one_count(int *out) { atomicAdd(out + blockIdx.x * 32, 1); }
struct Large {
    int word[512];
};
__global__ void large_parameters(Large l, int *out) { out[I] = l.word[blockIdx.x & 511]; }

template <class Work> static void say_rows(const char *name, int blocks, Work work)
{
    for (int n : {1, 2, 10, 40})
        say(timed([=] {
                for (int k = 0; k < n; k++)
                    work(k);
            }, 400000),
            "us", name, blocks, n);
}

static void launches()
{
    static Large large;
    for (int blocks : {1, 132, 1056, 4096}) {
        say_rows("launches: empty, blocks number", blocks, [=](int) { empty<<<blocks, 256>>>(data); });
        say_rows("launches: same, blocks number", blocks, [=](int k) { step<0><<<blocks, 256>>>(k & 1 ? data : other, k & 1 ? other : data, 1); });
        say_rows("launches: two in turn, blocks number", blocks, [=](int k) {
            if (k & 1)
                step<1><<<blocks, 256>>>(data, other, 1);
            else
                step<2><<<blocks, 256>>>(other, data, 1);
        });
        say_rows("launches: long in turn, blocks number", blocks, [=](int k) {
            if (k & 1)
                long_step<1, 512><<<blocks, 256>>>(data, 1);
            else
                long_step<2, 512><<<blocks, 256>>>(data, 1);
        });
        say_rows("launches: long same, blocks number", blocks, [=](int) { long_step<1, 512><<<blocks, 256>>>(data, 1); });
        say_rows("launches: counts, blocks number", blocks, [=](int) { one_count<<<blocks, 32>>>(data); });
        say_rows("launches: large parameters, blocks number", blocks, [=](int) { large_parameters<<<blocks, 256>>>(large, data); });
        say_rows("launches: with memsets, blocks number", blocks, [=](int k) {
            if (k & 1)
                check(cudaMemsetAsync(other, 0, blocks * 1024));
            else
                step<2><<<blocks, 256>>>(other, data, 1);
        });
        say_rows("launches: shared memory in turn, blocks number", blocks, [=](int k) {
            step<3><<<blocks, 256, k & 1 ? 0 : 40960>>>(other, data, 1);
        });
    }
    for (int n : {1, 4, 16}) // the stream is idle: the host's time for a launch counts
        say(timed([=] {
                for (int k = 0; k < n; k++)
                    step<0><<<132, 256>>>(other, data, 1);
            }, 0),
            "us", "launches: stream idle, number", n);
}

// ---- small copies ------------------------------------------------------------------------------------------

// What the host waits for a call that does not return before the copy is done.
template <class Work> static double on_host(Work work)
{
    double us[REPEATS];
    for (int r = REPEATS > 1 ? -2 : 0; r < REPEATS; r++) {
        check(cudaDeviceSynchronize());
        auto start = std::chrono::steady_clock::now();
        work();
        double took = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
        if (r >= 0)
            us[r] = took;
    }
    std::sort(us, us + REPEATS);
    return us[REPEATS / 2];
}

static void copies()
{
    const size_t most = 16ul << 20;
    char *pinned, *paged = (char *)malloc(most);
    check(cudaMallocHost(&pinned, most));
    memset(pinned, 1, most);
    memset(paged, 1, most);
    for (size_t n : {4ul, 256ul, 1024ul, 4096ul, 16384ul, 32768ul, 65536ul, 131072ul, 262144ul, 1ul << 20, 4ul << 20, 16ul << 20}) {
        struct {
            const char *name;
            void *to;
            const void *from;
        } kinds[] = {{"pinned to device", data, pinned}, {"device to pinned", pinned, data}, {"pageable to device", data, paged}, {"device to pageable", paged, data}, {"device to device", other, data}};
        char name[64];
        for (auto &c : kinds) {
            snprintf(name, sizeof name, "copies: %s, events", c.name);
            say(timed([=] { check(cudaMemcpyAsync(c.to, c.from, n, cudaMemcpyDefault)); }, 0), "us", name, n);
            snprintf(name, sizeof name, "copies: %s, host", c.name);
            say(on_host([=] { check(cudaMemcpy(c.to, c.from, n, cudaMemcpyDefault)); }), "us", name, n);
            if (n > 65536)
                continue;
            snprintf(name, sizeof name, "copies: 8 %s, host", c.name);
            say(on_host([=] {
                    for (int k = 0; k < 8; k++)
                        check(cudaMemcpy(c.to, c.from, n, cudaMemcpyDefault));
                }),
                "us", name, n);
        }
        if (n < 65536)
            continue;
        // The host has written the source, or reads the destination, between two copies.
        say(timed([=] { memset(paged, 2, n); check(cudaMemcpyAsync(data, paged, n, cudaMemcpyDefault)); }, 0) -
                on_host([=] { memset(paged, 2, n); }),
            "us", "copies: pageable to device, just written", n);
    }
    free(paged);
    check(cudaFreeHost(pinned));
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
    } parts[] = {{"far", far}, {"turns", turns}, {"locks", locks}, {"few", few}, {"locals", locals}, {"tables", tables}, {"launches", launches}, {"copies", copies}};
    for (auto &p : parts)
        if (argc < 2 || !strcmp(argv[1], p.name))
            p.run();
    return 0;
}
