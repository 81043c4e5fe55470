// EXPECT hashing.cliff.right: end alike
//
// All trials have the same functions.
#define cuckoo_failures sound_cuckoo_failures
#include "../solutions/13_hashing/hashing.cu"
#undef cuckoo_failures

__global__ void wrong(int *failures, const unsigned *keys, const int *counts, int functions,
                      int width, unsigned seed)
{
    __shared__ unsigned slots[CUCKOO_SHARED];
    __shared__ int failed;
    int step = blockIdx.x, trial = blockIdx.y;
    (void)trial;
    for (int s = threadIdx.x; s < functions * width; s += BLOCK)
        slots[s] = NO_VALUE;
    if (threadIdx.x == 0)
        failed = 0;
    __syncthreads();
    int count = counts[step];
    for (int i = threadIdx.x; i < count && !*(volatile int *)&failed; i += BLOCK) {
        unsigned key = keys[i];
        for (int tries = 0; key != NO_VALUE && tries < CUCKOO_TRIES; tries++) {
            int section = tries % functions;
            int place = bucket(key, seed + section * HASH_STEP, width);
            key = atomicExch(&slots[section * width + place], key);
        }
        if (key != NO_VALUE)
            atomicExch(&failed, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0 && failed)
        atomicAdd(&failures[step], 1);
}

extern "C" void cuckoo_failures(int *failures, const unsigned *keys, const int *counts, int steps,
                                int trials, int functions, int width, unsigned seed)
{
    if (steps > 0 && trials > 0)
        wrong<<<dim3(steps, trials), BLOCK>>>(failures, keys, counts, functions, width, seed);
    CUDA_CHECK(cudaGetLastError());
}
