// vectors.cu - BLAS 1: what is done to each element of vectors, and what a vector is reduced to.
#include "library.h"

// ---- each element ---------------------------------------------------

template <typename T>
__global__ void axpy_kernel(int64_t n, Scalar<T> alpha, Vector<const T> x, Vector<T> y)
{
    T a = alpha.get();
    EACH(i, n)
    y[i] += a * x[i];
}

template <typename T>
__global__ void copy_kernel(int64_t n, Vector<const T> x, Vector<T> y)
{
    EACH(i, n)
    y[i] = x[i];
}

template <typename T>
__global__ void swap_kernel(int64_t n, Vector<T> x, Vector<T> y)
{
    EACH(i, n)
    {
        T old = x[i];
        x[i] = y[i];
        y[i] = old;
    }
}

template <typename T>
__global__ void scal_kernel(int64_t n, Scalar<T> alpha, Vector<T> x)
{
    T a = alpha.get();
    EACH(i, n)
    x[i] *= a;
}

template <typename T>
__global__ void rot_kernel(int64_t n, Vector<T> x, Vector<T> y, Scalar<T> cosine, Scalar<T> sine)
{
    T c = cosine.get(), s = sine.get();
    EACH(i, n)
    {
        T a = x[i], b = y[i];
        x[i] = c * a + s * b;
        y[i] = c * b - s * a;
    }
}

// Launches a kernel for `count` elements, if there is one.
#define FOR_ELEMENTS(h, count, kernel, ...) \
    const int64_t elements = count; \
    NEEDS_HANDLE(h) \
    if (elements <= 0) \
        return CUBLAS_STATUS_SUCCESS; \
    kernel<<<blocks_for(elements, THREADS), THREADS, 0, h->stream>>>(elements, __VA_ARGS__); \
    return launched()

#define ENTRIES(S, T, I, W) \
    API cublas##S##axpy_v2##W(cublasHandle_t h, I n, const T *alpha, const T *x, I incx, T *y, \
                              I incy) \
    { \
        NEEDS_SCALARS(alpha, alpha) \
        FOR_ELEMENTS(h, n, axpy_kernel, scalar(h, alpha), vector_of(x, n, incx), \
                     vector_of(y, n, incy)); \
    } \
    API cublas##S##copy_v2##W(cublasHandle_t h, I n, const T *x, I incx, T *y, I incy) \
    { \
        FOR_ELEMENTS(h, n, copy_kernel, vector_of(x, n, incx), vector_of(y, n, incy)); \
    } \
    API cublas##S##swap_v2##W(cublasHandle_t h, I n, T *x, I incx, T *y, I incy) \
    { \
        FOR_ELEMENTS(h, n, swap_kernel, vector_of(x, n, incx), vector_of(y, n, incy)); \
    } \
    API cublas##S##scal_v2##W(cublasHandle_t h, I n, const T *alpha, T *x, I incx) \
    { \
        NEEDS_SCALARS(alpha, alpha) \
        FOR_ELEMENTS(h, incx > 0 ? n : 0, scal_kernel, scalar(h, alpha), vector_of(x, n, incx)); \
    } \
    API cublas##S##rot_v2##W(cublasHandle_t h, I n, T *x, I incx, T *y, I incy, const T *c, \
                             const T *s) \
    { \
        NEEDS_SCALARS(c, s) \
        FOR_ELEMENTS(h, n, rot_kernel, vector_of(x, n, incx), vector_of(y, n, incy), scalar(h, c), \
                     scalar(h, s)); \
    }
FOR_REAL_TYPES(ENTRIES)
#undef ENTRIES

// ---- reductions -----------------------------------------------------

// A reduction has the type of its partial results; take() makes one of element i, join() one of
// two, end() the result. Partial results of the blocks are joined by a kernel of one block.
template <typename T>
struct Dot : Sum<T> {
    Vector<const T> x, y;
    __device__ T take(int64_t i) const { return x[i] * y[i]; }
    static __device__ T end(T p) { return p; }
};

template <typename T>
struct AbsoluteSum : Dot<T> {
    __device__ T take(int64_t i) const { return fabs(this->x[i]); }
};

// The root of sum of squares, as the largest element and the sum of squares by its own, so that no
// square is too large or too small for T (LAPACK's lassq).
template <typename T>
struct Norm {
    struct Part {
        T largest, sum;
    };
    Vector<const T> x, y;
    __device__ Part take(int64_t i) const
    {
        T a = fabs(x[i]);
        return {a, (T)(a == 0 ? 0 : 1)};
    }
    static __device__ Part none() { return {0, 0}; }
    static __device__ Part join(Part a, Part b)
    {
        if (a.largest < b.largest || isnan(b.largest)) {
            Part other = a;
            a = b;
            b = other;
        }
        if (b.largest == 0 && !isnan(b.sum))
            return a;
        T ratio = b.largest == a.largest ? 1 : b.largest / a.largest;
        return {a.largest, a.sum + b.sum * ratio * ratio};
    }
    static __device__ T end(Part p) { return p.largest * sqrt(p.sum); }
};

// The first index, from 1, of the element with the largest absolute value; SIGN -1: the smallest.
template <typename T, typename I, int SIGN>
struct Extreme {
    struct Part {
        double value; // also of floats: the structure has no hole
        int64_t at;   // -1: none
    };
    Vector<const T> x, y;
    __device__ Part take(int64_t i) const { return {SIGN * fabs(x[i]), i}; }
    static __device__ Part none() { return {0, -1}; }
    static __device__ Part join(Part a, Part b)
    {
        bool second =
            a.at < 0 || (b.at >= 0 && (b.value > a.value || (b.value == a.value && b.at < a.at)));
        return second ? b : a;
    }
    static __device__ I end(Part p) { return (I)(p.at + 1); }
};

template <typename R>
__global__ void reduce_kernel(int64_t n, R r, typename R::Part *parts)
{
    typename R::Part mine = R::none();
    EACH(i, n)
    mine = R::join(mine, r.take(i));
    mine = join_block<R>(mine);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = mine;
}

template <typename R, typename T>
__global__ void end_kernel(const typename R::Part *parts, int n, T *result)
{
    typename R::Part mine = R::none();
    for (int i = threadIdx.x; i < n; i += THREADS)
        mine = R::join(mine, parts[i]);
    mine = join_block<R>(mine);
    if (threadIdx.x == 0)
        *result = R::end(mine);
}

template <typename R, typename T>
cublasStatus_t reduce(cublasHandle_t h, int64_t n, R r, T *result)
{
    typedef typename R::Part Part;
    static_assert(sizeof(Part) <= 16, "the handle's room has 16 bytes for a partial result");
    NEEDS_HANDLE(h)
    if (!result)
        return CUBLAS_STATUS_MAPPING_ERROR;
    bool to_host = h->pointers == CUBLAS_POINTER_MODE_HOST;
    if (n <= 0 && to_host) {
        *result = 0;
        return CUBLAS_STATUS_SUCCESS;
    }
    Part *parts = (Part *)h->room;
    T *there = to_host ? (T *)((char *)h->room + MAX_BLOCKS * 16) : result;
    unsigned blocks = n > 0 ? blocks_for(n, 4 * THREADS) : 0;
    if (blocks)
        reduce_kernel<<<blocks, THREADS, 0, h->stream>>>(n, r, parts);
    end_kernel<R><<<1, THREADS, 0, h->stream>>>(parts, (int)blocks, there);
    cublasStatus_t status = launched();
    if (to_host && !status)
        if (cudaMemcpyAsync(result, there, sizeof(T), cudaMemcpyDeviceToHost, h->stream) ||
            cudaStreamSynchronize(h->stream))
            return CUBLAS_STATUS_EXECUTION_FAILED;
    return status;
}

// Reductions of one vector ignore one whose step is not positive, as BLAS does.
#define OF_ONE(name, T, I, Result, ...) \
    API name(cublasHandle_t h, I n, const T *x, I incx, Result *result) \
    { \
        __VA_ARGS__ r = {}; \
        r.x = vector_of(x, n, incx); \
        return reduce(h, incx > 0 ? n : 0, r, result); \
    }
#define ENTRIES(S, T, I, W) \
    API cublas##S##dot_v2##W(cublasHandle_t h, I n, const T *x, I incx, const T *y, I incy, \
                             T *result) \
    { \
        Dot<T> r = {{}, vector_of(x, n, incx), vector_of(y, n, incy)}; \
        return reduce(h, n, r, result); \
    } \
    OF_ONE(cublas##S##asum_v2##W, T, I, T, AbsoluteSum<T>) \
    OF_ONE(cublas##S##nrm2_v2##W, T, I, T, Norm<T>)
FOR_REAL_TYPES(ENTRIES)
OF_ONE(cublasIsamax_v2, float, int, int, Extreme<float, int, 1>)
OF_ONE(cublasIsamin_v2, float, int, int, Extreme<float, int, -1>)
OF_ONE(cublasIdamax_v2, double, int, int, Extreme<double, int, 1>)
OF_ONE(cublasIdamin_v2, double, int, int, Extreme<double, int, -1>)
OF_ONE(cublasIsamax_v2_64, float, int64_t, int64_t, Extreme<float, int64_t, 1>)
OF_ONE(cublasIsamin_v2_64, float, int64_t, int64_t, Extreme<float, int64_t, -1>)
OF_ONE(cublasIdamax_v2_64, double, int64_t, int64_t, Extreme<double, int64_t, 1>)
OF_ONE(cublasIdamin_v2_64, double, int64_t, int64_t, Extreme<double, int64_t, -1>)
