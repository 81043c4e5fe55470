// queues_probe.cu - which jobs keep a kernel of another stream from starting. In all experiments a
// long kernel runs in stream A, on one multiprocessor; jobs follow that wait for it; then a job in
// stream B that depends on nothing. Is this job done while the long kernel runs? A row is
// `name,value,unit`.
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -o queues_probe tests/gpu/queues_probe.cu && ./queues_probe
//
//   behind_KIND_connections_C     B's kernel, behind one job of this kind in A: 1 if it waits
//   KIND_waits_connections_C      a job of this kind in B, behind a kernel in A that waits: 1 if it
//                                 waits
//   window_KIND_connections_C     so many jobs of this kind in A, and B's kernel does not wait
//   host_late_KIND_connections_C  1: with one job more the host itself has to wait
//   streams_connections_C         so many streams with a waiting kernel, and that of another stream
//                                 does not wait
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum {
    LONG_MS = 60,     // the long kernel
    PATIENCE_MS = 40, // a job that is not done by then waits for the long kernel
    MANY = 4096,      // jobs in between, at most
    STREAMS = 64,
    BYTES = 4096
};

static double host_ms()
{
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

__global__ void nothing() {}

__global__ void runs_for(unsigned long long ns)
{
    unsigned long long begin, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - begin < ns);
}

enum {
    KERNEL,
    MEMSET,
    ON_DEVICE,
    TO_DEVICE,
    TO_HOST,
    RECORD,
    WAIT_EVENT,
    HOST_FUNCTION,
    QUERY,
    KINDS
};
static const char *const kinds[KINDS] = {"kernel",         "memset",        "copy_on_device",
                                         "copy_to_device", "copy_to_host",  "record",
                                         "wait_event",     "host_function", "query"};

static cudaStream_t stream[STREAMS];
static cudaEvent_t recorded, waited_for;
static char *device, *pinned;

static void CUDART_CB ignore(void *) {}

static void issue(int kind, cudaStream_t s)
{
    switch (kind) {
    case KERNEL:
        nothing<<<1, 1, 0, s>>>();
        CHECK(cudaGetLastError());
        break;
    case MEMSET: CHECK(cudaMemsetAsync(device, 0, BYTES, s)); break;
    case ON_DEVICE:
        CHECK(cudaMemcpyAsync(device, device + BYTES, BYTES, cudaMemcpyDeviceToDevice, s));
        break;
    case TO_DEVICE: CHECK(cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, s)); break;
    case TO_HOST: CHECK(cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, s)); break;
    case RECORD: CHECK(cudaEventRecord(recorded, s)); break;
    case WAIT_EVENT: // of a third stream, for the long kernel
        CHECK(cudaStreamWaitEvent(stream[STREAMS - 1], waited_for, 0));
        break;
    case HOST_FUNCTION: CHECK(cudaLaunchHostFunc(s, ignore, nullptr)); break;
    case QUERY: (void)cudaStreamQuery(s); break;
    }
}

struct Outcome {
    bool waits, late; // the job in B; the host, to issue it
};

// A long kernel in stream 0, `jobs` of a kind behind it, and then one job in the stream `other`.
static Outcome watch(int kind, int jobs, int streams, int kind_of_other)
{
    cudaStream_t other = stream[streams];
    double begin = host_ms();
    for (int s = 0; s < streams; s++) {
        runs_for<<<1, 1, 0, stream[s]>>>(LONG_MS * 1000000ull);
        if (s == 0)
            CHECK(cudaEventRecord(waited_for, stream[0]));
        for (int k = 0; k < jobs; k++)
            issue(kind, stream[s]);
    }
    issue(kind_of_other, other);
    Outcome o = {true, host_ms() - begin > PATIENCE_MS};
    while (o.waits && host_ms() - begin < PATIENCE_MS)
        o.waits = cudaStreamQuery(other) == cudaErrorNotReady;
    CHECK(cudaDeviceSynchronize());
    return o;
}

static bool passes(int kind, int jobs) { return !watch(kind, jobs, 1, KERNEL).waits; }

static void row(const char *what, const char *kind, int connections, int value, const char *unit)
{
    printf("%s%s_connections_%d,%d,%s\n", what, kind, connections, value, unit);
    fflush(stdout);
}

static void ask(int connections)
{
    char text[16];
    snprintf(text, sizeof text, "%d", connections);
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", text, 1);
    for (cudaStream_t &s : stream)
        CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&recorded, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&waited_for, cudaEventDisableTiming));
    CHECK(cudaMalloc(&device, 2 * BYTES));
    CHECK(cudaMallocHost(&pinned, BYTES));
    for (int k = 0; k < KINDS; k++) // the first ones load code
        issue(k, stream[1]);
    runs_for<<<1, 1>>>(1);
    CHECK(cudaDeviceSynchronize());

    for (int k = 0; k < KINDS; k++)
        row("behind_", kinds[k], connections, watch(k, 1, 1, KERNEL).waits, "");
    for (int k = 0; k < WAIT_EVENT; k++) {
        char name[64];
        snprintf(name, sizeof name, "%s_waits", kinds[k]);
        row("", name, connections, watch(KERNEL, 1, 1, k).waits, "");
    }
    for (int k = 0; k < KINDS; k++) {
        int pass = 0, fail = MANY + 1;
        while (fail - pass > 1) {
            int middle = pass == 0 && fail == MANY + 1 ? MANY : (pass + fail) / 2;
            (passes(k, middle) ? pass : fail) = middle;
        }
        row("window_", kinds[k], connections, pass, "jobs");
        if (pass < MANY)
            row("host_late_", kinds[k], connections, watch(k, pass + 1, 1, KERNEL).late, "");
    }
    int streams = 0;
    while (streams + 2 < STREAMS && !watch(KERNEL, 1, streams + 1, KERNEL).waits)
        streams++;
    row("streams", "", connections, streams, "streams");
}

int main()
{
    printf("name,value,unit\n");
    fflush(stdout);
    for (int connections : {1, 8, 32}) { // a process each: the number is read once
        if (fork() == 0) {
            ask(connections);
            exit(0);
        }
        int status;
        wait(&status);
        if (status != 0)
            return 1;
    }
    return 0;
}
