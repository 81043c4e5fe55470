// Managed and mapped memory: one pointer for host and kernels.
#include "api.h"

__managed__ int counter = 40;
__managed__ int table[3] = {1, 2, 3};

__global__ void count(int *managed, int *pinned)
{
    ++counter;
    for (int i = 0; i < 3; i++)
        table[i] *= 10;
    *managed += 1;
    *pinned += 2;
}

int main()
{
    int *m, *p;
    SHOW(cudaMallocManaged(&m, 4));
    SHOW(cudaMallocHost(&p, 4));
    *m = 100;
    *p = 200;
    counter++;
    count<<<1, 1>>>(m, p);
    SHOW(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", counter, table[2], *m, *p);
}

/* EXPECT
cudaMallocManaged(&m, 4): ok
cudaMallocHost(&p, 4): ok
cudaDeviceSynchronize(): ok
42 30 101 202
END */
