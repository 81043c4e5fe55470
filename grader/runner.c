// runner.c - the process in which a lab's code runs.
//
//   runner LIBCUDART OBJECT          (descriptors as in wire.h)
//
// It opens the simulator's runtime by its path, then the lab's object, makes sure
// that the object uses that runtime and no other, calls one part's cases and
// sends back what came out. It does not know the expected results and judges nothing:
// whatever the lab's code does to this process, only its own cases can be lost.
//
// The grader starts it with an empty environment and resource limits; see runner_process.c.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cudasim.h"
#include "grader/submission/confine.h"
#include "grader/task.h"
#include "grader/run/wire.h"

#define LAB(name) extern const Task task_##name;
#include "grader/all_labs.h"
const Task *const all_tasks[] = {
#define LAB(name) &task_##name,
#include "grader/all_labs.h"
};
const int all_tasks_count = sizeof all_tasks / sizeof all_tasks[0];

// The CUDA calls that the runner makes itself, found in the runtime that it opened. Errors
// are plain ints here: this program does not include CUDA's headers.
static struct {
    const char *(*version)(void);
    void (*mark)(const char *);
    void (*budget)(uint64_t);
    int (*last_writer)(const void *, CudasimWriter *);
    void (*spent)(CudasimSpent *);
    void (*watch)(const CudasimBuffer *, int);
    void (*origins)(CudasimOrigins *, const void *const *);
    int (*malloc)(void **, size_t);
    int (*malloc_host)(void **, size_t);
    int (*malloc_managed)(void **, size_t, unsigned);
    int (*free)(void *);
    int (*free_host)(void *);
    int (*memset)(void *, int, size_t);
    int (*memcpy)(void *, const void *, size_t, int);
    int (*synchronize)(void);
    int (*last_error)(void);
    const char *(*error_name)(int);
    const char *(*error_string)(int);
} cuda;

enum { HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2, ATTACH_GLOBAL = 1 };

static uint64_t nonce;
static void *lab_object;
static bool opening; // the lab's object is being opened, or is open

static void send_bytes(const void *data, size_t bytes)
{
    const char *p = data;
    while (bytes) {
        ssize_t n = write(WIRE_FD_verdict, p, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(RUNNER_harness); // the grader is gone
        p += n;
        bytes -= (size_t)n;
    }
}

static void send_record(WireType type, uint32_t index, uint32_t buffer, int status,
                        const void *data, size_t bytes)
{
    WireRecord record = {nonce, type, index, buffer, status, bytes};
    send_bytes(&record, sizeof record);
    send_bytes(data, bytes);
}

// A failure before the lab's object is opened is the harness's. After that the same harness
// works for the reference, so a failure is the object's.
__attribute__((format(printf, 1, 2), noreturn)) static void broken(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    send_record(opening ? WIRE_refused : WIRE_broken, 0, 0, 0, text, strlen(text));
    _exit(RUNNER_harness);
}

static const void *map_file(int fd, size_t *size)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        broken("descriptor %d: %s", fd, strerror(errno));
    *size = (size_t)st.st_size;
    if (*size == 0)
        return NULL;
    void *data = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED)
        broken("descriptor %d: %s", fd, strerror(errno));
    return data;
}

static void open_runtime(const char *path)
{
    void *lib = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!lib)
        broken("%s", dlerror());
    const struct {
        const char *name;
        void *function;
    } wanted[] = {
        {"cudasimVersion", &cuda.version},
        {"cudasimMark", &cuda.mark},
        {"cudasimBudget", &cuda.budget},
        {"cudasimLastWriter", &cuda.last_writer},
        {"cudasimSpent", &cuda.spent},
        {"cudasimWatch", &cuda.watch},
        {"cudasimOrigins", &cuda.origins},
        {"cudaMalloc", &cuda.malloc},
        {"cudaMallocHost", &cuda.malloc_host},
        {"cudaMallocManaged", &cuda.malloc_managed},
        {"cudaFree", &cuda.free},
        {"cudaFreeHost", &cuda.free_host},
        {"cudaMemset", &cuda.memset},
        {"cudaMemcpy", &cuda.memcpy},
        {"cudaDeviceSynchronize", &cuda.synchronize},
        {"cudaGetLastError", &cuda.last_error},
        {"cudaGetErrorName", &cuda.error_name},
        {"cudaGetErrorString", &cuda.error_string},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        void *function = dlsym(lib, wanted[i].name);
        if (!function)
            broken("%s has no %s: it is not the simulator", path, wanted[i].name);
        memcpy(wanted[i].function, &function, sizeof function);
    }
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

// From here on this process reads the object and the system's libraries, and writes to its
// pipes; it starts nothing, and touches no other process. The lab's code runs as soon as its
// object is opened. The result is where the object is now: its folder may be the root of all files.
static const char *confine_runner(const char *lib, const char *object)
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
    };
    return confine(&confinement) & CONFINE_root ? strrchr(object, '/') : object;
}

// The object needs libcudart.so.13 by name; the one that is open already serves
// it, unless it was linked in some other way.
static void open_object(const char *path)
{
    opening = true;
    lab_object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!lab_object)
        broken("it cannot be loaded: %s", dlerror());
    void *theirs = dlsym(lab_object, "cudaMalloc");
    void *ours;
    memcpy(&ours, &cuda.malloc, sizeof ours);
    if (theirs && theirs != ours)
        broken("it contains another CUDA runtime");
}

static void *object_symbol(const char *name) { return dlsym(lab_object, name); }

// ---- one case ------------------------------------------------------------------

typedef struct {
    const WireCase *wire;
    void *pointer[MAX_BUFFERS];
    size_t count[MAX_BUFFERS];
} CaseCall;

static void check_harness(int error, const char *what)
{
    if (error)
        broken("%s: %s", what, cuda.error_name(error));
}

static bool on_host(const WireBuffer *buffer)
{
    return buffer->place == PLACE_host || buffer->place == PLACE_pinned;
}

static void *allocate_buffer(const WireBuffer *buffer, size_t bytes)
{
    void *p = NULL;
    switch (buffer->place) {
    case PLACE_device: check_harness(cuda.malloc(&p, bytes), "cudaMalloc for a case"); break;
    case PLACE_managed:
        check_harness(cuda.malloc_managed(&p, bytes, ATTACH_GLOBAL),
                      "cudaMallocManaged for a case");
        break;
    case PLACE_pinned:
        check_harness(cuda.malloc_host(&p, bytes), "cudaMallocHost for a case");
        break;
    case PLACE_host:
        p = malloc(bytes);
        if (!p)
            broken("no memory for a buffer of %zu bytes", bytes);
        break;
    }
    return p;
}

static void prepare_buffers(CaseCall *call, const char *data, bool checked)
{
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        const WireBuffer *buffer = &call->wire->buffer[b];
        size_t bytes = buffer->count * buffer->elem_size;
        call->pointer[b] = NULL;
        call->count[b] = buffer->count;
        if (!bytes)
            continue;
        void *p = call->pointer[b] = allocate_buffer(buffer, bytes);
        if (on_host(buffer) && buffer->role != BUFFER_out)
            memcpy(p, data + buffer->offset, bytes);
        else if (on_host(buffer))
            memset(p, WIRE_POISON, bytes);
        else if (buffer->role != BUFFER_out)
            check_harness(cuda.memcpy(p, data + buffer->offset, bytes, HOST_TO_DEVICE),
                          "cudaMemcpy of an input");
        else if (!checked) // in checked runs the checkers report what was not written
            check_harness(cuda.memset(p, WIRE_POISON, bytes), "cudaMemset");
    }
    check_harness(cuda.synchronize(), "cudaDeviceSynchronize"); // the call's time starts here
}

static void send_writers(uint32_t index, uint32_t b, const WireBuffer *buffer, const char *device)
{
    size_t capacity = 16, runs = 0;
    WireWriter *run = malloc(capacity * sizeof *run);
    for (uint64_t i = 0; i < buffer->count && i < WIRE_MAX_WRITERS; i++) {
        CudasimWriter who = {0};
        if (cuda.last_writer(device + i * buffer->elem_size, &who))
            who.kind = CUDASIM_WRITER_UNKNOWN;
        WireWriter *last = runs ? &run[runs - 1] : NULL;
        if (last && last->kind == who.kind &&
            (who.kind != CUDASIM_WRITER_KERNEL ||
             (last->line == who.line && strcmp(last->file, who.file) == 0))) {
            last->count++;
            continue;
        }
        if (runs == capacity)
            run = realloc(run, (capacity *= 2) * sizeof *run);
        run[runs] = (WireWriter){.first = i, .count = 1, .kind = who.kind, .line = who.line};
        memcpy(run[runs].file, who.file, sizeof run[runs].file);
        runs++;
    }
    send_record(WIRE_writers, index, b, 0, run, runs * sizeof *run);
    free(run);
}

// Inputs are const: a write to one is reported, with its line.
static void send_change(uint32_t index, uint32_t b, const WireBuffer *buffer, const char *device,
                        const char *before, const char *after)
{
    for (uint64_t i = 0; i < buffer->count; i++) {
        uint64_t at = i * buffer->elem_size;
        if (memcmp(before + at, after + at, buffer->elem_size) == 0)
            continue;
        CudasimWriter who = {0};
        if (on_host(buffer) || cuda.last_writer(device + at, &who))
            who.kind = CUDASIM_WRITER_UNKNOWN;
        WireWriter change = {.first = i, .count = 1, .kind = who.kind, .line = who.line};
        memcpy(change.file, who.file, sizeof change.file);
        send_record(WIRE_changed, index, b, 0, &change, sizeof change);
        return;
    }
}

// Returns a CUDA error if a buffer is no longer there.
static int collect_outputs(CaseCall *call, const char *data, bool checked)
{
    uint32_t index = call->wire->index;
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        const WireBuffer *buffer = &call->wire->buffer[b];
        size_t bytes = buffer->count * buffer->elem_size;
        if (!bytes)
            continue;
        const char *from = call->pointer[b];
        if (checked && buffer->role != BUFFER_in && !on_host(buffer))
            send_writers(index, b, buffer, from);
        void *out = malloc(bytes);
        if (!out)
            broken("no memory for a buffer of %zu bytes", bytes);
        int error = 0;
        if (on_host(buffer))
            memcpy(out, from, bytes);
        else
            error = cuda.memcpy(out, from, bytes, DEVICE_TO_HOST);
        if (!error && buffer->role != BUFFER_in)
            send_record(WIRE_output, index, b, 0, out, bytes);
        else if (!error && memcmp(out, data + buffer->offset, bytes) != 0)
            send_change(index, b, buffer, from, data + buffer->offset, out);
        free(out);
        if (error)
            return error;
    }
    return 0;
}

static int release_buffers(CaseCall *call)
{
    int error = 0;
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        void *p = call->pointer[b];
        uint32_t where = call->wire->buffer[b].place;
        int e = 0;
        if (where == PLACE_host)
            free(p);
        else if (p)
            e = where == PLACE_pinned ? cuda.free_host(p) : cuda.free(p);
        error = error ? error : e;
    }
    return error;
}

static void end_case(uint32_t index, int error, const char *why)
{
    char text[512] = "";
    if (error)
        snprintf(text, sizeof text, "%s: %s", cuda.error_name(error),
                 why ? why : cuda.error_string(error));
    send_record(WIRE_end, index, 0, error, text, strlen(text));
}

static void send_time(uint32_t index, const CudasimSpent *before, const CudasimSpent *after)
{
    WireTime time = {
        .us = after->now_us - before->now_us,
        .kernel_us = after->kernel_us - before->kernel_us,
        .h2d_us = after->h2d_us - before->h2d_us,
        .d2h_us = after->d2h_us - before->d2h_us,
        .host_us = after->host_us - before->host_us,
    };
    send_record(WIRE_time, index, 0, 0, &time, sizeof time);
}

// From now on the simulator watches where the results come from.
static void watch_buffers(const CaseCall *call)
{
    CudasimBuffer buffers[MAX_BUFFERS];
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        const WireBuffer *wire = &call->wire->buffer[b];
        buffers[b] = (CudasimBuffer){call->pointer[b], wire->count * wire->elem_size,
                                     wire->role != BUFFER_in};
    }
    cuda.watch(buffers, (int)call->wire->buffers);
}

static void send_origins(const CaseCall *call)
{
    CudasimOrigins origins;
    cuda.origins(&origins, (const void *const *)call->pointer);
    send_record(WIRE_origins, call->wire->index, 0, 0, &origins, sizeof origins);
}

static void run_case(const Task *task, int part, const WireCase *wire, const char *data,
                     bool checked)
{
    CaseCall call = {.wire = wire};
    char mark[32];
    prepare_buffers(&call, data, checked);
    cuda.budget(wire->budget);
    snprintf(mark, sizeof mark, "case:%u", wire->index);
    send_record(WIRE_begin, wire->index, 0, 0, NULL, 0);

    TaskCall task_call = {
        .part = part,
        .variant = wire->variant,
        .arg = wire->arg,
        .buffers = (int)wire->buffers,
        .buffer = call.pointer,
        .count = call.count,
        .symbol = object_symbol,
    };
    CudasimSpent before, after;
    watch_buffers(&call);
    cuda.mark(mark);
    cuda.spent(&before);
    const char *problem = task->run(&task_call);
    int launch_error = cuda.last_error();
    int error = cuda.synchronize();
    cuda.spent(&after);
    cuda.mark("");
    fflush(NULL);
    if (problem)
        broken("%s", problem);
    if (error) { // the context is lost, and this process with it
        end_case(wire->index, error, NULL);
        _exit(RUNNER_cuda_error);
    }
    send_time(wire->index, &before, &after);
    send_origins(&call);
    cuda.last_error();
    int lost = launch_error ? 0 : collect_outputs(&call, data, checked);
    int freed = release_buffers(&call);
    if (launch_error)
        end_case(wire->index, launch_error, NULL);
    else
        end_case(wire->index, lost ? lost : freed, "a buffer of the caller has been freed");
}

static const Task *find_task(const char *lab)
{
    for (int i = 0; i < all_tasks_count; i++)
        if (strcmp(all_tasks[i]->name, lab) == 0)
            return all_tasks[i];
    broken("there is no adapter for lab %s", lab);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "runner: started by build/grade only\n");
        return RUNNER_harness;
    }
    for (int fd = WIRE_FD_request; fd <= WIRE_FD_counters; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC); // programs started by the lab's code get none

    size_t size, data_size;
    const WireRequest *request = map_file(WIRE_FD_request, &size);
    if (size < sizeof *request || size < sizeof *request + request->cases * sizeof(WireCase))
        return RUNNER_harness;
    nonce = request->nonce;
    const WireCase *cases = (const WireCase *)(request + 1);
    const char *data = map_file(WIRE_FD_data, &data_size);
    close(WIRE_FD_request);
    close(WIRE_FD_data);

    const Task *task = find_task(request->lab);
    open_runtime(argv[1]);
    open_libraries();
    open_object(confine_runner(argv[1], argv[2]));
    send_record(WIRE_hello, 0, 0, 0, cuda.version(), strlen(cuda.version()));
    for (uint32_t i = 0; i < request->cases; i++)
        run_case(task, (int)request->part, &cases[i], data, request->checked);
    send_record(WIRE_done, 0, 0, 0, NULL, 0);
    return RUNNER_finished;
}
