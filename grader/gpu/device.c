// device.c - is there a GPU that can be used, and which one.
#include "gpu.h"

#include <cuda_runtime_api.h>

static bool explain(cudaError_t error, int driver, char *problem, size_t size)
{
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    switch (error) {
    case cudaErrorInsufficientDriver:
        if (driver)
            snprintf(problem, size,
                     "the GPU's driver is for CUDA %d.%d, the programs need CUDA %d.%d: update the "
                     "driver",
                     driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
        else
            snprintf(problem, size, "no NVIDIA driver is installed here");
        break;
    case cudaErrorNoDevice: snprintf(problem, size, "no GPU is here"); break;
    default:
        snprintf(problem, size, "the GPU cannot be used: %s (%s)", cudaGetErrorName(error),
                 cudaGetErrorString(error));
    }
    return false;
}

bool gpu_device(GpuDevice *device, char *problem, size_t size)
{
    int count = 0;
    struct cudaDeviceProp properties;
    *device = (GpuDevice){0};
    cudaDriverGetVersion(&device->driver);
    cudaRuntimeGetVersion(&device->runtime);
    cudaError_t error = cudaGetDeviceCount(&count);
    if (!error)
        error = cudaGetDeviceProperties(&properties, 0);
    if (error)
        return explain(error, device->driver, problem, size);
    snprintf(device->name, sizeof device->name, "%s", properties.name);
    device->compute = 10 * properties.major + properties.minor;
    if (device->compute < 75) {
        snprintf(problem, size,
                 "%s has compute capability %d.%d; CUDA %d compiles for 7.5 and newer",
                 properties.name, properties.major, properties.minor, device->runtime / 1000);
        return false;
    }
    return true;
}
