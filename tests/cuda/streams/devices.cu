// Work on two devices for the drawings: kernels, copies from one device to the other in both
// directions, and copies to and from the host.
__global__ void work(int *p)
{
    for (int i = 0; i < 100; i++)
        p[blockIdx.x * blockDim.x + threadIdx.x] += i;
}

int main()
{
    enum { BYTES = 1 << 20 };
    int *p[2], *other[2], *host;
    cudaStream_t s[2];
    cudaMallocHost(&host, BYTES);
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaDeviceEnablePeerAccess(!d, 0);
        cudaStreamCreate(&s[d]);
        cudaMalloc(&p[d], BYTES);
        cudaMalloc(&other[d], BYTES);
        cudaMemcpyAsync(p[d], host, BYTES, cudaMemcpyDefault, s[d]);
        cudaDeviceSynchronize();
    }
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        work<<<BYTES / 4 / 256, 256, 0, s[d]>>>(p[d]);
        cudaMemcpyAsync(other[!d], p[d], BYTES, cudaMemcpyDefault, s[d]);
    }
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
    }
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaMemcpy(host, other[d], BYTES, cudaMemcpyDefault);
        cudaFree(p[d]);
        cudaFree(other[d]);
    }
}
