// Kernels that wait for the host, or for each other. On a GPU a launch returns at once,
// so all these programs end there. The first argument names one case; "all" runs the
// cases that end. Prints the number of wrong values.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>

enum { N = 1 << 12, BYTES = 4 * N, ROUNDS = 50 };
static cudaStream_t a, b, c;
static int wrong;

static void expect(bool right, const char *what)
{
    if (!right)
        printf("wrong: %s\n", what);
    wrong += !right;
}

static int *pinned(int n = 2)
{
    int *p;
    if (cudaMallocHost(&p, n * sizeof *p))
        exit(2);
    memset(p, 0, n * sizeof *p);
    return p;
}

__global__ void wait_for(volatile int *flag, int value)
{
    while (*flag != value) {
    }
}
__global__ void fill(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__global__ void add(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] += from[i];
}
#define GRID N / 256, 256, 0

static void set(void *flag) { *(volatile int *)flag = 1; }

// All kinds of work in a stream wait for the kernel, in order.
static void behind(bool managed)
{
    int *flag = pinned(), *device, *pool, *back = pinned(N), seen = 0;
    int small[256], *big = new int[N];
    cudaEvent_t before, after;
    if (managed)
        cudaMallocManaged(&flag, sizeof *flag);
    *flag = 0;
    cudaMalloc(&device, BYTES);
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before, a);
    wait_for<<<1, 32, 0, a>>>(flag, 1);
    cudaMemsetAsync(device, 0, BYTES, a);
    fill<<<GRID, a>>>(device, 1);
    for (int &i : small)
        i = 7;
    cudaMemcpyAsync(device, small, sizeof small, cudaMemcpyHostToDevice, a);
    for (int &i : small)
        i = 8; // it has been staged
    cudaMallocAsync((void **)&pool, BYTES, a);
    fill<<<GRID, a>>>(pool, 10);
    add<<<GRID, a>>>(pool, device);
    cudaLaunchHostFunc(a, set, &seen);
    cudaEventRecord(after, a);
    cudaStreamWaitEvent(b, after, 0);
    cudaMemcpyAsync(back, pool, BYTES, cudaMemcpyDeviceToHost, b);
    cudaFreeAsync(pool, b);
    fill<<<GRID, c>>>(device + 0, 5); // does not wait for it: done first
    cudaStreamSynchronize(c);
    expect(cudaStreamQuery(a) == cudaErrorNotReady, "a is busy");
    expect(cudaStreamQuery(b) == cudaErrorNotReady, "b is busy");
    expect(cudaStreamQuery(c) == cudaSuccess, "c is not");
    expect(cudaEventQuery(before) == cudaSuccess, "the event before");
    expect(cudaEventQuery(after) == cudaErrorNotReady, "the event after");
    expect(!seen && !back[0] && !back[N - 1], "nothing of it has happened");
    *(volatile int *)flag = 1;
    cudaEventSynchronize(after);
    expect(seen, "the host function");
    cudaStreamSynchronize(b);
    bool right = true;
    for (int i = 0; i < N; i++)
        right &= back[i] == (i < 256 ? 17 : 11);
    expect(right, "what came back");
    float ms = -1;
    expect(cudaEventElapsedTime(&ms, before, after) == cudaSuccess && ms > 0, "the time");
    delete[] big;
}

static void managed() { behind(true); }
static void mapped() { behind(false); }

// The default stream waits for blocking streams, and they for it.
static void default_stream()
{
    int *flag = pinned(), *device;
    cudaStream_t blocking;
    cudaStreamCreate(&blocking);
    cudaMalloc(&device, BYTES);
    wait_for<<<1, 1, 0, blocking>>>(flag, 1);
    fill<<<GRID>>>(device, 3);
    fill<<<GRID, a>>>(device + 0, 4); // a waits for nothing
    cudaStreamSynchronize(a);
    expect(cudaStreamQuery(0) == cudaErrorNotReady, "the default stream is busy");
    *(volatile int *)flag = 1;
    int first;
    cudaMemcpy(&first, device, 4, cudaMemcpyDeviceToHost);
    expect(first == 3, "the default stream came last");
    cudaStreamDestroy(blocking);
}

// A stream may be destroyed while its work waits.
static void destroyed()
{
    int *flag = pinned(), *to = pinned(N);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    wait_for<<<1, 1, 0, s>>>(flag, 1);
    fill<<<GRID, s>>>(to, 2);
    cudaStreamDestroy(s);
    *(volatile int *)flag = 1;
    cudaDeviceSynchronize();
    expect(to[0] == 2 && to[N - 1] == 2, "what was in it");
}

// A latch holds back all work until it is issued, again and again.
static void latch()
{
    int *flag = pinned(), *data;
    bool right = true;
    cudaMallocManaged(&data, BYTES);
    memset(data, 0, BYTES);
    for (int i = 0; i < 8 * ROUNDS; i++) {
        *(volatile int *)flag = 0;
        wait_for<<<1, 1, 0, a>>>(flag, 1);
        fill<<<GRID, a>>>(data, i);
        add<<<GRID, a>>>(data, data);
        *(volatile int *)flag = 1;
        cudaStreamSynchronize(a);
        right &= data[0] == 2 * i && data[N - 1] == 2 * i;
    }
    expect(right, "behind the latch");
}

__global__ void release(int *flag, int value) { atomicExch_system(flag, value); }
__global__ void await(int *flag, int value)
{
    while (atomicAdd(flag, 0) != value) {
    }
}

// The first spins on what the second writes, in another stream.
static void kernels()
{
    int *flag;
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    cudaDeviceSynchronize();
    await<<<2, 64, 0, a>>>(flag, 1);
    release<<<1, 1, 0, b>>>(flag, 1);
    expect(cudaDeviceSynchronize() == cudaSuccess, "the kernels");
}

__global__ void turns(int *turn, int mine, int *sum)
{
    for (int i = 0; i < ROUNDS; i++) {
        while (atomicAdd(turn, 0) != 2 * i + mine) {
        }
        atomicAdd(sum, mine + 1);
        __threadfence();
        atomicAdd(turn, 1);
    }
}

// One kernel twice, in two streams, by turns.
static void by_turns()
{
    int *turn, sum = 0;
    cudaMalloc(&turn, 8);
    cudaMemset(turn, 0, 8);
    cudaDeviceSynchronize();
    turns<<<1, 1, 0, a>>>(turn, 1, turn + 1);
    turns<<<1, 1, 0, b>>>(turn, 0, turn + 1);
    cudaDeviceSynchronize();
    cudaMemcpy(&sum, turn + 1, 4, cudaMemcpyDeviceToHost);
    expect(sum == 3 * ROUNDS, "the sum");
}

__global__ void answer(volatile int *question, volatile int *reply)
{
    for (int i = 1; i <= ROUNDS; i++) {
        while (*question != i) {
        }
        *reply = 10 * i;
    }
}

// The host makes no call: it spins, too.
static void conversation()
{
    volatile int *p = pinned();
    answer<<<1, 1, 0, a>>>((int *)p, (int *)p + 1);
    for (int i = 1; i <= ROUNDS; i++) {
        p[0] = i;
        while (p[1] != 10 * i) {
        }
    }
    expect(cudaStreamSynchronize(a) == cudaSuccess, "the conversation");
}

__global__ void work_until(volatile int *stop, int *done)
{
    while (!*stop)
        ++*done;
}

// It never spins in vain, and would go on for ever.
static void persistent()
{
    volatile int *p = pinned();
    work_until<<<1, 1, 0, a>>>((int *)p, (int *)p + 1);
    release<<<1, 1, 0, b>>>((int *)p, 1);
    expect(cudaStreamSynchronize(a) == cudaSuccess && p[1] > 0, "the work");
    p[0] = p[1] = 0;
    work_until<<<1, 1, 0, a>>>((int *)p, (int *)p + 1);
    p[0] = 1;
    expect(cudaStreamSynchronize(a) == cudaSuccess && p[1] > 0, "the work");
}

// One thread of the host waits for what another one releases.
static void threads()
{
    int *flag = pinned();
    wait_for<<<1, 1, 0, a>>>(flag, 1);
    std::thread other([flag] {
        usleep(30000);
        *(volatile int *)flag = 1;
    });
    expect(cudaStreamSynchronize(a) == cudaSuccess, "the thread");
    other.join();
}

// Nobody sets this flag.
static void forever()
{
    int *flag = pinned(), *to = pinned(N);
    wait_for<<<1, 1, 0, a>>>(flag, 1);
    fill<<<GRID, a>>>(to, 1);
    expect(cudaGetLastError() == cudaSuccess, "the launch");
    expect(cudaStreamSynchronize(a) == cudaErrorLaunchTimeout, "the error");
    expect(!to[0], "what was behind it");
}

static void ends_early() // nor this one, and the host does not wait
{
    wait_for<<<1, 1, 0, a>>>(pinned(), 1);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)();
        bool ends;
    } cases[] = {{"mapped", mapped, true},       {"managed", managed, true},
                 {"default", default_stream, true}, {"destroyed", destroyed, true},
                 {"latch", latch, true},
                 {"kernels", kernels, true},     {"turns", by_turns, true},
                 {"conversation", conversation, true}, {"persistent", persistent, true},
                 {"threads", threads, true},     {"forever", forever, false},
                 {"early", ends_early, false}};
    const char *name = argc > 1 ? argv[1] : "all";
    int ran = 0;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    for (auto &k : cases) {
        if (strcmp(name, k.name) && !(k.ends && !strcmp(name, "all")))
            continue;
        k.run();
        ran++;
    }
    printf("%d wrong\n", wrong);
    return wrong || !ran;
}
