// EXPECT streams.order.a_order: microseconds of case a: naive
//
// Case a: the stream with the most jobs first.
#define streams_order sound_order
#include "../solutions/07_streams/streams.cu"
#undef streams_order

#include "../grader/labs/07_streams/versions/order.h"

static bool wrong_order(int which, const Lane *lane)
{
    const Lane *A = &lane[0], *B = &lane[1];
    if (which != 'a')
        return false;
    copy_in(A);
    copy_second(A);
    merge(A);
    copy_out(A);
    copy_out(B); // has to wait for A's copy
    return true;
}
