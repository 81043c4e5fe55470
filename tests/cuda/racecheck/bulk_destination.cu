// A bulk copy to global memory, whose result is read after a wait that is only for its source: the
// destination may still have its old values, for the thread itself and for all others. A wait
// without .read is for the whole copy.
// expect: racecheck error (race_copy) w own "Read access"
// expect: racecheck error (race_copy) w other
// expect: racecheck error (race_copy) w over
// expect: racecheck error (race_copy) n none
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { THREADS = 64, HOW_read, HOW_all };

__device__ void send(int *out, int *row, int how)
{
    row[threadIdx.x] = threadIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, row, THREADS * sizeof(int)); // [w]
        ptx::cp_async_bulk_commit_group();
        if (how == HOW_read)
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        else
            ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

__global__ void read_own(int *out, int *sum)
{
    __shared__ alignas(16) int row[THREADS];
    send(out, row, HOW_read);
    if (threadIdx.x == 0)
        sum[0] = out[5]; // [own]
}

__global__ void read_other(int *out, int *sum)
{
    __shared__ alignas(16) int row[THREADS];
    send(out, row, HOW_read);
    __syncthreads();
    if (threadIdx.x == 40)
        sum[0] = out[5]; // [other]
    if (threadIdx.x == 50)
        out[THREADS] = 3; // behind the copy
}

__global__ void write_over(int *out)
{
    __shared__ alignas(16) int row[THREADS];
    send(out, row, HOW_read);
    if (threadIdx.x == 0)
        out[5] = 1; // [over]
}

__global__ void no_wait(int *out, int *sum)
{
    __shared__ alignas(16) int row[THREADS];
    row[threadIdx.x] = threadIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, row, sizeof row); // [n]
        ptx::cp_async_bulk_commit_group();
        sum[0] = out[5]; // [none]
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

__global__ void fine(int *out, int *sum)
{
    __shared__ alignas(16) int row[THREADS];
    send(out, row, HOW_all);
    __syncthreads();
    sum[threadIdx.x] = out[63 - threadIdx.x];
    if (threadIdx.x == 0)
        out[THREADS] = 7;
}

int main()
{
    int *out, *sum;
    cudaMalloc(&out, (THREADS + 1) * sizeof(int));
    cudaMalloc(&sum, THREADS * sizeof(int));
    read_own<<<1, THREADS>>>(out, sum);
    read_other<<<1, THREADS>>>(out, sum);
    write_over<<<1, THREADS>>>(out);
    no_wait<<<1, THREADS>>>(out, sum);
    fine<<<1, THREADS>>>(out, sum);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(sum);
}
