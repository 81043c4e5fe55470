// examples.cu - the code on the slides of lab 01, as a program that checks what the slides
// say. Returns 0 if everything is right, and prints what is not.
// CUDASIM: --report-api-errors no
#include "../examples.h"

// ---- a first kernel, and a program around it -------------------------------------------

// BEGIN SLIDE kernel
__global__ void add(float *sum, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // which element is mine?
    if (i < n)                                     // does this element exist?
        sum[i] = a[i] + b[i];
}
// END SLIDE kernel

static void add_on_device(float *sum, const float *a, const float *b, int n)
{
    // BEGIN SLIDE memory
    size_t bytes = n * sizeof(float);
    float *d_a, *d_b, *d_sum; // addresses on the device
    CUDA_CHECK(cudaMalloc(&d_a, bytes));
    CUDA_CHECK(cudaMalloc(&d_b, bytes));
    CUDA_CHECK(cudaMalloc(&d_sum, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));

    add<<<ceil_div(n, 256), 256>>>(d_sum, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());

    CUDA_CHECK(cudaMemcpy(sum, d_sum, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_sum));
    // END SLIDE memory
}

// ---- a whole program -------------------------------------------------------------------

__global__ void halve(int *number, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        number[i] /= 2;
}

static int printed[300];

static void print_all(const int *number, int n)
{
    for (int i = 0; i < n; i++)
        printed[i] = number[i];
}

// clang-format off
// BEGIN SLIDE program
static void print_halves(int n)
{
    size_t bytes = n * sizeof(int);
    int *host = (int *)malloc(bytes), *device;
    for (int i = 0; host && i < n; i++)
        host[i] = i;
    CUDA_CHECK(cudaMalloc(&device, bytes));
    CUDA_CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    halve<<<ceil_div(n, 256), 256>>>(device, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(device));
    print_all(host, n);
    free(host);
}
// END SLIDE program
// clang-format on

static void first_kernel()
{
    enum { N = 1000 };
    static float a[N], b[N], sum[N];
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    add_on_device(sum, a, b, N);
    for (int i = 0; i < N; i++)
        expect(sum[i] == 3 * i, "add", i);
    print_halves(300);
    for (int i = 0; i < 300; i++)
        expect(printed[i] == i / 2, "halves", i);
}

// ---- thread and lane ------------------------------------------------------------------

__global__ void who(int *thread, int *warp, int *lane)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SLIDE warp
    int in_block = threadIdx.x + blockDim.x * threadIdx.y; // x changes fastest
    int my_warp = in_block / 32;
    int my_lane = in_block % 32;
    // END SLIDE warp
    thread[i] = in_block;
    warp[i] = my_warp;
    lane[i] = my_lane;
}

static void numbers()
{
    int *p, host[3 * 96];
    CUDA_CHECK(cudaMalloc(&p, sizeof host));
    who<<<1, 96>>>(p, p + 96, p + 192);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 96; i++)
        expect(host[i] == i && host[96 + i] == i / 32 && host[192 + i] == i % 32, "who", i);
    CUDA_CHECK(cudaFree(p));
    expect(ceil_div(1000, 256) == 4 && 4 * 256 == 1024 && 1000 / 256 == 3, "rounding up", 0);
}

// ---- errors arrive late -----------------------------------------------------------------

__global__ void nothing() {}

static void failing_calls()
{
    // BEGIN SLIDE errors
    nothing<<<1, 2000>>>();                     // more threads than a block can have
    cudaError_t launch = cudaGetLastError();    // of the launch itself: at once
    cudaError_t run = cudaDeviceSynchronize();  // of the kernel: when it is done
    // END SLIDE errors
    expect(launch != cudaSuccess, "too many threads", launch);
    expect(run == cudaSuccess, "nothing ran, nothing failed", run);
}

// ---- few threads ----------------------------------------------------------------------

// BEGIN SLIDE stride
__global__ void negate(int *data, int n)
{
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        data[i] = -data[i];
}
// END SLIDE stride

// BEGIN SLIDE chunk
__global__ void negate_chunks(int *data, int n)
{
    int threads = gridDim.x * blockDim.x, piece = ceil_div(n, threads);
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
    for (int i = first; i < min(first + piece, n); i++)
        data[i] = -data[i];
}
// END SLIDE chunk

static void few_threads()
{
    enum { N = 5000 };
    static int data[N];
    int *p;
    for (int i = 0; i < N; i++)
        data[i] = i;
    CUDA_CHECK(cudaMalloc(&p, sizeof data));
    CUDA_CHECK(cudaMemcpy(p, data, sizeof data, cudaMemcpyHostToDevice));
    negate<<<2, 128>>>(p, N);
    negate_chunks<<<2, 128>>>(p, N);
    negate<<<1, 32>>>(p, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(data, p, sizeof data, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        expect(data[i] == -i, "negated three times", i);
    CUDA_CHECK(cudaFree(p));
}

// ---- two dimensions -----------------------------------------------------------------------

__global__ void mirror(unsigned char *out, const unsigned char *in, int width, int height)
{
    // BEGIN SLIDE plane
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = in[y * width + (width - 1 - x)];
    // END SLIDE plane
}

static void planes()
{
    enum { W = 45, H = 19 };
    static unsigned char in[W * H], out[W * H];
    unsigned char *d_in, *d_out;
    int width = W, height = H;
    for (int i = 0; i < W * H; i++)
        in[i] = i % 251;
    CUDA_CHECK(cudaMalloc(&d_in, sizeof in));
    CUDA_CHECK(cudaMalloc(&d_out, sizeof in));
    CUDA_CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    // BEGIN SLIDE launch2
    dim3 block(32, 8); // 256 threads; a warp is a row of 32
    dim3 grid(ceil_div(width, 32), ceil_div(height, 8));
    mirror<<<grid, block>>>(d_out, d_in, width, height);
    // END SLIDE launch2
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * H; i++)
        expect(out[i] == in[i / W * W + W - 1 - i % W], "mirror", i);
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

// ---- gather and scatter ----------------------------------------------------------------------

__global__ void reverse_both(int *by_gather, int *by_scatter, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    // BEGIN SLIDE two_ways
    by_gather[i] = in[n - 1 - i];  // one thread per result: I compute where to read
    by_scatter[n - 1 - i] = in[i]; // one thread per input: I compute where to write
    // END SLIDE two_ways
}

__global__ void meet(int *seen, int *smallest)
{
    int i = threadIdx.x;
    // BEGIN SLIDE collide
    seen[i / 8] = 1;                // 8 threads store the same value: 1
    atomicMin(&smallest[i / 8], i); // the smallest stays, whatever the order
    // END SLIDE collide
}

static void gather_scatter()
{
    enum { N = 300 };
    int in[N], out[2 * N], *p;
    for (int i = 0; i < N; i++)
        in[i] = i * i;
    CUDA_CHECK(cudaMalloc(&p, 3 * sizeof in));
    CUDA_CHECK(cudaMemcpy(p, in, sizeof in, cudaMemcpyHostToDevice));
    reverse_both<<<ceil_div(N, 256), 256>>>(p + N, p + 2 * N, p, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out, p + N, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        expect(out[i] == in[N - 1 - i] && out[N + i] == in[N - 1 - i], "reversed", i);

    CUDA_CHECK(cudaMemset(p, 0x7f, 16 * sizeof(int)));
    meet<<<1, 64>>>(p, p + 8);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out, p, 16 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int k = 0; k < 8; k++)
        expect(out[k] == 1 && out[8 + k] == 8 * k, "collisions", k);
    CUDA_CHECK(cudaFree(p));
}

// ---- launch after launch -----------------------------------------------------------------------

__global__ void shift(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i + 1) % n];
}

static void steps()
{
    enum { N = 1000, BLOCKS = 4, THREADS = 256 };
    int host[N], *a, *b;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CUDA_CHECK(cudaMalloc(&a, sizeof host));
    CUDA_CHECK(cudaMalloc(&b, sizeof host));
    CUDA_CHECK(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));
    // BEGIN SLIDE steps
    shift<<<BLOCKS, THREADS>>>(b, a, N);
    shift<<<BLOCKS, THREADS>>>(a, b, N); // when all blocks of the first are done
    // END SLIDE steps
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        expect(host[i] == (i + 2) % N, "shifted twice", i);
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

// ---- the machine ------------------------------------------------------------------------------

static void machine()
{
    // BEGIN SLIDE query
    cudaDeviceProp p;
    int khz;
    CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    double lanes = 128.0 * p.multiProcessorCount; // 32-bit units, 128 each from cc 8.6 on
    double peak = 2 * lanes * khz * 1e3;          // a multiplication and an addition each
    // END SLIDE query
    expect(p.warpSize == WARP_SIZE && p.maxThreadsPerBlock == 1024, "the machine", 0);
    expect(peak > 1e11, "its peak", 0);
}

int main()
{
    first_kernel();
    numbers();
    failing_calls();
    few_threads();
    planes();
    gather_scatter();
    steps();
    machine();
    return mistakes != 0;
}
