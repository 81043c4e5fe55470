// Streams that are captured: what becomes a node, how streams join, and what is not permitted
// meanwhile.
#include "api.h"

#include <thread>

__global__ void add(int *p, int by) { atomicAdd(p, by); }

static int *device, *host, called;
static cudaStream_t a, b, c;
static cudaEvent_t e, f;

static void host_function(void *user) { called += *(int *)user; }
static void callback(cudaStream_t, cudaError_t, void *) {}

static void show_status(const char *when)
{
    cudaStreamCaptureStatus status;
    SHOW(cudaStreamIsCapturing(a, &status));
    printf("%s: status %d\n", when, status);
}

static void launch(cudaGraph_t graph)
{
    cudaGraphExec_t exec;
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    SHOW(cudaGraphLaunch(exec, a));
    SHOW(cudaStreamSynchronize(a));
    printf("%d on the host, called %d\n", *host, called);
    cudaGraphExecDestroy(exec);
}

static void forks()
{
    cudaGraph_t graph, now;
    static int three = 3;
    show_status("before");
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    show_status("during");
    SHOW(cudaMemsetAsync(device, 0, 4, a));
    SHOW(cudaEventRecord(e, a));
    SHOW(cudaStreamWaitEvent(b, e, 0)); // b joins
    add<<<1, 32, 0, a>>>(device, 1);
    add<<<1, 32, 0, b>>>(device, 10);
    SHOW(cudaEventRecord(f, b));
    SHOW(cudaStreamWaitEvent(a, f, 0));
    SHOW(cudaMemcpyAsync(host, device, 4, cudaMemcpyDeviceToHost, a));
    SHOW(cudaLaunchHostFunc(a, host_function, &three));
    unsigned long long id = 0;
    const cudaGraphNode_t *nodes;
    size_t n = 0;
    cudaStreamCaptureStatus status;
    SHOW(cudaStreamGetCaptureInfo(a, &status, &id, &now, &nodes, NULL, &n));
    cudaGraphNodeType type;
    SHOW(cudaGraphNodeGetType(nodes[0], &type));
    printf("status %d, id %d, %zu nodes, type %d\n", status, id != 0, n, type);
    SHOW(cudaStreamEndCapture(a, &graph));
    printf("the same graph: %d; nothing has run: %d\n", graph == now, called);
    show_status("after");
    size_t edges = 0, count = 0;
    SHOW(cudaGraphGetNodes(graph, NULL, &count));
    SHOW(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
    printf("%zu nodes, %zu edges\n", count, edges);
    launch(graph);
    SHOW(cudaEventQuery(e)); // was captured
    SHOW(cudaStreamWaitEvent(c, e, 0));
    SHOW(cudaEventRecord(e, c));
    SHOW(cudaEventSynchronize(e));
    SHOW(cudaGraphDestroy(graph));
}

// Begins a capture, does one thing, and ends the capture.
#define DURING(mode, ...) \
    do { \
        cudaGraph_t graph_ = NULL; \
        cudaStreamBeginCapture(a, cudaStreamCaptureMode##mode); \
        SHOW(__VA_ARGS__); \
        cudaError_t end_ = cudaStreamEndCapture(a, &graph_); \
        printf("  end: %s, a graph: %d\n", short_name(end_), graph_ != NULL); \
        if (graph_) \
            cudaGraphDestroy(graph_); \
    } while (0)

static void not_permitted()
{
    void *p;
    float ms;
    cudaEvent_t plain;
    cudaEventCreate(&plain);
    cudaEventRecord(plain, c);
    cudaStreamSynchronize(c);
    DURING(Global, cudaStreamSynchronize(a));
    DURING(Global, cudaStreamQuery(a));
    DURING(Relaxed, cudaStreamSynchronize(a));
    DURING(Global, cudaDeviceSynchronize());
    DURING(Relaxed, cudaDeviceSynchronize());
    DURING(Global, cudaMalloc(&p, 4));
    DURING(ThreadLocal, cudaMalloc(&p, 4));
    DURING(Relaxed, cudaMalloc(&p, 4));
    DURING(Global, cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost));
    DURING(Global, cudaMemsetAsync(device, 0, 4, 0)); // the legacy stream
    DURING(Relaxed, cudaEventRecord(plain, 0));
    DURING(Global, cudaEventQuery(plain));
    DURING(Relaxed, cudaEventQuery(plain));
    cudaEventRecord(plain, c);
    DURING(Global, cudaStreamWaitEvent(a, plain, 0)); // from outside
    DURING(Global, cudaStreamWaitEvent(a, plain, cudaEventWaitExternal));
    DURING(Global, cudaEventRecordWithFlags(plain, a, cudaEventRecordExternal));
    DURING(Global, cudaStreamAddCallback(a, callback, NULL, 0));
    DURING(Global, cudaStreamCreate(&c));
    DURING(Global, cudaEventElapsedTime(&ms, plain, plain));
    DURING(Global, cudaStreamEndCapture(a, NULL));
    cudaGraph_t graph;
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamBeginCapture(a, (cudaStreamCaptureMode)7));
    SHOW(cudaStreamIsCapturing(a, NULL));

    // Work of another stream that is not joined; the other stream ends it; another thread does.
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    add<<<1, 1, 0, b>>>(device, 1);
    SHOW(cudaEventSynchronize(e));
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    add<<<1, 1, 0, b>>>(device, 1);
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    SHOW(cudaStreamEndCapture(b, &graph));
    add<<<1, 1, 0, a>>>(device, 1);
    printf("a launch: %s\n", short_name(cudaGetLastError()));
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeThreadLocal));
    std::thread([&] { SHOW(cudaStreamEndCapture(a, &graph)); }).join();
    SHOW(cudaStreamEndCapture(a, &graph));

    // Two captures do not become one.
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal));
    cudaEventRecord(e, a);
    SHOW(cudaStreamWaitEvent(b, e, 0));
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamEndCapture(b, &graph));

    // Another thread may make calls that are unsafe, or may not.
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeThreadLocal));
    std::thread([&] { SHOW(cudaMalloc(&p, 4)); }).join();
    SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
    printf("mode %d\n", mode);
    SHOW(cudaMalloc(&p, 4));
    SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
    SHOW(cudaStreamEndCapture(a, &graph));
    cudaGraphDestroy(graph);
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    std::thread([&] { SHOW(cudaMalloc(&p, 4)); }).join();
    SHOW(cudaStreamEndCapture(a, &graph));
}

static void to_a_graph()
{
    cudaGraph_t graph, same;
    cudaGraphNode_t first;
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphAddEmptyNode(&first, graph, NULL, 0));
    SHOW(cudaStreamBeginCaptureToGraph(a, graph, &first, NULL, 1, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, a>>>(device, 5);
    cudaGraphNode_t wanted[] = {first};
    SHOW(cudaStreamUpdateCaptureDependencies(a, wanted, NULL, 1, cudaStreamSetCaptureDependencies));
    add<<<1, 1, 0, a>>>(device, 6);
    SHOW(cudaStreamUpdateCaptureDependencies(a, wanted, NULL, 1, 5));
    SHOW(cudaStreamEndCapture(a, &same));
    size_t n = 0;
    SHOW(cudaGraphNodeGetDependentNodes(first, NULL, NULL, &n));
    printf("the same %d, %zu depend on the first\n", same == graph, n);
    SHOW(cudaStreamUpdateCaptureDependencies(a, wanted, NULL, 1, 0));
    *host = 0;
    cudaMemset(device, 0, 4);
    launch(graph);
    cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", *host);

    // A launch of a graph cannot be captured; memory is a node.
    cudaGraphExec_t exec;
    cudaGraph_t outer;
    cudaGraphInstantiate(&exec, graph, 0);
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    SHOW(cudaGraphLaunch(exec, a));
    SHOW(cudaStreamEndCapture(a, &outer));
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, a>>>(device, 11);
    int *own;
    SHOW(cudaMallocAsync(&own, 4, a));
    SHOW(cudaMemcpyAsync(own, device, 4, cudaMemcpyDeviceToDevice, a));
    add<<<1, 1, 0, a>>>(own, 100);
    SHOW(cudaMemcpyAsync(host, own, 4, cudaMemcpyDeviceToHost, a));
    SHOW(cudaFreeAsync(own, a));
    SHOW(cudaFreeAsync(device, a)); // not of a graph
    SHOW(cudaStreamEndCapture(a, &outer));
    cudaGraphNode_t nodes[8];
    n = 8;
    SHOW(cudaGraphGetNodes(outer, nodes, &n));
    for (size_t i = 0; i < n; i++) {
        cudaGraphNodeType type;
        cudaGraphNodeGetType(nodes[i], &type);
        printf("%s%d", i ? ", " : "types ", type);
    }
    printf("\n");
    launch(outer);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(outer);
}

static void destroyed()
{
    cudaGraph_t graph;
    cudaStream_t s;
    cudaStreamCreate(&s);
    SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamDestroy(s));
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    cudaStreamCreate(&s);
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(s, e, 0);
    SHOW(cudaStreamDestroy(s));
    cudaEventDestroy(e);
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, cudaStreamPerThread>>>(device, 5);
    SHOW(cudaStreamEndCapture(cudaStreamPerThread, &graph));
    cudaGraphDestroy(graph);
}

// A reset ends captures, and nothing of a graph is there any more.
static void reset()
{
    cudaGraph_t graph, other;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&node, graph, NULL, 0);
    cudaGraphInstantiate(&exec, graph, 0);
    SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    cudaMemsetAsync(device, 0, 4, s);
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
    SHOW(cudaDeviceReset());
    SHOW(cudaStreamEndCapture(s, &other));
    SHOW(cudaGraphLaunch(exec, 0));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphDestroyNode(node));
}

int main()
{
    cudaMalloc(&device, sizeof(int));
    cudaMallocHost(&host, sizeof(int));
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreate(&c);
    cudaEventCreate(&e);
    cudaEventCreate(&f);
    forks();
    not_permitted();
    to_a_graph();
    destroyed();
    reset();
    printf("at last %s\n", short_name(cudaDeviceSynchronize()));
    return 0;
}

/* EXPECT
cudaStreamIsCapturing(a, &status): ok
before: status 0
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): IllegalState
cudaStreamIsCapturing(a, &status): ok
during: status 1
cudaMemsetAsync(device, 0, 4, a): ok
cudaEventRecord(e, a): ok
cudaStreamWaitEvent(b, e, 0): ok
cudaEventRecord(f, b): ok
cudaStreamWaitEvent(a, f, 0): ok
cudaMemcpyAsync(host, device, 4, cudaMemcpyDeviceToHost, a): ok
cudaLaunchHostFunc(a, host_function, &three): ok
cudaStreamGetCaptureInfo(a, &status, &id, &now, &nodes, NULL, &n): ok
cudaGraphNodeGetType(nodes[0], &type): ok
status 1, id 1, 1 nodes, type 3
cudaStreamEndCapture(a, &graph): ok
the same graph: 1; nothing has run: 0
cudaStreamIsCapturing(a, &status): ok
after: status 0
cudaGraphGetNodes(graph, NULL, &count): ok
cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges): ok
5 nodes, 5 edges
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphLaunch(exec, a): ok
cudaStreamSynchronize(a): ok
352 on the host, called 3
cudaEventQuery(e): InvalidValue
cudaStreamWaitEvent(c, e, 0): InvalidValue
cudaEventRecord(e, c): ok
cudaEventSynchronize(e): ok
cudaGraphDestroy(graph): ok
cudaStreamSynchronize(a): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaStreamQuery(a): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaStreamSynchronize(a): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaDeviceSynchronize(): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaDeviceSynchronize(): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaMalloc(&p, 4): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaMalloc(&p, 4): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaMalloc(&p, 4): ok
  end: ok, a graph: 1
cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost): StreamCaptureImplicit
  end: StreamCaptureInvalidated, a graph: 0
cudaMemsetAsync(device, 0, 4, 0): StreamCaptureImplicit
  end: StreamCaptureInvalidated, a graph: 0
cudaEventRecord(plain, 0): StreamCaptureImplicit
  end: StreamCaptureInvalidated, a graph: 0
cudaEventQuery(plain): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaEventQuery(plain): ok
  end: ok, a graph: 1
cudaStreamWaitEvent(a, plain, 0): StreamCaptureIsolation
  end: StreamCaptureInvalidated, a graph: 0
cudaStreamWaitEvent(a, plain, 0x01): ok
  end: ok, a graph: 1
cudaEventRecordWithFlags(plain, a, 0x01): ok
  end: ok, a graph: 1
cudaStreamAddCallback(a, callback, __null, 0): StreamCaptureUnsupported
  end: StreamCaptureInvalidated, a graph: 0
cudaStreamCreate(&c): ok
  end: ok, a graph: 1
cudaEventElapsedTime(&ms, plain, plain): ok
  end: ok, a graph: 1
cudaStreamEndCapture(a, __null): ok
  end: IllegalState, a graph: 0
cudaStreamEndCapture(a, &graph): IllegalState
cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal): StreamCaptureUnsupported
cudaStreamBeginCapture(a, (cudaStreamCaptureMode)7): InvalidValue
cudaStreamIsCapturing(a, NULL): InvalidValue
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaEventSynchronize(e): CapturedEvent
cudaStreamEndCapture(a, &graph): StreamCaptureInvalidated
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaStreamEndCapture(a, &graph): StreamCaptureUnjoined
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaStreamEndCapture(b, &graph): StreamCaptureUnmatched
a launch: StreamCaptureInvalidated
cudaStreamEndCapture(a, &graph): StreamCaptureInvalidated
cudaStreamBeginCapture(a, cudaStreamCaptureModeThreadLocal): ok
cudaStreamEndCapture(a, &graph): StreamCaptureWrongThread
cudaStreamEndCapture(a, &graph): IllegalState
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal): ok
cudaStreamWaitEvent(b, e, 0): StreamCaptureMerge
cudaStreamEndCapture(a, &graph): StreamCaptureInvalidated
cudaStreamEndCapture(b, &graph): StreamCaptureInvalidated
cudaStreamBeginCapture(a, cudaStreamCaptureModeThreadLocal): ok
cudaMalloc(&p, 4): ok
cudaThreadExchangeStreamCaptureMode(&mode): ok
mode 0
cudaMalloc(&p, 4): ok
cudaThreadExchangeStreamCaptureMode(&mode): ok
cudaStreamEndCapture(a, &graph): ok
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaMalloc(&p, 4): StreamCaptureUnsupported
cudaStreamEndCapture(a, &graph): StreamCaptureInvalidated
cudaGraphCreate(&graph, 0): ok
cudaGraphAddEmptyNode(&first, graph, NULL, 0): ok
cudaStreamBeginCaptureToGraph(a, graph, &first, NULL, 1, cudaStreamCaptureModeGlobal): ok
cudaStreamUpdateCaptureDependencies(a, wanted, NULL, 1, cudaStreamSetCaptureDependencies): ok
cudaStreamUpdateCaptureDependencies(a, wanted, NULL, 1, 5): InvalidValue
cudaStreamEndCapture(a, &same): ok
cudaGraphNodeGetDependentNodes(first, NULL, NULL, &n): ok
the same 1, 2 depend on the first
cudaStreamUpdateCaptureDependencies(a, wanted, NULL, 1, 0): IllegalState
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphLaunch(exec, a): ok
cudaStreamSynchronize(a): ok
0 on the host, called 3
11
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaGraphLaunch(exec, a): StreamCaptureUnsupported
cudaStreamEndCapture(a, &outer): StreamCaptureInvalidated
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaMallocAsync(&own, 4, a): ok
cudaMemcpyAsync(own, device, 4, cudaMemcpyDeviceToDevice, a): ok
cudaMemcpyAsync(host, own, 4, cudaMemcpyDeviceToHost, a): ok
cudaFreeAsync(own, a): ok
cudaFreeAsync(device, a): InvalidValue
cudaStreamEndCapture(a, &outer): ok
cudaGraphGetNodes(outer, nodes, &n): ok
types 0, 10, 1, 0, 1, 11
cudaGraphInstantiate(&exec, graph, 0): ok
cudaGraphLaunch(exec, a): ok
cudaStreamSynchronize(a): ok
122 on the host, called 3
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal): ok
cudaStreamDestroy(s): ok
cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal): ok
cudaStreamDestroy(s): ok
cudaStreamEndCapture(a, &graph): ok
cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal): ok
cudaStreamEndCapture(cudaStreamPerThread, &graph): ok
cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed): ok
cudaThreadExchangeStreamCaptureMode(&mode): ok
cudaDeviceReset(): ok
cudaStreamEndCapture(s, &other): InvalidResourceHandle
cudaGraphLaunch(exec, 0): InvalidValue
cudaGraphDestroy(graph): InvalidValue
cudaGraphDestroyNode(node): InvalidValue
at last ok
END */
