// Which work waits for which: the same lines on a GPU and in the simulator. A long
// kernel in one stream, then a call: has the host waited for the kernel? And which of
// two kernels or copies ended first?
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void spin(long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles) {
    }
}
__global__ void nothing() {}
__device__ int variable[1024];

const long long LONG = 4000000;
enum { BIG = 8 << 20, SMALL = 4096 };
static cudaStream_t a, b, blocking;
static char *d, *d2, *pinned, *paged;

static void ignore(void *) {}

// A long kernel in `stream`, then the call.
#define WAITS(stream, call)                                                    \
    do {                                                                       \
        cudaDeviceSynchronize();                                               \
        spin<<<1, 1, 0, stream>>>(LONG);                                       \
        call;                                                                  \
        printf("%-60.60s %s\n", #call,                                         \
               cudaStreamQuery(stream) == cudaSuccess ? "the host waits" : "goes on"); \
        cudaDeviceSynchronize();                                               \
        cudaGetLastError();                                                    \
    } while (0)

// Does the first work, in stream s, end before the second, in stream t?
template <class F, class G>
static void which(const char *what, cudaStream_t s, F first, cudaStream_t t, G second)
{
    float ms;
    cudaEvent_t e, f;
    cudaEventCreate(&e);
    cudaEventCreate(&f);
    cudaDeviceSynchronize();
    first(s);
    cudaEventRecord(e, s);
    second(t);
    cudaEventRecord(f, t);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, e, f);
    printf("%-40s the %s ends first\n", what, ms > 0 ? "first" : "second");
    cudaEventDestroy(e);
    cudaEventDestroy(f);
}

static void host_waits()
{
    WAITS(a, cudaMemcpyAsync(d, pinned, BIG, cudaMemcpyDefault, a));
    WAITS(a, cudaMemcpyAsync(pinned, d, BIG, cudaMemcpyDefault, a));
    WAITS(a, cudaMemcpyAsync(d, paged, BIG, cudaMemcpyDefault, a));
    WAITS(a, cudaMemcpyAsync(d, paged, SMALL, cudaMemcpyDefault, a));
    WAITS(a, cudaMemcpyAsync(paged, d, BIG, cudaMemcpyDefault, a));
    WAITS(a, cudaMemcpyAsync(paged, d, SMALL, cudaMemcpyDefault, a));
    WAITS(a, cudaMemcpyAsync(d2, d, BIG, cudaMemcpyDefault, a));
    WAITS(a, cudaMemsetAsync(d, 0, BIG, a));
    WAITS(0, cudaMemcpy(d, pinned, BIG, cudaMemcpyDefault));
    WAITS(0, cudaMemcpy(d, paged, SMALL, cudaMemcpyDefault));
    WAITS(0, cudaMemcpy(d2, d, BIG, cudaMemcpyDefault));
    WAITS(0, cudaMemset(d, 0, BIG));
    WAITS(0, cudaMemcpyToSymbol(variable, pinned, sizeof variable));
    WAITS(a, cudaMemcpy(d, pinned, BIG, cudaMemcpyDefault));
    WAITS(blocking, cudaMemcpy(d, pinned, BIG, cudaMemcpyDefault));
}

static void calls_wait()
{
    void *p, *q;
    cudaEvent_t e;
    cudaStream_t s;
    cudaMalloc(&q, 1024);
    WAITS(a, cudaMalloc(&p, 1024));
    WAITS(a, cudaFree(q));
    WAITS(a, cudaMallocAsync(&p, 1024, b));
    WAITS(a, cudaFreeAsync(p, b));
    WAITS(a, cudaEventCreate(&e));
    WAITS(a, cudaEventRecord(e, a));
    WAITS(a, cudaStreamWaitEvent(b, e, 0));
    WAITS(a, cudaStreamCreate(&s));
    WAITS(a, cudaStreamDestroy(s));
    WAITS(a, cudaLaunchHostFunc(a, ignore, 0));
    WAITS(a, (nothing<<<1, 1>>>()));
    WAITS(a, cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    WAITS(a, cudaStreamSynchronize(b));
    WAITS(a, cudaStreamSynchronize(a));
}

static void who_is_first()
{
    cudaEvent_t g;
    cudaEventCreateWithFlags(&g, cudaEventDisableTiming);
    auto long_kernel = [](cudaStream_t s) { spin<<<1, 1, 0, s>>>(LONG); };
    auto short_kernel = [](cudaStream_t s) { nothing<<<1, 1, 0, s>>>(); };
    auto big_copy = [](cudaStream_t s) { cudaMemcpyAsync(d, pinned, BIG, cudaMemcpyDefault, s); };
    auto copy_in = [](cudaStream_t s) { cudaMemcpyAsync(d, pinned, SMALL, cudaMemcpyDefault, s); };
    auto copy_out = [](cudaStream_t s) {
        cudaMemcpyAsync(pinned + SMALL, d2, SMALL, cudaMemcpyDefault, s);
    };
    which("kernels in two streams", a, long_kernel, b, short_kernel);
    which("with an event between them", a, long_kernel, b, [&](cudaStream_t s) {
        cudaEventRecord(g, a);
        cudaStreamWaitEvent(s, g, 0);
        short_kernel(s);
    });
    which("default stream, then a blocking one", 0, long_kernel, blocking, short_kernel);
    which("a blocking one, then default stream", blocking, long_kernel, 0, short_kernel);
    which("default stream, then a non-blocking one", 0, long_kernel, a, short_kernel);
    which("a blocking one, then a thread's own", blocking, long_kernel, cudaStreamPerThread,
          short_kernel);
    which("a thread's own, then default stream", cudaStreamPerThread, long_kernel, 0, short_kernel);
    which("a kernel, a copy in another stream", a, long_kernel, b, copy_in);
    which("a copy in stream 0, a kernel elsewhere", 0, big_copy, blocking, short_kernel);
    which("the same, in a non-blocking stream", 0, big_copy, a, short_kernel);
    which("two copies one way", a, big_copy, b, copy_in);
    which("two copies, both ways", a, big_copy, b, copy_out);
    which("a blocked copy back, another behind it", a, [&](cudaStream_t s) {
        long_kernel(s);
        cudaMemcpyAsync(pinned, d, SMALL, cudaMemcpyDefault, s);
    }, b, copy_out);
}

int main()
{
    setvbuf(stdout, 0, _IOLBF, 0);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaMalloc(&d, BIG);
    cudaMalloc(&d2, BIG);
    cudaMallocHost(&pinned, BIG);
    paged = (char *)calloc(BIG, 1);
    nothing<<<1, 1>>>(); // modules are loaded
    spin<<<1, 1>>>(1);
    cudaMemcpyToSymbol(variable, pinned, sizeof variable);
    host_waits();
    calls_wait();
    who_is_first();
}
