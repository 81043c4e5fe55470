// errors_gpu.cu - wrong programs, and the error with which each ends. Runs on a GPU and in
// the simulator; tests/data/h200_errors.txt contains the output of an H200.
//
// Each case runs in its own process, because many faults end all later work: without
// arguments the program starts itself once for each case, with the name of the case.
//
// In a case called undefined_... the result on a GPU is chance: the GPU hangs, crashes the
// program, sees nothing, or reports an error that depends on the address. The simulator must
// report an error there.
//
//   build/errors_gpu [case]
#include <cassert>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include <cooperative_groups.h>
#include <cuda_runtime.h>

static const char *short_name(cudaError_t e)
{
    return e == cudaSuccess ? "ok" : cudaGetErrorName(e) + strlen("cudaError");
}

#define SHOW(call) (printf("  %s: ", #call), printf("%s\n", short_name(call)), fflush(stdout))

// A launch, and the results of cudaGetLastError and then cudaDeviceSynchronize.
#define LAUNCHED(...) \
    do { \
        cudaGetLastError(); \
        __VA_ARGS__; \
        cudaError_t launch_ = cudaGetLastError(); \
        printf("  %s: %s, ", #__VA_ARGS__, short_name(launch_)); \
        printf("%s\n", short_name(cudaDeviceSynchronize())); \
        fflush(stdout); \
    } while (0)

// ---- kernels -------------------------------------------------------------------------------

__device__ int variable, many[16];
__constant__ int fixed[16];
__device__ int (*volatile pointer_to_function)(int);

__global__ void empty() {}
__global__ void set(int *p) { *p = 1; }
__global__ void get(const int *p, int *to) { *to = *p; }
__global__ void add_up(int *p) { atomicAdd(p, 1); }
__global__ void add_long(unsigned long long *p) { atomicAdd(p, 1ull); }
__global__ void get4(const float4 *p, float *to) { *to = p->x + p->y + p->z + p->w; }
__global__ void get2(const double *p, double *to) { *to = *p; }
__global__ void trap() { __trap(); }
__global__ void brkpt() { __brkpt(); }
__global__ void assertion(int x) { assert(x == 1); }
__global__ void spend(long long clocks)
{
    long long start = clock64();
    while (clock64() - start < clocks) {}
}

__device__ __noinline__ int deeper(int *p, int n)
{
    volatile int here[16];
    here[n & 15] = *p;
    return *p == 123456 ? n : deeper(p, n + 1) + here[(n + 3) & 15];
}
__global__ void recursion(int *p) { p[1] = deeper(p, 0); }
// Ends at depth n.
__device__ __noinline__ int down(int *p, int n)
{
    volatile int here[16];
    here[n & 15] = *p;
    return n == 0 ? 1 : down(p, n - 1) + here[(n + 3) & 15];
}
__global__ void recursion_to(int *p, int n) { p[1] = down(p, n); }

__global__ void shared_far(int *p, int i)
{
    __shared__ int s[32];
    s[threadIdx.x] = p[0];
    __syncthreads();
    p[1] = s[i];
}
__global__ void shared_far_generic(int *p, int i)
{
    __shared__ int s[32];
    s[threadIdx.x] = p[0];
    int *volatile q = s;
    __syncthreads();
    p[1] = q[i];
}
__global__ void shared_misaligned(int *p, int i)
{
    __shared__ int s[32];
    s[threadIdx.x] = p[0];
    __syncthreads();
    p[1] = *(int *)((char *)s + i);
}
__global__ void local_far(int *p, int i)
{
    int a[16];
    for (int k = 0; k < 16; k++)
        a[k] = p[k];
    a[p[0] + 1] = 5;
    p[1] = a[i];
}
__global__ void constant_far(int *p, int i) { p[1] = fixed[i]; }
__global__ void constant_write()
{
    int *p = fixed;
    asm volatile("st.global.u32 [%0], 1;" ::"l"(p));
}
__device__ __noinline__ int twice(int x) { return 2 * x; }
__global__ void call(int *p, uint64_t target)
{
    int (*f)(int) = target == 1 ? twice : (int (*)(int))target;
    pointer_to_function = f;
    p[1] = pointer_to_function(p[0]);
}
__global__ void code_write(int *p)
{
    pointer_to_function = twice;
    *(volatile int *)(uint64_t)pointer_to_function = p[0];
}
__global__ void allocate(int *p, size_t bytes, int times)
{
    int got = 0;
    for (int i = 0; i < times; i++)
        got += malloc(bytes) != 0;
    p[0] = got;
}
__global__ void free_twice(int *p)
{
    void *a = malloc(16);
    free(a);
    free(a);
    p[0] = 1;
}
__global__ void free_wild(void *p) { free(p); }
__global__ void divide(int *p) { p[1] = p[2] / p[0]; }
__global__ void print() { printf("  the kernel prints\n"); }
__global__ void sleep_long() { __nanosleep(0xffffffffu); }
__global__ void uneven(int *p)
{
    if (threadIdx.x < 48)
        __syncthreads();
    p[1] = 7;
}
__global__ void __cluster_dims__(2, 1, 1) far_rank(int *p, unsigned rank)
{
    __shared__ int s;
    s = 3;
    cooperative_groups::this_cluster().sync();
    unsigned at = (unsigned)__cvta_generic_to_shared(&s), there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(rank));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(p[1]) : "r"(there));
    cooperative_groups::this_cluster().sync();
}

// More values alive at the same time than 64 registers per thread can hold.
__global__ void greedy(float *p, int n)
{
    float v[180];
    for (int i = 0; i < 180; i++)
        v[i] = p[i];
    for (int k = 0; k < n; k++)
#pragma unroll
        for (int i = 0; i < 180; i++)
            v[i] = v[i] * v[(i + 7) % 180] + v[(i + 31) % 180];
    for (int i = 0; i < 180; i++)
        p[i] = v[i];
}

// ---- cases -----------------------------------------------------------------------------------

static int *d, host[64];

static void errors()
{
    for (int i = 0; i < 1100; i++)
        if (strcmp(cudaGetErrorName((cudaError_t)i), "unrecognized error code"))
            printf("  %d %s: %s\n", i, cudaGetErrorName((cudaError_t)i),
                   cudaGetErrorString((cudaError_t)i));
    for (int i : {12345, -1})
        printf("  %s: %s\n", cudaGetErrorName((cudaError_t)i), cudaGetErrorString((cudaError_t)i));
}

static void huge()
{
    void *p = 0, *q = 0;
    size_t pitch;
    cudaPitchedPtr three;
    const size_t gb = (size_t)1 << 30;
    SHOW(cudaMalloc(&p, 100 * gb));
    SHOW(cudaMalloc(&q, 100 * gb));
    printf("  %d %d\n", p != 0, q != 0);
    SHOW(cudaMemset(p, 1, 100 * gb + 1));
    SHOW(cudaMemset((char *)p + 100 * gb - 4, 1, 4));
    SHOW(cudaMemcpy(host, (char *)p + 100 * gb - 4, 4, cudaMemcpyDeviceToHost));
    printf("  %x\n", host[0]);
    SHOW(cudaFree(p));
    SHOW(cudaMalloc(&p, (size_t)1 << 60));
    SHOW(cudaMalloc(&p, ~(size_t)0));
    SHOW(cudaMallocHost(&p, (size_t)1 << 60));
    SHOW(cudaMallocManaged(&p, (size_t)1 << 60));
    SHOW(cudaMallocAsync(&p, (size_t)1 << 60, 0));
    SHOW(cudaMallocPitch(&p, &pitch, (size_t)1 << 40, (size_t)1 << 40));
    SHOW(cudaMallocPitch(&p, &pitch, (size_t)1 << 20, (size_t)1 << 40));
    SHOW(cudaMalloc3D(&three, make_cudaExtent((size_t)1 << 30, (size_t)1 << 30, (size_t)1 << 30)));
    SHOW(cudaHostRegister(host, (size_t)1 << 60, 0));
    SHOW(cudaHostRegister(host, (size_t)1 << 40, 0));
    SHOW(cudaMalloc(&p, 4));
    SHOW(cudaGetLastError());
}

static void counts()
{
    cudaError_t e = cudaSuccess;
    cudaEvent_t event;
    void *p;
    for (int i = 0; i < 1000000 && !e; i++)
        e = cudaEventCreate(&event);
    printf("  a million events: %s\n", short_name(e));
    for (int i = 0; i < 100000 && !e; i++)
        e = cudaMalloc(&p, 1);
    printf("  100000 allocations: %s\n", short_name(e));
    fflush(stdout);
    SHOW(cudaDeviceSynchronize());
}

static void streams()
{
    cudaError_t e = cudaSuccess;
    cudaStream_t s;
    for (int i = 0; i < 2000 && !e; i++)
        e = cudaStreamCreate(&s);
    printf("  2000 streams: %s\n", short_name(e));
    LAUNCHED(set<<<1, 1, 0, s>>>(d));
}

static void many_blocks()
{
    LAUNCHED(empty<<<2147483647, 1>>>());
    LAUNCHED(empty<<<2147483648u, 1>>>());
    LAUNCHED(empty<<<dim3(1, 65536), 1>>>());
    LAUNCHED(empty<<<0, 0>>>());
    LAUNCHED(empty<<<~0u, ~0u>>>());
    LAUNCHED(empty<<<1, 1, ~(size_t)0>>>());
    LAUNCHED(empty<<<1, 1, (size_t)1 << 32>>>());
    LAUNCHED(empty<<<1, dim3(65536, 65536)>>>());
}

static void many_registers()
{
    cudaFuncAttributes a;
    SHOW(cudaFuncGetAttributes(&a, greedy));
    printf("  more than 64 registers: %d\n", a.numRegs > 64);
    LAUNCHED(greedy<<<1, 1024>>>((float *)d, 1));
    cudaMemset(d, 0, 1024);
    LAUNCHED(greedy<<<1, 128>>>((float *)d, 1));
}

static void null_arguments()
{
    SHOW(cudaLaunchKernel((const void *)empty, 1, 1, 0, 0, 0));
    SHOW(cudaLaunchKernel((const void *)set, 1, 1, 0, 0, 0));
}

static void null_argument()
{
    void *args[] = {0};
    SHOW(cudaLaunchKernel((const void *)set, 1, 1, args, 0, 0));
}

static void symbols()
{
    static int plain;
    void *p;
    size_t n;
    SHOW(cudaMemcpyToSymbol(many, host, 65));
    SHOW(cudaMemcpyToSymbol(many, host, 64));
    SHOW(cudaMemcpyToSymbol(many, host, 32, 33));
    SHOW(cudaMemcpyToSymbol(many, host, 32, ~(size_t)0));
    SHOW(cudaMemcpyToSymbol(many, 0, 4));
    SHOW(cudaMemcpyToSymbol(plain, host, 4));
    SHOW(cudaMemcpyToSymbol((const void *)0, host, 4));
    SHOW(cudaMemcpyToSymbol((const void *)d, host, 4));
    SHOW(cudaMemcpyToSymbol(many, host, 4, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyFromSymbol(host, many, 65));
    SHOW(cudaMemcpyFromSymbol(host, many, 4, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToSymbol(fixed, host, 65));
    SHOW(cudaGetSymbolAddress(&p, plain));
    SHOW(cudaGetSymbolAddress(&p, (const void *)0));
    SHOW(cudaGetSymbolSize(&n, plain));
    SHOW(cudaGetSymbolAddress(&p, (const void *)set));
    SHOW(cudaLaunchKernel(&many, 1, 1, 0, 0, 0));
}

static void copies()
{
    void *q;
    cudaMalloc(&q, 64);
    SHOW(cudaMemcpy(host, d, 4096 + 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(host, d, (size_t)1 << 60, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(d, host, ~(size_t)0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, host, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(host, d, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, host, 4, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(host, host + 8, 4, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(d, q, 4, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(d, q, 4, (cudaMemcpyKind)7));
    SHOW(cudaMemcpy(d, q, 4, (cudaMemcpyKind)-1));
    SHOW(cudaMemcpy(0, 0, 4, cudaMemcpyDefault));
    SHOW(cudaMemcpy(0, 0, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, 0, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, q, 65, cudaMemcpyDefault));
    SHOW(cudaMemcpyAsync(d, host, 4096 + 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(d, 8, host, 8, 9, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(d, 8, host, 8, 8, (size_t)1 << 60, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(d, (size_t)1 << 50, host, 8, 8, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemset(host, 0, 4));
    SHOW(cudaMemset(0, 0, 4));
    SHOW(cudaMemset(d, 0, 4096 + 1));
    SHOW(cudaMemset(d, 0, (size_t)1 << 60));
    SHOW(cudaMemset2D(d, 8, 0, 9, 2));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaGetLastError());
}

static void freed()
{
    int *p, *m;
    cudaMalloc(&p, 256);
    SHOW(cudaFree(p));
    SHOW(cudaFree(p));
    SHOW(cudaFree(host));
    SHOW(cudaFree(d + 1));
    SHOW(cudaMemcpy(p, host, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMallocHost(&m, 64));
    SHOW(cudaFreeHost(m));
    SHOW(cudaFreeHost(m));
    SHOW(cudaFreeAsync(p, 0));
    SHOW(cudaFreeAsync(host, 0));
    SHOW(cudaMallocAsync(&p, 64, 0));
    SHOW(cudaFreeAsync(p, 0));
    SHOW(cudaFreeAsync(p, 0));
    cudaMalloc(&p, 256);
    spend<<<1, 1>>>(1000000);
    set<<<1, 1>>>(p);
    SHOW(cudaFree(p));
    SHOW(cudaDeviceSynchronize());
}

// A whole page, so that hardware, which maps whole pages, sees the mistake too.
static void undefined_after_free()
{
    int *p;
    cudaMalloc(&p, 64 << 20);
    SHOW(cudaFree(p));
    LAUNCHED(set<<<1, 1>>>(p));
}

static void after_reset()
{
    int *p;
    cudaStream_t s;
    cudaEvent_t e;
    cudaMalloc(&p, 64 << 20);
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    SHOW(cudaMemcpyToSymbol(many, host, 4));
    SHOW(cudaDeviceReset());
    SHOW(cudaGetLastError());
    SHOW(cudaFree(p));
    SHOW(cudaMemcpy(host, p, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyFromSymbol(host, many, 4));
    SHOW(cudaMalloc(&p, 64));
    LAUNCHED(set<<<1, 1>>>(p));
}
static void undefined_stream_after_reset()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    SHOW(cudaDeviceReset());
    SHOW(cudaStreamSynchronize(s));
    LAUNCHED(empty<<<1, 1, 0, s>>>());
}
static void undefined_event_after_reset()
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    SHOW(cudaDeviceReset());
    SHOW(cudaEventRecord(e));
}
static void undefined_launch_after_reset()
{
    SHOW(cudaDeviceReset());
    LAUNCHED(set<<<1, 1>>>(d));
}

static void undefined_stream_twice()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    SHOW(cudaStreamDestroy(s));
    SHOW(cudaStreamDestroy(s));
}
static void undefined_stream_used_late()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    SHOW(cudaStreamDestroy(s));
    SHOW(cudaStreamSynchronize(s));
}
static void undefined_stream_launch_late()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    SHOW(cudaStreamDestroy(s));
    LAUNCHED(empty<<<1, 1, 0, s>>>());
}
static void undefined_event_twice()
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    SHOW(cudaEventDestroy(e));
    SHOW(cudaEventDestroy(e));
}
static void undefined_event_used_late()
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    SHOW(cudaEventDestroy(e));
    SHOW(cudaEventRecord(e));
}
static void event_null()
{
    float ms;
    cudaEvent_t e;
    SHOW(cudaEventRecord(0));
    SHOW(cudaEventSynchronize(0));
    SHOW(cudaEventDestroy(0));
    SHOW(cudaEventElapsedTime(&ms, 0, 0));
    SHOW(cudaEventCreate(0));
    SHOW(cudaEventCreateWithFlags(&e, 77));
    SHOW(cudaStreamCreate(0));
    SHOW(cudaStreamDestroy(0));
    SHOW(cudaStreamWaitEvent(0, 0));
    SHOW(cudaLaunchHostFunc(0, 0, 0));
}
static void undefined_stream_wild() { SHOW(cudaStreamSynchronize((cudaStream_t)host)); }

static void limits()
{
    size_t n;
    int *p;
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, (size_t)1 << 60));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 512 << 10));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, (512 << 10) - 16));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 400 << 10));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 256 << 10));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 0));
    SHOW(cudaDeviceGetLimit(&n, cudaLimitStackSize));
    printf("  %zu\n", n);
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)1 << 60));
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 0));
    SHOW(cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));
    printf("  %zu\n", n);
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, ((size_t)16 << 20) + 1));
    SHOW(cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));
    printf("  %zu\n", n);
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, (size_t)1 << 60));
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 0));
    SHOW(cudaDeviceGetLimit(&n, cudaLimitPrintfFifoSize));
    printf("  %zu\n", n);
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, ((size_t)1 << 20) + 1));
    SHOW(cudaDeviceGetLimit(&n, cudaLimitPrintfFifoSize));
    printf("  %zu\n", n);
    SHOW(cudaMalloc(&p, 4));
    LAUNCHED(print<<<1, 1>>>());
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, (size_t)4 << 20));
    LAUNCHED(allocate<<<1, 1>>>(p, 16, 1));
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)32 << 20));
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, (size_t)2 << 20));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
}

static void endless_recursion() { LAUNCHED(recursion<<<1, 1>>>(d)); }
static void endless_recursion_of_many() { LAUNCHED(recursion<<<1000, 256>>>(d)); }
static void endless_recursion_large_stack()
{
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10));
    LAUNCHED(recursion<<<1, 1>>>(d));
}
static void deep_recursion()
{
    cudaMemset(d, 0, 64);
    LAUNCHED(recursion_to<<<1, 1>>>(d, 5));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10));
    LAUNCHED(recursion_to<<<1, 32>>>(d, 300));
    LAUNCHED(recursion_to<<<1, 32>>>(d, 5000));
}

static void device_malloc()
{
    LAUNCHED(allocate<<<1, 1>>>(d, (size_t)1 << 40, 3));
    SHOW(cudaMemcpy(host, d, 4, cudaMemcpyDeviceToHost));
    printf("  %d of 3\n", host[0]);
    LAUNCHED(allocate<<<1, 1>>>(d, 1 << 20, 100));
    SHOW(cudaMemcpy(host, d, 4, cudaMemcpyDeviceToHost));
    printf("  %s of 100\n", host[0] == 0 ? "none" : host[0] < 9 ? "at most 8" : "too many");
}
static void device_free_twice() { LAUNCHED(free_twice<<<1, 1>>>(d)); }
static void undefined_free() { LAUNCHED(free_wild<<<1, 1>>>(d)); }

#define FAULT(name, ...) \
    static void name() \
    { \
        LAUNCHED(__VA_ARGS__); \
        SHOW(cudaGetLastError()); \
        SHOW(cudaGetLastError()); \
        SHOW(cudaMalloc(&d, 4)); \
    }
FAULT(fault_null, set<<<1, 1>>>(0))
FAULT(fault_small, set<<<1, 1>>>((int *)4096))
FAULT(fault_wild, set<<<1, 1>>>((int *)0x123456789abcdef0ull))
FAULT(fault_beyond, set<<<1, 1>>>(d + (1ull << 40)))
FAULT(fault_host, set<<<1, 1>>>(host))
FAULT(fault_misaligned, set<<<1, 1>>>((int *)((char *)d + 2)))
FAULT(fault_misaligned_vector, get4<<<1, 1>>>((float4 *)(d + 1), (float *)d))
FAULT(fault_misaligned_double, get2<<<1, 1>>>((double *)(d + 1), (double *)d))
FAULT(fault_misaligned_atomic, add_long<<<1, 1>>>((unsigned long long *)(d + 1)))
FAULT(fault_misaligned_shared, shared_misaligned<<<1, 32>>>(d, 2))
FAULT(fault_atomic_null, add_up<<<1, 1>>>(0))
FAULT(fault_trap, trap<<<1, 1>>>())
FAULT(fault_assert, assertion<<<1, 1>>>(0))
FAULT(fault_shared_far, shared_far<<<1, 32>>>(d, 1 << 20))
FAULT(undefined_shared_negative, shared_far<<<1, 32>>>(d, -1000000))
FAULT(fault_shared_generic, shared_far_generic<<<1, 32>>>(d, 1 << 20))
FAULT(undefined_local_far, local_far<<<1, 1>>>(d, 1 << 20))
FAULT(undefined_local_negative, local_far<<<1, 1>>>(d, -(1 << 20)))
FAULT(undefined_constant_far, constant_far<<<1, 1>>>(d, 1 << 28))
FAULT(fault_constant_write, constant_write<<<1, 1>>>())
FAULT(fault_call_null, call<<<1, 1>>>(d, 0))
FAULT(undefined_call_data, call<<<1, 1>>>(d, (uint64_t)d))
FAULT(undefined_call_odd, call<<<1, 1>>>(d, 0x123456789ull))
FAULT(fault_code_write, code_write<<<1, 1>>>(d))
FAULT(fault_shared_60000, shared_far<<<1, 32>>>(d, 15000))
FAULT(undefined_shared_16m, shared_far<<<1, 32>>>(d, 1 << 22))
FAULT(undefined_shared_100m, shared_far<<<1, 32>>>(d, 25 << 20))
FAULT(undefined_shared_rank_15, shared_far<<<1, 32>>>(d, 15 << 22))
FAULT(undefined_shared_rank_16, shared_far<<<1, 32>>>(d, 16 << 22))
FAULT(undefined_shared_rank_64, shared_far<<<1, 32>>>(d, 64 << 22))
FAULT(undefined_shared_generic_rank_16, shared_far_generic<<<1, 32>>>(d, 16 << 22))
FAULT(fault_far_rank_2, far_rank<<<2, 1>>>(d, 2))
FAULT(fault_far_rank_15, far_rank<<<2, 1>>>(d, 15))
FAULT(fault_far_rank_16, far_rank<<<2, 1>>>(d, 16))
FAULT(undefined_far_rank_64, far_rank<<<2, 1>>>(d, 64))
FAULT(fault_far_rank, far_rank<<<2, 1>>>(d, 5))
FAULT(undefined_far_rank_wild, far_rank<<<2, 1>>>(d, 200))
FAULT(no_fault_call, call<<<1, 1>>>(d, 1))
FAULT(no_fault_divide, divide<<<1, 1>>>(d))
FAULT(no_fault_uneven, uneven<<<1, 64>>>(d))
FAULT(no_fault_brkpt, brkpt<<<1, 1>>>())

// The results of calls that wait after a trap in another stream, and after a host function.
static void CUDART_CB on_host(void *) { puts("  the host function runs"); }
static void sticky()
{
    cudaStream_t a, b;
    int value;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    trap<<<1, 1, 0, a>>>();
    SHOW(cudaLaunchHostFunc(a, on_host, 0));
    SHOW(cudaStreamSynchronize(a));
    SHOW(cudaStreamSynchronize(b));
    SHOW(cudaStreamQuery(a));
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemcpyAsync(&value, d, 4, cudaMemcpyDeviceToHost, b));
    SHOW(cudaMemset(d, 0, 4));
    SHOW(cudaGetDevice(&value));
    LAUNCHED(empty<<<1, 1>>>());
    LAUNCHED(empty<<<1, 2000>>>());
    SHOW(cudaMalloc((void **)&value, ~(size_t)0));
    SHOW(cudaDeviceReset());
    SHOW(cudaDeviceSynchronize());
}

// An error that is not a fault: it stays until a call reads it, and has no other effect.
static void forgotten()
{
    int n;
    empty<<<1, 2000>>>();
    SHOW(cudaPeekAtLastError());
    SHOW(cudaMalloc(&d, 4));
    SHOW(cudaPeekAtLastError());
    SHOW(cudaMemcpy(host, d, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaSetDevice(77));
    empty<<<1, 1>>>();
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetDevice(&n));
    SHOW(cudaGetLastError());
    cudaEvent_t e;
    cudaEventCreate(&e);
    spend<<<1, 1>>>(100000000);
    cudaEventRecord(e);
    SHOW(cudaStreamQuery(0));
    SHOW(cudaGetLastError());
    SHOW(cudaEventQuery(e));
    SHOW(cudaGetLastError());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaStreamQuery(0));
}

static void host_reads() { printf("  %d\n", *d); }
static void host_writes() { *d = 5; }

typedef struct {
    const char *name;
    void (*run)();
} Case;

// clang-format off
static const Case cases[] = {
#define C(name) {#name, name}
    C(errors), C(huge), C(counts), C(streams), C(many_blocks), C(many_registers),
    C(null_arguments), C(null_argument), C(symbols), C(copies), C(freed), C(undefined_after_free),
    C(after_reset), C(undefined_stream_after_reset), C(undefined_event_after_reset),
    C(undefined_launch_after_reset), C(undefined_stream_twice), C(undefined_stream_used_late),
    C(undefined_stream_launch_late), C(undefined_event_twice), C(undefined_event_used_late),
    C(event_null), C(undefined_stream_wild), C(limits),
    C(endless_recursion), C(endless_recursion_of_many), C(endless_recursion_large_stack),
    C(deep_recursion), C(device_malloc), C(device_free_twice), C(undefined_free),
    C(fault_null), C(fault_small), C(fault_wild), C(fault_beyond), C(fault_host),
    C(fault_misaligned), C(fault_misaligned_vector), C(fault_misaligned_double),
    C(fault_misaligned_atomic), C(fault_misaligned_shared), C(fault_atomic_null), C(fault_trap),
    C(fault_assert), C(fault_shared_far), C(undefined_shared_negative), C(fault_shared_generic),
    C(undefined_local_far), C(undefined_local_negative), C(undefined_constant_far),
    C(fault_constant_write),
    C(fault_call_null), C(undefined_call_data), C(undefined_call_odd), C(fault_code_write),
    C(fault_shared_60000), C(undefined_shared_16m), C(undefined_shared_100m),
    C(undefined_shared_rank_15),
    C(undefined_shared_rank_16), C(undefined_shared_rank_64), C(undefined_shared_generic_rank_16),
    C(fault_far_rank_2), C(fault_far_rank_15), C(fault_far_rank_16), C(undefined_far_rank_64),
    C(fault_far_rank), C(undefined_far_rank_wild), C(no_fault_call), C(no_fault_divide),
    C(no_fault_uneven), C(no_fault_brkpt), C(sticky), C(forgotten), C(host_reads),
    C(host_writes),
};
// clang-format on

int main(int argc, char **argv)
{
    for (const Case &c : cases) {
        if (argc > 1) {
            if (strcmp(argv[1], c.name))
                continue;
            cudaMalloc(&d, 4096);
            cudaMemset(d, 0, 4096);
            c.run();
            return 0;
        }
        printf("%s\n", c.name);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            alarm(120); // a net, for a case that never ends
            execl("/proc/self/exe", argv[0], c.name, (char *)0);
            _exit(127);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status))
            printf("  ended by signal %d\n", WTERMSIG(status));
        else if (WEXITSTATUS(status))
            printf("  exit status %d\n", WEXITSTATUS(status));
    }
}
