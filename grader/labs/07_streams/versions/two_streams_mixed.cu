// EXPECT streams.order.safe: what
//
// Case a: the kernel is issued to the other stream, where it does not wait for the copies.
#define streams_order sound_order
#include "../solutions/07_streams/streams.cu"
#undef streams_order

#include "../grader/labs/07_streams/versions/order.h"

static bool wrong_order(int which, const Lane *lane)
{
    const Lane *A = &lane[0], *B = &lane[1];
    if (which != 'a')
        return false;
    Lane other = *A;
    other.stream = B->stream;
    copy_out(B);
    copy_in(A);
    copy_second(A);
    merge(&other);
    CUDA_CHECK(cudaStreamSynchronize(B->stream));
    copy_out(A);
    return true;
}
