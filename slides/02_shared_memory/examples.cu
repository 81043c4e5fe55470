// examples.cu - the code on the slides of lab 02, as a program that checks what the slides
// say. Returns 0 if everything is right, and prints what is not.
#include "../examples.h"
#include <cuda_pipeline.h>

enum { BLOCK = 256 };

// ---- a tile ---------------------------------------------------------------------------

// BEGIN SLIDE tile
// The average of 32 consecutive elements, for each of them.
__global__ void average(float *out, const float *in, int n)
{
    __shared__ float s[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;         // 1. load it once
    __syncthreads();                            // 2. wait for all of it
    float sum = 0;
    for (int k = 0; k < 32; k++)                // 3. use it often
        sum += s[threadIdx.x / 32 * 32 + k];
    if (i < n)
        out[i] = sum / 32;
}
// END SLIDE tile

// BEGIN SLIDE in_place
__global__ void swap_warps(int *data)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();        // written, then read
    int other = s[t ^ 64];
    __syncthreads();        // read, then written
    s[t] = other;
    __syncthreads();        // written, then read
    data[BLOCK - 1 - t] = s[BLOCK - 1 - t];
}
// END SLIDE in_place

// BEGIN SLIDE dynamic
__global__ void last_first(int *out, const int *in)
{
    extern __shared__ int s[];              // no size here
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

static void launch_last_first(int *out, const int *in, int block)
{
    last_first<<<1, block, block * sizeof(int)>>>(out, in); // but here, in bytes
}
// END SLIDE dynamic

static int blocks_resident(int block)
{
    // BEGIN SLIDE resident
    int blocks;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, last_first, block,
                                                  block * sizeof(int));
    // END SLIDE resident
    return blocks;
}

// ---- banks ------------------------------------------------------------------------------

// BEGIN SLIDE wavefronts
static int wavefronts(const int word[32])   // words of the busiest bank
{
    int most = 0;
    for (int bank = 0; bank < 32; bank++) {
        int words = 0;
        for (int lane = 0; lane < 32; lane++) {
            bool first = word[lane] % 32 == bank;
            for (int l = 0; l < lane; l++)
                first = first && word[l] != word[lane];     // the same word is broadcast
            words += first;
        }
        most = words > most ? words : most;
    }
    return most;
}
// END SLIDE wavefronts

static int wavefronts_of_stride(int stride)
{
    int word[32];
    for (int lane = 0; lane < 32; lane++)
        word[lane] = lane * stride;
    return wavefronts(word);
}

// A column of a tile whose rows are `wide` words long.
static int wavefronts_of_column(int column, int wide, bool swizzled)
{
    int word[32];
    for (int row = 0; row < 32; row++)
        word[row] = row * wide + (swizzled ? column ^ row : column);
    return wavefronts(word);
}

// ---- a halo, in one dimension -----------------------------------------------------------

// BEGIN SLIDE halo
__global__ void smooth(float *out, const float *in, int n)
{
    __shared__ float s[BLOCK + 2];                  // one more on each side
    int i = blockIdx.x * BLOCK + threadIdx.x;
    for (int e = threadIdx.x; e < BLOCK + 2; e += BLOCK) {
        int from = blockIdx.x * BLOCK - 1 + e;
        s[e] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();                                // all threads, also those beyond n
    float *own = &s[threadIdx.x + 1];
    if (i < n)
        out[i] = 0.25f * own[-1] + 0.5f * own[0] + 0.25f * own[1];
}
// END SLIDE halo

// ---- the race --------------------------------------------------------------------------

// BEGIN SLIDE turn
__device__ void turn(float4 out[4], const float4 in[4])     // registers get other names
{
    out[0] = {in[0].x, in[1].x, in[2].x, in[3].x};
    out[1] = {in[0].y, in[1].y, in[2].y, in[3].y};
    out[2] = {in[0].z, in[1].z, in[2].z, in[3].z};
    out[3] = {in[0].w, in[1].w, in[2].w, in[3].w};
}
// END SLIDE turn

// BEGIN SLIDE bounds
__global__ void __launch_bounds__(256, 5)   // 5 blocks fit: 48 registers
    turn_small(float *__restrict__ out, const float *__restrict__ in)
// END SLIDE bounds
{
    float4 a[4], b[4];
    for (int i = 0; i < 4; i++)
        a[i] = ((const float4 *)in)[i];
    turn(b, a);
    for (int i = 0; i < 4; i++)
        ((float4 *)out)[i] = b[i];
}

// sum[t] = t times the sum of all elements: the work does not matter here, the copies do.
__global__ void sums_of_tiles(float *sum, const float *in, int steps)
{
    float mine = 0;
    // BEGIN SLIDE stages
    __shared__ float tile[2][BLOCK];
    auto begin = [&](int step) {        // each thread begins a copy of 4 bytes
        float *to = &tile[step % 2][threadIdx.x];
        if (step < steps)
            __pipeline_memcpy_async(to, in + step * BLOCK + threadIdx.x, 4);
        __pipeline_commit();
    };
    begin(0);
    for (int step = 0; step < steps; step++) {
        __pipeline_wait_prior(0);       // my copies of this step are complete
        __syncthreads();                // all copies are; the other tile is free
        begin(step + 1);                // on its way while this tile is used
        for (int i = 0; i < BLOCK; i++)
            mine += tile[step % 2][i] * threadIdx.x;
    }
    // END SLIDE stages
    sum[threadIdx.x] = mine;
}

// ---- all of them ----------------------------------------------------------------------

static void check_tiles(void)
{
    enum { N = 1000 };
    float *in = managed<float>(N), *out = managed<float>(N);
    for (int i = 0; i < N; i++)
        in[i] = i % 7;
    average<<<ceil_div(N, BLOCK), BLOCK>>>(out, in, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32 && k < N; k++)
            sum += in[k];
        expect(out[i] == sum / 32, "average", i);
    }
    smooth<<<ceil_div(N, BLOCK), BLOCK>>>(out, in, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        float left = i > 0 ? in[i - 1] : 0, right = i + 1 < N ? in[i + 1] : 0;
        expect(out[i] == 0.25f * left + 0.5f * in[i] + 0.25f * right, "smooth", i);
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

static void check_barriers(void)
{
    int *data = managed<int>(BLOCK), *out = managed<int>(BLOCK);
    for (int i = 0; i < BLOCK; i++)
        data[i] = i;
    swap_warps<<<1, BLOCK>>>(data);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < BLOCK; i++)
        expect(data[i] == (i ^ 64), "swap_warps", i);
    for (int block = 32; block <= BLOCK; block *= 2) {
        launch_last_first(out, data, block);
        CUDA_CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < block; i++)
            expect(out[i] == data[block - 1 - i], "last_first", i);
    }
    expect(blocks_resident(1024) == 2, "resident", 1024);
    expect(blocks_resident(128) == 16, "resident", 128);
    expect(blocks_resident(32) == 32, "resident", 32);
    CUDA_CHECK(cudaFree(data));
    CUDA_CHECK(cudaFree(out));
}

static void check_banks(void)
{
    static const int want[][2] = {{0, 1}, {1, 1},  {2, 2},   {3, 1},
                                  {4, 4}, {16, 16}, {32, 32}, {33, 1}};
    for (int i = 0; i < 8; i++)
        expect(wavefronts_of_stride(want[i][0]) == want[i][1], "stride", want[i][0]);
    for (int c = 0; c < 32; c++) {
        expect(wavefronts_of_column(c, 32, false) == 32, "column", c);
        expect(wavefronts_of_column(c, 33, false) == 1, "padded column", c);
        expect(wavefronts_of_column(c, 32, true) == 1, "swizzled column", c);
    }
}

static void check_race(void)
{
    enum { TILES = 5 };
    float *in = managed<float>(TILES * BLOCK), *out = managed<float>(BLOCK), sum = 0;
    for (int i = 0; i < TILES * BLOCK; i++)
        sum += in[i] = i % 9;
    turn_small<<<1, 1>>>(out, in);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++)
        expect(out[i] == in[i % 4 * 4 + i / 4], "turn", i);
    sums_of_tiles<<<1, BLOCK>>>(out, in, TILES);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < BLOCK; i++)
        expect(out[i] == sum * i, "stages", i);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}

// ---- local memory -----------------------------------------------------------------------

// BEGIN SLIDE local
__global__ void count_in_local(int *out, const int *in, int n)
{
    int count[16] = {0};               // the index is known only at run time: local memory
    for (int k = 0; k < n; k++)
        count[in[n * threadIdx.x + k] % 16]++;
    for (int b = 0; b < 16; b++)
        out[16 * threadIdx.x + b] = count[b];
}
// END SLIDE local

__global__ void count_in_shared(int *out, const int *in, int n)
{
    __shared__ int count[16][32];      // a column for each thread, a bank for each lane
    for (int b = 0; b < 16; b++)
        count[b][threadIdx.x] = 0;
    for (int k = 0; k < n; k++)
        count[in[n * threadIdx.x + k] % 16][threadIdx.x]++;
    for (int b = 0; b < 16; b++)
        out[16 * threadIdx.x + b] = count[b][threadIdx.x];
}

static void check_local(void)
{
    enum { EACH = 20 };
    int *in = managed<int>(EACH * 32), *out = managed<int>(16 * 32), *same = managed<int>(16 * 32);
    for (int i = 0; i < EACH * 32; i++)
        in[i] = i * i % 1000;
    count_in_local<<<1, 32>>>(out, in, EACH);
    count_in_shared<<<1, 32>>>(same, in, EACH);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 16 * 32; i++)
        expect(out[i] == same[i], "counts", i);
    cudaFuncAttributes local, shared;
    CUDA_CHECK(cudaFuncGetAttributes(&local, count_in_local));
    CUDA_CHECK(cudaFuncGetAttributes(&shared, count_in_shared));
    expect_equal("bytes of local memory", (int)local.localSizeBytes, 64);
    expect_equal("no local memory", (int)shared.localSizeBytes, 0);
    for (int *p : {in, out, same})
        CUDA_CHECK(cudaFree(p));
}

// ---- a program that measures ------------------------------------------------------------

__global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 2 * x[i];
}

// Milliseconds of one launch.
static float time_scaling(float *x, int n)
{
    // BEGIN SLIDE measure
    cudaEvent_t begin, end;
    float ms;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    scale<<<ceil_div(n, 256), 256>>>(x, n); // not measured
    CUDA_CHECK(cudaEventRecord(begin));
    for (int i = 0; i < 10; i++)
        scale<<<ceil_div(n, 256), 256>>>(x, n);
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    ms /= 10; // GB/s: 8e-6 * n / ms
    // END SLIDE measure
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    return ms;
}

static void check_measuring(void)
{
    enum { N = 1000 };
    float *x;
    CUDA_CHECK(cudaMalloc(&x, N * sizeof *x));
    CUDA_CHECK(cudaMemset(x, 0, N * sizeof *x));
    float ms = time_scaling(x, N);
    expect(ms > 0.001f && ms < 1, "measure", 0);
    CUDA_CHECK(cudaFree(x));
}

int main(void)
{
    check_measuring();
    check_race();
    check_local();
    check_tiles();
    check_barriers();
    check_banks();
    return mistakes > 0;
}
