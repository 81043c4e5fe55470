// work.cu - modules, launches, memory, streams and events, and the runtime beside them.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
// CUDASIM: --tool all
// STDERR: cuMemFree_v2(0x200000200404): byte 4 of an allocation of 256 bytes
#include "check.h"
#include <cuda_runtime.h>

static CUmodule module;
static CUfunction add;
static CUdeviceptr p;

static void show(const char *what, unsigned n = 2)
{
    unsigned h[64] = {0};
    CHECK(cuMemcpyDtoH(h, p, 4 * n));
    printf("%s:", what);
    for (unsigned i = 0; i < n; i++)
        printf(" %x", h[i]);
    printf("\n");
}

static void launches()
{
    unsigned v = 7;
    void *args[] = {&p, &v};
    CHECK(cuMemsetD32(p, 1000, 64));
    CHECK(cuLaunchKernel(add, 2, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
    show("1007");
    struct {
        CUdeviceptr p;
        unsigned v;
    } packed = {p, 1};
    size_t bytes = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(add, 2, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
    show("1008");
    bytes = 8;
    printf("too few bytes: %d, both: %d\n",
           cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra),
           cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, args, extra));
    CHECK(cuLaunchCooperativeKernel(add, 2, 1, 1, 32, 1, 1, 0, nullptr, args));
    CUlaunchAttribute cluster = {CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    cluster.value.clusterDim.x = 2, cluster.value.clusterDim.y = cluster.value.clusterDim.z = 1;
    CUlaunchConfig config = {2, 1, 1, 32, 1, 1, 0, nullptr, &cluster, 1};
    CHECK(cuLaunchKernelEx(&config, add, args, nullptr));
    show("1022");
    printf("no function: %d, 2048 threads: %d, no memory for shared: %d\n",
           cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr),
           cuLaunchKernel(add, 1, 1, 1, 2048, 1, 1, 0, nullptr, args, nullptr),
           cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 1 << 20, nullptr, args, nullptr));
}

static void questions()
{
    int n, grid, block;
    size_t bytes, offset;
    const char *name;
    CHECK(cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
    CHECK(cuFuncGetName(&name, add));
    CHECK(cuFuncGetParamInfo(add, 1, &offset, &bytes));
    printf("%s: %d threads, parameter 1 at %zu\n", name, n, offset);
    CHECK(cuFuncSetAttribute(add, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
    CHECK(cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, add));
    CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, add, nullptr, 0, 0));
    printf("dynamic %d, best block %d, grid %d", n, block, grid);
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, 256, 0));
    printf(", blocks of 256: %d\n", n);
    CUdeviceptr base;
    unsigned type;
    CHECK(cuMemGetAddressRange(&base, &bytes, p + 12));
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    printf("range %d %zu, type %u, of the host: %d\n", base == p, bytes, type,
           cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&type));
}

static void memory()
{
    CHECK(cuMemsetD16(p, 0xabcd, 3));
    CHECK(cuMemsetD8(p + 6, 0x12, 2));
    show("abcdabcd 1212abcd");
    CHECK(cuMemsetD2D32(p, 16, 9, 2, 3));
    show("9 9 3fe 3fe 9", 5);
    printf("not aligned: %d\n", cuMemsetD32(p + 2, 0, 1));
    unsigned host[4] = {1, 2, 3, 4};
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = host, copy.srcPitch = 8;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE, copy.dstDevice = p, copy.dstPitch = 12;
    copy.dstXInBytes = 4, copy.WidthInBytes = 8, copy.Height = 2;
    CHECK(cuMemcpy2D(&copy));
    show("9 1 2 3fe 3 4", 6);
    CUDA_MEMCPY3D box = {};
    box.srcMemoryType = CU_MEMORYTYPE_HOST, box.srcHost = host, box.srcPitch = 4, box.srcHeight = 2;
    box.dstMemoryType = CU_MEMORYTYPE_UNIFIED, box.dstDevice = p, box.dstPitch = 4;
    box.dstHeight = 4, box.WidthInBytes = 4, box.Height = 2, box.Depth = 2;
    CHECK(cuMemcpy3D(&box));
    show("1 2 2 3fe 3 4", 6);
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    CUdeviceptr none, managed;
    void *pinned;
    printf("array: %d, no bytes: %d, too many: %d, free: %d\n", cuMemcpy2D(&copy),
           cuMemAlloc(&none, 0), cuMemAlloc(&none, (size_t)1 << 50), cuMemFree(p + 4));
    CHECK(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
    CHECK(cuMemHostAlloc(&pinned, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    *(unsigned *)managed = 77;
    CHECK(cuMemcpy(p, managed, 4));
    show("4d");
    CHECK(cuMemFree(managed));
    CHECK(cuMemFreeHost(pinned));
}

static void order()
{
    CUstream s;
    CUevent from, to;
    float ms = -1;
    unsigned v = 1;
    void *args[] = {&p, &v};
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&from, 0));
    CHECK(cuEventCreate(&to, 0));
    CHECK(cuEventRecord(from, s));
    CHECK(cuMemsetD32Async(p, 0, 64, s));
    CHECK(cuLaunchKernel(add, 2, 1, 1, 32, 1, 1, 0, s, args, nullptr));
    CHECK(cuLaunchHostFunc(s, [](void *n) { *(unsigned *)n = 5; }, &v));
    CHECK(cuEventRecord(to, s));
    printf("not ready: %d\n", cuEventQuery(to));
    CHECK(cuStreamSynchronize(s));
    CHECK(cuEventElapsedTime(&ms, from, to));
    printf("host function: %u, time passed: %d\n", v, ms > 0);
    CUdeviceptr q;
    CHECK(cuMemAllocAsync(&q, 256, s));
    CHECK(cuMemFreeAsync(q, s));
    CHECK(cuStreamDestroy(s));
    CHECK(cuEventDestroy(from));
    CHECK(cuEventDestroy(to));
}

static void links()
{
    CUlinkState link;
    void *image;
    size_t bytes;
    CUmodule both;
    CUfunction count;
    char log[64] = "old";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    CHECK(cuLinkCreate(2, options, values, &link));
    CHECK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)adds, strlen(adds) + 1, "adds", 0, 0, 0));
    CHECK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)counts, strlen(counts) + 1, "counts", 0, 0,
                        0));
    CHECK(cuLinkComplete(link, &image, &bytes));
    void *copy = memcpy(malloc(bytes), image, bytes); // may be loaded without the link
    CHECK(cuLinkDestroy(link));
    CHECK(cuModuleLoadData(&both, copy));
    free(copy);
    CHECK(cuModuleGetFunction(&count, both, "count"));
    void *args[] = {&p};
    CHECK(cuLaunchKernel(count, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
    show("5", 1);
    CHECK(cuModuleUnload(both));
    printf("log \"%s\", no PTX: %d %d\n", log, cuModuleLoadData(&both, "nothing"),
           cuModuleLoad(&both, "no/such/file"));
}

__global__ void twice(unsigned *q) { *q *= 2; }

static void runtime()
{
    twice<<<1, 1>>>((unsigned *)p);
    printf("runtime: %d", cudaDeviceSynchronize());
    show(", a", 1);
    printf("no error of the driver's: %d\n", cudaGetLastError());
    void *entry = nullptr;
    cudaDriverEntryPointQueryResult how;
    int e = cudaGetDriverEntryPointByVersion("cuMemAlloc", &entry, 13000, 0, &how);
    printf("entry: %d %d %d\n", e, how, entry == (void *)cuMemAlloc);
    CUcontext context;
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuCtxDestroy(context));
    unsigned *q;
    printf("primary: %d", cudaMalloc(&q, 4));
    CHECK(cuCtxGetCurrent(&context));
    printf(" %d, free: %d\n", context != nullptr, cudaFree(q));
}

int main()
{
    CUcontext context;
    CUdeviceptr global;
    size_t bytes;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, nullptr, 0, 0));
    CHECK(cuModuleLoadData(&module, adds));
    CHECK(cuModuleGetFunction(&add, module, "add"));
    CUfunction none = add;
    printf("no such kernel: %d", cuModuleGetFunction(&none, module, "sub"));
    printf(", %s\n", none ? "as before" : "NULL");
    CHECK(cuModuleGetGlobal(&global, &bytes, module, "counter"));
    CHECK(cuMemAlloc(&p, 256));
    CHECK(cuMemcpyDtoD(p, global, bytes));
    show("5", 1);
    launches();
    questions();
    memory();
    order();
    links();
    runtime();
    return 0;
}
/* EXPECT
no such kernel: 500, NULL
5: 5
1007: 3ef 3ef
cuLaunchKernel(add, 2, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra): CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
1008: 3ef 3ef
too few bytes: 0, both: 1
1022: 3fd 3fd
no function: 400, 2048 threads: 1, no memory for shared: 1
add: 1024 threads, parameter 1 at 8
dynamic 100000, best block 1024, grid 264, blocks of 256: 8
range 1 256, type 2, of the host: 1
abcdabcd 1212abcd: abcdabcd 1212abcd
9 9 3fe 3fe 9: 9 9 3fd 3fd 9
not aligned: 1
9 1 2 3fe 3 4: 9 1 2 3fd 3 4
1 2 2 3fe 3 4: 1 2 2 3fd 3 4
array: 1, no bytes: 1, too many: 2, free: 1
4d: 4d 2
not ready: 600
host function: 5, time passed: 1
5: 5
log "", no PTX: 200 301
runtime: 0, a: a
no error of the driver's: 0
entry: 0 0 1
primary: 0 1, free: 0
END */
