// registration.c - what nvcc's generated code calls. A constructor of the program registers fat
// binaries, kernels and variables; the next call tells the machine.
#define _GNU_SOURCE
#include "client.h"

#include "both/side.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static Registration *first, **last = &first;
static pthread_mutex_t lock;
static pthread_once_t lock_once = PTHREAD_ONCE_INIT;
unsigned client_registrations;

static void make_lock(void)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attr);
}

static void add(CallNumber call, ClientBinary *binary, const void *host, const char *name)
{
    Registration *r = calloc(1, sizeof *r);
    if (!r)
        return;
    *r = (Registration){.call = call, .binary = binary, .host = (uintptr_t)host, .name = name};
    pthread_once(&lock_once, make_lock);
    pthread_mutex_lock(&lock);
    *last = r;
    last = &r->next;
    client_registrations++;
    pthread_mutex_unlock(&lock);
}

void client_each_registration(void (*tell)(const Registration *r))
{
    if (!__atomic_load_n(&first, __ATOMIC_ACQUIRE))
        return;
    pthread_mutex_lock(&lock);
    while (first) {
        Registration *r = first;
        tell(r);
        first = r->next;
        if (!first)
            last = &first;
        free(r);
    }
    pthread_mutex_unlock(&lock);
}

void **client_module(void **handle)
{
    const ClientBinary *b = (const ClientBinary *)handle;
    return b ? (void **)b->machine : NULL;
}

void **__cudaRegisterFatBinary(void *wrapper)
{
    ClientBinary *b = calloc(1, sizeof *b);
    if (b)
        add(CALL_register_binary, b, wrapper, NULL);
    return (void **)b;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device_function,
                            const char *name, int thread_limit, uint3 *tid, uint3 *bid, dim3 *block,
                            dim3 *grid, int *warp_size)
{
    (void)device_function, (void)thread_limit, (void)tid, (void)bid;
    (void)block, (void)grid, (void)warp_size;
    if (handle)
        add(CALL_register_function, (ClientBinary *)handle, host, name);
}

void __cudaRegisterVar(void **handle, char *host, char *device_address, const char *name, int ext,
                       size_t size, int constant, int global)
{
    (void)device_address, (void)ext, (void)size, (void)constant, (void)global;
    if (handle)
        add(CALL_register_variable, (ClientBinary *)handle, host, name);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device_address, const char *name,
                              int ext, size_t size, int constant, int global)
{
    (void)device_address, (void)ext, (void)size, (void)constant, (void)global;
    if (handle)
        add(CALL_register_managed, (ClientBinary *)handle, host, name);
}

void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size)
{
    (void)size;
    add(CALL_register_host_variable, (ClientBinary *)handle, host, name);
}

// ---- <<<...>>> ------------------------------------------------------

static _Thread_local StackPlace pushed_at[MAX_CONFIGURATIONS], launch_place;

void client_configured(unsigned depth, bool popped)
{
    if (popped)
        launch_place = pushed_at[depth];
    else
        pushed_at[depth] = client_wants_lines ? client_stack() : (StackPlace){0, 0};
}

StackPlace client_launch(void)
{
    StackPlace place = launch_place;
    launch_place = (StackPlace){0, 0};
    return place;
}
