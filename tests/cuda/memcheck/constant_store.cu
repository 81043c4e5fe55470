// A kernel gets the address of a __constant__ variable, and writes to it. The card does not see that.
// expect: memcheck error (out_of_bounds) w "Invalid __global__ write of size 4 bytes"
// expect: memcheck error (out_of_bounds) a "Invalid __global__ atomic of size 4 bytes"
__constant__ int factors[4];

__global__ void store(int *p)
{
    p[1] = 5; // [w]
    atomicAdd(p + 2, 1); // [a]
}

__global__ void load(const int *p, int *out) { *out = p[3]; }

int main()
{
    int *p, *out;
    cudaGetSymbolAddress((void **)&p, factors);
    cudaMalloc(&out, 4);
    load<<<1, 1>>>(p, out);
    cudaDeviceSynchronize();
    cudaFree(out);
    store<<<1, 1>>>(p);
    cudaDeviceSynchronize();
}
