// A kernel that computes for longer than its budget: its threads wait for nothing.
// CUDASIM: --budget 200000
// expect: memcheck error (hang) "its budget is spent"
__global__ void endless(unsigned *out)
{
    unsigned x = 1;
    do
        x = x * 1664525 + 1013904223;
    while (x != 2 || *out);
    *out = x;
}

int main()
{
    unsigned *out;
    cudaMalloc(&out, sizeof *out);
    cudaMemset(out, 0, sizeof *out);
    endless<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
