// EXPECT atomics.private.private: updates of global memory per block
//
// Every value is counted in shared memory and in global memory, and most blocks do nothing.
#define bytes_private sound_private
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_private

__global__ void counts_twice(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ unsigned mine[ATOMICS_BINS];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < EACH; k++) {
        int i = (blockIdx.x * EACH + k) * BLOCK + threadIdx.x;
        if (i < n) {
            for (int again = 0; again < 60; again++)
                atomicAdd(&mine[in[i]], 1);
            atomicAdd(&bins[in[i]], 1);
        }
    }
}

extern "C" void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        counts_twice<<<60 * blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
