// handles.cu - calls every function of the driver API with handles that are NULL, old, of another kind,
// or no handles at all, and with good ones. (An address of the program where device memory belongs is
// an address to copy from or to, as on a GPU, and not tried.) Whatever the answers are, nothing may crash, and what is
// made afterwards works. TELL=1 in the environment prints each call.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
#include "check.h"
#include <cstdint>
#include <dlfcn.h>

typedef CUresult AnyFunction(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                             uint64_t, uint64_t, uint64_t, uint64_t);
static const struct {
    const char *name, *kinds;
} calls[] = {
#define CALLED(name, kinds) {#name, kinds},
#include "calls.h"
};
enum { CALLS = sizeof calls / sizeof *calls, ROUNDS = 40, MOST_ARGS = 11, WORDS = 512 };

static uint64_t words[WORDS]; // addresses of themselves, so that what they point to can be read
static uint64_t good[128], old[128], other, room;
static uint64_t state = 7;

static uint64_t draw(uint64_t n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (state >> 33) % n;
}

static void fill_words()
{
    for (uint64_t &w : words)
        w = (uint64_t)words;
}

static uint64_t argument(char kind)
{
    static const char handles[] = "cmfseoldgtxa";
    switch (kind) {
    case '0': return 0;
    case 'k': room = draw(40); return (uint64_t)&room;
    case 'p': return draw(4) ? (uint64_t)words : 0;
    case 'n': return draw(3) ? draw(4) : draw(40);
    case 'd': return draw(4) ? good['d'] + draw(3) * 512 : draw(2) ? old['d'] : 0;
    }
    switch (draw(6)) {
    case 0: return 0;
    case 1: return old[(unsigned char)kind];
    case 2: return (uint64_t)&other; // of the program
    case 3: return good[(unsigned char)handles[draw(12)]];
    default: return good[(unsigned char)kind];
    }
}

// A set of handles; `link` has no input.
static void make(uint64_t h[128])
{
    CHECK(cuCtxCreate((CUcontext *)&h['c'], nullptr, 0, 0));
    CHECK(cuModuleLoadData((CUmodule *)&h['m'], adds));
    CHECK(cuModuleGetFunction((CUfunction *)&h['f'], (CUmodule)h['m'], "add"));
    CHECK(cuStreamCreate((CUstream *)&h['s'], 0));
    CHECK(cuEventCreate((CUevent *)&h['e'], 0));
    CUmemPoolProps props = {CU_MEM_ALLOCATION_TYPE_PINNED};
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CHECK(cuMemPoolCreate((CUmemoryPool *)&h['o'], &props));
    CHECK(cuLinkCreate(0, nullptr, nullptr, (CUlinkState *)&h['l']));
    CHECK(cuMemAlloc((CUdeviceptr *)&h['d'], 4096));
    CUDA_MEMSET_NODE_PARAMS fill = {h['d'], 0, 1, 4, 1, 1};
    CHECK(cuGraphCreate((CUgraph *)&h['g'], 0));
    CHECK(cuGraphAddMemsetNode((CUgraphNode *)&h['t'], (CUgraph)h['g'], nullptr, 0, &fill,
                               (CUcontext)h['c']));
    CHECK(cuGraphInstantiate((CUgraphExec *)&h['x'], (CUgraph)h['g'], 0));
    CUDA_ARRAY_DESCRIPTOR line = {64, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1};
    CHECK(cuArrayCreate((CUarray *)&h['a'], &line));
}

static void end(uint64_t h[128])
{
    CUgraph captured;
    cuStreamEndCapture((CUstream)h['s'], &captured);
    cuArrayDestroy((CUarray)h['a']);
    cuGraphExecDestroy((CUgraphExec)h['x']);
    cuGraphDestroy((CUgraph)h['g']);
    cuMemPoolDestroy((CUmemoryPool)h['o']);
    cuLinkDestroy((CUlinkState)h['l']);
    cuCtxDestroy((CUcontext)h['c']);
}

int main()
{
    unsigned called = 0, worked = 0;
    CHECK(cuInit(0));
    make(old);
    end(old);
    for (int round = 0; round < ROUNDS; round++) {
        make(good);
        for (int i = 0; i < CALLS; i++) {
            int which = (int)draw(CALLS);
            void *function;
            uint64_t a[MOST_ARGS] = {0};
            fill_words();
            for (int k = 0; calls[which].kinds[k]; k++)
                a[k] = argument(calls[which].kinds[k]);
            if (!(function = dlsym(RTLD_DEFAULT, calls[which].name)))
                printf("%s is nowhere\n", calls[which].name);
            if (getenv("TELL")) fprintf(stderr, "%s %lx %lx %lx %lx %lx\n", calls[which].name, a[0], a[1], a[2], a[3], a[4]);
            CUresult e = ((AnyFunction *)function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
                                                   a[8], a[9], a[10]);
            called++;
            worked += e == CUDA_SUCCESS;
        }
        end(good);
    }
    printf("called: %d, some worked: %d, some failed: %d\n", called == CALLS * ROUNDS, worked > 100,
           called - worked > 100);
    make(good);
    CUdeviceptr p = good['d'];
    unsigned v = 2, result = 0;
    void *args[] = {&p, &v};
    CHECK(cuMemsetD32(p, 40, 32));
    CHECK(cuLaunchKernel((CUfunction)good['f'], 1, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
    CHECK(cuMemcpyDtoH(&result, p, 4));
    printf("%u\n", result);
    return 0;
}
/* EXPECT
called: 1, some worked: 1, some failed: 1
42
END */
