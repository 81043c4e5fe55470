// Graphs on the virtual clock: what a launch costs the host, which nodes overlap, nodes that wait
// for the host, kernels that begin before the one in front has ended, and a while node that cannot
// end.
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
    cudaGraphUpload(exec, stream); // else the first launch does it
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

__global__ void in_two(float *p, bool lets_go)
{
    float x = threadIdx.x;
    for (int i = 0; i < 2000; i++)
        x = x * 1.01f + 1;
    cudaGridDependencySynchronize();
    if (lets_go)
        cudaTriggerProgrammaticLaunchCompletion();
    for (int i = 0; i < 2000; i++)
        x = x * 1.01f + 1;
    p[threadIdx.x] = x;
}

static double ten_launches(bool may, bool lets_go)
{
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = may;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 32;
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = 1;
    double begin = cudasimTime();
    for (int i = 0; i < 10; i++)
        cudaLaunchKernelEx(&config, in_two, (float *)device, lets_go);
    cudaStreamSynchronize(stream);
    return cudasimTime() - begin;
}

// Only the first halves overlap, and only if the kernel in front lets the next one begin.
static void dependents()
{
    double plain = ten_launches(false, true), early = ten_launches(true, true);
    double never = ten_launches(true, false);
    printf("dependent launches: shorter by a part %d, as long if none lets the next begin %d\n",
           early < 0.85 * plain && early > 0.5 * plain, never > 0.99 * plain && never < 1.01 * plain);
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
    dependents();
    waits();
    endless();
    return 0;
}

/* EXPECT
100 nodes: the launch costs less than two launches of kernels: 1, all ends earlier: 1
4 chains of 4 take about as long as one of them: 1, and less than a chain of 16: 1
dependent launches: shorter by a part 1, as long if none lets the next begin 1
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
