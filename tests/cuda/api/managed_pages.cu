// What prefetches, advice and questions about ranges of managed memory return. All answers are those
// of an H200 (tests/data/h200_managed.csv).
#include "api.h"

static const size_t N = 8 << 20, BLOCK = 2 << 20;
static char *p;

__global__ void add(char *q, size_t n)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        q[i]++;
}

static cudaMemLocation at(cudaMemLocationType type, int id)
{
    cudaMemLocation l = {};
    l.type = type, l.id = id;
    return l;
}

static void ask(const char *state, size_t n)
{
    int v[7], list[3];
    const cudaMemRangeAttribute which[7] = {
        cudaMemRangeAttributeReadMostly,           cudaMemRangeAttributePreferredLocation,
        cudaMemRangeAttributeLastPrefetchLocation, cudaMemRangeAttributePreferredLocationType,
        cudaMemRangeAttributePreferredLocationId,  cudaMemRangeAttributeLastPrefetchLocationType,
        cudaMemRangeAttributeLastPrefetchLocationId};
    for (int i = 0; i < 7; i++)
        cudaMemRangeGetAttribute(&v[i], 4, which[i], p, n);
    cudaMemRangeGetAttribute(list, sizeof list, cudaMemRangeAttributeAccessedBy, p, n);
    printf("%s: mostly %d, preferred %d (%d %d), prefetched %d (%d %d), by %d %d %d\n", state, v[0],
           v[1], v[3], v[4], v[2], v[5], v[6], list[0], list[1], list[2]);
}

static void advise(cudaMemoryAdvise a, cudaMemLocation l, size_t n)
{
    cudaError_t e = cudaMemAdvise(p, n, a, l);
    if (e)
        printf("advice %d: %s\n", a, short_name(e));
}

static void errors(void *device)
{
    int v, list[2];
    void *data[2] = {&v, list};
    size_t sizes[2] = {sizeof v, sizeof list};
    cudaMemRangeAttribute kinds[2] = {cudaMemRangeAttributeReadMostly,
                                      cudaMemRangeAttributeAccessedBy};
    const cudaMemLocation places[] = {at(cudaMemLocationTypeDevice, 7), at(cudaMemLocationTypeInvalid, 0),
                                      at(cudaMemLocationTypeHost, 1), at(cudaMemLocationTypeHostNuma, 0),
                                      at(cudaMemLocationTypeHostNuma, 999),
                                      at(cudaMemLocationTypeHostNumaCurrent, 0)};
    for (cudaMemLocation l : places) {
        printf("place %d %d:", l.type, l.id);
        printf(" %s", short_name(cudaMemPrefetchAsync(p, N, l, 0, 0)));
        for (int a = cudaMemAdviseSetReadMostly; a <= cudaMemAdviseUnsetAccessedBy; a++)
            printf(" %s", short_name(cudaMemAdvise(p, N, (cudaMemoryAdvise)a, l)));
        printf("\n");
    }
    cudaMemLocation gpu = at(cudaMemLocationTypeDevice, 0);
    SHOW(cudaMemPrefetchAsync(p, N, gpu, 1, 0));
    SHOW(cudaMemPrefetchAsync(p, 0, gpu, 0, 0));
    SHOW(cudaMemPrefetchAsync(p, N + 1, gpu, 0, 0));
    SHOW(cudaMemPrefetchAsync(device, 64, gpu, 0, 0));
    SHOW(cudaMemAdvise(device, 64, cudaMemAdviseSetReadMostly, gpu));
    SHOW(cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, gpu));
    SHOW(cudaMemAdvise(p, N, (cudaMemoryAdvise)0, gpu));
    SHOW(cudaMemRangeGetAttribute(&v, 2, cudaMemRangeAttributeReadMostly, p, N));
    SHOW(cudaMemRangeGetAttribute(list, 8, cudaMemRangeAttributeReadMostly, p, N));
    SHOW(cudaMemRangeGetAttribute(NULL, 4, cudaMemRangeAttributeReadMostly, p, N));
    SHOW(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeReadMostly, p, 0));
    SHOW(cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeReadMostly, device, 64));
    SHOW(cudaMemRangeGetAttribute(&v, 4, (cudaMemRangeAttribute)99, p, N));
    SHOW(cudaMemRangeGetAttribute(list, 6, cudaMemRangeAttributeAccessedBy, p, N));
    SHOW(cudaMemRangeGetAttributes(data, sizes, kinds, 2, p, N));
    SHOW(cudaMemRangeGetAttributes(data, sizes, kinds, 0, p, N));
    SHOW(cudaMemRangeGetAttributes(NULL, sizes, kinds, 2, p, N));
}

int main()
{
    cudaMemLocation gpu = at(cudaMemLocationTypeDevice, 0), cpu = at(cudaMemLocationTypeHost, 0);
    void *device;
    cudaMalloc(&device, 64);
    SHOW(cudaMallocManaged(&p, N));
    ask("new", N);
    advise(cudaMemAdviseSetReadMostly, gpu, N);
    advise(cudaMemAdviseSetPreferredLocation, gpu, N);
    advise(cudaMemAdviseSetAccessedBy, gpu, N);
    ask("gpu", N);
    advise(cudaMemAdviseSetPreferredLocation, cpu, N);
    advise(cudaMemAdviseSetAccessedBy, cpu, N);
    ask("both", N);
    advise(cudaMemAdviseUnsetReadMostly, gpu, BLOCK);
    advise(cudaMemAdviseUnsetPreferredLocation, cpu, BLOCK);
    advise(cudaMemAdviseUnsetAccessedBy, cpu, BLOCK);
    ask("mixed", N);
    ask("first", BLOCK);
    SHOW(cudaMemPrefetchAsync(p, BLOCK, gpu, 0, 0));
    ask("part", N);
    ask("to the device", BLOCK);
    SHOW(cudaMemPrefetchAsync(p, N, cpu, 0, 0));
    ask("to the host", N);
    errors(device);
    // Whoever has the pages, everybody reads what was written last.
    for (int round = 0; round < 3; round++) {
        memset(p, round, N);
        if (round == 1)
            cudaMemPrefetchAsync(p, N, gpu, 0, 0);
        add<<<1, 256>>>(p, N);
        cudaDeviceSynchronize();
        printf("%d %d\n", p[0], p[N - 1]);
    }
    SHOW(cudaFree(p));
    SHOW(cudaMemPrefetchAsync(p, N, gpu, 0, 0));
}

/* EXPECT
cudaMallocManaged(&p, N): ok
new: mostly 0, preferred -2 (0 -2), prefetched -2 (0 -2), by -2 -2 -2
gpu: mostly 1, preferred 0 (1 0), prefetched -2 (0 -2), by 0 -2 -2
both: mostly 1, preferred -1 (2 -1), prefetched -2 (0 -2), by 0 -1 -2
mixed: mostly 0, preferred -2 (0 -2), prefetched -2 (0 -2), by 0 -2 -2
first: mostly 0, preferred -2 (0 -2), prefetched -2 (0 -2), by 0 -2 -2
cudaMemPrefetchAsync(p, BLOCK, gpu, 0, 0): ok
part: mostly 0, preferred -2 (0 -2), prefetched -2 (0 -2), by 0 -2 -2
to the device: mostly 0, preferred -2 (0 -2), prefetched 0 (1 0), by 0 -2 -2
cudaMemPrefetchAsync(p, N, cpu, 0, 0): ok
to the host: mostly 0, preferred -2 (0 -2), prefetched -1 (2 -1), by 0 -2 -2
place 1 7: InvalidDevice ok ok InvalidValue ok InvalidValue InvalidValue
place 0 0: InvalidValue InvalidValue InvalidValue InvalidValue InvalidValue InvalidValue InvalidValue
place 2 1: ok ok ok ok ok ok ok
place 3 0: ok ok ok ok ok InvalidValue InvalidValue
place 3 999: InvalidValue ok ok InvalidValue ok InvalidValue InvalidValue
place 4 0: ok ok ok ok ok InvalidValue InvalidValue
cudaMemPrefetchAsync(p, N, gpu, 1, 0): InvalidValue
cudaMemPrefetchAsync(p, 0, gpu, 0, 0): InvalidValue
cudaMemPrefetchAsync(p, N + 1, gpu, 0, 0): InvalidValue
cudaMemPrefetchAsync(device, 64, gpu, 0, 0): InvalidValue
cudaMemAdvise(device, 64, cudaMemAdviseSetReadMostly, gpu): InvalidValue
cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, gpu): InvalidValue
cudaMemAdvise(p, N, (cudaMemoryAdvise)0, gpu): InvalidValue
cudaMemRangeGetAttribute(&v, 2, cudaMemRangeAttributeReadMostly, p, N): InvalidValue
cudaMemRangeGetAttribute(list, 8, cudaMemRangeAttributeReadMostly, p, N): InvalidValue
cudaMemRangeGetAttribute(NULL, 4, cudaMemRangeAttributeReadMostly, p, N): InvalidValue
cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeReadMostly, p, 0): InvalidValue
cudaMemRangeGetAttribute(&v, 4, cudaMemRangeAttributeReadMostly, device, 64): InvalidValue
cudaMemRangeGetAttribute(&v, 4, (cudaMemRangeAttribute)99, p, N): InvalidValue
cudaMemRangeGetAttribute(list, 6, cudaMemRangeAttributeAccessedBy, p, N): InvalidValue
cudaMemRangeGetAttributes(data, sizes, kinds, 2, p, N): ok
cudaMemRangeGetAttributes(data, sizes, kinds, 0, p, N): InvalidValue
cudaMemRangeGetAttributes(NULL, sizes, kinds, 2, p, N): InvalidValue
1 1
2 2
3 3
cudaFree(p): ok
cudaMemPrefetchAsync(p, N, gpu, 0, 0): InvalidValue
END */
