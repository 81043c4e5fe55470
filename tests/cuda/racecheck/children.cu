// Correct uses of child grids: each promise that CUDA makes about them, once.
// expect: silence
// NVCC: -rdc=true
#include <cstdio>

enum { N = 256 };

__global__ void fill(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__global__ void add(int *to, const int *a, const int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = a[i] + b[i];
}
__global__ void count(int *p) { atomicAdd(p, 1); }

// The children see what the block wrote before a barrier; each block has its own children.
__global__ void after_barrier(int *p)
{
    int *mine = p + blockIdx.x * blockDim.x;
    mine[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        add<<<2, blockDim.x / 2>>>(mine, mine, mine);
}

// Every thread launches one child: for its own writes it needs no barrier.
__global__ void of_each_thread(int *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = i;
    count<<<1, 4>>>(p + i);
}

// The default stream of a block: in order, for the launches of all its threads.
__global__ void one_stream(int *p)
{
    if (threadIdx.x == 0)
        fill<<<2, N / 2>>>(p, 1);
    __syncthreads();
    if (threadIdx.x == 40)
        fill<<<1, N>>>(p + N, 2);
    __syncthreads();
    if (threadIdx.x == 80)
        add<<<1, N>>>(p, p, p + N);
}

__global__ void with_event(int *p)
{
    cudaStream_t a, b;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    fill<<<1, N, 0, a>>>(p, 1);
    fill<<<1, N, 0, b>>>(p + N, 2);
    cudaEventRecord(e, a);
    fill<<<1, N, 0, a>>>(p + 3 * N, 3); // not waited for, and not looked at
    cudaStreamWaitEvent(b, e, 0);
    add<<<1, N, 0, b>>>(p + 2 * N, p, p + N);
    cudaEventDestroy(e);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}

// A tail launch sees what the parent writes after it, and all the others' work.
__global__ void with_tail(int *p)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        add<<<1, N, 0, cudaStreamTailLaunch>>>(p + 2 * N, p, p + N);
        add<<<1, N, 0, cudaStreamTailLaunch>>>(p + 3 * N, p + 2 * N, p);
        fill<<<1, N, 0, cudaStreamFireAndForget>>>(p + N, 2);
    }
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void chain(int *count, int n)
{
    ++*count;
    if (n > 1)
        chain<<<1, 1, 0, cudaStreamTailLaunch>>>(count, n - 1);
}

// The last block knows what all have done, and so does what it launches.
__global__ void last_block(int *p, unsigned *done)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && atomicAdd(done, 1) == gridDim.x - 1)
        add<<<gridDim.x, blockDim.x>>>(p + N, p, p);
}

// Grandchildren: a grid is over when they are.
__global__ void branch(int *p, int n)
{
    p[0] = n;
    if (n > 1) {
        branch<<<1, 1, 0, cudaStreamFireAndForget>>>(p + 1, n / 2);
        branch<<<1, 1, 0, cudaStreamFireAndForget>>>(p + n, n / 2);
    }
}
__global__ void tree(int *p)
{
    branch<<<1, 1>>>(p, 64);
    add<<<1, 64>>>(p + N, p, p);
}

// Children that run together may use atomics; the last one sums up.
__global__ void part(int *p, int k, unsigned *done, unsigned parts)
{
    __shared__ bool last;
    p[k * blockDim.x + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(done, 1) == parts - 1;
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    int sum = 0;
    for (unsigned i = threadIdx.x; i < parts * blockDim.x; i += blockDim.x)
        sum += p[i];
    atomicAdd(p + N, sum);
}
__global__ void parts(int *p, unsigned *done)
{
    for (int i = 0; i < 4; i++)
        part<<<1, 64, 0, cudaStreamFireAndForget>>>(p, i, done, 4);
}

__global__ void copies(int *p)
{
    cudaMemsetAsync(p, 0, N * 4, 0);
    fill<<<1, N>>>(p, 5);
    cudaMemcpyAsync(p + N, p, N * 4, cudaMemcpyDeviceToDevice, 0);
    add<<<1, N>>>(p + 2 * N, p, p + N);
}

// The samples' quicksort: a selection sort for small pieces, own streams for the others.
__device__ void sort_few(int *p, int left, int right)
{
    for (int i = left; i <= right; i++)
        for (int j = i + 1; j <= right; j++)
            if (p[j] < p[i]) {
                int t = p[i];
                p[i] = p[j];
                p[j] = t;
            }
}
__global__ void quicksort(int *p, int left, int right, int depth)
{
    if (depth >= 8 || right - left <= 8) {
        sort_few(p, left, right);
        return;
    }
    int *l = p + left, *r = p + right, pivot = p[(left + right) / 2];
    while (l <= r) {
        while (*l < pivot)
            l++;
        while (*r > pivot)
            r--;
        if (l <= r) {
            int t = *l;
            *l++ = *r;
            *r-- = t;
        }
    }
    int end = (int)(r - p), begin = (int)(l - p);
    cudaStream_t s;
    if (left < end) {
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, s>>>(p, left, end, depth + 1);
        cudaStreamDestroy(s);
    }
    if (begin < right) {
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, s>>>(p, begin, right, depth + 1);
        cudaStreamDestroy(s);
    }
}

static int bad;

static void is(const char *what, int got, int want)
{
    if (got != want) {
        printf("%s: %d, not %d\n", what, got, want);
        bad = 1;
    }
}

int main()
{
    static int h[4 * N];
    int *p;
    unsigned *done;
    cudaMalloc(&p, sizeof h);
    cudaMalloc(&done, 4);
    cudaMemset(p, 0, sizeof h);
#define RUN(grid, block, kernel, ...)                                                              \
    do {                                                                                           \
        cudaMemset(done, 0, 4);                                                                    \
        kernel<<<grid, block>>>(__VA_ARGS__);                                                      \
        cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);                                        \
    } while (0)
    RUN(4, 64, after_barrier, p);
    is("after_barrier", h[130], 4);
    RUN(2, 16, of_each_thread, p);
    is("of_each_thread", h[20], 24);
    RUN(1, 96, one_stream, p);
    is("one_stream", h[7], 3);
    RUN(1, 1, with_event, p);
    is("with_event", h[2 * N + 7], 3);
    RUN(4, 64, with_tail, p);
    is("with_tail", h[3 * N + 7], 4);
    cudaMemset(p, 0, 4);
    RUN(1, 1, chain, p, 200);
    is("chain", h[0], 200);
    RUN(4, 64, last_block, p, done);
    is("last_block", h[N + 7], 2);
    RUN(1, 1, tree, p);
    is("tree", h[N], 128);
    cudaMemset(p, 0, sizeof h);
    RUN(1, 1, parts, p, done);
    is("parts", h[N], 256);
    RUN(1, 1, copies, p);
    is("copies", h[2 * N + 7], 10);
    for (int i = 0; i < N; i++)
        h[i] = i * 97 % 256;
    cudaMemcpy(p, h, N * 4, cudaMemcpyHostToDevice);
    RUN(1, 1, quicksort, p, 0, N - 1, 0);
    for (int i = 0; i < N; i++)
        is("quicksort", h[i], i);
    cudaFree(p);
    cudaFree(done);
    return bad;
}
