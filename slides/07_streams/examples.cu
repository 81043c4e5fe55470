// examples.cu - the code on the slides of lab 07, as a program that checks itself: it
// returns 0 when every result and every order is as the slides say. With the name of an
// example as its argument it runs only this example. The pictures of timelines are made
// in this way: build/cudasim --timeline-svg x.svg examples three_ways
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call) check((call), __LINE__)
static void check(cudaError_t e, int line)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "examples.cu:%d: %s\n", line, cudaGetErrorString(e));
    exit(1);
}

// A function of the simulator: declares work of the host. The runtime of a GPU does not have it.
extern "C" void cudasimHostWork(double us) __attribute__((weak));
static void busy(double us)
{
    if (cudasimHostWork)
        cudasimHostWork(us);
}

static int wrong;
static void expect(bool right, const char *what, int line)
{
    if (right)
        return;
    wrong++;
    fprintf(stderr, "examples.cu:%d: %s\n", line, what);
}
#define EXPECT(right) expect((right), #right, __LINE__)

// Each block reserves most of a multiprocessor's shared memory, so that 132 blocks fill the
// machine and take about as long as the copy of their data.
enum { N = 1 << 18, BYTES = N * 4, BLOCKS = 132, THREADS = 32, BALLAST = 200 * 1024 };

__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (; i < n; i += gridDim.x * blockDim.x)
        x[i] += 1;
}

static void launch(int *x, int n, cudaStream_t s, int blocks = BLOCKS)
{
    static const cudaError_t set_once =
        cudaFuncSetAttribute(add_one, cudaFuncAttributeMaxDynamicSharedMemorySize, BALLAST);
    CHECK(set_once);
    add_one<<<blocks, THREADS, BALLAST, s>>>(x, n);
    CHECK(cudaGetLastError());
}

static int *host_a, *host_b, *device_a, *device_b;
static cudaStream_t stream[4];

static void fill(int *x, int n, int value)
{
    for (int i = 0; i < n; i++)
        x[i] = value;
}

static bool all(const int *x, int n, int value)
{
    for (int i = 0; i < n; i++)
        if (x[i] != value)
            return false;
    return true;
}

static void cpu_function() { busy(60); }

// ---- the four small programs ---------------------------------------------------------

static void synchronous()
{
    fill(host_a, N, 1);
    // BEGIN SLIDE synchronous
    cudaMemcpy(device_a, host_a, BYTES, cudaMemcpyHostToDevice);   // waits
    launch(device_a, N, 0);                                        // in order, after it
    cudaMemcpy(host_a, device_a, BYTES, cudaMemcpyDeviceToHost);   // waits
    cpu_function();
    // END SLIDE synchronous
    EXPECT(all(host_a, N, 2));
}

static void asynchronous()
{
    fill(host_a, N, 1);
    // BEGIN SLIDE asynchronous
    cudaMemcpy(device_a, host_a, BYTES, cudaMemcpyHostToDevice);
    launch(device_a, N, 0);   // returns at once
    launch(device_a, N, 0);   // returns at once; runs after the first kernel
    cpu_function();           // while the kernels run
    cudaMemcpy(host_a, device_a, BYTES, cudaMemcpyDeviceToHost);   // waits for both
    // END SLIDE asynchronous
    EXPECT(all(host_a, N, 3));
}

static void independent()
{
    fill(host_a, N, 1);
    fill(host_b, N, 5);
    // BEGIN SLIDE independent
    cudaMemcpyAsync(device_a, host_a, BYTES, cudaMemcpyHostToDevice, stream[0]);
    launch(device_b, N, stream[1]);
    cudaMemcpyAsync(host_b, device_b, BYTES, cudaMemcpyDeviceToHost, stream[1]);
    cpu_function();
    // END SLIDE independent
    CHECK(cudaDeviceSynchronize());
}

static void with_an_event()
{
    cudaEvent_t event;
    fill(host_a, N, 1);
    // BEGIN SLIDE event
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMemcpyAsync(device_a, host_a, BYTES, cudaMemcpyHostToDevice, stream[0]);
    cudaEventRecord(event, stream[0]);         // marks the end of the copy

    cudaMemcpyAsync(host_b, device_b, BYTES, cudaMemcpyDeviceToHost, stream[1]);
    cudaStreamWaitEvent(stream[1], event, 0);  // stream 1 waits, the host does not
    launch(device_a, N, stream[1]);
    cpu_function();
    // END SLIDE event
    CHECK(cudaMemcpyAsync(host_a, device_a, BYTES, cudaMemcpyDeviceToHost, stream[1]));
    // BEGIN SLIDE wait
    cudaStreamSynchronize(stream[1]);   // the host waits for everything in the stream so far
    EXPECT(all(host_a, N, 2));          // and may read the result
    // END SLIDE wait
    CHECK(cudaEventDestroy(event));
}

// ---- degrees of concurrency --------------------------------------------------------------

enum { PIECES = 6, PIECE = N };

static void pieces(int streams, bool host)
{
    int *x = host_a, *d = device_a;
    fill(x, N, 0);
    for (int k = 0; k < PIECES; k++) {
        cudaStream_t s = stream[k % streams];
        CHECK(cudaMemcpyAsync(d + k % streams * PIECE, x, BYTES, cudaMemcpyHostToDevice, s));
        launch(d + k % streams * PIECE, PIECE, s);
        CHECK(cudaMemcpyAsync(host_b + k * PIECE, d + k % streams * PIECE, BYTES,
                              cudaMemcpyDeviceToHost, s));
    }
    if (host)
        busy(150);
    CHECK(cudaDeviceSynchronize());
    EXPECT(all(host_b, PIECES * PIECE, 1));
}

static void one_way() { pieces(1, false); }
static void two_ways() { pieces(2, false); }
static void three_ways() { pieces(3, false); }
static void four_ways() { pieces(3, true); }

// ---- waiting, asking, timing ----------------------------------------------------------------

static void query()
{
    int polls = 0;
    launch(device_a, N, stream[0]);
    // BEGIN SLIDE query
    while (cudaStreamQuery(stream[0]) == cudaErrorNotReady) {
        polls++;        // or do something useful
    }
    // END SLIDE query
    EXPECT(polls > 0);
}

static void timing()
{
    // BEGIN SLIDE timing
    cudaEvent_t start, stop;
    float ms;
    cudaEventCreate(&start);   // an event with timing
    cudaEventCreate(&stop);
    launch(device_a, N, stream[0]);              // warm-up
    cudaEventRecord(start, stream[0]);
    launch(device_a, N, stream[0]);
    cudaEventRecord(stop, stream[0]);
    cudaEventSynchronize(stop);                  // before this, it has no time
    cudaEventElapsedTime(&ms, start, stop);
    // END SLIDE timing
    EXPECT(ms > 0.001f && ms < 1);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
}

// ---- memory ------------------------------------------------------------------------------------

static void managed()
{
    // BEGIN SLIDE managed
    int *x;
    cudaMallocManaged(&x, BYTES);   // one pointer for host and device
    fill(x, N, 4);                  // the host writes
    launch(x, N, 0);
    cudaDeviceSynchronize();        // the device is done
    EXPECT(all(x, N, 5));           // the host reads
    cudaFree(x);
    // END SLIDE managed
}

static void pitched()
{
    enum { WIDTH = 100, HEIGHT = 7, WIDER = 130 };
    int image[HEIGHT * WIDER], back[HEIGHT * WIDTH];
    for (int i = 0; i < HEIGHT * WIDER; i++)
        image[i] = i;
    // BEGIN SLIDE pitched
    int *d;
    size_t pitch;   // bytes from row to row; every row begins at a sector
    cudaMallocPitch(&d, &pitch, WIDTH * sizeof(int), HEIGHT);
    cudaMemcpy2D(d, pitch,                        // to, and its bytes from row to row
                 image, WIDER * sizeof(int),      // from, and its bytes from row to row
                 WIDTH * sizeof(int), HEIGHT,     // bytes of a row, rows
                 cudaMemcpyHostToDevice);
    // END SLIDE pitched
    CHECK(cudaMemcpy2D(back, WIDTH * sizeof(int), d, pitch, WIDTH * sizeof(int), HEIGHT,
                       cudaMemcpyDeviceToHost));
    EXPECT(pitch >= WIDTH * sizeof(int) && pitch % 32 == 0);
    EXPECT(back[0] == 0 && back[WIDTH] == WIDER && back[HEIGHT * WIDTH - 1] == 6 * WIDER + 99);
    CHECK(cudaFree(d));
}

// ---- the order of issue: pictures for build/cudasim --queue single -------------------------

enum { HALF = 66 };

static void copy_in(int k)
{
    CHECK(cudaMemcpyAsync(device_a + k * N, host_a, BYTES, cudaMemcpyHostToDevice, stream[k]));
}

static void copy_out(int k)
{
    CHECK(cudaMemcpyAsync(host_b + k * N, device_a + k * N, BYTES,
                          cudaMemcpyDeviceToHost, stream[k]));
}

static void full(int k) { launch(device_a + k * N, N, stream[k]); }
static void half(int k, int units = 1) { launch(device_a + k * N, units * N / 2, stream[k], HALF); }

static void case_a() { copy_in(0), full(0), copy_out(0), copy_out(1); }
static void case_b() { half(0), half(0), half(1), half(1); }
static void case_b_in_turns() { half(0), half(1), half(0), half(1); }
static void case_c() { half(0, 2), half(0), half(1), half(1, 2); }
static void case_c_in_turns() { half(0, 2), half(1), half(0), half(1, 2); }
static void case_d()
{
    for (int k = 0; k < 3; k++)
        copy_in(k);
    for (int k = 0; k < 3; k++)
        half(k);
    for (int k = 0; k < 3; k++)
        copy_out(k);
}

static void clear()
{
    CHECK(cudaMemset(device_a, 0, PIECES * BYTES));
    CHECK(cudaMemset(device_b, 0, BYTES));
    CHECK(cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)();
    } examples[] = {
#define EXAMPLE(f) {#f, f}
        EXAMPLE(synchronous), EXAMPLE(asynchronous), EXAMPLE(independent), EXAMPLE(with_an_event),
        EXAMPLE(one_way), EXAMPLE(two_ways), EXAMPLE(three_ways), EXAMPLE(four_ways),
        EXAMPLE(query),
        EXAMPLE(timing), EXAMPLE(managed), EXAMPLE(pitched), EXAMPLE(case_a), EXAMPLE(case_b),
        EXAMPLE(case_b_in_turns), EXAMPLE(case_c), EXAMPLE(case_c_in_turns), EXAMPLE(case_d),
    };
    CHECK(cudaMallocHost(&host_a, BYTES));
    CHECK(cudaMallocHost(&host_b, PIECES * BYTES));
    CHECK(cudaMalloc(&device_a, PIECES * BYTES));
    CHECK(cudaMalloc(&device_b, BYTES));
    for (int s = 0; s < 4; s++)
        CHECK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
    int found = argc < 2;
    for (auto &e : examples) {
        if (argc > 1 && strcmp(argv[1], e.name))
            continue;
        found = 1;
        if (argc < 2)
            clear(); // a picture shows only this example
        e.run();
        CHECK(cudaDeviceSynchronize());
    }
    if (argc > 1 && found)
        return wrong; // the picture ends here: freeing memory takes longer than the example
    for (int s = 0; s < 4; s++)
        CHECK(cudaStreamDestroy(stream[s]));
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFreeHost(host_a));
    CHECK(cudaFreeHost(host_b));
    if (!found)
        fprintf(stderr, "examples: there is no %s\n", argv[1]);
    return wrong || !found;
}
