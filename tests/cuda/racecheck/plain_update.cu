// Updates of bins: a plain read and write beside atomics races in every order of the threads.
// expect: racecheck error p q
// expect: racecheck error (race_update) r r
// expect: racecheck error (race_write) r r
// expect: racecheck error (race_update) t t
// expect: racecheck error (race_write) t t
// expect: racecheck error u v
__global__ void first_thread(unsigned *bins, const unsigned char *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        bins[in[i]] += 1; // [p]
    else
        atomicAdd(&bins[in[i]], 1); // [q]
}

__global__ void lonely_lanes(unsigned *bins, const unsigned char *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned same = __match_any_sync(0xffffffff, in[i]);
    if (__popc(same) == 1)
        bins[in[i]] += 1; // [r]
    else if (__ffs(same) - 1 == threadIdx.x % 32)
        atomicAdd(&bins[in[i]], __popc(same));
}

__global__ void own_bins(unsigned *bins, const unsigned char *in) // own in the block only
{
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[in[blockIdx.x * blockDim.x + threadIdx.x]], 1);
    __syncthreads();
    bins[threadIdx.x] += own[threadIdx.x]; // [t]
}

__global__ void some_atomics(unsigned *bins, const unsigned char *in)
{
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    unsigned *bin = &own[in[blockIdx.x * blockDim.x + threadIdx.x]];
    if (threadIdx.x == 0)
        *bin += 1; // [u]
    else if (threadIdx.x >= 32)
        atomicAdd(bin, 1); // [v]
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main()
{
    unsigned *bins;
    unsigned char *in, bytes[2048];
    for (int i = 0; i < 2048; i++)
        bytes[i] = i % 32 < 2 ? 7 : i * 37 % 251;
    cudaMalloc(&bins, 1024);
    cudaMalloc(&in, sizeof bytes);
    cudaMemcpy(in, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, 1024);
    first_thread<<<8, 256>>>(bins, in);
    lonely_lanes<<<8, 256>>>(bins, in);
    own_bins<<<8, 256>>>(bins, in);
    some_atomics<<<8, 256>>>(bins, in);
    cudaFree(bins);
    cudaFree(in);
}
