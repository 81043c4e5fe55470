// What kernels ask the device runtime: limits, attributes of kernels, occupancy. The answers are
// those that the host gets; a kernel's own setting of the host is among them.
// NVCC: -rdc=true
#include "api.h"

__constant__ int table[3];

__global__ void __launch_bounds__(96) small(int *p)
{
    __shared__ int a[100];
    a[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = a[(threadIdx.x + 1) % blockDim.x] + table[0];
}

__global__ void never_used_by_host(int *p) { *p = 1; }

struct Answers {
    size_t limit[4];
    cudaFuncAttributes of, other;
    int blocks[3];
    cudaError_t errors[8];
};

__host__ __device__ void ask(Answers *a)
{
    const cudaLimit limits[4] = {cudaLimitStackSize, cudaLimitPrintfFifoSize,
                                 cudaLimitMallocHeapSize, cudaLimitDevRuntimePendingLaunchCount};
    for (int i = 0; i < 4; i++)
        a->errors[0] = cudaDeviceGetLimit(&a->limit[i], limits[i]);
    size_t none;
    a->errors[1] = cudaDeviceGetLimit(&none, (cudaLimit)77);
    a->errors[2] = cudaFuncGetAttributes(&a->of, (const void *)small);
    a->errors[3] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a->blocks[0], (const void *)small,
                                                                 64, 0);
    a->errors[4] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a->blocks[1], (const void *)small,
                                                                 64, 100000);
    a->errors[5] = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &a->blocks[2], (const void *)never_used_by_host, 1024, 0, cudaOccupancyDefault);
    a->errors[6] =
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a->blocks[2], (const void *)small, 0, 0);
    a->errors[7] = cudaFuncGetAttributes(&a->other, (const void *)never_used_by_host);
}

__global__ void asks(Answers *a) { ask(a); }

__global__ void asks_wrongly(const void *p, int *error)
{
    cudaFuncAttributes a;
    error[0] = cudaFuncGetAttributes(&a, p);
    error[1] = cudaGetLastError();
}

int main()
{
    Answers here = {}, *there;
    int *error;
    SHOW(cudaMallocManaged(&there, sizeof *there));
    SHOW(cudaMallocManaged(&error, 8));
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 3000));
    SHOW(cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, 120000));
    SHOW(cudaMemset(there, 0, sizeof *there));
    asks<<<1, 1>>>(there);
    SHOW(cudaDeviceSynchronize());
    ask(&here);
    (void)cudaGetLastError();
    printf("the same: %d\n", !memcmp(there, &here, sizeof here));
    printf("%zu %zu %zu %zu\n", here.limit[0], here.limit[1], here.limit[2], here.limit[3]);
    printf("%zu %d %d %zu, %d %d %d\n", there->of.sharedSizeBytes, there->of.maxThreadsPerBlock,
           there->of.maxDynamicSharedSizeBytes, there->of.constSizeBytes, there->blocks[0],
           there->blocks[1], there->blocks[2]);
    printf("errors:");
    for (cudaError_t e : there->errors)
        printf(" %s", short_name(e));
    printf("\n");
    asks_wrongly<<<1, 1>>>(there, error);
    SHOW(cudaDeviceSynchronize());
    printf("%s %s\n", cudaGetErrorName((cudaError_t)error[0]),
           cudaGetErrorName((cudaError_t)error[1]));
    SHOW(cudaFree(there));
    SHOW(cudaFree(error));
}

/* EXPECT
cudaMallocManaged(&there, sizeof *there): ok
cudaMallocManaged(&error, 8): ok
cudaDeviceSetLimit(cudaLimitStackSize, 3000): ok
cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, 120000): ok
cudaMemset(there, 0, sizeof *there): ok
cudaDeviceSynchronize(): ok
the same: 1
3008 8650752 8388608 2048
400 96 120000 12, 32 2 2
errors: ok InvalidValue ok ok ok ok InvalidValue ok
cudaDeviceSynchronize(): ok
cudaErrorInvalidDeviceFunction cudaErrorInvalidDeviceFunction
cudaFree(there): ok
cudaFree(error): ok
END */
