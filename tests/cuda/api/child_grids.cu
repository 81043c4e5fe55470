// Launches from kernels: nesting, streams of the device runtime, tail launches, copies
// and memsets, errors of impossible launches, names of errors. An H200 prints the same
// (the last two lines were not compared), but runs the two trees of hello at the same time.
// Nesting has no limit any more: each launch of a chain counts as a pending launch.
// NVCC: -rdc=true
/* EXPECT
depth 0 block 0 threads 8
depth 0 block 1 threads 8
depth 1 block 0 threads 4
depth 2 block 0 threads 2
depth 3 block 0 threads 1
depth 1 block 0 threads 4
depth 2 block 0 threads 2
depth 3 block 0 threads 1
hello: no error
tail sees 7 9
parent: no error
7 9 9 0
depth: cudaErrorLaunchPendingCountExceeded after 2048 nested launches
pending limit: cudaErrorLaunchPendingCountExceeded after 100
chain of tail launches: 20000
cudaErrorIllegalAddress: an illegal memory access was encountered, cudaErrorLaunchPendingCountExceeded
attributes: 132 multiprocessors, warps of 32, 101, 1
END */
#include <cstdio>

__global__ void hello(int depth)
{
    if (threadIdx.x)
        return;
    printf("depth %d block %d threads %d\n", depth, blockIdx.x, blockDim.x);
    if (blockDim.x > 1)
        hello<<<1, blockDim.x / 2>>>(depth + 1);
}

__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }

__global__ void tail(int *p) { printf("tail sees %d %d\n", p[0], p[40]); }

__global__ void parent(int *p)
{
    if (threadIdx.x)
        return;
    tail<<<1, 1, 0, cudaStreamTailLaunch>>>(p); // last, although launched first
    fill<<<1, 32>>>(p, 7);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    fill<<<1, 32, 0, s>>>(p + 32, 9);
    cudaStreamDestroy(s);
    fill<<<1, 32, 0, cudaStreamFireAndForget>>>(p + 128, 3);
    cudaMemcpyAsync(p + 64, p + 32, 4, cudaMemcpyDeviceToDevice, 0);
    cudaMemsetAsync(p + 65, 0, 4, 0);
}

__global__ void deeper(int *result, int depth)
{
    result[0] = depth;
    deeper<<<1, 1>>>(result, depth + 1);
    cudaError_t e = cudaGetLastError();
    if (e)
        result[1] = e;
}

__global__ void many(int *result)
{
    for (int i = 0; i < 200; i++) {
        fill<<<1, 1, 0, cudaStreamTailLaunch>>>(result + 2, i);
        cudaError_t e = cudaGetLastError();
        if (e) {
            result[0] = i;
            result[1] = e;
            return;
        }
    }
}

__global__ void chain(int *count, int n)
{
    ++*count;
    if (n > 1)
        chain<<<1, 1, 0, cudaStreamTailLaunch>>>(count, n - 1);
}

// Kernels know the name of every error, as the host does.
__global__ void names(cudaError_t a, cudaError_t b)
{
    printf("%s: %s, %s\n", cudaGetErrorName(a), cudaGetErrorString(a), cudaGetErrorName(b));
}

__global__ void attributes()
{
    int processors, warp, none;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
    printf("attributes: %d multiprocessors, warps of %d, %d, %d\n", processors, warp,
           cudaDeviceGetAttribute(&none, cudaDevAttrWarpSize, 9),
           cudaDeviceGetAttribute(&none, (cudaDeviceAttr)9999, 0));
}

int main()
{
    int *p, h[70];
    hello<<<2, 8>>>(0);
    printf("hello: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMalloc(&p, 4096);
    cudaMemset(p, 0, 4096);
    parent<<<1, 32>>>(p);
    printf("parent: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[32], h[64], h[65]);
    deeper<<<1, 1>>>(p, 0);
    cudaMemcpy(h, p, 8, cudaMemcpyDeviceToHost);
    printf("depth: %s after %d nested launches\n", cudaGetErrorName((cudaError_t)h[1]), h[0]);
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 100);
    many<<<1, 1>>>(p);
    cudaMemcpy(h, p, 8, cudaMemcpyDeviceToHost);
    printf("pending limit: %s after %d\n", cudaGetErrorName((cudaError_t)h[1]), h[0]);
    cudaMemset(p, 0, 4);
    chain<<<1, 1>>>(p, 20000);
    cudaMemcpy(h, p, 4, cudaMemcpyDeviceToHost);
    printf("chain of tail launches: %d\n", h[0]);
    names<<<1, 1>>>(cudaErrorIllegalAddress, cudaErrorLaunchPendingCountExceeded);
    cudaDeviceSynchronize();
    cudaFree(p);
    attributes<<<1, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}
