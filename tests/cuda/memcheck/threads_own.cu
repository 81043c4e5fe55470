// The memory of one thread: arrays on its stack, and memory from malloc().
// args: a
// args: b
// args: c
// args: d
// args: e
// expect: memcheck error (out_of_bounds) a "Invalid __local__ write"
// expect: memcheck error (invalid_free) b "has been freed before"
// expect: memcheck error (invalid_free) c "was not returned by malloc()"
// expect: memcheck warning (leak) "on the device heap"
// expect: memcheck error (out_of_bounds) e "Invalid __constant__ read"
__constant__ int table[10];

__global__ void stack(int *d, int n)
{
    int a[9]; // its end is no round number
    for (int i = 0; i < n; i++)
        a[i * 2 % 11] = d[i]; // [a]
    *d = a[n - 1];
}
__global__ void twice()
{
    void *volatile p = malloc(40);
    free(p);
    free(p); // [b]
}
__global__ void inside()
{
    char *volatile p = (char *)malloc(40);
    free(p + 8); // [c]
}
__global__ void lost(int *d)
{
    int *volatile p = (int *)malloc(8);
    *p = 5;
    *d = *p;
}
__global__ void constant(int *d, int i)
{
    *d = table[i]; // [e]
}

int main(int argc, char **argv)
{
    int *d;
    cudaMalloc(&d, 64);
    cudaMemset(d, 0, 64);
    switch (argv[1] ? argv[1][0] : 'a') {
    case 'a':
        stack<<<1, 1>>>(d, 5);
        stack<<<1, 1>>>(d, 6);
        break;
    case 'b':
        twice<<<1, 1>>>();
        break;
    case 'c':
        inside<<<1, 1>>>();
        break;
    case 'd':
        lost<<<1, 1>>>(d);
        break;
    case 'e':
        constant<<<1, 1>>>(d, 9);
        constant<<<1, 1>>>(d, 10);
        break;
    }
    cudaFree(d);
}
