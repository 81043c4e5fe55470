// examples.cu - the code on the slides of lab 20, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
#include <climits>

#include "../examples.h"
#include "kernels.h"

enum { N = 1 << 12, BLOCK = 256 };

// ---- residents -----------------------------------------------------------------------------

// BEGIN SLIDE tile
__global__ void averaged(float *out, const float *in)
{
    extern __shared__ float tile[]; // how many bytes, the launch says
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = in[i];
    __syncthreads();
    out[i] = (tile[t] + tile[t ^ 1]) / 2;
}
// END SLIDE tile

static int resident_warps_of(int threads, size_t bytes)
{
    // BEGIN SLIDE ask
    int blocks;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, averaged, threads, bytes));
    int warps = blocks * ((threads + 31) / 32);
    // END SLIDE ask
    return warps;
}

// ---- local memory --------------------------------------------------------------------------

// BEGIN SLIDE local
__global__ void chosen(int *out, const int *in, const int *which)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v[4];
    for (int j = 0; j < 4; j++)
        v[j] = in[4 * i + j] + j;
    out[i] = v[which[i]]; // an address is needed: v is in local memory
}

__global__ void chosen_by_compares(int *out, const int *in, const int *which)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v[4], w = which[i];
    for (int j = 0; j < 4; j++)
        v[j] = in[4 * i + j] + j;
    out[i] = w == 0 ? v[0] : w == 1 ? v[1] : w == 2 ? v[2] : v[3]; // registers
}
// END SLIDE local

// ---- launch bounds -------------------------------------------------------------------------

// BEGIN SLIDE bounds
__global__ void __launch_bounds__(256, 4) // at most 256 threads, and 4 blocks have to fit:
    scaled(float *out, const float *in)   // at most 65536 / (256 * 4) = 64 registers a thread
// END SLIDE bounds
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

// ---- coarsening ----------------------------------------------------------------------------

// BEGIN SLIDE coarse
template <int EACH> __global__ void weighted(float *out, const float *in, const float *weight)
{
    float sum[EACH] = {};
    int first = blockIdx.x * blockDim.x * EACH + threadIdx.x;
    for (int k = 0; k < 8; k++) {
        float w = weight[k]; // once, for EACH results
#pragma unroll
        for (int e = 0; e < EACH; e++)
            sum[e] += w * in[first + e * blockDim.x];
    }
#pragma unroll
    for (int e = 0; e < EACH; e++)
        out[first + e * blockDim.x] = sum[e];
}
// END SLIDE coarse

// ---- all -------------------------------------------------------------------------------------

static void check_residents(float *out, float *in)
{
    expect_equal("32 threads, 40 KB", resident_warps_of(32, 40 << 10), 5);
    expect_equal("256 threads, 1 KB", resident_warps_of(256, 1 << 10), 64);
    averaged<<<N / BLOCK, BLOCK, BLOCK * sizeof *in>>>(out, in);
    expect_success("averaged", cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(out[i] == (in[i] + in[i ^ 1]) / 2, "averaged", i);
    cudaFuncAttributes bounded;
    expect_success("attributes", cudaFuncGetAttributes(&bounded, scaled));
    expect_equal("threads of a bounded block", bounded.maxThreadsPerBlock, 256);
    scaled<<<N / BLOCK, BLOCK>>>(out, in);
    expect_success("scaled", cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(out[i] == 2 * in[i], "scaled", i);
}

static void check_local(int *out, int *same, int *in, int *which)
{
    cudaFuncAttributes local, registers;
    expect_success("attributes", cudaFuncGetAttributes(&local, chosen));
    expect_success("attributes", cudaFuncGetAttributes(&registers, chosen_by_compares));
    expect_equal("bytes of an array with an index", (int)local.localSizeBytes, 16);
    expect_equal("bytes of an array without", (int)registers.localSizeBytes, 0);
    chosen<<<N / 4 / BLOCK, BLOCK>>>(out, in, which);
    chosen_by_compares<<<N / 4 / BLOCK, BLOCK>>>(same, in, which);
    expect_success("chosen", cudaDeviceSynchronize());
    for (int i = 0; i < N / 4; i++)
        expect(out[i] == same[i] && out[i] == in[4 * i + which[i]] + which[i], "chosen", i);
}

static void check_floats(float *out, float *in, float *weight)
{
    weighted<4><<<N / BLOCK / 4, BLOCK>>>(out, in, weight);
    expect_success("weighted", cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(out[i] == 28 * in[i], "weighted", i); // 0 + 1 + ... + 7
    chain<16><<<N / BLOCK, BLOCK>>>(out, in);
    expect_success("chain", cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        float x = in[i];
        for (int k = 0; k < 16; k++)
            x = x * 0.5f + 1;
        expect(out[i] == x, "chain", i);
    }
    before_d<<<N / BLOCK, BLOCK>>>(out, in, N);
    expect_success("d", cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect(out[i] == in[i] * 0.5f + 0.25f, "d", i);
}

static void check_six(int *out, int *in)
{
    unsigned *words = (unsigned *)in, *results = (unsigned *)out;
    before_a<<<N / 8 / BLOCK, BLOCK>>>(results, words, N / 8);
    expect_success("a", cudaDeviceSynchronize());
    for (int i = 0; i < N / 8; i++)
        expect_equal("a", out[i], 64 * i + 28); // in[i] is i
    before_b<<<N / 1024, dim3(32, 8)>>>(results, words);
    expect_success("b", cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect_equal("b", out[i], i / 1024 * 1024 + i % 32 * 32 + i / 32 % 32);
    memset(out, 0, 4 * sizeof *out);
    before_c<<<N / BLOCK, BLOCK>>>(results, words, N);
    expect_success("c", cudaDeviceSynchronize());
    for (int d = 0; d < 4; d++)
        expect_equal("c", out[d], N / 4);
    before_f<<<N / 128, 128>>>(out, in, N);
    expect_success("f", cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        expect_equal("f", out[i], i / 128 * 128 + 127);
    before_medians<<<1, 64>>>(out, in, 64);
    expect_success("medians", cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++)
        expect_equal("medians", out[i], i + 4);
}

int main()
{
    float *in = managed<float>(N), *out = managed<float>(N), *weight = managed<float>(8);
    int *ints = managed<int>(N), *which = managed<int>(N), *results = managed<int>(N);
    int *same = managed<int>(N);
    for (int i = 0; i < N; i++) {
        in[i] = i % 100;
        ints[i] = i;
        which[i] = i % 3;
        weight[i % 8] = i % 8;
    }
    check_residents(out, in);
    check_local(results, same, ints, which);
    check_floats(out, in, weight);
    check_six(results, ints);
    for (float *p : {in, out, weight})
        expect_success("cudaFree", cudaFree(p));
    for (int *p : {ints, which, results, same})
        expect_success("cudaFree", cudaFree(p));
    return mistakes != 0;
}
