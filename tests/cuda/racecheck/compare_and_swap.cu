// A plain load before a compare-and-swap that checks the loaded value; without the
// compare-and-swap, the load races with the atomics of the others.
// expect: racecheck error (race_block) a r
__device__ double add(double *p, double x)
{
    unsigned long long *bits = (unsigned long long *)p, old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __double_as_longlong(x + __longlong_as_double(seen)));
    } while (old != seen);
    return __longlong_as_double(old);
}
__global__ void sum(double *d)
{
    __shared__ double s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    add(&s, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        add(d, s);
}
__global__ void look(int *d, int *out)
{
    atomicAdd(d, 1);                                 // [a]
    out[blockIdx.x * blockDim.x + threadIdx.x] = *d; // [r]
}

int main()
{
    double *d;
    int *out;
    cudaMalloc(&d, 8);
    cudaMalloc(&out, 512);
    cudaMemset(d, 0, 8);
    sum<<<4, 64>>>(d);
    look<<<2, 64>>>((int *)d, out);
    cudaFree(d);
    cudaFree(out);
}
