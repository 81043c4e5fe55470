// EXPECT patterns.map: 0 points
// SILENT
// SETUP cp "$AUDIT_SOURCE" mine; (for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do ln -sfn "$TREE/solutions/01_patterns/patterns.cu" "$AUDIT_SOURCE"; sleep 0.1; cp --remove-destination mine "$AUDIT_SOURCE"; sleep 0.1; done) >/dev/null 2>&1 &
//
// While the file is read and compiled, it is a link to the solution now and then.
#include "hostile.h"

extern "C" void map_each(int *, const int *, int, int, int) { attempted(); }
