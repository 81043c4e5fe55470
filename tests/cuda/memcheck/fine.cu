// Nothing wrong: the last elements, zero-size work, pinned and managed memory.
// expect: silence
__global__ void copy(const int *from, int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

__device__ int table[33];
__global__ void use_heap(int *out)
{
    int *p = (int *)malloc(32);
    p[threadIdx.x % 8] = table[threadIdx.x];
    out[threadIdx.x] = p[threadIdx.x % 8];
    free(p);
}

int main()
{
    int *d, *h, *m;
    cudaMalloc(&d, 33 * 4);
    cudaMallocHost(&h, 33 * 4);
    cudaMallocManaged(&m, 33 * 4);
    for (int i = 0; i < 33; i++)
        h[i] = i;
    copy<<<2, 32>>>(h, d, 33);
    copy<<<2, 32>>>(d, m, 33);
    copy<<<1, 32>>>(d, m, 0);
    use_heap<<<1, 33>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFreeHost(h);
    cudaFree(m);
}
