// registration.c - what nvcc's generated code calls. A constructor of the program registers fat
// binaries, kernels and variables; the machine gets to know of them with the next call.
#define _GNU_SOURCE
#include "client.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct ClientBinary ClientBinary;
struct ClientBinary {
    uint64_t wrapper;
    uint64_t machine; // the machine's handle; 0: it does not know the binary yet
};

typedef struct Registration Registration;
struct Registration {
    Registration *next;
    CallNumber call;
    ClientBinary *binary;
    uint64_t host;
    const char *name;
};

static Registration *first, **last = &first;
static pthread_mutex_t lock;
static pthread_once_t lock_once = PTHREAD_ONCE_INIT;
static _Thread_local bool registering;
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

static void register_one(const Registration *r)
{
    RegisterArgs args = {.handle = r->binary ? r->binary->machine : 0, .host = r->host};
    size_t n = r->name ? strlen(r->name) + 1 : 0;
    uint64_t result;
    if (n > DATA_BYTES)
        return;
    if (n)
        memcpy(client_data(), r->name, n);
    if (client_call(r->call, &args, sizeof args, n, &result) && r->call == CALL_register_binary)
        r->binary->machine = result;
}

void client_register_all(void)
{
    if (!__atomic_load_n(&first, __ATOMIC_ACQUIRE) || registering)
        return;
    registering = true;
    ClientThread *t = client_thread();
    bool per_thread = t && t->per_thread; // is for the program's own call
    if (t)
        t->per_thread = false;
    pthread_mutex_lock(&lock);
    while (first) {
        Registration *r = first;
        register_one(r);
        first = r->next;
        if (!first)
            last = &first;
        free(r);
    }
    pthread_mutex_unlock(&lock);
    if (t)
        t->per_thread = per_thread;
    registering = false;
}

void **__cudaRegisterFatBinary(void *wrapper)
{
    ClientBinary *b = calloc(1, sizeof *b);
    if (b)
        add(CALL_register_binary, b, wrapper, NULL);
    return (void **)b;
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }

// Called by atexit. Nothing is freed: later exit handlers may use the module.
void __cudaUnregisterFatBinary(void **handle) { (void)handle; }

char __cudaInitModule(void **handle)
{
    uint64_t result;
    client_thread();
    client_register_all();
    ClientBinary *b = (ClientBinary *)handle;
    Args___cudaInitModule a = {.handle = b ? (void **)b->machine : NULL};
    return client_call(CALL___cudaInitModule, &a, sizeof a, 0, &result) && (char)result;
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

// ---- <<<...>>> ---------------------------------------------------------------------

enum { MAX_CONFIGURATIONS = 64 }; // nested: to compute an argument, host code may launch
static _Thread_local struct {
    dim3 grid, block;
    size_t shared;
    void *stream;
    StackPlace place;
} configurations[MAX_CONFIGURATIONS];
static _Thread_local unsigned nconfigurations;
static _Thread_local StackPlace launch_place;

StackPlace client_launch(void)
{
    StackPlace place = launch_place;
    launch_place = (StackPlace){0, 0};
    return place;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream)
{
    if (nconfigurations == MAX_CONFIGURATIONS)
        return 1;
    configurations[nconfigurations].grid = grid;
    configurations[nconfigurations].block = block;
    configurations[nconfigurations].shared = shared;
    configurations[nconfigurations].place = client_stack();
    configurations[nconfigurations++].stream = stream;
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    if (!nconfigurations)
        return cudaErrorMissingConfiguration;
    nconfigurations--;
    *grid = configurations[nconfigurations].grid;
    *block = configurations[nconfigurations].block;
    *shared = configurations[nconfigurations].shared;
    *(void **)stream = configurations[nconfigurations].stream;
    launch_place = configurations[nconfigurations].place;
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}
