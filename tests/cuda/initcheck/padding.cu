// Structures with padding, written by their members and copied as a whole.
// expect: silence
struct Early { char a; int b; };
struct Small { short a; char b; };
struct alignas(16) Three { float a, b, c; };
struct Middle { int a; double b; };
struct Late { double a; int b; };
struct Wide { char a; int b; short c; double d; };

template <class T> __global__ void write(T *p)
{
    p[threadIdx.x].a = threadIdx.x;
    p[threadIdx.x].b = threadIdx.x;
}
template <> __global__ void write(Three *p)
{
    p[threadIdx.x].a = p[threadIdx.x].b = p[threadIdx.x].c = 1;
}
template <> __global__ void write(Wide *p)
{
    p[threadIdx.x].a = p[threadIdx.x].b = p[threadIdx.x].c = p[threadIdx.x].d = 1;
}
template <class T> __global__ void copy(const T *p, T *q)
{
    __shared__ T s[64];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    q[threadIdx.x] = s[63 - threadIdx.x];
}
// nvcc loads the 12 bytes as four words, and forgets the last one.
__global__ void compute(float *out)
{
    __shared__ Three s;
    if (threadIdx.x == 0) {
        s.a = 1;
        s.b = 2;
        s.c = 3;
    }
    __syncthreads();
    Three mine = s;
    out[threadIdx.x] = mine.a * mine.b + mine.c * threadIdx.x;
}
template <class T> void run()
{
    T *p, *q;
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMalloc(&q, 64 * sizeof *q);
    write<<<1, 64>>>(p);
    copy<<<1, 64>>>(p, q);
    cudaFree(p);
    cudaFree(q);
}

int main()
{
    run<Early>();
    run<Small>();
    run<Three>();
    run<Middle>();
    run<Late>();
    run<Wide>();
    float *out;
    cudaMalloc(&out, 32 * sizeof *out);
    compute<<<1, 32>>>(out);
    cudaFree(out);
}
