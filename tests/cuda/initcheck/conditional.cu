// Written by some threads, or in some branches only, and read by all. Cases as in
// Oclgrind's tests/kernels/uninitialized; the kernels are our own.
// expect: initcheck error (uninitialised_shared) a "__shared__"
// expect: initcheck error (uninitialised_shared) b "__shared__"
// expect: initcheck error (uninitialised_shared) c "__shared__"
// expect: initcheck error (uninitialised_global) d "__global__"
__global__ void all_but_one(int *out)
{
    __shared__ int s[32];
    if (threadIdx.x != blockDim.x / 2)
        s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x]; // [a]
}
extern __shared__ int dynamic[];
__global__ void all_but_one_dynamic(int *out)
{
    if (threadIdx.x != blockDim.x / 2)
        dynamic[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = dynamic[threadIdx.x]; // [b]
}
__global__ void on_condition(int *out)
{
    __shared__ int x;
    if (threadIdx.x == 0 && *out > 0)
        x = *out;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = x; // [c]
}
__global__ void never(const float *in, float *out)
{
    out[threadIdx.x] = *in; // [d]
}
int main()
{
    int *d, *e;
    cudaMalloc(&d, 256);
    cudaMalloc(&e, 256);
    cudaMemset(d, 0, 256);
    all_but_one<<<1, 32>>>(d);
    all_but_one_dynamic<<<1, 32, 128>>>(d);
    cudaMemset(d, 0, 256);
    on_condition<<<1, 32>>>(d);
    never<<<1, 4>>>((float *)e, (float *)d);
    cudaFree(d);
    cudaFree(e);
}
