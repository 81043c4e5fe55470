// Labels of launches that do not run to their end at once: a launch keeps the label that was
// set when it was issued. Prints nothing; test_streams.c reads the counters.
#include <cstdlib>

extern "C" void cudasimMark(const char *mark) __attribute__((weak));

__global__ void waits(volatile int *flag)
{
    while (!*flag) {
    }
}
__global__ void other(int *p) { *p = 1; }
__global__ void behind(int *p) { *p = 2; }
__global__ void child(int *p) { *p = 3; }
__global__ void parent(int *p) { child<<<1, 1>>>(p); }

int main()
{
    cudaStream_t a, b;
    int *flag, *d;
    if (!cudasimMark || cudaMallocHost(&flag, sizeof *flag))
        exit(2);
    *flag = 0;
    cudaMalloc(&d, 3 * sizeof *d);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudasimMark("first"); // its grid is put aside
    waits<<<1, 1, 0, a>>>(flag);
    cudasimMark("second"); // runs at once
    other<<<1, 1, 0, b>>>(d);
    cudasimMark("third"); // held behind the first
    behind<<<1, 1, 0, a>>>(d + 1);
    cudasimMark("fourth"); // held, too, with the child of its kernel
    parent<<<1, 1, 0, a>>>(d + 2);
    cudasimMark("");
    *(volatile int *)flag = 1;
    cudaDeviceSynchronize();
    other<<<1, 1, 0, b>>>(d); // without a label
    cudaDeviceSynchronize();
}
