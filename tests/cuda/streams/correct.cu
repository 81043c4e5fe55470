// Everything here is in order, by every means that CUDA has: streamcheck must report
// nothing. Prints the number of wrong values.
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { N = 1 << 14, BYTES = N * 4, PARTS = 4 };
static cudaStream_t a, b, blocking;
static int *device, *other, *pinned, *managed;
static int wrong;

__global__ void fill(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__global__ void add(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] += from[i];
}
__global__ void count(int *n) { atomicAdd(n, 1); }
__global__ void bytes(char *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = 1;
}
#define GRID N / 256, 256, 0

static void expect(const int *p, int n, int v)
{
    for (int i = 0; i < n; i++)
        wrong += p[i] != v;
}

static void events()
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    fill<<<GRID, a>>>(device, 1);
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    fill<<<GRID, a>>>(other + N, 0); // after the record: something else
    fill<<<GRID, b>>>(other, 2);
    add<<<GRID, b>>>(other, device);
    cudaMemcpyAsync(pinned, other, BYTES, cudaMemcpyDeviceToHost, b);
    cudaEventRecord(e, b);
    while (cudaEventQuery(e) == cudaErrorNotReady) {
    }
    expect(pinned, N, 3);
    cudaEventDestroy(e);
    cudaDeviceSynchronize();
}

static void parts() // one part per stream; boundaries anywhere
{
    cudaStream_t s[PARTS];
    const int n = N / PARTS;
    for (int i = 0; i < PARTS; i++) {
        cudaStreamCreate(&s[i]);
        fill<<<n / 256, 256, 0, s[i]>>>(device + i * n, i);
        bytes<<<1, 32, 0, s[i]>>>((char *)other + i * 31, 31);
        cudaMemcpyAsync(pinned + i * n, device + i * n, 4 * n, cudaMemcpyDeviceToHost, s[i]);
    }
    for (int i = 0; i < PARTS; i++) {
        cudaStreamSynchronize(s[i]);
        expect(pinned + i * n, n, i);
        pinned[i * n] = 5;
        cudaStreamDestroy(s[i]);
    }
    cudaDeviceSynchronize();
}

static void default_stream()
{
    fill<<<GRID, blocking>>>(device, 1);
    fill<<<GRID>>>(other, 2);
    add<<<GRID>>>(other, device); // waits for the blocking stream
    add<<<GRID, blocking>>>(other, device);
    cudaMemcpy(pinned, other, BYTES, cudaMemcpyDeviceToHost); // waits for both
    expect(pinned, N, 4);
}

static void set_flag(void *p) { *(volatile int *)p = 1; }

static void host_functions()
{
    int called = 0;
    fill<<<GRID, a>>>(device, 9);
    cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, a);
    cudaLaunchHostFunc(a, set_flag, &called);
    while (!called) {
    }
    expect(pinned, N, 9);
    cudaDeviceSynchronize();
}

static void atomics_and_readers()
{
    cudaMemsetAsync(device, 0, BYTES, a);
    cudaMemsetAsync(other, 0, 2 * BYTES, a);
    cudaStreamSynchronize(a);
    count<<<4, 64, 0, a>>>(device);
    count<<<4, 64, 0, b>>>(device);
    cudaStreamSynchronize(a);
    cudaStreamSynchronize(b);
    add<<<GRID, a>>>(other, device);
    add<<<GRID, b>>>(other + N, device); // both read
    cudaDeviceSynchronize();
    cudaMemcpy(pinned, other, 4, cudaMemcpyDefault);
    expect(pinned, 1, 512);
}

static void memory()
{
    int *p;
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaMallocAsync(&p, BYTES, a);
    fill<<<GRID, a>>>(p, 1);
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    cudaFreeAsync(p, b);
    cudaMalloc(&p, BYTES);
    fill<<<GRID, a>>>(p, 1);
    cudaFree(p); // waits
    fill<<<GRID>>>(managed, 6);
    cudaDeviceSynchronize();
    expect(managed, N, 6);
    managed[0] = 7;
    add<<<GRID>>>(managed, managed);
    cudaStreamSynchronize(0);
    expect(managed, 1, 14);
    cudaEventDestroy(e);
}

// Ordinary memory that is registered: pages around it and in it, before and after.
static void registered()
{
    int *p = (int *)malloc(BYTES + 400) + 50;
    memset(p - 50, 0, BYTES + 400);
    cudaHostRegister(p, BYTES, cudaHostRegisterDefault);
    fill<<<GRID, a>>>(p, 1);
    p[-1] = p[N] = 3; // next to it
    cudaStreamSynchronize(a);
    expect(p, N, 1);
    cudaMemcpyAsync(device, p, BYTES, cudaMemcpyHostToDevice, b);
    cudaStreamSynchronize(b);
    p[N / 2] = 2;
    fill<<<GRID, a>>>(p, 5);
    cudaHostUnregister(p); // waits
    expect(p, N, 5);
    free(p - 50);
}

// Three kernels, each of which begins before the one in front has ended, and waits for it where it
// must. The wait of one thread is enough if the others meet it. No wait is necessary behind a
// kernel that lets nobody begin.
__global__ void behind_the_end(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}
__global__ void dependent(int *to, const int *from, int add, bool one)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int scratch[256];
    scratch[threadIdx.x] = add;
    cudaTriggerProgrammaticLaunchCompletion();
    if (!one || threadIdx.x == 0)
        cudaGridDependencySynchronize();
    __syncthreads();
    to[i] = from[i] + scratch[threadIdx.x];
}

static void dependents()
{
    cudaLaunchAttribute early[2] = {};
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early[0].val.programmaticStreamSerializationAllowed = 1;
    early[1].id = cudaLaunchAttributeProgrammaticEvent;
    early[1].val.programmaticEvent.event = e;
    cudaLaunchConfig_t config = {};
    config.blockDim = 256;
    config.stream = a;
    config.attrs = early;
    config.numAttrs = 2;
    fill<<<GRID, a>>>(device, 1); // lets nobody begin before its end
    config.gridDim = N / 256;
    cudaLaunchKernelEx(&config, behind_the_end, other + N, (const int *)device);
    cudaLaunchKernelEx(&config, dependent, other, (const int *)device, 1, false);
    cudaLaunchKernelEx(&config, dependent, other, (const int *)other, 1, true);
    cudaLaunchKernelEx(&config, dependent, other, (const int *)other, 1, false);
    cudaStreamWaitEvent(b, e, 0);
    cudaMemcpyAsync(pinned, other, BYTES, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(b);
    expect(pinned, N, 4);
    cudaEventDestroy(e);
}

// Captured work has the order of its streams and events, graphs that of their launches.
static void graphs()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    fill<<<GRID, a>>>(device, 3);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    cudaMemcpyAsync(other, device, BYTES, cudaMemcpyDeviceToDevice, a);
    cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, b);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join, 0);
    cudaMemsetAsync(device, 0, BYTES, a);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, i == 1 ? a : b); // one after the other, whatever the streams
    cudaStreamSynchronize(b);
    expect(pinned, N, 3);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
}

int main()
{
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaMalloc(&device, BYTES);
    cudaMalloc(&other, 2 * BYTES);
    cudaMallocHost(&pinned, BYTES);
    cudaMallocManaged(&managed, BYTES);
    events();
    parts();
    default_stream();
    host_functions();
    atomics_and_readers();
    memory();
    registered();
    dependents();
    graphs();
    printf("%d wrong\n", wrong);
    cudaFree(device);
    cudaFree(other);
    cudaFreeHost(pinned);
    cudaFree(managed);
}
