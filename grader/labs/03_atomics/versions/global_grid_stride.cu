// EXPECT full marks
//
// A grid-stride loop of 66 blocks; lanes with equal bytes add together.
#define bytes_global sound_bytes_global
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_global

__global__ void matched(unsigned *bins, const unsigned char *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned same = __match_any_sync(__activemask(), in[i]);
        if (threadIdx.x % WARP_SIZE == __ffs(same) - 1)
            atomicAdd(bins + in[i], (unsigned)__popc(same));
    }
}

extern "C" void bytes_global(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        matched<<<66, 512>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
