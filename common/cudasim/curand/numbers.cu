// numbers.cu - the kernels: each thread of a generator makes its numbers.
#include "library.h"

#include <curand_kernel.h>

enum { BLOCK = 256, PHILOX_THREADS = 65536, SOME_BLOCKS = 528 };

// ---- one number, or two or four -------------------------------------

template <typename S>
__device__ void make(S *s, Kind, unsigned *v, unsigned, unsigned)
{
    *v = curand(s);
}

template <typename S>
__device__ void make(S *s, Kind kind, float *v, float mean, float deviation)
{
    if (kind == KIND_uniform) {
        *v = curand_uniform(s);
        return;
    }
    float2 pair = kind == KIND_normal ? curand_normal2(s) : curand_log_normal2(s, mean, deviation);
    v[0] = kind == KIND_normal ? mean + deviation * pair.x : pair.x;
    v[1] = kind == KIND_normal ? mean + deviation * pair.y : pair.y;
}

template <typename S>
__device__ void make(S *s, Kind kind, double *v, double mean, double deviation)
{
    if (kind == KIND_uniform) {
        *v = curand_uniform_double(s);
        return;
    }
    double2 pair = kind == KIND_normal ? curand_normal2_double(s)
                                       : curand_log_normal2_double(s, mean, deviation);
    v[0] = kind == KIND_normal ? mean + deviation * pair.x : pair.x;
    v[1] = kind == KIND_normal ? mean + deviation * pair.y : pair.y;
}

typedef curandStatePhilox4_32_10_t Philox;

__device__ void make_four(Philox *s, Kind, unsigned v[4], unsigned, unsigned)
{
    uint4 four = curand4(s);
    v[0] = four.x, v[1] = four.y, v[2] = four.z, v[3] = four.w;
}

__device__ void make_four(Philox *s, Kind kind, float v[4], float mean, float deviation)
{
    float4 four = kind == KIND_uniform  ? curand_uniform4(s)
                  : kind == KIND_normal ? curand_normal4(s)
                                        : curand_log_normal4(s, mean, deviation);
    v[0] = four.x, v[1] = four.y, v[2] = four.z, v[3] = four.w;
    for (int i = 0; kind == KIND_normal && i < 4; i++)
        v[i] = mean + deviation * v[i];
}

__device__ void make_four(Philox *s, Kind kind, double v[4], double mean, double deviation)
{
    for (int i = 0; i < 4; i += 2) {
        double2 two = kind == KIND_uniform ? curand_uniform2_double(s) : double2();
        if (kind == KIND_uniform)
            v[i] = two.x, v[i + 1] = two.y;
        else
            make(s, kind, v + i, mean, deviation);
    }
}

// ---- all numbers ----------------------------------------------------

// Numbers that a thread makes behind each other.
static int made_together(Kind kind) { return kind == KIND_normal || kind == KIND_lognormal ? 2 : 1; }

// Threads 0 to at % threads - 1 have made one number more than the others.
template <typename S>
__global__ void begin_threads(S *states, unsigned first, unsigned threads, uint64_t seed,
                              uint64_t at)
{
    unsigned t = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (t < threads)
        curand_init(seed, t, at / threads + (t < at % threads), &states[t]);
}

template <typename S, typename T>
__global__ void from_threads(S *states, unsigned threads, uint64_t at, Kind kind, T *out, size_t n,
                             int together, T mean, T deviation)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads)
        return;
    S state = states[t];
    uint64_t first = (t + threads - at % threads) % threads;
    for (uint64_t i = first; i < n / together; i += threads) {
        T v[2];
        make(&state, kind, v, mean, deviation);
        for (int k = 0; k < together; k++)
            out[i * together + k] = v[k];
    }
    states[t] = state;
}

// Philox needs no states: each block of four numbers has a place of its own in a subsequence. The
// numbers before the generator's offset count as bits, which take four draws; doubles take eight.
template <typename T>
__global__ void from_philox(uint64_t seed, uint64_t offset, uint64_t at, Kind kind, T *out,
                            size_t n, T mean, T deviation)
{
    const unsigned draws = sizeof(T); // of four numbers
    uint64_t step = gridDim.x * blockDim.x;
    for (uint64_t q = at / 4 + blockIdx.x * blockDim.x + threadIdx.x; q * 4 < at + n; q += step) {
        Philox state;
        T v[4];
        uint64_t thread = q % PHILOX_THREADS, first = offset / 4;
        uint64_t before = first / PHILOX_THREADS + (thread < first % PHILOX_THREADS);
        curand_init(seed, thread, before * 4 + (q / PHILOX_THREADS - before) * draws, &state);
        make_four(&state, kind, v, mean, deviation);
        for (int k = 0; k < 4; k++)
            if (q * 4 + k >= at && q * 4 + k < at + n)
                out[q * 4 + k - at] = v[k];
    }
}

// ---- on the host ----------------------------------------------------

template <typename S, typename T>
static curandStatus_t with_states(curandGenerator_t g, unsigned threads, Kind kind, T *out,
                                  size_t n, T mean, T deviation)
{
    S *states = (S *)g->states;
    if (!states) {
        if (cudaMalloc(&states, threads * sizeof(S)))
            return CURAND_STATUS_ALLOCATION_FAILED;
        g->states = states;
        g->begun = 0;
        g->at = g->offset;
    }
    int together = made_together(kind);
    uint64_t last = g->at % threads + n / together;
    unsigned used = last < threads ? (unsigned)(last + BLOCK - 1) / BLOCK * BLOCK : threads;
    if (used > g->begun) {
        begin_threads<<<(used - g->begun) / BLOCK, BLOCK, 0, g->stream>>>(states, g->begun, threads,
                                                                          g->seed, g->offset);
        g->begun = used;
    }
    from_threads<<<used / BLOCK, BLOCK, 0, g->stream>>>(states, threads, g->at, kind, out, n,
                                                        together, mean, deviation);
    return CURAND_STATUS_SUCCESS;
}

template <typename T>
static curandStatus_t with_philox(curandGenerator_t g, Kind kind, T *out, size_t n, T mean,
                                  T deviation)
{
    if (!g->states) {
        if (cudaMalloc(&g->states, 1)) // says that it has begun
            return CURAND_STATUS_ALLOCATION_FAILED;
        g->at = g->offset;
    }
    uint64_t all = (n / 4 + 2 + BLOCK - 1) / BLOCK;
    unsigned blocks = all < SOME_BLOCKS ? (unsigned)all : SOME_BLOCKS;
    from_philox<<<blocks, BLOCK, 0, g->stream>>>(g->seed, g->offset, g->at, kind, out, n, mean,
                                                 deviation);
    return CURAND_STATUS_SUCCESS;
}

template <typename T>
curandStatus_t make_numbers(curandGenerator_t g, Kind kind, T *out, size_t n, T mean, T deviation)
{
    bool philox = g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
    if (!philox && (kind == KIND_normal || kind == KIND_lognormal) && n % 2)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (!n)
        return CURAND_STATUS_SUCCESS;
    bool legacy = g->ordering == CURAND_ORDERING_PSEUDO_LEGACY;
    curandStatus_t e =
        philox ? with_philox(g, kind, out, n, mean, deviation)
        : g->type == CURAND_RNG_PSEUDO_XORWOW
            ? with_states<curandStateXORWOW_t>(g, 4096, kind, out, n, mean, deviation)
            : with_states<curandStateMRG32k3a_t>(g, legacy ? 4096 : 81920, kind, out, n, mean,
                                                 deviation);
    g->at += philox ? n : n / made_together(kind);
    return e ? e : cudaGetLastError() ? CURAND_STATUS_LAUNCH_FAILURE : e;
}

template curandStatus_t make_numbers(curandGenerator_t, Kind, unsigned *, size_t, unsigned,
                                     unsigned);
template curandStatus_t make_numbers(curandGenerator_t, Kind, float *, size_t, float, float);
template curandStatus_t make_numbers(curandGenerator_t, Kind, double *, size_t, double, double);
