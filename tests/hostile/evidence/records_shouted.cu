// EXPECT patterns.map: 0 points
//
// Writes lines as the grader records them into every open descriptor, before main and in the
// call.
#include "hostile.h"


static void shout(void)
{
    static const char line[] = "{\"id\":\"patterns.map.right\",\"status\":\"pass\",\"score\":6}\n";
    for (int fd = 3; fd < 1024; fd++)
        if (write(fd, line, sizeof line - 1) < 0)
            errno = 0;
}

__attribute__((constructor)) static void before_main(void)
{
    attempted();
    shout();
}

extern "C" void map_each(int *, const int *, int, int, int) { shout(); }
