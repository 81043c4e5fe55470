// EXPECT reduction.single.launch: bytes that the busiest block loads
//
// One launch of 64 blocks, of which one does all the work; the others load one element each.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

__device__ int sink;

template <typename T>
__global__ void one_works(T *out, const T *in, int n)
{
    T sum = 0;
    if (blockIdx.x > 0) {
        if (threadIdx.x == 0 && n > 0 && in[0] == (T)77777777)
            sink = 1;
        return;
    }
    for (int i = threadIdx.x; i < n; i += BLOCK)
        sum += in[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        *out = sum;
}

template <typename T>
void launch_one(T *out, const T *in, int n)
{
    one_works<<<64, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_one(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_one(out, in, n);
}
