// EXPECT full marks
//
// The barrier itself tells whether a thread has failed.
#define fill sound_fill
#define cuckoo_failures sound_cuckoo_failures
#include "../solutions/13_hashing/hashing.cu"
#undef fill
#undef cuckoo_failures

__global__ void fill(int *failures, const unsigned *keys, const int *counts, int functions,
                     int width, unsigned seed)
{
    __shared__ unsigned slots[CUCKOO_SHARED];
    __shared__ int failed;
    int step = blockIdx.x, trial = blockIdx.y;
    for (int s = threadIdx.x; s < functions * width; s += BLOCK)
        slots[s] = NO_VALUE;
    if (threadIdx.x == 0)
        failed = 0;
    __syncthreads();
    int count = counts[step];
    bool lost = false;
    for (int i = threadIdx.x; i < count && !lost; i += BLOCK) {
        unsigned key = keys[i];
        for (int tries = 0; key != NO_VALUE && tries < CUCKOO_TRIES; tries++) {
            int section = tries % functions;
            int place = bucket(key, seed + trial + section * HASH_STEP, width);
            key = atomicExch(&slots[section * width + place], key);
        }
        if (key != NO_VALUE)
            lost = true;
    }
    lost = __syncthreads_or(lost);
    if (threadIdx.x == 0 && lost)
        atomicAdd(&failures[step], 1);
}

extern "C" void cuckoo_failures(int *failures, const unsigned *keys, const int *counts, int steps,
                                int trials, int functions, int width, unsigned seed)
{
    if (steps > 0 && trials > 0)
        fill<<<dim3(steps, trials), BLOCK>>>(failures, keys, counts, functions, width, seed);
    CUDA_CHECK(cudaGetLastError());
}
