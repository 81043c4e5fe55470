// large.cu - programs that are large in one way each: launches, threads, elements, addresses.
//   large launches N | threads N | elements N | megabytes N
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call) \
    do { \
        cudaError_t e = (call); \
        if (e != cudaSuccess) { \
            fprintf(stderr, "large: %s\n", cudaGetErrorString(e)); \
            exit(1); \
        } \
    } while (0)

enum { BLOCK = 256 };
typedef unsigned long long Number;

__global__ void count(Number *n) { ++*n; }

__global__ void compare(Number *n, Number last)
{
    if (blockIdx.x * (Number)BLOCK + threadIdx.x == last)
        *n = last + 1;
}

__global__ void add(float *c, const float *a, const float *b, Number n)
{
    Number i = blockIdx.x * (Number)BLOCK + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void touch(char *bytes, Number n, Number *touched)
{
    Number i = blockIdx.x * (Number)BLOCK + threadIdx.x;
    if (i < n)
        bytes[i << 20] = 1;
    if (i == n - 1)
        *touched = n;
}

int main(int argc, char **argv)
{
    const char *what = argc == 3 ? argv[1] : "";
    Number n = argc == 3 ? strtoull(argv[2], NULL, 10) : 0, *done, result;
    unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
    CHECK(cudaMalloc(&done, sizeof *done));
    CHECK(cudaMemset(done, 0, sizeof *done));
    if (!strcmp(what, "launches") && n) {
        for (Number i = 0; i < n; i++)
            count<<<1, 1>>>(done);
    } else if (!strcmp(what, "threads") && n) {
        compare<<<blocks, BLOCK>>>(done, n - 1);
    } else if (!strcmp(what, "elements") && n) {
        float *x;
        CHECK(cudaMalloc(&x, 3 * n * sizeof *x));
        CHECK(cudaMemset(x, 0, 2 * n * sizeof *x));
        add<<<blocks, BLOCK>>>(x + 2 * n, x, x + n, n);
        compare<<<blocks, BLOCK>>>(done, n - 1);
    } else if (!strcmp(what, "megabytes") && n) {
        char *bytes;
        CHECK(cudaMalloc(&bytes, n << 20));
        touch<<<blocks, BLOCK>>>(bytes, n, done);
    } else {
        fprintf(stderr, "usage: large launches|threads|elements|megabytes N\n");
        return 2;
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&result, done, sizeof result, cudaMemcpyDefault));
    return result == n ? 0 : 1;
}
