// speed.cu - lab 02: transpose and product of float matrices. cuBLAS is opened when it is
// there: a machine without it races against a copy.
#include "grader/gpu/race/race.h"
#include <dlfcn.h>
#include <math.h>
#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define HAVE_CUBLAS 1
#endif

typedef void TransposeInts(int *out, const int *in, int rows, int cols);
typedef void Product(float *c, const float *a, const float *b, int m, int k, int n);
typedef void FastestTranspose(float *out, const float *in, size_t rows, size_t cols);

// ---- cuBLAS -----------------------------------------------------------------------------

#ifdef HAVE_CUBLAS
struct Cublas {
    decltype(&cublasCreate_v2) create;
    decltype(&cublasSetMathMode) set_math_mode;
    decltype(&cublasSgeam) sgeam;
    decltype(&cublasSgemm_v2) sgemm;
    cublasHandle_t handle;
};

template <typename F>
static void find(void *library, const char *name, F *&function)
{
    function = (F *)dlsym(library, name);
}

// nullptr, after one line, if it cannot be used.
static Cublas *cublas()
{
    static Cublas library;
    static bool tried;
    if (!tried) {
        tried = true;
        std::string name = "libcublas.so." + std::to_string(CUDART_VERSION / 1000);
        void *object = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (object) {
            find(object, "cublasCreate_v2", library.create);
            find(object, "cublasSetMathMode", library.set_math_mode);
            find(object, "cublasSgeam", library.sgeam);
            find(object, "cublasSgemm_v2", library.sgemm);
        }
        if (!object || !library.create || library.create(&library.handle) != CUBLAS_STATUS_SUCCESS)
            printf("no cuBLAS: %s cannot be used, its times are left out\n", name.c_str());
        else
            library.set_math_mode(library.handle, CUBLAS_PEDANTIC_MATH); // no tensor cores
    }
    return library.handle ? &library : nullptr;
}
#endif

// ---- transpose --------------------------------------------------------------------------

static __global__ void plain_transpose(float *out, const float *in, size_t rows, size_t cols)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < rows * cols;
         i += (size_t)gridDim.x * blockDim.x)
        out[i % cols * rows + i / cols] = in[i];
}

void race_transposes(size_t rows, size_t cols)
{
    size_t n = rows * cols;
    Inputs in(n);
    Array<float> want(n), got(n);
    for (int i = 0; i < INPUTS; i++)
        make_floats(in[i], n);
    plain_transpose<<<1056, 256>>>(want.data, (float *)in[0], rows, cols);
    auto is_wrong = [&] { return same_words(want.data, got.data, n); };
    Race race = {"transpose " + std::to_string(rows) + " x " + std::to_string(cols),
                 n,
                 n * 8.0,
                 0,
                 "GB/s",
                 {}};
#ifdef HAVE_CUBLAS
    float one = 1, zero = 0;
    if (Cublas *blas = cublas())
        race.all.push_back({"cublasSgeam",
                            [&, blas](int run) {
                                blas->sgeam(blas->handle, CUBLAS_OP_T, CUBLAS_OP_N, rows, cols,
                                            &one, (float *)in[run], cols, &zero, got.data, rows,
                                            got.data, rows);
                            },
                            is_wrong});
#endif
    if (!race_checks())
        race.all.push_back(
            {"cudaMemcpyAsync",
             [&](int run) {
                 CUDA_CHECK(cudaMemcpyAsync(got.data, in[run], n * 4, cudaMemcpyDeviceToDevice));
             },
             {}});
    for (const char *name : {"tile_transpose", "tile_transpose_padded", "tile_transpose_swizzled",
                             "turn_by_maps"}) // of lab 17
        if (auto f = race_function<TransposeInts>("lab", name))
            race.all.push_back(
                {name,
                 [=, &in, &got](int run) { f((int *)got.data, in[run], (int)rows, (int)cols); },
                 is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<FastestTranspose>(whose, "transpose_fastest"))
            race.all.push_back(
                {std::string("transpose_fastest (") + whose + ")",
                 [=, &in, &got](int run) { f(got.data, (float *)in[run], rows, cols); }, is_wrong});
    race_run(race);
}

// ---- product ----------------------------------------------------------------------------

static __global__ void plain_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)m * n;
         i += (size_t)gridDim.x * blockDim.x) {
        float sum = 0;
        for (int j = 0; j < k; j++)
            sum += a[i / n * k + j] * b[(size_t)j * n + i % n];
        c[i] = sum;
    }
}

void race_products(int m, int k, int n)
{
    size_t a_size = ((size_t)m * k + 3) / 4 * 4, b_size = (size_t)k * n, c_size = (size_t)m * n;
    Inputs in(a_size + b_size); // a, then b
    Array<float> want(c_size), got(c_size);
    for (int i = 0; i < INPUTS; i++)
        make_floats(in[i], a_size + b_size);
    auto a = [&](int run) { return (const float *)in[run]; };
    auto b = [&](int run) { return (const float *)in[run] + a_size; };
    plain_product<<<1056, 256>>>(want.data, a(0), b(0), m, k, n);
    auto is_wrong = [&] { return same_floats(want.data, got.data, c_size, 1e-4 * sqrt(k + 1.0)); };
    Race race = {"product " + std::to_string(m) + " x " + std::to_string(k) + " x " +
                     std::to_string(n),
                 c_size,
                 4.0 * (a_size + b_size + c_size),
                 2.0 * m * k * n,
                 "GFLOP/s",
                 {}};
#ifdef HAVE_CUBLAS
    float one = 1, zero = 0;
    if (Cublas *blas = cublas())
        race.all.push_back({"cublasSgemm",
                            [&, blas](int run) {
                                blas->sgemm(blas->handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one,
                                            b(run), n, a(run), k, &zero, got.data, n);
                            },
                            is_wrong});
#endif
    for (const char *name : {"tile_product", "tile_product_registers"})
        if (auto f = race_function<Product>("lab", name))
            race.all.push_back(
                {name, [=, &got](int run) { f(got.data, a(run), b(run), m, k, n); }, is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<Product>(whose, "product_fastest"))
            race.all.push_back({std::string("product_fastest (") + whose + ")",
                                [=, &got](int run) { f(got.data, a(run), b(run), m, k, n); },
                                is_wrong});
    race_run(race);
}
