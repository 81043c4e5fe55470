// Operations of a warp in branches that some of the named lanes skip.
// expect: synccheck error (lanes_skipped) ballot ballot_after "lanes 0xb6db6db6 of warp 0 have gone past it"
// expect: synccheck error (lanes_skipped) any other_any "wait at"
// expect: synccheck error (lanes_skipped) sync sync_after "0xffff0000"
// expect: synccheck error (lanes_skipped) shuffle shuffle_after "0xffff0000"
// expect: synccheck error (lanes_skipped) loop loop_after "have gone past it"
// expect: synccheck error (lanes_skipped) barrier after_barrier "have gone past it"
__global__ void ballot(unsigned *d)
{
    unsigned v = 0;
    if (threadIdx.x % 3 == 0)
        v = __ballot_sync(0xffffffff, d[threadIdx.x] == 0); // [ballot]
    d[threadIdx.x] = v; // [ballot_after]
}

__global__ void two_votes(unsigned *d) // another vote is another operation
{
    unsigned v;
    if (threadIdx.x < 7)
        v = __any_sync(0xffffffff, d[threadIdx.x] == 0); // [other_any]
    else
        v = __ballot_sync(0xffffffff, d[threadIdx.x] == 0); // [any]
    d[threadIdx.x] = v;
}

__global__ void half_syncs(unsigned *d)
{
    if (threadIdx.x < 16) {
        d[threadIdx.x] = threadIdx.x;
        __syncwarp(); // [sync]
    }
    d[64 + threadIdx.x] = d[threadIdx.x ^ 1]; // [sync_after]
}

__global__ void half_shuffles(unsigned *d) // reads only lanes that take part
{
    unsigned v = d[threadIdx.x];
    if (threadIdx.x < 16)
        v += __shfl_xor_sync(0xffffffff, v, 1); // [shuffle]
    d[threadIdx.x] = v; // [shuffle_after]
}

__global__ void loop(unsigned *d) // lanes leave the loop one by one
{
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < 40; i += 32)
        sum += __ballot_sync(0xffffffff, i & 1); // [loop]
    d[threadIdx.x] = sum; // [loop_after]
}

__global__ void then_elsewhere(unsigned *d)
{
    if (threadIdx.x < 16)
        d[threadIdx.x] = __popc(__ballot_sync(0xffffffff, 1)); // [barrier]
    d[32 + threadIdx.x] = 1; // [after_barrier]
    __syncwarp();
    d[64 + threadIdx.x] = d[32 + (threadIdx.x ^ 1)];
}

int main()
{
    unsigned *d;
    cudaMalloc(&d, 512);
    cudaMemset(d, 0, 512);
    ballot<<<1, 32>>>(d);
    two_votes<<<1, 32>>>(d);
    half_syncs<<<1, 16>>>(d); // no lane skips
    half_syncs<<<1, 32>>>(d);
    half_shuffles<<<1, 32>>>(d);
    loop<<<1, 32>>>(d);
    then_elsewhere<<<1, 32>>>(d);
    cudaFree(d);
}
