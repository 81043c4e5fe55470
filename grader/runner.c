// runner.c - the machine on which a lab's code runs: it simulates, counts, judges nothing.
//
//   runner LIBCUDART OBJECT          (descriptors as in wire.h)
//
// The lab's code is in a process of its own, build/client, which has the thin runtime and asks this
// process for everything. This process allocates the buffers, fills them, takes the outputs,
// the last writers and the counters out of the machine's memory, and tells the grader. So
// nothing that counts can be reached by the lab's code. It does not know the expected results.
//
// The grader starts it with an empty environment and resource limits; see runner_process.c. Its
// last record says how the client has ended.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/alloc.h"
#include "common/cudasim/machine.h"
#include "grader/base/descriptors.h"
#include "grader/base/hash.h"
#include "grader/run/task_wire.h"
#include "grader/run/wire.h"
#include "grader/runner_memory.h"
#include "grader/submission/confine.h"

enum {
    CLIENT_SOCKET = 3,
    LAST_TENTHS = 20,
    HOST_FILE = 256 << 20, // bytes: one half is pinned and managed memory, one registered memory
    MACHINE_THREADS = 64
};
_Static_assert((int)RUNNER_out_of_memory == (int)OUT_OF_MEMORY, "the status that the judge knows");

static const WireRequest *request;
static const WireCase *cases;
static const char *inputs; // of all cases

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
    WireRecord record = {request->nonce, type, index, buffer, status, bytes};
    send_bytes(&record, sizeof record);
    send_bytes(data, bytes);
}

__attribute__((format(printf, 2, 3), noreturn)) static void give_up(WireType type,
                                                                    const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    send_record(type, 0, 0, 0, text, strlen(text));
    fflush(NULL);
    _exit(RUNNER_harness);
}

// The harness's own failure. After the client has connected the same harness works for the
// reference, so a failure is the object's.
#define BROKEN(...) give_up(session_greeted() ? WIRE_refused : WIRE_broken, __VA_ARGS__)

static const void *map_file(int fd, size_t *size)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        BROKEN("descriptor %d: %s", fd, strerror(errno));
    *size = (size_t)st.st_size;
    if (*size == 0)
        return NULL;
    void *data = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED)
        BROKEN("descriptor %d: %s", fd, strerror(errno));
    return data;
}

// ---- one case ------------------------------------------------------------------

typedef struct {
    const WireCase *wire;
    void *pointer[MAX_BUFFERS];
    size_t count[MAX_BUFFERS];
    void *taken[MAX_BUFFERS]; // results in memory that the client can write, copied once
} CaseCall;

static void check_harness(int error, const char *what)
{
    if (error)
        BROKEN("%s: %s", what, cudaGetErrorName((cudaError_t)error));
}

static bool on_host(const WireBuffer *buffer)
{
    return buffer->place == PLACE_host || buffer->place == PLACE_pinned;
}

static uint64_t order_task(TaskOrder order, char text[MAX_TASK_TEXT])
{
    char unread[MAX_TASK_TEXT];
    return machine_task(&order, sizeof order, text ? text : unread, MAX_TASK_TEXT);
}

static void *allocate_buffer(const WireBuffer *buffer, size_t bytes)
{
    void *p = NULL;
    switch (buffer->place) {
    case PLACE_device: check_harness(cudaMalloc(&p, bytes), "cudaMalloc for a case"); break;
    case PLACE_managed:
        check_harness(cudaMallocManaged(&p, bytes, cudaMemAttachGlobal),
                      "cudaMallocManaged for a case");
        break;
    case PLACE_pinned: check_harness(cudaMallocHost(&p, bytes), "cudaMallocHost for a case"); break;
    case PLACE_host:
        p = (void *)order_task((TaskOrder){.kind = TASK_alloc, .bytes = bytes}, NULL);
        if (!p)
            BROKEN("no memory for a buffer of %zu bytes", bytes);
        break;
    }
    return p;
}

// Pinned memory is this process's, too; pageable memory is the client's alone.
static void write_host(const WireBuffer *buffer, void *p, const void *from, size_t bytes)
{
    if (buffer->place == PLACE_pinned)
        memcpy(p, from, bytes);
    else
        machine_write(p, from, bytes);
}

static void fill_host(const WireBuffer *buffer, void *p, size_t bytes)
{
    void *poison = malloc(bytes);
    if (!poison)
        BROKEN("no memory for a buffer of %zu bytes", bytes);
    memset(poison, WIRE_POISON, bytes);
    write_host(buffer, p, poison, bytes);
    free(poison);
}

// In checked runs the checkers must not know of these bytes: they report what was not written.
// But the bytes are the same as in the clean run, so that nobody can tell the runs apart by them.
static void poison_output(void *p, size_t bytes, bool checked)
{
    void *here = machine_memory(p, bytes);
    if (!checked)
        check_harness(cudaMemset(p, WIRE_POISON, bytes), "cudaMemset");
    else if (here)
        memset(here, WIRE_POISON, bytes);
}

// What the harness writes was not written by the lab's last call.
static void prepare_buffers(CaseCall *call, bool checked)
{
    const char *file;
    int line = machine_call_place(&file);
    cudasimSource(NULL, 0);
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        const WireBuffer *buffer = &call->wire->buffer[b];
        size_t bytes = buffer->count * buffer->elem_size;
        call->pointer[b] = NULL;
        call->count[b] = buffer->count;
        if (!bytes)
            continue;
        void *p = call->pointer[b] = allocate_buffer(buffer, bytes);
        machine_name(p, buffer->name);
        if (on_host(buffer) && role_is_input(buffer->role))
            write_host(buffer, p, inputs + buffer->offset, bytes);
        else if (on_host(buffer))
            fill_host(buffer, p, bytes);
        else if (role_is_input(buffer->role))
            check_harness(machine_fill(p, inputs + buffer->offset, bytes),
                          "cudaMemcpy of an input");
        else
            poison_output(p, bytes, checked);
    }
    check_harness(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); // the call's time starts here
    cudasimSource(file, line);
}

// Whether an element goes into the run of the element before it.
static bool same_writer(const WireWriter *last, const CudasimWriter *who, bool by_thread)
{
    if (last->kind != who->kind || last->line != who->line || last->caller != who->caller ||
        strcmp(last->caller_file, who->caller_file) != 0 || strcmp(last->file, who->file) != 0)
        return false;
    return !by_thread || who->kind != CUDASIM_WRITER_KERNEL ||
           (memcmp(last->block, who->block, sizeof who->block) == 0 &&
            memcmp(last->thread, who->thread, sizeof who->thread) == 0);
}

static void send_writers(uint32_t index, uint32_t b, const WireBuffer *buffer, const char *device)
{
    size_t capacity = 16, runs = 0;
    WireWriter *run = malloc(capacity * sizeof *run);
    uint64_t count = buffer->count < WIRE_MAX_WRITERS ? buffer->count : WIRE_MAX_WRITERS;
    for (uint64_t i = 0, same; i < count; i += same) {
        CudasimWriter who = {0};
        const char *at = device + i * buffer->elem_size;
        bool by_thread = request->looked && i < WIRE_MAX_WRITING;
        if (cudasimLastWriter(at, &who))
            who.kind = CUDASIM_WRITER_UNKNOWN;
        same = by_thread ? 1 : machine_writer_run(at, buffer->elem_size, count - i);
        WireWriter *last = runs ? &run[runs - 1] : NULL;
        if (last && same_writer(last, &who, by_thread)) {
            last->count += same;
            continue;
        }
        if (runs == capacity)
            run = realloc(run, (capacity *= 2) * sizeof *run);
        run[runs] = (WireWriter){
            .first = i, .count = same, .kind = who.kind, .line = who.line, .caller = who.caller};
        memcpy(run[runs].block, who.block, sizeof who.block);
        memcpy(run[runs].thread, who.thread, sizeof who.thread);
        memcpy(run[runs].file, who.file, sizeof run[runs].file);
        memcpy(run[runs].caller_file, who.caller_file, sizeof run[runs].caller_file);
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
        if (on_host(buffer) || cudasimLastWriter(device + at, &who))
            who.kind = CUDASIM_WRITER_UNKNOWN;
        WireWriter change = {.first = i, .count = 1, .kind = who.kind, .line = who.line};
        memcpy(change.file, who.file, sizeof change.file);
        send_record(WIRE_changed, index, b, 0, &change, sizeof change);
        return;
    }
}

static cudaError_t fetch_buffer(const WireBuffer *buffer, const void *from, void *out, size_t bytes)
{
    if (buffer->place == PLACE_host) {
        machine_read(out, from, bytes);
        return cudaSuccess;
    }
    if (buffer->place != PLACE_pinned)
        return machine_fetch(out, from, bytes);
    const void *here = machine_memory(from, bytes);
    if (!here)
        return cudaErrorInvalidValue; // the lab's code has freed it
    memcpy(out, here, bytes);
    return cudaSuccess;
}

// For a copy of a buffer, in large pages where the system has them: all of it is used, once.
static void *allocate_copy(size_t bytes)
{
    size_t page = 2 << 20;
    void *p = bytes < 2 * page ? malloc(bytes) : aligned_alloc(page, (bytes + page - 1) & -page);
    if (p && bytes >= 2 * page)
        madvise(p, bytes & -page, MADV_HUGEPAGE);
    return p;
}

static cudaError_t copy_buffer(const WireBuffer *buffer, const void *from, size_t bytes,
                               void **copy)
{
    if (!(*copy = allocate_copy(bytes)))
        BROKEN("no memory for a buffer of %zu bytes", bytes);
    return fetch_buffer(buffer, from, *copy, bytes);
}

// Returns a CUDA error if a buffer is no longer there. Large ones are looked at where they are:
// fresh memory costs more than the work.
static cudaError_t collect_outputs(CaseCall *call, bool checked)
{
    uint32_t index = call->wire->index;
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        const WireBuffer *buffer = &call->wire->buffer[b];
        size_t bytes = buffer->count * buffer->elem_size;
        if (!bytes || buffer->role == BUFFER_spare)
            continue;
        const char *from = call->pointer[b];
        if (checked && buffer->role != BUFFER_in && !on_host(buffer))
            send_writers(index, b, buffer, from);
        void *copy = call->taken[b];
        const void *out = copy;
        cudaError_t error = cudaSuccess;
        call->taken[b] = NULL;
        if (!copy && buffer->place == PLACE_device)
            error = machine_view(&out, from, bytes);
        else if (!copy)
            error = copy_buffer(buffer, from, bytes, &copy);
        out = copy ? copy : out;
        if (!error && buffer->role != BUFFER_in)
            send_record(WIRE_output, index, b, 0, out, bytes);
        else if (!error && memcmp(out, inputs + buffer->offset, bytes) != 0)
            send_change(index, b, buffer, from, inputs + buffer->offset, out);
        free(copy);
        if (error)
            return error;
    }
    return cudaSuccess;
}

static cudaError_t release_buffers(CaseCall *call)
{
    cudaError_t error = cudaSuccess;
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        void *p = call->pointer[b];
        uint32_t where = call->wire->buffer[b].place;
        cudaError_t e = cudaSuccess;
        if (where == PLACE_host)
            order_task((TaskOrder){.kind = TASK_free, .pointer = {(uintptr_t)p}}, NULL);
        else if (p)
            e = where == PLACE_pinned ? cudaFreeHost(p) : cudaFree(p);
        error = error ? error : e;
    }
    return error;
}

static void end_case(uint32_t index, cudaError_t error, const char *why)
{
    char text[512] = "";
    machine_orders_end();
    if (error)
        snprintf(text, sizeof text, "%s: %s", cudaGetErrorName(error),
                 why ? why : cudaGetErrorString(error));
    send_record(WIRE_end, index, 0, error, text, strlen(text));
}

static uint32_t current; // the case whose call is made, if one is
static bool in_call;

// What the client's process does outside of the calls of cases has a bound, too: a microsecond for
// each of these instructions.
#define OUTSIDE_BUDGET 100000000

__attribute__((noreturn)) static void end_process(void)
{
    if (request->looked)
        rt_end(); // writes the recording
    fflush(NULL);
    _exit(RUNNER_cuda_error);
}

static void end_overspent(const char *why, const char *file, int line, cudaError_t error)
{
    char text[512];
    if (!in_call)
        give_up(WIRE_refused, "outside of the grader's calls: %s", why);
    if (error) {
        end_case(current, error, NULL);
        end_process();
    }
    snprintf(text, sizeof text, "%.220s\n%.255s\n%d", why, file ? file : "", line);
    send_record(WIRE_over, current, 0, 0, text, strlen(text));
    end_process();
}

// A microsecond for each instruction that the launches of a case may execute: its budget ends a
// kernel that works before.
static void allow_call(const WireCase *wire)
{
    in_call = wire != NULL;
    current = wire ? wire->index : 0;
    uint64_t budget = wire ? CUDASIM_LAUNCHES_OF_BUDGET * wire->budget : OUTSIDE_BUDGET;
    machine_allow((double)budget, budget, in_call, end_overspent);
}

static void send_time(uint32_t index, const CudasimSpent *before, const CudasimSpent *after)
{
    WireTime time = {
        .us = after->now_us - before->now_us,
        .kernel_us = after->kernel_us - before->kernel_us,
        .h2d_us = after->h2d_us - before->h2d_us,
        .d2h_us = after->d2h_us - before->d2h_us,
        .host_us = after->host_us - before->host_us,
        .copies = after->copies - before->copies,
    };
    send_record(WIRE_time, index, 0, 0, &time, sizeof time);
}

static void send_delays(uint32_t index)
{
    CudasimDelays delays;
    cudasimDelays(&delays);
    send_record(WIRE_delays, index, 0, 0, &delays, sizeof delays);
}

static void name_buffers(const CaseCall *call, CudasimBuffer buffers[MAX_BUFFERS])
{
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        const WireBuffer *wire = &call->wire->buffer[b];
        buffers[b] = (CudasimBuffer){call->pointer[b], wire->count * wire->elem_size,
                                     role_is_result(wire->role)};
    }
}

// The client has results in the host's memory, and can change these at any time. So they are
// copied once: what is judged to be delivered is what is compared.
static void take_results(CaseCall *call)
{
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        const WireBuffer *buffer = &call->wire->buffer[b];
        size_t bytes = buffer->count * buffer->elem_size;
        if (buffer->place == PLACE_device || !role_is_result(buffer->role) || !bytes)
            continue;
        void *copy = allocate_copy(bytes);
        if (copy && fetch_buffer(buffer, call->pointer[b], copy, bytes)) {
            free(copy);
            copy = NULL; // it is no longer there
        }
        call->taken[b] = copy;
    }
}

static void send_origins(const CaseCall *call)
{
    CudasimOrigins origins;
    cudasimOrigins(&origins, (const void *const *)call->taken);
    send_record(WIRE_origins, call->wire->index, 0, 0, &origins, sizeof origins);
}

static TaskOrder call_order(const CaseCall *call)
{
    const WireCase *wire = call->wire;
    TaskOrder order = {.kind = TASK_run, .part = request->part, .buffers = wire->buffers};
    snprintf(order.variant, sizeof order.variant, "%s", wire->variant);
    memcpy(order.arg, wire->arg, sizeof order.arg);
    for (uint32_t b = 0; b < wire->buffers; b++) {
        order.pointer[b] = (uintptr_t)call->pointer[b];
        order.count[b] = call->count[b];
    }
    return order;
}

// ---- a crash ------------------------------------------------------------------------------------

static const CaseCall *called; // in which the lab's code runs; NULL: in none

// "out[3]" for an address in a buffer of the case.
static const char *element_name(char *name, size_t size, uint64_t addr)
{
    for (uint32_t b = 0; b < called->wire->buffers; b++) {
        const WireBuffer *buffer = &called->wire->buffer[b];
        uint64_t at = addr - (uintptr_t)called->pointer[b];
        if (!called->pointer[b] || at >= buffer->count * buffer->elem_size)
            continue;
        snprintf(name, size, "%s[%llu]", buffer->name,
                 (unsigned long long)(at / buffer->elem_size));
        return name;
    }
    return NULL;
}

// The lab's process waits, and ends after this.
static void send_crash(const FaultArgs *fault, const char *file, int line)
{
    WireCrash crash = {
        .signal = fault->signal, .line = line > 0 ? line : 0, .caller = fault->caller_line};
    char name[64];
    if (!called)
        return;
    machine_fault_text(crash.text, sizeof crash.text, fault,
                       element_name(name, sizeof name, fault->addr));
    snprintf(crash.file, sizeof crash.file, "%s", file ? file : "");
    memcpy(crash.caller_file, fault->caller_file, sizeof fault->caller_file);
    send_record(WIRE_crash, called->wire->index, 0, 0, &crash, sizeof crash);
    called = NULL;
}

// Are the results of this run of a case those of its first run?
static bool has_same_results(const CaseCall *call, uint64_t *first)
{
    uint64_t hash = 1;
    for (uint32_t b = 0; b < call->wire->buffers; b++) {
        const WireBuffer *buffer = &call->wire->buffer[b];
        size_t bytes = buffer->count * buffer->elem_size;
        if (!role_is_result(buffer->role) || !bytes)
            continue;
        void *copy = NULL;
        const void *out;
        cudaError_t error = buffer->place == PLACE_device
                                ? machine_view(&out, call->pointer[b], bytes)
                                : copy_buffer(buffer, call->pointer[b], bytes, &copy);
        hash = error ? 0 : hash_bytes(copy ? copy : out, bytes, hash);
        free(copy);
        if (error)
            return false; // taking the results will say why
    }
    *first = *first ? *first : hash;
    return hash == *first;
}

typedef enum { ONCE_more, ONCE_last } Once;

// One run of a case. With the option `orders` there are many: the last one is the first whose
// results are other ones.
static Once run_once(const WireCase *wire, bool checked, uint64_t *results)
{
    CaseCall call = {.wire = wire};
    char mark[32], problem[MAX_TASK_TEXT];
    bool begins = !*results;
    prepare_buffers(&call, checked);
    // Counting takes time, and counters of lines are most of what is written of a launch.
    machine_count(wire->counted, wire->lines, CASE_LAUNCHES);
    cudasimBudget(wire->budget);
    machine_memory_rate(wire->memory_rate);
    machine_clock_swing(wire->clock_swing);
    snprintf(mark, sizeof mark, "case:%u", wire->index);
    if (begins)
        send_record(WIRE_begin, wire->index, 0, 0, NULL, 0);

    CudasimSpent before, after;
    CudasimBuffer buffers[MAX_BUFFERS];
    name_buffers(&call, buffers);
    cudasimWatch(buffers, (int)wire->buffers);
    cudasimMark(mark);
    cudasimFunctionBegins();
    cudasimSpent(&before);
    allow_call(wire);
    serve_only_tasks(false);
    called = &call;
    uint64_t wrong = order_task(call_order(&call), problem);
    called = NULL;
    serve_only_tasks(true);
    if (machine_client_gone())
        return ONCE_last; // within the call
    cudasimFunctionReturns(buffers, (int)wire->buffers);
    cudaError_t launch_error = cudaGetLastError();
    cudaError_t error = cudaDeviceSynchronize();
    cudasimSpent(&after);
    allow_call(NULL);
    cudasimMark("");
    order_task((TaskOrder){.kind = TASK_flush}, NULL);
    if (wrong)
        give_up(WIRE_refused, "%s", problem);
    if (error) { // the context is lost, and this process with it
        end_case(wire->index, error, NULL);
        end_process();
    }
    if (!launch_error && has_same_results(&call, results) && machine_orders_next()) {
        check_harness(release_buffers(&call), "cudaFree");
        return ONCE_more;
    }
    send_time(wire->index, &before, &after);
    take_results(&call);
    if (!checked)
        send_delays(wire->index);
    send_origins(&call);
    cudaGetLastError();
    cudaError_t lost = launch_error ? cudaSuccess : collect_outputs(&call, checked);
    cudaError_t freed = release_buffers(&call);
    for (int b = 0; b < MAX_BUFFERS; b++)
        free(call.taken[b]);
    if (machine_client_gone())
        return ONCE_last;
    if (launch_error)
        end_case(wire->index, launch_error, NULL);
    else
        end_case(wire->index, lost ? lost : freed, "a buffer of the caller has been freed");
    return ONCE_last;
}

static void run_case(const WireCase *wire, bool checked)
{
    uint64_t results = 0;
    machine_orders_begin();
    while (run_once(wire, checked, &results) == ONCE_more)
        ;
}

// The client's first thread waits here until all cases are done.
static void run_cases_for_client(const char *refusal)
{
    if (*refusal)
        give_up(WIRE_refused, "%s", refusal);
    const char *version = cudasimVersion();
    send_record(WIRE_hello, 0, 0, 0, version, strlen(version));
    serve_only_tasks(true);
    for (uint32_t i = 0; i < request->cases && !machine_client_gone(); i++)
        run_case(&cases[i], request->checked);
    serve_only_tasks(false); // exit handlers may still free memory
    if (!machine_client_gone())
        send_record(WIRE_done, 0, 0, machine_program_good(), NULL, 0);
}

// ---- the client ---------------------------------------------------------------------------------

static void limit_resource(int resource, rlim_t value)
{
    struct rlimit r = {value, value};
    setrlimit(resource, &r);
}

// The client's executable is beside this one.
static void find_client(char path[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 8);
    path[n > 0 ? n : 0] = 0;
    char *slash = strrchr(path, '/');
    strcpy(slash ? slash + 1 : path, "client");
}

// In the child, which has this process's memory until then: nothing of this process is left after
// execve() but the socket and the output.
__attribute__((noreturn)) static void become_client(const char *path, char **argv, int socket)
{
    char *arguments[] = {"client", argv[1], argv[2], (char *)(uintptr_t)request->lab, NULL};
    char *environment[] = {"CUDASIM_SESSION=3", NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(socket, CLIENT_SOCKET) == CLIENT_SOCKET && fcntl(CLIENT_SOCKET, F_SETFD, 0) == 0 &&
        descriptors_close(CLIENT_SOCKET + 1, false))
        execve(path, arguments, environment);
    fprintf(stderr, "cannot start %s: %s\n", path, strerror(errno));
    _exit(CLIENT_unusable);
}

static void start_client(char **argv)
{
    char path[PATH_MAX];
    int ends[2];
    find_client(path);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
        BROKEN("socketpair: %s", strerror(errno));
    fflush(NULL);
    pid_t pid = vfork();
    if (pid == 0)
        become_client(path, argv, ends[1]);
    if (pid < 0)
        BROKEN("fork: %s", strerror(errno));
    session.pid = pid;
    close(ends[1]);
    session.socket = ends[0];
    session.process = (int)syscall(SYS_pidfd_open, session.pid, 0);
}

// From here on this process reads libraries and the list of the client's threads, writes to what
// is open, and can end the client. It interprets what a hostile program sends: should
// that ever take it over, it reaches no more than this.
static void confine_machine(void)
{
    Confinement confinement = {
        .readable = {"/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64",
                     "/etc/ld.so.cache", "/proc", NULL},
        .client = session.process,
    };
    if (session.process > 0) // without it the client could not be ended
        confine(&confinement);
}

static void end_client(void)
{
    if (session.process > 0)
        syscall(SYS_pidfd_send_signal, session.process, SIGKILL, NULL, 0);
    else
        kill(session.pid, SIGKILL);
}

// How the client has ended. One that has closed its channel and lives on is ended, and counts as
// one that has left with status 0: on a busy machine the system may take that long to end a process
// of many threads, and a kill from outside (batch.c) is something else.
static int wait_for_client(void)
{
    int status;
    for (int i = 0; i < LAST_TENTHS; i++) {
        if (waitpid(session.pid, &status, WNOHANG) == session.pid)
            return status;
        usleep(i < 10 ? 1000 : 100000);
    }
    end_client();
    waitpid(session.pid, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 0 : status;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "runner: started by build/grade only\n");
        return RUNNER_harness;
    }
    for (int fd = WIRE_FD_request; fd <= WIRE_FD_look; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);

    size_t size, data_size;
    request = map_file(WIRE_FD_request, &size);
    if (size < sizeof *request || size < sizeof *request + request->cases * sizeof(WireCase))
        return RUNNER_harness;
    cases = (const WireCase *)(request + 1);
    inputs = map_file(WIRE_FD_data, &data_size);
    close(WIRE_FD_request);
    close(WIRE_FD_data);

    machine_read_on_demand(request->known);
    session.grading = true;
    session.file_bytes = HOST_FILE;
    session.max_threads = MACHINE_THREADS;
    session.work = run_cases_for_client;
    allow_call(NULL);
    session.crashes = send_crash;
    start_client(argv);
    send_record(WIRE_client, 0, 0, session.pid, NULL, 0);
    prepare_heap();
    const char *missing = serve_prepare();
    if (missing)
        BROKEN("no %s: %s", missing, strerror(errno));
    if (!limit_memory())
        BROKEN("/proc/self/statm cannot be read");
    confine_machine();
    limit_resource(RLIMIT_FSIZE, RUNNER_MAX_FILE); // the counters
    serve_session();
    int status = wait_for_client();
    if (!session_greeted())
        give_up(WIRE_broken, "the client of the simulator did not start");
    fflush(NULL);
    send_record(WIRE_left, 0, 0, status, NULL, 0);
    _exit(RUNNER_finished);
}
