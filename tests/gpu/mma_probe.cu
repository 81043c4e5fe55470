// mma_probe.cu - what tensor cores compute, to the last bit: mma.sync of all shapes and types,
// dense and sparse, and wgmma with A in registers. The elements are random, in ways that each make
// another thing visible: exponents near each other, all exponents, infinities and NaNs, sums that
// cancel, subnormals. One line per instruction and way: `name,way,digest` over all results.
// tests/data/h200_mma.csv is its output on an H200.
//
//   nvcc -O2 -arch=sm_90a -o mma_probe tests/gpu/mma_probe.cu
//   ./mma_probe --times                         cycles of one product (mma.sync)
//   ./mma_probe [-n RUNS] [--raw FILE] [NAME]     RUNS: warps (wgmma: groups of four), default 2048
//
// --raw writes the results of the first 48 runs of each line: words, the registers of a lane side
// by side.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "check.h"
#include "mma_inputs.h"

// ---- the instructions ----------------------------------------------------------------------

// clang-format off
#define D2 "{%0,%1},"
#define D4 "{%0,%1,%2,%3},"
#define D8 "{%0,%1,%2,%3,%4,%5,%6,%7},"
#define OUT2 "=r"(d[0]), "=r"(d[1])
#define OUT4 OUT2, "=r"(d[2]), "=r"(d[3])
#define OUT8 OUT4, "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
#define IN1(x) "r"(x[0])
#define IN2(x) IN1(x), "r"(x[1])
#define IN4(x) IN2(x), "r"(x[2]), "r"(x[3])
#define IN8(x) IN4(x), "r"(x[4]), "r"(x[5]), "r"(x[6]), "r"(x[7])
#define RUN_4424 D4 "{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};" : OUT4 : IN4(a), IN2(b), IN4(c)
#define RUN_2422 D2 "{%2,%3,%4,%5},{%6,%7},{%8,%9};"           : OUT2 : IN4(a), IN2(b), IN2(c)
#define RUN_4214 D4 "{%4,%5},{%6},{%7,%8,%9,%10};"             : OUT4 : IN2(a), IN1(b), IN4(c)
#define RUN_2212 D2 "{%2,%3},{%4},{%5,%6};"                    : OUT2 : IN2(a), IN1(b), IN2(c)
#define RUN_2112 D2 "{%2},{%3},{%4,%5};"                       : OUT2 : IN1(a), IN1(b), IN2(c)
#define RUN_8228 D8 "{%8,%9},{%10,%11},{%12,%13,%14,%15,%16,%17,%18,%19};" : OUT8 : IN2(a), IN2(b), IN8(c)
#define RUN_4224 D4 "{%4,%5},{%6,%7},{%8,%9,%10,%11};"         : OUT4 : IN2(a), IN2(b), IN4(c)
// Sparse: the metadata, and which lanes have it.
#define SP_4424 D4 "{%4,%5,%6,%7},{%8,%9,%10,%11},{%12,%13,%14,%15},%16,0x0;" : OUT4 : IN4(a), IN4(b), IN4(c), "r"(e)
#define SP_2422 D2 "{%2,%3,%4,%5},{%6,%7,%8,%9},{%10,%11},%12,0x0;" : OUT2 : IN4(a), IN4(b), IN2(c), "r"(e)
#define SP_4224 D4 "{%4,%5},{%6,%7},{%8,%9,%10,%11},%12,0x0;"  : OUT4 : IN2(a), IN2(b), IN4(c), "r"(e)
#define SP_2222 D2 "{%2,%3},{%4,%5},{%6,%7},%8,0x0;"           : OUT2 : IN2(a), IN2(b), IN2(c), "r"(e)
// Doubles: registers of 64 bits.
#define WIDE(x, i) ((uint64_t)x[2 * (i) + 1] << 32 | x[2 * (i)])
#define LIN1(x) "l"(WIDE(x, 0))
#define LIN2(x) LIN1(x), "l"(WIDE(x, 1))
#define LIN4(x) LIN2(x), "l"(WIDE(x, 2)), "l"(WIDE(x, 3))
#define LIN8(x) LIN4(x), "l"(WIDE(x, 4)), "l"(WIDE(x, 5)), "l"(WIDE(x, 6)), "l"(WIDE(x, 7))
#define LOUT2 "=l"(q[0]), "=l"(q[1])
#define LOUT4 LOUT2, "=l"(q[2]), "=l"(q[3])
#define LRUN_2112 D2 "{%2},{%3},{%4,%5};"                      : LOUT2 : LIN1(a), LIN1(b), LIN2(c)
#define LRUN_4214 D4 "{%4,%5},{%6},{%7,%8,%9,%10};"            : LOUT4 : LIN2(a), LIN1(b), LIN4(c)
#define LRUN_4424 D4 "{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};" : LOUT4 : LIN4(a), LIN2(b), LIN4(c)
#define LRUN_4844 D4 "{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%16,%17,%18,%19};" : LOUT4 : LIN8(a), LIN4(b), LIN4(c)
// wgmma: B by a descriptor; `tail` are the immediates after the predicate.
#define WG_4(tail) "{%0,%1,%2,%3},{%4,%5,%6,%7},%8,1" tail ";" : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : IN4(a), "l"(descriptor)
#define WG_2(tail) "{%0,%1},{%2,%3,%4,%5},%6,1" tail ";"       : "+r"(d[0]), "+r"(d[1]) : IN4(a), "l"(descriptor)
// clang-format on

__device__ __forceinline__ void multiply(int kind, const uint32_t *a, const uint32_t *b,
                                         const uint32_t *c, uint32_t e, uint32_t *d)
{
    uint64_t q[4] = {0};
    switch (kind) {
#define MMA(id, text, run, ...) \
    case MMA_##id: \
        asm volatile(text " " run); \
        return;
#define MMA64(id, text, run, ...) \
    case MMA_##id: \
        asm volatile(text " " run); \
        memcpy(d, q, sizeof q); \
        return;
#define WGMMA(...)
#include "mma_kinds.h"
    default: return;
    }
}

// Cycles: `chains` products that depend on each other, side by side in each warp of one block.
template <int kind>
__global__ void time_mma(int rounds, int chains, long long *cycles, uint32_t *out)
{
    uint32_t a[16], b[8], d[2][8], sum = 0;
    for (int i = 0; i < 16; i++)
        a[i] = threadIdx.x * 77 + i, b[i % 8] = threadIdx.x * 99 + i;
    for (int i = 0; i < 16; i++)
        d[i / 8][i % 8] = i + threadIdx.x;
    __syncthreads();
    const long long from = clock64();
    if (chains == 1)
        for (int i = 0; i < rounds; i++)
            multiply(kind, a, b, d[0], 0x44444444, d[0]);
    else
        for (int i = 0; i < rounds; i++) {
            multiply(kind, a, b, d[0], 0x44444444, d[0]);
            multiply(kind, a, b, d[1], 0x44444444, d[1]);
        }
    __syncthreads();
    if (threadIdx.x == 0)
        *cycles = clock64() - from;
    for (int i = 0; i < 16; i++)
        sum += d[i / 8][i % 8];
    out[threadIdx.x] = sum;
}

template <int kind>
static void print_times(const char *name)
{
    static long long *cycles;
    static uint32_t *out;
    const struct {
        int threads, chains;
    } ways[] = {{32, 1}, {32, 2}, {128, 1}, {512, 2}, {1024, 1}, {1024, 2}};
    if (!cycles) {
        CHECK(cudaMalloc(&cycles, sizeof *cycles));
        CHECK(cudaMalloc(&out, 1024 * sizeof *out));
    }
    printf("%s", name);
    for (auto &w : ways) {
        long long t[2];
        for (int i = 0; i < 2; i++) { // what a longer loop takes more
            time_mma<kind><<<1, w.threads>>>(64 + 256 * i, w.chains, cycles, out);
            CHECK(cudaMemcpy(&t[i], cycles, sizeof t[i], cudaMemcpyDeviceToHost));
        }
        printf(",%.2f", (double)(t[1] - t[0]) / 256 / w.chains);
    }
    printf("\n");
}

// Cycles of one product: in a chain; in two chains; in a chain of each of 4, 32 warps; ...
static void print_all_times()
{
    printf("name,warp,warp_two,sm_4,sm_16_two,sm_32,sm_32_two\n");
#define MMA(id, text, ...) print_times<MMA_##id>(text);
#define MMA64(id, text, ...) print_times<MMA_##id>(text);
#define WGMMA(...)
#include "mma_kinds.h"
}

__global__ void run_mma(int kind, MmaShape shape, int way, int runs, uint32_t *out)
{
    const int run = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    uint32_t a[16], b[8], c[8], d[8] = {0};
    if (run >= runs)
        return;
    for (int i = 0; i < shape.a_words; i++)
        a[i] = mma_input(kind, way, run, 'a', lane, i, (MmaElement)shape.a);
    for (int i = 0; i < shape.b_words; i++)
        b[i] = mma_input(kind, way, run, 'b', lane, i, (MmaElement)shape.b);
    for (int i = 0; i < shape.d_words; i++)
        c[i] = mma_input(kind, way, run, 'c', lane, i, (MmaElement)shape.d);
    multiply(kind, a, b, c, mma_metadata(kind, way, run, lane, (MmaElement)shape.a), d);
    for (int i = 0; i < shape.d_words; i++)
        out[((size_t)run * 32 + lane) * shape.d_words + i] = d[i];
}

// B in shared memory: two core matrices of 8 columns and 16 bytes, side by side along k.
__device__ static uint64_t describe(const void *shared)
{
    const uint64_t address = (uint64_t)__cvta_generic_to_shared(shared);
    return (address & 0x3ffff) >> 4 | (uint64_t)(128 >> 4) << 16 | (uint64_t)(256 >> 4) << 32;
}

__global__ void run_wgmma(int kind, MmaShape shape, int way, int runs, uint32_t *out)
{
    __shared__ alignas(128) uint32_t columns[64];
    const int run = blockIdx.x, lane = threadIdx.x;
    uint32_t a[4], d[4];
    for (int i = 0; i < 4; i++)
        a[i] = mma_input(kind, way, run, 'a', lane, i, (MmaElement)shape.a);
    for (int i = 0; i < shape.d_words; i++)
        d[i] = mma_input(kind, way, run, 'c', lane, i, (MmaElement)shape.d);
    if (lane < 64)
        columns[lane] = mma_input(kind, way, run, 'b', lane, 0, (MmaElement)shape.b);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    const uint64_t descriptor = describe(columns);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    switch (kind) {
#define MMA(...)
#define MMA64(...)
#define WGMMA(id, text, run, ...) \
    case MMA_##id: \
        asm volatile(text " " run); \
        break;
#include "mma_kinds.h"
    default: break;
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < shape.d_words; i++)
        out[((size_t)run * 128 + lane) * shape.d_words + i] = d[i];
}

// ---- the program ---------------------------------------------------------------------------

static const struct {
    const char *name;
    MmaShape shape;
    bool group; // wgmma
} kinds[] = {
#define MMA(id, text, run, a, na, b, nb, d, nd) {text, {a, b, d, na, nb, nd}, false},
#define MMA64(id, text, run, a, na, b, nb, d, nd) {text, {a, b, d, na, nb, nd}, false},
#define WGMMA(id, text, run, a, b, d, nd) {text, {a, b, d, 4, 1, nd}, true},
#include "mma_kinds.h"
};

static uint64_t digest(const std::vector<uint32_t> &words)
{
    uint64_t h = 0xcbf29ce484222325ull;
    for (uint32_t w : words)
        h = (h ^ w) * 0x100000001b3ull;
    return h;
}

int main(int argc, char **argv)
{
    int runs = 2048;
    const char *only = NULL;
    FILE *raw = NULL;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "-n") && i + 1 < argc)
            runs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--raw") && i + 1 < argc)
            raw = fopen(argv[++i], "wb");
        else if (!strcmp(argv[i], "--times")) {
            print_all_times();
            return 0;
        } else
            only = argv[i];
    printf("name,way,digest\n");
    for (int k = 0; k < (int)(sizeof kinds / sizeof *kinds); k++)
        for (int way = 0; way < (mma_is_float((MmaElement)kinds[k].shape.a) ? WAYS : 1); way++) {
            const MmaShape shape = kinds[k].shape;
            const int threads = kinds[k].group ? 128 : 32;
            std::vector<uint32_t> out((size_t)runs * threads * shape.d_words);
            uint32_t *device;
            if (only && strcmp(only, kinds[k].name))
                continue;
            CHECK(cudaMalloc(&device, out.size() * 4));
            if (kinds[k].group)
                run_wgmma<<<runs, 128>>>(k, shape, way, runs, device);
            else
                run_mma<<<(runs + 3) / 4, 128>>>(k, shape, way, runs, device);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(out.data(), device, out.size() * 4, cudaMemcpyDeviceToHost));
            CHECK(cudaFree(device));
            printf("%s,%s,%016llx\n", kinds[k].name, mma_way_names[way],
                   (unsigned long long)digest(out));
            if (raw)
                fwrite(out.data(), 4, (size_t)(runs < 48 ? runs : 48) * threads * shape.d_words,
                       raw);
        }
    if (raw)
        fclose(raw);
    return 0;
}
