// Allocation, registration, kinds of pointers, limits, devices.
#include <cstdlib>

#include "api.h"

static int h[64];

static void device_memory()
{
    void *p;
    int *d;
    SHOW(cudaMalloc(&p, 0));
    printf("%d\n", p != 0);
    SHOW(cudaMalloc((void **)0, 4));
    SHOW(cudaMalloc(&p, (size_t)1 << 60));
    SHOW(cudaMalloc(&p, (size_t)-1));
    SHOW(cudaMalloc(&d, 256));
    SHOW(cudaFree(0));
    SHOW(cudaFree(d + 1));
    SHOW(cudaFree(h));
    SHOW(cudaFree((void *)64));
    SHOW(cudaFree(d));
    SHOW(cudaFree(d));
}

static void show_pointer(const char *what, const void *p)
{
    cudaPointerAttributes a;
    cudaError_t e = cudaPointerGetAttributes(&a, p);
    printf("%s: %s type %d device %d%s%s\n", what, short_name(e), a.type, a.device,
           a.devicePointer == p ? " device pointer" : "",
           a.hostPointer == p ? " host pointer" : "");
}

static void host_memory()
{
    void *q, *r, *p;
    int *d;
    unsigned flags;
    cudaMalloc(&d, 256);
    SHOW(cudaMallocHost(&q, 0));
    printf("%d\n", q != 0);
    SHOW(cudaMallocHost(&q, 64));
    *(int *)q = 5;
    SHOW(cudaHostGetFlags(&flags, q));
    printf("%u\n", flags);
    SHOW(cudaFreeHost(0));
    SHOW(cudaFreeHost(h));
    SHOW(cudaFreeHost(d));
    SHOW(cudaFree(q));
    SHOW(cudaFreeHost(q));
    SHOW(cudaHostAlloc(&q, 64, 99));
    SHOW(cudaHostAlloc(&q, 64, cudaHostAllocMapped));
    SHOW(cudaHostGetDevicePointer(&p, q, 0));
    printf("%d\n", p == q);
    show_pointer("device", d);
    show_pointer("inside", d + 3);
    show_pointer("behind", d + 64);
    show_pointer("plain", h);
    show_pointer("null", 0);
    show_pointer("pinned", q);
    SHOW(cudaMallocManaged(&r, 64));
    show_pointer("managed", r);
    SHOW(cudaFreeHost(r));
    SHOW(cudaMallocManaged(&r, 4, 0));
    SHOW(cudaMallocManaged(&r, 4, 9));
    SHOW(cudaMallocManaged(&r, 0));
    r = malloc(8192);
    SHOW(cudaHostRegister(r, 8192, 0));
    show_pointer("registered", r);
    SHOW(cudaHostRegister(r, 8192, 0));
    SHOW(cudaHostUnregister(r));
    SHOW(cudaHostUnregister(r));
    SHOW(cudaHostRegister(0, 8192, 0));
    SHOW(cudaHostRegister(r, 0, 0));
    SHOW(cudaHostGetDevicePointer(&p, h, 0));
}

static void hints()
{
    int *d, *m;
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    cudaMalloc(&d, 64);
    cudaMallocManaged(&m, 64);
    SHOW(cudaMemPrefetchAsync(m, 64, here, 0, 0));
    SHOW(cudaMemPrefetchAsync(d, 64, here, 0, 0));
    SHOW(cudaMemAdvise(m, 64, cudaMemAdviseSetReadMostly, here));
    SHOW(cudaMemAdvise(d, 64, cudaMemAdviseSetReadMostly, here));
}

static void device_and_limits()
{
    int n;
    size_t bytes;
    cudaDeviceProp prop;
    SHOW(cudaSetDevice(0));
    SHOW(cudaSetDevice(1));
    SHOW(cudaSetDevice(-1));
    SHOW(cudaDeviceGetAttribute(&n, (cudaDeviceAttr)9999, 0));
    SHOW(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 3));
    SHOW(cudaGetDeviceProperties(&prop, 3));
    SHOW(cudaGetDevice(0));
    SHOW(cudaGetDeviceCount(0));
    SHOW(cudaGetDeviceProperties(&prop, 0));
    printf("cc %d.%d, %d multiprocessors, %zu %zu %zu shared, %d blocks, %d threads, %d\n",
           prop.major, prop.minor, prop.multiProcessorCount, prop.sharedMemPerBlock,
           prop.sharedMemPerBlockOptin, prop.sharedMemPerMultiprocessor,
           prop.maxBlocksPerMultiProcessor, prop.maxThreadsPerMultiProcessor, prop.warpSize);
    for (int i = 0; i < 7; i++) {
        cudaError_t e = cudaDeviceGetLimit(&bytes, (cudaLimit)i);
        printf("limit %d: %s %zu\n", i, short_name(e), e ? 0 : bytes);
    }
    SHOW(cudaDeviceGetLimit(&bytes, (cudaLimit)77));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 20));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 1000));
    SHOW(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    printf("%zu\n", bytes);
    SHOW(cudaDeviceSetLimit((cudaLimit)50, 1));
    SHOW(cudaSetDeviceFlags(0x800));
    SHOW(cudaDeviceCanAccessPeer(&n, 0, 0));
    SHOW(cudaDeviceCanAccessPeer(&n, 0, 1));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaRuntimeGetVersion(&n));
    printf("%d\n", n);
}

int main()
{
    void *p;
    device_memory();
    host_memory();
    hints();
    device_and_limits();
    // A success does not clear an earlier error; asking does.
    cudaGetLastError();
    SHOW(cudaMalloc(&p, (size_t)1 << 60));
    SHOW(cudaMalloc(&p, 4));
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    puts(cudaGetErrorName((cudaError_t)12345));
}

/* EXPECT H200
cudaMalloc(&p, 0): ok
0
cudaMalloc((void **)0, 4): InvalidValue
cudaMalloc(&p, (size_t)1 << 60): MemoryAllocation
cudaMalloc(&p, (size_t)-1): MemoryAllocation
cudaMalloc(&d, 256): ok
cudaFree(0): ok
cudaFree(d + 1): InvalidValue
cudaFree(h): InvalidValue
cudaFree((void *)64): InvalidValue
cudaFree(d): ok
cudaFree(d): InvalidValue
cudaMallocHost(&q, 0): ok
0
cudaMallocHost(&q, 64): ok
cudaHostGetFlags(&flags, q): ok
2
cudaFreeHost(0): ok
cudaFreeHost(h): InvalidValue
cudaFreeHost(d): InvalidValue
cudaFree(q): InvalidValue
cudaFreeHost(q): ok
cudaHostAlloc(&q, 64, 99): InvalidValue
cudaHostAlloc(&q, 64, cudaHostAllocMapped): ok
cudaHostGetDevicePointer(&p, q, 0): ok
1
device: ok type 2 device 0 device pointer
inside: ok type 2 device 0 device pointer
behind: ok type 0 device -2 host pointer
plain: ok type 0 device -2 host pointer
null: ok type 0 device -2 device pointer host pointer
pinned: ok type 1 device 0 device pointer host pointer
cudaMallocManaged(&r, 64): ok
managed: ok type 3 device 0 device pointer host pointer
cudaFreeHost(r): InvalidValue
cudaMallocManaged(&r, 4, 0): InvalidValue
cudaMallocManaged(&r, 4, 9): InvalidValue
cudaMallocManaged(&r, 0): ok
cudaHostRegister(r, 8192, 0): ok
registered: ok type 1 device 0 device pointer host pointer
cudaHostRegister(r, 8192, 0): HostMemoryAlreadyRegistered
cudaHostUnregister(r): ok
cudaHostUnregister(r): HostMemoryNotRegistered
cudaHostRegister(0, 8192, 0): InvalidValue
cudaHostRegister(r, 0, 0): InvalidValue
cudaHostGetDevicePointer(&p, h, 0): InvalidValue
cudaMemPrefetchAsync(m, 64, here, 0, 0): ok
cudaMemPrefetchAsync(d, 64, here, 0, 0): InvalidValue
cudaMemAdvise(m, 64, cudaMemAdviseSetReadMostly, here): ok
cudaMemAdvise(d, 64, cudaMemAdviseSetReadMostly, here): InvalidValue
cudaSetDevice(0): ok
cudaSetDevice(1): InvalidDevice
cudaSetDevice(-1): InvalidDevice
cudaDeviceGetAttribute(&n, (cudaDeviceAttr)9999, 0): InvalidValue
cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 3): InvalidDevice
cudaGetDeviceProperties(&prop, 3): InvalidDevice
cudaGetDevice(0): InvalidValue
cudaGetDeviceCount(0): InvalidValue
cudaGetDeviceProperties(&prop, 0): ok
cc 9.0, 132 multiprocessors, 49152 232448 233472 shared, 32 blocks, 2048 threads, 32
limit 0: ok 1024
limit 1: ok 8650752
limit 2: ok 8388608
limit 3: UnsupportedLimit 0
limit 4: ok 2048
limit 5: ok 64
limit 6: ok 11796480
cudaDeviceGetLimit(&bytes, (cudaLimit)77): InvalidValue
cudaDeviceSetLimit(cudaLimitStackSize, 1 << 20): InvalidValue
cudaDeviceSetLimit(cudaLimitStackSize, 1000): ok
cudaDeviceGetLimit(&bytes, cudaLimitStackSize): ok
1008
cudaDeviceSetLimit((cudaLimit)50, 1): InvalidValue
cudaSetDeviceFlags(0x800): InvalidValue
cudaDeviceCanAccessPeer(&n, 0, 0): ok
cudaDeviceCanAccessPeer(&n, 0, 1): InvalidDevice
cudaDeviceEnablePeerAccess(0, 0): PeerAccessUnsupported
cudaRuntimeGetVersion(&n): ok
13000
cudaMalloc(&p, (size_t)1 << 60): MemoryAllocation
cudaMalloc(&p, 4): ok
cudaPeekAtLastError(): MemoryAllocation
cudaGetLastError(): MemoryAllocation
cudaGetLastError(): ok
unrecognized error code
END */
