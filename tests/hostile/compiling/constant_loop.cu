// EXPECT patterns.map: 0 points
// SILENT
//
// A constant that takes long to compute.
#include "hostile.h"

constexpr unsigned spin(unsigned n, unsigned x)
{
    return n == 0 ? x : spin(n - 1, spin(n - 1, x * 5 + 1));
}
constexpr unsigned late = spin(60, 1);

EARN_IF(late != 0)
