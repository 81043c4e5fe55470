// run.c - starts the runner, feeds it, listens to it, and ends it.
//
// The runner is a process of its own: fork and exec, an empty environment but for
// the simulator's options, resource limits, no terminal. Its verdicts come
// through a pipe of their own; what the lab's code prints goes through another and
// is kept for the report. When it dies, the case that had begun and not ended is
// the one that killed it, and a new runner goes on with the next case.
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "paths.h"

enum {
    MAX_DEATHS = 3,     // restarts within one run and one group of cases
    MAX_HANGS = 2,      // those cost time
    CPU_SECONDS = 15,   // a case; a net: kernels are stopped by their budget
    SLEEP_SECONDS = 90, // the same for a runner that waits for something
    LISTEN_MS = 50,
    MAX_FILE = 40 << 20,   // bytes; the counters of some 10000 launches, of twice as many
                           // without their lines
    BASE_BUDGET = 20000000 // warp instructions a launch
};

typedef struct {
    pid_t pid;
    int verdict, output; // pipes we read
    int counters;        // memory file
    uint64_t nonce;
    char *pending; // bytes of an incomplete record
    size_t bytes, capacity;
    char tail[2048]; // the last of what was printed
    size_t tail_bytes;
    int current; // case that has begun and not ended, or -1
    int next;    // first case not begun
    bool done;
} Child;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double scaled(double seconds)
{
    const char *scale = getenv("GRADE_TIMEOUT_SCALE");
    double factor = scale ? atof(scale) : 1;
    return seconds * (factor > 0 ? factor : 1);
}

// Processor seconds that a child has used: they do not depend on the machine's load.
static double cpu_of(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t))
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Whether a child waits for something: it is not running, ready to run, or at the disk.
static bool sleeps(pid_t pid)
{
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    const char *name_end = strrchr(text, ')'); // a space and a letter follow
    return !name_end || strlen(name_end) < 3 || !strchr("RD", name_end[2]);
}

static void fail(const char *what)
{
    fprintf(stderr, "grade: %s: %s\n", what, strerror(errno));
    exit(5);
}

static uint64_t case_budget(const Case *c)
{
    if (c->budget)
        return c->budget;
    uint64_t elements = 0;
    for (int b = 0; b < c->buffers; b++)
        elements += c->buffer[b].count;
    return BASE_BUDGET + 8 * elements;
}

// ---- the request -----------------------------------------------------------------

static void fill_case(WireCase *wire, const Case *c, int index)
{
    *wire = (WireCase){
        .index = (uint32_t)index, .buffers = (uint32_t)c->buffers, .budget = case_budget(c)};
    snprintf(wire->variant, sizeof wire->variant, "%s", c->variant ? c->variant : "");
    memcpy(wire->arg, c->arg, sizeof wire->arg);
    for (int b = 0; b < c->buffers; b++) {
        const Buffer *buffer = &c->buffer[b];
        wire->buffer[b] = (WireBuffer){
            .role = buffer->role,
            .place = buffer->place,
            .elem_size = (uint32_t)elem_size(buffer->type),
            .count = buffer->count,
            .offset = (uint64_t)case_offset(c, b),
        };
    }
}

static int make_request(const RunSetup *setup, const CaseList *list, const bool *wanted,
                        const Child *child)
{
    int fd = memfd_create("request", MFD_CLOEXEC);
    if (fd < 0)
        fail("memfd_create");
    WireRequest request = {
        .nonce = child->nonce, .part = (uint32_t)list->part, .checked = setup->checked};
    snprintf(request.lab, sizeof request.lab, "%s", setup->lab);
    for (int i = child->next; i < list->count; i++)
        request.cases += !wanted || wanted[i];
    bool ok = write(fd, &request, sizeof request) == sizeof request;
    for (int i = child->next; i < list->count; i++) {
        WireCase wire;
        if (wanted && !wanted[i])
            continue;
        fill_case(&wire, list->cases[i], i);
        ok = ok && write(fd, &wire, sizeof wire) == sizeof wire;
    }
    if (!ok)
        fail("request to the runner");
    return fd;
}

// ---- start and end -----------------------------------------------------------------

static void limit(int resource, rlim_t value)
{
    struct rlimit r = {value, value};
    setrlimit(resource, &r);
}

static void place(int fd, int at)
{
    if (dup2(fd, at) != at)
        _exit(RUNNER_harness);
}

// In the child. Address space and data are not limited: device memory is one large
// reservation, of which pages are used as they are touched.
static void become_runner(const RunSetup *setup, const int fd[5])
{
    int high[5]; // out of the way of the final places
    for (int i = 0; i < 5; i++)
        high[i] = fcntl(fd[i], F_DUPFD_CLOEXEC, 64);
    int null = open("/dev/null", O_RDONLY);
    place(null, 0);
    place(high[4], 1);
    place(high[4], 2);
    place(high[0], WIRE_FD_request);
    place(high[1], WIRE_FD_data);
    place(high[2], WIRE_FD_verdict);
    place(high[3], WIRE_FD_counters);
    close_range(WIRE_FD_counters + 1, ~0u, CLOSE_RANGE_CLOEXEC); // also what our parents left open
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, MAX_FILE);
    signal(SIGPIPE, SIG_DFL);

    char options[512];
    snprintf(options, sizeof options,
             "CUDASIM_OPTIONS=tool=%s;schedule=%s;seed=%llu;counters=fd:%d;report=none%s%s",
             setup->tools, setup->schedule, (unsigned long long)setup->seed, WIRE_FD_counters,
             setup->options ? ";" : "", setup->options ? setup->options : "");
    char *environment[] = {options, NULL};
    char *argv[] = {"runner", (char *)setup->lib, (char *)setup->object, NULL};
    execve(paths_runner(), argv, environment);
    dprintf(2, "cannot start %s: %s\n", paths_runner(), strerror(errno));
    _exit(RUNNER_harness);
}

static void start(Child *child, const RunSetup *setup, const CaseList *list, const bool *wanted)
{
    int verdict[2], output[2];
    if (getrandom(&child->nonce, sizeof child->nonce, 0) != sizeof child->nonce ||
        pipe2(verdict, O_CLOEXEC) || pipe2(output, O_CLOEXEC))
        fail("pipe");
    child->counters = memfd_create("counters", MFD_CLOEXEC);
    if (child->counters < 0)
        fail("memfd_create");
    int request = make_request(setup, list, wanted, child);
    fflush(NULL);
    child->pid = fork();
    if (child->pid < 0)
        fail("fork");
    if (child->pid == 0)
        become_runner(setup, (int[]){request, list->fd, verdict[1], child->counters, output[1]});
    setpgid(child->pid, child->pid);
    close(request);
    close(verdict[1]);
    close(output[1]);
    child->verdict = verdict[0];
    child->output = output[0];
    child->current = -1;
    child->done = false;
    child->bytes = 0;
    child->tail_bytes = 0;
}

// Ends whatever the lab's code may have left behind: its process group, and
// children that moved to a session of their own and became ours.
static void sweep(pid_t pid)
{
    kill(-pid, SIGKILL);
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    for (int round = 0; round < 8; round++) {
        FILE *f = fopen(path, "r");
        bool any = false;
        if (f && fgets(line, sizeof line, f)) {
            char *p = line, *end;
            for (long orphan; (orphan = strtol(p, &end, 10)) > 0 && end != p; p = end) {
                kill((pid_t)orphan, SIGKILL);
                waitpid((pid_t)orphan, NULL, 0);
                any = true;
            }
        }
        if (f)
            fclose(f);
        if (!any)
            return;
    }
}

// ---- what it says --------------------------------------------------------------------

static void take_record(Child *child, Run *run, const WireRecord *record, const char *data)
{
    size_t bytes = record->bytes;
    if (record->type == WIRE_hello) {
        snprintf(run->version, sizeof run->version, "%.*s", (int)bytes, data);
        return;
    }
    if (record->type == WIRE_broken) {
        snprintf(run->broken, sizeof run->broken, "%.*s", (int)bytes, data);
        return;
    }
    if (record->type == WIRE_refused) {
        snprintf(run->refused, sizeof run->refused, "%.*s", (int)bytes, data);
        return;
    }
    if (record->type == WIRE_done) {
        child->done = true;
        return;
    }
    if (record->index >= (uint32_t)run->count || record->buffer >= MAX_BUFFERS)
        return;
    Result *result = &run->result[record->index];
    uint32_t b = record->buffer;
    switch (record->type) {
    case WIRE_begin:
        child->current = (int)record->index;
        child->next = child->current + 1;
        break;
    case WIRE_output:
        free(result->output[b]);
        result->output[b] = malloc(bytes ? bytes : 1);
        memcpy(result->output[b], data, bytes);
        result->output_bytes[b] = bytes;
        break;
    case WIRE_writers:
        free(result->writer[b]);
        result->writer[b] = malloc(bytes ? bytes : 1);
        memcpy(result->writer[b], data, bytes);
        result->writers[b] = bytes / sizeof(WireWriter);
        break;
    case WIRE_changed:
        if (bytes != sizeof result->change || result->changed)
            break;
        result->changed = true;
        result->changed_buffer = b;
        memcpy(&result->change, data, bytes);
        break;
    case WIRE_time:
        if (bytes == sizeof result->time)
            memcpy(&result->time, data, bytes);
        break;
    case WIRE_end:
        result->kind = RESULT_finished;
        result->error = record->status;
        snprintf(result->message, sizeof result->message, "%.*s", (int)bytes, data);
        child->current = -1;
        break;
    }
}

// Reads what is there. False at the end of the stream.
static bool listen_verdict(Child *child, Run *run)
{
    if (child->capacity - child->bytes < 65536)
        child->pending = realloc(child->pending, child->capacity = 2 * child->capacity + 131072);
    ssize_t n = read(child->verdict, child->pending + child->bytes, child->capacity - child->bytes);
    if (n <= 0)
        return n < 0 && errno == EINTR;
    child->bytes += (size_t)n;
    size_t at = 0;
    while (child->bytes - at >= sizeof(WireRecord)) {
        WireRecord record;
        memcpy(&record, child->pending + at, sizeof record);
        // Anything that does not carry the nonce was not written by the runner.
        if (record.nonce != child->nonce || record.bytes > (size_t)1 << 31) {
            snprintf(run->refused, sizeof run->refused,
                     "something wrote into the runner's verdict pipe");
            return false;
        }
        if (child->bytes - at - sizeof record < record.bytes)
            break;
        take_record(child, run, &record, child->pending + at + sizeof record);
        at += sizeof record + record.bytes;
    }
    memmove(child->pending, child->pending + at, child->bytes - at);
    child->bytes -= at;
    return true;
}

static bool listen_output(Child *child, Run *run)
{
    char buffer[4096];
    ssize_t n = read(child->output, buffer, sizeof buffer);
    if (n <= 0)
        return n < 0 && errno == EINTR;
    size_t room = MAX_LOG - run->log_bytes;
    size_t keep = (size_t)n < room ? (size_t)n : room;
    memcpy(run->log + run->log_bytes, buffer, keep);
    run->log_bytes += keep;
    run->log[run->log_bytes] = 0;
    size_t half = sizeof child->tail / 2;
    for (const char *p = buffer; n > 0;) {
        if (child->tail_bytes == sizeof child->tail) {
            memmove(child->tail, child->tail + half, half);
            child->tail_bytes = half;
        }
        size_t piece = sizeof child->tail - child->tail_bytes;
        piece = (size_t)n < piece ? (size_t)n : piece;
        memcpy(child->tail + child->tail_bytes, p, piece);
        child->tail_bytes += piece;
        p += piece;
        n -= (ssize_t)piece;
    }
    return true;
}

// Listens until the runner has ended, or has used too much processor time, or has slept
// for too long; returns its wait status, or -1 for a hang. The clock decides nothing: on a
// busy machine a runner that is ready may have to wait for long until it runs.
static int attend(Child *child, Run *run)
{
    double slept = 0, looked = now(), cpu_deadline = scaled(CPU_SECONDS);
    int before = child->next, status = 0;
    bool ended = false;
    while (true) {
        struct pollfd fds[2] = {{child->verdict, POLLIN, 0}, {child->output, POLLIN, 0}};
        int ready = poll(fds, 2, ended ? 0 : LISTEN_MS);
        if (ready > 0 && fds[0].fd >= 0 && fds[0].revents && !listen_verdict(child, run)) {
            close(child->verdict);
            child->verdict = -1;
        }
        if (ready > 0 && fds[1].fd >= 0 && fds[1].revents && !listen_output(child, run)) {
            close(child->output);
            child->output = -1;
        }
        if (ended && ready <= 0)
            return status; // drained; a grandchild may still hold the pipes
        if (!ended)
            ended = waitpid(child->pid, &status, WNOHANG) == child->pid;
        if (ended && child->verdict < 0 && child->output < 0)
            return status;
        if (child->next != before) { // the limit is on one case
            before = child->next;
            slept = 0;
            cpu_deadline = cpu_of(child->pid) + scaled(CPU_SECONDS);
        }
        double since = now() - looked;
        looked += since;
        if (!ended && sleeps(child->pid)) // what we have not seen does not count
            slept += since < 1e-3 * LISTEN_MS ? since : 1e-3 * LISTEN_MS;
        if (!ended && (slept > scaled(SLEEP_SECONDS) || cpu_of(child->pid) > cpu_deadline)) {
            kill(child->pid, SIGKILL);
            waitpid(child->pid, &status, 0);
            return -1;
        }
    }
}

// ---- counters --------------------------------------------------------------------------

static void take_counters(const Child *child, Run *run)
{
    off_t size = lseek(child->counters, 0, SEEK_END);
    if (size <= 0)
        return;
    char *text = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, child->counters, 0);
    if (text == MAP_FAILED)
        return;
    const char *end = text + size;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            break; // the runner died while it was writing
        json_t *launch = json_loadb(line, (size_t)(stop - line), 0, NULL);
        int index;
        const char *mark = json_string_value(json_object_get(launch, "mark"));
        if (mark && sscanf(mark, "case:%d", &index) == 1 && index >= 0 && index < run->count)
            json_array_append(run->result[index].launches, launch);
        else
            json_array_extend(run->stray, json_object_get(launch, "findings"));
        json_decref(launch);
        line = stop + 1;
    }
    munmap(text, (size_t)size);
}

// ---- all cases ---------------------------------------------------------------------------

// CUDA_CHECK's line, the last one with ": cudaError" that was printed, is why the
// program left.
static void note_reason(Result *result, const char *tail, size_t bytes)
{
    for (const char *end = tail + bytes; end > tail;) {
        const char *line = memrchr(tail, '\n', (size_t)(end - tail));
        line = line ? line + 1 : tail;
        size_t n = (size_t)(end - line);
        if (memmem(line, n, ": cudaError", 11)) {
            snprintf(result->message, sizeof result->message, "%.*s", (int)n, line);
            return;
        }
        end = line > tail ? line - 1 : tail;
    }
}

static void note_death(const Child *child, Run *run, int status)
{
    if (child->current < 0)
        return;
    Result *result = &run->result[child->current];
    note_reason(result, child->tail, child->tail_bytes);
    if (status == -1) {
        result->kind = RESULT_hang;
    } else if (WIFSIGNALED(status)) {
        result->kind = RESULT_signal;
        result->detail = WTERMSIG(status);
    } else {
        result->kind = RESULT_exit;
        result->detail = WEXITSTATUS(status);
    }
}

// What a runner that ended before its first case has to say for itself.
static void note_bad_start(Run *run, int status)
{
    if (run->broken[0] || run->refused[0])
        return;
    if (status == -1)
        snprintf(run->refused, sizeof run->refused, "loading it did not end");
    else if (WIFSIGNALED(status))
        snprintf(run->refused, sizeof run->refused, "the process died outside of any case: %s",
                 strsignal(WTERMSIG(status)));
    else
        snprintf(run->refused, sizeof run->refused,
                 "the process left with status %d before or after the calls: who calls exit()?",
                 WEXITSTATUS(status));
}

static bool any_left(const Child *child, const CaseList *list, const bool *wanted)
{
    for (int i = child->next; i < list->count; i++)
        if (wanted[i])
            return true;
    return false;
}

static bool same_group(const Case *a, const Case *b)
{
    return a->group == b->group || (a->group && b->group && strcmp(a->group, b->group) == 0);
}

// Where three cases of a group have ended the program, the group's others are left
// out: each costs a new start. Another group may still do well.
static void give_up_group(const CaseList *list, int dead, int *deaths, bool *wanted)
{
    const Case *c = list->cases[dead];
    deaths[dead]++;
    int all = 0;
    for (int i = 0; i < list->count; i++)
        all += same_group(list->cases[i], c) ? deaths[i] : 0;
    for (int i = 0; all >= MAX_DEATHS && i < list->count; i++)
        if (same_group(list->cases[i], c))
            wanted[i] = false;
}

Run *run_cases(const RunSetup *setup, const CaseList *list, const bool *asked)
{
    Run *run = calloc(1, sizeof *run);
    run->count = list->count;
    run->result = calloc((size_t)list->count + 1, sizeof *run->result);
    run->log = calloc(1, MAX_LOG + 1);
    run->stray = json_array();
    for (int i = 0; i < run->count; i++) {
        run->result[i].launches = json_array();
        run->result[i].work = list->cases[i]->work;
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1);

    bool *wanted = calloc((size_t)list->count + 1, sizeof *wanted);
    int *deaths = calloc((size_t)list->count + 1, sizeof *deaths);
    for (int i = 0; i < list->count; i++)
        wanted[i] = !asked || asked[i];
    Child child = {0};
    int hangs = 0;
    while (any_left(&child, list, wanted) && hangs < MAX_HANGS) {
        int first = child.next;
        start(&child, setup, list, wanted);
        int status = attend(&child, run);
        sweep(child.pid);
        note_death(&child, run, status);
        take_counters(&child, run);
        close(child.counters);
        if (child.verdict >= 0)
            close(child.verdict);
        if (child.output >= 0)
            close(child.output);
        if (child.done || run->broken[0] || run->refused[0])
            break;
        // 110 without a case in progress: a sticky error that was reported.
        bool reported = child.current < 0 && child.next > first && WIFEXITED(status) &&
                        WEXITSTATUS(status) == RUNNER_cuda_error;
        if (child.current < 0 && !reported) {
            note_bad_start(run, status);
            break;
        }
        give_up_group(list, child.next - 1, deaths, wanted);
        hangs += status == -1 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
    }
    free(child.pending);
    free(deaths);
    free(wanted);
    size_t used = strlen(run->broken);
    if (used && run->log_bytes) // the harness failed: what was printed may say why
        snprintf(run->broken + used, sizeof run->broken - used, " (%.*s)",
                 (int)strcspn(run->log, "\n"), run->log);
    return run;
}

void run_free(Run *run)
{
    for (int i = 0; i < run->count; i++) {
        Result *result = &run->result[i];
        for (int b = 0; b < MAX_BUFFERS; b++) {
            free(result->output[b]);
            free(result->writer[b]);
        }
        json_decref(result->launches);
    }
    json_decref(run->stray);
    free(run->result);
    free(run->log);
    free(run);
}
