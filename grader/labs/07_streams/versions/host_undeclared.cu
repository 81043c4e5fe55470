// EXPECT streams.overlap.right: did not come from the device
//
// The host computes its words and does not say how long: in virtual time it takes none.
#define streams_overlap sound_overlap
#include "../solutions/07_streams/streams.cu"
#undef streams_overlap

extern "C" void streams_overlap(unsigned *out, const unsigned *in, int n, int passes,
                                unsigned *mine, int m)
{
    sound_overlap(out, in, n, passes, mine, 0);
    for (int i = 0; i < m; i++)
        for (int s = 0; s < STREAMS_STEPS; s++)
            mine[i] = STREAMS_A * mine[i] + STREAMS_C;
}
