// runner.h - the parts of build/runner: runner.c, the process; runner_case.c, a case;
// runner_report.c, what it tells the grader, and what ends a case; runner_memory.c, what the
// machine may use.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/cudasim/machine.h"
#include "grader/run/wire.h"

extern const WireRequest *request;
extern const char *inputs; // of all cases

typedef struct {
    const WireCase *wire;
    void *pointer[MAX_BUFFERS];
    size_t count[MAX_BUFFERS];
    void *taken[MAX_BUFFERS]; // results in memory that the client can write, copied once
} CaseCall;

// ---- runner_case.c --------------------------------------------------------------------------

void run_case(const WireCase *wire, bool checked);
// A whole program ends its process within its call: does one run; what it has left behind; and
// what the case tells at its end.
bool case_program_runs(void);
void case_program_returns(const WireCase *wire);
void case_program_ends(const WireCase *wire, bool checked);

// ---- runner_report.c ------------------------------------------------------------------------

void send_record(WireType type, uint32_t index, uint32_t buffer, int status, const void *data,
                 size_t bytes);
__attribute__((format(printf, 2, 3), noreturn)) void give_up(WireType type, const char *format,
                                                             ...);

// The harness's own failure. After the client has connected the same harness works for the
// reference, so a failure is the object's.
#define BROKEN(...) give_up(session_greeted() ? WIRE_refused : WIRE_broken, __VA_ARGS__)

// The case has ended; `why`: in place of the words of the error, or NULL.
void end_case(uint32_t index, cudaError_t error, const char *why);
// The context is lost, and this process with it.
__attribute__((noreturn)) void end_process(void);
// What the call of a case may use up from now on; NULL: what is done outside of all calls.
void allow_call(const WireCase *wire);
// The case in which the lab's code runs now, for what a crash tells; NULL: in none.
void report_crashes_of(const CaseCall *call);
void send_crash(const FaultArgs *fault, const char *file, int line);

// ---- runner_memory.c ------------------------------------------------------------------------

void prepare_heap(void);
// Device memory and pinned memory have limits of their own. False: the system does not say what is
// in use.
bool limit_memory(void);
