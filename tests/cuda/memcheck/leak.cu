// Memory that is never freed.
// expect: memcheck warning "Leaked 400 bytes"
int main()
{
    int *d;
    cudaMalloc(&d, 100 * sizeof *d);
}
