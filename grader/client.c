// client.c - the process in which a lab's code runs.
//
//   client LIBCUDART OBJECT LAB       (started by build/runner, in whose process the machine is)
//
// It confines itself, opens the thin runtime by its path, then the lab's object, makes sure that
// the object uses that runtime and no other, and calls the lab's functions as the runner asks.
// It has no inputs but those that a part's contract puts in the host's memory, no expected
// results, no counters, no findings, and no descriptor but its channel and its output. Whatever
// the lab's code does to this process, only its own cases can be lost.
#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/client_clock.h"
#include "grader/run/task_wire.h"
#include "grader/submission/confine.h"
#include "grader/task.h"

enum { CLIENT_MEMORY = 1 << 30 }; // bytes that the lab's code may map, besides pinned memory

static const Task *task;
static void *lab_object;
static const char *(*runtime_version)(void);
static bool (*runtime_serve)(uint64_t (*task)(const void *, size_t, char *, size_t),
                             const char *refusal);
static void *runtime_malloc;
static char refusal[MAX_TASK_TEXT]; // why the object cannot be used, or ""

__attribute__((format(printf, 1, 2))) static void refuse(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(refusal, sizeof refusal, format, args);
    va_end(args);
}

__attribute__((format(printf, 1, 2), noreturn)) static void unusable(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    _exit(CLIENT_unusable);
}

static void find_task(const char *lab)
{
    task = task_of_lab(lab);
    if (!task)
        unusable("there are no calls of lab %s", lab);
}

static void *runtime_symbol(void *lib, const char *path, const char *name)
{
    void *function = dlsym(lib, name);
    if (!function)
        unusable("%s has no %s: it is not the simulator", path, name);
    return function;
}

// The connection to the machine is made before the lab's object is opened: if that fails, it is
// not the object's fault.
static void open_runtime(const char *path)
{
    void *lib = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!lib)
        unusable("%s", dlerror());
    void *version = runtime_symbol(lib, path, "cudasimVersion");
    void *serve = runtime_symbol(lib, path, "cudasimServe");
    runtime_malloc = runtime_symbol(lib, path, "cudaMalloc");
    memcpy(&runtime_version, &version, sizeof version);
    memcpy(&runtime_serve, &serve, sizeof serve);
    if (!*runtime_version())
        unusable("%s: the machine does not answer", path);
    double (*runtime_time)(void);
    void *clock = runtime_symbol(lib, path, "cudasimTime");
    memcpy(&runtime_time, &clock, sizeof runtime_time);
    client_clock_init(runtime_time);
}

// What objects need besides the runtime. They are opened while files can still be found; the
// loader then knows them by their names.
static void open_libraries(void)
{
    static const char *const names[] = {"libstdc++.so.6", "libgcc_s.so.1",   "libm.so.6",
                                        "libdl.so.2",     "libpthread.so.0", "librt.so.1"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        dlopen(names[i], RTLD_NOW | RTLD_GLOBAL); // one that is missing is missed later
}

// Bytes of address space in use: the range of device memory is reserved already.
static size_t address_space(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (!f || fscanf(f, "%ld", &pages) != 1)
        unusable("/proc/self/statm cannot be read");
    fclose(f);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

// From here on this process reads the object and the system's libraries, and writes to its
// output; it starts nothing, and touches no other process. The lab's code runs as soon as its
// object is opened. The result is where the object is now: its folder may be the root of all files.
static const char *confine_client(const char *lib, const char *object)
{
    static char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", object);
    char *name = strrchr(folder, '/');
    if (name)
        *name = 0;
    Confinement confinement = {
        .readable = {lib, object, "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64",
                     "/etc/ld.so.cache", "/dev/null", "/dev/zero", "/dev/urandom", NULL},
        .must_read = {lib, object, NULL},
        .root = name ? folder : NULL,
        .memory = address_space() + CLIENT_MEMORY,
    };
    return confine(&confinement) & CONFINE_root ? strrchr(object, '/') : object;
}

// The object needs libcudart.so.13 by name; the one that is open already serves
// it, unless it was linked in some other way.
static void open_object(const char *path)
{
    lab_object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!lab_object) {
        refuse("it cannot be loaded: %s", dlerror());
        return;
    }
    void *theirs = dlsym(lab_object, "cudaMalloc");
    if (theirs && theirs != runtime_malloc)
        refuse("it contains another CUDA runtime");
}

static void *object_symbol(const char *name) { return dlsym(lab_object, name); }

static const char *call_lab(const TaskOrder *order)
{
    void *pointer[MAX_BUFFERS];
    size_t count[MAX_BUFFERS];
    for (int b = 0; b < MAX_BUFFERS; b++) {
        pointer[b] = (void *)(uintptr_t)order->pointer[b];
        count[b] = order->count[b];
    }
    TaskCall call = {
        .part = (int)order->part,
        .program = order->program,
        .variant = order->variant,
        .arg = order->arg,
        .buffers = (int)order->buffers,
        .buffer = pointer,
        .count = count,
        .symbol = object_symbol,
    };
    const char *problem = task_run(task, &call);
    fflush(NULL);
    return problem;
}

static uint64_t do_order(const void *data, size_t bytes, char *text, size_t size)
{
    TaskOrder order;
    if (bytes != sizeof order)
        return 0;
    memcpy(&order, data, sizeof order);
    switch ((TaskOrderKind)order.kind) {
    case TASK_run: {
        const char *problem = call_lab(&order);
        snprintf(text, size, "%s", problem ? problem : "");
        return problem != NULL;
    }
    case TASK_alloc: return (uintptr_t)malloc(order.bytes);
    case TASK_free: free((void *)(uintptr_t)order.pointer[0]); return 0;
    case TASK_flush: fflush(NULL); return 0;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        unusable("client: started by build/runner only\n");
    setvbuf(stdout, NULL, _IOLBF, 0); // kernels print, too, and not through this process
    find_task(argv[3]);
    open_runtime(argv[1]);
    open_libraries();
    open_object(confine_client(argv[1], argv[2]));
    runtime_serve(do_order, refusal);
    return 0;
}
