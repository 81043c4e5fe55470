// Memory that is never freed.
// expect: memcheck warning (leak) "Leaked 400 bytes"
int main()
{
    int *d;
    cudaMalloc(&d, 100 * sizeof *d);
}
