// endless.cu - a kernel that never ends, for a debugger that stops it.

__global__ void endless(int *out)
{
    unsigned n = 0;
    while (n != 1)
        n += 2;
    *out = n;
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof(int));
    endless<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
