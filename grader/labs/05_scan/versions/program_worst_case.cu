// EXPECT full marks
// One array for the worst case and one pass over the numbers: a mark per number, ranks by ballots,
// and one block that walks through all marks.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TRY(call) \
    do { \
        cudaError_t error = call; \
        if (error != cudaSuccess) { \
            fprintf(stderr, "program: %s\n", cudaGetErrorString(error)); \
            return 9; \
        } \
    } while (0)

__global__ void mark(char *prime, long low, long n)
{
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        long x = low + i;
        bool is = x == 2 || (x > 2 && x % 2);
        for (long d = 3; is && d * d <= x; d += 2)
            is = x % d != 0;
        prime[i] = is;
    }
}

// One warp.
__global__ void gather(long *out, long *total, const char *prime, long low, long n)
{
    long found = 0;
    for (long first = 0; first < n; first += 32) {
        long i = first + threadIdx.x;
        bool mine = i < n && prime[i];
        unsigned lanes = __ballot_sync(0xffffffff, mine);
        if (mine)
            out[found + __popc(lanes & ((1u << threadIdx.x) - 1))] = low + i;
        found += __popc(lanes);
    }
    if (threadIdx.x == 0)
        *total = found;
}

static bool number(const char *text, long *value)
{
    int end = 0;
    return sscanf(text, "%7ld%n", value, &end) == 1 && !text[end] && *value >= 0 &&
           *value <= 1000000;
}

int main(int argc, char **argv)
{
    long low, high, total, *out, *all;
    char *prime;
    if (argc != 3 || !number(argv[1], &low) || !number(argv[2], &high) || low > high) {
        fprintf(stderr, "program LOW HIGH\n");
        return 1;
    }
    long n = high - low + 1;
    TRY(cudaMalloc(&prime, n));
    TRY(cudaMalloc(&all, (n + 1) * sizeof *all));
    mark<<<132, 128>>>(prime, low, n);
    TRY(cudaGetLastError());
    gather<<<1, 32>>>(all + 1, all, prime, low, n);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(&total, all, sizeof total, cudaMemcpyDeviceToHost));
    out = new long[total + 1];
    if (total)
        TRY(cudaMemcpy(out, all + 1, total * sizeof *out, cudaMemcpyDeviceToHost));
    TRY(cudaFree(prime));
    TRY(cudaFree(all));
    for (long i = 0; i < total; i++)
        printf("%ld ", out[i]);
    delete[] out;
    return 0;
}
