// store_then_load.cu - each of two blocks stores its flag, then looks at the other's. No fence is
// between the two, so it may be that neither sees the other. With the fence, one does.
//
// expect: racecheck info (missing_strong_fence) load store
// CUDASIM: --memory-model weak
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void meet(int *said, int *met)
{
    int pair = blockIdx.x / 2, self = blockIdx.x % 2;
    Flag(said[2 * pair + self]).store(1, cuda::memory_order_release); // [store]
    if (Flag(said[2 * pair + 1 - self]).load(cuda::memory_order_acquire)) // [load]
        Flag(met[pair]).store(1, cuda::memory_order_relaxed);
}

__global__ void meet_fenced(int *said, int *met)
{
    int pair = blockIdx.x / 2, self = blockIdx.x % 2;
    Flag(said[2 * pair + self]).store(1, cuda::memory_order_release);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    if (Flag(said[2 * pair + 1 - self]).load(cuda::memory_order_acquire))
        Flag(met[pair]).store(1, cuda::memory_order_relaxed);
}

int main()
{
    enum { PAIRS = 32 };
    int *said, *met;
    cudaMalloc(&said, 2 * PAIRS * sizeof *said);
    cudaMalloc(&met, PAIRS * sizeof *met);
    cudaMemset(said, 0, 2 * PAIRS * sizeof *said);
    meet<<<2 * PAIRS, 1>>>(said, met);
    cudaMemset(said, 0, 2 * PAIRS * sizeof *said);
    meet_fenced<<<2 * PAIRS, 1>>>(said, met);
    cudaFree(said);
    cudaFree(met);
}
