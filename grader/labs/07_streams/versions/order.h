// order.h - for mutants of part 7: streams_order() of the solution with other orders of issue.
// Include it after the solution, with its streams_order renamed. The mutant defines
// wrong_order(), which issues its own case and returns true.
static bool wrong_order(int which, const Lane *lane);

extern "C" void streams_order(unsigned *out, const unsigned *in, int n, int which)
{
    bool walks = which == 'b' || which == 'c';
    int lanes = which == 'd' ? 3 : 2;
    Lane lane[3];
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(4 * n)));
    for (int i = 0; i < lanes; i++) {
        lane[i] = Lane{
            0, n, in + (size_t)i * n, out + (size_t)i * n, x + (size_t)i * n, x + 3 * (size_t)n};
        CUDA_CHECK(cudaStreamCreateWithFlags(&lane[i].stream, cudaStreamNonBlocking));
    }
    if (walks)
        CUDA_CHECK(cudaMemcpy(x, in, bytes_of(lanes * n), cudaMemcpyHostToDevice));
    if (which == 'a')
        CUDA_CHECK(cudaMemset(lane[1].x, 0x5a, bytes_of(n)));
    CUDA_CHECK(cudaDeviceSynchronize());
    if (!wrong_order(which, lane)) {
        if (which == 'a')
            order_a(&lane[0], &lane[1]);
        else if (which == 'b')
            order_b(&lane[0], &lane[1]);
        else if (which == 'c')
            order_c(&lane[0], &lane[1]);
        else
            order_d(&lane[0], &lane[1], &lane[2]);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    if (walks)
        CUDA_CHECK(cudaMemcpy(out, x, bytes_of(lanes * n), cudaMemcpyDeviceToHost));
    for (int i = 0; i < lanes; i++)
        CUDA_CHECK(cudaStreamDestroy(lane[i].stream));
    CUDA_CHECK(cudaFree(x));
}
