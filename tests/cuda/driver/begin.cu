// begin.cu - what is an error before cuInit(), without a context, with an old one; entry points; and
// what the simulator lacks.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
// STDERR: cuGreenCtxCreate is not part of the simulator: it returns CUDA_ERROR_NOT_SUPPORTED
#include "check.h"

static void entry(const char *name, int version, int flags, void *wanted)
{
    void *function = nullptr;
    CUdriverProcAddressQueryResult how;
    CUresult e = cuGetProcAddress(name, &function, version, flags, &how);
    printf("%s of %d: %d, %d, %s\n", name, version, e, how,
           !function              ? "none"
           : function == wanted   ? "as wanted"
                                  : "another one");
}

static void entries()
{
    entry("cuMemAlloc", 13000, 0, (void *)cuMemAlloc);
    entry("cuMemAlloc", 3000, 0, (void *)cuMemAlloc);
    entry("cuMemAllo", 13000, 0, nullptr);
    entry("cuCtxCreate", 13000, 0, (void *)cuCtxCreate);
    entry("cuCtxCreate", 12000, 0, (void *)cuCtxCreate);
    entry("cuStreamQuery", 13000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM,
          (void *)cuStreamQuery);
    entry("cuLaunchKernelEx", 11000, 0, nullptr);
    printf("%d\n", cuGetProcAddress("", nullptr, 13000, 0, nullptr));
}

static void contexts()
{
    CUcontext a, b, c, old;
    CUdeviceptr p;
    CHECK(cuCtxCreate(&a, nullptr, CU_CTX_SCHED_SPIN, 0));
    CHECK(cuCtxCreate(&b, nullptr, 0, 0));
    CHECK(cuMemAlloc(&p, 100));
    CHECK(cuCtxPopCurrent(&c));
    printf("popped the second: %d", c == b);
    CHECK(cuCtxGetCurrent(&c));
    printf(", the first is current: %d\n", c == a);
    CHECK(cuCtxDestroy(b)); // with its memory
    printf("destroy again: %d\n", cuCtxDestroy(b));
    unsigned flags;
    unsigned long long id;
    CHECK(cuCtxGetFlags(&flags));
    CHECK(cuCtxGetId(a, &id));
    printf("flags %u, id %d\n", flags, id > 0);
    CHECK(cuCtxPushCurrent(a));
    CHECK(cuCtxDestroy(a));
    printf("current was destroyed: %d\n", cuMemAlloc(&p, 100));
    CHECK(cuCtxSetCurrent(nullptr));
    CHECK(cuDevicePrimaryCtxRetain(&a, 0));
    CHECK(cuDevicePrimaryCtxRetain(&old, 0));
    int active;
    CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    printf("primary: one %d, active %d\n", a == old, active);
    printf("not current: %d\n", cuMemAlloc(&p, 100));
    CHECK(cuCtxSetCurrent(a));
    CHECK(cuMemAlloc(&p, 100));
    CHECK(cuDevicePrimaryCtxRelease(0));
    CHECK(cuDevicePrimaryCtxRelease(0));
    printf("released too often: %d\n", cuDevicePrimaryCtxRelease(0));
}

int main()
{
    int n;
    CUdevice device;
    CUcontext context;
    CUdeviceptr p;
    CUgreenCtx green;
    printf("before: %d %d\n", cuDeviceGetCount(&n), cuMemAlloc(&p, 4));
    printf("flags: %d\n", cuInit(1));
    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&n));
    printf("%d devices, second: %d, no place: %d\n", n, cuDeviceGet(&device, 1),
           cuDeviceGet(nullptr, 0));
    CHECK(cuDeviceGet(&device, 0));
    int major, minor;
    CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    CHECK(cuDeviceComputeCapability(&n, &minor, device));
    char name[8];
    CHECK(cuDeviceGetName(name, sizeof name, device));
    printf("%d %d.%d %s, no attribute: %d\n", major, n, minor, name,
           cuDeviceGetAttribute(&n, (CUdevice_attribute)9999, device));
    CHECK(cuCtxGetCurrent(&context));
    printf("no context: %d, %d\n", context == nullptr, cuMemAlloc(&p, 4));
    contexts();
    entries();
    printf("missing: %d %d\n", cuGreenCtxCreate(&green, nullptr, 0, 0),
           cuGreenCtxCreate(&green, nullptr, 0, 0));
    const char *text = "none";
    printf("names: %d", cuGetErrorString(CUDA_ERROR_INVALID_PTX, &text));
    printf(" %s", text);
    printf(", %d\n", cuGetErrorName((CUresult)12345, &text));
    return 0;
}
/* EXPECT
before: 3 3
flags: 1
1 devices, second: 101, no place: 1
9 9.0 NVIDIA , no attribute: 1
no context: 1, 201
popped the second: 1, the first is current: 1
destroy again: 709
flags 1, id 1
current was destroyed: 709
primary: one 1, active 1
not current: 201
released too often: 201
cuMemAlloc of 13000: 0, 0, as wanted
cuMemAlloc of 3000: 0, 0, another one
cuMemAllo of 13000: 0, 1, none
cuCtxCreate of 13000: 0, 0, as wanted
cuCtxCreate of 12000: 0, 0, another one
cuStreamQuery of 13000: 0, 0, another one
cuLaunchKernelEx of 11000: 0, 2, none
1
missing: 801 801
names: 0 a PTX JIT compilation failed, 1
END */
