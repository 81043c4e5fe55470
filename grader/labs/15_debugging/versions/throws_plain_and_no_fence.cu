// EXPECT debugging.throws.safe: Race reported between
//
// No fence orders the accesses to best and the lock.
#define debug_throws sound_debug_throws
#include "../solutions/15_debugging/debugging.cu"
#undef debug_throws

__global__ void wrong(Best *best, int *lock, const int *player, const int *length, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    Best mine = {length[i], i};
    Best *b = &best[player[i]];
    int *key = &lock[player[i]];
    for (bool done = false; !done;) {
        if (atomicCAS(key, 0, i + 1) == 0) {
            if (b->first < 0 || mine.length > b->length ||           // WRONG
                (mine.length == b->length && mine.first < b->first)) { // WRONG
                b->length = mine.length; // WRONG
                b->first = mine.first;   // WRONG
            }
            atomicExch(key, 0);
            done = true;
        }
    }
}

extern "C" void debug_throws(Best *best, const int *player, const int *length, int n, int players)
{
    int *lock;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&lock, players * sizeof *lock));
    CUDA_CHECK(cudaMemset(lock, 0, players * sizeof *lock));
    wrong<<<ceil_div(n, BLOCK), BLOCK>>>(best, lock, player, length, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(lock));
}
