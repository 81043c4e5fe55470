// known_kernels.c - how the parameters of a kernel lie. The machine says it once; later launches of
// the kernel bring theirs along, so that a launch is one message and its answer.
#include "client.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct KnownKernel KnownKernel;
struct KnownKernel {
    KnownKernel *next;
    const void *function;
    unsigned registrations; // as many as there were: later ones may mean another kernel
    uint32_t n, bytes;
    UpcallParam param[];
};

enum { BUCKETS = 256 };
static KnownKernel *known[BUCKETS];
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local const void *launched; // the kernel of the launch that is going on

static KnownKernel **bucket(const void *function)
{
    return &known[((uintptr_t)function >> 4 ^ (uintptr_t)function >> 12) % BUCKETS];
}

static const KnownKernel *find_known(const void *function)
{
    pthread_mutex_lock(&known_lock);
    const KnownKernel *k = *bucket(function);
    while (k && (k->function != function || k->registrations != client_registrations))
        k = k->next;
    pthread_mutex_unlock(&known_lock);
    return k;
}

void client_learn(const UpcallParam *param, uint32_t n, uint32_t bytes)
{
    KnownKernel *k = malloc(sizeof *k + n * sizeof *param);
    if (!k || !launched) {
        free(k);
        return;
    }
    *k = (KnownKernel){
        .function = launched, .registrations = client_registrations, .n = n, .bytes = bytes};
    memcpy(k->param, param, n * sizeof *param);
    pthread_mutex_lock(&known_lock);
    k->next = *bucket(launched);
    *bucket(launched) = k;
    pthread_mutex_unlock(&known_lock);
}

bool client_pack(uint8_t *packed, size_t bytes, void *const *args, const UpcallParam *param,
                 uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!args || !args[i])
            return false;
    memset(packed, 0, bytes);
    for (uint32_t i = 0; i < n; i++)
        memcpy(packed + param[i].offset, args[i], param[i].size);
    return true;
}

uint32_t client_known_bytes(const void *function)
{
    const KnownKernel *k = find_known(function);
    return k ? k->bytes : 0;
}

size_t client_pack_known(uint8_t *data, const void *function, void *const *args)
{
    const KnownKernel *k = find_known(function);
    return k && client_pack(data, k->bytes, args, k->param, k->n) ? k->bytes : 0;
}

const void *client_launching(const void *function)
{
    const void *outer = launched;
    launched = function;
    return outer;
}
