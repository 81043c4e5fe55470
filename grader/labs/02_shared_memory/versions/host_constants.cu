// EXPECT shared_memory.shift.right: back from the device before the result was complete
//
// The host shifts the tiles and puts them into constant memory; the kernel copies them from there.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

__constant__ int shifted[8192];

__global__ void copies_constants(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = shifted[i];
}

extern "C" void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    int piece = 8192 / block * block;
    int *copy = (int *)malloc(piece * sizeof(int));
    for (int first = 0; first < n; first += piece) {
        int size = n - first < piece ? n - first : piece;
        CUDA_CHECK(cudaMemcpy(copy, in + first, size * sizeof(int), cudaMemcpyDeviceToHost));
        for (int tile = 0; tile < size; tile += block) {
            int last = tile + block < size ? tile + block - 1 : size - 1;
            for (int i = tile; i <= last; i++)
                copy[i] = copy[i + rounds < last ? i + rounds : last];
        }
        CUDA_CHECK(cudaMemcpyToSymbol(shifted, copy, size * sizeof(int)));
        copies_constants<<<ceil_div(size, block), block>>>(out + first, size);
        CUDA_CHECK(cudaGetLastError());
    }
    free(copy);
}
