// runner_report.c - what the machine's process tells the grader, and what ends a case: its own end,
// a crash, or that it uses up too much.
#include "grader/runner.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

// Several threads may have something to tell when a process ends. No record comes within another.
static pthread_mutex_t telling = PTHREAD_MUTEX_INITIALIZER;

void send_record(WireType type, uint32_t index, uint32_t buffer, int status, const void *data,
                 size_t bytes)
{
    WireRecord record = {request->nonce, type, index, buffer, status, bytes};
    pthread_mutex_lock(&telling);
    send_bytes(&record, sizeof record);
    send_bytes(data, bytes);
    pthread_mutex_unlock(&telling);
}

void give_up(WireType type, const char *format, ...)
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

// ---- what ends a case -------------------------------------------------------------------------

void end_case(uint32_t index, cudaError_t error, const char *why)
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

void end_process(void)
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
void allow_call(const WireCase *wire)
{
    in_call = wire != NULL;
    current = wire ? wire->index : 0;
    uint64_t budget = wire ? CUDASIM_LAUNCHES_OF_BUDGET * wire->budget : OUTSIDE_BUDGET;
    machine_allow((double)budget, budget, in_call, end_overspent);
}
// ---- a crash ------------------------------------------------------------------------------------

static const CaseCall *called;

void report_crashes_of(const CaseCall *call) { called = call; }

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
void send_crash(const FaultArgs *fault, const char *file, int line)
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
