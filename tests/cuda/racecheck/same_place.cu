// All lanes, then all blocks, write different values to one place.
// expect: racecheck error (race_write) a
// expect: racecheck error (race_write) b
__global__ void lanes(int *d)
{
    d[0] = threadIdx.x; // [a]
}
__global__ void blocks(int *d)
{
    d[1] = blockIdx.x; // [b]
}

int main()
{
    int *d;
    cudaMalloc(&d, 8);
    lanes<<<1, 32>>>(d);
    blocks<<<4, 1>>>(d);
    cudaFree(d);
}
