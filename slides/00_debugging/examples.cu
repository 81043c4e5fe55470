// examples.cu - the code on the slides about finding mistakes, as a program that checks what
// the slides say. Returns 0 if everything is right. The mistakes are in mistakes.cu.
#include <assert.h>
#include <string.h>

#include "lab.h"

enum { BLOCK = 256 };

__global__ void twice(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SLIDE print
    if (blockIdx.x == 3 && threadIdx.x < 2) // few threads, little output
        printf("block %d thread %d: i %d n %d\n", blockIdx.x, threadIdx.x, i, n);
    // END SLIDE print
    // BEGIN SLIDE assert
    assert(gridDim.x * blockDim.x >= n); // the grid covers all n elements
    // END SLIDE assert
    if (i < n)
        out[i] = 2 * in[i];
}

// BEGIN SLIDE compare
static int first_wrong(const int *got, const int *want, int n)
{
    for (int i = 0; i < n; i++)
        if (got[i] != want[i]) {
            printf("n %d: [%d] is %d, not %d (block %d thread %d)\n",
                   n, i, got[i], want[i], i / BLOCK, i % BLOCK);
            return 1;
        }
    return 0;
}
// END SLIDE compare

static int try_size(int n)
{
    size_t bytes = (n + 1) * sizeof(int);
    int *in = (int *)calloc(n + 1, sizeof *in), *want = (int *)calloc(n + 1, sizeof *want);
    int *out = (int *)calloc(n + 1, sizeof *out);
    for (int i = 0; i < n; i++) {
        in[i] = i * i % 1009;
        want[i] = in[i] + in[i];
    }
    // BEGIN SLIDE check
    int *d_in, *d_out;
    CUDA_CHECK(cudaMalloc(&d_in, bytes));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    CUDA_CHECK(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice));
    twice<<<n / BLOCK + 1, BLOCK>>>(d_out, d_in, n);
    CUDA_CHECK(cudaGetLastError());      // was the launch possible?
    CUDA_CHECK(cudaDeviceSynchronize()); // did the kernel succeed? (while you search)
    // END SLIDE check
    CUDA_CHECK(cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = first_wrong(out, want, n);
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    free(in);
    free(out);
    free(want);
    return wrong;
}

int main(void)
{
    int wrong = 0;
    // BEGIN SLIDE sizes
    const int sizes[] = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 1024, 1025};
    for (int n : sizes)
        wrong += try_size(n);
    // END SLIDE sizes
    int bad[] = {1, 2, 4}, good[] = {1, 2, 3};
    if (first_wrong(good, good, 3) || !first_wrong(bad, good, 3))
        wrong++;
    return wrong;
}
