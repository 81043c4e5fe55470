// managed_probe.cu - what it costs that pages of managed memory move. Each timing has memory of its
// own, and is the median of 5. A row is `name,value,unit`.
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -o managed_probe tests/gpu/managed_probe.cu && ./managed_probe
//
// N is a number of pages of 64 KB. A kernel is timed by events, the host by its own clock.
//
//   steps_N, steps_fresh_N       one thread reads a word of each page, one after the other; the
//   host
//                                has written them, or nobody
//   far_N, far_fresh_N           the same with a word of each 2 MB
//   back_N                       the same from the last page to the first
//   all_N, all_fresh_N           264 blocks of 256 threads read all words
//   write_N                      the same, and write them
//   grid_B_N, grid_fresh_B_N     B blocks of 256 threads read all words
//   warp_B_N, warp_fresh_B_N     one thread of each of B blocks reads a word of each of N pages
//   discard_..._N                a discard; what touches and prefetches of discarded pages cost
//   again_N                      and the same for the second time
//   prefetch_N, prefetch_fresh_N, prefetch_back_N, prefetch_there_N
//                                to the device, of memory that nobody has, to the host, and of
//                                memory that the device has; prefetch_call_N: the call itself
//   host_read_N, host_write_N    the host touches each 4 KB of what the device has
//   host_far_N                   the host reads a word of each 2 MB
//   mostly_..., accessed_..., prefers_...
//                                all_N with an advice: at first, again, and the host afterwards
//   copy_..., set_...            copies and memsets of managed memory, and what the host's next
//                                touch of it costs
//   place_SIZE_I, place_SIZE     where four allocations lie: behind the first one; in its 2 MB
//   small_SIZE                   64 kernels, each touches an allocation of its own
//   over_...                     more memory than is free on the device
//   range_STATE_ATTRIBUTE        what cudaMemRangeGetAttribute says
//   error_...                    what calls return
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"

static const size_t PAGE = 64 << 10, BLOCK = 2 << 20;
static const cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0},
                             cpu = {cudaMemLocationTypeHost, 0};
static cudaEvent_t start, stop;
static int *sink;

static double host_us()
{
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

__global__ void step(const char *p, long stride, int n, int *out)
{
    int v = 0;
    for (int i = 0; i < n; i++) {
        v = *(volatile const int *)p;
        p += v == 77 ? 0 : stride; // an address needs the value before it
    }
    *out = v;
}

__global__ void read_all(const int *p, size_t n, int *out)
{
    int sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        sum += p[i];
    if (sum == 0x12345678)
        *out = sum;
}

__global__ void add_one(int *p, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p[i]++;
}

static char *allocate(size_t bytes, bool host_has)
{
    char *p;
    CHECK(cudaMallocManaged(&p, bytes));
    if (host_has)
        memset(p, 1, bytes);
    return p;
}

static void done(char *p)
{
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(p));
}

template <class Work>
static double by_events(Work work)
{
    float ms;
    CHECK(cudaEventRecord(start));
    work();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    return 1000.0 * ms;
}

template <class Work>
static double by_host(Work work)
{
    CHECK(cudaDeviceSynchronize());
    double begin = host_us();
    work();
    return host_us() - begin;
}

static void say(const std::string &name, double us) { printf("%s,%.2f,us\n", name.c_str(), us); }

// `once` allocates, and returns a time.
template <class Once>
static void row(const char *what, size_t n, Once once)
{
    std::vector<double> us(5);
    for (double &t : us)
        t = once(n);
    std::sort(us.begin(), us.end());
    say(what + std::to_string(n), us[2]);
}

static void to_gpu(char *p, size_t bytes)
{
    CHECK(cudaMemPrefetchAsync(p, bytes, gpu, 0, 0));
    CHECK(cudaDeviceSynchronize());
}

static void read_it(const char *p, size_t bytes)
{
    read_all<<<264, 256>>>((const int *)p, bytes / 4, sink);
}

static void touch(volatile char *p, size_t bytes, size_t stride, bool write)
{
    for (size_t i = 0; i < bytes; i += stride)
        if (write)
            p[i] = 3;
        else
            (void)p[i];
}

// ---- kernels touch --------------------------------------------------

static void step_rows(const char *what, size_t stride, std::vector<size_t> counts, bool host_has,
                      bool back = false)
{
    for (size_t n : counts)
        row(what, n, [=](size_t n) {
            char *p = allocate(n * stride, host_has);
            double us = by_events([=] {
                step<<<1, 1>>>(back ? p + (n - 1) * stride : p, back ? -(long)stride : stride,
                               (int)n, sink);
            });
            done(p);
            return us;
        });
}

static const std::vector<size_t> sizes = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096};

static void kernels_touch()
{
    step_rows("steps_", PAGE, {1, 2, 3, 4, 8, 16, 17, 32, 64, 512}, true);
    step_rows("steps_fresh_", PAGE, {1, 2, 4, 16, 32, 64, 512}, false);
    step_rows("back_", PAGE, {2, 4, 16, 32, 64, 512}, true, true);
    step_rows("far_", BLOCK, {1, 2, 4, 16, 64}, true);
    step_rows("far_fresh_", BLOCK, {1, 2, 4, 16, 64}, false);
    for (int host_has = 0; host_has < 2; host_has++)
        for (size_t n : sizes)
            row(host_has ? "all_" : "all_fresh_", n, [=](size_t n) {
                char *p = allocate(n * PAGE, host_has);
                double us = by_events([=] { read_it(p, n * PAGE); });
                done(p);
                return us;
            });
    for (int again = 0; again < 2; again++)
        for (size_t n : {1, 16, 64, 256, 1024})
            row(again ? "again_" : "write_", n, [=](size_t n) {
                char *p = allocate(n * PAGE, true);
                double us = 0;
                for (int k = 0; k <= again; k++)
                    us = by_events([=] { add_one<<<264, 256>>>((int *)p, n * PAGE / 4); });
                done(p);
                return us;
            });
}

// Each block reads one word of each page; no word is read twice.
__global__ void read_words(const char *p, int n, int *out)
{
    int v = 0;
    for (int i = 0; i < n; i++)
        v += *(volatile const int *)(p + i * (64 << 10) + blockIdx.x * 64);
    if (v == 77)
        *out = v;
}

static void grids_touch()
{
    for (int host_has = 0; host_has < 2; host_has++)
        for (int blocks : {1, 4, 16, 64, 264})
            for (size_t n : {1, 2, 4, 8, 16, 24, 32}) {
                std::string of = std::string(host_has ? "_" : "_fresh_") + std::to_string(blocks);
                row(("grid" + of + "_").c_str(), n, [=](size_t n) {
                    char *p = allocate(n * PAGE, host_has);
                    double us = by_events(
                        [=] { read_all<<<blocks, 256>>>((const int *)p, n * PAGE / 4, sink); });
                    done(p);
                    return us;
                });
                row(("warp" + of + "_").c_str(), n, [=](size_t n) {
                    char *p = allocate(n * PAGE, host_has);
                    double us = by_events([=] { read_words<<<blocks, 1>>>(p, (int)n, sink); });
                    done(p);
                    return us;
                });
            }
}

// ---- discards -------------------------------------------------------

static void discards()
{
    cudaStream_t stream;
    cudaEvent_t a, b;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&a));
    CHECK(cudaEventCreate(&b));
    const char *const names[] = {"discard_",          "discard_there_", "discard_touch_",
                                 "discard_prefetch_", "discard_both_",  "discard_host_"};
    enum { DISCARD, THERE, TOUCH, PREFETCH, BOTH, HOST };
    for (int kind = DISCARD; kind <= HOST; kind++)
        for (size_t n : {1, 32, 256})
            row(names[kind], n, [=](size_t n) {
                char *p = allocate(n * PAGE, true);
                size_t bytes = n * PAGE, zero = 0;
                cudaMemLocation to = gpu;
                float ms;
                void *list[] = {p};
                if (kind == THERE || kind == HOST)
                    to_gpu(p, bytes);
                auto discard = [&] { CHECK(cudaMemDiscardBatchAsync(list, &bytes, 1, 0, stream)); };
                if (kind >= TOUCH && kind != BOTH) {
                    discard();
                    CHECK(cudaStreamSynchronize(stream));
                }
                if (kind == HOST) {
                    double us = by_host([=] { touch(p, bytes, 4096, true); });
                    done(p);
                    return us;
                }
                CHECK(cudaEventRecord(a, stream));
                if (kind <= THERE)
                    discard();
                else if (kind == TOUCH)
                    add_one<<<264, 256, 0, stream>>>((int *)p, bytes / 4);
                else if (kind == PREFETCH)
                    CHECK(cudaMemPrefetchAsync(p, bytes, gpu, 0, stream));
                else
                    CHECK(cudaMemDiscardAndPrefetchBatchAsync(list, &bytes, 1, &to, &zero, 1, 0,
                                                              stream));
                CHECK(cudaEventRecord(b, stream));
                CHECK(cudaEventSynchronize(b));
                CHECK(cudaEventElapsedTime(&ms, a, b));
                done(p);
                return 1000.0 * ms;
            });
}

// ---- prefetches -----------------------------------------------------

static void prefetches()
{
    const std::vector<size_t> counts = {1, 2, 16, 32, 64, 256, 1024, 4096};
    enum { TO, FRESH, BACK, THERE, CALL };
    const char *const names[] = {"prefetch_", "prefetch_fresh_", "prefetch_back_",
                                 "prefetch_there_", "prefetch_call_"};
    for (int kind = TO; kind <= CALL; kind++)
        for (size_t n : counts)
            row(names[kind], n, [=](size_t n) {
                char *p = allocate(n * PAGE, kind != FRESH);
                if (kind == BACK || kind == THERE)
                    to_gpu(p, n * PAGE);
                auto work = [=] {
                    CHECK(cudaMemPrefetchAsync(p, n * PAGE, kind == BACK ? cpu : gpu, 0, 0));
                };
                double us = kind == CALL ? by_host(work) : by_events(work);
                done(p);
                return us;
            });
}

// ---- the host touches -----------------------------------------------

static void host_touches()
{
    for (int write = 0; write < 2; write++)
        for (size_t n : {1, 2, 4, 16, 32, 64, 512})
            row(write ? "host_write_" : "host_read_", n, [=](size_t n) {
                char *p = allocate(n * PAGE, true);
                add_one<<<264, 256>>>((int *)p, n * PAGE / 4);
                double us = by_host([=] { touch(p, n * PAGE, 4096, write); });
                done(p);
                return us;
            });
    for (size_t n : {1, 2, 4, 16})
        row("host_far_", n, [=](size_t n) {
            char *p = allocate(n * BLOCK, true);
            to_gpu(p, n * BLOCK);
            double us = by_host([=] { touch(p, n * BLOCK, BLOCK, false); });
            done(p);
            return us;
        });
    row("host_fresh_read_", 64, [=](size_t n) {
        char *p = allocate(n * PAGE, false);
        add_one<<<264, 256>>>((int *)p, n * PAGE / 4);
        double us = by_host([=] { touch(p, n * PAGE, 4096, false); });
        done(p);
        return us;
    });
}

// ---- advice ---------------------------------------------------------

static void advised(const char *name, cudaMemoryAdvise advice, cudaMemLocation where)
{
    for (size_t n : {16, 256, 1024}) {
        std::vector<double> us[7];
        for (int k = 0; k < 5; k++) {
            size_t bytes = n * PAGE;
            char *p = allocate(bytes, true);
            CHECK(cudaMemAdvise(p, bytes, advice, where));
            us[0].push_back(by_events([=] { read_it(p, bytes); }));
            us[1].push_back(by_events([=] { read_it(p, bytes); }));
            us[2].push_back(by_host([=] { touch(p, bytes, 4096, false); }));
            us[3].push_back(by_events([=] { read_it(p, bytes); }));
            us[4].push_back(by_host([=] { touch(p, bytes, 4096, true); }));
            us[5].push_back(by_events([=] { add_one<<<264, 256>>>((int *)p, bytes / 4); }));
            us[6].push_back(by_host([=] { touch(p, bytes, 4096, false); }));
            done(p);
        }
        const char *const stage[] = {"kernel_reads",    "reads_again", "host_reads",
                                     "kernel_after",    "host_writes", "kernel_adds",
                                     "host_reads_again"};
        for (int i = 0; i < 7; i++) {
            std::sort(us[i].begin(), us[i].end());
            say(std::string(name) + "_" + stage[i] + "_" + std::to_string(n), us[i][2]);
        }
    }
}

// ---- copies ---------------------------------------------------------

static void copies()
{
    const size_t bytes = 256 * PAGE;
    char *device;
    CHECK(cudaMalloc(&device, bytes));
    for (int there = 0; there < 2; there++) {
        std::string at = there ? "device_" : "host_";
        for (int kind = 0; kind < 3; kind++) {
            const char *const names[] = {"copy_from_", "copy_to_", "set_"};
            std::vector<double> first, next, host;
            for (int k = 0; k < 5; k++) {
                char *p = allocate(bytes, true);
                if (there)
                    to_gpu(p, bytes);
                first.push_back(by_events([=] {
                    if (kind == 0)
                        CHECK(cudaMemcpyAsync(device, p, bytes, cudaMemcpyDefault));
                    else if (kind == 1)
                        CHECK(cudaMemcpyAsync(p, device, bytes, cudaMemcpyDefault));
                    else
                        CHECK(cudaMemsetAsync(p, 0, bytes));
                }));
                host.push_back(by_host([=] { touch(p, bytes, 4096, false); }));
                next.push_back(by_events([=] { read_it(p, bytes); }));
                done(p);
            }
            std::sort(first.begin(), first.end());
            std::sort(next.begin(), next.end());
            std::sort(host.begin(), host.end());
            say(names[kind] + at + "256", first[2]);
            say(names[kind] + at + "host_reads_256", host[2]);
            say(names[kind] + at + "kernel_reads_256", next[2]);
        }
    }
    CHECK(cudaFree(device));
}

// ---- more than the device has ---------------------------------------

static void over()
{
    size_t is_free, total;
    std::vector<char *> filled;
    const size_t keep = 512 << 20, bytes = 2 * keep, piece = 256 << 20;
    char *p;
    CHECK(cudaMemGetInfo(&is_free, &total));
    while (is_free > keep + piece && !cudaMalloc(&p, (is_free - keep) / piece * piece)) {
        filled.push_back(p);
        CHECK(cudaMemGetInfo(&is_free, &total));
    }
    (void)cudaGetLastError();
    printf("over_free,%.0f,MB\nover_bytes,%.0f,MB\n", is_free / 1048576.0, bytes / 1048576.0);
    CHECK(cudaMallocManaged(&p, bytes));
    auto pass = [=] { add_one<<<264, 256>>>((int *)p, bytes / 4); };
    say("over_fresh", by_events(pass));
    say("over_again", by_events(pass));
    say("over_half", by_events([=] { add_one<<<264, 256>>>((int *)p, bytes / 8); }));
    say("over_half_again", by_events([=] { add_one<<<264, 256>>>((int *)p, bytes / 8); }));
    say("over_prefetch", by_events([=] {
            cudaError_t e = cudaMemPrefetchAsync(p, bytes, gpu, 0, 0);
            printf("error_over_prefetch,%s,\n", cudaGetErrorName(e));
        }));
    say("over_host_reads", by_host([=] { touch(p, bytes, 4096, false); }));
    CHECK(cudaFree(p));
    for (char *f : filled)
        CHECK(cudaFree(f));
}

// ---- what a range says ----------------------------------------------

static void attributes(const char *state, char *p, size_t bytes)
{
    int v, list[2];
    const struct {
        const char *name;
        cudaMemRangeAttribute a;
    } all[] = {{"mostly", cudaMemRangeAttributeReadMostly},
               {"preferred", cudaMemRangeAttributePreferredLocation},
               {"prefetched", cudaMemRangeAttributeLastPrefetchLocation},
               {"preferred_type", cudaMemRangeAttributePreferredLocationType},
               {"preferred_id", cudaMemRangeAttributePreferredLocationId},
               {"prefetched_type", cudaMemRangeAttributeLastPrefetchLocationType},
               {"prefetched_id", cudaMemRangeAttributeLastPrefetchLocationId}};
    for (auto &a : all) {
        cudaError_t e = cudaMemRangeGetAttribute(&v, sizeof v, a.a, p, bytes);
        if (e)
            printf("range_%s_%s,%s,\n", state, a.name, cudaGetErrorName(e));
        else
            printf("range_%s_%s,%d,\n", state, a.name, v);
    }
    cudaError_t e =
        cudaMemRangeGetAttribute(list, sizeof list, cudaMemRangeAttributeAccessedBy, p, bytes);
    printf("range_%s_accessed,%s %d %d,\n", state, cudaGetErrorName(e), list[0], list[1]);
    (void)cudaGetLastError();
}

static void ranges()
{
    const size_t n = 4 * BLOCK;
    char *p = allocate(n, true);
    auto advise = [=](cudaMemoryAdvise a, cudaMemLocation l, size_t bytes) {
        CHECK(cudaMemAdvise(p, bytes, a, l));
    };
    attributes("new", p, n);
    advise(cudaMemAdviseSetReadMostly, gpu, n);
    advise(cudaMemAdviseSetPreferredLocation, gpu, n);
    advise(cudaMemAdviseSetAccessedBy, gpu, n);
    attributes("gpu", p, n);
    advise(cudaMemAdviseSetPreferredLocation, cpu, n);
    advise(cudaMemAdviseSetAccessedBy, cpu, n);
    attributes("both", p, n);
    advise(cudaMemAdviseUnsetReadMostly, gpu, BLOCK);
    advise(cudaMemAdviseUnsetPreferredLocation, cpu, BLOCK);
    advise(cudaMemAdviseUnsetAccessedBy, cpu, BLOCK);
    attributes("mixed", p, n);
    attributes("first", p, BLOCK);
    to_gpu(p, BLOCK);
    attributes("part", p, n);
    attributes("to_gpu", p, BLOCK);
    CHECK(cudaMemPrefetchAsync(p, n, cpu, 0, 0));
    attributes("to_host", p, n);
    // A byte in the middle of a page: how far does an advice reach?
    char *q = allocate(n, true);
    CHECK(cudaMemAdvise(q + 5000, 1, cudaMemAdviseSetReadMostly, gpu));
    attributes("byte_itself", q + 5000, 1);
    attributes("byte_page", q + 4096, 4096);
    attributes("byte_before", q, 4096);
    attributes("byte_64k", q, PAGE);
    done(p);
    done(q);
}

// Where allocations lie, and a kernel that touches 64 small ones.
static void places()
{
    char *p[64];
    for (size_t size : {4, 600, 4096, 5000, 65536, 100000, 1 << 20, 2 << 20, 3 << 20}) {
        for (int i = 0; i < 4; i++) {
            CHECK(cudaMallocManaged(&p[i], size));
            printf("place_%zu_%d,%ld,bytes\n", size, i, (long)(p[i] - p[0]));
        }
        printf("place_%zu,%zu,bytes\n", size, (size_t)p[0] % BLOCK);
        for (int i = 0; i < 4; i++)
            CHECK(cudaFree(p[i]));
    }
    for (size_t size : {4, 4096, 65536})
        row("small_", size, [&](size_t size) {
            for (char *&q : p)
                q = allocate(size, true);
            double us = by_events([&] {
                for (char *q : p)
                    step<<<1, 1>>>(q, 4, 1, sink);
            });
            for (char *q : p)
                done(q);
            return us;
        });
}

static void errors()
{
    const size_t n = BLOCK;
    char *p = allocate(n, true), *device, *pinned, *plain = (char *)malloc(n);
    CHECK(cudaMalloc(&device, n));
    CHECK(cudaMallocHost(&pinned, n));
    cudaMemLocation far_gpu = {cudaMemLocationTypeDevice, 7},
                    none = {cudaMemLocationTypeInvalid, 0}, numa = {cudaMemLocationTypeHostNuma, 0},
                    current = {cudaMemLocationTypeHostNumaCurrent, 0},
                    numa9 = {cudaMemLocationTypeHostNuma, 999}, cpu1 = {cudaMemLocationTypeHost, 1},
                    minus = {cudaMemLocationTypeDevice, -1};
    int v = 0, list[2];
    void *data[2] = {&v, list};
    size_t both[2] = {sizeof v, sizeof list};
    cudaMemRangeAttribute kinds[2] = {cudaMemRangeAttributeReadMostly,
                                      cudaMemRangeAttributeAccessedBy},
                          odd[2] = {cudaMemRangeAttributeReadMostly, (cudaMemRangeAttribute)99};
#define SAY(name, call) printf("error_%s,%s,\n", name, cudaGetErrorName(call)), cudaGetLastError()
#define ATTR(data, size, kind, at, n) \
    cudaMemRangeGetAttribute(data, size, cudaMemRangeAttribute##kind, at, n)
    const struct {
        const char *name;
        cudaMemLocation l;
    } places[] = {{"gpu", gpu},     {"cpu", cpu},     {"far", far_gpu},
                  {"none", none},   {"numa", numa},   {"cpu1", cpu1},
                  {"numa9", numa9}, {"minus", minus}, {"current", current}};
    for (auto &l : places) {
        std::string at = std::string("_") + l.name;
        SAY(("prefetch" + at).c_str(), cudaMemPrefetchAsync(p, n, l.l, 0, 0));
        SAY(("mostly" + at).c_str(), cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, l.l));
        SAY(("unmostly" + at).c_str(), cudaMemAdvise(p, n, cudaMemAdviseUnsetReadMostly, l.l));
        SAY(("prefer" + at).c_str(), cudaMemAdvise(p, n, cudaMemAdviseSetPreferredLocation, l.l));
        SAY(("unprefer" + at).c_str(),
            cudaMemAdvise(p, n, cudaMemAdviseUnsetPreferredLocation, l.l));
        SAY(("access" + at).c_str(), cudaMemAdvise(p, n, cudaMemAdviseSetAccessedBy, l.l));
        SAY(("unaccess" + at).c_str(), cudaMemAdvise(p, n, cudaMemAdviseUnsetAccessedBy, l.l));
    }
    SAY("prefetch_flags", cudaMemPrefetchAsync(p, n, gpu, 1, 0));
    SAY("prefetch_0", cudaMemPrefetchAsync(p, 0, gpu, 0, 0));
    SAY("prefetch_device", cudaMemPrefetchAsync(device, n, gpu, 0, 0));
    SAY("prefetch_pinned", cudaMemPrefetchAsync(pinned, n, gpu, 0, 0));
    SAY("prefetch_plain", cudaMemPrefetchAsync(plain, n, gpu, 0, 0));
    SAY("prefetch_long", cudaMemPrefetchAsync(p, n + 1, gpu, 0, 0));
    SAY("prefetch_null", cudaMemPrefetchAsync(NULL, n, gpu, 0, 0));
    SAY("advise_0", cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, gpu));
    SAY("advise_odd", cudaMemAdvise(p, n, (cudaMemoryAdvise)0, gpu));
    SAY("advise_device", cudaMemAdvise(device, n, cudaMemAdviseSetReadMostly, gpu));
    SAY("advise_plain", cudaMemAdvise(plain, n, cudaMemAdviseSetReadMostly, gpu));
    SAY("range_size_2", ATTR(&v, 2, ReadMostly, p, n));
    SAY("range_size_8", ATTR(list, 8, ReadMostly, p, n));
    SAY("range_size_0", ATTR(&v, 0, ReadMostly, p, n));
    SAY("range_null", ATTR(NULL, 4, ReadMostly, p, n));
    SAY("range_count_0", ATTR(&v, 4, ReadMostly, p, 0));
    SAY("range_device", ATTR(&v, 4, ReadMostly, device, n));
    SAY("range_plain", ATTR(&v, 4, ReadMostly, plain, n));
    SAY("range_odd", cudaMemRangeGetAttribute(&v, 4, (cudaMemRangeAttribute)99, p, n));
    SAY("range_accessed_6", ATTR(list, 6, AccessedBy, p, n));
    SAY("range_accessed_0", ATTR(list, 0, AccessedBy, p, n));
    SAY("ranges", cudaMemRangeGetAttributes(data, both, kinds, 2, p, n));
    SAY("ranges_odd", cudaMemRangeGetAttributes(data, both, odd, 2, p, n));
    SAY("ranges_0", cudaMemRangeGetAttributes(data, both, kinds, 0, p, n));
    SAY("ranges_null", cudaMemRangeGetAttributes(NULL, both, kinds, 2, p, n));
    done(p);
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(pinned));
    free(plain);
}

int main()
{
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaMalloc(&sink, sizeof *sink));
    char *warm = allocate(16 * PAGE, true); // kernels are loaded
    read_it(warm, 16 * PAGE);
    add_one<<<1, 32>>>((int *)warm, 32);
    step<<<1, 1>>>(warm, 4, 1, sink);
    to_gpu(warm, 16 * PAGE);
    done(warm);
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("name,value,unit");
    say("nothing", by_events([] {}));
    say("kernel", by_events([] { step<<<1, 1>>>((char *)sink, 4, 1, sink); }));
    kernels_touch();
    grids_touch();
    discards();
    prefetches();
    host_touches();
    advised("mostly", cudaMemAdviseSetReadMostly, gpu);
    advised("accessed", cudaMemAdviseSetAccessedBy, gpu);
    advised("prefers_host", cudaMemAdviseSetPreferredLocation, cpu);
    advised("prefers_gpu", cudaMemAdviseSetPreferredLocation, gpu);
    copies();
    places();
    ranges();
    errors();
    over();
}
