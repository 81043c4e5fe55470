// examples.cu - the code on the slides of lab 12, as a program: it returns 0 if everything on the
// slides is right, and prints what is not.
#include "../examples.h"
#include <cuda/atomic>

enum { N = 300, BLOCK = 128 };

// ---- a list ------------------------------------------------------------------------------

// BEGIN SLIDE walk
__global__ void sum_of_list(int *sum, const int *value, const int *next, int first)
{
    int at = first;
    while (next[at] != at) { // nobody knows next[at] before at is known
        *sum += value[at];
        at = next[at];
    }
    *sum += value[at];
}
// END SLIDE walk

// Who is the last element of the list that i is in?
// BEGIN SLIDE jump
__global__ void jump(int *new_far, const int *far, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        new_far[i] = far[far[i]]; // 1, 2, 4, 8 ... elements further on
}
// END SLIDE jump

// ---- words that others change ----------------------------------------------------------------

// BEGIN SLIDE relaxed
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int look(int *word)
{
    return Word(*word).load(cuda::memory_order_relaxed);
}

__device__ void put(int *word, int value)
{
    Word(*word).store(value, cuda::memory_order_relaxed);
}
// END SLIDE relaxed

__global__ void mark_neighbours(int *mark, const int *start, const int *neighbour, int n)
{
    // BEGIN SLIDE csr
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n)
        for (int e = start[v]; e < start[v + 1]; e++)
            put(&mark[neighbour[e]], look(&mark[neighbour[e]]) | 1);
    // END SLIDE csr
}

// ---- a claim ---------------------------------------------------------------------------------

// BEGIN SLIDE claim
__device__ bool claim(int *owner, int me) // true for one thread only
{
    return look(owner) == -1 && atomicCAS(owner, -1, me) == -1;
}
// END SLIDE claim

__global__ void claim_all(int *owner, int *claims, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && claim(&owner[i % 7], i))
        atomicAdd(claims, 1);
}

// ---- until it is found -----------------------------------------------------------------------

__global__ void find_any(int *found, const int *wanted, const int *list, int length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    // BEGIN SLIDE early
    bool mine = false;
    for (int k = 0; k < length && !mine; k++) // most threads stop soon
        mine = wanted[list[i * length + k]];
    found[i] = mine;
    // END SLIDE early
}

int main()
{
    int *value = managed<int>(N), *next = managed<int>(N), *far = managed<int>(2 * N), *sum = managed<int>(1);
    for (int i = 0; i < N; i++) {
        value[i] = i;
        next[i] = i < N - 1 ? i + 1 : i;
        far[i] = next[i];
    }
    *sum = 0;
    sum_of_list<<<1, 1>>>(sum, value, next, 0);
    for (int distance = 1, k = 0; distance < N; distance *= 2, k++)
        jump<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(far + (1 - k % 2) * N, far + k % 2 * N, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect_equal("the sum along the list", *sum, N * (N - 1) / 2);
    for (int i = 0; i < N; i++)
        expect(far[N + i] == N - 1, "after nine jumps everybody knows the last element", i);

    int *start = managed<int>(N + 1), *mark = managed<int>(N);
    for (int v = 0; v <= N; v++)
        start[v] = v;
    for (int v = 0; v < N; v++)
        mark[v] = 0;
    mark_neighbours<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(mark, start, next, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int v = 0; v < N; v++)
        expect(mark[v] == (v > 0), "all but the first are neighbours", v);

    int *owner = managed<int>(7), *claims = managed<int>(1);
    for (int i = 0; i < 7; i++)
        owner[i] = -1;
    *claims = 0;
    claim_all<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(owner, claims, N);
    CUDA_CHECK(cudaDeviceSynchronize());
    expect_equal("claims of 7 words", *claims, 7);

    int *found = managed<int>(N);
    for (int i = 0; i < N; i++)
        mark[i] = i == 40;
    find_any<<<(N / 10 + BLOCK - 1) / BLOCK, BLOCK>>>(found, mark, value, 10, N / 10);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N / 10; i++)
        expect(found[i] == (i == 4), "one list has the wanted element", i);
    for (int *p : {value, next, far, sum, start, mark, owner, claims, found})
        CUDA_CHECK(cudaFree(p));
    return mistakes != 0;
}
