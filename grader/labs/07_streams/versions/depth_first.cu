// EXPECT streams.order.b_order: microseconds of case b: naive
//
// Case b: one stream after the other.
#define streams_order sound_order
#include "../solutions/07_streams/streams.cu"
#undef streams_order

#include "../grader/labs/07_streams/versions/order.h"

static bool wrong_order(int which, const Lane *lane)
{
    const Lane *A = &lane[0], *B = &lane[1];
    if (which != 'b')
        return false;
    walk_units(A, 1);
    walk_units(A, 1); // waits for the first, and blocks B
    walk_units(B, 1);
    walk_units(B, 1);
    return true;
}
