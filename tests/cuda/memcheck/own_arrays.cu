// Arrays inside structures, on the stack and behind pointers, and copies that are too
// long. Cases as in Oclgrind's tests/kernels/memcheck; the kernels are our own.
// args: a
// args: b
// args: c
// args: d
// args: e
// args: f
// expect: memcheck error (out_of_bounds) a "Invalid __local__"
// expect: memcheck error (out_of_bounds) b "Invalid __global__ read of size 4 bytes"
// expect: memcheck error (out_of_bounds) c "Invalid __global__ atomic"
// expect: memcheck error (out_of_bounds) d "Invalid __shared__ write"
// expect: memcheck error (out_of_bounds) e "Invalid __global__ read of size 4 bytes"
#include <cuda_pipeline.h>

struct Deep { short cell[5][7][2]; };

__device__ __noinline__ void fill(Deep *p, int i)
{
    p->cell[i][0][0] = 3; // [a]
}
__global__ void too_many_rows(int *out, int rows)
{
    Deep deep = {};
    for (int i = 0; i < rows; i++)
        fill(&deep, i);
    *out = deep.cell[rows % 5][0][0];
}
__global__ void null(int *in, int *out)
{
    *out *= *in; // [b]
}
__global__ void count(int *counters)
{
    atomicInc((unsigned *)&counters[threadIdx.x], 100); // [c]
}
// The copy is asynchronous, its mistake is not.
__global__ void copy_beyond_shared(const int *in, int *out)
{
    __shared__ int s[32];
    __pipeline_memcpy_async(&s[threadIdx.x + 1], &in[threadIdx.x], 4); // [d]
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[1 + threadIdx.x % 31];
}
__global__ void copy_beyond_global(const int *in, int *out)
{
    __shared__ int s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x + 1], 4); // [e]
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
// Looks out of bounds for whoever takes `first` for the whole: it is not.
struct Mixed { unsigned char first[1]; long rest[4]; };
__global__ void within_a_structure(long *out, int i)
{
    Mixed s = {{1}, {2, 3, 4, 5}};
    Mixed t = s;
    t.rest[i]++;
    *out = t.rest[i] + t.rest[3 - i];
}

int main(int argc, char **argv)
{
    int *in, *out;
    cudaMalloc(&in, 32 * 4);
    cudaMalloc(&out, 32 * 4);
    cudaMemset(in, 0, 32 * 4);
    cudaMemset(out, 0, 32 * 4);
    switch (argc > 1 ? argv[1][0] : 'a') {
    case 'a': too_many_rows<<<1, 1>>>(out, 9); break;
    case 'b': null<<<1, 1>>>(nullptr, out); break;
    case 'c': count<<<1, 33>>>(out); break;
    case 'd': copy_beyond_shared<<<1, 32>>>(in, out); break;
    case 'e': copy_beyond_global<<<1, 32>>>(in, out); break;
    case 'f': within_a_structure<<<1, 1>>>((long *)out, 2); break;
    }
    cudaFree(in);
    cudaFree(out);
}
