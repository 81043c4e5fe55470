// examples.cu - the code on the slides of lab 15, as a program: it returns 0 if everything on the
// slides is right, and prints what is not.
#include "../examples.h"
#include <assert.h>
#include <limits.h>

enum { BLOCK = 128, WARPS = BLOCK / 32 };

__global__ void spread(int *out, int rounds)
{
    __shared__ int heat[BLOCK];
    int t = threadIdx.x;
    heat[t] = t == 0 ? 1 : 0;
    // BEGIN SLIDE rounds
    for (int round = 0; round < rounds; round++) {
        __syncthreads(); // the round before has written
        int most = t > 0 ? max(heat[t], heat[t - 1]) : heat[t];
        __syncthreads(); // all have read
        heat[t] = most;
    }
    // END SLIDE rounds
    out[t] = heat[t];
}

__global__ void least_of_warps(int *out)
{
    __shared__ int part[32];
    int t = threadIdx.x;
    // BEGIN SLIDE every_word
    if (t % 32 == 0)
        part[t / 32] = 1000 + t; // WARPS words are written
    __syncthreads();
    if (t < 32)
        out[t] = t < WARPS ? part[t] : INT_MAX; // and no others are read
    // END SLIDE every_word
}

__global__ void sum_of_all(int *out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    // BEGIN SLIDE outside
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half]; // some threads
        __syncthreads();         // all threads
    }
    // END SLIDE outside
    out[t] = s[0];
}

__global__ void count_under_lock(int *lock, int *count, int limit)
{
    int i = threadIdx.x;
    // BEGIN SLIDE key
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, i + 1) == 0) { // the owner's number
            __threadfence();
            if (*count < limit) // no return in here
                *count += 1;
            __threadfence();
            atomicExch(lock, 0); // in any case
            done = true;
        }
    }
    // END SLIDE key
}

__global__ void sum_of_squares(long long *out, const int *in, int n)
{
    // BEGIN SLIDE squares
    long long total = 0;
    for (int i = 0; i < n; i++)
        total += (long long)in[i] * in[i];
    assert(total >= 0);
    // END SLIDE squares
    *out = total;
}

int main(void)
{
    int *out = managed<int>(BLOCK), *in = managed<int>(BLOCK);
    long long *total = managed<long long>(1);

    spread<<<1, BLOCK>>>(out, 50);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < BLOCK; t++)
        expect(out[t] == (t <= 50), "heat moves one place in a round", t);

    least_of_warps<<<1, BLOCK>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < 32; t++)
        expect(out[t] == (t < WARPS ? 1000 + 32 * t : INT_MAX), "one word per warp", t);

    sum_of_all<<<1, BLOCK>>>(out);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect_equal("the sum", out[BLOCK - 1], BLOCK * (BLOCK - 1) / 2);

    out[0] = out[1] = 0;
    count_under_lock<<<1, BLOCK>>>(&out[0], &out[1], 100);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect_equal("the lock is free", out[0], 0);
    expect_equal("counted up to the limit", out[1], 100);

    for (int i = 0; i < BLOCK; i++)
        in[i] = -1000000;
    sum_of_squares<<<1, 1>>>(total, in, BLOCK);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect(*total == BLOCK * 1000000000000LL, "squares need 64 bits", 0);
    CUDA_CHECK(cudaFree(out));
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(total));
    return mistakes != 0;
}
