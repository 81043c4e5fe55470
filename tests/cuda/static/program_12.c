// program_12.c - calls a CUDA 12 runtime as a program does that was compiled with its header.
#include <stdio.h>
#include <string.h>

int cudaFree(void *);
int cudaFunctionOfLater(int);
int cudaGetDeviceProperties(void *, int);
int cudaGetDeviceProperties_v2(void *, int);
int cudaGraphAddNode(void);
int cudaMallocManaged(void **, size_t, unsigned);
int cudaMemAdvise(void *, size_t, int, int);
int cudaMemPrefetchAsync(void *, size_t, int, void *);
int cudaMemPrefetchAsync_ptsz(void *, size_t, int, void *);
int cudaPointerGetAttributes(void *, void *);
int cudaRuntimeGetVersion(int *);
int cudaStreamGetCaptureInfo_v2(void *, int *, void *, void *, void *, void *);
int cudaThreadSynchronize(void);

char fatbin __attribute__((section(".nv_fatbin")));

int cudaOfTheProgram(void) { return 42; } // not the runtime's: it is elsewhere

static int at(const char *bytes, int offset)
{
    int value;
    memcpy(&value, bytes + offset, sizeof value);
    return value;
}

int main(void)
{
    char prop[1032 + 8], pointer[24 + 8];
    void *p = NULL;
    int n = -1;
    memset(prop, 7, sizeof prop);
    memset(pointer, 7, sizeof pointer);
    printf("properties %d:", cudaGetDeviceProperties_v2(prop, 0));
    // warpSize, clock rate, multiprocessors, memory clock, pageableMemoryAccess, clusterLaunch
    static const int offsets[] = {308, 348, 388, 608, 672, 772, 1032};
    for (int i = 0; i < 7; i++)
        printf(" %d", at(prop, offsets[i]));
    printf("\nof CUDA 11: %d\n", cudaGetDeviceProperties(prop, 0));
    printf("managed %d, ", cudaMallocManaged(&p, 4096, 1));
    printf("advise %d, ", cudaMemAdvise(p, 4096, 3, 0));
    printf("prefetch %d ", cudaMemPrefetchAsync(p, 4096, 0, NULL));
    printf("%d, ", cudaMemPrefetchAsync_ptsz(p, 4096, -1, NULL));
    printf("wrong device %d\n", cudaMemPrefetchAsync(p, 4096, 5, NULL));
    printf("pointer %d: ", cudaPointerGetAttributes(pointer, p));
    printf("kind %d, behind it %x\n", at(pointer, 0), at(pointer, 24));
    printf("capture %d ", cudaStreamGetCaptureInfo_v2(NULL, &n, NULL, NULL, NULL, NULL));
    printf("%d, graph %d, ", n, cudaGraphAddNode());
    printf("version %d ", cudaRuntimeGetVersion(&n));
    printf("%d, own %d, later %d ", n, cudaOfTheProgram(), cudaFunctionOfLater(1));
    printf("%d\n", cudaFunctionOfLater(2));
    printf("%d %d\n", cudaThreadSynchronize(), cudaFree(p));
    return 0;
}
