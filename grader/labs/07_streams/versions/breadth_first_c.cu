// EXPECT streams.order.c_order: microseconds of case c: naive
//
// Case c: the streams in turns, as it was best in case b.
#define streams_order sound_order
#include "../solutions/07_streams/streams.cu"
#undef streams_order

#include "../grader/labs/07_streams/versions/order.h"

static bool wrong_order(int which, const Lane *lane)
{
    const Lane *A = &lane[0], *B = &lane[1];
    if (which != 'c')
        return false;
    walk_units(A, 2);
    walk_units(B, 1);
    walk_units(A, 1); // waits for two units, though B's second could start after one
    walk_units(B, 2);
    return true;
}
