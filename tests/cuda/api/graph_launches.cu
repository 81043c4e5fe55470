// Graphs that kernels launch: at the end of their own graph, beside it, and themselves again.
// NVCC: -rdc=true -lcudadevrt
#include "api.h"

static __device__ cudaGraphExec_t other;
static __device__ int rounds, errors[4];

__global__ void add(int *p, int by) { *p += by; }
__global__ void launch(int *p, int how)
{
    cudaStream_t stream = how == 0   ? cudaStreamGraphTailLaunch
                          : how == 1 ? cudaStreamGraphFireAndForget
                                     : cudaStreamGraphFireAndForgetAsSibling;
    *p *= 2;
    errors[0] = cudaGraphLaunch(other, stream);
}
__global__ void again(int *p)
{
    ++*p;
    if (--rounds > 0)
        errors[1] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}
__global__ void wrong()
{
    errors[2] = cudaGraphLaunch(other, 0);
    errors[3] = cudaGraphLaunch((cudaGraphExec_t)16, cudaStreamGraphTailLaunch);
}
__global__ void itself()
{
    errors[2] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphFireAndForget);
    errors[3] = cudaGetCurrentGraphExec() == NULL;
}

static int *device;

static cudaGraphExec_t graph_of(void *first, void *second, int how, unsigned long long flags)
{
    int hundred = 100;
    void *args[] = {&device, &how}, *more[] = {&device, &hundred};
    cudaKernelNodeParams p = {};
    cudaGraph_t graph;
    cudaGraphNode_t a, b;
    cudaGraphExec_t exec = NULL;
    p.gridDim = p.blockDim = dim3(1);
    p.func = first;
    p.kernelParams = args;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&a, graph, NULL, 0, &p);
    p.func = second;
    p.kernelParams = more;
    if (second)
        cudaGraphAddKernelNode(&b, graph, &a, 1, &p);
    cudaGraphInstantiate(&exec, graph, flags);
    cudaGraphDestroy(graph);
    return exec;
}

static void show(const char *what)
{
    int value, e[4];
    cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(e, errors, sizeof e);
    printf("%s: %d, errors %d %d %d %d\n", what, value, e[0], e[1], e[2], e[3]);
    memset(e, 0, sizeof e);
    cudaMemcpyToSymbol(errors, e, sizeof e);
    cudaMemset(device, 0, sizeof value);
}

int main()
{
    cudaMalloc(&device, sizeof(int));
    cudaMemset(device, 0, sizeof(int));
    cudaGraphExec_t leaf = graph_of((void *)add, NULL, 1, cudaGraphInstantiateFlagDeviceLaunch);
    cudaMemcpyToSymbol(other, &leaf, sizeof leaf);
    cudaGraphExec_t tail =
        graph_of((void *)launch, (void *)add, 0, cudaGraphInstantiateFlagDeviceLaunch);
    SHOW(cudaGraphLaunch(tail, 0));
    show("not uploaded"); // 0 * 2 + 100
    SHOW(cudaGraphUpload(leaf, 0));
    SHOW(cudaGraphLaunch(tail, 0));
    show("tail"); // + 1
    for (int how = 1; how < 3; how++) {
        cudaGraphExec_t beside =
            graph_of((void *)launch, NULL, how, cudaGraphInstantiateFlagDeviceLaunch);
        SHOW(cudaGraphLaunch(beside, 0));
        show(how == 1 ? "forgotten" : "sibling");
        cudaGraphExecDestroy(beside);
    }
    int five = 5;
    cudaMemcpyToSymbol(rounds, &five, sizeof five);
    cudaGraphExec_t loop = graph_of((void *)again, NULL, 0, cudaGraphInstantiateFlagDeviceLaunch);
    SHOW(cudaGraphLaunch(loop, 0));
    show("five rounds");
    cudaGraphExec_t bad = graph_of((void *)itself, NULL, 0, cudaGraphInstantiateFlagDeviceLaunch);
    SHOW(cudaGraphLaunch(bad, 0));
    show("itself, beside");
    wrong<<<1, 1>>>();
    show("outside of graphs");
    cudaGraphExec_t plain = graph_of((void *)itself, NULL, 0, 0);
    SHOW(cudaGraphLaunch(plain, 0));
    show("not for kernels");

    // What a graph for kernels must not have.
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaHostNodeParams host = {[](void *) {}, NULL};
    cudaGraphInstantiateParams p = {cudaGraphInstantiateFlagDeviceLaunch};
    cudaGraphExec_t exec;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddHostNode(&node, graph, NULL, 0, &host);
    SHOW(cudaGraphInstantiateWithParams(&exec, graph, &p));
    printf("result %d, its node: %d\n", p.result_out, p.errNode_out == node);
    SHOW(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch |
                                                cudaGraphInstantiateFlagAutoFreeOnLaunch));
    printf("at last %s\n", short_name(cudaDeviceSynchronize()));
    return 0;
}

/* EXPECT
cudaGraphLaunch(tail, 0): ok
not uploaded: 100, errors 1 0 0 0
cudaGraphUpload(leaf, 0): ok
cudaGraphLaunch(tail, 0): ok
tail: 101, errors 0 0 0 0
cudaGraphLaunch(beside, 0): ok
forgotten: 1, errors 0 0 0 0
cudaGraphLaunch(beside, 0): ok
sibling: 1, errors 0 0 0 0
cudaGraphLaunch(loop, 0): ok
five rounds: 5, errors 0 0 0 0
cudaGraphLaunch(bad, 0): ok
itself, beside: 0, errors 0 0 1 0
outside of graphs: 0, errors 0 0 1 1
cudaGraphLaunch(plain, 0): ok
not for kernels: 0, errors 0 0 1 1
cudaGraphInstantiateWithParams(&exec, graph, &p): InvalidValue
result 3, its node: 1
cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagAutoFreeOnLaunch): InvalidValue
at last ok
END */
