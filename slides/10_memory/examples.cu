// examples.cu - the code on the slides of lab 10, as a program that checks what the slides say.
// Returns 0 if everything is right, and prints what is not.
#include <math.h>

#include "../examples.h"

enum { N = 5000, BLOCK = 128 };

// ---- time and bandwidth ------------------------------------------------------------------------

__global__ void negate(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = -x[i];
}

static void time_a_kernel()
{
    int *x = managed<int>(N);
    for (int i = 0; i < N; i++)
        x[i] = i;
    // BEGIN SLIDE events
    cudaEvent_t start, stop;
    float ms;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    negate<<<ceil_div(N, BLOCK), BLOCK>>>(x, N); // a warm-up
    CUDA_CHECK(cudaEventRecord(start));          // a mark in the stream
    negate<<<ceil_div(N, BLOCK), BLOCK>>>(x, N);
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop)); // the host waits for the mark
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    // END SLIDE events
    // BEGIN SLIDE rate
    double bytes = 2.0 * N * sizeof(int);   // each word is read and written
    double gbs = bytes / (ms / 1000) / 1e9; // GB are 10^9 bytes
    // END SLIDE rate
    expect(ms > 0 && gbs > 0, "time", 0);
    for (int i = 0; i < N; i++)
        expect(x[i] == i, "negate twice", i);
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    CUDA_CHECK(cudaFree(x));
}

// ---- bytes in flight
// ------------------------------------------------------------------------------

// BEGIN SLIDE flight
__global__ void sum_pairs(int *out, const int *a, const int *b, int n)
{
    int threads = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + threads < n; i += 2 * threads) {
        int a0 = a[i], a1 = a[i + threads]; // four loads are under way ...
        int b0 = b[i], b1 = b[i + threads];
        out[i] = a0 + b0; // ... before the first value is needed
        out[i + threads] = a1 + b1;
    }
    if (i < n)
        out[i] = a[i] + b[i];
}
// END SLIDE flight

static void in_flight()
{
    int *a = managed<int>(N), *b = managed<int>(N), *out = managed<int>(N);
    for (int i = 0; i < N; i++)
        a[i] = 3 * i, b[i] = i;
    sum_pairs<<<3, BLOCK>>>(out, a, b, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(out[i] == 4 * i, "sum_pairs", i);
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(out));
}

// ---- 16 bytes, layout, pitch
// ------------------------------------------------------------------------

// BEGIN SLIDE vector
__global__ void add_fours(float4 *x, float by, int fours)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < fours) {
        float4 v = x[i]; // one load of 16 bytes
        x[i] = make_float4(v.x + by, v.y + by, v.z + by, v.w + by);
    }
}
// END SLIDE vector

static void vectors()
{
    float *x = managed<float>(N);
    add_fours<<<ceil_div(N / 4, BLOCK), BLOCK>>>((float4 *)x, 2, N / 4);
    CUDA_CHECK(cudaDeviceSynchronize());
    // BEGIN SLIDE aligned
    size_t place = (size_t)(x + 3) % 16; // 12, if x comes from cudaMalloc
    // END SLIDE aligned
    expect_equal("x + 3", (int)place, 12);
    for (int i = 0; i < N; i++)
        expect(x[i] == 2, "add_fours", i);
    CUDA_CHECK(cudaFree(x));
}

struct Pixel {
    float red, green, blue;
};
__global__ void dim_structures(Pixel *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        // BEGIN SLIDE structures
        p[i].red *= 0.5f; // Pixel *p: lanes are sizeof(Pixel) apart
    // END SLIDE structures
}

struct Picture {
    float *red, *green, *blue;
};
__global__ void dim_arrays(Picture p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        // BEGIN SLIDE arrays
        p.red[i] *= 0.5f; // Picture p, with a float *red: lanes are neighbours
    // END SLIDE arrays
}

static void layouts()
{
    Pixel *p = managed<Pixel>(N);
    Picture q = {managed<float>(N), NULL, NULL};
    for (int i = 0; i < N; i++)
        p[i].red = q.red[i] = i;
    dim_structures<<<ceil_div(N, BLOCK), BLOCK>>>(p, N);
    dim_arrays<<<ceil_div(N, BLOCK), BLOCK>>>(q, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(p[i].red == q.red[i] && p[i].red == 0.5f * i, "dim", i);
    CUDA_CHECK(cudaFree(p));
    CUDA_CHECK(cudaFree(q.red));
}

// BEGIN SLIDE restrict
__global__ void scale_by(float *__restrict__ out, const float *__restrict__ in,
                         const float *__restrict__ factor, int each)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each; i++)
        out[i] = *factor * in[i]; // no store to out changes *factor: one load is enough
}
// END SLIDE restrict

static void promises()
{
    float *in = managed<float>(N), *out = managed<float>(N), *factor = managed<float>(1);
    *factor = 3;
    for (int i = 0; i < N; i++)
        in[i] = i;
    scale_by<<<N / 50 / 10, 10>>>(out, in, factor, 50);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(out[i] == 3 * in[i], "scale_by", i);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(factor));
}

// BEGIN SLIDE pitch
__global__ void mirror(short *out, const short *in, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    const short *from = (const short *)((const char *)in + y * pitch); // row y of `in`
    short *to = (short *)((char *)out + y * pitch);
    if (x < width)
        to[x] = from[width - 1 - x];
}
// END SLIDE pitch

static void pitches()
{
    enum { W = 77, H = 9 };
    static short picture[H][W], mirrored[H][W];
    for (int i = 0; i < W * H; i++)
        picture[i / W][i % W] = i;
    // BEGIN SLIDE copy2d
    short *in, *out;
    size_t pitch, row = W * sizeof(short); // all in bytes
    CUDA_CHECK(cudaMallocPitch(&in, &pitch, row, H));
    CUDA_CHECK(cudaMallocPitch(&out, &pitch, row, H));
    CUDA_CHECK(cudaMemcpy2D(in, pitch,    // to, and from row to row there
                            picture, row, // from, and from row to row there
                            row, H,       // bytes of a row, number of rows
                            cudaMemcpyHostToDevice));
    // END SLIDE copy2d
    expect(pitch >= row && pitch % 32 == 0, "pitch", (int)pitch);
    mirror<<<dim3(ceil_div(W, 32), H), 32>>>(out, in, pitch, W, H);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy2D(mirrored, row, out, pitch, row, H, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W * H; i++)
        expect(mirrored[i / W][i % W] == picture[i / W][W - 1 - i % W], "mirror", i);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

// ---- memory of the host
// -----------------------------------------------------------------------------

__global__ void count_zeros(int *count, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] == 0)
        atomicAdd(count, 1);
}

static void mapped()
{
    int *count = managed<int>(1);
    // BEGIN SLIDE mapped
    int *x, *for_kernels;
    CUDA_CHECK(cudaHostAlloc(&x, N * sizeof(int), cudaHostAllocMapped)); // pinned
    CUDA_CHECK(cudaHostGetDevicePointer(&for_kernels, x, 0));
    for (int i = 0; i < N; i++)
        x[i] = i % 10;
    count_zeros<<<ceil_div(N, BLOCK), BLOCK>>>(count, for_kernels, N);
    // END SLIDE mapped
    CUDA_CHECK(cudaDeviceSynchronize());
    expect_equal("zeros", *count, N / 10);
    CUDA_CHECK(cudaFreeHost(x));
    CUDA_CHECK(cudaFree(count));
}

// BEGIN SLIDE tree
struct Node {
    int value;
    Node *next;
};
__global__ void add_list(int *sum, const Node *first)
{
    for (const Node *n = first; n; n = n->next) // the host's pointers
        *sum += n->value;
}
// END SLIDE tree

static void managed_list()
{
    int *sum = managed<int>(1);
    Node *node[5], *first = NULL;
    for (int i = 0; i < 5; i++) {
        // BEGIN SLIDE managed
        CUDA_CHECK(cudaMallocManaged(&node[i], sizeof(Node)));
        *node[i] = {i, first}; // the host writes
        first = node[i];
        // END SLIDE managed
    }
    // BEGIN SLIDE wait
    add_list<<<1, 1>>>(sum, first);
    CUDA_CHECK(cudaDeviceSynchronize()); // without this line the host may read too early
    expect_equal("sum", *sum, 10);
    // END SLIDE wait
    for (Node *n : node)
        CUDA_CHECK(cudaFree(n));
    CUDA_CHECK(cudaFree(sum));
}

// ---- constant memory
// ------------------------------------------------------------------------------

// BEGIN SLIDE constant
__constant__ float weight[5]; // 64 KB in all; kernels only read
__global__ void smooth(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 4)
        return;
    float sum = 0;
    for (int k = 0; k < 5; k++)
        sum += weight[k] * in[i + k]; // all lanes want the same weight
    out[i] = sum;
}
// END SLIDE constant

static void weights()
{
    float *in = managed<float>(N), *out = managed<float>(N);
    for (int i = 0; i < N; i++)
        in[i] = i;
    // BEGIN SLIDE symbol
    const float host[5] = {1, 2, 4, 2, 1};
    CUDA_CHECK(cudaMemcpyToSymbol(weight, host, sizeof host)); // bytes
    smooth<<<ceil_div(N, BLOCK), BLOCK>>>(out, in, N);
    // END SLIDE symbol
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N - 4; i++)
        expect(out[i] == 10.0f * (i + 2), "smooth", i);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

// ---- what instructions cost
// ------------------------------------------------------------------------

// BEGIN SLIDE literal
__global__ void area_double(float *out, const float *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 3.14159265 * r[i] * r[i]; // in double precision
}
__global__ void area_float(float *out, const float *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 3.14159265f * r[i] * r[i];
}
// END SLIDE literal

// BEGIN SLIDE fast
__global__ void logistic(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __fdividef(1.0f, 1.0f + __expf(-x[i]));
}
// END SLIDE fast

static void instructions()
{
    float *in = managed<float>(N), *a = managed<float>(N), *b = managed<float>(N);
    for (int i = 0; i < N; i++)
        in[i] = i / 500.0f;
    area_double<<<ceil_div(N, BLOCK), BLOCK>>>(a, in, N);
    area_float<<<ceil_div(N, BLOCK), BLOCK>>>(b, in, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(fabsf(a[i] - b[i]) <= 1e-6f * a[i], "area", i);
    logistic<<<ceil_div(N, BLOCK), BLOCK>>>(a, in, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(fabs(a[i] - 1 / (1 + exp(-in[i]))) < 1e-6, "logistic", i);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

__device__ int up(int x) { return 3 * x + 1; }
__device__ int down(int x) { return x / 2; }

// BEGIN SLIDE diverge
__global__ void by_element(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] % 2 ? up(x[i]) : down(x[i]); // a warp executes both sides
}
// END SLIDE diverge

// BEGIN SLIDE together
__global__ void by_warp(int *x, const int *odd, int n_odd, const int *even, int n_even)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, whole = ceil_div(n_odd, 32) * 32;
    if (i < whole) { // the same for all lanes of a warp
        if (i < n_odd)
            x[odd[i]] = up(x[odd[i]]);
    } else if (i - whole < n_even) {
        x[even[i - whole]] = down(x[even[i - whole]]);
    }
}
// END SLIDE together

static void divergence()
{
    int *x = managed<int>(N), *y = managed<int>(N), *odd = managed<int>(N), *even = managed<int>(N);
    int n_odd = 0, n_even = 0;
    for (int i = 0; i < N; i++) {
        x[i] = y[i] = i * 7 % 1000;
        if (x[i] % 2)
            odd[n_odd++] = i;
        else
            even[n_even++] = i;
    }
    by_element<<<ceil_div(N, BLOCK), BLOCK>>>(x, N);
    by_warp<<<ceil_div(N + 32, BLOCK), BLOCK>>>(y, odd, n_odd, even, n_even);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(x[i] == y[i], "by_warp", i);
    for (int *p : {x, y, odd, even})
        CUDA_CHECK(cudaFree(p));
}

// BEGIN SLIDE bits
// The highest bit that is set: one instruction (bfind), like popc. The lowest: __ffs(x) - 1.
__device__ int highest_bit(unsigned x) { return 31 - __clz(x); } // -1 if there is none
// The number of blocks of 2^k: a shift instead of a division.
__device__ int blocks_of(int n, int k) { return (n + (1 << k) - 1) >> k; }
// END SLIDE bits

__global__ void bits(int *out)
{
    int i = threadIdx.x;
    out[i] = highest_bit((1u << i) | (i > 0 ? 1u : 0)) + blocks_of(1000 + i, 8);
}

static void count_bits()
{
    int *out = managed<int>(32);
    bits<<<1, 32>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++)
        expect(out[i] == i + ceil_div(1000 + i, 256), "bits", i);
    CUDA_CHECK(cudaFree(out));
}

int main()
{
    count_bits();
    time_a_kernel();
    in_flight();
    vectors();
    layouts();
    promises();
    pitches();
    mapped();
    managed_list();
    weights();
    instructions();
    divergence();
    return mistakes != 0;
}
