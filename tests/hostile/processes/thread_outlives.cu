// EXPECT patterns.map: 0 points
//
// Leaves a thread that goes on when the call has returned, and leaves the process with status
// 0 in the next case.
#include "hostile.h"

#include <pthread.h>

extern "C" void map_each(int *, const int *, int, int, int)
{
    pthread_t thread;
    attempted();
    pthread_create(&thread, NULL, [](void *) -> void * { usleep(2000); _exit(0); }, NULL);
}
