// EXPECT patterns.map: 0 points
//
// A thread writes over all pages that the runtime's variables point to while calls are served.
#include "scribbled.h"

#include <pthread.h>

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    pthread_t thread;
    attempted();
    pthread_create(&thread, NULL, [](void *) -> void * {
        for (;; value = (value + 1) % 256)
            dl_iterate_phdr(each_library, NULL);
    }, NULL);
    for (int i = 0; i < 1000; i++)
        if (n > 0 && cudaMemset(out, 0, (size_t)n * 4) != cudaSuccess)
            return;
}
