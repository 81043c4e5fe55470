// What a pool has reserved: pieces of 32 MB, which it keeps until the host waits, and then only up
// to its threshold.
#include "api.h"

static void tell(cudaMemPool_t pool, const char *when)
{
    const cudaMemPoolAttr attr[] = {cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh,
                                    cudaMemPoolAttrReservedMemCurrent,
                                    cudaMemPoolAttrReservedMemHigh};
    printf("%s:", when);
    for (cudaMemPoolAttr a : attr) {
        unsigned long long bytes = 77;
        cudaMemPoolGetAttribute(pool, a, &bytes);
        printf(" %llu.%llu", bytes >> 20, bytes >> 10 & 1023);
    }
    printf("\n");
}

int main()
{
    cudaMemPool_t pool, own;
    cudaStream_t s;
    cudaEvent_t event;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 0};
    void *small, *large;
    unsigned long long zero = 0, threshold = 40 << 20;
    SHOW(cudaDeviceGetDefaultMemPool(&pool, 0));
    SHOW(cudaStreamCreate(&s));
    SHOW(cudaEventCreate(&event));
    tell(pool, "at first");
    SHOW(cudaMallocAsync(&small, 1 << 10, s));
    tell(pool, "1 KB");
    SHOW(cudaMallocAsync(&large, 70 << 20, s));
    tell(pool, "and 70 MB");
    SHOW(cudaFreeAsync(large, s));
    tell(pool, "freed");
    SHOW(cudaStreamSynchronize(s));
    tell(pool, "after a wait");
    SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    tell(pool, "one set to 0");
    SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero));
    tell(pool, "both set to 0");

    SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    SHOW(cudaMallocAsync(&large, 70 << 20, s));
    SHOW(cudaFreeAsync(large, s));
    SHOW(cudaEventRecord(event, s));
    SHOW(cudaEventSynchronize(event));
    tell(pool, "threshold 40 MB");
    SHOW(cudaFreeAsync(small, s));
    SHOW(cudaDeviceSynchronize());
    tell(pool, "all freed");
    SHOW(cudaMemPoolTrimTo(pool, 0));
    tell(pool, "trimmed");

    threshold = ~0ull;
    SHOW(cudaMemPoolCreate(&own, &props));
    SHOW(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
    SHOW(cudaMallocFromPoolAsync(&large, 100 << 20, own, s));
    SHOW(cudaFreeAsync(large, s));
    SHOW(cudaDeviceSynchronize());
    tell(own, "kept");
    SHOW(cudaMemPoolTrimTo(own, 64 << 20));
    tell(own, "trimmed to 64 MB");
    SHOW(cudaMemPoolDestroy(own));
    SHOW(cudaDeviceSynchronize());
    return 0;
}

/* EXPECT
END */
