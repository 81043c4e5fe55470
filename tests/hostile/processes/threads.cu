// EXPECT patterns.map: 0 points
//
// Starts 20000 threads that sleep.
#include "hostile.h"
#include <pthread.h>

static bool try_it(void)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    int made = 0;
    for (int i = 0; i < 20000; i++) {
        pthread_t thread;
        made += pthread_create(&thread, &small, [](void *) -> void * { pause(); return NULL; }, NULL) == 0;
    }
    return made > 2000;
}

EARN_IF(try_it())
