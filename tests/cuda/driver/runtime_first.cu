// runtime_first.cu - a program of the runtime calls the driver API in between, without cuInit(): the
// runtime has initialized the driver, and its context is that of each thread that has called it.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <thread>

int main()
{
    int *p, four[4], n;
    CUcontext context = nullptr;
    printf("before: %d\n", cuMemsetD32Async(0, 7, 4, nullptr));
    cudaMalloc(&p, sizeof four);
    printf("after: %d", cuCtxGetCurrent(&context));
    printf(", a context: %d", context != nullptr);
    printf(", set: %d", cuMemsetD32Async((CUdeviceptr)p, 7, 4, nullptr));
    cudaMemcpy(four, p, sizeof four, cudaMemcpyDefault);
    printf(", copied: %d\n", four[3]);
    std::thread([&] {
        printf("a thread of its own: %d", cuMemsetD32Async((CUdeviceptr)p, 8, 4, nullptr));
        printf(", count: %d", cuDeviceGetCount(&n));
        printf(", devices: %d", n);
        cudaStreamSynchronize(nullptr);
        printf(", then: %d\n", cuMemsetD32Async((CUdeviceptr)p, 8, 4, nullptr));
    }).join();
    return 0;
}
/* EXPECT
before: 3
after: 0, a context: 1, set: 0, copied: 7
a thread of its own: 201, count: 0, devices: 1, then: 0
END */
