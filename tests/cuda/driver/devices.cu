// devices.cu - contexts of two devices: which one is current, what belongs to it, peers, copies from
// one to the other; and the runtime's cudaSetDevice beside them.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
// CUDASIM: --devices 2
#include "check.h"
#include <cuda_runtime.h>

#define TELL(call) \
    do { \
        const char *name_ = nullptr; \
        cuGetErrorName(call, &name_); \
        printf("%s: %s\n", #call, name_); \
    } while (0)

static CUcontext c[2];
static CUdeviceptr p[2];

static int now()
{
    CUdevice d = -1;
    CHECK(cuCtxGetDevice(&d));
    return d;
}

static void current()
{
    int n = 0, device = -1;
    CUdevice d;
    CUcontext top;
    TELL(cuDeviceGetCount(&n));
    printf("%d\n", n);
    TELL(cuDeviceGet(&d, 1));
    TELL(cuDeviceGet(&d, 2));
    TELL(cuCtxCreate(&c[0], nullptr, 0, 0));
    printf("device %d\n", now());
    TELL(cuCtxCreate(&c[1], nullptr, 0, 1));
    printf("device %d\n", now());
    TELL(cuCtxCreate(&top, nullptr, 0, 2));
    TELL(cuCtxPopCurrent(&top));
    printf("popped the second: %d, device %d\n", top == c[1], now());
    TELL(cuCtxPushCurrent(c[1]));
    printf("device %d\n", now());
    cudaGetDevice(&device);
    printf("of the runtime: %d\n", device);
    TELL(cuCtxSetCurrent(c[0]));
    cudaGetDevice(&device);
    printf("device %d, of the runtime: %d\n", now(), device);
}

static void memory()
{
    for (int d = 0; d < 2; d++) {
        CHECK(cuCtxSetCurrent(c[d]));
        CHECK(cuMemAlloc(&p[d], 256));
        CHECK(cuMemsetD32(p[d], 100 + d, 64));
    }
    for (int d = 0; d < 2; d++) {
        int number = -1;
        CHECK(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p[d]));
        printf("memory of %d\n", number);
    }
    unsigned value = 0;
    TELL(cuMemcpyPeer(p[1], c[1], p[0], c[0], 128));
    TELL(cuMemcpyPeer(p[1], nullptr, p[0], c[0], 128));
    TELL(cuMemcpyDtoH(&value, p[1], 4));
    printf("%u\n", value);
}

static void launches()
{
    CUmodule module[2];
    CUfunction add[2];
    CUstream stream;
    unsigned value = 0, v = 7;
    for (int d = 0; d < 2; d++) {
        CHECK(cuCtxSetCurrent(c[d]));
        CHECK(cuModuleLoadData(&module[d], adds));
        CHECK(cuModuleGetFunction(&add[d], module[d], "add"));
        void *args[] = {&p[d], &v};
        CHECK(cuLaunchKernel(add[d], 2, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
        CHECK(cuMemcpyDtoH(&value, p[d], 4));
        printf("%u\n", value);
    }
    void *args[] = {&p[0], &v};
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuCtxSetCurrent(c[0]));
    TELL(cuLaunchKernel(add[0], 2, 1, 1, 32, 1, 1, 0, stream, args, nullptr));
    TELL(cuStreamSynchronize(stream));
}

static void peers()
{
    int can = -1;
    TELL(cuDeviceCanAccessPeer(&can, 0, 1));
    printf("%d\n", can);
    TELL(cuCtxDisablePeerAccess(c[1]));
    TELL(cuCtxEnablePeerAccess(c[1], 1));
    TELL(cuCtxEnablePeerAccess(c[0], 0));
    TELL(cuCtxEnablePeerAccess(c[1], 0));
    TELL(cuCtxEnablePeerAccess(c[1], 0));
    TELL(cuCtxDisablePeerAccess(c[1]));
}

static void runtime()
{
    CUcontext a, b;
    CUdevice d = -1;
    CHECK(cuDevicePrimaryCtxRetain(&a, 0));
    CHECK(cuDevicePrimaryCtxRetain(&b, 1));
    printf("two contexts: %d\n", a != b);
    CHECK(cuCtxSetCurrent(a));
    cudaSetDevice(1);
    CUcontext top = nullptr;
    CHECK(cuCtxGetCurrent(&top));
    printf("cudaSetDevice(1): the primary context of 1: %d, device %d\n", top == b, now());
    CHECK(cuCtxGetDevice_v2(&d, a));
    printf("of the other: %d\n", d);
    CHECK(cuDevicePrimaryCtxRelease(0));
    CHECK(cuDevicePrimaryCtxRelease(1));
    TELL(cuDevicePrimaryCtxRelease(2));
    CHECK(cuCtxDestroy(c[0]));
}

int main()
{
    CHECK(cuInit(0));
    current();
    memory();
    launches();
    peers();
    runtime();
}

/* EXPECT H200
cuDeviceGetCount(&n): CUDA_SUCCESS
2
cuDeviceGet(&d, 1): CUDA_SUCCESS
cuDeviceGet(&d, 2): CUDA_ERROR_INVALID_DEVICE
cuCtxCreate(&c[0], nullptr, 0, 0): CUDA_SUCCESS
device 0
cuCtxCreate(&c[1], nullptr, 0, 1): CUDA_SUCCESS
device 1
cuCtxCreate(&top, nullptr, 0, 2): CUDA_ERROR_INVALID_DEVICE
cuCtxPopCurrent(&top): CUDA_SUCCESS
popped the second: 1, device 0
cuCtxPushCurrent(c[1]): CUDA_SUCCESS
device 1
of the runtime: 1
cuCtxSetCurrent(c[0]): CUDA_SUCCESS
device 0, of the runtime: 0
memory of 0
memory of 1
cuMemcpyPeer(p[1], c[1], p[0], c[0], 128): CUDA_SUCCESS
cuMemcpyPeer(p[1], nullptr, p[0], c[0], 128): CUDA_SUCCESS
cuMemcpyDtoH(&value, p[1], 4): CUDA_SUCCESS
100
107
107
cuLaunchKernel(add[0], 2, 1, 1, 32, 1, 1, 0, stream, args, nullptr): CUDA_ERROR_INVALID_HANDLE
cuStreamSynchronize(stream): CUDA_SUCCESS
cuDeviceCanAccessPeer(&can, 0, 1): CUDA_SUCCESS
1
cuCtxDisablePeerAccess(c[1]): CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
cuCtxEnablePeerAccess(c[1], 1): CUDA_ERROR_INVALID_VALUE
cuCtxEnablePeerAccess(c[0], 0): CUDA_ERROR_PEER_ACCESS_UNSUPPORTED
cuCtxEnablePeerAccess(c[1], 0): CUDA_SUCCESS
cuCtxEnablePeerAccess(c[1], 0): CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED
cuCtxDisablePeerAccess(c[1]): CUDA_SUCCESS
two contexts: 1
cudaSetDevice(1): the primary context of 1: 1, device 1
of the other: 0
cuDevicePrimaryCtxRelease(2): CUDA_ERROR_INVALID_DEVICE
END */
