// grid_barrier.cu - a barrier of all blocks by the functions of the device runtime library, as Numba
// calls them: after it, every block has the stores of all blocks. Without a cooperative launch there
// is no handle.
// NVCC: -rdc=true
// CUDASIM: --tool all
#include <cstdio>

__device__ int part[8];

__global__ void rounds(int *sum, cudaError_t *e)
{
    unsigned long long grid = cudaCGGetIntrinsicHandle(cudaCGScopeGrid);
    for (int round = 1; round <= 3; round++) {
        if (threadIdx.x == 0)
            part[blockIdx.x] = round * (blockIdx.x + 1);
        cudaError_t now = cudaCGSynchronize(grid, 0);
        if (blockIdx.x == 0 && threadIdx.x == 0)
            *e = now;
        int all = 0;
        for (int b = 0; b < gridDim.x; b++)
            all += part[b];
        if (threadIdx.x == 0)
            sum[blockIdx.x] = all;
        cudaCGSynchronize(grid, 0);
    }
}

int main()
{
    int *sum, n = 0;
    cudaError_t *e;
    cudaMallocManaged(&sum, 8 * sizeof *sum);
    cudaMallocManaged(&e, sizeof *e);
    void *args[] = {&sum, &e};
    cudaLaunchCooperativeKernel((void *)rounds, 8, 64, args, 0, nullptr);
    printf("%d, ", cudaDeviceSynchronize());
    for (int b = 0; b < 8; b++)
        n += sum[b] == 3 * 36;
    printf("%d blocks, %d\n", n, *e);
    rounds<<<1, 1>>>(sum, e);
    printf("%d, ", cudaDeviceSynchronize());
    printf("%d\n", *e);
    cudaFree(sum), cudaFree(e);
    return 0;
}
/* EXPECT
0, 8 blocks, 0
0, 1
END */
