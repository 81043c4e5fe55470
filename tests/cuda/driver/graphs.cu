// graphs.cu - graphs of the driver API: nodes of each kind, edges, captures, and their parameters.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
#include "check.h"

enum { N = 64, BYTES = 4 * N };

static CUfunction add;
static CUdeviceptr p;
static CUstream stream;
static unsigned host[N], calls;

static void count(void *n) { ++*(unsigned *)n; }

static void show(const char *what)
{
    CHECK(cuStreamSynchronize(stream));
    printf("%s: %u %u, host function: %u\n", what, host[0], host[N - 1], calls);
}

static void run(const char *what, CUgraph graph)
{
    CUgraphExec exec;
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    CHECK(cuGraphLaunch(exec, stream));
    show(what);
    CHECK(cuGraphExecDestroy(exec));
}

static CUDA_KERNEL_NODE_PARAMS kernel(void **args)
{
    CUDA_KERNEL_NODE_PARAMS k = {add, 2, 1, 1, N / 2, 1, 1};
    k.kernelParams = args;
    return k;
}

static CUDA_MEMCPY3D copy()
{
    CUDA_MEMCPY3D c = {};
    c.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    c.srcDevice = p;
    c.dstMemoryType = CU_MEMORYTYPE_HOST;
    c.dstHost = host;
    c.WidthInBytes = BYTES;
    c.Height = c.Depth = 1;
    return c;
}

// A memset, a kernel, a copy, a function of the host; then with other parameters.
static void nodes()
{
    CUcontext context;
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode set, work, back, tell, from[8], to[8];
    unsigned seven = 7, nine = 9;
    void *args[] = {&p, &seven}, *other[] = {&p, &nine};
    CUDA_MEMSET_NODE_PARAMS fill = {p, 0, 100, 4, N, 1};
    CUDA_KERNEL_NODE_PARAMS k = kernel(args), k2 = kernel(other), told = {};
    CUDA_MEMCPY3D c = copy(), c2 = {};
    CUDA_HOST_NODE_PARAMS h = {count, &calls};
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuGraphCreate(&graph, 0));
    CHECK(cuGraphAddMemsetNode(&set, graph, nullptr, 0, &fill, context));
    CHECK(cuGraphAddKernelNode(&work, graph, &set, 1, &k));
    CHECK(cuGraphAddMemcpyNode(&back, graph, &work, 1, &c, context));
    CHECK(cuGraphAddHostNode(&tell, graph, nullptr, 0, &h));
    CHECK(cuGraphAddDependencies(graph, &back, &tell, nullptr, 1));
    run("107", graph);
    size_t n = 8;
    CUgraphNodeType type;
    CHECK(cuGraphGetEdges(graph, from, to, nullptr, &n));
    CHECK(cuGraphNodeGetType(back, &type));
    CHECK(cuGraphKernelNodeGetParams(work, &told));
    CHECK(cuGraphMemcpyNodeGetParams(back, &c2));
    printf("edges: %zu, a copy: %d, the same function: %d, argument: %u, bytes: %zu %d\n", n,
           type == CU_GRAPH_NODE_TYPE_MEMCPY, told.func == add, *(unsigned *)told.kernelParams[1],
           c2.WidthInBytes, c2.dstHost == host && c2.dstMemoryType == CU_MEMORYTYPE_HOST);
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    CHECK(cuGraphExecKernelNodeSetParams(exec, work, &k2));
    CHECK(cuGraphLaunch(exec, stream));
    show("109");
    CUgraphExecUpdateResultInfo info;
    CHECK(cuGraphExecUpdate(exec, graph, &info));
    CHECK(cuGraphLaunch(exec, stream));
    show("107 again");
    printf("no graph: %d, no node: %d, no parameters: %d\n", cuGraphLaunch(nullptr, stream),
           cuGraphKernelNodeGetParams(nullptr, &told), cuGraphKernelNodeSetParams(work, nullptr));
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
}

// cuGraphAddNode: memory that the graph allocates, a kernel there, a copy from there.
static void any_node()
{
    CUgraph graph;
    CUgraphNode node[4];
    unsigned three = 3;
    CUgraphNodeParams params = {CU_GRAPH_NODE_TYPE_MEM_ALLOC};
    params.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.alloc.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    params.alloc.bytesize = BYTES;
    CHECK(cuGraphCreate(&graph, 0));
    CHECK(cuGraphAddNode(&node[0], graph, nullptr, nullptr, 0, &params));
    CUdeviceptr q = params.alloc.dptr;
    params = {CU_GRAPH_NODE_TYPE_MEMSET};
    params.memset = {q, 0, 5, 4, N, 1};
    CHECK(cuGraphAddNode(&node[1], graph, &node[0], nullptr, 1, &params));
    void *args[] = {&q, &three};
    params = {CU_GRAPH_NODE_TYPE_KERNEL};
    params.kernel.kern = (CUkernel)add;
    params.kernel.gridDimX = params.kernel.gridDimY = params.kernel.gridDimZ = 1;
    params.kernel.blockDimX = N, params.kernel.blockDimY = params.kernel.blockDimZ = 1;
    params.kernel.kernelParams = args;
    CHECK(cuGraphAddNode(&node[2], graph, &node[1], nullptr, 1, &params));
    params = {CU_GRAPH_NODE_TYPE_MEMCPY};
    params.memcpy.copyParams = copy();
    params.memcpy.copyParams.srcDevice = q;
    CHECK(cuGraphAddNode(&node[3], graph, &node[2], nullptr, 1, &params));
    params = {CU_GRAPH_NODE_TYPE_MEM_FREE};
    params.free.dptr = q;
    CHECK(cuGraphAddNode(&node[0], graph, &node[3], nullptr, 1, &params));
    run("8", graph);
    CHECK(cuGraphDestroy(graph));
}

static void capture()
{
    CUgraph graph;
    CUstreamCaptureStatus status;
    cuuint64_t id;
    const CUgraphNode *last;
    size_t n;
    unsigned two = 2;
    void *args[] = {&p, &two};
    CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK(cuMemsetD32Async(p, 20, N, stream));
    CHECK(cuLaunchKernel(add, 2, 1, 1, N / 2, 1, 1, 0, stream, args, nullptr));
    CHECK(cuMemcpyDtoHAsync(host, p, BYTES, stream));
    CHECK(cuStreamGetCaptureInfo(stream, &status, &id, &graph, &last, nullptr, &n));
    printf("captures: %d, last nodes: %zu, a wait: %d\n",
           status == CU_STREAM_CAPTURE_STATUS_ACTIVE, n, cuStreamSynchronize(stream));
    printf("invalid: %d\n", cuStreamEndCapture(stream, &graph));
    CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    CHECK(cuMemsetD32Async(p, 20, N, stream));
    CHECK(cuLaunchKernel(add, 2, 1, 1, N / 2, 1, 1, 0, stream, args, nullptr));
    CHECK(cuMemcpyDtoHAsync(host, p, BYTES, stream));
    CHECK(cuStreamEndCapture(stream, &graph));
    run("22", graph);
    CHECK(cuGraphDestroy(graph));
}

int main()
{
    CUcontext context;
    CUmodule module;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, nullptr, 0, 0));
    CHECK(cuModuleLoadData(&module, adds));
    CHECK(cuModuleGetFunction(&add, module, "add"));
    CHECK(cuMemAlloc(&p, BYTES));
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    nodes();
    any_node();
    capture();
    return 0;
}
/* EXPECT
107: 107 107, host function: 1
edges: 3, a copy: 1, the same function: 1, argument: 7, bytes: 256 1
109: 109 109, host function: 2
107 again: 107 107, host function: 3
no graph: 1, no node: 1, no parameters: 1
8: 8 8, host function: 3
captures: 1, last nodes: 1, a wait: 900
invalid: 901
22: 22 22, host function: 3
END */
