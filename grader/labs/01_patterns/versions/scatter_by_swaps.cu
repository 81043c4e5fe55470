// EXPECT full marks
//
// The maximum by compare-and-swap; the marks are stored only where there is none; the elements are moved in a loop.
#define scatter_max sound_max
#define scatter_mark sound_mark
#define scatter_move sound_move
#include "../solutions/01_patterns/patterns.cu"
#undef scatter_max
#undef scatter_mark
#undef scatter_move

__global__ void swaps(int *out, const int *in, const int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    int *place = out + to[i], value = in[i], seen = *(volatile int *)place;
    while (seen < value) {
        int old = atomicCAS(place, seen, value);
        if (old == seen)
            break;
        seen = old;
    }
}

extern "C" void scatter_max(int *out, const int *in, const int *to, int n)
{
    if (n > 0)
        swaps<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, to, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void moves(int *out, const int *in, const int *to, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int place = to[i];
        out[place] = in[i];
    }
}

extern "C" void scatter_move(int *out, const int *in, const int *to, int n)
{
    if (n > 0)
        moves<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, to, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void marks(int *mark, const int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    bool mine = i < n;
    if (mine)
        *((volatile int *)mark + to[i]) = 1;
}

extern "C" void scatter_mark(int *mark, const int *to, int n)
{
    if (n > 0)
        marks<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(mark, to, n);
    CUDA_CHECK(cudaGetLastError());
}
