// An mbarrier: a thread that only arrives does not see the writes of the others.
// expect: racecheck error (race_shared) w r
#include <cuda/barrier>

#include <utility>

__global__ void exchange(int *out)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int data[128];
    int i = threadIdx.x;
    data[i] = 0;
    if (i == 0)
        init(&bar, 128);
    __syncthreads();
    data[i] = i; // [w]
    auto token = bar.arrive();
    out[i] = data[127 - i]; // [r]
    bar.wait(std::move(token));
    out[128 + i] = data[127 - i];
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    exchange<<<1, 128>>>(d);
    cudaFree(d);
}
