// speed.cu - lab 16: products of halves, sums in floats. cuBLAS is opened when it is there: a
// machine without it only compares the lab's kernels with each other.
#include "grader/gpu/race/race.h"
#include <cuda_fp16.h>
#include <dlfcn.h>
#include <math.h>
#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define HAVE_CUBLAS 1
#endif

typedef void HalfProduct(float *c, const unsigned short *a, const unsigned short *b, int m, int k,
                         int n);

#ifdef HAVE_CUBLAS
typedef cublasStatus_t GemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                              const void *, const void *, cudaDataType, int, const void *,
                              cudaDataType, int, const void *, void *, cudaDataType, int,
                              cublasComputeType_t, cublasGemmAlgo_t);

struct HalfCublas {
    decltype(&cublasCreate_v2) create;
    GemmEx *gemm;
    cublasHandle_t handle;
};

// nullptr, after one line, if it cannot be used.
static HalfCublas *half_cublas()
{
    static HalfCublas library;
    static bool tried;
    if (!tried) {
        tried = true;
        std::string name = "libcublas.so." + std::to_string(CUDART_VERSION / 1000);
        if (void *object = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            library.create = (decltype(library.create))dlsym(object, "cublasCreate_v2");
            library.gemm = (GemmEx *)dlsym(object, "cublasGemmEx");
        }
        if (!library.create || !library.gemm ||
            library.create(&library.handle) != CUBLAS_STATUS_SUCCESS)
            printf("no cuBLAS: %s cannot be used, its times are left out\n", name.c_str());
    }
    return library.handle ? &library : nullptr;
}
#endif

static __global__ void plain_half_product(float *c, const half *a, const half *b, int m, int k,
                                          int n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)m * n;
         i += (size_t)gridDim.x * blockDim.x) {
        float sum = 0;
        for (int x = 0; x < k; x++)
            sum += __half2float(a[i / n * k + x]) * __half2float(b[(size_t)x * n + i % n]);
        c[i] = sum;
    }
}

// Words become pairs of halves between -1 and 1.
static __global__ void become_halves(int *words, size_t count)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        __half2 pair = __floats2half2_rn((short)words[i] / 32768.0f, (words[i] >> 16) / 32768.0f);
        words[i] = *(int *)&pair;
    }
}

void race_half_products(int m, int k, int n)
{
    size_t a_words = ((size_t)m * k + 7) / 8 * 4, b_words = ((size_t)k * n + 1) / 2;
    size_t c_size = (size_t)m * n;
    Inputs in(a_words + b_words); // a, then b
    Array<float> want(c_size), got(c_size);
    for (int i = 0; i < INPUTS; i++)
        become_halves<<<1056, 256>>>(in[i], a_words + b_words);
    auto a = [&](int run) { return (const unsigned short *)in[run]; };
    auto b = [&](int run) { return (const unsigned short *)(in[run] + a_words); };
    plain_half_product<<<1056, 256>>>(want.data, (const half *)a(0), (const half *)b(0), m, k, n);
    auto is_wrong = [&] { return same_floats(want.data, got.data, c_size, 1e-4 * sqrt(k + 1.0)); };
    Race race = {"half product " + std::to_string(m) + " x " + std::to_string(k) + " x " +
                     std::to_string(n),
                 c_size,
                 4.0 * (a_words + b_words + c_size),
                 2.0 * m * k * n,
                 "GFLOP/s",
                 {}};
#ifdef HAVE_CUBLAS
    float one = 1, zero = 0;
    if (HalfCublas *blas = half_cublas())
        race.all.push_back({"cublasGemmEx",
                            [&, blas](int run) {
                                blas->gemm(blas->handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one,
                                           b(run), CUDA_R_16F, n, a(run), CUDA_R_16F, k, &zero,
                                           got.data, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                                           CUBLAS_GEMM_DEFAULT);
                            },
                            is_wrong});
#endif
    if (auto f = race_function<HalfProduct>("lab", "staged_product"))
        if (m % 64 == 0 && k % 64 == 0 && n % 64 == 0)
            race.all.push_back({"staged_product",
                                [=, &got](int run) { f(got.data, a(run), b(run), m, k, n); },
                                is_wrong});
    for (const char *whose : {"yours", "fastest"})
        if (auto f = race_function<HalfProduct>(whose, "half_product_fastest"))
            race.all.push_back({std::string("half_product_fastest (") + whose + ")",
                                [=, &got](int run) { f(got.data, a(run), b(run), m, k, n); },
                                is_wrong});
    race_run(race);
}
