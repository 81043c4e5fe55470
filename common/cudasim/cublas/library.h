// library.h - what the files of this cuBLAS share: the handle, scalars that lie on the host or on
// the device, vectors and matrices by their steps, and how a wrong argument is answered.
//
// Functions are named and behave as in NVIDIA's cuBLAS 13 (cublas_api.h). Matrices are stored by
// columns. Indices of kernels are 64 bits, so each function exists for int and, with _64, int64_t:
// ENTRIES(S, T, I, W) of a file defines its functions for the letter S of the type T, with numbers
// of type I and the ending W.
#pragma once

#include <cublas_v2.h>
#include <stdint.h>

#define EXPORT extern "C" __attribute__((visibility("default")))
#define API EXPORT cublasStatus_t
#define FOR_REAL_TYPES(ENTRIES) \
    ENTRIES(S, float, int, ) \
    ENTRIES(D, double, int, ) \
    ENTRIES(S, float, int64_t, _64) \
    ENTRIES(D, double, int64_t, _64)

enum { THREADS = 256, MAX_BLOCKS = 528 }; // four blocks for each multiprocessor of an H200

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointers;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    int multiprocessors; // that the program wants to be used: a wish, without effect here
    void *room;          // on the device: MAX_BLOCKS partial results of 16 bytes, then the result
};

// ---- scalars, vectors, matrices -------------------------------------

// alpha, beta ...: a value, or where it is on the device.
template <typename T>
struct Scalar {
    const T *at;
    T value;
    __device__ T get() const { return at ? *at : value; }
};

template <typename T>
Scalar<T> scalar(cublasHandle_t h, const T *p)
{
    return h->pointers == CUBLAS_POINTER_MODE_DEVICE ? Scalar<T>{p, T()} : Scalar<T>{NULL, *p};
}

#define NEEDS_HANDLE(h) \
    if (!h) \
        return CUBLAS_STATUS_NOT_INITIALIZED;
#define NEEDS_SCALARS(a, b) \
    if (!(a) || !(b)) \
        return CUBLAS_STATUS_INVALID_VALUE;

// Element i of a vector with a step; a negative one begins at the far end, as in BLAS.
template <typename T>
struct Vector {
    T *at;
    int64_t step;
    __device__ T &operator[](int64_t i) const { return at[i * step]; }
};

template <typename T>
Vector<T> vector_of(T *x, int64_t n, int64_t step)
{
    return {step < 0 && x ? x + (1 - n) * step : x, step};
}

// Element (i, j) of a matrix, or of its transpose.
template <typename T>
struct Matrix {
    T *at;
    int64_t down, right; // steps between rows and between columns
    __device__ T &operator()(int64_t i, int64_t j) const { return at[i * down + j * right]; }
};

template <typename T>
Matrix<T> matrix_of(T *at, int64_t ld, cublasOperation_t op)
{
    return op == CUBLAS_OP_N ? Matrix<T>{at, 1, ld} : Matrix<T>{at, ld, 1};
}

// ---- arguments ------------------------------------------------------

inline bool is_operation(cublasOperation_t op)
{
    return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C;
}

// Prints which parameter is wrong, counted from 1 without the handle, as BLAS does.
cublasStatus_t wrong_argument(const char *routine, int parameter);
// A line for a function, or a choice of types, that is not here.
cublasStatus_t not_here(const char *function);

// Has the launch worked?
inline cublasStatus_t launched()
{
    return cudaGetLastError() ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}

inline unsigned blocks_for(int64_t n, int64_t each)
{
    int64_t blocks = (n + each - 1) / each;
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (unsigned)blocks;
}

// ---- the threads of a block -----------------------------------------

// How parts are joined: here, added.
template <typename T>
struct Sum {
    typedef T Part;
    static __device__ Part none() { return 0; }
    static __device__ Part join(Part a, Part b) { return a + b; }
};

template <typename R>
__device__ typename R::Part join_block(typename R::Part mine)
{
    __shared__ typename R::Part part[THREADS];
    part[threadIdx.x] = mine;
    for (int half = THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] = R::join(part[threadIdx.x], part[threadIdx.x + half]);
    }
    return part[0]; // for thread 0
}

// A kernel's loop over all n elements.
#define EACH(i, n) \
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < (n); \
         i += gridDim.x * (int64_t)blockDim.x)
