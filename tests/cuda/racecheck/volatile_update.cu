// volatile_update.cu - a counter that is volatile, but no atomic: the lanes of a warp load the same
// count, and all but one addition are lost.
//
// expect: racecheck error (race_update) update update
#include <cstdio>

__global__ void count(volatile int *words)
{
    *words = *words + 1; // [update]
}

int main()
{
    int *words, n;
    cudaMalloc(&words, sizeof *words);
    cudaMemset(words, 0, sizeof *words);
    count<<<2, 32>>>(words);
    cudaMemcpy(&n, words, sizeof n, cudaMemcpyDeviceToHost);
    printf("%d of 64\n", n);
    cudaFree(words);
    return 0;
}
