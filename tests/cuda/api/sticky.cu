// After a kernel has faulted: the host does not know until it waits. Then nearly every
// call fails, with the same error.
#include "api.h"

__device__ int variable;
__global__ void empty() {}
__global__ void set(int *p) { *p = 1; }

int main()
{
    int *d, h, n;
    void *p;
    size_t bytes;
    float ms;
    cudaEvent_t a, b;
    cudaStream_t s;
    cudaDeviceProp prop;
    cudaPointerAttributes pointer;
    cudaFuncAttributes function;
    SHOW(cudaMalloc(&d, 64));
    SHOW(cudaEventCreate(&a));
    SHOW(cudaEventCreate(&b));
    SHOW(cudaStreamCreate(&s));
    SHOW(cudaEventRecord(a));
    set<<<1, 1>>>((int *)16);
    SHOW(cudaGetLastError());
    SHOW(cudaEventRecord(b));
    SHOW(cudaMalloc(&p, 4));
    SHOW(cudaPeekAtLastError());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaFree(d));
    SHOW(cudaFree(0));
    SHOW(cudaMallocHost(&p, 4));
    SHOW(cudaMemGetInfo(&bytes, &bytes));
    SHOW(cudaStreamDestroy(s));
    SHOW(cudaEventElapsedTime(&ms, a, b));
    SHOW(cudaEventQuery(a));
    SHOW(cudaEventDestroy(a));
    SHOW(cudaFuncGetAttributes(&function, empty));
    SHOW(cudaGetSymbolAddress(&p, variable));
    SHOW(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 32, 0));
    SHOW(cudaGetDevice(&n));
    SHOW(cudaGetDeviceCount(&n));
    SHOW(cudaSetDevice(0));
    SHOW(cudaDriverGetVersion(&n));
    SHOW(cudaRuntimeGetVersion(&n));
    SHOW(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
    SHOW(cudaGetDeviceProperties(&prop, 0));
    SHOW(cudaPointerGetAttributes(&pointer, d));
    LAUNCHED(empty<<<1, 1>>>());
    SHOW(cudaGetLastError());
    SHOW(cudaDeviceReset());
    SHOW(cudaGetLastError());
    SHOW(cudaMalloc(&d, 4));
}

/* EXPECT H200
cudaMalloc(&d, 64): ok
cudaEventCreate(&a): ok
cudaEventCreate(&b): ok
cudaStreamCreate(&s): ok
cudaEventRecord(a): ok
cudaGetLastError(): ok
cudaEventRecord(b): ok
cudaMalloc(&p, 4): ok
cudaPeekAtLastError(): ok
cudaDeviceSynchronize(): IllegalAddress
cudaGetLastError(): IllegalAddress
cudaGetLastError(): ok
cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost): IllegalAddress
cudaFree(d): IllegalAddress
cudaFree(0): IllegalAddress
cudaMallocHost(&p, 4): IllegalAddress
cudaMemGetInfo(&bytes, &bytes): IllegalAddress
cudaStreamDestroy(s): IllegalAddress
cudaEventElapsedTime(&ms, a, b): IllegalAddress
cudaEventQuery(a): IllegalAddress
cudaEventDestroy(a): IllegalAddress
cudaFuncGetAttributes(&function, empty): IllegalAddress
cudaGetSymbolAddress(&p, variable): IllegalAddress
cudaDeviceGetLimit(&bytes, cudaLimitStackSize): IllegalAddress
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 32, 0): IllegalAddress
cudaGetDevice(&n): ok
cudaGetDeviceCount(&n): ok
cudaSetDevice(0): ok
cudaDriverGetVersion(&n): ok
cudaRuntimeGetVersion(&n): ok
cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0): ok
cudaGetDeviceProperties(&prop, 0): ok
cudaPointerGetAttributes(&pointer, d): ok
empty<<<1, 1>>>(): IllegalAddress, IllegalAddress
cudaGetLastError(): IllegalAddress
cudaDeviceReset(): ok
cudaGetLastError(): ok
cudaMalloc(&d, 4): DevicesUnavailable
END */
