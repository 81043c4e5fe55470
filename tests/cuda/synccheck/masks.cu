// A lane that is not in the mask that it passes. A GPU lets a whole warp with one mask go on; masks
// that differ from lane to lane end the kernel.
// expect: synccheck error (barrier_arguments) a "not in its own mask"
// expect: synccheck error (barrier_arguments) b "lane 0 is not in its own mask 0x00000000"
__global__ void mask(int *d)
{
    unsigned m = 0x0000ffff;
    d[threadIdx.x] = __shfl_xor_sync(m, threadIdx.x, 1); // [a]
}

// Which lanes below me have an odd number? The lane itself is missing in the mask.
__global__ void before_me(int *d)
{
    unsigned lower = (1u << threadIdx.x) - 1;
    d[threadIdx.x] = __popc(__ballot_sync(lower, d[threadIdx.x] & 1)); // [b]
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    mask<<<1, 32>>>(d);
    before_me<<<1, 32>>>(d);
    cudaDeviceSynchronize();
}
