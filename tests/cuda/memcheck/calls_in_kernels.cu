// Calls that end a launch: through a null pointer to a function, and recursion without an end.
// args: a
// expect: memcheck error (illegal) a "call to an address that is not a function"
// args: b
// expect: memcheck error (stack) "Stack overflow"
typedef int (*Function)(int);

__global__ void wild(int *d, Function f)
{
    d[0] = f(d[0]); // [a]
}
__device__ __noinline__ int deeper(volatile int *d, int n)
{
    volatile int here[64];
    here[n & 63] = d[0];
    return n < 0 ? 0 : deeper(d, n + 1) + here[n & 63];
}
__global__ void endless(int *d)
{
    d[0] = deeper(d, 0);
}

int main(int argc, char **argv)
{
    int *d;
    cudaMalloc(&d, 256);
    cudaMemset(d, 0, 256);
    if (argc > 1 && argv[1][0] == 'b')
        endless<<<1, 1>>>(d);
    else
        wild<<<1, 1>>>(d, (Function)256);
    cudaFree(d);
}
