// More zeros than this machine has memory: they need none until a thread writes.
#include <cstdlib>

#include "api.h"

enum { SEVENS = 40 << 20 };

__global__ void first_and_last(char *d, size_t n, int *sum)
{
    *sum = d[0] + d[n - 1];
    d[n - 1] = 3;
}

int main()
{
    char *d;
    int *sum, got;
    size_t n = (size_t)100 << 30;
    cudaMalloc(&sum, 4);
    SHOW(cudaMalloc(&d, n));
    SHOW(cudaMemset(d, 0, n));
    for (int i = 0; i < 2; i++) {
        first_and_last<<<1, 1>>>(d, n, sum);
        cudaMemcpy(&got, sum, 4, cudaMemcpyDeviceToHost);
        printf("%d\n", got);
    }

    // Zeros in the middle of pages that hold something else at both ends.
    char *h = (char *)malloc(SEVENS);
    cudaMemset(d, 7, SEVENS);
    cudaMemset(d + 5, 0, SEVENS - 11);
    cudaMemcpy(h, d, SEVENS, cudaMemcpyDeviceToHost);
    int zeros = 0;
    for (int i = 5; i < SEVENS - 6; i++)
        zeros += h[i] == 0;
    printf("%d %d %d of %d\n", h[4], h[SEVENS - 6], zeros, SEVENS - 11);
    SHOW(cudaFree(d));
}

/* EXPECT
cudaMalloc(&d, n): ok
cudaMemset(d, 0, n): ok
0
3
7 7 41943029 of 41943029
cudaFree(d): ok
END */
