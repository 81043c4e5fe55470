// generator.cu - generators, and what is set in them.
#include "library.h"

#include <stdio.h>

extern "C" curandStatus_t curand_missing(const char *function)
{
    fprintf(stderr,
            "cudasim: %s is not part of the simulator's cuRAND: it returns "
            "CURAND_STATUS_INTERNAL_ERROR\n",
            function);
    return CURAND_STATUS_INTERNAL_ERROR;
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool on_host)
{
    if (!generator)
        return CURAND_STATUS_INITIALIZATION_FAILED;
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: break;
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
        return curand_missing("a generator other than XORWOW, MRG32k3a and Philox4_32_10");
    default: return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = new curandGenerator_st{type, CURAND_ORDERING_PSEUDO_DEFAULT};
    (*generator)->on_host = on_host;
    return CURAND_STATUS_SUCCESS;
}

API curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, false);
}

API curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, true);
}

static void begin_again(curandGenerator_t g)
{
    cudaFree(g->states);
    g->states = NULL;
}

API curandDestroyGenerator(curandGenerator_t g)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    begin_again(g);
    delete g;
    return CURAND_STATUS_SUCCESS;
}

API curandGetVersion(int *version)
{
    if (!version)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

API curandGetProperty(libraryPropertyType type, int *value)
{
    static const int values[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
    if ((unsigned)type > PATCH_LEVEL || !value)
        return CURAND_STATUS_OUT_OF_RANGE;
    *value = values[type];
    return CURAND_STATUS_SUCCESS;
}

API curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    g->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

API curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    g->seed = seed;
    begin_again(g);
    return CURAND_STATUS_SUCCESS;
}

API curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    g->offset = offset;
    begin_again(g);
    return CURAND_STATUS_SUCCESS;
}

API curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t ordering)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    switch (ordering) {
    case CURAND_ORDERING_PSEUDO_BEST:
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY: break;
    case CURAND_ORDERING_PSEUDO_SEEDED:
    case CURAND_ORDERING_PSEUDO_DYNAMIC:
        return curand_missing("an ordering other than best, default and legacy");
    default: return CURAND_STATUS_OUT_OF_RANGE;
    }
    g->ordering = ordering;
    begin_again(g);
    return CURAND_STATUS_SUCCESS;
}

// ---- numbers --------------------------------------------------------

template <typename T>
static curandStatus_t generate(curandGenerator_t g, Kind kind, T *out, size_t n, T mean = 0,
                               T deviation = 1)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!g->on_host)
        return make_numbers(g, kind, out, n, mean, deviation);
    T *room;
    if (cudaMalloc(&room, n * sizeof *room))
        return CURAND_STATUS_ALLOCATION_FAILED;
    curandStatus_t e = make_numbers(g, kind, room, n, mean, deviation);
    if (!e && cudaMemcpy(out, room, n * sizeof *out, cudaMemcpyDeviceToHost))
        e = CURAND_STATUS_LAUNCH_FAILURE;
    cudaFree(room);
    return e;
}

API curandGenerate(curandGenerator_t g, unsigned *out, size_t n)
{
    return generate(g, KIND_bits, out, n);
}

API curandGenerateUniform(curandGenerator_t g, float *out, size_t n)
{
    return generate(g, KIND_uniform, out, n);
}

API curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n)
{
    return generate(g, KIND_uniform, out, n);
}

API curandGenerateNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation)
{
    return generate(g, KIND_normal, out, n, mean, deviation);
}

API curandGenerateNormalDouble(curandGenerator_t g, double *out, size_t n, double mean,
                               double deviation)
{
    return generate(g, KIND_normal, out, n, mean, deviation);
}

API curandGenerateLogNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation)
{
    return generate(g, KIND_lognormal, out, n, mean, deviation);
}

API curandGenerateLogNormalDouble(curandGenerator_t g, double *out, size_t n, double mean,
                                  double deviation)
{
    return generate(g, KIND_lognormal, out, n, mean, deviation);
}

// Only generators of other types have 64 bits.
API curandGenerateLongLong(curandGenerator_t g, unsigned long long *, size_t)
{
    return g ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_NOT_INITIALIZED;
}
