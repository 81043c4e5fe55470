// gpu_case.c - one case on the GPU: its buffers, the call, the comparison, and the time of the
// call.
#include "gpu.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/clock.h"
#include "grader/base/memory.h"
#include "grader/base/text.h"
#include "grader/judge/compare.h"
#include "grader/run/wire.h"

static void *lab_object; // of the part that this process runs

static void *object_symbol(const char *name) { return dlsym(lab_object, name); }

typedef struct {
    const Case *c;
    void *pointer[MAX_BUFFERS];
    size_t bytes[MAX_BUFFERS], count[MAX_BUFFERS];
} GpuCall;

static bool in_host_memory(const Buffer *buffer)
{
    return buffer->place == PLACE_host || buffer->place == PLACE_pinned;
}

// ---- buffers ------------------------------------------------------------------------------

static cudaError_t allocate(BufferPlace place, void **p, size_t bytes)
{
    switch (place) {
    case PLACE_device: return cudaMalloc(p, bytes);
    case PLACE_managed: return cudaMallocManaged(p, bytes, cudaMemAttachGlobal);
    case PLACE_pinned: return cudaMallocHost(p, bytes);
    case PLACE_host: *p = need(malloc(bytes)); return cudaSuccess;
    }
    return cudaErrorInvalidValue;
}

static cudaError_t release(BufferPlace place, void *p)
{
    if (place == PLACE_host)
        free(p);
    else
        return place == PLACE_pinned ? cudaFreeHost(p) : cudaFree(p);
    return cudaSuccess;
}

static cudaError_t allocate_all(GpuCall *call)
{
    for (int b = 0; b < call->c->buffers; b++) {
        const Buffer *buffer = &call->c->buffer[b];
        call->count[b] = buffer->count;
        call->bytes[b] = buffer->count * elem_size(buffer->type);
        if (!call->bytes[b])
            continue;
        cudaError_t error = allocate(buffer->place, &call->pointer[b], call->bytes[b]);
        if (error)
            return error;
    }
    return cudaSuccess;
}

// Inputs and, so that an element that nothing writes is seen, poison.
static cudaError_t fill_all(const GpuCall *call)
{
    for (int b = 0; b < call->c->buffers; b++) {
        const Buffer *buffer = &call->c->buffer[b];
        void *p = call->pointer[b];
        if (!p)
            continue;
        if (in_host_memory(buffer) && !role_is_input(buffer->role))
            memset(p, WIRE_POISON, call->bytes[b]);
        else if (in_host_memory(buffer))
            memcpy(p, buffer->data, call->bytes[b]);
        else if (!role_is_input(buffer->role))
            cudaMemset(p, WIRE_POISON, call->bytes[b]);
        else
            cudaMemcpy(p, buffer->data, call->bytes[b], cudaMemcpyDefault);
    }
    return cudaDeviceSynchronize();
}

static cudaError_t release_all(GpuCall *call)
{
    cudaError_t error = cudaSuccess;
    for (int b = 0; b < call->c->buffers; b++) {
        cudaError_t freed =
            call->pointer[b] ? release(call->c->buffer[b].place, call->pointer[b]) : cudaSuccess;
        error = error ? error : freed;
    }
    return error;
}

// ---- the call -----------------------------------------------------------------------------

// Microseconds from the call to the end of its work in *us.
static cudaError_t call_lab(const Task *task, const GpuCall *call, const char **problem, double *us)
{
    TaskCall t = {
        .part = call->c->part,
        .variant = call->c->variant ? call->c->variant : "",
        .arg = call->c->arg,
        .buffers = call->c->buffers,
        .buffer = (void **)call->pointer,
        .count = call->count,
        .symbol = object_symbol,
    };
    double start = clock_seconds();
    *problem = task_run(task, &t);
    cudaError_t launch = cudaGetLastError(), error = cudaDeviceSynchronize();
    *us = 1e6 * (clock_seconds() - start);
    return error ? error : launch;
}

// ---- the comparison -----------------------------------------------------------------------

static void describe(const Mismatch *m, const char *told, char *text, size_t size)
{
    int n =
        snprintf(text, size, "%s: %zu of %zu elements are wrong: %s is %s, expected %s", m->buffer,
                 m->wrong, m->total, m->first[0].name, m->first[0].got, m->first[0].want);
    if ((told || *m->pattern) && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, " (%s)", told ? told : m->pattern);
}

static bool compare_all(const Lab *lab, const GpuCall *call, CaseLine *line)
{
    bool right = true;
    for (int b = 0; b < call->c->buffers && right; b++) {
        const Buffer *buffer = &call->c->buffer[b];
        size_t bytes = call->bytes[b];
        if (!bytes || buffer->role == BUFFER_spare)
            continue;
        void *got = need(malloc(bytes));
        if (in_host_memory(buffer))
            memcpy(got, call->pointer[b], bytes);
        else
            cudaMemcpy(got, call->pointer[b], bytes, cudaMemcpyDefault);
        if (buffer->role == BUFFER_in) {
            right = memcmp(got, buffer->data, bytes) == 0;
            if (!right)
                snprintf(line->what, sizeof line->what, "%s: the input has been changed",
                         buffer->name);
        } else {
            Mismatch m;
            right = compare_buffer(buffer, got, bytes, &m);
            bool secret = call->c->flags & CASE_QUESTION;
            Diagnoses all = {0};
            if (!right && !secret && lab->diagnose)
                lab->diagnose(call->c, b, got, &all);
            const char *told = all.count ? all.sentence[0] : NULL;
            if (!right && secret)
                snprintf(line->what, sizeof line->what, "%s: not the right answer", buffer->name);
            else if (!right)
                describe(&m, told, line->what, sizeof line->what);
        }
        free(got);
    }
    return right;
}

// ---- one case -----------------------------------------------------------------------------

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static cudaError_t time_case(const Task *task, const GpuCall *call, CaseLine *line)
{
    double us[GPU_RUNS], one;
    const char *problem;
    for (int i = -GPU_WARM_UP; i < GPU_RUNS; i++) {
        cudaError_t error = fill_all(call);
        if (!error)
            error = call_lab(task, call, &problem, &one);
        if (error)
            return error;
        if (i >= 0)
            us[i] = one;
    }
    qsort(us, GPU_RUNS, sizeof *us, by_time);
    line->median = us[GPU_RUNS / 2];
    line->least = us[0];
    line->most = us[GPU_RUNS - 1];
    return cudaSuccess;
}

static void lost(CaseLine *line, cudaError_t error)
{
    line->outcome = CASE_error;
    snprintf(line->what, sizeof line->what, "%s (%s)", cudaGetErrorName(error),
             cudaGetErrorString(error));
}

void gpu_case_run(const Task *task, void *object, const Lab *lab, const Case *c, bool timed,
                  CaseLine *line)
{
    GpuCall call = {.c = c};
    const char *problem = NULL;
    double us;
    lab_object = object;
    *line = (CaseLine){.outcome = CASE_right};
    snprintf(line->name, sizeof line->name, "%s", c->name);
    if (c->program) {
        gpu_program_run(task, c, object_symbol, line);
        return;
    }
    cudaError_t error = allocate_all(&call);
    if (!error)
        error = fill_all(&call);
    if (!error)
        error = call_lab(task, &call, &problem, &us);
    if (problem) {
        line->outcome = CASE_error;
        snprintf(line->what, sizeof line->what, "%s", problem);
        return;
    }
    if (!error && !compare_all(lab, &call, line))
        line->outcome = CASE_wrong;
    if (!error && timed && line->outcome == CASE_right)
        error = time_case(task, &call, line);
    cudaError_t freed = release_all(&call);
    if (error || freed)
        lost(line, error ? error : freed);
}

// ---- what a child says of a case ------------------------------------------------------------

void case_line_write(FILE *out, const CaseLine *line)
{
    char name[sizeof line->name], what[GPU_TEXT];
    text_clean(name, sizeof name, line->name, strlen(line->name));
    text_clean(what, sizeof what, line->what, strlen(line->what));
    fprintf(out, "%d\t%.3f\t%.3f\t%.3f\t%s\t%s\n", (int)line->outcome, line->median, line->least,
            line->most, name, what);
    fflush(out);
}

bool case_line_read(const char *text, CaseLine *line)
{
    int outcome, n = 0;
    *line = (CaseLine){0};
    if (sscanf(text, "%d\t%lf\t%lf\t%lf\t%47[^\t]\t%n", &outcome, &line->median, &line->least,
               &line->most, line->name, &n) != 5 ||
        !n || outcome < CASE_right || outcome > CASE_error)
        return false;
    line->outcome = (CaseOutcome)outcome;
    snprintf(line->what, sizeof line->what, "%.*s", (int)strcspn(text + n, "\n"), text + n);
    return true;
}
