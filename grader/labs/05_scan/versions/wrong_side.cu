// EXPECT scan.segmented.segments: got
//
// The head of the left run decides.
#define scan_segmented sound_segmented
#include "../solutions/05_scan/scan.cu"
#undef scan_segmented

struct Run {
    int head;
    int sum;
};

__device__ inline Run shift_up(Run s, int d)
{
    return {::shift_up(s.head, d), ::shift_up(s.sum, d)};
}

__device__ inline Run take_from(Run s, int lane)
{
    return {::take_from(s.head, lane), ::take_from(s.sum, lane)};
}

__device__ inline Run add(Run left, Run right)
{
    int sum = left.head ? right.sum : ::add(left.sum, right.sum);
    return {left.head | right.head, sum};
}

__global__ void make_runs(Run *run, const int *in, const int *heads, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        run[i] = {heads[i] != 0, in[i]};
}

__global__ void take_runs(int *out, const Run *run, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = run[i].sum;
}

extern "C" void scan_segmented(int *out, const int *in, const int *heads, int n)
{
    int blocks = ceil_div(n, BLOCK);
    Run *run;
    if (blocks == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&run, n * sizeof *run, 0));
    make_runs<<<blocks, BLOCK>>>(run, in, heads, n);
    scan_any(run, run, n);
    take_runs<<<blocks, BLOCK>>>(out, run, n);
    CUDA_CHECK(cudaFreeAsync(run, 0));
    CUDA_CHECK(cudaGetLastError());
}
