// All threads set the same flag: racecheck gives a note.
// expect: racecheck info (race_write) w
__global__ void any_negative(const int *in, int *flag)
{
    if (in[blockIdx.x * 64 + threadIdx.x] < 0)
        *flag = 1; // [w]
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0xff, 4096);
    any_negative<<<4, 64>>>(d, d + 512);
    any_negative<<<4, 64>>>(d, d + 512);
    cudaFree(d);
}
