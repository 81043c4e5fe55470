// EXPECT full marks
//
// Warps count their elements with a ballot, and only these counts are scanned; the count is copied
// from device to device.
#define scan_compact sound_compact
#include "../solutions/05_scan/scan.cu"
#undef scan_compact

__global__ void count_warps(int *sums, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned int kept = __ballot_sync(ALL_LANES, i < n && in[i] > limit);
    if (lane_id() == 0 && i < n)
        sums[i / WARP_SIZE] = __popc(kept);
}

__global__ void move_warps(int *out, const int *sums, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, w = i / WARP_SIZE;
    bool keep = i < n && in[i] > limit;
    unsigned int kept = __ballot_sync(ALL_LANES, keep);
    int place = (keep && w > 0 ? sums[w - 1] : 0) + __popc(kept & ((1u << lane_id()) - 1));
    if (keep)
        out[place] = in[i];
}

extern "C" void scan_compact(int *out, int *count, const int *in, int n, int limit)
{
    int warps = ceil_div(n, WARP_SIZE), *sums;
    if (n == 0) {
        CUDA_CHECK(cudaMemsetAsync(count, 0, sizeof *count, 0));
        return;
    }
    CUDA_CHECK(cudaMalloc(&sums, warps * sizeof *sums));
    count_warps<<<ceil_div(n, BLOCK), BLOCK>>>(sums, in, n, limit);
    scan_any(sums, sums, warps);
    move_warps<<<ceil_div(n, BLOCK), BLOCK>>>(out, sums, in, n, limit);
    CUDA_CHECK(cudaMemcpy(count, &sums[warps - 1], sizeof *count, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaFree(sums));
}
