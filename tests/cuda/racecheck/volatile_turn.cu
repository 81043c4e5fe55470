// volatile_turn.cu - blocks take turns at a volatile word: each one waits for its number, and then
// adds 1. Nobody else writes meanwhile, so no update is lost.
//
// expect: silence
#include <cstdio>

__global__ void take_turns(volatile int *turn)
{
    if (threadIdx.x == 0) {
        while (*turn != blockIdx.x)
            ;
        *turn = *turn + 1;
    }
}

int main()
{
    int *turn, n;
    cudaMalloc(&turn, sizeof *turn);
    cudaMemset(turn, 0, sizeof *turn);
    take_turns<<<20, 32>>>(turn);
    cudaMemcpy(&n, turn, sizeof n, cudaMemcpyDeviceToHost);
    printf("%d\n", n);
    cudaFree(turn);
    return 0;
}
