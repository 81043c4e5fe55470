// One warp fills a buffer, another empties it, with named barriers.
// expect: silence
__global__ void pipe(int *d)
{
    __shared__ int s[32];
    int lane = threadIdx.x % 32;
    for (int i = 0; i < 4; i++) {
        if (threadIdx.x < 32) {
            asm volatile("bar.sync 1, 64;" ::: "memory"); // empty
            s[lane] = i + lane;
            asm volatile("bar.arrive 2, 64;" ::: "memory"); // full
        } else {
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
            d[i * 32 + lane] = s[31 - lane];
        }
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 512);
    pipe<<<1, 64>>>(d);
    cudaFree(d);
}
