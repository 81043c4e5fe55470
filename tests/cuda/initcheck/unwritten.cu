// Half of an array is copied; a tail of shared memory is never filled.
// expect: initcheck error (uninitialised_global) g "__global__"
// expect: initcheck error (uninitialised_shared) s "__shared__"
__global__ void use(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n)
        s[t] = 1;
    __syncthreads();
    out[t] = in[t] // [g]
             + 1;
    out[t + 64] = s[t]; // [s]
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    cudaMemset(d, 0, 128);
    use<<<1, 64>>>(d, d + 64, 60);
    cudaFree(d);
}
