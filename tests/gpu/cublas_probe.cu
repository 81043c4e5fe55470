// cublas_probe.cu - calls of cuBLAS: what they return, and whether their results are within the
// bounds of rounding, by a reference in long double. A row is `name,status,right`; a library that
// prints which parameter is wrong prints that between the rows. NVIDIA's library on a GPU and the
// course's own in the simulator print the same (tests/test_cublas.c).
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -o cublas_probe tests/gpu/cublas_probe.cu -lcublas &&
//   ./cublas_probe
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "check.h"

using std::vector;
typedef long double Exact;

static cublasHandle_t h;
static uint32_t state = 1;

static double next()
{
    state = state * 1664525 + 1013904223;
    return (int)(state >> 16) / 32768.0 - 1;
}

// Memory of the device, filled with random numbers, that knows what it holds.
template <typename T>
struct Array {
    vector<T> host;
    T *at;
    explicit Array(size_t n, double scale = 1) : host(n)
    {
        for (T &v : host)
            v = T(float(next() * scale));
        CHECK(cudaMalloc(&at, n * sizeof(T)));
        CHECK(cudaMemcpy(at, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Array() { cudaFree(at); }
    Exact operator[](int64_t i) const { return Exact(double(host[i])); }
    vector<T> now() const
    {
        vector<T> v(host.size());
        CHECK(cudaMemcpy(v.data(), at, v.size() * sizeof(T), cudaMemcpyDeviceToHost));
        return v;
    }
};

static void row(const std::string &name, cublasStatus_t status, bool right)
{
    printf("%s,%d,%s\n", name.c_str(), status, right ? "right" : "wrong");
}

// The unit of rounding of a type's results.
template <typename T>
double unit()
{
    return std::is_same<T, double>::value          ? 1e-16
           : std::is_same<T, float>::value         ? 1e-7
           : std::is_same<T, __half>::value        ? 1e-3
           : std::is_same<T, __nv_bfloat16>::value ? 8e-3
                                                   : 0;
}

template <typename T>
bool near(T got, Exact want, Exact magnitude, int terms)
{
    Exact bound = (terms + 4) * unit<T>() * magnitude;
    return fabsl(Exact(double(got)) - want) <= bound;
}

static int64_t place(int64_t i, int64_t n, int step) { return (step < 0 ? i - n + 1 : i) * step; }

// ---- BLAS 1 ---------------------------------------------------------

template <typename T>
struct Functions;
#define FUNCTIONS(S, T) \
    template <> \
    struct Functions<T> { \
        static constexpr const char *letter = #S; \
        static constexpr auto axpy = cublas##S##axpy; \
        static constexpr auto dot = cublas##S##dot; \
        static constexpr auto nrm2 = cublas##S##nrm2, asum = cublas##S##asum; \
        static constexpr auto scal = cublas##S##scal; \
        static constexpr auto copy = cublas##S##copy; \
        static constexpr auto swap = cublas##S##swap; \
        static constexpr auto rot = cublas##S##rot; \
        static constexpr auto gemv = cublas##S##gemv; \
        static constexpr auto ger = cublas##S##ger; \
        static constexpr auto geam = cublas##S##geam; \
        static constexpr auto dgmm = cublas##S##dgmm; \
        static constexpr auto trsm = cublas##S##trsm; \
        static constexpr auto trsv = cublas##S##trsv; \
        static constexpr auto trmm = cublas##S##trmm; \
        static constexpr auto gemm = cublas##S##gemm; \
        static constexpr auto batched = cublas##S##gemmBatched; \
        static constexpr auto strided = cublas##S##gemmStridedBatched; \
    };
FUNCTIONS(S, float)
FUNCTIONS(D, double)

template <typename T>
void vectors(int n, int incx, int incy)
{
    typedef Functions<T> F;
    std::string at = std::string(F::letter) + " n " + std::to_string(n) + " steps " +
                     std::to_string(incx) + " " + std::to_string(incy);
    Array<T> x(4 * n + 1), y(4 * n + 1);
    auto X = [&](int i) { return x[place(i, n, incx)]; };
    auto Y = [&](int i) { return y[place(i, n, incy)]; };
    Exact dot = 0, size = 0, asum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        dot += X(i) * Y(i);
        size += fabsl(X(i) * Y(i));
        asum += fabsl(X(i));
        squares += X(i) * X(i);
    }
    T got = 7;
    cublasStatus_t s = F::dot(h, n, x.at, incx, y.at, incy, &got);
    row("dot " + at, s, near(got, dot, size, n));
    if (incx > 0) {
        s = F::asum(h, n, x.at, incx, &got);
        row("asum " + at, s, near(got, asum, asum, n));
        s = F::nrm2(h, n, x.at, incx, &got);
        row("nrm2 " + at, s, near(got, sqrtl(squares), sqrtl(squares), n));
    }
    T alpha = T(1.5), c = T(0.6), sine = T(0.8);
    s = F::axpy(h, n, &alpha, x.at, incx, y.at, incy);
    vector<T> after = y.now();
    bool right = true;
    for (int i = 0; i < n; i++) {
        Exact want = 1.5L * X(i) + Y(i);
        right &= near(after[place(i, n, incy)], want, fabsl(1.5L * X(i)) + fabsl(Y(i)), 1);
        y.host[place(i, n, incy)] = after[place(i, n, incy)];
    }
    row("axpy " + at, s, right && after == y.host);
    s = F::rot(h, n, x.at, incx, y.at, incy, &c, &sine);
    vector<T> p = x.now(), q = y.now();
    right = true;
    for (int i = 0; i < n; i++) {
        Exact a = X(i), b = Y(i), cc = c, ss = sine, m = fabsl(a) + fabsl(b);
        right &= near(p[place(i, n, incx)], cc * a + ss * b, m, 2);
        right &= near(q[place(i, n, incy)], cc * b - ss * a, m, 2);
    }
    row("rot " + at, s, right);
    s = F::swap(h, n, x.at, incx, y.at, incy);
    vector<T> p2 = x.now(), q2 = y.now();
    right = true;
    for (int i = 0; i < n; i++)
        right &= p2[place(i, n, incx)] == q[place(i, n, incy)] &&
                 q2[place(i, n, incy)] == p[place(i, n, incx)];
    row("swap " + at, s, right);
    s = F::copy(h, n, x.at, incx, y.at, incy);
    q = y.now();
    right = true;
    for (int i = 0; i < n; i++)
        right &= p2[place(i, n, incx)] == q[place(i, n, incy)];
    row("copy " + at, s, right);
    s = F::scal(h, n, &alpha, x.at, incx);
    p = x.now();
    right = true;
    for (int i = 0; i < n && incx > 0; i++)
        right &= p[place(i, n, incx)] == alpha * p2[place(i, n, incx)];
    row("scal " + at, s, right);
}

// The first of several equal elements; numbers whose squares are too large or too small.
static void extremes()
{
    int n = 5000, got = 0;
    vector<float> v(n, 1);
    float *d, norm;
    v[77] = v[78] = v[4000] = -9, v[1234] = v[1235] = 0.5f;
    CHECK(cudaMalloc(&d, n * 4));
    CHECK(cudaMemcpy(d, v.data(), n * 4, cudaMemcpyHostToDevice));
    cublasStatus_t s = cublasIsamax(h, n, d, 1, &got);
    row("isamax", s, got == 78);
    s = cublasIsamin(h, n, d, 1, &got);
    row("isamin", s, got == 1235);
    s = cublasIsamax(h, n / 2, d, 2, &got);
    row("isamax step 2", s, got == 40);
    s = cublasIsamax(h, 0, d, 1, &got);
    row("isamax of nothing", s, got == 0);
    for (float size : {1e30f, 1e-30f}) {
        for (float &w : v)
            w = size;
        CHECK(cudaMemcpy(d, v.data(), n * 4, cudaMemcpyHostToDevice));
        s = cublasSnrm2(h, n, d, 1, &norm);
        row(size > 1 ? "snrm2 of large" : "snrm2 of small", s,
            near(norm, sqrtl(n) * size, sqrtl(n) * size, 100));
    }
    cudaFree(d);
}

// ---- matrices -------------------------------------------------------

static const cublasOperation_t N = CUBLAS_OP_N, T_ = CUBLAS_OP_T;

template <typename T>
struct Stored {
    const Array<T> &a;
    int64_t ld;
    cublasOperation_t op;
    int64_t from = 0;
    Exact operator()(int64_t i, int64_t j) const
    {
        return a[from + (op == N ? i + j * ld : j + i * ld)];
    }
};

template <typename C, typename A, typename B>
bool product_right(const vector<C> &got, const Array<C> &c, Stored<A> a, Stored<B> b, int m, int n,
                   int k, Exact alpha, Exact beta, int64_t ldc, int64_t from = 0)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            Exact sum = 0, size = 0;
            for (int p = 0; p < k; p++) {
                sum += a(i, p) * b(p, j);
                size += fabsl(a(i, p) * b(p, j));
            }
            Exact old = beta ? beta * c[from + i + j * ldc] : 0;
            Exact want = alpha * sum + old, magnitude = fabsl(alpha) * size + fabsl(old);
            if (!near(got[from + i + j * ldc], want, magnitude, k))
                return false;
        }
    return true;
}

template <typename T>
void products(int m, int n, int k)
{
    typedef Functions<T> F;
    for (int kind = 0; kind < 4; kind++) {
        cublasOperation_t oa = kind & 1 ? T_ : N, ob = kind & 2 ? T_ : N;
        int lda = (oa == N ? m : k) + 3, ldb = (ob == N ? k : n) + 1, ldc = m + 2;
        Array<T> a((size_t)lda * (oa == N ? k : m)), b((size_t)ldb * (ob == N ? n : k)),
            c((size_t)ldc * n);
        T alpha = T(-0.75), beta = kind == 3 ? T(0) : T(0.5);
        std::string name = std::string(F::letter) + "gemm " + "NT"[kind & 1] + "NT"[kind >> 1] +
                           " " + std::to_string(m) + " " + std::to_string(n) + " " +
                           std::to_string(k);
        cublasStatus_t s =
            F::gemm(h, oa, ob, m, n, k, &alpha, a.at, lda, b.at, ldb, &beta, c.at, ldc);
        row(name, s,
            product_right(c.now(), c, Stored<T>{a, lda, oa}, Stored<T>{b, ldb, ob}, m, n, k, alpha,
                          beta, ldc));
    }
    // A batch, at distances and by arrays.
    const int count = 3;
    int64_t sa = (int64_t)m * k + 5, sb = (int64_t)k * n, sc = (int64_t)m * n + 1;
    T alpha = 1, beta = 0;
    Array<T> a(sa * count), b(sb * count), c(sc * count), e(sc * count);
    cublasStatus_t s =
        F::strided(h, N, N, m, n, k, &alpha, a.at, m, sa, b.at, k, sb, &beta, c.at, m, sc, count);
    const T *pa[count], *pb[count];
    T *pc[count], **d;
    for (int i = 0; i < count; i++)
        pa[i] = a.at + i * sa, pb[i] = b.at + i * sb, pc[i] = e.at + i * sc;
    CHECK(cudaMalloc(&d, 3 * sizeof pa));
    CHECK(cudaMemcpy(d, pa, sizeof pa, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d + count, pb, sizeof pb, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d + 2 * count, pc, sizeof pc, cudaMemcpyHostToDevice));
    cublasStatus_t s2 = F::batched(h, N, N, m, n, k, &alpha, (const T **)d, m,
                                   (const T **)d + count, k, &beta, d + 2 * count, m, count);
    bool right = true, right2 = true;
    vector<T> got = c.now(), got2 = e.now();
    for (int i = 0; i < count; i++) {
        Stored<T> left{a, m, N, i * sa}, other{b, k, N, i * sb};
        right &= product_right(got, c, left, other, m, n, k, 1, 0, m, i * sc);
        right2 &= product_right(got2, e, left, other, m, n, k, 1, 0, m, i * sc);
    }
    std::string size = std::to_string(m) + " " + std::to_string(n) + " " + std::to_string(k);
    row(std::string(F::letter) + "gemmStridedBatched " + size, s, right);
    row(std::string(F::letter) + "gemmBatched " + size, s2, right2);
    cudaFree(d);
}

template <typename T, typename C, typename Factor>
void chosen(const char *name, cudaDataType type, cudaDataType type_c, cublasComputeType_t compute)
{
    int m = 96, n = 64, k = 80;
    bool whole = std::is_same<T, int8_t>::value;
    Array<T> a(m * k, whole ? 100 : 1), b(k * n, whole ? 100 : 1);
    Array<C> c(m * n, whole ? 100 : 1);
    Factor alpha = Factor(2), beta = Factor(1);
    cublasStatus_t s = cublasGemmEx(h, T_, N, m, n, k, &alpha, a.at, type, k, b.at, type, k, &beta,
                                    c.at, type_c, m, compute, CUBLAS_GEMM_DEFAULT);
    row(name, s,
        product_right(c.now(), c, Stored<T>{a, k, T_}, Stored<T>{b, k, N}, m, n, k, 2, 1, m));
}

template <typename T>
void with_vectors(int m, int n)
{
    typedef Functions<T> F;
    std::string size = std::to_string(m) + " " + std::to_string(n);
    T alpha = T(0.5), beta = T(2);
    for (cublasOperation_t op : {N, T_})
        for (int step : {1, -2}) {
            int rows = op == N ? m : n, columns = op == N ? n : m, lda = m + 1;
            Array<T> a((size_t)lda * n), x(2 * columns), y(2 * rows);
            cublasStatus_t s =
                F::gemv(h, op, m, n, &alpha, a.at, lda, x.at, step, &beta, y.at, step);
            vector<T> got = y.now();
            Stored<T> stored{a, lda, op};
            bool right = true;
            for (int i = 0; i < rows; i++) {
                Exact sum = 0, magnitude = 0;
                for (int j = 0; j < columns; j++) {
                    Exact p = stored(i, j) * x[place(j, columns, step)];
                    sum += p, magnitude += fabsl(p);
                }
                Exact old = 2 * y[place(i, rows, step)];
                right &=
                    near(got[place(i, rows, step)], sum / 2 + old, magnitude + fabsl(old), columns);
            }
            row(std::string(F::letter) + "gemv " + "NT"[op != N] + " " + size + " step " +
                    std::to_string(step),
                s, right);
        }
    Array<T> a((size_t)m * n), x(m), y(n), b((size_t)m * n), c((size_t)m * n);
    cublasStatus_t s = F::ger(h, m, n, &alpha, x.at, 1, y.at, 1, a.at, m);
    vector<T> got = a.now();
    bool right = true;
    for (int e = 0; e < m * n; e++)
        right &= near(got[e], a[e] + x[e % m] * y[e / m] / 2, fabsl(a[e]) + 1, 2);
    row(std::string(F::letter) + "ger " + size, s, right);
    a.host = got;
    s = F::geam(h, T_, N, n, m, &alpha, a.at, m, &beta, b.at, n, c.at, n);
    got = c.now();
    right = true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            right &= near(got[i + j * n], a[j + i * m] / 2 + 2 * b[i + j * n], 3, 2);
    row(std::string(F::letter) + "geam " + size, s, right);
    s = F::dgmm(h, CUBLAS_SIDE_LEFT, m, n, b.at, m, x.at, 1, c.at, m);
    got = c.now();
    right = true;
    for (int e = 0; e < m * n; e++)
        right &= near(got[e], b[e] * x[e % m], 1, 1);
    row(std::string(F::letter) + "dgmm " + size, s, right);
}

// Each triangle, side, transpose and diagonal: t (t^-1 b) is b.
template <typename T>
void triangles(int m, int n)
{
    typedef Functions<T> F;
    for (int kind = 0; kind < 16; kind++) {
        cublasSideMode_t side = kind & 1 ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
        cublasFillMode_t fill = kind & 2 ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        cublasOperation_t op = kind & 4 ? T_ : N;
        cublasDiagType_t unit_ = kind & 8 ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
        int order = kind & 1 ? n : m;
        Array<T> a((size_t)order * order, 1.0 / order), b((size_t)m * n);
        for (int i = 0; i < order; i++)
            a.host[i + (size_t)i * order] = T(1.5); // well conditioned
        CHECK(cudaMemcpy(a.at, a.host.data(), a.host.size() * sizeof(T), cudaMemcpyHostToDevice));
        T alpha = 2, half = T(0.5);
        cublasStatus_t s = F::trsm(h, side, fill, op, unit_, m, n, &alpha, a.at, order, b.at, m);
        vector<T> solved = b.now();
        cublasStatus_t s2 =
            F::trmm(h, side, fill, op, unit_, m, n, &half, a.at, order, b.at, m, b.at, m);
        vector<T> back = b.now();
        bool right = true;
        for (size_t e = 0; e < back.size(); e++)
            right &= near(back[e], b[e], 4, 8 * order) && (solved[e] != back[e] || !solved[e]);
        row(std::string(F::letter) + "trsm " + std::to_string(kind), s, right);
        row(std::string(F::letter) + "trmm " + std::to_string(kind), s2, right);
    }
    Array<T> a((size_t)m * m, 1.0 / m), x(m);
    cublasStatus_t s = F::trsv(h, CUBLAS_FILL_MODE_UPPER, N, CUBLAS_DIAG_UNIT, m, a.at, m, x.at, 1);
    vector<T> got = x.now();
    bool right = true;
    for (int i = 0; i < m; i++) {
        Exact sum = double(got[i]);
        for (int j = i + 1; j < m; j++)
            sum += a[i + (size_t)j * m] * Exact(double(got[j]));
        right &= near(T(sum), x[i], 4, 4 * m);
    }
    row(std::string(F::letter) + "trsv", s, right);
}

// ---- pointers to the device, streams, wrong arguments ----------------

static void device_scalars()
{
    int n = 1000;
    Array<float> x(n), y(n), scalars(4);
    float two = 2, result;
    CHECK(cudaMemcpy(scalars.at, &two, 4, cudaMemcpyHostToDevice));
    cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
    cublasStatus_t s = cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
    cublasGetPointerMode(h, &mode);
    row("mode", s, mode == CUBLAS_POINTER_MODE_DEVICE);
    s = cublasSaxpy(h, n, scalars.at, x.at, 1, y.at, 1);
    vector<float> got = y.now();
    bool right = true;
    for (int i = 0; i < n; i++)
        right &= near(got[i], 2 * x[i] + y[i], 4, 1);
    row("saxpy of a device's factor", s, right);
    s = cublasSasum(h, n, x.at, 1, scalars.at + 1);
    CHECK(cudaMemcpy(&result, scalars.at + 1, 4, cudaMemcpyDeviceToHost));
    Exact sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabsl(x[i]);
    row("sasum on the device", s, near(result, sum, sum, n));
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
    cudaStream_t stream, now = NULL;
    CHECK(cudaStreamCreate(&stream));
    s = cublasSetStream(h, stream);
    cublasGetStream(h, &now);
    row("stream", s, now == stream);
    s = cublasSscal(h, n, &two, x.at, 1);
    CHECK(cudaStreamSynchronize(stream));
    row("sscal in a stream", s, x.now()[5] == float(2 * x[5]));
    cublasSetStream(h, NULL);
    CHECK(cudaStreamDestroy(stream));
}

static void wrong_calls()
{
    float one = 1, zero = 0, *p = NULL;
    const cublasOperation_t bad = (cublasOperation_t)9;
    CHECK(cudaMalloc(&p, 4096));
    CHECK(cudaMemset(p, 0, 4096));
#define WRONG(name, call) \
    { \
        cublasStatus_t s = call; \
        fflush(stdout); \
        row(name, s, true); \
    }
    WRONG("no handle", cublasSgemm(NULL, N, N, 2, 2, 2, &one, p, 2, p, 2, &zero, p, 2))
    WRONG("operation", cublasSgemm(h, bad, N, 2, 2, 2, &one, p, 2, p, 2, &zero, p, 2))
    WRONG("m -1", cublasSgemm(h, N, N, -1, 2, 2, &one, p, 2, p, 2, &zero, p, 2))
    WRONG("n -1", cublasSgemm(h, N, N, 2, -1, 2, &one, p, 2, p, 2, &zero, p, 2))
    WRONG("k -1", cublasSgemm(h, N, N, 2, 2, -1, &one, p, 2, p, 2, &zero, p, 2))
    WRONG("lda", cublasSgemm(h, N, N, 4, 2, 2, &one, p, 2, p, 2, &zero, p, 4))
    WRONG("ldb", cublasSgemm(h, N, N, 2, 2, 4, &one, p, 2, p, 2, &zero, p, 2))
    WRONG("ldc", cublasDgemm(h, N, N, 4, 2, 2, (double *)p, (double *)p, 4, (double *)p, 2,
                             (double *)p, (double *)p, 2))
    WRONG("m 0", cublasSgemm(h, N, N, 0, 2, 2, &one, p, 1, p, 2, &zero, p, 1))
    WRONG("count -1",
          cublasSgemmStridedBatched(h, N, N, 2, 2, 2, &one, p, 2, 4, p, 2, 4, &zero, p, 2, 4, -1))
    WRONG("gemv lda", cublasSgemv(h, N, 4, 2, &one, p, 2, p, 1, &zero, p, 1))
    WRONG("gemv step 0", cublasSgemv(h, N, 2, 2, &one, p, 2, p, 0, &zero, p + 512, 1))
    WRONG("ger lda", cublasSger(h, 4, 2, &one, p, 1, p, 1, p, 2))
    WRONG("geam ldc", cublasSgeam(h, N, N, 4, 2, &one, p, 4, &zero, p, 4, p, 2))
    WRONG("geam in place turned", cublasSgeam(h, T_, N, 2, 2, &one, p, 2, &zero, p, 2, p, 2))
    WRONG("dgmm side", cublasSdgmm(h, (cublasSideMode_t)5, 2, 2, p, 2, p, 1, p, 2))
    WRONG("trsm fill", cublasStrsm(h, CUBLAS_SIDE_LEFT, (cublasFillMode_t)7, N,
                                   CUBLAS_DIAG_NON_UNIT, 2, 2, &one, p, 2, p, 2))
    WRONG("trsm ldb", cublasStrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, N,
                                  CUBLAS_DIAG_NON_UNIT, 4, 2, &one, p, 4, p, 2))
    WRONG("dot no result", cublasSdot(h, 4, p, 1, p, 1, NULL))
    WRONG("set vector size", cublasSetVector(4, 0, &one, 1, p, 1))
    WRONG("set matrix ld", cublasSetMatrix(4, 4, 4, &one, 2, p, 4))
    WRONG("pointer mode 5", cublasSetPointerMode(h, (cublasPointerMode_t)5))
    WRONG("gemmEx of mixed types",
          cublasGemmEx(h, N, N, 4, 4, 4, &one, p, CUDA_R_16F, 4, p, CUDA_R_32F, 4, &zero, p,
                       CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT))
    for (int s = 0; s < 20; s++)
        printf("%d %s: %s\n", s, cublasGetStatusName((cublasStatus_t)s),
               cublasGetStatusString((cublasStatus_t)s));
    CHECK(cudaFree(p));
}

int main()
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    row("create", cublasCreate(&h), true);
    for (int n : {1, 31, 1000, 70001})
        for (int kind = 0; kind < 3; kind++) {
            vectors<float>(n, kind == 2 ? 3 : 1, kind ? -2 : 1);
            vectors<double>(n, kind == 2 ? 3 : 1, kind ? -2 : 1);
        }
    vectors<float>(100, -1, 1);
    extremes();
    for (int size : {1, 7, 64, 130}) {
        products<float>(size, size + 3, 2 * size + 1);
        products<double>(2 * size + 1, size, size + 3);
        with_vectors<float>(size, 3 * size + 1);
        with_vectors<double>(3 * size + 1, size);
    }
    triangles<float>(70, 33);
    triangles<double>(5, 300);
    chosen<float, float, float>("32F of floats", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    chosen<double, double, double>("64F", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    chosen<__half, __half, __half>("16F", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
    chosen<__half, __half, float>("32F of halves", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F);
    chosen<__half, float, float>("32F of halves to float", CUDA_R_16F, CUDA_R_32F,
                                 CUBLAS_COMPUTE_32F);
    chosen<__nv_bfloat16, float, float>("32F of bf16", CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    chosen<int8_t, int32_t, int32_t>("32I", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I);
    chosen<int8_t, float, float>("32F of bytes", CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    device_scalars();
    wrong_calls();
    row("destroy", cublasDestroy(h), true);
    return 0;
}
