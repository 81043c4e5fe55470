// EXPECT full marks
//
// Raw pointers with a policy, memory by cudaMalloc.
#define thrust_totals sound_thrust_totals
#include "../solutions/14_thrust/thrust.cu"
#undef thrust_totals

extern "C" void thrust_totals(int *groups, int *group, int *total, const int *keys,
                              const int *values, int n)
{
    int *k = NULL, *v = NULL;
    size_t bytes = (size_t)n * sizeof(int);
    *groups = 0;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&k, bytes));
    CUDA_CHECK(cudaMalloc(&v, bytes));
    CUDA_CHECK(cudaMemcpy(k, keys, bytes, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemcpy(v, values, bytes, cudaMemcpyDeviceToDevice));
    thrust::stable_sort_by_key(thrust::device, k, k + n, v);
    auto end = thrust::reduce_by_key(thrust::device, k, k + n, v, group, total);
    *groups = (int)(end.first - group);
    CUDA_CHECK(cudaFree(k));
    CUDA_CHECK(cudaFree(v));
}
