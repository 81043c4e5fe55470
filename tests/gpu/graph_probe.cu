// graph_probe.cu - what graphs cost: launches against as many launches of kernels, by number and
// shape of nodes; instantiation and update; rounds of a while node; dependent launches. A row is
// `name,value,unit`, a median of RUNS. Under build/cudasim the times are the model's: its rows
// beside those of a GPU show where the figures of common/cudasim/cost_table.h are wrong.
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -rdc=true -cudart shared -o graph_probe \
//        tests/gpu/graph_probe.cu \
//        -lcudadevrt && ./graph_probe
//
//   SHAPE_N_host            the call cudaGraphLaunch, and SHAPE_N_total: until the host knows its
//                           end
//   SHAPE_N_first           the first launch after the instantiation
//   SHAPE_N_instantiate     the call, and SHAPE_N_update (cudaGraphExecUpdate), SHAPE_N_set: one
//                           node
//   stream_N_host, _total   N launches of the same kernel in a stream instead
//   while_K_total           a while node with K rounds of one kernel
//   dependent_N_total       N kernels in a stream that wait only at their ends; plain_N_total: that
//                           are launched without the attribute
//
// What calls return is asked by tests/cuda/api/graphs.cu, capture.cu and graph_launches.cu: compile
// them in the same way and compare what they print with the text at their ends.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "check.h"

extern "C" double cudasimTime(void) __attribute__((weak)); // the simulator's clock, microseconds

enum { RUNS = 21 };

static double now_us()
{
    using namespace std::chrono;
    return cudasimTime
               ? cudasimTime()
               : duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

__global__ void nothing(int *p) { (void)p; }
__global__ void round_of(int *left, cudaGraphConditionalHandle h)
{
    cudaGraphSetConditional(h, --*left > 0);
}
__global__ void works(float *p, int before, int after)
{
    float x = threadIdx.x;
    for (int i = 0; i < before; i++)
        x = x * 1.01f + 1;
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
    for (int i = 0; i < after; i++)
        x = x * 1.01f + 1;
    p[threadIdx.x] = x;
}

static int *device;
static cudaStream_t stream;

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

static void row(const char *shape, int n, const char *what, double value)
{
    printf("%s_%d_%s,%.3f,us\n", shape, n, what, value);
}

template <typename F>
static void time_both(const char *shape, int n, F launch)
{
    std::vector<double> host, total;
    for (int i = 0; i < RUNS; i++) {
        CHECK(cudaStreamSynchronize(stream));
        double begin = now_us();
        launch();
        double called = now_us();
        CHECK(cudaStreamSynchronize(stream));
        host.push_back(called - begin);
        total.push_back(now_us() - begin);
    }
    row(shape, n, "host", median(host));
    row(shape, n, "total", median(total));
}

static cudaKernelNodeParams params(void *function, void **args)
{
    cudaKernelNodeParams p = {};
    p.func = function;
    p.gridDim = p.blockDim = dim3(1);
    p.kernelParams = args;
    return p;
}

// chain: one after the other; fan: all after one, and one after all; loose: no edges; pairs: two
// chains beside each other.
static cudaGraph_t make(const char *shape, int n, cudaGraphNode_t *one)
{
    void *args[] = {&device};
    cudaKernelNodeParams p = params((void *)nothing, args);
    cudaGraph_t graph;
    std::vector<cudaGraphNode_t> node(n);
    CHECK(cudaGraphCreate(&graph, 0));
    for (int i = 0; i < n; i++) {
        std::vector<cudaGraphNode_t> before;
        if (!strcmp(shape, "chain") && i)
            before = {node[i - 1]};
        else if (!strcmp(shape, "pairs") && i > 1)
            before = {node[i - 2]};
        else if (!strcmp(shape, "fan") && i == n - 1 && n > 2)
            before.assign(node.begin() + 1, node.end() - 1);
        else if (!strcmp(shape, "fan") && i)
            before = {node[0]};
        CHECK(cudaGraphAddKernelNode(&node[i], graph, before.data(), before.size(), &p));
    }
    *one = node[n / 2];
    return graph;
}

static void graph_of(const char *shape, int n)
{
    void *args[] = {&device};
    cudaKernelNodeParams p = params((void *)nothing, args);
    cudaGraphNode_t one;
    cudaGraph_t graph = make(shape, n, &one);
    cudaGraphExec_t exec = NULL;
    std::vector<double> instantiate, first, update, set;
    for (int i = 0; i < RUNS; i++) {
        if (exec)
            CHECK(cudaGraphExecDestroy(exec));
        double begin = now_us();
        CHECK(cudaGraphInstantiate(&exec, graph, 0));
        instantiate.push_back(now_us() - begin);
        begin = now_us();
        CHECK(cudaGraphLaunch(exec, stream));
        first.push_back(now_us() - begin);
        CHECK(cudaStreamSynchronize(stream));
        cudaGraphExecUpdateResultInfo info;
        begin = now_us();
        CHECK(cudaGraphExecUpdate(exec, graph, &info));
        update.push_back(now_us() - begin);
        begin = now_us();
        CHECK(cudaGraphExecKernelNodeSetParams(exec, one, &p));
        set.push_back(now_us() - begin);
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaStreamSynchronize(stream));
    }
    row(shape, n, "instantiate", median(instantiate));
    row(shape, n, "first", median(first));
    row(shape, n, "update", median(update));
    row(shape, n, "set", median(set));
    time_both(shape, n, [&] { CHECK(cudaGraphLaunch(exec, stream)); });
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

static void rounds(int n)
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle h;
    cudaGraphNode_t node, inner;
    cudaGraphExec_t exec;
    cudaGraphNodeParams p = {};
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphConditionalHandleCreate(&h, graph, 1, cudaGraphCondAssignDefault));
    p.type = cudaGraphNodeTypeConditional;
    p.conditional.handle = h;
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 1;
    CHECK(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &p));
    void *args[] = {&device, &h};
    cudaKernelNodeParams k = params((void *)round_of, args);
    CHECK(cudaGraphAddKernelNode(&inner, p.conditional.phGraph_out[0], NULL, 0, &k));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    std::vector<double> total;
    for (int i = 0; i < RUNS; i++) {
        CHECK(cudaMemcpy(device, &n, sizeof n, cudaMemcpyHostToDevice));
        double begin = now_us();
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaStreamSynchronize(stream));
        total.push_back(now_us() - begin);
    }
    row("while", n, "total", median(total));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

static void dependents(int n, bool early)
{
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    a.val.programmaticStreamSerializationAllowed = early;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 32;
    config.stream = stream;
    config.attrs = &a;
    config.numAttrs = 1;
    time_both(early ? "dependent" : "plain", n, [&] {
        for (int i = 0; i < n; i++)
            CHECK(cudaLaunchKernelEx(&config, works, (float *)device, 2000, 2000));
    });
}

int main()
{
    CHECK(cudaMalloc(&device, 4096));
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    nothing<<<1, 1, 0, stream>>>(device);
    CHECK(cudaStreamSynchronize(stream));
    for (int n : {1, 2, 5, 10, 20, 50, 100, 1000}) {
        for (const char *shape : {"chain", "fan", "loose", "pairs"})
            if (n < 1000 || !strcmp(shape, "chain"))
                graph_of(shape, n);
        time_both("stream", n, [&] {
            for (int i = 0; i < n; i++)
                nothing<<<1, 1, 0, stream>>>(device);
        });
    }
    for (int n : {1, 2, 10, 100})
        rounds(n);
    for (int n : {1, 10, 50}) {
        dependents(n, false);
        dependents(n, true);
    }
}
