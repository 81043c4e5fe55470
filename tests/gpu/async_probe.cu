// async_probe.cu - the effect of a missing fence.proxy.async on a GPU: threads store a
// row in shared memory, a barrier follows, and the bulk copy of one thread copies the row
// to global memory. How many words are old? With the fence no word may be old.
//
//   nvcc -arch=sm_90 -std=c++17 -o async_probe tests/gpu/async_probe.cu && ./async_probe
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { BLOCKS = 264, ROUNDS = 256 };

template <int THREADS, bool FENCE>
__global__ void rows(int *out)
{
    __shared__ alignas(128) int row[THREADS];
    int t = threadIdx.x;
    for (int k = 0; k < ROUNDS; k++) {
        row[t] = k * THREADS + t;
        if (FENCE)
            ptx::fence_proxy_async(ptx::space_shared);
        if (THREADS > 32)
            __syncthreads();
        else
            __syncwarp();
        if (t == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared,
                               out + ((size_t)blockIdx.x * ROUNDS + k) * THREADS, row, sizeof row);
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        }
        __syncthreads();
    }
}

// The thread that stores last starts the copy at once.
template <bool FENCE>
__global__ void alone(int *out)
{
    __shared__ alignas(128) int row[32];
    for (int k = 0; k < ROUNDS; k++) {
        for (int t = 0; t < 32; t++)
            row[t] = k * 32 + t;
        if (FENCE)
            ptx::fence_proxy_async(ptx::space_shared);
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared,
                           out + ((size_t)blockIdx.x * ROUNDS + k) * 32, row, sizeof row);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

template <class F>
static void count(const char *what, int threads, F launch)
{
    size_t n = (size_t)BLOCKS * ROUNDS * threads, wrong = 0;
    int *d, *h = new int[n];
    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d, 0xff, n * sizeof(int));
    launch(d);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        wrong += h[i] != (int)(i % ((size_t)ROUNDS * threads));
    printf("%-28s %s, %zu of %zu words are old\n", what, cudaGetErrorName(cudaGetLastError()),
           wrong, n);
    cudaFree(d);
    delete[] h;
}

int main()
{
    count("1024 threads, fence", 1024, [](int *d) { rows<1024, true><<<BLOCKS, 1024>>>(d); });
    count("1024 threads, none", 1024, [](int *d) { rows<1024, false><<<BLOCKS, 1024>>>(d); });
    count("a warp, fence", 32, [](int *d) { rows<32, true><<<BLOCKS, 32>>>(d); });
    count("a warp, none", 32, [](int *d) { rows<32, false><<<BLOCKS, 32>>>(d); });
    count("one thread, fence", 32, [](int *d) { alone<true><<<BLOCKS, 1>>>(d); });
    count("one thread, none", 32, [](int *d) { alone<false><<<BLOCKS, 1>>>(d); });
}
