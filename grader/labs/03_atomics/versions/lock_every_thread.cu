// EXPECT atomics.lock.once: updates of global memory
// FIRST its budget is spent
//
// Right, but every element takes the lock.
#define locked_record sound_locked_record
#include "../solutions/03_atomics/atomics.cu"
#undef locked_record

__global__ void wrong(long long *record, const int *in, int n)
{
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK) {
        bool done = false;
        while (!done)
            if (atomicCAS(&locked, 0, 1) == 0) {
                __threadfence();
                record[0]++;
                record[1] += in[i];
                if (in[i] > record[2])
                    record[2] = in[i];
                unlock();
                done = true;
            }
    }
}

extern "C" void locked_record(long long *record, const int *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(record, in, n);
    CUDA_CHECK(cudaGetLastError());
}
