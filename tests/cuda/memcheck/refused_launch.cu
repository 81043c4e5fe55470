// Launches by kernels that the device runtime refuses; nothing else tells the host.
// NVCC: -rdc=true
// expect: memcheck error (launch_refused) empty - "cudaErrorInvalidConfiguration. it was a launch of (0,1,1) blocks of (32,1,1)"
// expect: memcheck error (launch_refused) large - "cudaErrorInvalidConfiguration. it was a launch of (1,1,1) blocks of (2048,1,1)"
// expect: memcheck warning (launch_refused) deep - "cudaErrorLaunchPendingCountExceeded"
__global__ void child(int *d) { d[threadIdx.x] = 1; }

__global__ void parent(int *d, int n)
{
    child<<<n / 32, 32>>>(d); // [empty]
    child<<<1, n + 2047>>>(d); // [large]
    if (n >= 32)
        child<<<1, 32>>>(d);
}

__global__ void tails(int *d, int n)
{
    for (int i = 0; i < n; i++)
        child<<<1, 32, 0, cudaStreamTailLaunch>>>(d); // [deep]
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    parent<<<1, 1>>>(d, 1);
    tails<<<1, 1>>>(d, 5);
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 3);
    tails<<<1, 1>>>(d, 5);
    cudaFree(d);
}
