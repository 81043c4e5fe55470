// A lock without fences protects nothing.
// expect: racecheck error (race_update) c c
// expect: racecheck error (race_write) c c
__device__ int lock;
__global__ void locked(int *count)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    *count += blockIdx.x; // [c]
    atomicExch(&lock, 0);
}

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    locked<<<8, 1>>>(d);
    cudaFree(d);
}
