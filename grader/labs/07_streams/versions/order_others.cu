// EXPECT full marks
//
// Part 7 in other orders that are as good.
#define order_a sound_order_a
#define order_b sound_order_b
#define order_d sound_order_d
#define streams_order sound_streams_order
#include "../solutions/07_streams/streams.cu"
#undef order_a
#undef order_b
#undef order_d
#undef streams_order

void order_a(const Lane *A, const Lane *B)
{
    copy_in(A);
    copy_out(B);
    copy_second(A);
    merge(A);
    copy_out(A);
}

void order_b(const Lane *A, const Lane *B)
{
    walk_units(A, 1); // breadth first: neighbours in the queue do not wait for each other
    walk_units(B, 1);
    walk_units(B, 1);
    walk_units(A, 1);
}

void order_d(const Lane *A, const Lane *B, const Lane *C)
{
    copy_in(A);
    copy_in(B);
    half_pass(A);
    copy_out(A);
    copy_in(C);
    half_pass(B);
    copy_out(B);
    half_pass(C);
    copy_out(C);
}

extern "C" void streams_order(unsigned *out, const unsigned *in, int n, int which)
{
    enum { LANES = 3 };
    bool walks = which == 'b' || which == 'c';
    int lanes = which == 'd' ? 3 : 2;
    Lane lane[LANES];
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of((LANES + 1) * n)));
    for (int i = 0; i < lanes; i++) {
        lane[i] = Lane{0, n, in + (size_t)i * n, out + (size_t)i * n,
                       x + (size_t)i * n, x + (size_t)LANES * n};
        CUDA_CHECK(cudaStreamCreateWithFlags(&lane[i].stream, cudaStreamNonBlocking));
    }
    if (walks)
        CUDA_CHECK(cudaMemcpy(x, in, bytes_of(lanes * n), cudaMemcpyHostToDevice));
    if (which == 'a')
        CUDA_CHECK(cudaMemset(lane[1].x, 0x5a, bytes_of(n)));
    CUDA_CHECK(cudaDeviceSynchronize());
    if (which == 'a')
        order_a(&lane[0], &lane[1]);
    else if (which == 'b')
        order_b(&lane[0], &lane[1]);
    else if (which == 'c')
        order_c(&lane[0], &lane[1]);
    else
        order_d(&lane[0], &lane[1], &lane[2]);
    CUDA_CHECK(cudaDeviceSynchronize());
    if (walks)
        CUDA_CHECK(cudaMemcpy(out, x, bytes_of(lanes * n), cudaMemcpyDeviceToHost));
    for (int i = 0; i < lanes; i++)
        CUDA_CHECK(cudaStreamDestroy(lane[i].stream));
    CUDA_CHECK(cudaFree(x));
}
