// EXPECT thrust.distance.safe: Not released
// FIRST Not released
//
// The work space is never freed.
#define distance_cub sound_distance_cub
#include "../solutions/14_thrust/thrust.cu"
#undef distance_cub

extern "C" void distance_cub(long long *sum, const int *x, const int *y, int n)
{
    auto first = thrust::make_zip_iterator(x, y);
    auto functor = thrust::make_zip_function(Distance());
    void *memory = NULL;
    size_t bytes = 0;
    thrust::device_vector<long long> result(1);
    long long *output = thrust::raw_pointer_cast(result.data());
    CUDA_CHECK(cub::DeviceReduce::TransformReduce(memory, bytes, first, output, n,
                                                  thrust::plus<long long>(), functor, 0ll));
    CUDA_CHECK(cudaMalloc(&memory, bytes)); // WRONG
    CUDA_CHECK(cub::DeviceReduce::TransformReduce(memory, bytes, first, output, n,
                                                  thrust::plus<long long>(), functor, 0ll));
    CUDA_CHECK(cudaMemcpy(sum, output, sizeof *sum, cudaMemcpyDeviceToHost));
}
