// All threads write the same value, and read it back. A thread that has written the value itself
// finds it in every order. A thread that has not may read what was there before.
// expect: racecheck info (race_shared_update) all all
// expect: racecheck info (race_shared) all back
// expect: racecheck info (race_write) flag flag
// expect: racecheck info (race_block) flag seen
// expect: racecheck info (race_shared_update) half half
// expect: racecheck error (race_shared) half other
// expect: racecheck info (race_shared_update) one one
// expect: racecheck error (race_shared) change changed
__global__ void pointer(int *data, int *out, int *flag)
{
    __shared__ int *base;
    int t = threadIdx.x;
    base = data + 1; // [all]
    *flag = 1;       // [flag]
    asm volatile("" ::: "memory"); // the compiler does not know the values any more
    out[t] = base[t % 4]; // [back]
    out[t] += *flag;      // [seen]
}

__global__ void some_read(int *out)
{
    __shared__ int word;
    int t = threadIdx.x;
    if (t == 0)
        word = 0;
    __syncthreads();
    if (t < 40)
        word = 5; // [half]
    if (t >= 20)
        out[t] = word; // [other]
}

// The value changes in between.
__global__ void two_values(int *out)
{
    __shared__ int word;
    int t = threadIdx.x;
    word = 1; // [one]
    __syncthreads();
    if (t == 0)
        word = 2; // [change]
    if (t > 32)
        out[t] = word; // [changed]
}

int main()
{
    int *data, *out;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    pointer<<<1, 64>>>(data, out, data + 32);
    some_read<<<1, 64>>>(out);
    two_values<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(out);
}
