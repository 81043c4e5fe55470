// EXPECT patterns.map: 0 points
// SILENT
//
// Templates that need two others each.
#include "hostile.h"

template <int N, int M> struct Twice {
    static constexpr int value = Twice<N - 1, 2 * M>::value + Twice<N - 1, 2 * M + 1>::value;
};
template <int M> struct Twice<0, M> {
    static constexpr int value = M;
};

EARN_IF((Twice<26, 1>::value != 0))
