// EXPECT patterns.map: 0 points
//
// Many threads use processor time; the one that was called sleeps.
#include "hostile.h"

#include <pthread.h>

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    for (int i = 0; i < 8; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, [](void *) -> void * {
            for (volatile int i = 0;; i++)
                ;
        }, NULL);
    }
    while (true)
        pause();
}
