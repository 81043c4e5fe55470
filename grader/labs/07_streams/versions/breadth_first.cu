// EXPECT streams.order.d_order: microseconds of case d: naive
//
// Case d: the streams in turns, so that two other kernels are between the first kernel and its
// copy.
#define streams_order sound_order
#include "../solutions/07_streams/streams.cu"
#undef streams_order

#include "../grader/labs/07_streams/versions/order.h"

static bool wrong_order(int which, const Lane *lane)
{
    const Lane *A = &lane[0], *B = &lane[1];
    if (which != 'd')
        return false;
    for (int i = 0; i < 3; i++)
        copy_in(&lane[i]);
    for (int i = 0; i < 3; i++)
        half_pass(&lane[i]);
    for (int i = 0; i < 3; i++)
        copy_out(&lane[i]);
    (void)A, (void)B;
    return true;
}
