// matrices.cu - BLAS 2 and its extensions: a matrix and a vector, sums and transposes, systems of
// triangles, and products with triangles.
#include "library.h"

#define REFUSE(condition, routine, parameter) \
    if (condition) \
        return wrong_argument(routine, parameter);
static int64_t at_least_1(int64_t n) { return n < 1 ? 1 : n; }

// ---- a matrix and a vector ------------------------------------------

// A thread for each row: neighbours read neighbouring elements of a column.
template <typename T>
__global__ void gemv_rows(int64_t m, int64_t n, Scalar<T> alpha, Matrix<const T> a,
                          Vector<const T> x, Scalar<T> beta, Vector<T> y)
{
    T scale = alpha.get(), keep = beta.get();
    EACH(i, m)
    {
        T sum = 0;
        if (scale != 0)
            for (int64_t j = 0; j < n; j++)
                sum += a(i, j) * x[j];
        y[i] = scale * sum + (keep == 0 ? 0 : keep * y[i]);
    }
}

// A block for each row of the transpose, which is a column: its threads read neighbours.
template <typename T>
__global__ void gemv_columns(int64_t m, int64_t n, Scalar<T> alpha, Matrix<const T> a,
                             Vector<const T> x, Scalar<T> beta, Vector<T> y)
{
    T scale = alpha.get(), keep = beta.get();
    for (int64_t i = blockIdx.x; i < m; i += gridDim.x) {
        T sum = 0;
        if (scale != 0)
            for (int64_t j = threadIdx.x; j < n; j += THREADS)
                sum += a(i, j) * x[j];
        sum = join_block<Sum<T>>(sum);
        if (threadIdx.x == 0)
            y[i] = scale * sum + (keep == 0 ? 0 : keep * y[i]);
        __syncthreads();
    }
}

template <typename T>
cublasStatus_t gemv(cublasHandle_t h, cublasOperation_t op, int64_t m, int64_t n, const T *alpha,
                    const T *a, int64_t lda, const T *x, int64_t incx, const T *beta, T *y,
                    int64_t incy)
{
    NEEDS_HANDLE(h)
    NEEDS_SCALARS(alpha, beta)
    if (!is_operation(op) || m < 0 || n < 0 || lda < at_least_1(m)) // NVIDIA's prints nothing
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    bool plain = op == CUBLAS_OP_N;
    int64_t rows = plain ? m : n, columns = plain ? n : m;
    auto kernel = plain ? gemv_rows<T> : gemv_columns<T>;
    kernel<<<blocks_for(rows, plain ? THREADS : 1), THREADS, 0, h->stream>>>(
        rows, columns, scalar(h, alpha), matrix_of(a, lda, op), vector_of(x, columns, incx),
        scalar(h, beta), vector_of(y, rows, incy));
    return launched();
}

template <typename T>
__global__ void ger_kernel(int64_t m, int64_t n, Scalar<T> alpha, Vector<const T> x,
                           Vector<const T> y, Matrix<T> a)
{
    T scale = alpha.get();
    EACH(e, m * n)
    a(e % m, e / m) += scale * x[e % m] * y[e / m];
}

template <typename T>
cublasStatus_t ger(cublasHandle_t h, const char *name, int64_t m, int64_t n, const T *alpha,
                   const T *x, int64_t incx, const T *y, int64_t incy, T *a, int64_t lda)
{
    NEEDS_HANDLE(h)
    NEEDS_SCALARS(alpha, alpha)
    REFUSE(m < 0, name, 1)
    REFUSE(n < 0, name, 2)
    REFUSE(!incx, name, 5)
    REFUSE(!incy, name, 7)
    REFUSE(lda < at_least_1(m), name, 9)
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    ger_kernel<<<blocks_for(m * n, THREADS), THREADS, 0, h->stream>>>(
        m, n, scalar(h, alpha), vector_of(x, m, incx), vector_of(y, n, incy),
        matrix_of(a, lda, CUBLAS_OP_N));
    return launched();
}

// ---- sums of matrices, and a diagonal -------------------------------

// A matrix whose factor is 0 is not read: it may be missing.
template <typename T>
__global__ void geam_kernel(int64_t m, int64_t n, Scalar<T> alpha, Matrix<const T> a,
                            Scalar<T> beta, Matrix<const T> b, Matrix<T> c)
{
    T p = alpha.get(), q = beta.get();
    EACH(e, m * n)
    {
        int64_t i = e % m, j = e / m;
        T sum = p == 0 ? 0 : p * a(i, j);
        c(i, j) = q == 0 ? sum : sum + q * b(i, j);
    }
}

template <typename T>
cublasStatus_t geam(cublasHandle_t h, const char *name, cublasOperation_t op_a,
                    cublasOperation_t op_b, int64_t m, int64_t n, const T *alpha, const T *a,
                    int64_t lda, const T *beta, const T *b, int64_t ldb, T *c, int64_t ldc)
{
    NEEDS_HANDLE(h)
    NEEDS_SCALARS(alpha, beta)
    REFUSE(!is_operation(op_a), name, 1)
    REFUSE(!is_operation(op_b), name, 2)
    REFUSE(m < 0, name, 3)
    REFUSE(n < 0, name, 4)
    REFUSE(lda < at_least_1(op_a == CUBLAS_OP_N ? m : n), name, 7)
    REFUSE(ldb < at_least_1(op_b == CUBLAS_OP_N ? m : n), name, 10)
    REFUSE(ldc < at_least_1(m), name, 12)
    // In place only an operand that is not transposed and has the same steps.
    if ((a == c && (op_a != CUBLAS_OP_N || lda != ldc)) ||
        (b == c && (op_b != CUBLAS_OP_N || ldb != ldc)))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    geam_kernel<<<blocks_for(m * n, THREADS), THREADS, 0, h->stream>>>(
        m, n, scalar(h, alpha), matrix_of(a, lda, op_a), scalar(h, beta), matrix_of(b, ldb, op_b),
        matrix_of(c, ldc, CUBLAS_OP_N));
    return launched();
}

template <typename T>
__global__ void dgmm_kernel(int64_t m, int64_t n, bool left, Matrix<const T> a, Vector<const T> x,
                            Matrix<T> c)
{
    EACH(e, m * n)
    c(e % m, e / m) = a(e % m, e / m) * x[left ? e % m : e / m];
}

template <typename T>
cublasStatus_t dgmm(cublasHandle_t h, const char *name, cublasSideMode_t side, int64_t m, int64_t n,
                    const T *a, int64_t lda, const T *x, int64_t incx, T *c, int64_t ldc)
{
    NEEDS_HANDLE(h)
    bool left = side == CUBLAS_SIDE_LEFT;
    REFUSE(!left && side != CUBLAS_SIDE_RIGHT, name, 1)
    REFUSE(m < 0, name, 2)
    REFUSE(n < 0, name, 3)
    REFUSE(lda < at_least_1(m), name, 5)
    REFUSE(ldc < at_least_1(m), name, 9)
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    dgmm_kernel<<<blocks_for(m * n, THREADS), THREADS, 0, h->stream>>>(
        m, n, left, matrix_of(a, lda, CUBLAS_OP_N), vector_of(x, left ? m : n, incx),
        matrix_of(c, ldc, CUBLAS_OP_N));
    return launched();
}

// ---- triangles ------------------------------------------------------

// A triangle of n rows, as it is used: transposed already.
template <typename T>
struct Triangle {
    Matrix<const T> a;
    int64_t n;
    bool lower, unit;
    __device__ T diagonal(int64_t i) const { return unit ? 1 : a(i, i); }
};

template <typename T>
Triangle<T> triangle_of(const T *a, int64_t lda, int64_t n, cublasFillMode_t fill,
                        cublasOperation_t op, cublasDiagType_t diagonal)
{
    return {matrix_of(a, lda, op), n, (fill == CUBLAS_FILL_MODE_LOWER) == (op == CUBLAS_OP_N),
            diagonal == CUBLAS_DIAG_UNIT};
}

// Solves t x = alpha b for columns of b, in place. A block has a column: when an element is known,
// all threads take it out of the rest.
template <typename T>
__global__ void solve_kernel(Triangle<T> t, int64_t columns, Scalar<T> alpha, Matrix<T> b)
{
    T scale = alpha.get();
    for (int64_t j = blockIdx.x; j < columns; j += gridDim.x) {
        for (int64_t i = threadIdx.x; i < t.n; i += THREADS)
            b(i, j) = scale == 0 ? 0 : scale * b(i, j);
        __syncthreads();
        for (int64_t step = 0; step < t.n; step++) {
            int64_t k = t.lower ? step : t.n - 1 - step;
            T x = b(k, j) / t.diagonal(k);
            __syncthreads(); // all have read it
            int64_t from = t.lower ? k + 1 : 0, to = t.lower ? t.n : k;
            for (int64_t i = from + threadIdx.x; i < to; i += THREADS)
                b(i, j) -= t.a(i, k) * x;
            if (threadIdx.x == 0)
                b(k, j) = x;
            __syncthreads();
        }
    }
}

// c = alpha t b for columns of b.
template <typename T>
__global__ void triangle_kernel(Triangle<T> t, int64_t columns, Scalar<T> alpha, Matrix<const T> b,
                                Matrix<T> c)
{
    T scale = alpha.get();
    for (int64_t j = blockIdx.x; j < columns; j += gridDim.x)
        for (int64_t step = 0; step < t.n; step += THREADS) { // in place: the far end first
            int64_t r = step + threadIdx.x, i = t.lower ? t.n - 1 - r : r;
            T sum = 0;
            if (r < t.n && scale != 0) {
                sum = t.diagonal(i) * b(i, j);
                for (int64_t k = t.lower ? 0 : i + 1; k < (t.lower ? i : t.n); k++)
                    sum += t.a(i, k) * b(k, j);
            }
            __syncthreads();
            if (r < t.n)
                c(i, j) = scale * sum;
            __syncthreads();
        }
}

// Which triangle, and which columns: from the right, rows of B are columns for the transpose.
#define TRIANGLE_ARGUMENTS(name, lda_parameter, ldb_parameter) \
    NEEDS_HANDLE(h) \
    NEEDS_SCALARS(alpha, alpha) \
    bool left = side == CUBLAS_SIDE_LEFT; \
    REFUSE(!left && side != CUBLAS_SIDE_RIGHT, name, 1) \
    REFUSE((unsigned)fill > CUBLAS_FILL_MODE_UPPER, name, 2) \
    REFUSE(!is_operation(op), name, 3) \
    REFUSE((unsigned)diagonal > CUBLAS_DIAG_UNIT, name, 4) \
    REFUSE(m < 0, name, 5) \
    REFUSE(n < 0, name, 6) \
    REFUSE(lda < at_least_1(left ? m : n), name, lda_parameter) \
    REFUSE(ldb < at_least_1(m), name, ldb_parameter) \
    if (!m || !n) \
        return CUBLAS_STATUS_SUCCESS; \
    cublasOperation_t columns_of = left ? CUBLAS_OP_N : CUBLAS_OP_T; \
    cublasOperation_t turned = left ? op : op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N; \
    int64_t columns = left ? n : m; \
    Triangle<T> t = triangle_of(a, lda, left ? m : n, fill, turned, diagonal)

template <typename T>
cublasStatus_t trsm(cublasHandle_t h, const char *name, cublasSideMode_t side,
                    cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,
                    int64_t m, int64_t n, const T *alpha, const T *a, int64_t lda, T *b,
                    int64_t ldb)
{
    TRIANGLE_ARGUMENTS(name, 9, 11);
    solve_kernel<<<blocks_for(columns, 1), THREADS, 0, h->stream>>>(t, columns, scalar(h, alpha),
                                                                    matrix_of(b, ldb, columns_of));
    return launched();
}

template <typename T>
cublasStatus_t trmm(cublasHandle_t h, const char *name, cublasSideMode_t side,
                    cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,
                    int64_t m, int64_t n, const T *alpha, const T *a, int64_t lda, const T *b,
                    int64_t ldb, T *c, int64_t ldc)
{
    TRIANGLE_ARGUMENTS(name, 9, 11);
    REFUSE(ldc < at_least_1(m), name, 13)
    triangle_kernel<<<blocks_for(columns, 1), THREADS, 0, h->stream>>>(
        t, columns, scalar(h, alpha), matrix_of(b, ldb, columns_of), matrix_of(c, ldc, columns_of));
    return launched();
}

template <typename T>
cublasStatus_t trsv(cublasHandle_t h, const char *name, cublasFillMode_t fill, cublasOperation_t op,
                    cublasDiagType_t diagonal, int64_t n, const T *a, int64_t lda, T *x,
                    int64_t incx)
{
    NEEDS_HANDLE(h)
    REFUSE((unsigned)fill > CUBLAS_FILL_MODE_UPPER, name, 1)
    REFUSE(!is_operation(op), name, 2)
    REFUSE((unsigned)diagonal > CUBLAS_DIAG_UNIT, name, 3)
    REFUSE(n < 0, name, 4)
    REFUSE(lda < at_least_1(n), name, 6)
    REFUSE(!incx, name, 8)
    if (!n)
        return CUBLAS_STATUS_SUCCESS;
    Vector<T> v = vector_of(x, n, incx);
    solve_kernel<<<1, THREADS, 0, h->stream>>>(triangle_of(a, lda, n, fill, op, diagonal), 1,
                                               Scalar<T>{NULL, 1}, Matrix<T>{v.at, v.step, 0});
    return launched();
}

#define ENTRIES(S, T, I, W) \
    API cublas##S##gemv_v2##W(cublasHandle_t h, cublasOperation_t op, I m, I n, const T *alpha, \
                              const T *a, I lda, const T *x, I incx, const T *beta, T *y, I incy) \
    { \
        return gemv<T>(h, op, m, n, alpha, a, lda, x, incx, beta, y, incy); \
    } \
    API cublas##S##ger_v2##W(cublasHandle_t h, I m, I n, const T *alpha, const T *x, I incx, \
                             const T *y, I incy, T *a, I lda) \
    { \
        return ger<T>(h, #S "GER", m, n, alpha, x, incx, y, incy, a, lda); \
    } \
    API cublas##S##geam##W(cublasHandle_t h, cublasOperation_t op_a, cublasOperation_t op_b, I m, \
                           I n, const T *alpha, const T *a, I lda, const T *beta, const T *b, \
                           I ldb, T *c, I ldc) \
    { \
        return geam<T>(h, #S "GEAM", op_a, op_b, m, n, alpha, a, lda, beta, b, ldb, c, ldc); \
    } \
    API cublas##S##dgmm##W(cublasHandle_t h, cublasSideMode_t side, I m, I n, const T *a, I lda, \
                           const T *x, I incx, T *c, I ldc) \
    { \
        return dgmm<T>(h, #S "DGMM", side, m, n, a, lda, x, incx, c, ldc); \
    } \
    API cublas##S##trsm_v2##W(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                              cublasOperation_t op, cublasDiagType_t diagonal, I m, I n, \
                              const T *alpha, const T *a, I lda, T *b, I ldb) \
    { \
        return trsm<T>(h, #S "TRSM", side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb); \
    } \
    API cublas##S##trmm_v2##W(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, \
                              cublasOperation_t op, cublasDiagType_t diagonal, I m, I n, \
                              const T *alpha, const T *a, I lda, const T *b, I ldb, T *c, I ldc) \
    { \
        return trmm<T>(h, #S "TRMM", side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb, c, \
                       ldc); \
    } \
    API cublas##S##trsv_v2##W(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, \
                              cublasDiagType_t diagonal, I n, const T *a, I lda, T *x, I incx) \
    { \
        return trsv<T>(h, #S "TRSV", fill, op, diagonal, n, a, lda, x, incx); \
    }
FOR_REAL_TYPES(ENTRIES)
