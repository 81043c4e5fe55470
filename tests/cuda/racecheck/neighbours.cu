// A stencil in place: the neighbour may belong to another warp or block.
// expect: racecheck error (race_block) w r
__global__ void smooth(int *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) {
        int next = d[i + 1]; // [r]
        d[i] = next + 1;     // [w]
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    cudaMemset(d, 0, 1024);
    smooth<<<4, 64>>>(d, 256);
    cudaFree(d);
}
