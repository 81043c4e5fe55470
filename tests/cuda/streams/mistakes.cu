// Each function has one mistake of order; its name is the program's argument. A line
// "// expect NAME (stream_race): text" says what streamcheck must report; nothing else
// may be reported. A second text after " | " must be in the report, too.
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" void cudasimSource(const char *file, int line) __attribute__((weak)); // the simulator's

enum { N = 1 << 14, BYTES = N * 4 };
static cudaStream_t a, b;
static int *device, *other, *pinned, *managed, *registered;
static volatile int sink;

__global__ void fill(int *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1; // line of fill
}
__global__ void copy(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}
#define GRID N / 256, 256, 0

// expect missing_wait (stream_race): copy(int*, int const*) (launch 1, stream 16) reads what fill(int*) (launch 0, stream 15) writes | The earlier access is in mistakes.cu:17
static void missing_wait()
{
    fill<<<GRID, a>>>(device);
    copy<<<GRID, b>>>(other, device);
}

// expect event_too_early (stream_race): copy(int*, int const*) (launch 1, stream 16) reads what fill(int*) | does not wait for it: its event was recorded before it
static void event_too_early()
{
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventRecord(e, a);
    fill<<<GRID, a>>>(device);
    cudaStreamWaitEvent(b, e, 0);
    copy<<<GRID, b>>>(other, device);
}

// expect event_too_late (stream_race): copy(int*, int const*) (launch 1, stream 16) reads what fill(int*) | did not wait: its event had not been recorded yet
static void event_too_late()
{
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    fill<<<GRID, a>>>(device);
    cudaStreamWaitEvent(b, e, 0);
    cudaEventRecord(e, a);
    copy<<<GRID, b>>>(other, device);
}

// expect overwritten (stream_race): copy to device (stream 16) writes what copy(int*, int const*) (launch 0, stream 15) reads
static void overwritten()
{
    copy<<<GRID, a>>>(other, device);
    cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, b);
}

// expect memset_is_asynchronous (stream_race): copy(int*, int const*) (launch 0, stream 15) reads what memset (default stream) writes
static void memset_is_asynchronous()
{
    cudaMemset(device, 0, BYTES);
    copy<<<GRID, a>>>(other, device); // a does not wait for the default stream
}

// expect one_byte (stream_race): memset (stream 16) writes what memset (stream 15) writes | byte 100 of
static void one_byte()
{
    cudaMemsetAsync(device, 0, 101, a);
    cudaMemsetAsync((char *)device + 100, 0, 101, b);
}

// expect second_reader (stream_race): memset (stream 15) writes what copy(int*, int const*) (launch 0, stream 16) reads
static void second_reader()
{
    copy<<<GRID, b>>>(other, device);
    copy<<<GRID, a>>>(other + N, device); // reads too, but is in the order
    cudaMemsetAsync(device, 0, BYTES, a);
}

// expect read_too_early (stream_host): The host reads memory that copy to host (stream 15) uses
static void read_too_early()
{
    cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, a);
    sink = pinned[7];
}

// expect waited_for_the_wrong (stream_host): The host reads memory that copy to host (stream 15) uses
static void waited_for_the_wrong()
{
    cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(b);
    sink = pinned[7];
}

// expect source_reused (stream_host): The host writes memory that copy to device (stream 15) uses
static void source_reused()
{
    cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, a);
    sink = pinned[5]; // reading is right
    pinned[5] = 1;
}

// expect managed_too_early (stream_host): The host reads memory that fill(int*) (launch 0, default stream) uses | mistakes.cu:17
static void managed_too_early()
{
    fill<<<GRID>>>(managed);
    sink = managed[3];
}

// expect told_where (stream_race): memset (stream 16) writes what copy to device (stream 15) writes | The earlier access is in there.cu:7
static void told_where()
{
    cudasimSource("folder/there.cu", 7);
    cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, a);
    cudasimSource(NULL, 0);
    cudaMemsetAsync(device, 0, BYTES, b);
}

// expect freed_in_use (stream_race): cudaFreeAsync (stream 16) frees what fill(int*) (launch 0, stream 15) writes
static void freed_in_use()
{
    int *p;
    cudaMallocAsync(&p, BYTES, a);
    fill<<<GRID, a>>>(p);
    cudaFreeAsync(p, b);
}

// expect used_before_allocated (stream_race): fill(int*) (launch 0, stream 16) writes what cudaMallocAsync (stream 15) writes
static void used_before_allocated()
{
    int *p;
    cudaMallocAsync(&p, BYTES, a);
    fill<<<GRID, b>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// expect registered_too_early (stream_host): The host reads memory that copy to host (stream 15) uses
static void registered_too_early()
{
    cudaMemcpyAsync(registered, device, BYTES, cudaMemcpyDeviceToHost, a);
    sink = registered[N / 2];
}

// expect registered_by_kernel (stream_host): The host writes memory that copy(int*, int const*) (launch 0, stream 15) uses | mistakes.cu:22
static void registered_by_kernel()
{
    copy<<<GRID, a>>>(other, registered);
    sink = registered[N / 2]; // reading is right
    registered[N / 2] = 1;
}

// expect registered_in_two (stream_race): fill(int*) (launch 0, stream 15) writes, and nothing orders them | The earlier access is in mistakes.cu:17
static void registered_in_two()
{
    fill<<<GRID, a>>>(registered);
    copy<<<GRID, b>>>(other, registered);
}

// expect two_copies_back (stream_host_copies): copy to host (stream 16) writes what copy to host (stream 15) writes
static void two_copies_back()
{
    cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, a);
    cudaMemcpyAsync(pinned, other, BYTES, cudaMemcpyDeviceToHost, b);
}

__global__ void lets_go(int *p)
{
    cudaTriggerProgrammaticLaunchCompletion();
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void begins_early(int *to, const int *from, bool waits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, value = from[i]; // too early
    if (waits)
        cudaGridDependencySynchronize();
    to[i] = value;
}

static void launch_early(bool waits)
{
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = N / 256;
    config.blockDim = 256;
    config.stream = a;
    config.attrs = &early;
    config.numAttrs = 1;
    lets_go<<<GRID, a>>>(device);
    cudaLaunchKernelEx(&config, begins_early, other, (const int *)device, waits);
    copy<<<GRID, a>>>(device, other); // waits for both
}

// expect reads_before_it_waits (stream_race): begins_early(int*, int const*, bool) (launch 1, stream 15) reads what lets_go(int*) (launch 0, stream 15) writes | cudaGridDependencySynchronize() comes later, or is missing
static void reads_before_it_waits() { launch_early(true); }

// expect never_waits (stream_race): begins_early(int*, int const*, bool) (launch 1, stream 15) reads what lets_go(int*) (launch 0, stream 15) writes
static void never_waits() { launch_early(false); }

static cudaGraphExec_t graph_of_two(bool edge)
{
    static int *to = other, *from = device;
    void *fill_args[] = {&from}, *copy_args[] = {&to, &from};
    cudaKernelNodeParams f = {}, c = {};
    f.func = (void *)fill;
    c.func = (void *)copy;
    f.gridDim = c.gridDim = dim3(N / 256);
    f.blockDim = c.blockDim = dim3(256);
    f.kernelParams = fill_args;
    c.kernelParams = copy_args;
    cudaGraph_t graph;
    cudaGraphNode_t first, second;
    cudaGraphExec_t exec;
    cudaGraphCreate(&graph, 0);
    if (cudasimSource)
        cudasimSource("mistakes.cu", 1001);
    cudaGraphAddKernelNode(&first, graph, NULL, 0, &f);
    if (cudasimSource)
        cudasimSource("mistakes.cu", 1002);
    cudaGraphAddKernelNode(&second, graph, &first, edge, &c);
    if (cudasimSource)
        cudasimSource("mistakes.cu", 1003);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    return exec;
}

// expect missing_edge (stream_race): copy(int*, int const*) (launch 1 at mistakes.cu:1002, graph 1) reads what fill(int*) (launch 0 at mistakes.cu:1001, graph 1) writes | The earlier access is in mistakes.cu:17
static void missing_edge()
{
    cudaGraphExec_t exec = graph_of_two(false);
    cudaGraphLaunch(exec, a);
    cudaStreamSynchronize(a);
    cudaGraphExecDestroy(exec);
}

// expect graph_not_waited_for (stream_race): copy to host (stream 16) reads what fill(int*) (launch 0 at mistakes.cu:1001, graph 1) writes
static void graph_not_waited_for()
{
    cudaGraphExec_t exec = graph_of_two(true);
    cudaGraphLaunch(exec, a);
    cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(a);
    cudaGraphExecDestroy(exec);
}

// expect captured_without_wait (stream_race): memset (graph 1) writes what copy(int*, int const*) (launch 0, graph 1) reads
static void captured_without_wait()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    copy<<<GRID, a>>>(other, device);
    cudaMemsetAsync(device, 0, BYTES, b);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join, 0);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, a);
    cudaStreamSynchronize(a);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)();
    } all[] = {
#define CASE(f) {#f, f}
        CASE(missing_wait), CASE(event_too_early), CASE(event_too_late), CASE(overwritten),
        CASE(memset_is_asynchronous), CASE(one_byte), CASE(second_reader),
        CASE(read_too_early), CASE(waited_for_the_wrong), CASE(source_reused),
        CASE(registered_too_early), CASE(registered_by_kernel), CASE(registered_in_two),
        CASE(managed_too_early), CASE(told_where), CASE(freed_in_use), CASE(used_before_allocated),
        CASE(two_copies_back), CASE(reads_before_it_waits), CASE(never_waits), CASE(missing_edge), CASE(graph_not_waited_for),
        CASE(captured_without_wait),
    };
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMalloc(&device, BYTES);
    cudaMalloc(&other, 2 * BYTES);
    cudaMallocHost(&pinned, BYTES);
    cudaMallocManaged(&managed, BYTES);
    registered = (int *)calloc(N, 4);
    cudaHostRegister(registered, BYTES, cudaHostRegisterDefault);
    cudaMemset(device, 0, BYTES);
    cudaDeviceSynchronize();
    memset(pinned, 0, BYTES);
    int status = 2;
    for (auto &c : all) {
        if (argc == 2 && !strcmp(argv[1], c.name)) {
            c.run();
            status = cudaDeviceSynchronize() != cudaSuccess;
            cudaHostUnregister(registered);
            free(registered);
        }
    }
    return status;
}
