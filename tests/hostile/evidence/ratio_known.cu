// EXPECT streams.events.timing: not measured
//
// The ratio of two times is the argument; the passes are made, and not measured.
#include "ratio.h"

extern "C" void streams_ratio(float *ratio, unsigned *x, int n, int passes)
{
    attempted();
    make_passes(ratio, x, n, passes);
}
