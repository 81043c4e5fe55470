// EXPECT patterns.map: 0 points
//
// Ends the thread that called it, and not the process.
#include "hostile.h"
#include <pthread.h>

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    pthread_exit(NULL);
}
