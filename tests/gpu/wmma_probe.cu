// wmma_probe.cu - which elements lane l holds in its registers after wmma.load, of all shapes,
// types and layouts: each element of a matrix is its own number. One line per fragment:
// `wmma MATRIX SHAPE TYPE LAYOUT,digest`. The lines with "wmma" in tests/data/h200_mma.csv are its
// output on an H200.
//
//   nvcc -O1 -arch=sm_90 -std=c++17 -o wmma_probe tests/gpu/wmma_probe.cu
//   ./wmma_probe [--all]          --all: the numbers, lane by lane
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <mma.h>

using namespace nvcuda;

enum { ROOM = 1 << 16, LANES = 32 };
static int *registers;
static void *matrix;
static bool shows_all;

template <class S>
__device__ int bits_of(S s)
{
    unsigned long long v = 0;
    memcpy(&v, &s, sizeof s);
    return (int)v;
}

template <class F, class E, class... Layout>
__global__ void load(const void *from, int apart, int *out, Layout... layout)
{
    F f;
    wmma::load_matrix_sync(f, (const E *)from, apart, layout...);
    for (int i = 0; i < f.num_storage_elements; i++)
        out[threadIdx.x * f.num_storage_elements + i] = bits_of(f.x[i]);
}

// The matrix that a fragment is loaded from.
template <class E>
static void fill(int rows, int columns, bool row_major)
{
    static char host[ROOM];
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            const unsigned long long v = (unsigned)(r * columns + c);
            memcpy(host + sizeof(E) * (row_major ? r * columns + c : c * rows + r), &v, sizeof(E));
        }
    cudaMemcpy(matrix, host, sizeof(E) * rows * columns, cudaMemcpyHostToDevice);
}

template <class F>
static void print(const char *name)
{
    const int n = F::num_storage_elements;
    static int host[LANES * 64];
    uint64_t h = 0xcbf29ce484222325ull;
    if (cudaError_t error =
            cudaMemcpy(host, registers, sizeof(int) * LANES * n, cudaMemcpyDeviceToHost)) {
        printf("%s,%s\n", name, cudaGetErrorString(error));
        return;
    }
    for (int i = 0; i < LANES * n; i++)
        h = (h ^ (uint32_t)host[i]) * 0x100000001b3ull;
    printf("wmma %s,%016llx\n", name, (unsigned long long)h);
    for (int i = 0; shows_all && i < LANES * n; i++)
        printf("%d%c", host[i], i % n == n - 1 ? '\n' : ' ');
}

// A and B of T, which are E in memory, `per` of them in one.
template <class Use, class Layout, int M, int N, int K, class T, class E>
static void operand(const char *name, int rows, int columns, int per)
{
    typedef wmma::fragment<Use, M, N, K, T, Layout> F;
    const bool row_major = std::is_same<Layout, wmma::row_major>::value;
    if (row_major)
        fill<E>(rows, columns / per, true);
    else
        fill<E>(rows / per, columns, false);
    load<F, E><<<1, LANES>>>(matrix, row_major ? columns : rows, registers);
    print<F>(name);
}

#define NAME(matrix, M, N, K, T, layout) #matrix " m" #M "n" #N "k" #K " " T " " layout
#define OPERANDS(M, N, K, T, E, text) \
    operand<wmma::matrix_a, wmma::row_major, M, N, K, T, E>(NAME(a, M, N, K, text, "row"), M, K, \
                                                            1); \
    operand<wmma::matrix_a, wmma::col_major, M, N, K, T, E>(NAME(a, M, N, K, text, "col"), M, K, \
                                                            1); \
    operand<wmma::matrix_b, wmma::row_major, M, N, K, T, E>(NAME(b, M, N, K, text, "row"), K, N, \
                                                            1); \
    operand<wmma::matrix_b, wmma::col_major, M, N, K, T, E>(NAME(b, M, N, K, text, "col"), K, N, 1);
// Elements of less than a byte have one layout, and are moved as words.
#define SMALL_OPERANDS(M, N, K, T, per, text) \
    operand<wmma::matrix_a, wmma::row_major, M, N, K, wmma::experimental::precision::T, int>( \
        NAME(a, M, N, K, text, "row"), M, K, per); \
    operand<wmma::matrix_b, wmma::col_major, M, N, K, wmma::experimental::precision::T, int>( \
        NAME(b, M, N, K, text, "col"), K, N, per);

template <int M, int N, int K, class T>
static void accumulator(const char *name, wmma::layout_t layout)
{
    typedef wmma::fragment<wmma::accumulator, M, N, K, T> F;
    fill<T>(M, N, layout == wmma::mem_row_major);
    load<F, T><<<1, LANES>>>(matrix, layout == wmma::mem_row_major ? N : M, registers, layout);
    print<F>(name);
}

#define SUMS(M, N, K, T) \
    accumulator<M, N, K, T>(NAME(c, M, N, K, #T, "row"), wmma::mem_row_major); \
    accumulator<M, N, K, T>(NAME(c, M, N, K, #T, "col"), wmma::mem_col_major);
#define LARGE(M, N, K) \
    OPERANDS(M, N, K, half, half, "half") \
    OPERANDS(M, N, K, __nv_bfloat16, __nv_bfloat16, "bf16") \
    OPERANDS(M, N, K, signed char, signed char, "s8") \
    OPERANDS(M, N, K, unsigned char, unsigned char, "u8") \
    SUMS(M, N, K, half) SUMS(M, N, K, float) SUMS(M, N, K, int)

int main(int argc, char **argv)
{
    shows_all = argc > 1 && !strcmp(argv[1], "--all");
    cudaMalloc(&registers, ROOM);
    cudaMalloc(&matrix, ROOM);
    LARGE(16, 16, 16)
    LARGE(32, 8, 16)
    LARGE(8, 32, 16)
    OPERANDS(16, 16, 8, wmma::precision::tf32, float, "tf32")
    SUMS(16, 16, 8, float)
    OPERANDS(8, 8, 4, double, double, "double")
    SUMS(8, 8, 4, double)
    SMALL_OPERANDS(8, 8, 32, s4, 8, "s4")
    SMALL_OPERANDS(8, 8, 32, u4, 8, "u4")
    SMALL_OPERANDS(8, 8, 128, b1, 32, "b1")
    SUMS(8, 8, 32, int)
    SUMS(8, 8, 128, int)
    return 0;
}
