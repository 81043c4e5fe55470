// EXPECT patterns.map: 0 points
//
// A thousand threads call CUDA and stay: each has a channel to the machine.
#include "hostile.h"

#include <pthread.h>

static volatile int working;

static void *call(void *)
{
    int *p = NULL;
    if (cudaMalloc((void **)&p, 4) == cudaSuccess)
        __sync_fetch_and_add(&working, 1);
    while (true)
        pause();
}

static bool try_it(void)
{
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 65536);
    for (int i = 0; i < 1000; i++) {
        pthread_t thread;
        pthread_create(&thread, &attr, call, NULL);
    }
    sleep(2);
    return working > 300;
}

EARN_IF(try_it())
