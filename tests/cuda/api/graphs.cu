// Graphs that a program makes node by node: nodes of all types, edges, clones, updates, conditions,
// memory. What the calls return, and what the nodes compute.
// NVCC: -rdc=true -lcudadevrt
#include "api.h"

#include <cstdlib>
#include <vector>

__global__ void add(int *p, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] += by;
}
__global__ void scale(int *p, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= by;
}
__global__ void count_down(int *p, cudaGraphConditionalHandle h)
{
    cudaGraphSetConditional(h, --*p > 0);
}
__global__ void choose(const int *p, cudaGraphConditionalHandle h) { cudaGraphSetConditional(h, *p); }
__device__ int variable[4];

enum { N = 256 };
static int *device, *host, called;
static cudaGraphExec_t exec;

static void host_function(void *user) { called += *(int *)user; }

static cudaKernelNodeParams kernel(void *function, void **args)
{
    cudaKernelNodeParams p = {};
    p.func = function;
    p.gridDim = dim3(1);
    p.blockDim = dim3(N);
    p.kernelParams = args;
    return p;
}

static int result()
{
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 1; i < N; i++)
        if (host[i] != host[0])
            return -1;
    return host[0];
}

// ---- nodes and edges -------------------------------------------------

static void all_nodes()
{
    cudaGraph_t graph;
    cudaGraphNode_t set, a, b, copy, call, empty, nodes[8], from[8], to[8];
    int n = N, two = 2, three = 3, five = 5;
    void *args_a[] = {&device, &n, &two}, *args_b[] = {&device, &n, &three};
    cudaKernelNodeParams ka = kernel((void *)add, args_a), kb = kernel((void *)scale, args_b);
    cudaMemsetParams zero = {};
    zero.dst = device;
    zero.value = 1;
    zero.elementSize = 4;
    zero.width = N;
    zero.height = 1;
    cudaHostNodeParams function = {host_function, &five};
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &zero));
    SHOW(cudaGraphAddKernelNode(&a, graph, &set, 1, &ka));
    SHOW(cudaGraphAddKernelNode(&b, graph, &a, 1, &kb));
    SHOW(cudaGraphAddMemcpyNode1D(&copy, graph, &b, 1, host, device, N * 4, cudaMemcpyDeviceToHost));
    SHOW(cudaGraphAddHostNode(&call, graph, &copy, 1, &function));
    SHOW(cudaGraphAddEmptyNode(&empty, graph, NULL, 0));
    SHOW(cudaGraphAddDependencies(graph, &empty, &call, NULL, 1));
    size_t count = 8, edges = 8;
    SHOW(cudaGraphGetNodes(graph, nodes, &count));
    SHOW(cudaGraphGetEdges(graph, from, to, NULL, &edges));
    printf("%zu nodes, %zu edges, the last one to the call: %d\n", count, edges, to[4] == call);
    count = 1;
    SHOW(cudaGraphGetRootNodes(graph, nodes, &count));
    printf("room for %zu: a root: %d\n", count, nodes[0] == set || nodes[0] == empty);
    SHOW(cudaGraphGetRootNodes(graph, NULL, &count));
    printf("%zu roots\n", count);
    count = 4;
    SHOW(cudaGraphNodeGetDependencies(call, nodes, NULL, &count));
    printf("%zu: the copy %d, the empty one %d, none %d\n", count, nodes[0] == copy,
           nodes[1] == empty, nodes[2] == NULL);
    cudaGraphNodeType type;
    SHOW(cudaGraphNodeGetType(call, &type));
    printf("type %d\n", type);
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    SHOW(cudaGraphLaunch(exec, 0));
    SHOW(cudaDeviceSynchronize());
    printf("%d %d, called with %d\n", host[0], host[N - 1], called);

    // The arguments can be read, and changed in both.
    cudaKernelNodeParams got;
    SHOW(cudaGraphKernelNodeGetParams(a, &got));
    printf("%d threads, n %d, by %d\n", got.blockDim.x, *(int *)got.kernelParams[1],
           *(int *)got.kernelParams[2]);
    two = 10;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, a, &ka));
    SHOW(cudaGraphLaunch(exec, 0));
    printf("%d\n", result());
    SHOW(cudaGraphKernelNodeGetParams(a, &got));
    printf("the graph itself still adds %d\n", *(int *)got.kernelParams[2]);
    SHOW(cudaGraphNodeSetEnabled(exec, a, 0));
    SHOW(cudaGraphLaunch(exec, 0));
    printf("%d\n", result());
    unsigned enabled;
    SHOW(cudaGraphNodeGetEnabled(exec, a, &enabled));
    printf("enabled %u\n", enabled);
    SHOW(cudaGraphNodeSetEnabled(exec, call, 0));
    SHOW(cudaGraphNodeSetEnabled(exec, a, 1));

    // A clone has nodes of its own.
    cudaGraph_t clone;
    cudaGraphNode_t there;
    SHOW(cudaGraphClone(&clone, graph));
    SHOW(cudaGraphNodeFindInClone(&there, a, clone));
    printf("another node: %d\n", there != a);
    SHOW(cudaGraphNodeFindInClone(&there, there, clone));
    three = 7;
    SHOW(cudaGraphKernelNodeSetParams(b, &kb));
    cudaGraphExecUpdateResultInfo info;
    SHOW(cudaGraphExecUpdate(exec, graph, &info));
    printf("update %d\n", info.result);
    SHOW(cudaGraphLaunch(exec, 0));
    printf("%d\n", result());
    SHOW(cudaGraphExecUpdate(exec, clone, &info));
    SHOW(cudaGraphLaunch(exec, 0));
    printf("%d\n", result());

    // What an update must not change.
    cudaGraphNode_t more;
    SHOW(cudaGraphAddEmptyNode(&more, clone, NULL, 0));
    SHOW(cudaGraphExecUpdate(exec, clone, &info));
    printf("update %d\n", info.result);
    SHOW(cudaGraphDestroyNode(more));
    SHOW(cudaGraphNodeFindInClone(&there, a, clone));
    SHOW(cudaGraphDestroyNode(there));
    SHOW(cudaGraphAddMemsetNode(&there, clone, NULL, 0, &zero));
    SHOW(cudaGraphExecUpdate(exec, clone, &info));
    printf("update %d\n", info.result);
    SHOW(cudaGraphRemoveDependencies(graph, &a, &b, NULL, 1));
    SHOW(cudaGraphRemoveDependencies(graph, &a, &b, NULL, 1));
    SHOW(cudaGraphExecUpdate(exec, graph, &info));
    printf("update %d\n", info.result);
    SHOW(cudaGraphDestroy(clone));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphLaunch(exec, 0)); // does not need the graph
    printf("%d\n", result());
    SHOW(cudaGraphExecDestroy(exec));
}

// ---- child graphs, events, circles ------------------------------------

static void children()
{
    cudaGraph_t inner, outer, got;
    cudaGraphNode_t a, b, child, again, inside;
    int n = N, two = 2, one = 1;
    void *args_a[] = {&device, &n, &two}, *args_b[] = {&device, &n, &one};
    cudaKernelNodeParams ka = kernel((void *)scale, args_a), kb = kernel((void *)add, args_b);
    cudaMemset(device, 0, N * 4);
    cudaGraphCreate(&inner, 0);
    cudaGraphCreate(&outer, 0);
    cudaGraphAddKernelNode(&a, inner, NULL, 0, &ka);
    cudaGraphAddKernelNode(&b, inner, &a, 1, &kb);
    SHOW(cudaGraphAddChildGraphNode(&child, outer, NULL, 0, inner));
    SHOW(cudaGraphAddChildGraphNode(&again, outer, &child, 1, inner));
    SHOW(cudaGraphChildGraphNodeGetGraph(child, &got));
    printf("a copy: %d\n", got != inner);
    SHOW(cudaGraphDestroy(got));
    SHOW(cudaGraphInstantiate(&exec, outer, 0));
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, 0);
    printf("%d\n", result()); // 6 times 2 x + 1
    SHOW(cudaGraphNodeFindInClone(&inside, b, got));
    one = 100;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, inside, &kb));
    cudaMemset(device, 0, N * 4);
    cudaGraphLaunch(exec, 0);
    printf("%d\n", result()); // 100 * 2 + 1
    SHOW(cudaGraphKernelNodeSetParams(b, &kb));
    SHOW(cudaGraphExecChildGraphNodeSetParams(exec, again, inner));
    cudaMemset(device, 0, N * 4);
    cudaGraphLaunch(exec, 0);
    printf("%d\n", result());
    SHOW(cudaGraphExecDestroy(exec));
    cudaGraphDestroy(inner);
    cudaGraphDestroy(outer);

    cudaGraph_t circle;
    cudaGraphNode_t x, y, z;
    cudaGraphCreate(&circle, 0);
    cudaGraphAddEmptyNode(&x, circle, NULL, 0);
    cudaGraphAddEmptyNode(&y, circle, &x, 1);
    cudaGraphAddEmptyNode(&z, circle, &y, 1);
    SHOW(cudaGraphAddDependencies(circle, &x, &x, NULL, 1));
    SHOW(cudaGraphAddDependencies(circle, &x, &y, NULL, 1));
    SHOW(cudaGraphAddDependencies(circle, &z, &x, NULL, 1));
    cudaGraphInstantiateParams params = {};
    SHOW(cudaGraphInstantiateWithParams(&exec, circle, &params));
    printf("result %d, a node of the circle: %d\n", params.result_out,
           params.errNode_out == x || params.errNode_out == y || params.errNode_out == z);
    SHOW(cudaGraphInstantiate(&exec, circle, 0));
    cudaGraphDestroy(circle);
}

// ---- conditions --------------------------------------------------------

static cudaGraph_t body(cudaGraphNode_t node, cudaGraphNodeParams *p, int i)
{
    (void)node;
    return p->conditional.phGraph_out[i];
}

static void conditions()
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle h;
    cudaGraphNode_t node, in_body, first;
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    int n = N, three = 3;
    static int *counter;
    cudaMalloc(&counter, 4);
    void *args[] = {&device, &n, &three}, *count_args[] = {&counter, &h};
    cudaKernelNodeParams k = kernel((void *)add, args);
    cudaKernelNodeParams c = kernel((void *)count_down, count_args);
    c.blockDim = dim3(1);
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphConditionalHandleCreate(&h, graph, 1, cudaGraphCondAssignDefault));
    SHOW(cudaGraphInstantiate(&exec, graph, 0)); // the handle is not used
    p.conditional.handle = h;
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 1;
    SHOW(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &p));
    SHOW(cudaGraphAddKernelNode(&in_body, body(node, &p, 0), NULL, 0, &k));
    SHOW(cudaGraphAddKernelNode(&first, body(node, &p, 0), &in_body, 1, &c));
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    int times[] = {5, 1};
    for (int t : times) {
        cudaMemset(device, 0, N * 4);
        cudaMemcpy(counter, &t, 4, cudaMemcpyHostToDevice);
        SHOW(cudaGraphLaunch(exec, 0));
        printf("%d times: %d\n", t, result());
    }
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);

    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&h, graph, 0, 0);
    void *choose_args[] = {&counter, &h};
    cudaKernelNodeParams which = kernel((void *)choose, choose_args);
    which.blockDim = dim3(1);
    cudaGraphAddKernelNode(&first, graph, NULL, 0, &which);
    p.conditional.handle = h;
    p.conditional.type = cudaGraphCondTypeSwitch;
    p.conditional.size = 3;
    SHOW(cudaGraphAddNode(&node, graph, &first, NULL, 1, &p));
    for (int i = 0; i < 3; i++) {
        three = 10 * (i + 1);
        cudaGraphAddKernelNode(&in_body, body(node, &p, i), NULL, 0, &k);
    }
    SHOW(cudaGraphAddNode(&node, graph, &first, NULL, 1, &p)); // the handle has its node
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    for (int t = 0; t < 4; t++) {
        cudaMemset(device, 0, N * 4);
        cudaMemcpy(counter, &t, 4, cudaMemcpyHostToDevice);
        cudaGraphLaunch(exec, 0);
        printf("case %d: %d\n", t, result());
    }
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);

    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&h, graph, 0, 0);
    cudaGraphAddKernelNode(&first, graph, NULL, 0, &which);
    p.conditional.handle = h;
    p.conditional.type = cudaGraphCondTypeIf;
    p.conditional.size = 2;
    cudaGraphAddNode(&node, graph, &first, NULL, 1, &p);
    three = 1;
    cudaGraphAddKernelNode(&in_body, body(node, &p, 0), NULL, 0, &k);
    three = 2;
    cudaGraphAddKernelNode(&in_body, body(node, &p, 1), NULL, 0, &k);
    cudaHostNodeParams function = {host_function, &three};
    cudaGraphInstantiate(&exec, graph, 0);
    for (int t = 0; t < 2; t++) {
        cudaMemset(device, 0, N * 4);
        cudaMemcpy(counter, &t, 4, cudaMemcpyHostToDevice);
        cudaGraphLaunch(exec, 0);
        printf("if %d: %d\n", t, result());
    }
    cudaGraphExecDestroy(exec);
    cudaGraphAddHostNode(&in_body, body(node, &p, 0), NULL, 0, &function);
    SHOW(cudaGraphInstantiate(&exec, graph, 0)); // not in a body
    SHOW(cudaGraphClone(&graph, graph)); // conditions belong to one graph
    cudaGraphDestroy(graph);
    cudaFree(counter);
}

// ---- memory ------------------------------------------------------------

static void memory()
{
    cudaGraph_t graph;
    cudaGraphNode_t alloc, work, release, copy;
    cudaMemAllocNodeParams p = {};
    p.poolProps.allocType = cudaMemAllocationTypePinned;
    p.poolProps.location.type = cudaMemLocationTypeDevice;
    p.bytesize = N * 4;
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &p));
    int *memory = (int *)p.dptr, n = N, six = 6;
    void *args[] = {&memory, &n, &six};
    cudaKernelNodeParams k = kernel((void *)add, args);
    cudaMemsetParams zero = {};
    zero.dst = memory;
    zero.elementSize = 1;
    zero.width = N * 4;
    zero.height = 1;
    cudaGraphNode_t clear;
    SHOW(cudaGraphAddMemsetNode(&clear, graph, &alloc, 1, &zero));
    SHOW(cudaGraphAddKernelNode(&work, graph, &clear, 1, &k));
    SHOW(cudaGraphAddMemcpyNode1D(&copy, graph, &work, 1, device, memory, N * 4,
                                  cudaMemcpyDeviceToDevice));
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    SHOW(cudaGraphLaunch(exec, 0));
    printf("%d\n", result());
    SHOW(cudaGraphLaunch(exec, 0)); // the memory has not been freed
    SHOW(cudaFree(memory));
    SHOW(cudaGraphLaunch(exec, 0));
    unsigned long long used = 0, high = 0;
    SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    SHOW(cudaFreeAsync(memory, 0));
    SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
    printf("used %llu, at most %llu\n", used, high);
    SHOW(cudaMemset(memory, 0, 4)); // not alive
    cudaGetLastError();
    SHOW(cudaGraphExecDestroy(exec));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &copy, 1, device));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &copy, 1, memory));
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    cudaGraphExec_t second;
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, 0);
    printf("%d\n", result());
    cudaMemAllocNodeParams got;
    void *freed;
    SHOW(cudaGraphMemAllocNodeGetParams(alloc, &got));
    SHOW(cudaGraphMemFreeNodeGetParams(release, &freed));
    printf("%zu bytes, the same: %d %d\n", got.bytesize, got.dptr == memory, freed == memory);
    SHOW(cudaGraphDestroyNode(work));
    SHOW(cudaGraphExecDestroy(exec));
    SHOW(cudaGraphDestroy(graph));
}

// ---- objects of the program, symbols, text ------------------------------

static void released(void *user) { printf("released %d\n", *(int *)user); }

static void others()
{
    cudaGraph_t graph;
    cudaUserObject_t object;
    static int seven = 7;
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaUserObjectCreate(&object, &seven, released, 1, 0));
    SHOW(cudaUserObjectCreate(&object, &seven, released, 1, cudaUserObjectNoDestructorSync));
    SHOW(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    cudaGraphNode_t to, back;
    int values[4] = {1, 2, 3, 4}, got[4] = {};
    SHOW(cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable, values, 8, 8,
                                        cudaMemcpyHostToDevice));
    SHOW(cudaGraphAddMemcpyNodeFromSymbol(&back, graph, &to, 1, got, variable, 16, 0,
                                          cudaMemcpyDeviceToHost));
    SHOW(cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable, values, 16, 4,
                                        cudaMemcpyHostToDevice));
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    SHOW(cudaGraphLaunch(exec, 0));
    SHOW(cudaStreamSynchronize(0));
    printf("%d %d %d %d\n", got[0], got[1], got[2], got[3]);
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, back, got, device, 16, cudaMemcpyDeviceToHost));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, back, device, got, 16, cudaMemcpyHostToDevice));
    SHOW(cudaGraphDebugDotPrint(graph, "build/tests/cuda/api/graphs.dot", 0));
    SHOW(cudaGraphDebugDotPrint(graph, "/no/such/folder/graphs.dot", 0));
    char line[200];
    FILE *f = fopen("build/tests/cuda/api/graphs.dot", "r");
    while (f && fgets(line, sizeof line, f))
        printf("%s", line);
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphExecDestroy(exec)); // the last one that needs the object
}

// ---- handles that are none ----------------------------------------------

static void bad()
{
    cudaGraph_t graph, other;
    cudaGraphNode_t node, there;
    cudaGraphExec_t none = NULL;
    int n = N, one = 1;
    size_t count = 1;
    void *args[] = {&device, &n, &one}, *missing[] = {&device, NULL, &one};
    cudaKernelNodeParams k = kernel((void *)add, args), bad_k = kernel((void *)add, missing);
    cudaMemsetParams zero = {};
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&other, 0);
    cudaGraphAddEmptyNode(&there, other, NULL, 0);
    SHOW(cudaGraphCreate(NULL, 0));
    SHOW(cudaGraphCreate(&graph, 1));
    SHOW(cudaGraphAddKernelNode(&node, NULL, NULL, 0, &k));
    SHOW(cudaGraphAddKernelNode(NULL, graph, NULL, 0, &k));
    SHOW(cudaGraphAddKernelNode(&node, graph, NULL, 1, &k));
    SHOW(cudaGraphAddKernelNode(&node, graph, &there, 1, &k));
    SHOW(cudaGraphAddKernelNode(&node, graph, NULL, 0, NULL));
    SHOW(cudaGraphAddKernelNode(&node, graph, NULL, 0, &bad_k));
    k.func = NULL;
    SHOW(cudaGraphAddKernelNode(&node, graph, NULL, 0, &k));
    k.func = (void *)add;
    k.blockDim = dim3(2000);
    SHOW(cudaGraphAddKernelNode(&node, graph, NULL, 0, &k));
    SHOW(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &zero));
    zero.dst = device;
    zero.elementSize = 3;
    zero.width = zero.height = 1;
    SHOW(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &zero));
    zero.elementSize = 1;
    zero.width = 5000;
    SHOW(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &zero));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, NULL, device, 4, cudaMemcpyDefault));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, host, device, 4, (cudaMemcpyKind)9));
    cudaHostNodeParams function = {NULL, NULL};
    SHOW(cudaGraphAddHostNode(&node, graph, NULL, 0, &function));
    SHOW(cudaGraphAddEventRecordNode(&node, graph, NULL, 0, NULL));
    SHOW(cudaGraphInstantiate(&exec, NULL, 0));
    SHOW(cudaGraphInstantiate(&exec, graph, 1 << 20));
    SHOW(cudaGraphLaunch(none, 0));
    SHOW(cudaGraphLaunch((cudaGraphExec_t)graph, 0));
    SHOW(cudaGraphExecDestroy(none));
    SHOW(cudaGraphUpload(none, 0));
    SHOW(cudaGraphDestroy(NULL));
    SHOW(cudaGraphDestroyNode(NULL));
    SHOW(cudaGraphGetNodes(graph, NULL, NULL));
    SHOW(cudaGraphGetNodes(NULL, NULL, &count));
    SHOW(cudaGraphKernelNodeSetParams(there, &k));
    cudaGraphDestroy(other);
    SHOW(cudaGraphDestroyNode(there)); // went with its graph
    SHOW(cudaGraphDestroy(other));
    cudaGraphDestroy(graph);
}

int main()
{
    cudaMalloc(&device, N * sizeof(int));
    cudaMallocHost(&host, N * sizeof(int));
    all_nodes();
    children();
    conditions();
    memory();
    others();
    bad();
    printf("at last %s\n", short_name(cudaDeviceSynchronize()));
    return 0;
}

/* EXPECT
cudaGraphCreate(&graph, 0): ok
cudaGraphAddMemsetNode(&set, graph, NULL, 0, &zero): ok
cudaGraphAddKernelNode(&a, graph, &set, 1, &ka): ok
cudaGraphAddKernelNode(&b, graph, &a, 1, &kb): ok
cudaGraphAddMemcpyNode1D(&copy, graph, &b, 1, host, device, N * 4, cudaMemcpyDeviceToHost): ok
cudaGraphAddHostNode(&call, graph, &copy, 1, &function): ok
cudaGraphAddEmptyNode(&empty, graph, NULL, 0): ok
cudaGraphAddDependencies(graph, &empty, &call, NULL, 1): ok
cudaGraphGetNodes(graph, nodes, &count): ok
cudaGraphGetEdges(graph, from, to, NULL, &edges): ok
6 nodes, 5 edges, the last one to the call: 1
cudaGraphGetRootNodes(graph, nodes, &count): ok
room for 1: a root: 1
cudaGraphGetRootNodes(graph, NULL, &count): ok
2 roots
cudaGraphNodeGetDependencies(call, nodes, NULL, &count): ok
2: the copy 1, the empty one 1, none 1
cudaGraphNodeGetType(call, &type): ok
type 3
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphLaunch(exec, 0): ok
cudaDeviceSynchronize(): ok
9 9, called with 5
cudaGraphKernelNodeGetParams(a, &got): ok
256 threads, n 256, by 2
cudaGraphExecKernelNodeSetParams(exec, a, &ka): ok
cudaGraphLaunch(exec, 0): ok
33
cudaGraphKernelNodeGetParams(a, &got): ok
the graph itself still adds 2
cudaGraphNodeSetEnabled(exec, a, 0): ok
cudaGraphLaunch(exec, 0): ok
3
cudaGraphNodeGetEnabled(exec, a, &enabled): ok
enabled 0
cudaGraphNodeSetEnabled(exec, call, 0): InvalidValue
cudaGraphNodeSetEnabled(exec, a, 1): ok
cudaGraphClone(&clone, graph): ok
cudaGraphNodeFindInClone(&there, a, clone): ok
another node: 1
cudaGraphNodeFindInClone(&there, there, clone): InvalidValue
cudaGraphKernelNodeSetParams(b, &kb): ok
cudaGraphExecUpdate(exec, graph, &info): ok
update 0
cudaGraphLaunch(exec, 0): ok
21
cudaGraphExecUpdate(exec, clone, &info): ok
cudaGraphLaunch(exec, 0): ok
9
cudaGraphAddEmptyNode(&more, clone, NULL, 0): ok
cudaGraphExecUpdate(exec, clone, &info): GraphExecUpdateFailure
update 2
cudaGraphDestroyNode(more): ok
cudaGraphNodeFindInClone(&there, a, clone): ok
cudaGraphDestroyNode(there): ok
cudaGraphAddMemsetNode(&there, clone, NULL, 0, &zero): ok
cudaGraphExecUpdate(exec, clone, &info): GraphExecUpdateFailure
update 2
cudaGraphRemoveDependencies(graph, &a, &b, NULL, 1): ok
cudaGraphRemoveDependencies(graph, &a, &b, NULL, 1): InvalidValue
cudaGraphExecUpdate(exec, graph, &info): GraphExecUpdateFailure
update 2
cudaGraphDestroy(clone): ok
cudaGraphDestroy(graph): ok
cudaGraphLaunch(exec, 0): ok
9
cudaGraphExecDestroy(exec): ok
cudaGraphAddChildGraphNode(&child, outer, NULL, 0, inner): ok
cudaGraphAddChildGraphNode(&again, outer, &child, 1, inner): ok
cudaGraphChildGraphNodeGetGraph(child, &got): ok
a copy: 1
cudaGraphDestroy(got): InvalidValue
cudaGraphInstantiate(&exec, outer, 0): ok
63
cudaGraphNodeFindInClone(&inside, b, got): ok
cudaGraphExecKernelNodeSetParams(exec, inside, &kb): ok
201
cudaGraphKernelNodeSetParams(b, &kb): ok
cudaGraphExecChildGraphNodeSetParams(exec, again, inner): ok
300
cudaGraphExecDestroy(exec): ok
cudaGraphAddDependencies(circle, &x, &x, NULL, 1): InvalidValue
cudaGraphAddDependencies(circle, &x, &y, NULL, 1): InvalidValue
cudaGraphAddDependencies(circle, &z, &x, NULL, 1): ok
cudaGraphInstantiateWithParams(&exec, circle, &params): InvalidValue
result 2, a node of the circle: 1
cudaGraphInstantiate(&exec, circle, 0): InvalidValue
cudaGraphCreate(&graph, 0): ok
cudaGraphConditionalHandleCreate(&h, graph, 1, cudaGraphCondAssignDefault): ok
cudaGraphInstantiate(&exec, graph, 0): InvalidValue
cudaGraphAddNode(&node, graph, NULL, NULL, 0, &p): ok
cudaGraphAddKernelNode(&in_body, body(node, &p, 0), NULL, 0, &k): ok
cudaGraphAddKernelNode(&first, body(node, &p, 0), &in_body, 1, &c): ok
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphLaunch(exec, 0): ok
5 times: 15
cudaGraphLaunch(exec, 0): ok
1 times: 3
cudaGraphAddNode(&node, graph, &first, NULL, 1, &p): ok
cudaGraphAddNode(&node, graph, &first, NULL, 1, &p): InvalidValue
cudaGraphInstantiate(&exec, graph, 0): ok
case 0: 10
case 1: 20
case 2: 30
case 3: 0
if 0: 2
if 1: 1
cudaGraphInstantiate(&exec, graph, 0): InvalidValue
cudaGraphClone(&graph, graph): NotSupported
cudaGraphCreate(&graph, 0): ok
cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &p): ok
cudaGraphAddMemsetNode(&clear, graph, &alloc, 1, &zero): ok
cudaGraphAddKernelNode(&work, graph, &clear, 1, &k): ok
cudaGraphAddMemcpyNode1D(&copy, graph, &work, 1, device, memory, N * 4, cudaMemcpyDeviceToDevice): ok
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphLaunch(exec, 0): ok
6
cudaGraphLaunch(exec, 0): InvalidValue
cudaFree(memory): ok
cudaGraphLaunch(exec, 0): ok
cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used): ok
cudaFreeAsync(memory, 0): ok
cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high): ok
used 33554432, at most 33554432
cudaMemset(memory, 0, 4): InvalidValue
cudaGraphExecDestroy(exec): ok
cudaGraphAddMemFreeNode(&release, graph, &copy, 1, device): InvalidValue
cudaGraphAddMemFreeNode(&release, graph, &copy, 1, memory): InvalidValue
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphInstantiate(&second, graph, 0): NotSupported
6
cudaGraphMemAllocNodeGetParams(alloc, &got): ok
cudaGraphMemFreeNodeGetParams(release, &freed): InvalidValue
1024 bytes, the same: 1 0
cudaGraphDestroyNode(work): NotSupported
cudaGraphExecDestroy(exec): ok
cudaGraphDestroy(graph): ok
cudaGraphCreate(&graph, 0): ok
cudaUserObjectCreate(&object, &seven, released, 1, 0): InvalidValue
cudaUserObjectCreate(&object, &seven, released, 1, cudaUserObjectNoDestructorSync): ok
cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove): ok
cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable, values, 8, 8, cudaMemcpyHostToDevice): ok
cudaGraphAddMemcpyNodeFromSymbol(&back, graph, &to, 1, got, variable, 16, 0, cudaMemcpyDeviceToHost): ok
cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable, values, 16, 4, cudaMemcpyHostToDevice): InvalidValue
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphLaunch(exec, 0): ok
cudaStreamSynchronize(0): ok
0 0 1 2
cudaGraphExecMemcpyNodeSetParams1D(exec, back, got, device, 16, cudaMemcpyDeviceToHost): ok
cudaGraphExecMemcpyNodeSetParams1D(exec, back, device, got, 16, cudaMemcpyHostToDevice): InvalidValue
cudaGraphDebugDotPrint(graph, "build/tests/cuda/api/graphs.dot", 0): ok
cudaGraphDebugDotPrint(graph, "/no/such/folder/graphs.dot", 0): OperatingSystem
digraph dot {
subgraph cluster_0 {
label="graph_0" graph[style="dashed"]
"graph_0_node_0"[shape="record" label="{0|copy}"];
"graph_0_node_1"[shape="record" label="{1|copy}"];
"graph_0_node_0" -> "graph_0_node_1";
}
}
cudaGraphDestroy(graph): ok
released 7
cudaGraphExecDestroy(exec): ok
cudaGraphCreate(NULL, 0): InvalidValue
cudaGraphCreate(&graph, 1): InvalidValue
cudaGraphAddKernelNode(&node, NULL, NULL, 0, &k): InvalidValue
cudaGraphAddKernelNode(NULL, graph, NULL, 0, &k): InvalidValue
cudaGraphAddKernelNode(&node, graph, NULL, 1, &k): InvalidValue
cudaGraphAddKernelNode(&node, graph, &there, 1, &k): InvalidValue
cudaGraphAddKernelNode(&node, graph, NULL, 0, NULL): InvalidValue
cudaGraphAddKernelNode(&node, graph, NULL, 0, &bad_k): InvalidValue
cudaGraphAddKernelNode(&node, graph, NULL, 0, &k): InvalidDeviceFunction
cudaGraphAddKernelNode(&node, graph, NULL, 0, &k): InvalidValue
cudaGraphAddMemsetNode(&node, graph, NULL, 0, &zero): InvalidValue
cudaGraphAddMemsetNode(&node, graph, NULL, 0, &zero): InvalidValue
cudaGraphAddMemsetNode(&node, graph, NULL, 0, &zero): InvalidValue
cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, NULL, device, 4, cudaMemcpyDefault): InvalidValue
cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, host, device, 4, (cudaMemcpyKind)9): InvalidMemcpyDirection
cudaGraphAddHostNode(&node, graph, NULL, 0, &function): InvalidValue
cudaGraphAddEventRecordNode(&node, graph, NULL, 0, NULL): InvalidValue
cudaGraphInstantiate(&exec, NULL, 0): InvalidValue
cudaGraphInstantiate(&exec, graph, 1 << 20): InvalidValue
cudaGraphLaunch(none, 0): InvalidValue
cudaGraphLaunch((cudaGraphExec_t)graph, 0): InvalidValue
cudaGraphExecDestroy(none): InvalidValue
cudaGraphUpload(none, 0): InvalidValue
cudaGraphDestroy(NULL): InvalidValue
cudaGraphDestroyNode(NULL): InvalidValue
cudaGraphGetNodes(graph, NULL, NULL): InvalidValue
cudaGraphGetNodes(NULL, NULL, &count): InvalidValue
cudaGraphKernelNodeSetParams(there, &k): InvalidValue
cudaGraphDestroyNode(there): InvalidValue
cudaGraphDestroy(other): InvalidValue
at last ok
END */
