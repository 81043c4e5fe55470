// look.cu - kernels whose recordings tests/test_look.c knows: `look CASE`.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "lab.h"

enum { TILE = 32, ROWS = 8 };

// ---- race: a barrier is missing between the rounds -------------------------------------------

__global__ void sum_with_race(int *out, const int *in)
{
    __shared__ int part[128];
    part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2)
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half]; // RACE
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

__global__ void turn_in_warp(int *out)
{
    __shared__ int part[32];
    part[threadIdx.x] = threadIdx.x;
    __syncwarp();
    int v = part[threadIdx.x ^ 1]; // READ IN WARP
    part[threadIdx.x] = v + 100;
    __syncwarp();
    out[threadIdx.x] = part[31 - threadIdx.x];
}

// ---- transpose: bank conflicts, and a column of global memory --------------------------------

__global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int r = 0; r < TILE; r += ROWS)
        tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * n + x];
    __syncthreads();
    for (int r = 0; r < TILE; r += ROWS)
        out[(y + r) * n + x] = tile[threadIdx.x][threadIdx.y + r]; // CONFLICTS
}

__global__ void column(float *out, const float *in, int n)
{
    out[threadIdx.x] = in[threadIdx.x * n]; // COLUMN
}

// ---- spaces: constant memory, and an array of each thread in local memory -----------------------

__constant__ int table[64];

__global__ void spaces(int *out, int step)
{
    int own[16];
    for (int i = 0; i < 16; i++)
        own[i] = threadIdx.x + i;
    int one = table[step];                 // BROADCAST
    int many = table[threadIdx.x * 2];     // MANY WORDS
    int lane = own[threadIdx.x % 16];      // SPREAD
    int same = own[step];                  // SAME
    out[threadIdx.x] = one + many + lane + same;
}

// ---- words: divergence, shuffles, vectors, atomics, doubles, bytes -----------------------------

__global__ void words(int *out)
{
    __shared__ int4 quads[64];
    __shared__ double wide[64];
    __shared__ unsigned char bytes[64];
    __shared__ int counts[4];
    int t = threadIdx.x, v = t;
    if (t < 4)
        counts[t] = 0;
    quads[t] = make_int4(t, -t, 2 * t, 7);
    wide[t] = t / 3.0;
    bytes[t] = (unsigned char)(200 + t);
    __syncthreads();
    if (t % 3 == 0) // parts of a warp
        v += __shfl_xor_sync(__activemask(), v, 0);
    __syncwarp();
    v += __shfl_down_sync(0xffffffffu, v, 1);
    atomicAdd(&counts[t % 4], v);
    int old = atomicMax(&counts[t % 2], t);
    __syncthreads();
    int4 q = quads[63 - t];
    out[t] = q.x + q.y + q.z + q.w + (int)wide[t] + bytes[t] + counts[t % 4] + old;
}

// ---- parts: lanes that wait for other lanes of their warp -------------------------------------

__global__ void parts(int *out)
{
    int t = threadIdx.x, v = t;
    if (t % 3) {
        v += out[t + 64];
        __syncwarp();
        out[t + 128] = 2 * v;
    } else {
        __syncwarp();
        v = 3 * v + out[t + 192];
    }
    out[t] = v + __shfl_xor_sync(0xffffffffu, v, 1);
}

// ---- constants: values whose type the instruction does not say; an atomicCAS that fails -----------

__global__ void constants(float *out)
{
    __shared__ float ones[32];
    __shared__ short small[32];
    __shared__ unsigned lock, sum;
    int t = threadIdx.x;
    ones[t] = 1.0f; // CONSTANT
    small[t] = (short)-t;
    if (t == 0)
        lock = sum = 0;
    __syncwarp();
    atomicAdd(&sum, t + 1u);
    atomicCAS(&lock, 0u, t + 5u); // CAS
    __syncwarp();
    out[t] = ones[31 - t] + small[31 - t] + lock + sum; // LOADS
}

// ---- many: more than a recording has room for ----------------------------------------------------

__global__ void long_work(int *out, int rounds)
{
    __shared__ int ring[256];
    int t = threadIdx.x;
    ring[t] = t;
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        int v = ring[(t * 7 + r) % 256];
        __syncthreads();
        ring[t] = v + r;
    }
    out[blockIdx.x * blockDim.x + t] = ring[t];
}

template <int N> __global__ void short_work(int *out) { atomicAdd(out + N, 1); }

// ---- fault, hang ------------------------------------------------------------------------------------

__global__ void fault(int *out)
{
    __shared__ int part[64];
    part[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    out[threadIdx.x << 20] = part[63 - threadIdx.x]; // FAULT
}

__global__ void endless(int *out)
{
    for (int i = 0; i >= 0; i = (i + 1) & 1023)
        out[threadIdx.x] = i;
}

// ---- names: the name of a file that is not harmless in a page -----------------------------------

#line 1 "a</script><script>.cu"
__global__ void odd_name(int *out) { out[threadIdx.x] = 1; }
#line 169 "tests/cuda/look/look.cu"

__global__ void scale(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * 0.5f + 1;
}

static void pipeline()
{
    enum { N = 1 << 15 };
    float *host, *device;
    cudaStream_t a, b;
    cudaEvent_t copied;
    cudaMallocHost(&host, N * sizeof *host);
    cudaMalloc(&device, N * sizeof *device);
    memset(host, 0, N * sizeof *host);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&copied);
    CUDA_CHECK(cudaMemcpyAsync(device, host, N * sizeof *host, cudaMemcpyHostToDevice, a)); // COPY IN
    CUDA_CHECK(cudaEventRecord(copied, a));
    CUDA_CHECK(cudaStreamWaitEvent(b, copied));
    scale<<<N / 256, 256, 0, b>>>(device);
    CUDA_CHECK(cudaMemcpyAsync(host, device, N * sizeof *host, cudaMemcpyDeviceToHost, b)); // COPY OUT
    CUDA_CHECK(cudaStreamSynchronize(b));                                                  // WAIT
    cudaEventDestroy(copied);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(device);
    cudaFreeHost(host);
}

// Two kernels that fork and join, captured.
static void graph()
{
    enum { N = 1 << 12 };
    float *device;
    cudaStream_t a, b;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&device, 2 * N * sizeof *device);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    CUDA_CHECK(cudaMemsetAsync(device, 0, 2 * N * sizeof *device, a)); // NODE
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork);
    scale<<<N / 256, 256, 0, a>>>(device);
    scale<<<N / 256, 256, 0, b>>>(device + N);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 2; i++)
        CUDA_CHECK(cudaGraphLaunch(exec, a));
    cudaStreamSynchronize(a);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(device);
}

__global__ void slow(float *x)
{
    for (int i = 0; i < 2000; i++)
        x[threadIdx.x] = x[threadIdx.x] * 0.5f + 1;
}

// Work before an event, in a stream that waits for the default stream.
static void waits()
{
    float *device;
    cudaStream_t blocking, free;
    cudaEvent_t scaled;
    cudaMalloc(&device, 1 << 17);
    cudaStreamCreate(&blocking);
    cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking);
    cudaEventCreate(&scaled);
    CUDA_CHECK(cudaMemset(device, 0, 1 << 17)); // DEFAULT STREAM
    slow<<<1, 32, 0, blocking>>>(device);
    CUDA_CHECK(cudaEventRecord(scaled, blocking));
    CUDA_CHECK(cudaStreamWaitEvent(free, scaled));
    CUDA_CHECK(cudaStreamWaitEvent(free, scaled));
    scale<<<128, 256, 0, free>>>(device);
    CUDA_CHECK(cudaEventSynchronize(scaled)); // WAIT FOR EVENT
    CUDA_CHECK(cudaDeviceSynchronize());
    cudaEventDestroy(scaled);
    cudaStreamDestroy(blocking);
    cudaStreamDestroy(free);
    cudaFree(device);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int *out, *in;
    cudaMalloc(&out, 1 << 20);
    cudaMalloc(&in, 1 << 20);
    cudaMemset(in, 0, 1 << 20);
    if (!strcmp(what, "race"))
        sum_with_race<<<4, 128>>>(out, in);
    if (!strcmp(what, "lanes"))
        turn_in_warp<<<1, 32>>>(out);
    if (!strcmp(what, "transpose")) {
        transpose<<<dim3(2, 1), dim3(TILE, ROWS)>>>((float *)out, (const float *)in, 64);
        column<<<1, 32>>>((float *)out, (const float *)in, 64);
    }
    if (!strcmp(what, "spaces"))
        spaces<<<1, 32>>>(out, 3);
    if (!strcmp(what, "words"))
        words<<<2, 64>>>(out);
    if (!strcmp(what, "parts"))
        parts<<<2, 64>>>(out);
    if (!strcmp(what, "constants"))
        constants<<<1, 32>>>((float *)out);
    if (!strcmp(what, "many")) {
        for (int i = 0; i < 5; i++)
            long_work<<<300, 256>>>(out, 400);
        for (int i = 0; i < 200; i++)
            short_work<0><<<1, 32>>>(out);
        short_work<1><<<1, 32>>>(out);
    }
    if (!strcmp(what, "fault"))
        fault<<<4, 64>>>(out);
    if (!strcmp(what, "endless"))
        endless<<<2, 64>>>(out);
    if (!strcmp(what, "names"))
        odd_name<<<1, 32>>>(out);
    if (!strcmp(what, "refused"))
        spaces<<<1, 2000>>>(out, 3);
    if (!strcmp(what, "streams"))
        pipeline();
    if (!strcmp(what, "waits"))
        waits();
    if (!strcmp(what, "graph"))
        graph();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
    return !strcmp(what, "status") ? 7 : 0;
}
