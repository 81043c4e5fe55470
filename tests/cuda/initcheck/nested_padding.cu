// A structure inside a structure, both with padding: filled on a thread's stack or
// member by member, passed through shared memory, read as a whole. Cases as in
// Oclgrind's tests/kernels/uninitialized; the kernels are our own.
// expect: silence
struct Inner { char a; int b; char c; };
struct Outer { char a; int b; char c; Inner d; };

__device__ __noinline__ void fill(Outer *s, int i)
{
    s->a = 1;
    s->b = 0x02000002 + i;
    s->c = 3;
    s->d.a = 4;
    s->d.b = 0x05000005;
    s->d.c = 6;
}
__global__ void make(Outer *out)
{
    Outer s;
    fill(&s, threadIdx.x);
    out[threadIdx.x] = s;
}
__global__ void hand_over(Outer *out)
{
    __shared__ Outer scratch[2];
    if (threadIdx.x == 0) {
        Outer s;
        fill(&s, 5);
        scratch[0] = s;
        fill(&scratch[1], 6);
    }
    __syncthreads();
    if (threadIdx.x < 2)
        out[threadIdx.x] = scratch[1 - threadIdx.x];
}
__global__ void use(const Outer *in, int *out)
{
    Outer s = in[threadIdx.x];
    out[threadIdx.x] = s.a + s.b + s.c + s.d.a + s.d.b + s.d.c;
}

int main()
{
    Outer *s;
    int *d;
    cudaMalloc(&s, 4 * sizeof *s);
    cudaMalloc(&d, 16);
    make<<<1, 4>>>(s);
    use<<<1, 4>>>(s, d);
    hand_over<<<1, 32>>>(s);
    use<<<1, 2>>>(s, d);
    cudaFree(s);
    cudaFree(d);
}
