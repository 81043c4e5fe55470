// The output of kernels appears when the host waits, in the order of the work, and at
// its place in the output of the host.
#include "api.h"

__global__ void say(int n) { printf("kernel %d thread %d\n", n, threadIdx.x); }

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    printf("host 1\n");
    say<<<1, 2>>>(1);
    cudaDeviceSynchronize();
    printf("host 2\n");
    say<<<1, 1>>>(2);
    say<<<1, 1>>>(3);
    cudaMemcpy(d, "abc", 4, cudaMemcpyHostToDevice);
    printf("host 3\n");
    say<<<1, 1>>>(4);
    cudaStreamSynchronize(0);
    printf("host 4\n");
    say<<<1, 1>>>(5); // the host does not wait: printed at the end
}

/* EXPECT
host 1
kernel 1 thread 0
kernel 1 thread 1
host 2
kernel 2 thread 0
kernel 3 thread 0
host 3
kernel 4 thread 0
host 4
kernel 5 thread 0
END */
