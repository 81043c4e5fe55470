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
cudaDeviceGetDefaultMemPool(&pool, 0): ok
cudaStreamCreate(&s): ok
cudaEventCreate(&event): ok
at first: 0.0 0.0 0.0 0.0
cudaMallocAsync(&small, 1 << 10, s): ok
1 KB: 0.1 0.1 32.0 32.0
cudaMallocAsync(&large, 70 << 20, s): ok
and 70 MB: 70.1 70.1 96.0 96.0
cudaFreeAsync(large, s): ok
freed: 0.1 70.1 96.0 96.0
cudaStreamSynchronize(s): ok
after a wait: 0.1 70.1 32.0 96.0
cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero): ok
one set to 0: 0.1 0.1 32.0 96.0
cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero): ok
both set to 0: 0.1 0.1 32.0 32.0
cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold): ok
cudaMallocAsync(&large, 70 << 20, s): ok
cudaFreeAsync(large, s): ok
cudaEventRecord(event, s): ok
cudaEventSynchronize(event): ok
threshold 40 MB: 0.1 70.1 32.0 96.0
cudaFreeAsync(small, s): ok
cudaDeviceSynchronize(): ok
all freed: 0.0 70.1 32.0 96.0
cudaMemPoolTrimTo(pool, 0): ok
trimmed: 0.0 70.1 0.0 96.0
cudaMemPoolCreate(&own, &props): ok
cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold): ok
cudaMallocFromPoolAsync(&large, 100 << 20, own, s): ok
cudaFreeAsync(large, s): ok
cudaDeviceSynchronize(): ok
kept: 0.0 100.0 128.0 128.0
cudaMemPoolTrimTo(own, 64 << 20): ok
trimmed to 64 MB: 0.0 100.0 64.0 128.0
cudaMemPoolDestroy(own): ok
cudaDeviceSynchronize(): ok
END */
