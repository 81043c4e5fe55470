// What CUDA does not promise about child grids, one mistake per function.
// NVCC: -rdc=true
// expect: racecheck error (race_child) read_back fill "a kernel does not wait"
// expect: racecheck error (race_child) behind_barrier fill "(reads_behind_barrier(int*), launch"
// expect: racecheck error (race_child) reused read "a kernel does not wait"
// expect: racecheck error (race_child) other_thread read "(read(int const*, int*), launch"
// expect: racecheck error (race_child) other_block read
// expect: racecheck error (race_child) fill read "neither a stream nor an event"
// expect: racecheck error (race_child) fill fill
// expect: racecheck error (race_child) deep read "(grandparent(int*), launch"
// expect: racecheck error (race_child) copy fill "(cudaMemcpyAsync by copies(int*), launch 0"
// expect: racecheck error (race_child) memset read "(cudaMemsetAsync by sets(int*), launch 0"
// expect: racecheck error (race_child) fill unwaited "(waits_for_nobody(int*), launch"
// args: 0
// args: 1
// args: 2
// args: 3
// args: 4
// args: 5
// args: 6
// args: 7
// args: 8
// args: 9
// args: 10
// args: 11
// args: 12
#include <cstdlib>

enum { N = 64 };

__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v + threadIdx.x; // [fill]
}
__global__ void read(const int *p, int *to)
{
    to[threadIdx.x] = p[threadIdx.x]; // [read]
}

// 0: as when a kernel could still wait for its children.
__global__ void reads_back(int *p)
{
    fill<<<1, N>>>(p, 1);
    p[2 * N] = p[0]; // [read_back]
}

// 1: a barrier of the block does not wait for them, either.
__global__ void reads_behind_barrier(int *p)
{
    if (threadIdx.x == 0)
        fill<<<1, N>>>(p, 1);
    __syncthreads();
    p[2 * N + threadIdx.x] = p[threadIdx.x]; // [behind_barrier]
}

// 2: the input of a child is used again before the child can have read it.
__global__ void reuses(int *p)
{
    p[0] = 1;
    read<<<1, 1>>>(p, p + N);
    p[0] = 2; // [reused]
}

// 3: no barrier between the block's writes and the launch.
__global__ void no_barrier(int *p)
{
    p[threadIdx.x] = 1; // [other_thread]
    if (threadIdx.x == 0)
        read<<<1, N>>>(p, p + N);
}

// 4: a barrier, but the child reads what other blocks write.
__global__ void other_blocks(int *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1; // [other_block]
    __syncthreads();
    if (threadIdx.x == 0)
        read<<<1, N>>>(p, p + N * (1 + blockIdx.x));
}

// 5: two grids that are in no stream.
__global__ void both_alone(int *p)
{
    fill<<<1, N, 0, cudaStreamFireAndForget>>>(p, 1);
    read<<<1, N, 0, cudaStreamFireAndForget>>>(p, p + N);
}

// 6: fire and forget: the default stream does not wait for it either.
__global__ void one_alone(int *p)
{
    fill<<<1, N, 0, cudaStreamFireAndForget>>>(p, 1);
    fill<<<1, N>>>(p, 2);
}

// 7: two streams; the event is recorded before the work that it should follow.
__global__ void event_too_early(int *p)
{
    cudaStream_t a, b;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventRecord(e, a);
    fill<<<1, N, 0, a>>>(p, 1);
    cudaStreamWaitEvent(b, e, 0);
    read<<<1, N, 0, b>>>(p, p + N);
}

// 8: the default stream is one for each block.
__global__ void two_blocks(int *p)
{
    if (blockIdx.x == 0)
        fill<<<1, N>>>(p, 1);
    else
        read<<<1, N>>>(p, p + N);
}

// 9: a grandchild, and what its grandparent does meanwhile.
__global__ void parent(int *p) { read<<<1, 1>>>(p, p + N); }
__global__ void grandparent(int *p)
{
    parent<<<1, 1>>>(p);
    p[0] = 1; // [deep]
}

// 10: a copy in the default stream of what another stream's grid writes.
__global__ void copies(int *p)
{
    fill<<<1, N, 0, cudaStreamFireAndForget>>>(p, 1);
    cudaMemcpyAsync(p + N, p, 4 * N, cudaMemcpyDeviceToDevice, 0); // [copy]
}

// 11: and the other way round.
__global__ void sets(int *p)
{
    cudaMemsetAsync(p, 0, 4 * N, 0); // [memset]
    read<<<1, N, 0, cudaStreamFireAndForget>>>(p, p + N);
}

// 12: tail launches come last, but another child grid waits for no grid.
__global__ void waits_for_nobody(int *p)
{
    p[2 * N] = p[threadIdx.x]; // [unwaited]
}
__global__ void tails(int *p)
{
    fill<<<1, N, 0, cudaStreamFireAndForget>>>(p, 1);
    waits_for_nobody<<<1, 1>>>(p);
    read<<<1, N, 0, cudaStreamTailLaunch>>>(p, p + N); // this one is in order
}

int main(int argc, char **argv)
{
    static void (*const all[])(int *) = {reads_back, reads_behind_barrier, reuses, no_barrier,
                                         other_blocks, both_alone, one_alone, event_too_early,
                                         two_blocks, grandparent, copies, sets, tails};
    static const int blocks[] = {1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 1};
    static const int threads[] = {1, N, 1, N, N / 2, 1, 1, 1, 1, 1, 1, 1, 1};
    int which = argc > 1 ? atoi(argv[1]) : 0, *p;
    if (which < 0 || which >= (int)(sizeof all / sizeof *all))
        return 1;
    cudaMalloc(&p, 4 * N * 4);
    cudaMemset(p, 0, 4 * N * 4);
    all[which]<<<blocks[which], threads[which]>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    return 0;
}
