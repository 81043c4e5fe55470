// EXPECT scan.segmented.segments: to the segment before it
//
// The head is moved to the next element.
#define scan_segmented sound_segmented
#include "../solutions/05_scan/scan.cu"
#undef scan_segmented

__global__ void wrong(Segment *run, const int *in, const int *heads, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        run[i] = {i > 0 && heads[i - 1] != 0, in[i]};
}

extern "C" void scan_segmented(int *out, const int *in, const int *heads, int n)
{
    int blocks = ceil_div(n, BLOCK);
    Segment *run;
    if (blocks == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&run, n * sizeof *run, 0));
    wrong<<<blocks, BLOCK>>>(run, in, heads, n);
    scan_any(run, run, n);
    take_sums<<<blocks, BLOCK>>>(out, run, n);
    CUDA_CHECK(cudaFreeAsync(run, 0));
    CUDA_CHECK(cudaGetLastError());
}
