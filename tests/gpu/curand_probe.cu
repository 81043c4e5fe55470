// curand_probe.cu - what the calls of cuRAND's library return, and digests of their results: a row
// is `generator ordering seed offset,kind n,status,digest,first values`. Two calls follow each
// other, because a generator goes on where it was. `curand_probe host` does the same with
// generators of the host.
//
//   nvcc -O2 -arch=sm_90 -o curand_probe tests/gpu/curand_probe.cu -lcurand && ./curand_probe
#include <curand.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "check.h"

static bool on_host;
static const size_t most = 1 << 18;
static void *memory;

struct Generator {
    const char *name;
    curandRngType_t type;
};
static const Generator generators[] = {{"XORWOW", CURAND_RNG_PSEUDO_XORWOW},
                                       {"MRG32K3A", CURAND_RNG_PSEUDO_MRG32K3A},
                                       {"PHILOX", CURAND_RNG_PSEUDO_PHILOX4_32_10}};

static const char *const kinds[] = {"bits",          "uniform",   "uniform_double",  "normal",
                                    "normal_double", "lognormal", "lognormal_double"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static size_t element(int kind) { return kind == 2 || kind == 4 || kind == 6 ? 8 : 4; }

static curandStatus_t generate(curandGenerator_t g, int kind, size_t n)
{
    unsigned *bits = (unsigned *)memory;
    float *f = (float *)memory;
    double *d = (double *)memory;
    switch (kind) {
    case 0: return curandGenerate(g, bits, n);
    case 1: return curandGenerateUniform(g, f, n);
    case 2: return curandGenerateUniformDouble(g, d, n);
    case 3: return curandGenerateNormal(g, f, n, 1.5f, 2.5f);
    case 4: return curandGenerateNormalDouble(g, d, n, 1.5, 2.5);
    case 5: return curandGenerateLogNormal(g, f, n, 0.5f, 0.25f);
    default: return curandGenerateLogNormalDouble(g, d, n, 0.5, 0.25);
    }
}

static void show(const char *what, int kind, size_t n, curandStatus_t status)
{
    static std::vector<unsigned char> bytes(most * 8);
    size_t size = n * element(kind), shown = size < 16 ? size : 16;
    if (on_host)
        memcpy(bytes.data(), memory, size);
    else
        CHECK(cudaMemcpy(bytes.data(), memory, size, cudaMemcpyDeviceToHost));
    uint64_t digest = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ bytes[i]) * 0x100000001b3;
    printf("%s,%s %zu,%d,%016llx,", what, kinds[kind], n, status,
           (unsigned long long)(status ? 0 : digest));
    for (size_t i = 0; !status && i < shown; i += 4)
        printf("%s%02x%02x%02x%02x", i ? " " : "", bytes[i + 3], bytes[i + 2], bytes[i + 1],
               bytes[i]);
    puts("");
}

static unsigned every = 1, sequences; // of so many sequences one is made

static void sequence(const Generator &kind_of, int ordering, uint64_t seed, uint64_t offset,
                     int kind, size_t n, size_t then)
{
    char what[100];
    curandGenerator_t g;
    if (sequences++ % every)
        return;
    curandStatus_t e = on_host ? curandCreateGeneratorHost(&g, kind_of.type)
                               : curandCreateGenerator(&g, kind_of.type);
    snprintf(what, sizeof what, "%s %d %llu %llu", kind_of.name, ordering, (unsigned long long)seed,
             (unsigned long long)offset);
    if (e) {
        printf("%s,create,%d\n", what, e);
        return;
    }
    curandStatus_t o = ordering ? curandSetGeneratorOrdering(g, (curandOrdering_t)ordering)
                                : CURAND_STATUS_SUCCESS;
    curandStatus_t s = seed ? curandSetPseudoRandomGeneratorSeed(g, seed) : CURAND_STATUS_SUCCESS;
    curandStatus_t at = offset ? curandSetGeneratorOffset(g, offset) : CURAND_STATUS_SUCCESS;
    if (o || s || at)
        printf("%s,set,%d %d %d\n", what, o, s, at);
    show(what, kind, n, generate(g, kind, n));
    if (then)
        show(what, kind, then, generate(g, kind, then));
    curandDestroyGenerator(g);
}

int main(int argc, char **argv)
{
    on_host = argc > 1 && !strcmp(argv[1], "host");
    every = argc > 1 && !on_host ? (unsigned)atoi(argv[1]) : 1;
    if (on_host)
        memory = malloc(most * 8);
    else
        CHECK(cudaMalloc(&memory, most * 8));
    int version = 0;
    curandStatus_t e = curandGetVersion(&version);
    printf("version,%d,%d\n", e, version);
    const size_t sizes[][2] = {{1, 3}, {2, 2}, {6, 10}, {1000, 1000}, {100002, 5000}};
    for (const Generator &g : generators) {
        for (const auto &n : sizes)
            for (int kind = 0; kind < KINDS; kind++)
                sequence(g, 0, 0, 0, kind, n[0], n[1]);
        for (int ordering : {100, 101, 103})
            for (int kind = 0; kind < 5; kind += 2)
                sequence(g, ordering, 1234, 0, kind, 200000, 1000);
        const uint64_t seeds[] = {1, 1234, 0x123456789abcdef0, ~0ull};
        for (uint64_t seed : seeds)
            for (int kind = 0; kind < KINDS; kind++)
                sequence(g, 0, seed, 0, kind, 20000, 30);
        const uint64_t offsets[] = {1, 2, 3, 5, 4096, 65537, 1000003, 1ull << 40};
        for (uint64_t offset : offsets)
            for (int kind = 0; kind < 5; kind++)
                sequence(g, 0, 77, offset, kind, 5000, 30);
    }
}
