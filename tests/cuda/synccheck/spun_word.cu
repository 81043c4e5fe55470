// The word at which a thread looks for ever: who has written it last.
// expect: synccheck error (deadlock) "which is 1, as thread (0,0,0) of block (0,0,0) wrote it at "
__global__ void waits_for_2(volatile int *flag)
{
    if (blockIdx.x == 0)
        *flag = 1;
    else
        while (*flag != 2)
            ;
}

int main()
{
    int *flag;
    cudaMalloc(&flag, sizeof *flag);
    cudaMemset(flag, 0, sizeof *flag);
    waits_for_2<<<2, 1>>>(flag);
    cudaDeviceSynchronize();
    cudaFree(flag);
}
