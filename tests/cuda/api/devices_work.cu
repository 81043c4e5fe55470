// Work of two devices: a kernel that waits for a flag which the other device sets, a host thread for
// each device, a graph with nodes on both, and what a reset of one device takes.
// CUDASIM: --devices 2
#include "api.h"

#include <thread>

enum { N = 1 << 12, ROUNDS = 20 };

__global__ void wait_for(volatile int *flag, int *out)
{
    while (!*flag) {
    }
    *out = *flag;
}

__global__ void set(volatile int *flag) { *flag = 42; }

__global__ void fill(int *p, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = first + i;
}

static int *memory[2];

static int first_of(const int *p)
{
    int value = -1;
    cudaMemcpy(&value, p, sizeof value, cudaMemcpyDefault);
    return value;
}

static void flags()
{
    int *flag, *out;
    cudaSetDevice(1);
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    SHOW(cudaDeviceEnablePeerAccess(1, 0));
    cudaMalloc(&out, 4);
    wait_for<<<1, 1>>>(flag, out);
    cudaSetDevice(1);
    LAUNCHED(set<<<1, 1>>>(flag));
    cudaSetDevice(0);
    SHOW(cudaDeviceSynchronize());
    printf("%d\n", first_of(out));
    cudaFree(flag);
    cudaFree(out);
}

static void work_of(int number, bool *right)
{
    int *host, now = -1;
    cudaStream_t s;
    cudaSetDevice(number);
    cudaStreamCreate(&s);
    cudaMalloc(&memory[number], N * sizeof(int));
    cudaMallocHost(&host, N * sizeof(int));
    *right = true;
    for (int i = 0; i < ROUNDS; i++) {
        fill<<<N / 256, 256, 0, s>>>(memory[number], number * 100 + i);
        cudaMemcpyAsync(host, memory[number], N * sizeof(int), cudaMemcpyDefault, s);
        cudaStreamSynchronize(s);
        cudaGetDevice(&now);
        *right &= now == number && host[0] == number * 100 + i && host[N - 1] == host[0] + N - 1;
    }
    *right &= !cudaGetLastError();
    cudaFreeHost(host);
    cudaStreamDestroy(s);
}

static void threads()
{
    bool right[2];
    std::thread one(work_of, 1, &right[1]);
    work_of(0, &right[0]);
    one.join();
    printf("device 0 right %d, device 1 right %d\n", right[0], right[1]);
}

static void graph()
{
    cudaStream_t s[2];
    cudaEvent_t e[2];
    cudaGraph_t g;
    cudaGraphExec_t x;
    for (int d = 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaStreamCreate(&s[d]);
        cudaEventCreate(&e[d]);
    }
    SHOW(cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal));
    fill<<<1, 32, 0, s[0]>>>(memory[0], 7);
    SHOW(cudaEventRecord(e[0], s[0]));
    SHOW(cudaStreamWaitEvent(s[1], e[0], 0));
    cudaSetDevice(1);
    fill<<<1, 32, 0, s[1]>>>(memory[1], 8);
    SHOW(cudaEventRecord(e[1], s[1]));
    SHOW(cudaStreamWaitEvent(s[0], e[1], 0));
    cudaSetDevice(0);
    SHOW(cudaStreamEndCapture(s[0], &g));
    SHOW(cudaGraphInstantiate(&x, g, 0));
    printf("before: %d %d\n", first_of(memory[0]), first_of(memory[1]));
    SHOW(cudaGraphLaunch(x, s[0]));
    SHOW(cudaStreamSynchronize(s[0]));
    printf("after: %d %d\n", first_of(memory[0]), first_of(memory[1]));
}

static void reset()
{
    cudaPointerAttributes a;
    cudaSetDevice(0);
    SHOW(cudaDeviceReset());
    SHOW(cudaPointerGetAttributes(&a, memory[0]));
    printf("type %d\n", (int)a.type);
    printf("of device 1: %d\n", first_of(memory[1]));
    SHOW(cudaFree(memory[1]));
    cudaSetDevice(1);
    SHOW(cudaDeviceReset());
}

int main()
{
    flags();
    threads();
    graph();
    reset();
}

/* EXPECT
cudaDeviceEnablePeerAccess(1, 0): ok
set<<<1, 1>>>(flag): ok, ok
cudaDeviceSynchronize(): ok
42
device 0 right 1, device 1 right 1
cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal): ok
cudaEventRecord(e[0], s[0]): ok
cudaStreamWaitEvent(s[1], e[0], 0): ok
cudaEventRecord(e[1], s[1]): ok
cudaStreamWaitEvent(s[0], e[1], 0): ok
cudaStreamEndCapture(s[0], &g): ok
cudaGraphInstantiate(&x, g, 0): ok
before: 19 119
cudaGraphLaunch(x, s[0]): ok
cudaStreamSynchronize(s[0]): ok
after: 7 8
cudaDeviceReset(): ok
cudaPointerGetAttributes(&a, memory[0]): ok
type 0
of device 1: 8
cudaFree(memory[1]): ok
cudaDeviceReset(): ok
END */
