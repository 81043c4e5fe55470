// A barrier that only half of each warp reaches, and a barrier after some threads have
// exited: these are reported there, not again at later barriers; threads that exit later are.
// expect: synccheck error (barrier_exited) a "Divergent thread(s) in warp"
// expect: synccheck error (barrier_exited) b "Divergent thread(s) in block"
// expect: synccheck error (barrier_exited) c "Divergent thread(s) in warp"
__global__ void half(int *d)
{
    int t = threadIdx.x;
    if (t % 2) {
        d[t] = t;
        __syncthreads(); // [a]
    }
    d[t] = 1;
}
__global__ void gone(int *d, int n)
{
    int t = threadIdx.x;
    if (t >= n)
        return;
    d[t] = 1;
    __syncthreads(); // [b]
    d[t] = 2;
    __syncthreads();
    if (t == 5)
        return;
    d[t] = 3;
    __syncthreads(); // [c]
    d[t] = 4;
    __syncthreads();
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    half<<<1, 64>>>(d);
    gone<<<1, 64>>>(d, 32);
    cudaFree(d);
}
