// examples.cu - the code on the slides of lab 19, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
// NVCC: -rdc=true -lcudadevrt
// CUDASIM: --report-api-errors no
#include "../examples.h"

static cudaStream_t stream;
static cudaGraph_t graph;
static cudaGraphExec_t exec;

__global__ void add(int *p, int by) { *p += by; }
__global__ void twice(int *p) { *p *= 2; }
__global__ void sum(int *p) { p[0] += p[1]; }

static void end_launches(void)
{
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(graph));
}

static void captured(int *p)
{
    // BEGIN SLIDE capture
    int by = 10;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 1, 0, stream>>>(p, by); // not executed: a node
    twice<<<1, 1, 0, stream>>>(p);   // a node, and an edge from the first one
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    by = 1000; // too late: the node has a copy of the 10
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, stream);
    // END SLIDE capture
    end_launches();
    expect_equal("captured", *p, 140); // 20, 60, 140
}

static void built(int *p)
{
    // BEGIN SLIDE nodes
    cudaGraphNode_t a, b;
    int by = 10;
    void *args[] = {&p, &by}; // pointers to the arguments, in the kernel's order
    cudaKernelNodeParams params = {};
    params.func = (void *)add;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = args;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&a, graph, NULL, 0, &params); // copies the arguments
    by = 5;
    cudaGraphAddKernelNode(&b, graph, NULL, 0, &params);
    cudaGraphAddDependencies(graph, &a, &b, NULL, 1); // an edge from a to b
    // END SLIDE nodes
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    // BEGIN SLIDE update
    by = 100;
    cudaGraphExecKernelNodeSetParams(exec, b, &params); // the next launches have 100
    cudaGraphLaunch(exec, stream);
    // END SLIDE update
    end_launches();
    expect_equal("built", *p, 125);
}

static void forked(int *p)
{
    cudaStream_t side;
    cudaEvent_t fork, join;
    CUDA_CHECK(cudaStreamCreate(&side));
    CUDA_CHECK(cudaEventCreate(&fork));
    CUDA_CHECK(cudaEventCreate(&join));
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    // BEGIN SLIDE fork
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(side, fork, 0); // from here on `side` is captured, too
    add<<<1, 1, 0, stream>>>(p, 1);
    add<<<1, 1, 0, side>>>(p + 1, 2);
    cudaEventRecord(join, side);
    cudaStreamWaitEvent(stream, join, 0); // and here it is back
    sum<<<1, 1, 0, stream>>>(p);
    // END SLIDE fork
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    end_launches();
    expect_equal("forked", p[0], 3);
    CUDA_CHECK(cudaEventDestroy(fork));
    CUDA_CHECK(cudaEventDestroy(join));
    CUDA_CHECK(cudaStreamDestroy(side));
}

// BEGIN SLIDE body
__global__ void halve(int *p, cudaGraphConditionalHandle more)
{
    *p /= 2;
    cudaGraphSetConditional(more, *p > 10); // again?
}
// END SLIDE body

static void looped(int *p)
{
    *p = 1000;
    // BEGIN SLIDE while
    cudaGraphNode_t node;
    cudaGraphConditionalHandle more;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&more, graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = more;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1; // one body
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params);
    cudaGraph_t body = params.conditional.phGraph_out[0]; // empty
    cudaStreamBeginCaptureToGraph(stream, body, NULL, NULL, 0, cudaStreamCaptureModeGlobal);
    halve<<<1, 1, 0, stream>>>(p, more);
    cudaStreamEndCapture(stream, &body);
    // END SLIDE while
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    end_launches();
    expect_equal("looped", *p, 7);
}

// BEGIN SLIDE again
__global__ void count_down(int *left, int *done, cudaGraphExec_t *other)
{
    ++*done;
    if (--*left == 0)
        return;
    cudaGraphLaunch(*other, cudaStreamGraphTailLaunch); // when this graph has ended
    cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch); // then this one
}
// END SLIDE again

static void launched_by_kernels(int *p)
{
    cudaGraphExec_t *other;
    cudaGraph_t inner;
    CUDA_CHECK(cudaMallocManaged(&other, sizeof *other));
    p[0] = 4;
    p[1] = p[2] = 0;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, stream>>>(p + 2, 10);
    CUDA_CHECK(cudaStreamEndCapture(stream, &inner));
    // BEGIN SLIDE device
    cudaGraphInstantiate(other, inner, cudaGraphInstantiateFlagDeviceLaunch);
    cudaGraphUpload(*other, stream); // before a kernel may launch it
    // END SLIDE device
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    count_down<<<1, 1, 0, stream>>>(p, p + 1, other);
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    end_launches();
    CUDA_CHECK(cudaGraphExecDestroy(*other));
    CUDA_CHECK(cudaGraphDestroy(inner));
    CUDA_CHECK(cudaFree(other));
    expect_equal("launches of the own graph", p[1], 4);
    expect_equal("launches of another one", p[2], 30);
}

static void forbidden(void)
{
    int *p;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    expect(cudaMalloc(&p, 4) == cudaErrorStreamCaptureUnsupported, "malloc", 0);
    expect(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated, "end", 0);
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    expect_success("malloc, relaxed", cudaMalloc(&p, 4));
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaFree(p));
    (void)cudaGetLastError();
}

int main()
{
    int *p = managed<int>(4);
    CUDA_CHECK(cudaStreamCreate(&stream));
    captured(p);
    *p = 0;
    built(p);
    *p = 0;
    forked(p);
    looped(p);
    launched_by_kernels(p);
    forbidden();
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(p));
    return mistakes != 0;
}
