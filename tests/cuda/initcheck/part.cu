// Unwritten words that look like padding, but are not: every other element, a border,
// the second element of a pair.
// expect: initcheck error (uninitialised_shared) a "Uninitialized __shared__"
// expect: initcheck error (uninitialised_shared) b "Uninitialized __shared__"
// expect: initcheck error (uninitialised_global) c "Uninitialized __global__"
__global__ void every_other(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t % 2)
        s[t] = t;
    __syncthreads();
    out[t] = s[t]; // [a]
}
__global__ void border(const float *in, float *out)
{
    __shared__ float s[66];
    int t = threadIdx.x;
    s[t + 1] = in[t];
    __syncthreads();
    out[t] = s[t] + s[t + 2]; // [b]
}
__global__ void pairs(const int *in, int *out)
{
    int t = threadIdx.x;
    out[t] = in[2 * t] + in[2 * t + 1]; // [c]
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 256);
    cudaMalloc(&out, 256);
    every_other<<<1, 64>>>(out);
    cudaMemset(in, 0, 256);
    border<<<1, 64>>>((float *)in, (float *)out);
    cudaFree(in);
    cudaMalloc(&in, 256);
    cudaMemset(in, 0, 252);
    pairs<<<1, 32>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}
