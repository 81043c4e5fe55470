// Graphs on the virtual clock: what a launch costs the host, which nodes overlap, nodes that wait
// for the host, and a while node that cannot end.
// NVCC: -rdc=true -lcudadevrt
// STDERR: the body of a while node launches no kernel, and never ends
#include "api.h"

extern "C" double cudasimTime(void) __attribute__((weak));

__global__ void work(int *p)
{
    for (int i = 0; i < 2000; i++)
        p[threadIdx.x] += i;
}
__global__ void wait_for(volatile int *flag, int *out)
{
    while (!*flag)
        ;
    *out += 1;
}
__global__ void add(int *p, int by) { *p += by; }

enum { MOST = 100 };
static int *device, *pinned;
static cudaStream_t stream;

// `width` chains beside each other, between a first and a last node.
static double launch_us(int width, int length, double *host)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t first, node, ends[MOST], last;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&first, graph, NULL, 0);
    for (int i = 0; i < width; i++) {
        int *p = device + 256 * i;
        void *args[] = {&p};
        cudaKernelNodeParams k = {};
        k.func = (void *)work;
        k.gridDim = dim3(1);
        k.blockDim = dim3(256);
        k.kernelParams = args;
        ends[i] = first;
        for (int j = 0; j < length; j++) {
            cudaGraphAddKernelNode(&node, graph, &ends[i], 1, &k);
            ends[i] = node;
        }
    }
    cudaGraphAddEmptyNode(&last, graph, ends, width);
    cudaGraphInstantiate(&exec, graph, 0);
    double begin = cudasimTime();
    cudaGraphLaunch(exec, stream);
    *host = cudasimTime() - begin;
    cudaStreamSynchronize(stream);
    double us = cudasimTime() - begin;
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return us;
}

static void times()
{
    double host, begin = cudasimTime();
    for (int i = 0; i < MOST; i++)
        work<<<1, 256, 0, stream>>>(device);
    double stream_host = cudasimTime() - begin;
    cudaStreamSynchronize(stream);
    double in_stream = cudasimTime() - begin, chain = launch_us(1, MOST, &host);
    printf("100 nodes: the launch costs less than two launches of kernels: %d, all ends earlier: %d\n",
           host < 2 * stream_host / MOST, chain < in_stream);
    double one = launch_us(1, 4, &host), four = launch_us(4, 4, &host), sixteen = launch_us(1, 16, &host);
    printf("4 chains of 4 take about as long as one of them: %d, and less than a chain of 16: %d\n",
           four < 1.5 * one, four < sixteen);
}

// The flag is set only after the launch; what follows in the graph and in the stream waits, too.
static void waits()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t a, b, side, join, copy;
    int *flag = pinned, *out = device, ten = 10;
    void *args[] = {&flag, &out}, *more[] = {&out, &ten};
    cudaKernelNodeParams k = {}, l = {};
    k.func = (void *)wait_for;
    l.func = (void *)add;
    k.gridDim = k.blockDim = l.gridDim = l.blockDim = dim3(1);
    k.kernelParams = args;
    l.kernelParams = more;
    pinned[0] = pinned[1] = 0;
    cudaMemset(device, 0, 4);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&a, graph, NULL, 0, &k);
    cudaGraphAddKernelNode(&b, graph, &a, 1, &l);
    cudaGraphAddEmptyNode(&side, graph, &a, 1);
    cudaGraphNode_t both[] = {b, side};
    cudaGraphAddEmptyNode(&join, graph, both, 2);
    cudaGraphAddMemcpyNode1D(&copy, graph, &join, 1, pinned + 1, device, 4, cudaMemcpyDeviceToHost);
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    SHOW(cudaGraphLaunch(exec, stream));
    SHOW(cudaStreamQuery(stream));
    add<<<1, 1, 0, stream>>>(device, 100);
    SHOW(cudaGraphExecDestroy(exec)); // the launch goes on
    cudaGraphDestroy(graph);
    printf("%d\n", pinned[1]);
    *(volatile int *)pinned = 1;
    SHOW(cudaStreamSynchronize(stream));
    int last;
    cudaMemcpy(&last, device, 4, cudaMemcpyDeviceToHost);
    printf("%d, then %d\n", pinned[1], last);
}

static void endless()
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle h;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&h, graph, 1, cudaGraphCondAssignDefault);
    p.conditional.handle = h;
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 1;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &p);
    cudaGraphInstantiate(&exec, graph, 0);
    SHOW(cudaGraphLaunch(exec, stream));
    SHOW(cudaStreamSynchronize(stream));
}

int main()
{
    cudaMalloc(&device, 256 * MOST * sizeof(int));
    cudaMallocHost(&pinned, 2 * sizeof(int));
    cudaStreamCreate(&stream);
    times();
    waits();
    endless();
    return 0;
}

/* EXPECT
100 nodes: the launch costs less than two launches of kernels: 1, all ends earlier: 1
4 chains of 4 take about as long as one of them: 1, and less than a chain of 16: 1
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphLaunch(exec, stream): ok
cudaStreamQuery(stream): NotReady
cudaGraphExecDestroy(exec): ok
0
cudaStreamSynchronize(stream): ok
11, then 111
cudaGraphLaunch(exec, stream): ok
cudaStreamSynchronize(stream): LaunchTimeout
END */
