// EXPECT patterns.program: 0 points
//
// A whole program: the host writes the results into memory that the device shares, and a kernel
// writes a word beside them.
#include "hostile.h"

__global__ static void touch(int *word) { *word = 1; }

int main(int argc, char **argv)
{
    int n = argc == 2 ? atoi(argv[1]) : 0, *shared;
    attempted();
    cudaMallocHost(&shared, (n + 1) * sizeof *shared);
    for (int i = 0; i < n; i++)
        shared[i] = (i + 1) * (i + 1);
    touch<<<1, 1>>>(shared + n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        printf("%d\n", shared[i]);
    cudaFreeHost(shared);
    return 0;
}
