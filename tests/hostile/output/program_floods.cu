// EXPECT patterns.program: 0 points
//
// A whole program that prints without end.
#include "hostile.h"

int main(void)
{
    attempted();
    for (;;)
        puts("1 4 9 16 25 36 49 64 81 100 121 144 169 196 225 256 289 324 361 400");
}
