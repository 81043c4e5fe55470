// EXPECT full marks
//
// Shared memory of dynamic size or without bank conflicts; an exclusive scan that is shifted at the
// end; a way down that begins one step higher.
#define scan_hillis_inclusive sound_hillis_inclusive
#define scan_hillis_exclusive sound_hillis_exclusive
#define scan_blelloch sound_blelloch
#define scan_brent_kung sound_brent_kung
#include "../solutions/05_scan/scan.cu"
#undef scan_hillis_inclusive
#undef scan_hillis_exclusive
#undef scan_blelloch
#undef scan_brent_kung

__global__ void hillis_dynamic(int *out, const int *in, int n, bool exclusive)
{
    extern __shared__ int both[];
    int t = threadIdx.x, from = 0, to = n;
    both[from + t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d <<= 1) {
        both[to + t] = t >= d ? add(both[from + t - d], both[from + t]) : both[from + t];
        int other = from;
        from = to;
        to = other;
        __syncthreads();
    }
    out[t] = !exclusive ? both[from + t] : t == 0 ? 0 : both[from + t - 1];
}

extern "C" void scan_hillis_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        hillis_dynamic<<<1, n, 2 * n * sizeof(int)>>>(out, in, n, false);
}

extern "C" void scan_hillis_exclusive(int *out, const int *in, int n)
{
    if (n > 0)
        hillis_dynamic<<<1, n, 2 * n * sizeof(int)>>>(out, in, n, true);
}

__device__ inline int padded(int i)
{
    return i + i / WARP_SIZE;
}

// Mark Harris's form: the stride is an offset that doubles, the number of pairs halves.
__global__ void blelloch_padded(int *out, const int *in, int n, int size)
{
    __shared__ int s[SCAN_SECTION + SCAN_SECTION / WARP_SIZE];
    int t = threadIdx.x, offset = 1;
    s[padded(2 * t)] = 2 * t < n ? in[2 * t] : 0;
    s[padded(2 * t + 1)] = 2 * t + 1 < n ? in[2 * t + 1] : 0;
    for (int d = size >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = padded(offset * (2 * t + 1) - 1), b = padded(offset * (2 * t + 2) - 1);
            s[b] = add(s[a], s[b]);
        }
        offset *= 2;
    }
    if (t == 0)
        s[padded(size - 1)] = 0;
    for (int d = 1; d < size; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = padded(offset * (2 * t + 1) - 1), b = padded(offset * (2 * t + 2) - 1);
            int left = s[a];
            s[a] = s[b];
            s[b] = add(left, s[b]);
        }
    }
    __syncthreads();
    if (2 * t < n)
        out[2 * t] = s[padded(2 * t)];
    if (2 * t + 1 < n)
        out[2 * t + 1] = s[padded(2 * t + 1)];
}

__global__ void brent_kung_book(int *out, const int *in, int n, int size)
{
    __shared__ int s[SCAN_SECTION];
    unsigned int t = threadIdx.x;
    for (int i = t; i < size; i += blockDim.x)
        s[i] = i < n ? in[i] : 0;
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int index = (t + 1) * 2 * stride - 1;
        if (index < size)
            s[index] = add(s[index - stride], s[index]);
    }
    for (int stride = size / 2; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int index = (t + 1) * stride * 2 - 1;
        if (index + stride < size)
            s[index + stride] = add(s[index], s[index + stride]);
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        out[i] = s[i];
}

extern "C" void scan_blelloch(int *out, const int *in, int n)
{
    int size = section_size(n);
    if (n > 0)
        blelloch_padded<<<1, size / 2>>>(out, in, n, size);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void scan_brent_kung(int *out, const int *in, int n)
{
    int size = section_size(n);
    if (n > 0)
        brent_kung_book<<<1, size / 2>>>(out, in, n, size);
    CUDA_CHECK(cudaGetLastError());
}
