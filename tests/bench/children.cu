// children.cu - the times of launches from kernels, by launching threads and number; adds to
// the lines of sweep.cu: name,microseconds,us. Build with -rdc=true.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

enum { REPEATS = 7, TOTAL = 2048 };

static void check(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s\n", cudaGetErrorString(e));
    exit(1);
}

__device__ int sink;
__global__ void empty() {}
__global__ void child(int times)
{
    int v = threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < times; k++)
        v = v * 5 + k;
    if (v == 77)
        sink = v;
}
enum Stream { BLOCKS_OWN, ALONE, TAIL, MADE };
// Thread 0 of every block, or every thread of the grid's first warps, launches n.
__global__ void parent(int n, int times, int grid, Stream how)
{
    if (threadIdx.x)
        return;
    cudaStream_t s = how == ALONE  ? cudaStreamFireAndForget
                     : how == TAIL ? cudaStreamTailLaunch
                                   : 0;
    if (how == MADE)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int i = 0; i < n; i++)
        child<<<grid, 32, 0, s>>>(times);
    if (how == MADE)
        cudaStreamDestroy(s);
}
__global__ void parent_threads(int n, int times)
{
    for (int i = 0; i < n; i++)
        child<<<1, 32, 0, cudaStreamFireAndForget>>>(times);
}
__global__ void nested(int depth, int times)
{
    if (threadIdx.x)
        return;
    if (depth)
        nested<<<1, 32>>>(depth - 1, times);
    else
        child<<<1, 32>>>(times);
}
__global__ void nested_tail(int depth)
{
    if (!threadIdx.x && depth)
        nested_tail<<<1, 32, 0, cudaStreamTailLaunch>>>(depth - 1);
}
__global__ void tree(int depth)
{
    if (!threadIdx.x && depth)
        for (int i = 0; i < 2; i++)
            tree<<<1, 32, 0, cudaStreamFireAndForget>>>(depth - 1);
}

static cudaEvent_t from, to;

template <class Work>
static void say(const char *name, int a, int b, int c, Work work)
{
    float us[REPEATS];
    for (int r = -1; r < REPEATS; r++) {
        check(cudaEventRecord(from));
        work();
        check(cudaGetLastError());
        check(cudaEventRecord(to));
        check(cudaEventSynchronize(to));
        float ms;
        check(cudaEventElapsedTime(&ms, from, to));
        if (r >= 0)
            us[r] = ms * 1000;
    }
    std::sort(us, us + REPEATS);
    printf("%s %d %d %d,%.3f,us\n", name, a, b, c, us[REPEATS / 2]);
    fflush(stdout);
}

int main()
{
    check(cudaEventCreate(&from));
    check(cudaEventCreate(&to));
    check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 32768));
    say("empty with a runtime", 1, 32, 0, [] { empty<<<1, 32>>>(); });
    static const char *const names[] = {"own stream", "fire and forget", "tail", "made stream"};
    for (int how = 0; how < 4; how++) {
        char name[64];
        snprintf(name, sizeof name, "children, %s: blocks each times", names[how]);
        static const int ways[][3] = {{1, 0, 0},     {1, 1, 0},     {1, 2, 0},      {1, 8, 0},
                                      {1, 64, 0},    {1, 512, 0},   {8, 1, 0},      {64, 1, 0},
                                      {512, 1, 0},   {2048, 1, 0},  {8, 8, 0},      {64, 8, 0},
                                      {1, 8, 10000}, {8, 1, 10000}, {64, 1, 10000}, {512, 1, 10000},
                                      {8, 8, 10000}, {132, 16, 0}};
        for (auto &w : ways) {
            if (how == MADE && w[0] * w[1] > 64)
                continue;
            if (how == TAIL && w[0] * w[1] > 512)
                continue;
            say(name, w[0], w[1], w[2], [=] { parent<<<w[0], 32>>>(w[1], w[2], 1, (Stream)how); });
        }
    }
    for (int grid : {1, 132, 1056})
        say("8 children of one block, grid", grid, 0, 10000,
            [=] { parent<<<1, 32>>>(8, 10000, grid, BLOCKS_OWN); });
    for (int n : {1, 32, 1024})
        say("children of all threads", n, 1, 0,
            [=] { parent_threads<<<max(n / 32, 1), min(n, 32)>>>(1, 0); });
    for (int depth : {0, 1, 2, 4, 8, 16})
        say("nested", depth, 0, 0, [=] { nested<<<1, 32>>>(depth, 0); });
    for (int depth : {1, 2, 4, 16, 64})
        say("tail after tail", depth, 0, 0, [=] { nested_tail<<<1, 32>>>(depth); });
    for (int depth : {1, 2, 4, 8})
        say("binary tree", depth, 0, 0, [=] { tree<<<1, 32>>>(depth); });
    say("16384 blocks, a child each", 16384, 1, 0,
        [] { parent<<<16384, 32>>>(1, 0, 1, BLOCKS_OWN); });
    return 0;
}
