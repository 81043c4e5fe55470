// Pointers of every wrong kind, one a process.
// args: a
// args: b
// args: c
// args: d
// expect: memcheck error a "misaligned"
// expect: memcheck error b "has been freed"
// expect: memcheck error c "host memory"
// expect: memcheck error d "null pointer"
__global__ void misaligned(char *d)
{
    *(int *)(d + 2) = 1; // [a]
}
__global__ void freed(int *d)
{
    *d = 1; // [b]
}
__global__ void host(int *d)
{
    *d = 1; // [c]
}
__global__ void null(int *d)
{
    *d = 1; // [d]
}

int main(int argc, char **argv)
{
    int *d, x = argc;
    cudaMalloc(&d, 64);
    switch (argv[1] ? argv[1][0] : 'a') {
    case 'a':
        misaligned<<<1, 1>>>((char *)d);
        break;
    case 'b':
        cudaFree(d);
        freed<<<1, 1>>>(d);
        return 0;
    case 'c':
        host<<<1, 1>>>(&x);
        break;
    case 'd':
        null<<<1, 1>>>(nullptr);
        break;
    }
    cudaFree(d);
}
