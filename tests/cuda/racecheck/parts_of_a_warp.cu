// Tiles of eight lanes wait for each other only.
// expect: silence
__global__ void tiles(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32, first = lane / 8 * 8;
    unsigned mask = 0xffu << first;
    s[t] = d[t];
    __syncwarp(mask);
    int x = s[t / 8 * 8] + s[t ^ 1];
    __syncwarp(mask);
    s[t] = x;
    for (int k = 4; k > 0; k /= 2)
        x += __shfl_xor_sync(mask, x, k);
    d[t] = x + s[t ^ 3];
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    cudaMemset(d, 0, 256);
    tiles<<<1, 64>>>(d);
    cudaFree(d);
}
