// Threads that access different bytes of the same words, in both memories.
// expect: silence
__global__ void bytes(unsigned char *d, short *e)
{
    __shared__ unsigned char s[128];
    int t = threadIdx.x;
    s[t] = d[t];
    s[t] += 1;
    d[t] = s[t];
    e[t] = (short)t;
    __syncthreads();
    d[t] += s[127 - t];
}

int main()
{
    unsigned char *d;
    cudaMalloc(&d, 1024);
    cudaMemset(d, 0, 1024);
    bytes<<<1, 128>>>(d, (short *)(d + 512));
    cudaFree(d);
}
