// Lanes that come later, have exited, or meet at another place, as they may.
// expect: silence
__global__ void returns(unsigned *d, int n)
{
    if (threadIdx.x >= n)
        return;
    d[threadIdx.x] = __popc(__ballot_sync(0xffffffff, 1));
    __syncwarp();
}

__global__ void later(unsigned *d) // each lane comes by another way
{
    unsigned v = 0;
    for (unsigned i = 0; i < threadIdx.x; i++)
        v += d[i];
    if (threadIdx.x % 2)
        v = v * v + 1;
    d[64 + threadIdx.x] = __ballot_sync(0xffffffff, v & 1);
}

__global__ void in_loop(unsigned *d) // every lane does every round
{
    unsigned v = 0;
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x % 2 == round % 2)
            v += round;
        v += __popc(__ballot_sync(0xffffffff, v & 1));
    }
    d[threadIdx.x] = v;
}

__global__ void two_barriers(unsigned *d) // the same barrier of the warp in both branches
{
    if (threadIdx.x < 16) {
        d[64 + threadIdx.x] = 1;
        __syncwarp();
    } else {
        d[64 + threadIdx.x] = 2;
        __syncwarp();
    }
    d[96 + threadIdx.x] = d[64 + (threadIdx.x ^ 16)];
}


__global__ void own_mask(unsigned *d, int n)
{
    unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < n);
    if (threadIdx.x < n)
        d[threadIdx.x] = __popc(__match_any_sync(mask, threadIdx.x % 3));
    d[threadIdx.x] += __reduce_add_sync(0xffffffff, 1);
}

__global__ void aggregate(unsigned *d) // the lanes that are here
{
    if (threadIdx.x % 3) {
        unsigned mask = __activemask(), leader = __ffs(mask) - 1, base = 0;
        if (threadIdx.x == leader)
            base = atomicAdd(&d[127], __popc(mask));
        base = __shfl_sync(mask, base, leader);
        d[threadIdx.x] = base;
    }
}

int main()
{
    unsigned *d;
    cudaMalloc(&d, 512);
    cudaMemset(d, 0, 512);
    returns<<<1, 32>>>(d, 20);
    later<<<1, 32>>>(d);
    in_loop<<<1, 32>>>(d);
    two_barriers<<<1, 32>>>(d);
    own_mask<<<1, 32>>>(d, 20);
    aggregate<<<1, 32>>>(d);
    cudaFree(d);
}
