// runner_listen.c - listens to a runner until it ends; others may run at the same time.
//
// Its verdicts come through a pipe of their own; what the lab's code prints comes through
// another one and is kept for the report. A runner is ended if its case uses too much processor
// time or sleeps too long (case_clock.h).
#include "runner_process.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/cudasim/cudasim.h"
#include "grader/base/clock.h"
#include "grader/base/memory.h"
#include "wire_check.h"

enum { READ_BYTES = 1 << 18 }; // at a time: they stay in the processor's cache

// Processor seconds that a child has used: they do not depend on the machine's load.
static double cpu_of(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t))
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// What a thread does now: it waits for something (it is not running, ready to run, or at the
// disk), a kernel runs, or other code does.
static CaseDoes look_at_thread(pid_t pid, const char *thread)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/stat", (int)pid, thread);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    const char *name_end = strrchr(text, ')'); // a space and a letter follow
    if (!name_end || strlen(name_end) < 3 || !strchr("RD", name_end[2]))
        return CASE_sleeps;
    return strstr(text, "(" CUDASIM_KERNEL_RUNS ")") ? CASE_in_kernel : CASE_in_host_code;
}

// A kernel of a process counts more than its other threads.
static CaseDoes look_at(pid_t pid)
{
    char path[32];
    CaseDoes does = CASE_sleeps;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));) {
        CaseDoes thread = e->d_name[0] == '.' ? CASE_sleeps : look_at_thread(pid, e->d_name);
        if (thread == CASE_in_kernel || does == CASE_sleeps)
            does = thread;
    }
    if (d)
        closedir(d);
    return does;
}

// ---- what it says --------------------------------------------------------------------

static void copy_text(char *text, size_t size, const char *data, size_t bytes)
{
    snprintf(text, size, "%.*s", (int)bytes, data);
}

static char *copy_text_bytes(char *old, const char *data, size_t bytes)
{
    free(old);
    char *text = need(malloc(bytes + 1));
    memcpy(text, data, bytes);
    text[bytes] = 0;
    return text;
}

static void *copy_bytes(void *old, const char *data, size_t bytes)
{
    free(old);
    return memcpy(need(malloc(bytes ? bytes : 1)), data, bytes);
}

static void keep_output(Result *result, uint32_t b, OutputStream *stream)
{
    result_drop_output(result, (int)b);
    result->output_bytes[b] = stream->bytes;
    result->output[b] = output_take(stream, &result->own_output[b]);
}

// A record about one case.
static void take_case_record(RunnerProcess *child, Result *result, const WireRecord *record,
                             const char *data)
{
    size_t bytes = record->bytes;
    uint32_t b = record->buffer;
    switch (record->type) {
    case WIRE_begin:
        child->current = (int)record->index;
        child->next = child->current + 1;
        break;
    case WIRE_output: keep_output(result, b, &child->arriving); break;
    case WIRE_writers:
        result->writer[b] = copy_bytes(result->writer[b], data, bytes);
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
    case WIRE_origins:
        result->has_origins = bytes == sizeof result->origins;
        if (result->has_origins)
            memcpy(&result->origins, data, bytes);
        break;
    case WIRE_delays:
        if (bytes == sizeof result->delays)
            memcpy(&result->delays, data, bytes);
        break;
    case WIRE_crash:
        if (bytes == sizeof result->crash)
            memcpy(&result->crash, data, bytes);
        break;
    case WIRE_text:
        result->status = record->status;
        result->text[b] = copy_text_bytes(result->text[b], data, bytes);
        result->text_bytes[b] = bytes;
        break;
    case WIRE_failed: memcpy(&result->failed, data, bytes); break;
    case WIRE_end:
        result->kind = RESULT_finished;
        result->error = record->status;
        copy_text(result->message, sizeof result->message, data, bytes);
        child->current = -1;
        break;
    case WIRE_over:
        result->kind = RESULT_over;
        copy_text(result->message, sizeof result->message, data, bytes);
        child->current = -1;
        break;
    }
}

static void take_record(RunnerProcess *child, Run *run, const WireRecord *record, const char *data)
{
    size_t bytes = record->bytes;
    switch (record->type) {
    case WIRE_hello: copy_text(run->version, sizeof run->version, data, bytes); break;
    case WIRE_broken: copy_text(run->broken, sizeof run->broken, data, bytes); break;
    case WIRE_refused: copy_text(run->refused, sizeof run->refused, data, bytes); break;
    case WIRE_done:
        child->done = true;
        child->read_well = record->status == 1;
        break;
    case WIRE_client: child->client = record->status; break;
    case WIRE_left: child->left = record->status; break;
    default:
        if (record->index < (uint32_t)run->count && record->buffer < MAX_BUFFERS)
            take_case_record(child, &run->result[record->index], record, data);
    }
}

// The header of an output has come, and its bytes follow.
static void begin_output(RunnerProcess *child, const WireRecord *record)
{
    const Buffer *buffer = &child->list->cases[record->index]->buffer[record->buffer];
    child->output_record = *record;
    child->output_comes = true;
    output_begin(&child->arriving, buffer->want, record->bytes);
}

// Takes what has come of the output's bytes, and returns how many they are.
static size_t take_output(RunnerProcess *child, Run *run, const char *data, size_t bytes)
{
    OutputStream *arriving = &child->arriving;
    size_t more = arriving->bytes - arriving->at;
    more = bytes < more ? bytes : more;
    output_add(arriving, data, more);
    child->output_comes = arriving->at < arriving->bytes;
    if (!child->output_comes)
        take_record(child, run, &child->output_record, NULL);
    return more;
}

// Takes a record if it is whole, and of an output what has come; returns how many bytes that are.
// Anything that does not carry the nonce was not written by the runner.
static size_t take_next(RunnerProcess *child, Run *run, const char *data, size_t bytes, bool *good)
{
    WireRecord record;
    if (child->output_comes)
        return take_output(child, run, data, bytes);
    if (bytes < sizeof record)
        return 0;
    memcpy(&record, data, sizeof record);
    data += sizeof record;
    *good = record.nonce == child->nonce && wire_header_is_good(&record, child->list);
    if (*good && record.type == WIRE_output) {
        begin_output(child, &record);
        return sizeof record + take_output(child, run, data, bytes - sizeof record);
    }
    if (!*good || bytes - sizeof record < record.bytes)
        return 0;
    *good = wire_data_is_good(&record, data, child->list);
    if (*good)
        take_record(child, run, &record, data);
    return sizeof record + record.bytes;
}

// Reads what is there. False at the end of the stream.
static bool listen_verdict(RunnerProcess *child, Run *run)
{
    if (child->capacity - child->bytes < READ_BYTES)
        child->pending =
            need(realloc(child->pending, child->capacity = 2 * child->capacity + READ_BYTES));
    ssize_t n = read(child->verdict, child->pending + child->bytes, child->capacity - child->bytes);
    if (n <= 0)
        return n < 0 && errno == EINTR;
    child->bytes += (size_t)n;
    size_t at = 0, taken;
    do {
        bool good = true;
        taken = take_next(child, run, child->pending + at, child->bytes - at, &good);
        if (!good) {
            snprintf(run->refused, sizeof run->refused,
                     "something wrote into the runner's verdict pipe");
            return false;
        }
        at += taken;
    } while (taken);
    if (at) // else a long record has not come as a whole
        memmove(child->pending, child->pending + at, child->bytes - at);
    child->bytes -= at;
    return true;
}

static bool listen_output(RunnerProcess *child, Run *run)
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

// A pipe that has ended becomes -1.
static void read_pipes(RunnerProcess *child, Run *run, const struct pollfd fds[RUNNER_PIPES])
{
    if (fds[0].fd >= 0 && fds[0].revents && !listen_verdict(child, run)) {
        close(child->verdict);
        child->verdict = -1;
    }
    if (fds[1].fd >= 0 && fds[1].revents && !listen_output(child, run)) {
        close(child->output);
        child->output = -1;
    }
}

// All that it has left is read; a grandchild may still have the pipes open.
static void read_rest(RunnerProcess *child, Run *run)
{
    struct pollfd fds[RUNNER_PIPES];
    for (runner_polls(child, fds); poll(fds, RUNNER_PIPES, 0) > 0; runner_polls(child, fds))
        read_pipes(child, run, fds);
}

// Of the machine and of the process that runs the lab's code.
static double cpu_of_both(const RunnerProcess *child)
{
    return cpu_of(child->pid) + (child->client > 0 ? cpu_of(child->client) : 0);
}

// The host code of the lab runs in the client; kernels run in the machine.
static CaseDoes look_at_both(const RunnerProcess *child)
{
    CaseDoes client = child->client > 0 ? look_at(child->client) : CASE_sleeps;
    return client == CASE_sleeps ? look_at(child->pid) : client;
}

// Its clock starts anew when a case begins.
static void set_clock(RunnerProcess *child, double now, double cpu)
{
    child->clocked = child->next;
    case_clock_start(&child->clock, child->budget, now, cpu);
}

// Whether the case that runs has used too much. A look costs more than most messages do.
static bool is_overdue(RunnerProcess *child)
{
    double now = clock_seconds();
    bool starts = child->next != child->clocked;
    if (!starts && now - child->looked < 1e-3 * LISTEN_MS)
        return false;
    double cpu = cpu_of_both(child);
    child->looked = now;
    if (starts)
        set_clock(child, now, cpu);
    return !starts && case_clock_is_over(&child->clock, now, cpu, look_at_both(child));
}

void runner_polls(const RunnerProcess *child, struct pollfd fds[RUNNER_PIPES])
{
    fds[0] = (struct pollfd){child->verdict, POLLIN, 0};
    fds[1] = (struct pollfd){child->output, POLLIN, 0};
}

bool runner_listen(RunnerProcess *child, Run *run, const struct pollfd fds[RUNNER_PIPES])
{
    read_pipes(child, run, fds);
    if (waitpid(child->pid, &child->status, WNOHANG) == child->pid) {
        read_rest(child, run);
        if (child->left != -1)
            child->status = child->left;
        return false;
    }
    if (is_overdue(child)) {
        kill(child->pid, SIGKILL);
        waitpid(child->pid, &child->status, 0);
        child->status = -1;
        return false;
    }
    return true;
}
