// A lane that is not in the mask that it passes.
// expect: synccheck error (barrier_arguments) a "not in its own mask"
__global__ void mask(int *d)
{
    unsigned m = 0x0000ffff;
    d[threadIdx.x] = __shfl_xor_sync(m, threadIdx.x, 1); // [a]
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    mask<<<1, 32>>>(d);
    cudaFree(d);
}
