// wire.h - what passes between the grader and the runner.
//
// Grader and runner are built together, so these are plain structs.
//
//   grader -> runner   WireRequest, then `cases` WireCase, in a memory file;
//                      the inputs' bytes in a second one
//   runner -> grader   a stream of WireRecord, each followed by `bytes` bytes:
//
//     client             the process that runs the lab's code has started: its number is the status
//     hello              the runtime's version; everything is loaded
//     begin case         its call starts now; without an `end` it died there
//     output case        bytes of one output buffer
//     writers case       which lines wrote the elements of one output (checked runs)
//     changed case       an input has other bytes than before: where, and which line wrote them
//     time case          what the call took on the virtual clock, a WireTime
//     delays case        what the time was lost to, a CudasimDelays (clean runs)
//     origins case       where its results come from, a CudasimOrigins
//     end case           status is a cudaError_t, the text says which
//     over case          its call was ended, because it used up more than it may: why, the file and
//                        the line, each on a line of its own
//     crash case         a signal ends the lab's process in this case: a WireCrash
//     text case          of a program: `buffer` says which (TextKind), `status` is its exit status
//     failed case        the call that was made to fail: a WireFailed
//     done               all cases were handled; exit status 0 alone does not mean that. The status
//                        is 1 if the PTX has no mistake, and may be read on demand
//     broken             the harness cannot go on; the text says why
//     refused            the lab's object cannot be used; the text says why
//     left               the lab's process has ended: the status is its wait status. A runner that
//                        ends by SIGKILL without this was ended by the system
//
// Each record repeats the request's nonce (a random number), so that what the student's code
// writes into the pipe is not taken for a record.
#pragma once

#include <stdint.h>

#include "grader/grader.h"

enum { // the runner's descriptors
    WIRE_FD_request = 3,
    WIRE_FD_data = 4,
    WIRE_FD_verdict = 5,
    WIRE_FD_counters = 6,
    WIRE_FD_look = 7 // receives the recording; only if RunSetup.look is set
};

enum { // the runner's exit statuses; above 128 it died by a signal
    RUNNER_finished = 0,
    RUNNER_harness = 99,
    RUNNER_cuda_error = 110,
    RUNNER_out_of_memory = 111 // OUT_OF_MEMORY of common/alloc.h
};

enum {
    CASE_LAUNCHES = 20000,       // of kernels in a case, together with those that kernels launch
    RUNNER_MAX_FILE = 128 << 20, // bytes of counters: of as many launches with all metrics
    WIRE_POISON = 0xcb,          // every byte of an output before a run
    WIRE_MAX_WRITERS = 1 << 17,  // elements of an output whose writers are sent
    WIRE_MAX_WRITING = 1 << 14,  // of these, elements with the thread that wrote each
    WIRE_MAX_TEXT = 1 << 20      // bytes of what a program prints, receives or sends
};

typedef struct {
    uint64_t nonce;
    char lab[64];
    uint32_t part;
    uint32_t cases;
    uint64_t budget;  // warp instructions of all cases together
    uint32_t checked; // outputs count as uninitialised, writers are reported
    uint32_t looked;  // of each element the thread that wrote it, too
    uint32_t known;   // the object's PTX has been read before, without a mistake
} WireRequest;

typedef struct {
    uint32_t role, place, elem_size;
    uint64_t count, offset;
    char name[32];
} WireBuffer;

typedef struct {
    uint32_t index; // in the grader's list
    uint32_t buffers;
    char variant[32];
    int64_t arg[MAX_ARGS];
    uint64_t budget;
    double memory_rate, clock_swing;
    uint32_t measured;     // bits MACHINE_*: what somebody reads of its launches
    uint32_t program;      // the case is a whole program, alone in its request
    uint32_t fails, which; // MachineFails: the call of the program that is made to fail
    WireBuffer buffer[MAX_BUFFERS];
} WireCase;

typedef enum {
    WIRE_hello = 1,
    WIRE_begin,
    WIRE_output,
    WIRE_writers,
    WIRE_end,
    WIRE_done,
    WIRE_broken,
    WIRE_refused,
    WIRE_changed,
    WIRE_time,
    WIRE_origins,
    WIRE_client,
    WIRE_delays,
    WIRE_left,
    WIRE_over,
    WIRE_crash,
    WIRE_text,
    WIRE_failed
} WireType;

// What a whole program has left, as it is: text and bytes.
typedef enum {
    TEXT_printed,    // on standard output
    TEXT_complained, // on standard error
    TEXT_received,   // bytes that have come from the device
    TEXT_sent,       // bytes that have gone to the device
    TEXTS
} TextKind;

typedef struct {
    uint64_t nonce;
    uint32_t type;
    uint32_t index;  // of the case
    uint32_t buffer; // output, writers
    int32_t status;  // end
    uint64_t bytes;  // that follow
} WireRecord;

// Microseconds of virtual time: from the call to the end of its work, and the
// durations of its jobs by kind.
typedef struct {
    double us, kernel_us, h2d_us, d2h_us, host_us;
    double copies, calls;                                                 // how many there were
    double graphs_made, graph_launches, graphs_by_kernels, graph_kernels; // as CudasimSpent
} WireTime;

typedef struct {
    int32_t signal, line, caller; // lines; 0: not known
    char file[256], caller_file[256], text[256];
} WireCrash;

typedef struct {
    char call[40], error[64], file[256]; // "": not known
    int32_t line, went_on;               // the program has launched a kernel after that
} WireFailed;

// A run of elements with the same last writer.
typedef struct {
    uint64_t first, count;
    uint32_t kind; // CudasimWriterKind
    int32_t line, caller;
    uint32_t block[3], thread[3]; // that wrote the first of them
    char file[256], caller_file[256];
} WireWriter;
