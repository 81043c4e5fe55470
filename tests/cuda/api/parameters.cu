// Kernel parameters of every size and alignment, by value, and templates.
#include "api.h"

struct Odd {
    char c;
    double d;
    short s[3];
};
struct Big {
    int v[100];
};

__device__ double total;

__global__ void mixed(char a, short b, Odd o, float f, Big big, unsigned char last)
{
    total = a + b + o.c + o.d + o.s[0] + o.s[1] + o.s[2] + f + big.v[0] + big.v[99] + last;
}

template <typename T, int N> __global__ void fill(T *p, T value)
{
    if (threadIdx.x < N)
        p[threadIdx.x] = value;
}

int main()
{
    Odd o = {1, 0.5, {2, 3, 4}};
    Big big = {};
    big.v[0] = 1000;
    big.v[99] = 2000;
    mixed<<<1, 1>>>(10, 20, o, 0.25f, big, 255);
    double h;
    SHOW(cudaMemcpyFromSymbol(&h, total, sizeof h));
    printf("%.2f\n", h);

    long long *d, v[4];
    SHOW(cudaMalloc(&d, sizeof v));
    SHOW(cudaMemset(d, 0, sizeof v));
    fill<long long, 3><<<1, 32>>>(d, 1ll << 40);
    SHOW(cudaMemcpy(v, d, sizeof v, cudaMemcpyDefault));
    printf("%lld %lld %lld\n", v[0], v[2], v[3]);
}

/* EXPECT
cudaMemcpyFromSymbol(&h, total, sizeof h): ok
3295.75
cudaMalloc(&d, sizeof v): ok
cudaMemset(d, 0, sizeof v): ok
cudaMemcpy(v, d, sizeof v, cudaMemcpyDefault): ok
1099511627776 1099511627776 0
END */
