// runner_case.c - one case: its buffers, the call, and what comes out.
#include "grader/runner.h"
#include "grader/runner_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/base/hash.h"
#include "grader/run/log.h"
#include "grader/run/task_wire.h"

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
static void send_time(uint32_t index, const CudasimSpent *before, const CudasimSpent *after)
{
    WireTime time = {
        .us = after->now_us - before->now_us,
        .kernel_us = after->kernel_us - before->kernel_us,
        .h2d_us = after->h2d_us - before->h2d_us,
        .d2h_us = after->d2h_us - before->d2h_us,
        .host_us = after->host_us - before->host_us,
        .copies = after->copies - before->copies,
        .calls = after->calls - before->calls,
        .graphs_made = after->graphs_made - before->graphs_made,
        .graph_launches = after->graph_launches - before->graph_launches,
        .graphs_by_kernels = after->graphs_by_kernels - before->graphs_by_kernels,
        .graph_kernels = after->graph_kernels - before->graph_kernels,
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
    TaskOrder order = {.kind = TASK_run,
                       .part = request->part,
                       .buffers = wire->buffers,
                       .program = wire->program};
    snprintf(order.variant, sizeof order.variant, "%s", wire->variant);
    memcpy(order.arg, wire->arg, sizeof order.arg);
    for (uint32_t b = 0; b < wire->buffers; b++) {
        order.pointer[b] = (uintptr_t)call->pointer[b];
        order.count[b] = call->count[b];
    }
    return order;
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

// ---- a whole program ----------------------------------------------------------------------------

static bool program_runs;
static CudasimSpent program_start;
static cudaError_t program_error;

bool case_program_runs(void) { return program_runs; }

void case_program_returns(const WireCase *wire)
{
    (void)wire;
    cudasimFunctionReturns(NULL, 0);
    program_error = cudaDeviceSynchronize();
    allow_call(NULL);
    cudasimMark("");
}

// What else has failed is for the program to say.
void case_program_ends(const WireCase *wire, bool checked)
{
    CudasimSpent after;
    cudasimSpent(&after);
    send_time(wire->index, &program_start, &after);
    if (!checked)
        send_delays(wire->index);
    send_origins(&(CaseCall){.wire = wire});
    end_case(wire->index, program_error == cudaErrorLaunchTimeout ? program_error : cudaSuccess,
             NULL);
}

typedef enum { ONCE_more, ONCE_last } Once;

// ---- one budget for all cases of this process ----

enum { LEAST_BUDGET = 1 << 20 }; // warp instructions: small cases run in any case

static uint64_t run_spent;

// What all launches of the case may execute.
static uint64_t begin_budget(const WireCase *wire)
{
    uint64_t all = CUDASIM_LAUNCHES_OF_BUDGET * wire->budget;
    uint64_t left = request->budget > run_spent ? request->budget - run_spent : 0;
    left = left > LEAST_BUDGET ? left : LEAST_BUDGET;
    all = left < all ? left : all;
    machine_budget(wire->budget, all);
    return all;
}

// A case that has no budget left because of those before it says so.
static void end_budget(const WireCase *wire, uint64_t all)
{
    static const char why[] =
        "a kernel was stopped: the cases of a run share a budget of warp instructions, and this "
        "case and those before it have used it up";
    uint64_t left = machine_budget_left();
    run_spent += all - left;
    if (left || all == CUDASIM_LAUNCHES_OF_BUDGET * wire->budget)
        return;
    send_record(WIRE_over, wire->index, 0, 0, why, sizeof why - 1);
    end_process();
}

// One run of a case. With the option `orders` there are many: the last one is the first whose
// results are other ones.
static Once run_once(const WireCase *wire, bool checked, uint64_t *results)
{
    CaseCall call = {.wire = wire};
    char mark[32], problem[MAX_TASK_TEXT];
    bool begins = !*results;
    prepare_buffers(&call, checked);
    // Measuring takes time, and counters of lines are most of what is written of a launch.
    machine_measure(wire->measured, CASE_LAUNCHES);
    uint64_t all = begin_budget(wire);
    machine_memory_rate(wire->memory_rate);
    machine_clock_swing(wire->clock_swing);
    snprintf(mark, sizeof mark, "case:%u", wire->index);
    if (begins) {
        send_record(WIRE_begin, wire->index, 0, 0, NULL, 0);
        dprintf(STDOUT_FILENO, "%c%u\n", LOG_MARK, wire->index);
    }

    CudasimSpent before, after;
    CudasimBuffer buffers[MAX_BUFFERS];
    name_buffers(&call, buffers);
    if (wire->program)
        program_begin(wire);
    cudasimWatch(buffers, (int)wire->buffers);
    cudasimMark(mark);
    cudasimFunctionBegins();
    cudasimSpent(&before);
    allow_call(wire);
    program_start = before;
    program_runs = wire->program;
    serve_only_tasks(false);
    report_crashes_of(&call);
    uint64_t wrong = order_task(call_order(&call), problem);
    report_crashes_of(NULL);
    end_budget(wire, all);
    serve_only_tasks(true);
    if (machine_client_gone())
        return ONCE_last; // within the call
    program_runs = false;
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
    if (!launch_error && machine_orders_wanted() && has_same_results(&call, results) &&
        machine_orders_next()) {
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

void run_case(const WireCase *wire, bool checked)
{
    uint64_t results = 0;
    machine_orders_begin();
    while (run_once(wire, checked, &results) == ONCE_more)
        ;
}
