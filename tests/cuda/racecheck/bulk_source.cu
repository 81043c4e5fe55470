// The bulk copy of one thread reads a row, and the row is overwritten before the copy
// has read it.
// expect: racecheck error (race_copy) w r
#include <cuda/ptx>

__global__ void send(int *out)
{
    __shared__ alignas(16) int row[256];
    int i = threadIdx.x;
    row[i] = i;
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    __syncthreads();
    if (i == 0) {
        cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out, row, 1024); // [r]
        cuda::ptx::cp_async_bulk_commit_group();
    }
    __syncthreads();
    row[i] = -i; // [w]
    if (i == 0)
        cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    send<<<1, 256>>>(d);
    cudaFree(d);
}
