// notes.cu - mistakes that real programs had: the slide asks for them, and this program shows them.
#include <math.h>

#include "../examples.h"

enum { BLOCK = 256 };

__global__ void notes_scan(int *out, int *in)
{
    __shared__ int temp[2][BLOCK];
    int t = threadIdx.x, pin = 1, pout = 0;
    temp[0][t] = in[t];
    temp[1][t] = 0;
    __syncthreads();
    for (int offset = 1; offset < BLOCK; offset *= 2) {
        pin = pout;
        pout = 1 - pin;
        // BEGIN SLIDE plus_assigned
        if (t >= offset) temp[pout][t] += temp[pin][t - offset];
        else temp[pout][t] = temp[pin][t];
        // END SLIDE plus_assigned
        __syncthreads();
    }
    out[t] = temp[pout][t];
}

__global__ void notes_store(int *X, const int *in, int n)
{
    __shared__ int XY[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    XY[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    // BEGIN SLIDE other_array
    if (i < n) X[i] = X[threadIdx.x]; // XY is in shared memory
    // END SLIDE other_array
    if (i == 0)
        X[n] = XY[0];
}

static int notes_blocks(int n)
{
    // BEGIN SLIDE float_size
    int blocks = (int)ceil((float)n / 2048);
    // END SLIDE float_size
    return blocks;
}

static float notes_sum(int n)
{
    // BEGIN SLIDE float_sum
    float sum = 0;
    for (int i = 0; i < n; i++) sum += 1;
    // END SLIDE float_sum
    return sum;
}

int main(void)
{
    int *in = managed<int>(2 * BLOCK), *out = managed<int>(2 * BLOCK);
    for (int i = 0; i < 2 * BLOCK; i++)
        in[i] = 1;
    notes_scan<<<1, BLOCK>>>(out, in);
    expect_success("scan", cudaDeviceSynchronize());
    expect_equal("1 + 1, and its own 1 is missing", out[1], 1);
    CUDA_CHECK(cudaMemset(out, 0, 2 * BLOCK * sizeof *out));
    notes_store<<<1, BLOCK>>>(out, in, BLOCK); // with two blocks it is a race, too
    expect_success("store", cudaDeviceSynchronize());
    expect_equal("nothing is stored", out[3], 0);
    expect_equal("blocks for 2^24", notes_blocks(1 << 24), 8192);
    expect_equal("one more element, and no more blocks", notes_blocks((1 << 24) + 1), 8192);
    expect(notes_sum((1 << 24) + 100) == 1 << 24, "sum of ones", 1 << 24);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return mistakes != 0;
}
