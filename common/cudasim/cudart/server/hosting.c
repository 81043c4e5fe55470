// hosting.c - what a program that hosts the machine does with it, while the program that is served
// waits: the work of the grader's runner.
#include "server.h"

#include "bytes.h"
#include "cost_table.h"
#include "cudart/api/context.h"
#include "cudart/api/copy.h"
#include "observers/findings.h"
#include "observers/observers.h"
#include "sim/cost.h"
#include "sim/host.h"
#include "sim/sim.h"

#include <unistd.h>

bool machine_client_gone(void)
{
    if (!serving->gone)
        return session_over();
    for (int i = 0; i < 100 && !session_over(); i++)
        usleep(1000);
    if (!session_over())
        serve_refuse("its first thread has ended");
    return true;
}

void machine_measure(unsigned what, uint32_t launches)
{
    static bool known;
    static Outputs given; // by the options
    given = known ? given : outputs;
    known = true;
    outputs.launches_left = launches;
    outputs.lines = what & MACHINE_lines ? given.lines : LINES_none;
    outputs.unmetered = !(what & MACHINE_counters);
    hooks_measure((what & MACHINE_counters ? MEASURE_counters : 0) |
                  (what & MACHINE_shares ? MEASURE_shares : 0) |
                  (what & MACHINE_handed ? MEASURE_handed : 0) |
                  (what & MACHINE_times ? MEASURE_times : 0));
}

bool machine_orders_wanted(void) { return device.orders != 0; }

void machine_orders_begin(void)
{
    outputs.quiet = false;
    if (device.orders)
        orders_begin();
}

bool machine_orders_next(void)
{
    report_held(false);
    return outputs.quiet = device.orders && orders_next();
}

void machine_orders_end(void) { report_held(true); }

void machine_fault_text(char *text, size_t size, const FaultArgs *fault, const char *what)
{
    host_fault_text(text, size, fault, what);
}

void machine_memory_rate(double part) { cost_dram_bytes_us = part * COST_DRAM_BYTES_US; }

void machine_clock_swing(double times) { cost_clock_swing = times; }

int machine_call_place(const char **file) { return report_call_place(file); }

void machine_read(void *out, const void *from, size_t bytes)
{
    host_process.read(out, (uintptr_t)from, bytes);
}

void machine_write(void *to, const void *own, size_t bytes)
{
    host_process.write((uintptr_t)to, own, bytes);
}

cudaError_t machine_fill(void *dst, const void *own, size_t bytes)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(copy_region((CopyRegion){.at = dst},
                      (CopyRegion){.at = (void *)(uintptr_t)own, .own = true},
                      (Extent){bytes, 1, 1}, cudaMemcpyHostToDevice, NULL, HOST_WAITS));
}

cudaError_t machine_fetch(void *own, const void *src, size_t bytes)
{
    ENTER_US(COST_COPY_CALL_US);
    LEAVE(copy_region((CopyRegion){.at = own, .own = true},
                      (CopyRegion){.at = (void *)(uintptr_t)src}, (Extent){bytes, 1, 1},
                      cudaMemcpyDeviceToHost, NULL, HOST_WAITS));
}

cudaError_t machine_view(const void **own, const void *src, size_t bytes)
{
    ENTER();
    LEAVE(copy_view(own, src, bytes));
}

void *machine_memory(const void *p, size_t bytes)
{
    const Alloc *a = mem_find((uintptr_t)p);
    return a && a->addr == (uintptr_t)p && a->size >= bytes ? a->host : NULL;
}

void machine_name(const void *p, const char *name)
{
    Alloc *a = mem_find((uintptr_t)p);
    if (a)
        snprintf(a->buffer, sizeof a->buffer, "%s", name);
}

uint64_t machine_writer_run(const void *ptr, uint64_t step, uint64_t n)
{
    return observers_writer_run(ptr, step, n);
}

void machine_keep_passed(void) { observers_keep_passed(); }

const uint8_t *machine_passed(bool to_device, size_t *bytes)
{
    return observers_passed(to_device, bytes);
}

void machine_read_on_demand(bool known) { program_reading.on_demand = known; }

void machine_take_object(const char *path)
{
    Bytes object = {NULL, NULL}; // none: then no machine code is believed
    bytes_of_file(path, &object);
    program_reading.object = object.at;
    program_reading.object_bytes = bytes_left(object);
}

bool machine_program_good(void) { return program_reading.good; }
