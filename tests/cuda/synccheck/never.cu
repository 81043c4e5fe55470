// Lanes that are named in a mask but wait at another place: no lane can continue.
// expect: synccheck error (deadlock) "Deadlock"
__global__ void never(volatile int *d)
{
    if (threadIdx.x < 16) {
        __syncwarp(); // names all lanes
        d[0] = 1;
    } else {
        while (d[0] == 0)
            ;
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    cudaMemset(d, 0, 256);
    never<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}
