// cpp.cu - the C++ that the labs use, as a program that checks itself.
#include "../examples.h"

// BEGIN SLIDE template
template <typename T> // T stands for a type
__global__ void fill(T *out, T value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = value;
}
// END SLIDE template

// BEGIN SLIDE functor
struct Scale { // a functor: data, and what to do with an element
    int factor;
    __host__ __device__ int operator()(int x) const
    {
        return factor * x;
    }
};
// END SLIDE functor

int main(void)
{
    int n = 40;
    float *f = managed<float>(n);
    // BEGIN SLIDE call
    int *p = managed<int>(n); // a template: the type is in < >
    fill<<<2, 32>>>(p, 7, n); // T is int: the arguments say so
    fill<float><<<2, 32>>>(f, 7, n);
    // END SLIDE call
    CUDA_CHECK(cudaDeviceSynchronize());
    // BEGIN SLIDE words
    using Word = unsigned long long; // a name for a type, like typedef
    int &first = p[0];               // a reference: another name of p[0]
    auto last = p[n - 1];            // the type of what is on the right
    for (int stride : {1, 2, 8})     // each value of a list
        first += stride;
    Scale twice{2};                  // an object: factor = 2
    auto square = [](int x) { return x * x; }; // a lambda: a function without a name
    // END SLIDE words
    expect_equal("reference", p[0], 18);
    expect_equal("auto", last, 7);
    expect_equal("functor", twice(3), 6);
    expect_equal("lambda", square(3), 9);
    expect_equal("size", sizeof(Word), 8);
    for (int i = 0; i < n; i++)
        expect(f[i] == 7, "fill", i);
    CUDA_CHECK(cudaFree(p));
    CUDA_CHECK(cudaFree(f));
    return mistakes != 0;
}
