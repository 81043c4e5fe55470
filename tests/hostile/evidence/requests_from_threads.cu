// EXPECT patterns.map: 0 points
//
// Many threads make calls at the same time, and the thread that was called leaves them at it.
#include "hostile.h"

#include <pthread.h>

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    for (int i = 0; i < 32; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, [](void *) -> void * {
            for (;;) {
                void *p;
                if (cudaMalloc(&p, 1000) == cudaSuccess)
                    cudaFree(p);
            }
        }, NULL);
    }
}
