// sums.cu - a program for the tests of the page: each block adds 128 elements, in two streams. It has
// a race (a barrier is missing), and reads elements that nobody has written.
#include <cstdio>

enum { THREADS = 128, BLOCKS = 2, N = 200 };

__global__ void add_up(int *out, const int *in, int n)
{
    __shared__ int part[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
#ifdef FIXED
        __syncthreads();
#endif
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

// Each thread reads a column: a sector for each lane.
__global__ void by_columns(int *out, const int *in)
{
    __shared__ int tile[32][32];
    tile[threadIdx.x][0] = in[32 * threadIdx.x % 224];
    __syncwarp();
    out[BLOCKS + threadIdx.x] = tile[threadIdx.x][0];
}

int main()
{
    int host[256], *in, *out;
    for (int i = 0; i < 256; i++)
        host[i] = i % 7;
    cudaStream_t one, two;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpyAsync(in, host, N * sizeof(int), cudaMemcpyHostToDevice, one);
    add_up<<<BLOCKS, THREADS, 0, one>>>(out, in, N);
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaEventRecord(done, one);
    cudaStreamWaitEvent(two, done, 0);
    by_columns<<<1, 32, 0, two>>>(out, in);
    cudaMemcpyAsync(host, out, (BLOCKS + 32) * sizeof(int), cudaMemcpyDeviceToHost, two);
    cudaDeviceSynchronize();
    printf("%d %d\n", host[0], host[1]);
    return 0;
}
