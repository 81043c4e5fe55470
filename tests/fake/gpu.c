// gpu.c - preloaded by tests/backend_gpu.sh: the answers of a GPU that is not here.
//
//   FAKE_GPU=75        device 0 has compute capability 7.5
//   FAKE_GPU=none      a driver, but no GPU
//   FAKE_GPU=driver    a driver that is older than the runtime
//   FAKE_GPU=broken    a GPU that cannot be used
#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

static const char *fake(void)
{
    const char *value = getenv("FAKE_GPU");
    return value ? value : "none";
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = strcmp(fake(), "driver") == 0 ? 12040 : 13000;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = atoi(fake()) > 0;
    if (strcmp(fake(), "driver") == 0)
        return cudaErrorInsufficientDriver;
    if (strcmp(fake(), "broken") == 0)
        return cudaErrorDevicesUnavailable;
    return *count ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    (void)device;
    memset(properties, 0, sizeof *properties);
    strcpy(properties->name, "NVIDIA Fake");
    properties->major = atoi(fake()) / 10;
    properties->minor = atoi(fake()) % 10;
    return cudaSuccess;
}
