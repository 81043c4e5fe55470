// volatile_no_fence.cu - data and flag are both volatile, so nothing races; but without fences
// the flag may be seen before the data.
//
// expect: racecheck info (missing_fence) load store
// CUDASIM: --memory-model weak
#include <cstdio>

enum { BLOCKS = 16 };

__global__ void pass_on(volatile int *value, volatile int *flag)
{
    int b = blockIdx.x;
    int before = 0;
    if (b > 0) {
        while (!flag[b - 1])
            ;
        before = value[b - 1]; // [load]
    }
    value[b] = before + 1; // [store]
    flag[b] = 1;
}

int main()
{
    int *words;
    cudaMalloc(&words, 2 * BLOCKS * sizeof *words);
    cudaMemset(words, 0, 2 * BLOCKS * sizeof *words);
    pass_on<<<BLOCKS, 1>>>(words, words + BLOCKS);
    cudaDeviceSynchronize();
    int last;
    cudaMemcpy(&last, words + BLOCKS - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaFree(words);
    return 0;
}
