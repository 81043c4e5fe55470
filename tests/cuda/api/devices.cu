// Two devices: which one a call means, what belongs to a device, peer access, copies from one device
// to the other, and what is an error. The last part loses device 0, and with it the other one.
// CUDASIM: --devices 2
#include "api.h"

#include <thread>

__device__ int of_device = 1;
__managed__ int of_all = 10;

__global__ void add(int *p)
{
    p[threadIdx.x] += of_device;
    if (threadIdx.x == 0)
        of_all++;
}

static int *memory[2];
static cudaStream_t stream[2];
static cudaEvent_t event[2];
static const size_t BYTES = 64 * sizeof(int);

static void show_first(const char *what, const int *p)
{
    int first[64] = {0};
    cudaError_t e = cudaMemcpy(first, p, BYTES, cudaMemcpyDefault);
    printf("%s: %s, %d %d\n", what, short_name(e), first[0], first[63]);
}

static int device_of(const void *p)
{
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, p);
    return a.device;
}

static void which_device()
{
    int count = 0, now = -1;
    SHOW(cudaGetDeviceCount(&count));
    SHOW(cudaSetDevice(count));
    SHOW(cudaSetDevice(-1));
    SHOW(cudaSetDevice(1));
    SHOW(cudaGetDevice(&now));
    printf("now %d\n", now);
    std::thread([] {
        int other = -1;
        cudaGetDevice(&other);
        printf("another thread begins with %d\n", other);
        cudaSetDevice(0);
    }).join();
    SHOW(cudaGetDevice(&now));
    printf("now %d\n", now);
    cudaDeviceProp p[2];
    SHOW(cudaGetDeviceProperties(&p[0], 0));
    SHOW(cudaGetDeviceProperties(&p[1], 1));
    SHOW(cudaGetDeviceProperties(&p[1], 2));
    printf("same name %d, same id %d\n", !strcmp(p[0].name, p[1].name),
           !memcmp(&p[0].uuid, &p[1].uuid, sizeof p[0].uuid));
    char text[2][32];
    int number = -1;
    SHOW(cudaDeviceGetPCIBusId(text[1], 32, 1));
    SHOW(cudaDeviceGetByPCIBusId(&number, text[1]));
    printf("number %d\n", number);
}

static void what_belongs_to_it()
{
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaMalloc(&memory[d], BYTES);
        cudaMemset(memory[d], 0, BYTES);
        cudaStreamCreate(&stream[d]);
        cudaEventCreate(&event[d]);
    }
    int *pinned, *managed, d = -1;
    SHOW(cudaMallocHost(&pinned, 64));
    SHOW(cudaMallocManaged(&managed, 64));
    printf("memory of %d and %d, pinned %d, managed %d\n", device_of(memory[0]),
           device_of(memory[1]), device_of(pinned), device_of(managed));
    SHOW(cudaStreamGetDevice(stream[0], &d));
    printf("stream of %d\n", d);
    SHOW(cudaSetDevice(0));
    SHOW(cudaStreamGetDevice(0, &d));
    printf("default stream of %d\n", d);
    int two = 2;
    SHOW(cudaSetDevice(1));
    SHOW(cudaMemcpyToSymbol(of_device, &two, sizeof two));
    LAUNCHED(add<<<1, 64>>>(memory[1]));
    SHOW(cudaSetDevice(0));
    LAUNCHED(add<<<1, 64>>>(memory[0]));
    show_first("device 0", memory[0]);
    show_first("device 1", memory[1]);
    printf("managed %d\n", of_all);
    size_t heap[2];
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    SHOW(cudaDeviceGetLimit(&heap[0], cudaLimitMallocHeapSize));
    SHOW(cudaSetDevice(1));
    SHOW(cudaDeviceGetLimit(&heap[1], cudaLimitMallocHeapSize));
    printf("heaps %zu and %zu MB\n", heap[0] >> 20, heap[1] >> 20);
    cudaFreeHost(pinned);
    cudaFree(managed);
}

// The current device is 0.
static void wrong_device()
{
    int value = 0;
    float ms;
    SHOW(cudaSetDevice(0));
    LAUNCHED(add<<<1, 64, 0, stream[1]>>>(memory[1]));
    LAUNCHED(add<<<1, 64, 0, stream[0]>>>(memory[0]));
    SHOW(cudaMemsetAsync(memory[1], 0, BYTES, stream[1]));
    SHOW(cudaMemsetAsync(memory[1], 0, BYTES, stream[0]));
    SHOW(cudaMemset(memory[1], 0, BYTES));
    SHOW(cudaMemcpyAsync(&value, memory[1], 4, cudaMemcpyDefault, stream[1]));
    SHOW(cudaMemcpyAsync(&value, memory[1], 4, cudaMemcpyDefault, stream[0]));
    SHOW(cudaMemcpyAsync(memory[0], memory[1], 4, cudaMemcpyDefault, stream[1]));
    SHOW(cudaStreamQuery(stream[1]) == cudaErrorNotReady ? cudaSuccess : cudaStreamQuery(stream[1]));
    SHOW(cudaStreamSynchronize(stream[1]));
    SHOW(cudaLaunchHostFunc(stream[1], [](void *) {}, nullptr));
    SHOW(cudaEventRecord(event[0], stream[1]));
    SHOW(cudaEventRecord(event[1], stream[0]));
    SHOW(cudaEventRecord(event[1], 0));
    SHOW(cudaEventRecord(event[1], stream[1]));
    SHOW(cudaEventRecord(event[0], stream[0]));
    SHOW(cudaStreamWaitEvent(stream[0], event[1], 0));
    SHOW(cudaStreamWaitEvent(stream[1], event[0], 0));
    SHOW(cudaEventSynchronize(event[1]));
    SHOW(cudaEventQuery(event[1]));
    SHOW(cudaEventElapsedTime(&ms, event[0], event[1]));
    SHOW(cudaStreamSynchronize(stream[0]));
    int *more, *freed;
    SHOW(cudaMallocAsync(&more, BYTES, stream[1]));
    printf("memory of %d\n", device_of(more));
    SHOW(cudaFreeAsync(more, stream[1]));
    SHOW(cudaSetDevice(1));
    SHOW(cudaMalloc(&freed, BYTES));
    SHOW(cudaSetDevice(0));
    SHOW(cudaFree(freed));
}

static void peers()
{
    int can[4], rank = -1, access = -1, atomics = -1, arrays = -1;
    SHOW(cudaDeviceCanAccessPeer(&can[0], 0, 1));
    SHOW(cudaDeviceCanAccessPeer(&can[1], 1, 0));
    SHOW(cudaDeviceCanAccessPeer(&can[2], 0, 0));
    SHOW(cudaDeviceCanAccessPeer(&can[3], 0, 2));
    printf("%d %d %d\n", can[0], can[1], can[2]);
    SHOW(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, 0, 1));
    SHOW(cudaDeviceGetP2PAttribute(&access, cudaDevP2PAttrAccessSupported, 0, 1));
    SHOW(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, 0, 1));
    SHOW(cudaDeviceGetP2PAttribute(&arrays, cudaDevP2PAttrCudaArrayAccessSupported, 0, 1));
    SHOW(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, 0, 0));
    printf("%d %d %d %d\n", rank, access, atomics, arrays);
    SHOW(cudaDeviceDisablePeerAccess(1));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaDeviceEnablePeerAccess(2, 0));
    SHOW(cudaDeviceEnablePeerAccess(1, 1));
    SHOW(cudaDeviceDisablePeerAccess(0));
    SHOW(cudaMemcpyPeer(memory[1], 1, memory[0], 0, BYTES));
    SHOW(cudaMemcpyPeer(memory[1], 2, memory[0], 0, BYTES));
    SHOW(cudaMemcpyPeer(memory[1], 0, memory[0], 1, BYTES));
    SHOW(cudaMemcpyPeer(memory[1], 1, memory[0], 0, 1 << 22));
    SHOW(cudaMemcpyPeerAsync(memory[0], 0, memory[1], 1, BYTES, stream[1]));
    SHOW(cudaMemcpy(memory[1], memory[0], BYTES, cudaMemcpyDeviceToDevice));
    SHOW(cudaDeviceEnablePeerAccess(1, 0));
    SHOW(cudaDeviceEnablePeerAccess(1, 0));
    SHOW(cudaMemset(memory[1], 0, BYTES));
    LAUNCHED(add<<<1, 64>>>(memory[1]));
    show_first("device 1, written by 0", memory[1]);
    cudaMemPool_t pool;
    cudaMemAccessDesc by_0 = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite},
                      by_1 = {{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtNone},
                      by_2 = {{cudaMemLocationTypeDevice, 2}, cudaMemAccessFlagsProtReadWrite};
    cudaMemAccessFlags flags;
    SHOW(cudaDeviceGetDefaultMemPool(&pool, 1));
    SHOW(cudaMemPoolGetAccess(&flags, pool, &by_0.location));
    printf("%d\n", (int)flags);
    SHOW(cudaMemPoolSetAccess(pool, &by_1, 1));
    SHOW(cudaMemPoolSetAccess(pool, &by_2, 1));
    SHOW(cudaMemPoolSetAccess(pool, &by_0, 1));
    SHOW(cudaMemPoolGetAccess(&flags, pool, &by_0.location));
    printf("%d\n", (int)flags);
    SHOW(cudaDeviceSetMemPool(0, pool));
    int *pooled;
    SHOW(cudaMallocFromPoolAsync(&pooled, BYTES, pool, stream[0]));
    printf("memory of %d\n", device_of(pooled));
    SHOW(cudaMemsetAsync(pooled, 0, BYTES, stream[0]));
    LAUNCHED(add<<<1, 64, 0, stream[0]>>>(pooled));
    show_first("pool of 1, written by 0", pooled);
    SHOW(cudaFreeAsync(pooled, stream[0]));
    SHOW(cudaDeviceDisablePeerAccess(1));
    SHOW(cudaDeviceDisablePeerAccess(1));
}

static void lost()
{
    SHOW(cudaSetDevice(0));
    LAUNCHED(add<<<1, 64>>>(memory[1]));
    int *more = nullptr;
    SHOW(cudaMalloc(&more, BYTES));
    SHOW(cudaSetDevice(1));
    SHOW(cudaMalloc(&more, BYTES));
    SHOW(cudaMemset(more, 0, BYTES));
    LAUNCHED(add<<<1, 64>>>(more));
    show_first("device 1", more);
    SHOW(cudaMemcpyPeer(memory[1], 1, memory[0], 0, BYTES));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaStreamSynchronize(stream[0]));
    SHOW(cudaDeviceReset());
    SHOW(cudaSetDevice(0));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaDeviceReset());
}

int main()
{
    which_device();
    what_belongs_to_it();
    wrong_device();
    peers();
    lost();
}

/* EXPECT H200
cudaGetDeviceCount(&count): ok
cudaSetDevice(count): InvalidDevice
cudaSetDevice(-1): InvalidDevice
cudaSetDevice(1): ok
cudaGetDevice(&now): ok
now 1
another thread begins with 0
cudaGetDevice(&now): ok
now 1
cudaGetDeviceProperties(&p[0], 0): ok
cudaGetDeviceProperties(&p[1], 1): ok
cudaGetDeviceProperties(&p[1], 2): InvalidDevice
same name 1, same id 0
cudaDeviceGetPCIBusId(text[1], 32, 1): ok
cudaDeviceGetByPCIBusId(&number, text[1]): ok
number 1
cudaMallocHost(&pinned, 64): ok
cudaMallocManaged(&managed, 64): ok
memory of 0 and 1, pinned 1, managed 1
cudaStreamGetDevice(stream[0], &d): ok
stream of 0
cudaSetDevice(0): ok
cudaStreamGetDevice(0, &d): ok
default stream of 0
cudaSetDevice(1): ok
cudaMemcpyToSymbol(of_device, &two, sizeof two): ok
add<<<1, 64>>>(memory[1]): ok, ok
cudaSetDevice(0): ok
add<<<1, 64>>>(memory[0]): ok, ok
device 0: ok, 1 1
device 1: ok, 2 2
managed 12
cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20): ok
cudaDeviceGetLimit(&heap[0], cudaLimitMallocHeapSize): ok
cudaSetDevice(1): ok
cudaDeviceGetLimit(&heap[1], cudaLimitMallocHeapSize): ok
heaps 64 and 8 MB
cudaSetDevice(0): ok
add<<<1, 64, 0, stream[1]>>>(memory[1]): ok, ok
add<<<1, 64, 0, stream[0]>>>(memory[0]): ok, ok
cudaMemsetAsync(memory[1], 0, BYTES, stream[1]): ok
cudaMemsetAsync(memory[1], 0, BYTES, stream[0]): InvalidValue
cudaMemset(memory[1], 0, BYTES): InvalidValue
cudaMemcpyAsync(&value, memory[1], 4, cudaMemcpyDefault, stream[1]): ok
cudaMemcpyAsync(&value, memory[1], 4, cudaMemcpyDefault, stream[0]): ok
cudaMemcpyAsync(memory[0], memory[1], 4, cudaMemcpyDefault, stream[1]): ok
cudaStreamQuery(stream[1]) == cudaErrorNotReady ? cudaSuccess : cudaStreamQuery(stream[1]): ok
cudaStreamSynchronize(stream[1]): ok
cudaLaunchHostFunc(stream[1], [](void *) {}, nullptr): ok
cudaEventRecord(event[0], stream[1]): InvalidResourceHandle
cudaEventRecord(event[1], stream[0]): InvalidResourceHandle
cudaEventRecord(event[1], 0): InvalidResourceHandle
cudaEventRecord(event[1], stream[1]): ok
cudaEventRecord(event[0], stream[0]): ok
cudaStreamWaitEvent(stream[0], event[1], 0): ok
cudaStreamWaitEvent(stream[1], event[0], 0): ok
cudaEventSynchronize(event[1]): ok
cudaEventQuery(event[1]): ok
cudaEventElapsedTime(&ms, event[0], event[1]): InvalidResourceHandle
cudaStreamSynchronize(stream[0]): ok
cudaMallocAsync(&more, BYTES, stream[1]): ok
memory of 1
cudaFreeAsync(more, stream[1]): ok
cudaSetDevice(1): ok
cudaMalloc(&freed, BYTES): ok
cudaSetDevice(0): ok
cudaFree(freed): ok
cudaDeviceCanAccessPeer(&can[0], 0, 1): ok
cudaDeviceCanAccessPeer(&can[1], 1, 0): ok
cudaDeviceCanAccessPeer(&can[2], 0, 0): ok
cudaDeviceCanAccessPeer(&can[3], 0, 2): InvalidDevice
1 1 0
cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, 0, 1): ok
cudaDeviceGetP2PAttribute(&access, cudaDevP2PAttrAccessSupported, 0, 1): ok
cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, 0, 1): ok
cudaDeviceGetP2PAttribute(&arrays, cudaDevP2PAttrCudaArrayAccessSupported, 0, 1): ok
cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, 0, 0): InvalidDevice
0 1 1 1
cudaDeviceDisablePeerAccess(1): PeerAccessNotEnabled
cudaDeviceEnablePeerAccess(0, 0): PeerAccessUnsupported
cudaDeviceEnablePeerAccess(2, 0): InvalidDevice
cudaDeviceEnablePeerAccess(1, 1): InvalidValue
cudaDeviceDisablePeerAccess(0): PeerAccessNotEnabled
cudaMemcpyPeer(memory[1], 1, memory[0], 0, BYTES): ok
cudaMemcpyPeer(memory[1], 2, memory[0], 0, BYTES): InvalidDevice
cudaMemcpyPeer(memory[1], 0, memory[0], 1, BYTES): ok
cudaMemcpyPeer(memory[1], 1, memory[0], 0, 1 << 22): InvalidValue
cudaMemcpyPeerAsync(memory[0], 0, memory[1], 1, BYTES, stream[1]): ok
cudaMemcpy(memory[1], memory[0], BYTES, cudaMemcpyDeviceToDevice): ok
cudaDeviceEnablePeerAccess(1, 0): ok
cudaDeviceEnablePeerAccess(1, 0): PeerAccessAlreadyEnabled
cudaMemset(memory[1], 0, BYTES): ok
add<<<1, 64>>>(memory[1]): ok, ok
device 1, written by 0: ok, 1 1
cudaDeviceGetDefaultMemPool(&pool, 1): ok
cudaMemPoolGetAccess(&flags, pool, &by_0.location): ok
0
cudaMemPoolSetAccess(pool, &by_1, 1): InvalidDevice
cudaMemPoolSetAccess(pool, &by_2, 1): InvalidDevice
cudaMemPoolSetAccess(pool, &by_0, 1): ok
cudaMemPoolGetAccess(&flags, pool, &by_0.location): ok
3
cudaDeviceSetMemPool(0, pool): InvalidValue
cudaMallocFromPoolAsync(&pooled, BYTES, pool, stream[0]): ok
memory of 1
cudaMemsetAsync(pooled, 0, BYTES, stream[0]): ok
add<<<1, 64, 0, stream[0]>>>(pooled): ok, ok
pool of 1, written by 0: ok, 1 1
cudaFreeAsync(pooled, stream[0]): ok
cudaDeviceDisablePeerAccess(1): ok
cudaDeviceDisablePeerAccess(1): PeerAccessNotEnabled
cudaSetDevice(0): ok
add<<<1, 64>>>(memory[1]): ok, IllegalAddress
cudaMalloc(&more, BYTES): IllegalAddress
cudaSetDevice(1): ok
cudaMalloc(&more, BYTES): IllegalAddress
cudaMemset(more, 0, BYTES): IllegalAddress
add<<<1, 64>>>(more): IllegalAddress, IllegalAddress
device 1: IllegalAddress, 0 0
cudaMemcpyPeer(memory[1], 1, memory[0], 0, BYTES): IllegalAddress
cudaDeviceSynchronize(): IllegalAddress
cudaStreamSynchronize(stream[0]): IllegalAddress
cudaDeviceReset(): ok
cudaSetDevice(0): ok
cudaDeviceSynchronize(): IllegalAddress
cudaDeviceReset(): ok
END */
