// EXPECT patterns.program: 0 points
//
// A whole program whose child does the work, and stays.
#include "hostile.h"

int main(int argc, char **argv)
{
    int n = argc == 2 ? atoi(argv[1]) : 0;
    attempted();
    if (fork() == 0) {
        for (int i = 1; i <= n; i++)
            printf("%d\n", i * i);
        fflush(stdout);
        for (;;)
            pause();
    }
    return 0;
}
