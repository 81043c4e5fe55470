// EXPECT patterns.program: 0 points
//
// A whole program that prints what it has not computed, and ends itself before it is looked at.
#include "hostile.h"

int main(int argc, char **argv)
{
    int n = argc == 2 ? atoi(argv[1]) : 0;
    attempted();
    for (int i = 1; i <= n; i++)
        printf("%d\n", i * i);
    fflush(stdout);
    kill(getpid(), SIGKILL);
    return 0;
}
