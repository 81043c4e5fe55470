// Barriers in both branches of an if. Whole warps may reach different barriers; lanes
// of one warp may not. Cases as in Oclgrind's tests/kernels/barrier; the kernels are
// our own.
// expect: synccheck error (barrier_in_warp) a "Divergent thread(s) in warp"
// expect: synccheck error (barrier_exited) c "Divergent thread(s) in warp"
__global__ void one_thread_apart(int *d)
{
    int i = threadIdx.x;
    if (i == 0) {
        d[0] = 42;
        __syncthreads(); // [a]
    } else {
        __syncthreads();
        d[i] = i + 1;
    }
}
__global__ void one_thread_absent(int *d)
{
    if (threadIdx.x != 0)
        __syncthreads(); // [c]
    d[threadIdx.x] = threadIdx.x;
}
__global__ void warps_apart(int *d)
{
    if (threadIdx.x < 32) {
        d[threadIdx.x] = 42;
        __syncthreads();
    } else {
        __syncthreads();
        d[threadIdx.x] = d[0];
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    cudaMemset(d, 0, 256);
    one_thread_apart<<<1, 32>>>(d);
    one_thread_absent<<<1, 32>>>(d);
    warps_apart<<<1, 64>>>(d);
    cudaFree(d);
}
