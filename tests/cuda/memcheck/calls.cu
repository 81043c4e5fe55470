// Failed calls whose error the program ignores: memcheck names the call and, often, the reason.
// expect: memcheck error (launch_impossible) "tall(int*) was not launched: its blocks have 2048 threads, and at most 1024 are possible"
// expect: memcheck error (launch_impossible) "tall(int*) was not launched: its blocks have 65 threads in z, and 1 to 64 are possible"
// expect: memcheck error (launch_impossible) "tall(int*) was not launched: its grid has 0 blocks in x"
// expect: memcheck error (launch_impossible) "tall(int*) was not launched: it asks for 50000 bytes of dynamic shared memory"
// expect: memcheck error (launch_impossible) "bounded(int*) was not launched: its blocks have 128 threads, and at most 64 are possible"
// expect: memcheck error (launch_impossible) "bounded(int*) was not launched: it is cooperative and has 1000000 blocks"
// expect: memcheck error (launch_impossible) "tall(int*) was not launched: its stream does not exist, or has been destroyed"
// expect: memcheck error (api_error) "cudaSetDevice returned cudaErrorInvalidDevice"
// expect: memcheck error (api_error) "memory of this kind is freed by cudaFreeHost"
// expect: memcheck error (api_error) "memory of this kind is freed by cudaFree"
// expect: memcheck error (api_error) "byte 16 of an allocation of 100 bytes, not its start"
// expect: memcheck error (api_error) "CUDA did not allocate it"
// expect: memcheck error (api_error) "this memory was freed before"
// expect: memcheck warning (api_misuse) "the direction says that the destination is on the host, but its address is device memory"
// expect: memcheck warning (api_misuse) "the direction says that the source is on the host, but its address is device memory"
__global__ void tall(int *d) { *d = 1; }
__global__ __launch_bounds__(64) void bounded(int *d) { *d = 1; }

int main()
{
    int *d, *h;
    cudaMalloc(&d, 100);
    cudaMallocHost(&h, 100);
    tall<<<1, dim3(1024, 2)>>>(d);
    tall<<<1, dim3(1, 1, 65)>>>(d);
    tall<<<0, 1>>>(d);
    tall<<<1, 1, 50000>>>(d);
    bounded<<<1, 128>>>(d);
    void *args[] = {&d};
    cudaLaunchCooperativeKernel((void *)bounded, 1000000, 64, args, 0, 0);
    cudaStream_t gone;
    cudaStreamCreate(&gone);
    cudaStreamDestroy(gone);
    tall<<<1, 1, 0, gone>>>(d);
    cudaSetDevice(7);
    cudaMemset(d, 0, 100);
    cudaMemcpy(h, d, 100, cudaMemcpyHostToDevice);
    cudaMemcpy(d, h, 100, cudaMemcpyDeviceToHost);
    cudaFree(h);
    cudaFreeHost(d);
    cudaFree(d + 4);
    cudaFree(args);
    cudaFreeHost(h);
    cudaFree(d);
    cudaFree(d);
}
