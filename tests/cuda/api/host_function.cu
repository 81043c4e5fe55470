// The calls of CUDA that a host function in a stream may make: nearly none.
#include "api.h"

__global__ void one(int *d) { *d = 1; }

static cudaStream_t s, t;
static cudaEvent_t e;
static int *d, h;

static void CUDART_CB asks(void *)
{
    void *p = nullptr;
    int n;
    size_t a, b;
    cudaDeviceProp properties;
    cudaPointerAttributes attributes;
    cudaFuncAttributes function;
    SHOW(cudaMalloc(&p, 4));
    SHOW(cudaMallocHost(&p, 4));
    SHOW(cudaFree(0));
    SHOW(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyAsync(d, &h, 4, cudaMemcpyHostToDevice, t));
    SHOW(cudaMemset(d, 0, 4));
    one<<<1, 1, 0, t>>>(d);
    SHOW(cudaGetLastError());
    SHOW(cudaPeekAtLastError());
    SHOW(cudaStreamCreate(&t));
    SHOW(cudaStreamQuery(t));
    SHOW(cudaStreamSynchronize(t));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaLaunchHostFunc(t, asks, nullptr));
    SHOW(cudaEventCreate(&e));
    SHOW(cudaEventRecord(e, t));
    SHOW(cudaEventQuery(e));
    SHOW(cudaGetDevice(&n));
    SHOW(cudaSetDevice(0));
    SHOW(cudaGetDeviceCount(&n));
    SHOW(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
    SHOW(cudaGetDeviceProperties(&properties, 0));
    SHOW(cudaRuntimeGetVersion(&n));
    SHOW(cudaMemGetInfo(&a, &b));
    SHOW(cudaPointerGetAttributes(&attributes, d));
    SHOW(cudaFuncGetAttributes(&function, one));
}

static void CUDART_CB calls(cudaStream_t, cudaError_t, void *)
{
    SHOW(cudaStreamQuery(s));
}

int main()
{
    cudaMalloc(&d, 4);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&e);
    cudaLaunchHostFunc(s, asks, nullptr);
    SHOW(cudaStreamSynchronize(s));
    cudaStreamAddCallback(s, calls, nullptr, 0);
    SHOW(cudaStreamSynchronize(s));
    SHOW(cudaGetLastError());
}

/* EXPECT H200
cudaMalloc(&p, 4): NotPermitted
cudaMallocHost(&p, 4): NotPermitted
cudaFree(0): NotPermitted
cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost): NotPermitted
cudaMemcpyAsync(d, &h, 4, cudaMemcpyHostToDevice, t): NotPermitted
cudaMemset(d, 0, 4): NotPermitted
cudaGetLastError(): NotPermitted
cudaPeekAtLastError(): ok
cudaStreamCreate(&t): NotPermitted
cudaStreamQuery(t): NotPermitted
cudaStreamSynchronize(t): NotPermitted
cudaDeviceSynchronize(): NotPermitted
cudaLaunchHostFunc(t, asks, nullptr): NotPermitted
cudaEventCreate(&e): NotPermitted
cudaEventRecord(e, t): NotPermitted
cudaEventQuery(e): ok
cudaGetDevice(&n): NotPermitted
cudaSetDevice(0): NotPermitted
cudaGetDeviceCount(&n): ok
cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0): NotPermitted
cudaGetDeviceProperties(&properties, 0): ok
cudaRuntimeGetVersion(&n): ok
cudaMemGetInfo(&a, &b): NotPermitted
cudaPointerGetAttributes(&attributes, d): NotPermitted
cudaFuncGetAttributes(&function, one): NotPermitted
cudaStreamSynchronize(s): ok
cudaStreamQuery(s): NotPermitted
cudaStreamSynchronize(s): ok
cudaGetLastError(): ok
END */
