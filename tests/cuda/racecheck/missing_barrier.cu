// A block reverses an array in shared memory, without a barrier.
// expect: racecheck error (race_shared) w r
// expect: initcheck error (uninitialised_shared) r
__global__ void reverse(int *d)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = d[t];       // [w]
    d[t] = s[255 - t]; // [r]
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    cudaMemset(d, 0, 1024);
    reverse<<<1, 256>>>(d);
    cudaFree(d);
}
