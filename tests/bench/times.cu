// times.cu - the times of kernels and copies by CUDA's events, one line each:
//
//   times [REPEATS [NAMES]]      name,microseconds (the median)
//
// On a GPU REPEATS should be 21 or so; in the simulator every repeat takes the same
// virtual time. NAMES, with commas: only these kernels. bench_time compares the two. Every kernel
// needs one resource above all, if possible on 2^22 elements.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

enum { LOG = 22, N = 1 << LOG, B = 256, SIDE = 2048, M = 512 };
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL(name) __global__ void name(const int *in, int *out)

static void check(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s\n", cudaGetErrorString(e));
    exit(1);
}

KERNEL(empty) {}
KERNEL(copy) { out[I] = in[I]; }
KERNEL(copy_4_words) { ((int4 *)out)[I] = ((const int4 *)in)[I]; }
KERNEL(copy_bytes) { ((char *)out)[I] = ((const char *)in)[I]; }
KERNEL(copy_stride_2) { out[I * 2 % N] = in[I * 2 % N]; }
KERNEL(copy_stride_32) { out[I] = in[I * 32 % N + I * 32 / N]; }
KERNEL(add) { out[I] = in[I] + in[I ^ 1024]; }
KERNEL(gather) { out[I] = in[I * 2654435761u >> (32 - LOG)]; }
KERNEL(scatter) { out[I * 2654435761u >> (32 - LOG)] = in[I]; }
KERNEL(stencil)
{
    int sum = 0;
    for (int k = -3; k <= 3; k++)
        sum += in[(I + k) & (N - 1)];
    out[I] = sum;
}
KERNEL(grid_stride)
{
    for (unsigned i = I; i < N; i += gridDim.x * blockDim.x)
        out[i] = in[i] * 3;
}
KERNEL(transpose_naive)
{
    unsigned x = blockIdx.x * 32 + threadIdx.x;
    for (unsigned y = blockIdx.y * 32 + threadIdx.y, k = 0; k < 4; k++, y += 8)
        out[x * SIDE + y] = in[y * SIDE + x];
}
template <int PITCH> __device__ void transpose(const int *in, int *out)
{
    __shared__ int tile[32 * PITCH];
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        tile[y * PITCH + threadIdx.x] = in[(blockIdx.y * 32 + y) * SIDE + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        out[(blockIdx.x * 32 + y) * SIDE + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x * PITCH + y];
}
KERNEL(transpose_conflicts) { transpose<32>(in, out); }
KERNEL(transpose_padded) { transpose<33>(in, out); }
template <int STRIDE> __device__ void shared_loads(const int *in, int *out)
{
    __shared__ int s[1024];
    int sum = 0, t = threadIdx.x;
    for (int i = t; i < 1024; i += B)
        s[i] = in[i];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 64; k++)
        sum += s[(t * STRIDE + sum + k) & 1023];
    out[I] = sum;
}
KERNEL(shared_stride_1) { shared_loads<1>(in, out); }
KERNEL(shared_stride_32) { shared_loads<32>(in, out); }
KERNEL(reduce_tree)
{
    __shared__ int s[B];
    int t = threadIdx.x;
    s[t] = in[I];
    for (int k = B / 2; k; k /= 2) {
        __syncthreads();
        if (t < k)
            s[t] += s[t + k];
    }
    if (!t)
        out[blockIdx.x] = s[0];
}
KERNEL(reduce_shuffle)
{
    int v = in[I];
    for (int k = 16; k; k /= 2)
        v += __shfl_xor_sync(~0u, v, k);
    if (threadIdx.x % 32 == 0)
        out[I / 32] = v;
}
KERNEL(barriers)
{
    int sum = in[I];
#pragma unroll 1
    for (int k = 0; k < 100; k++)
        sum += __syncthreads_or(sum == k);
    out[I] = sum;
}
KERNEL(histogram_shared)
{
    __shared__ int count[256];
    count[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = I; i < N; i += gridDim.x * blockDim.x)
        atomicAdd(&count[in[i] & 255], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], count[threadIdx.x]);
}
KERNEL(histogram_global) { atomicAdd(&out[in[I] & 65535], 1); }
KERNEL(atomics_one_word) { atomicAdd(out, in[I] & 3); }
KERNEL(tickets) { out[1024 + (atomicAdd(&out[I % 1024], 1) & 1023)] = 1; }
KERNEL(fused_multiply_add)
{
    float x = (float)in[I], y = x + 1;
#pragma unroll 16
    for (int k = 0; k < 256; k++)
        x = x * 0.5f + y, y = y * 0.25f + 1;
    out[I] = (int)(x + y);
}
KERNEL(integer_multiply_add)
{
    int x = in[I], y = x + 1;
#pragma unroll 16
    for (int k = 0; k < 256; k++)
        x = x * 5 + y, y = y * 7 + 1;
    out[I] = x + y;
}
KERNEL(double_multiply_add)
{
    double x = in[I], y = x + 1;
#pragma unroll 16
    for (int k = 0; k < 128; k++)
        x = x * 0.5 + y, y = y * 0.25 + 1;
    out[I] = (int)(x + y);
}
KERNEL(half2_multiply_add)
{
    __half2 x = __float2half2_rn((float)(in[I] & 7)), y = __float2half2_rn(0.5f);
#pragma unroll 16
    for (int k = 0; k < 256; k++)
        x = __hfma2(x, y, x), y = __hfma2(y, y, x);
    out[I] = __half2int_rz(__low2half(__hadd2(x, y)));
}
KERNEL(sines)
{
    float x = (float)(in[I] & 1023);
#pragma unroll 1
    for (int k = 0; k < 16; k++)
        x = sinf(x) + 1;
    out[I] = (int)(x * 1000);
}
KERNEL(special_functions)
{
    float x = (float)(in[I] & 1023);
#pragma unroll 4
    for (int k = 0; k < 64; k++)
        x = __expf(x * 0.001f);
    out[I] = (int)(x * 1000);
}
KERNEL(divisions)
{
    unsigned x = in[I], sum = 0;
#pragma unroll 1
    for (unsigned k = 1; k < 17; k++)
        sum += x / (k + (x & 15));
    out[I] = (int)sum;
}
KERNEL(long_divisions)
{
    unsigned long long x = (unsigned long long)in[I] << 32 | I, sum = 0;
#pragma unroll 1
    for (unsigned k = 1; k < 9; k++)
        sum += x / (k + sum % 7 + 5000000000ull);
    out[I] = (int)sum;
}
KERNEL(diverging)
{
    int x = in[I];
#pragma unroll 1
    for (int k = 0; k < (x & 31); k++)
        x = x * 5 + (x & 1 ? k : x >> 3);
    out[I] = x;
}
KERNEL(shuffles)
{
    int v = in[I];
#pragma unroll 8
    for (int k = 0; k < 64; k++)
        v += __shfl_xor_sync(~0u, v, k & 31);
    out[I] = v;
}
KERNEL(votes)
{
    unsigned v = in[I];
#pragma unroll 8
    for (int k = 0; k < 64; k++)
        v += __ballot_sync(~0u, v >> (k & 31) & 1);
    out[I] = (int)v;
}
KERNEL(local_arrays)
{
    int a[32];
    for (int k = 0; k < 32; k++)
        a[k] = in[(I + k) & (N - 1)];
    for (int k = 0; k < 32; k++)
        a[a[k] & 31] += k;
    int sum = 0;
    for (int k = 0; k < 32; k++)
        sum += a[k] * k;
    out[I] = sum;
}
KERNEL(chase) // one thread; the latency of a load
{
    unsigned at = 0;
    for (int k = 0; k < 1000; k++)
        at = (unsigned)(in[at] + 4099 * k) & (N - 1);
    *out = (int)at;
}
KERNEL(one_block)
{
    int sum = 0;
    for (int i = threadIdx.x; i < N / 16; i += blockDim.x)
        sum += in[i];
    out[threadIdx.x] = sum;
}
KERNEL(uneven) // only one warp has work
{
    int v = in[I];
    if (I / 32 == 77)
#pragma unroll 1
        for (int k = 0; k < 20000; k++)
            v = v * 5 + k;
    out[I] = v;
}
KERNEL(multiply_naive)
{
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    const float *a = (const float *)in, *b = a + M * M;
    float sum = 0;
    for (int k = 0; k < M; k++)
        sum += a[y * M + k] * b[k * M + x];
    ((float *)out)[y * M + x] = sum;
}
KERNEL(multiply_tiled)
{
    __shared__ float s[16][16], t[16][16];
    unsigned tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    const float *a = (const float *)in, *b = a + M * M;
    float sum = 0;
    for (int k = 0; k < M; k += 16) {
        s[ty][tx] = a[y * M + k + tx];
        t[ty][tx] = b[(k + ty) * M + x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += s[ty][j] * t[j][tx];
        __syncthreads();
    }
    ((float *)out)[y * M + x] = sum;
}

// ---- kernels of applications -------------------------------------------------------------------

KERNEL(saxpy) { ((float *)out)[I] = 2.5f * (float)in[I] + ((float *)out)[I]; }
KERNEL(dot)
{
    __shared__ float s[B];
    float sum = 0;
    for (unsigned i = I; i < N; i += gridDim.x * blockDim.x)
        sum += (float)in[i] * (float)(in[i + N] & 7);
    s[threadIdx.x] = sum;
    for (int k = B / 2; k; k /= 2) {
        __syncthreads();
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
    }
    if (!threadIdx.x)
        atomicAdd((float *)out, s[0]);
}
KERNEL(any_changes) // until no thread of the block has work left
{
    int x = in[I] & 63, rounds = 0;
    do {
        x -= x > 0;
        rounds++;
    } while (__syncthreads_or(x));
    out[I] = rounds;
}
KERNEL(count_marked)
{
    int sum = 0, x = in[I];
    for (int k = 0; k < 16; k++)
        sum += __syncthreads_count(x >> k & 1);
    out[I] = sum;
}
KERNEL(softmax) // a warp has a row of 512
{
    const float *row = (const float *)in + I / 32 * 512;
    float *to = (float *)out + I / 32 * 512, most = -1e30f, sum = 0;
    for (int i = threadIdx.x % 32; i < 512; i += 32)
        most = fmaxf(most, row[i]);
    for (int k = 16; k; k /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, k));
    for (int i = threadIdx.x % 32; i < 512; i += 32)
        sum += __expf(row[i] - most);
    for (int k = 16; k; k /= 2)
        sum += __shfl_xor_sync(~0u, sum, k);
    for (int i = threadIdx.x % 32; i < 512; i += 32)
        to[i] = __expf(row[i] - most) / sum;
}
KERNEL(rows_again) // every thread reads its own row of 64 words four times
{
    const int *row = in + I * 64;
    int sum = 0;
    for (int round = 0; round < 4; round++)
        for (int k = 0; k < 64; k++)
            sum += row[(k + sum) & 63];
    out[I] = sum;
}
KERNEL(heat)
{
    unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, at = y * SIDE + x;
    const float *a = (const float *)in;
    if (x && y && x < SIDE - 1 && y < SIDE - 1)
        ((float *)out)[at] = 0.2f * (a[at] + a[at - 1] + a[at + 1] + a[at - SIDE] + a[at + SIDE]);
}
KERNEL(blur) // 7 x 7
{
    unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int sum = 0;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++)
            sum += in[((y + dy) % SIDE) * SIDE + (x + dx) % SIDE];
    out[y * SIDE + x] = sum / 49;
}
KERNEL(append) // a list: one place per element that is wanted
{
    int v = in[I];
    if (!(v & 15))
        out[1 + (atomicAdd(out, 1) & (N - 1))] = v;
}
KERNEL(append_few) // the places are few
{
    out[64 + (in[I] & 255)] = (int)I;
}
KERNEL(flags)
{
    __threadfence();
    __syncthreads();
    if (!threadIdx.x)
        *(volatile int *)&out[blockIdx.x % 64] = (int)blockIdx.x;
}
template <int BYTES> __device__ void async_tiles(const int *in, int *out)
{
    __shared__ __align__(16) char s[2][B * BYTES];
    const char *from = (const char *)in;
    unsigned total = gridDim.x * B, rounds = N * 4u / BYTES / total;
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[0][threadIdx.x * BYTES]);
    int sum = 0;
    for (unsigned r = 0; r <= rounds; r++) {
        if (r < rounds && BYTES == 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + r % 2 * B * BYTES),
                         "l"(from + ((size_t)r * total + I) * BYTES)
                         : "memory");
        else if (r < rounds)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to + r % 2 * B * BYTES),
                         "l"(from + ((size_t)r * total + I) * BYTES)
                         : "memory");
        asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 1;" ::: "memory");
        if (r)
            sum += *(const int *)&s[(r - 1) % 2][threadIdx.x * BYTES];
    }
    out[I] = sum;
}
KERNEL(async_wide) { async_tiles<16>(in, out); }
KERNEL(async_words) { async_tiles<4>(in, out); }
KERNEL(bodies)
{
    __shared__ float4 s[B];
    float x = (float)(in[I] & 255), y = (float)(in[I + N] & 255), z = 1, ax = 0, ay = 0, az = 0;
    for (int tile = 0; tile < 4; tile++) {
        s[threadIdx.x] = {(float)in[tile * B + threadIdx.x], x, y, 1};
        __syncthreads();
        for (int k = 0; k < B; k++) {
            float dx = s[k].x - x, dy = s[k].y - y, dz = s[k].z - z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = s[k].w * r * r * r;
            ax += dx * f, ay += dy * f, az += dz * f;
        }
        __syncthreads();
    }
    ((float *)out)[I] = ax + ay + az;
}
KERNEL(mandelbrot)
{
    float cx = (float)(I % SIDE) * (3.0f / SIDE) - 2, cy = (float)(I / SIDE) * (2.0f / SIDE) - 1, x = 0, y = 0;
    int k = 0;
    for (; k < 64 && x * x + y * y < 4; k++) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
    }
    out[I] = k;
}
KERNEL(collatz)
{
    unsigned v = I + 1;
    int k = 0;
    for (; v != 1 && k < 100; k++)
        v = v & 1 ? 3 * v + 1 : v / 2;
    out[I] = k;
}
KERNEL(bitonic_tile)
{
    __shared__ int s[B];
    unsigned t = threadIdx.x;
    s[t] = in[I];
    __syncthreads();
    for (unsigned size = 2; size <= B; size *= 2)
        for (unsigned by = size / 2; by; by /= 2) {
            unsigned other = t ^ by;
            if (other > t) {
                int a = s[t], b = s[other];
                if ((a > b) == !(t & size))
                    s[t] = b, s[other] = a;
            }
            __syncthreads();
        }
    out[I] = s[t];
}
KERNEL(scan_block)
{
    __shared__ int s[2][1024];
    int t = threadIdx.x, at = 0;
    s[0][t] = in[I];
    __syncthreads();
    for (int by = 1; by < 1024; by *= 2, at ^= 1) {
        s[at ^ 1][t] = s[at][t] + (t >= by ? s[at][t - by] : 0);
        __syncthreads();
    }
    out[I] = s[at][t];
}
KERNEL(matrix_vector) // a warp per row of 2048
{
    const float *row = (const float *)in + I / 32 * SIDE, *v = (const float *)out;
    float sum = 0;
    for (int i = threadIdx.x % 32; i < SIDE; i += 32)
        sum += row[i] * v[i];
    for (int k = 16; k; k /= 2)
        sum += __shfl_xor_sync(~0u, sum, k);
    if (threadIdx.x % 32 == 0)
        ((float *)out)[N + I / 32] = sum;
}
KERNEL(binary_search)
{
    unsigned want = (unsigned)in[I] % N, lo = 0, hi = N;
    while (lo + 1 < hi) {
        unsigned middle = (lo + hi) / 2;
        if (middle + ((unsigned)in[middle] & 0) <= want)
            lo = middle;
        else
            hi = middle;
    }
    out[I] = (int)lo;
}
KERNEL(column_sums) // a thread per column
{
    int sum = 0;
    for (int y = 0; y < SIDE; y++)
        sum += in[y * SIDE + I];
    out[I] = sum;
}
KERNEL(row_sums) // a thread per row
{
    int sum = 0;
    for (int x = 0; x < SIDE; x++)
        sum += in[I * SIDE + x];
    out[I] = sum;
}
KERNEL(polynomial)
{
    double x = in[I] * 1e-9, y = 0;
    for (int k = 0; k < 64; k++)
        y = y * x + k;
    out[I] = (int)y;
}
KERNEL(bytes_to_words)
{
    unsigned v = (unsigned)in[I], sum = 0;
    for (int k = 0; k < 4; k++)
        sum += __popc(v >> 8 * k & 255) * (k + 1);
    out[I] = (int)sum;
}
KERNEL(locks) // one lane of each warp takes a turn
{
    if (threadIdx.x % 32)
        return;
    int *lock = &out[2 * N + (in[I] & 1023) * 32];
    while (atomicCAS(lock, 0, 1))
        ;
    lock[1] += 1;
    __threadfence();
    atomicExch(lock, 0);
}

static const struct {
    const char *name;
    void (*kernel)(const int *, int *);
    dim3 grid, block;
} kernels[] = {
#define FLAT(k) {#k, k, N / B, B}
#define SIZED(k, grid, block) {#k, k, grid, block}
    SIZED(empty, 1, 32), FLAT(copy), SIZED(copy_4_words, N / 4 / B, B), FLAT(copy_bytes),
    FLAT(copy_stride_2), FLAT(copy_stride_32), FLAT(add), FLAT(gather), FLAT(scatter),
    FLAT(stencil), SIZED(grid_stride, 264, B),
    SIZED(transpose_naive, dim3(SIDE / 32, SIDE / 32), dim3(32, 8)),
    SIZED(transpose_conflicts, dim3(SIDE / 32, SIDE / 32), dim3(32, 8)),
    SIZED(transpose_padded, dim3(SIDE / 32, SIDE / 32), dim3(32, 8)),
    FLAT(shared_stride_1), FLAT(shared_stride_32), FLAT(reduce_tree), FLAT(reduce_shuffle),
    SIZED(barriers, N / B / 8, B), SIZED(histogram_shared, 264, B), FLAT(histogram_global),
    FLAT(atomics_one_word), FLAT(tickets), FLAT(fused_multiply_add), FLAT(integer_multiply_add),
    FLAT(double_multiply_add), FLAT(half2_multiply_add), FLAT(sines), FLAT(special_functions),
    FLAT(divisions), FLAT(long_divisions), FLAT(diverging), FLAT(shuffles), FLAT(votes),
    SIZED(local_arrays, N / B / 4, B), SIZED(chase, 1, 1), SIZED(one_block, 1, 1024), FLAT(uneven),
    SIZED(multiply_naive, dim3(M / 16, M / 16), dim3(16, 16)),
    SIZED(multiply_tiled, dim3(M / 16, M / 16), dim3(16, 16)),
    // Fewer elements: the ends of the scale.
    SIZED(copy, 1, B), SIZED(copy, 132, B), SIZED(reduce_tree, 64, B), SIZED(copy, N / 32, 32),
    SIZED(copy, N / 1024, 1024),
    FLAT(saxpy), SIZED(dot, 1056, B), SIZED(any_changes, N / B / 8, B), FLAT(count_marked),
    SIZED(softmax, 8192 / 8, B), SIZED(rows_again, N / 16 / B, B), SIZED(heat, dim3(SIDE / 32, SIDE / 8), dim3(32, 8)),
    SIZED(blur, dim3(SIDE / 32, SIDE / 8), dim3(32, 8)), FLAT(append), FLAT(append_few),
    SIZED(flags, N / B, 32), SIZED(async_wide, 264, B), SIZED(async_words, 264, B), SIZED(bodies, N / B / 4, B),
    FLAT(mandelbrot), FLAT(collatz), FLAT(bitonic_tile), SIZED(scan_block, N / 1024, 1024),
    SIZED(matrix_vector, SIDE / 8, B), FLAT(binary_search), SIZED(column_sums, SIDE / 64, 64),
    SIZED(row_sums, SIDE / 64, 64), FLAT(polynomial), FLAT(bytes_to_words), SIZED(locks, 1056, B),
    SIZED(scan_block, 1, 1024), SIZED(bitonic_tile, 132, B), SIZED(softmax, 16, B),
};

enum { MAX_REPEATS = 101 };
static int repeats = 5;
static const char *names; // NULL: all

static bool wanted(const char *name)
{
    size_t n = strlen(name);
    for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (!strncmp(at, name, n) && (at[n] == ',' || !at[n]))
            return true;
    return !names;
}
static cudaEvent_t from, to;

template <class Work> static void time_it(const char *name, Work work)
{
    float us[MAX_REPEATS];
    check(cudaDeviceSynchronize());
    for (int r = -2; r < repeats; r++) { // twice to get warm
        if (repeats == 1 && r < 0)
            continue;
        check(cudaEventRecord(from));
        work();
        check(cudaEventRecord(to));
        check(cudaEventSynchronize(to));
        float ms;
        check(cudaEventElapsedTime(&ms, from, to));
        if (r >= 0)
            us[r] = ms * 1000;
    }
    std::sort(us, us + repeats);
    printf("%s,%.3f\n", name, us[repeats / 2]);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        repeats = atoi(argv[1]);
    names = argc > 2 ? argv[2] : NULL;
    if (repeats < 1 || repeats > MAX_REPEATS) {
        fprintf(stderr, "times: REPEATS is from 1 to %d\n", MAX_REPEATS);
        return 1;
    }
    const size_t bytes = sizeof(int) * N;
    int *in, *out, *host = (int *)malloc(4 * bytes), *pinned;
    check(cudaMalloc(&in, 4 * bytes));
    check(cudaMalloc(&out, 4 * bytes));
    check(cudaMallocHost(&pinned, 4 * bytes));
    unsigned x = 7;
    for (int i = 0; i < 4 * N; i++) {
        x = x * 1664525u + 1013904223u;
        host[i] = (int)(x >> 9);
    }
    memset(pinned, 1, 4 * bytes);
    check(cudaEventCreate(&from));
    check(cudaEventCreate(&to));
    check(cudaMemcpy(in, host, 4 * bytes, cudaMemcpyHostToDevice));
    check(cudaMemset(out, 0, 4 * bytes));
    for (auto &k : kernels) {
        char name[64];
        if (!wanted(k.name))
            continue;
        snprintf(name, sizeof name, "%s <%ux%u %ux%u>", k.name, k.grid.x, k.grid.y, k.block.x, k.block.y);
        time_it(name, [&] { k.kernel<<<k.grid, k.block>>>(in, out); });
        check(cudaGetLastError());
    }
    const size_t sizes[] = {1024, 16384, 65536, 1 << 20, 1 << 22, 1 << 24, 1 << 26};
    for (size_t n : sizes) {
        if (names)
            break;
        struct {
            const char *name;
            void *to;
            const void *from;
        } copies[] = {{"pinned to device", in, pinned}, {"device to pinned", pinned, in},
                      {"pageable to device", in, host}, {"device to pageable", host, in},
                      {"device to device", out, in}};
        char name[64];
        for (auto &c : copies) {
            snprintf(name, sizeof name, "%s %zu KB", c.name, n / 1024);
            time_it(name, [&] { check(cudaMemcpyAsync(c.to, c.from, n, cudaMemcpyDefault)); });
        }
        snprintf(name, sizeof name, "memset %zu KB", n / 1024);
        time_it(name, [&] { check(cudaMemsetAsync(out, 0, n)); });
    }
    return 0;
}
