// gemm.cu - products of matrices: one, or a batch, whose operands lie at equal distances or are
// named by an array; of the types that one choice of cublasGemmEx() or another names.
#include "library.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { TILE = 64, DEPTH = 16, SIDE = 4, PADDED = TILE + 4 }; // a thread has SIDE x SIDE sums

// The operand of each product of a batch.
template <typename T>
struct Operand {
    T *at;             // of the first
    int64_t distance;  // from one to the next, in elements
    T *const *pointer; // or, if not NULL: of each, on the device
    int64_t ld;
    bool turned; // transposed
    __device__ T *of(int64_t product) const
    {
        return pointer ? pointer[product] : at + product * distance;
    }
    // Element (i, j) of the operand as it is used.
    __device__ int64_t element(int64_t i, int64_t j) const
    {
        return turned ? i * ld + j : i + j * ld;
    }
};

struct Shape {
    int64_t m, n, k;
    int64_t products;
};

// Sums are made in Sum, which is float for halves; scaled by factors of type Factor.
template <typename T>
struct SumOf {
    typedef T type;
};
template <>
struct SumOf<__half> {
    typedef float type;
};

// Brings TILE x DEPTH elements into shared memory, [depth][row]; what is outside is 0. Neighbouring
// threads read neighbouring elements, whichever way the operand lies.
template <bool BY_ROWS, typename T, typename Sum>
__device__ void bring(Sum (*tile)[PADDED], const Operand<const T> &from, const T *at, int64_t row,
                      int64_t depth, int64_t rows, int64_t depths)
{
    bool fast_rows = from.turned != BY_ROWS;
    for (int e = threadIdx.x; e < TILE * DEPTH; e += THREADS) {
        int r = fast_rows ? e % TILE : e / DEPTH, d = fast_rows ? e / TILE : e % DEPTH;
        int64_t i = row + r, p = depth + d;
        bool inside = i < rows && p < depths;
        tile[d][r] = inside ? Sum(at[BY_ROWS ? from.element(i, p) : from.element(p, i)]) : Sum(0);
    }
}

template <typename T, typename C, typename Factor>
__global__ void gemm_kernel(Shape s, Scalar<Factor> alpha, Operand<const T> a, Operand<const T> b,
                            Scalar<Factor> beta, Operand<C> c)
{
    typedef typename SumOf<Factor>::type Sum;
    __shared__ Sum left[DEPTH][PADDED], right[DEPTH][PADDED];
    const Sum scale = Sum(alpha.get()), keep = Sum(beta.get());
    const int x = threadIdx.x % (TILE / SIDE), y = threadIdx.x / (TILE / SIDE);
    const int64_t row = blockIdx.x * (int64_t)TILE;
    const int64_t depths = scale == Sum(0) ? 0 : s.k; // operands of a factor 0 are not read
    for (int64_t product = blockIdx.z; product < s.products; product += gridDim.z)
        for (int64_t column = blockIdx.y * (int64_t)TILE; column < s.n;
             column += gridDim.y * (int64_t)TILE) {
            Sum sum[SIDE][SIDE] = {};
            for (int64_t p = 0; p < depths; p += DEPTH) {
                bring<true>(left, a, a.of(product), row, p, s.m, s.k);
                bring<false>(right, b, b.of(product), column, p, s.n, s.k);
                __syncthreads();
                for (int d = 0; d < DEPTH; d++)
                    for (int j = 0; j < SIDE; j++)
                        for (int i = 0; i < SIDE; i++)
                            sum[j][i] +=
                                left[d][x + i * (TILE / SIDE)] * right[d][y + j * (TILE / SIDE)];
                __syncthreads();
            }
            C *out = c.of(product);
            for (int j = 0; j < SIDE; j++)
                for (int i = 0; i < SIDE; i++) {
                    int64_t at_row = row + x + i * (TILE / SIDE);
                    int64_t at_column = column + y + j * (TILE / SIDE);
                    if (at_row >= s.m || at_column >= s.n)
                        continue;
                    C *to = &out[c.element(at_row, at_column)];
                    Sum old = keep == Sum(0) ? Sum(0) : keep * Sum(*to);
                    *to = C(scale * sum[j][i] + old);
                }
        }
}

// ---- arguments ------------------------------------------------------

// The arguments that all kinds of product have.
struct Product {
    const char *name;
    cublasOperation_t op_a, op_b;
    Shape shape;
    int64_t lda, ldb, ldc;
    const int *wrong; // parameters of lda, ldb, ldc, the number of products
};

static cublasStatus_t check(cublasHandle_t h, const Product &p)
{
    const Shape &s = p.shape;
    int64_t rows_a = p.op_a == CUBLAS_OP_N ? s.m : s.k, rows_b = p.op_b == CUBLAS_OP_N ? s.k : s.n;
    int wrong = !is_operation(p.op_a)         ? 1
                : !is_operation(p.op_b)       ? 2
                : s.m < 0                     ? 3
                : s.n < 0                     ? 4
                : s.k < 0                     ? 5
                : p.lda < 1 || p.lda < rows_a ? p.wrong[0]
                : p.ldb < 1 || p.ldb < rows_b ? p.wrong[1]
                : p.ldc < 1 || p.ldc < s.m    ? p.wrong[2]
                : s.products < 0              ? p.wrong[3]
                                              : 0;
    NEEDS_HANDLE(h)
    return wrong ? wrong_argument(p.name, wrong) : CUBLAS_STATUS_SUCCESS;
}

// Operands: at, or named by an array, or at distances; C is the last one.
struct Places {
    const void *a, *b, *c;
    int64_t step_a, step_b, step_c;
    bool arrays;
};

template <typename T>
Operand<T> operand(const void *at, int64_t distance, bool arrays, int64_t ld, bool turned)
{
    return {arrays ? NULL : (T *)at, distance, arrays ? (T *const *)at : NULL, ld, turned};
}

template <typename T, typename C, typename Factor>
cublasStatus_t gemm(cublasHandle_t h, const Product &p, const Places &at, const Factor *alpha,
                    const Factor *beta)
{
    cublasStatus_t status = check(h, p);
    const Shape &s = p.shape;
    NEEDS_SCALARS(alpha, beta)
    if (status || !s.m || !s.n || !s.products)
        return status;
    const int64_t down = (s.m + TILE - 1) / TILE, across = (s.n + TILE - 1) / TILE;
    const int64_t most = 65535;
    dim3 grid((unsigned)down, (unsigned)(across < most ? across : most),
              (unsigned)(s.products < most ? s.products : most));
    gemm_kernel<T, C, Factor><<<grid, THREADS, 0, h->stream>>>(
        s, scalar(h, alpha),
        operand<const T>(at.a, at.step_a, at.arrays, p.lda, p.op_a != CUBLAS_OP_N),
        operand<const T>(at.b, at.step_b, at.arrays, p.ldb, p.op_b != CUBLAS_OP_N), scalar(h, beta),
        operand<C>(at.c, at.step_c, at.arrays, p.ldc, false));
    return launched();
}

static const int single[] = {8, 10, 13, 0}, batch[] = {8, 10, 13, 14};

// `one` is the function for a single product: its name has an ending for float and double only.
#define ENTRIES(one, S, T, I, W) \
    API one(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, I m, I n, I k, \
            const T *alpha, const T *a, I lda, const T *b, I ldb, const T *beta, T *c, I ldc) \
    { \
        return gemm<T, T, T>(h, {#S "GEMM", op_a, op_b, {m, n, k, 1}, lda, ldb, ldc, single}, \
                             {a, b, c}, alpha, beta); \
    } \
    API cublas##S##gemmStridedBatched##W( \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, I m, I n, I k, \
        const T *alpha, const T *a, I lda, long long step_a, const T *b, I ldb, long long step_b, \
        const T *beta, T *c, I ldc, long long step_c, I count) \
    { \
        return gemm<T, T, T>( \
            h, {#S "gemmStridedBatched", op_a, op_b, {m, n, k, count}, lda, ldb, ldc, batch}, \
            {a, b, c, step_a, step_b, step_c}, alpha, beta); \
    } \
    API cublas##S##gemmBatched##W(cublasHandle_t h, cublasOperation_t op_a, \
                                  cublasOperation_t op_b, I m, I n, I k, const T *alpha, \
                                  const T *const a[], I lda, const T *const b[], I ldb, \
                                  const T *beta, T *const c[], I ldc, I count) \
    { \
        return gemm<T, T, T>( \
            h, {#S "gemmBatched", op_a, op_b, {m, n, k, count}, lda, ldb, ldc, batch}, \
            {a, b, c, 0, 0, 0, true}, alpha, beta); \
    }
ENTRIES(cublasSgemm_v2, S, float, int, )
ENTRIES(cublasDgemm_v2, D, double, int, )
ENTRIES(cublasHgemm, H, __half, int, )
ENTRIES(cublasSgemm_v2_64, S, float, int64_t, _64)
ENTRIES(cublasDgemm_v2_64, D, double, int64_t, _64)
ENTRIES(cublasHgemm_64, H, __half, int64_t, _64)

// ---- types that are chosen by the call ------------------------------

// Products in tf32 or in several bf16 are made in float here, which is at least as exact.
#define FOR_CHOICES(CHOICE) \
    CHOICE(16F, CUDA_R_16F, __half, CUDA_R_16F, __half, __half) \
    CHOICE(32F, CUDA_R_16F, __half, CUDA_R_16F, __half, float) \
    CHOICE(32F, CUDA_R_16F, __half, CUDA_R_32F, float, float) \
    CHOICE(32F, CUDA_R_16BF, __nv_bfloat16, CUDA_R_16BF, __nv_bfloat16, float) \
    CHOICE(32F, CUDA_R_16BF, __nv_bfloat16, CUDA_R_32F, float, float) \
    CHOICE(32F, CUDA_R_8I, int8_t, CUDA_R_32F, float, float) \
    CHOICE(32F, CUDA_R_32F, float, CUDA_R_32F, float, float) \
    CHOICE(64F, CUDA_R_64F, double, CUDA_R_64F, double, double) \
    CHOICE(32I, CUDA_R_8I, int8_t, CUDA_R_32I, int32_t, int32_t)

static cublasComputeType_t plain(cublasComputeType_t type)
{
    switch ((int)type) {
    case CUBLAS_COMPUTE_16F_PEDANTIC: return CUBLAS_COMPUTE_16F;
    case CUBLAS_COMPUTE_32I_PEDANTIC: return CUBLAS_COMPUTE_32I;
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT: return CUBLAS_COMPUTE_64F;
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9: return CUBLAS_COMPUTE_32F;
    default: return type;
    }
}

static cublasStatus_t gemm_of(cublasHandle_t h, const Product &p, const Places &at,
                              const void *alpha, const void *beta, cudaDataType a, cudaDataType b,
                              cudaDataType c, cublasComputeType_t compute)
{
    cublasStatus_t status = check(h, p);
    if (status)
        return status;
    compute = plain(compute);
#define CHOICE(sums, ab_name, T, c_name, C, Factor) \
    if (compute == CUBLAS_COMPUTE_##sums && a == ab_name && b == ab_name && c == c_name) \
        return gemm<T, C, Factor>(h, p, at, (const Factor *)alpha, (const Factor *)beta);
    FOR_CHOICES(CHOICE)
    return not_here("a product of these types");
}

#define ENTRIES_EX(I, W) \
    API cublasGemmEx##W(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, I m, \
                        I n, I k, const void *alpha, const void *a, cudaDataType type_a, I lda, \
                        const void *b, cudaDataType type_b, I ldb, const void *beta, void *c, \
                        cudaDataType type_c, I ldc, cublasComputeType_t compute, cublasGemmAlgo_t) \
    { \
        static const int wrong[] = {9, 12, 16, 0}; \
        return gemm_of(h, {"GemmEx", op_a, op_b, {m, n, k, 1}, lda, ldb, ldc, wrong}, {a, b, c}, \
                       alpha, beta, type_a, type_b, type_c, compute); \
    } \
    API cublasSgemmEx##W(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, I m, \
                         I n, I k, const float *alpha, const void *a, cudaDataType type_a, I lda, \
                         const void *b, cudaDataType type_b, I ldb, const float *beta, void *c, \
                         cudaDataType type_c, I ldc) \
    { \
        return cublasGemmEx##W(h, op_a, op_b, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, \
                               beta, c, type_c, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT); \
    } \
    API cublasGemmStridedBatchedEx##W( \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, I m, I n, I k, \
        const void *alpha, const void *a, cudaDataType type_a, I lda, long long step_a, \
        const void *b, cudaDataType type_b, I ldb, long long step_b, const void *beta, void *c, \
        cudaDataType type_c, I ldc, long long step_c, I count, cublasComputeType_t compute, \
        cublasGemmAlgo_t) \
    { \
        static const int wrong[] = {9, 13, 18, 20}; \
        return gemm_of( \
            h, {"GemmStridedBatchedEx", op_a, op_b, {m, n, k, count}, lda, ldb, ldc, wrong}, \
            {a, b, c, step_a, step_b, step_c}, alpha, beta, type_a, type_b, type_c, compute); \
    } \
    API cublasGemmBatchedEx##W( \
        cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, I m, I n, I k, \
        const void *alpha, const void *const a[], cudaDataType type_a, I lda, \
        const void *const b[], cudaDataType type_b, I ldb, const void *beta, void *const c[], \
        cudaDataType type_c, I ldc, I count, cublasComputeType_t compute, cublasGemmAlgo_t) \
    { \
        static const int wrong[] = {9, 12, 16, 17}; \
        return gemm_of(h, {"GemmBatchedEx", op_a, op_b, {m, n, k, count}, lda, ldb, ldc, wrong}, \
                       {a, b, c, 0, 0, 0, true}, alpha, beta, type_a, type_b, type_c, compute); \
    }
ENTRIES_EX(int, )
ENTRIES_EX(int64_t, _64)
