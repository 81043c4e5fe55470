// Pointers of every wrong kind, one per process.
// args: a
// args: b
// args: c
// args: d
// args: e
// args: f
// args: g
// args: h
// expect: memcheck error (misaligned) a "misaligned"
// expect: memcheck error (use_after_free) b "has been freed"
// expect: memcheck error (out_of_bounds) c "host memory"
// expect: memcheck error (out_of_bounds) d "null pointer"
// expect: memcheck error (wrong_space) e "an address of local memory"
// expect: memcheck error (out_of_bounds) f "with an index below 0"
// expect: memcheck error (out_of_bounds) g "with an index below 0"
// expect: memcheck error (out_of_bounds) h "with an index below 0"
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
__global__ void keep(int **d)
{
    int x = 0;
    *d = &x; // other threads have their own
}
__global__ void use(int **d)
{
    **d = 1; // [e]
}
__global__ void below(int *d)
{
    d[-1] = 1; // [f]
}
__global__ void row_below(int *d)
{
    d[(int)threadIdx.x - 32] = 1; // [g]
}
__global__ void some_below(int *d, int *none)
{
    (threadIdx.x == 1 ? d : none)[-1] = 1; // [h]
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
    case 'e':
        keep<<<1, 1>>>((int **)d);
        use<<<1, 1>>>((int **)d);
        break;
    case 'f':
        below<<<1, 32>>>(nullptr);
        break;
    case 'g':
        row_below<<<1, 32>>>(nullptr);
        break;
    case 'h':
        some_below<<<1, 32>>>(d + 1, nullptr);
        break;
    }
    cudaFree(d);
}
