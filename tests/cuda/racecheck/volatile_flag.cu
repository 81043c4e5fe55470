// A volatile flag in shared memory for which another warp waits, in several kinds of loop.
// expect: silence
__global__ void hand_over(int *d)
{
    __shared__ volatile int flag, data, turn;
    if (threadIdx.x == 0)
        flag = turn = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = 7;
        __threadfence_block();
        flag = 1;
        while (turn != 2)
            __nanosleep(20);
        __threadfence_block();
        d[1] = data;
    }
    if (threadIdx.x == 0) {
        while (!flag) {
        }
        __threadfence_block();
        d[0] = data;
        data = 8;
        __threadfence_block();
        turn = 2;
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    hand_over<<<1, 64>>>(d);
    cudaFree(d);
}
