// reduction_gpu.cu - runs every kernel of lab 04's solution once for each of some
// sizes and prints the results, so that a GPU and the simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/reduction_gpu tests/gpu/reduction_gpu.cu
//   build/reduction_gpu                           outputs, one line per launch
//   ncu --csv --metrics ... build/reduction_gpu   counters, in the same order
//
// For the simulator build with -arch=compute_90 -code=compute_90 -cudart shared
// and run it as build/cudasim --counters FILE. A line has: launch number, part, type,
// n, blocks, and a hash of the bytes of the sums; part 6 also prints the sum. The input
// depends only on n and type, so parts 1 and 2 agree, and for int also part 3.
#include "../solutions/04_reduction/reduction.cu"

#include "gpu.h"

static int launch; // the number of launches so far

// Ints of at most 2000 do not overflow for any n here; floats are 24-bit
// fractions between -1 and 1.
static void fill(int *in, int n)
{
    for (int i = 0; i < n; i++)
        in[i] = (int)(next_bits() % 4001) - 2000;
}

static void fill(float *in, int n)
{
    for (int i = 0; i < n; i++)
        in[i] = (float)((int)(next_bits() >> 7) - (1 << 24)) / (1 << 24);
}

template <typename T>
static void run(int part, const char *type, int n, int blocks)
{
    int sums = part <= 3 ? ceil_div(n, BLOCK) : part <= 5 ? blocks : 1;
    T *in = (T *)malloc(n * sizeof(T)), *out = (T *)malloc(sums * sizeof(T));
    T *d_in, *d_out;
    state = (uint64_t)n; // the same input in every part
    fill(in, n);
    CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(T)));
    CUDA_CHECK(cudaMalloc(&d_out, sums * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(d_in, in, n * sizeof(T), cudaMemcpyHostToDevice));
    switch (part) {
    case 1: launch_neighbored(d_out, d_in, n); break;
    case 2: launch_consecutive(d_out, d_in, n); break;
    case 3: launch_halves(d_out, d_in, n); break;
    case 4: launch_strided(d_out, blocks, d_in, n); break;
    case 5: launch_shuffle(d_out, blocks, d_in, n); break;
    default: launch_single(d_out, d_in, n); break;
    }
    CUDA_CHECK(cudaMemcpy(out, d_out, sums * sizeof(T), cudaMemcpyDeviceToHost));
    printf("%3d part %d %-5s n=%-8d blocks=%-4d %016llx", launch++, part, type, n, sums,
           (unsigned long long)hash_bytes(out, sums * sizeof(T)));
    if (part == 6)
        printf(" %.9g", (double)out[0]);
    printf("\n");
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    free(in);
    free(out);
}

int main()
{
    static const struct {
        int n, blocks;
    } size[] = {{1, 1}, {33, 1}, {257, 1}, {1025, 2}, {5000, 2}, {1 << 17, 16}, {999983, 100}};
    for (int part = 1; part <= 6; part++)
        for (int i = 0; i < (int)(sizeof size / sizeof *size); i++) {
            run<int>(part, "int", size[i].n, size[i].blocks);
            run<float>(part, "float", size[i].n, size[i].blocks);
        }
    return 0;
}
