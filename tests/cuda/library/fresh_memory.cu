// CUDASIM: --fresh-memory seed --seed 3
/* EXPECT
cudaMalloc: 64 words are not 0
cudaMallocAsync: 64 words are not 0
cudaMallocHost: 64 words are not 0
cudaMallocManaged: 64 words are not 0
end of 64 MB: 64 words are not 0
variable: 0 words are not 0
managed variable: 0 words are not 0
discarded: 64 words are not 0
malloc: 64 words are not 0
shared memory: 64 words are not 0
another block: other values
END */
// With fresh-memory=seed nothing is 0 that nobody has written, or written since a discard, but
// variables.
#include <cstdio>

enum { N = 64 };

__device__ int variable[N];
__managed__ int managed[N];

__global__ void count(int *n, const int *words)
{
    if (words[threadIdx.x])
        atomicAdd(n, 1);
}

__global__ void count_own(int *n)
{
    __shared__ int words[N];
    __shared__ int *heap;
    if (threadIdx.x == 0)
        heap = (int *)malloc(N * sizeof *heap);
    __syncthreads();
    if (heap[threadIdx.x])
        atomicAdd(&n[0], 1);
    if (((volatile int *)words)[threadIdx.x])
        atomicAdd(&n[1], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        free(heap);
}

static int *counts;

static void say(const char *what, const int *words)
{
    *counts = 0;
    count<<<1, N>>>(counts, words);
    cudaDeviceSynchronize();
    printf("%s: %d words are not 0\n", what, *counts);
}

int main()
{
    int *a, *b, *pinned, *managed_memory, *large, *static_words;
    size_t bytes = N * sizeof(int), many = 64 << 20;
    cudaMallocManaged(&counts, 2 * sizeof *counts);
    cudaMalloc(&a, bytes);
    cudaMallocAsync(&b, bytes, 0);
    cudaMallocHost(&pinned, bytes);
    cudaMallocManaged(&managed_memory, bytes);
    cudaMalloc(&large, many);
    cudaGetSymbolAddress((void **)&static_words, variable);
    say("cudaMalloc", a);
    say("cudaMallocAsync", b);
    say("cudaMallocHost", pinned);
    say("cudaMallocManaged", managed_memory);
    say("end of 64 MB", large + many / sizeof(int) - N);
    say("variable", static_words);
    say("managed variable", managed);
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    size_t first_place = 0;
    cudaMemset(managed_memory, 0, bytes);
    cudaMemDiscardAndPrefetchBatchAsync((void **)&managed_memory, &bytes, 1,
                                        &here, &first_place, 1, 0,
                                        cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
    say("discarded", managed_memory);
    counts[0] = counts[1] = 0;
    count_own<<<1, N>>>(counts);
    cudaDeviceSynchronize();
    printf("malloc: %d words are not 0\nshared memory: %d words are not 0\n", counts[0], counts[1]);
    int first[2];
    cudaMemcpy(&first[0], a, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&first[1], large, sizeof(int), cudaMemcpyDeviceToHost);
    printf("another block: %s values\n", first[0] != first[1] ? "other" : "the same");
}
