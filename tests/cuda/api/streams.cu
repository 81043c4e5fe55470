// Streams, events, host functions, stream-ordered memory.
#include "api.h"

__global__ void spin(long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles) {
    }
}
__global__ void increment(int *p) { ++*p; }

static void events()
{
    cudaEvent_t a, b, untimed;
    float ms;
    SHOW(cudaEventCreate(&a));
    SHOW(cudaEventCreate(&b));
    SHOW(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    SHOW(cudaEventCreateWithFlags(&untimed, 0x100));
    SHOW(cudaEventCreateWithFlags(&untimed, cudaEventInterprocess));
    SHOW(cudaEventElapsedTime(&ms, a, a));
    SHOW(cudaEventQuery(a));
    SHOW(cudaEventSynchronize(a));
    SHOW(cudaEventRecord(a));
    SHOW(cudaEventRecord(untimed));
    SHOW(cudaEventSynchronize(untimed));
    SHOW(cudaEventElapsedTime(&ms, a, untimed));
    SHOW(cudaEventElapsedTime(&ms, a, a));
    printf("%g\n", ms);
    SHOW(cudaEventElapsedTime(0, a, a));
    SHOW(cudaEventRecord(0));
    SHOW(cudaEventDestroy(0));
    spin<<<1, 1>>>(2000000);
    SHOW(cudaEventRecord(b));
    SHOW(cudaEventQuery(b));
    SHOW(cudaEventElapsedTime(&ms, a, b));
    SHOW(cudaStreamQuery(0));
    SHOW(cudaPeekAtLastError());
    SHOW(cudaEventSynchronize(b));
    SHOW(cudaEventElapsedTime(&ms, a, b));
    printf("%d\n", ms > 0);
    SHOW(cudaEventElapsedTime(&ms, b, a)); // in the wrong order, with work between them
    printf("%d\n", ms < 0);
    cudaEventRecord(a);
    cudaEventRecord(b);
    SHOW(cudaEventSynchronize(b));
    SHOW(cudaEventElapsedTime(&ms, b, a)); // and without
    printf("%d\n", ms < 0);
    SHOW(cudaEventDestroy(b));
}

static void on_host(void *user) { printf("host function %d\n", *(int *)user); }

static void callback(cudaStream_t, cudaError_t status, void *user)
{
    printf("callback %d %s\n", *(int *)user, short_name(status));
}

static void streams()
{
    cudaStream_t s;
    cudaEvent_t e;
    int low, high, n, one = 1, two = 2;
    unsigned flags;
    SHOW(cudaDeviceGetStreamPriorityRange(&low, &high));
    printf("%d %d\n", low, high);
    SHOW(cudaStreamCreate(&s));
    SHOW(cudaStreamCreateWithFlags(&s, 7));
    SHOW(cudaStreamCreateWithPriority(&s, 0, -99));
    SHOW(cudaStreamGetPriority(s, &n));
    SHOW(cudaStreamGetFlags(s, &flags));
    printf("%d %u\n", n, flags);
    SHOW(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 99));
    SHOW(cudaStreamGetPriority(s, &n));
    SHOW(cudaStreamGetFlags(s, &flags));
    printf("%d %u\n", n, flags);
    SHOW(cudaEventCreate(&e));
    SHOW(cudaEventRecord(e, s));
    SHOW(cudaStreamWaitEvent(s, e, 0));
    SHOW(cudaStreamWaitEvent(s, 0, 0));
    SHOW(cudaStreamWaitEvent(s, e, 5));
    SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    SHOW(cudaStreamQuery(cudaStreamLegacy));
    cudaError_t launched = cudaLaunchHostFunc(s, on_host, &one);
    SHOW(cudaStreamSynchronize(s));
    cudaError_t added = cudaStreamAddCallback(s, callback, &two, 0);
    SHOW(cudaStreamSynchronize(s));
    printf("%s %s\n", short_name(launched), short_name(added));
    SHOW(cudaStreamDestroy(s));
    SHOW(cudaStreamDestroy(0));
    SHOW(cudaStreamDestroy(cudaStreamPerThread));
}

static void stream_order()
{
    cudaStream_t s;
    int *p, h = 0;
    void *q;
    SHOW(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    SHOW(cudaMallocAsync(&p, 4, s));
    SHOW(cudaMemsetAsync(p, 0, 4, s));
    for (int i = 0; i < 3; i++)
        increment<<<1, 1, 0, s>>>(p);
    SHOW(cudaMemcpyAsync(&h, p, 4, cudaMemcpyDeviceToHost, s));
    SHOW(cudaFreeAsync(p, s));
    SHOW(cudaStreamSynchronize(s));
    printf("%d\n", h);
    SHOW(cudaFreeAsync(p, s));
    SHOW(cudaFreeAsync(0, s));
    SHOW(cudaMallocAsync(&q, 0, s));
    SHOW(cudaMallocAsync(&q, 64, s));
    SHOW(cudaStreamSynchronize(s));
    SHOW(cudaFree(q));
    SHOW(cudaMalloc(&q, 64));
    SHOW(cudaFreeAsync(q, s));
    SHOW(cudaDeviceSynchronize());
}

int main()
{
    setvbuf(stdout, 0, _IOLBF, 0);
    events();
    streams();
    stream_order();
}

/* EXPECT H200
cudaEventCreate(&a): ok
cudaEventCreate(&b): ok
cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming): ok
cudaEventCreateWithFlags(&untimed, 0x100): InvalidValue
cudaEventCreateWithFlags(&untimed, cudaEventInterprocess): InvalidValue
cudaEventElapsedTime(&ms, a, a): InvalidResourceHandle
cudaEventQuery(a): ok
cudaEventSynchronize(a): ok
cudaEventRecord(a): ok
cudaEventRecord(untimed): ok
cudaEventSynchronize(untimed): ok
cudaEventElapsedTime(&ms, a, untimed): InvalidResourceHandle
cudaEventElapsedTime(&ms, a, a): ok
0
cudaEventElapsedTime(0, a, a): InvalidValue
cudaEventRecord(0): InvalidResourceHandle
cudaEventDestroy(0): InvalidResourceHandle
cudaEventRecord(b): ok
cudaEventQuery(b): NotReady
cudaEventElapsedTime(&ms, a, b): NotReady
cudaStreamQuery(0): NotReady
cudaPeekAtLastError(): InvalidResourceHandle
cudaEventSynchronize(b): ok
cudaEventElapsedTime(&ms, a, b): ok
1
cudaEventElapsedTime(&ms, b, a): ok
1
cudaEventSynchronize(b): ok
cudaEventElapsedTime(&ms, b, a): ok
1
cudaEventDestroy(b): ok
cudaDeviceGetStreamPriorityRange(&low, &high): ok
0 -5
cudaStreamCreate(&s): ok
cudaStreamCreateWithFlags(&s, 7): InvalidValue
cudaStreamCreateWithPriority(&s, 0, -99): ok
cudaStreamGetPriority(s, &n): ok
cudaStreamGetFlags(s, &flags): ok
-5 0
cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 99): ok
cudaStreamGetPriority(s, &n): ok
cudaStreamGetFlags(s, &flags): ok
0 1
cudaEventCreate(&e): ok
cudaEventRecord(e, s): ok
cudaStreamWaitEvent(s, e, 0): ok
cudaStreamWaitEvent(s, 0, 0): InvalidResourceHandle
cudaStreamWaitEvent(s, e, 5): InvalidValue
cudaStreamSynchronize(cudaStreamPerThread): ok
cudaStreamQuery(cudaStreamLegacy): ok
host function 1
cudaStreamSynchronize(s): ok
callback 2 ok
cudaStreamSynchronize(s): ok
ok ok
cudaStreamDestroy(s): ok
cudaStreamDestroy(0): InvalidResourceHandle
cudaStreamDestroy(cudaStreamPerThread): InvalidResourceHandle
cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking): ok
cudaMallocAsync(&p, 4, s): ok
cudaMemsetAsync(p, 0, 4, s): ok
cudaMemcpyAsync(&h, p, 4, cudaMemcpyDeviceToHost, s): ok
cudaFreeAsync(p, s): ok
cudaStreamSynchronize(s): ok
3
cudaFreeAsync(p, s): InvalidValue
cudaFreeAsync(0, s): ok
cudaMallocAsync(&q, 0, s): ok
cudaMallocAsync(&q, 64, s): ok
cudaStreamSynchronize(s): ok
cudaFree(q): ok
cudaMalloc(&q, 64): ok
cudaFreeAsync(q, s): ok
cudaDeviceSynchronize(): ok
END */
