// runner_program.c - see runner_program.h.
#include "runner_program.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/alloc.h"
#include "common/cudasim/machine.h"
#include "grader/run/task_wire.h"

static int output[2] = {-1, -1}; // standard output and error, as files
static int given = -1;           // the file that the program reads; -1: none

_Static_assert((int)FAILS_alloc == (int)MACHINE_fails_alloc &&
                   (int)FAILS_launch == (int)MACHINE_fails_launch &&
                   (int)FAILS_copy == (int)MACHINE_fails_copy,
               "the grader's names of what fails, and the machine's");

static bool open_given(const char *bytes, uint64_t n)
{
    given = memfd_create("given", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    for (ssize_t some = 1; given >= 0 && n && some > 0; bytes += some, n -= (uint64_t)some)
        some = write(given, bytes, n);
    return given >= 0 && !n &&
           fcntl(given, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
}

bool program_has_file(void) { return given >= 0; }

bool program_open(const WireCase *wire, const char *inputs)
{
    if (wire->buffers > 1 && !open_given(inputs + wire->buffer[1].offset, wire->buffer[1].count))
        return false;
    for (int i = 0; i < 2; i++)
        if ((output[i] = memfd_create("output", MFD_CLOEXEC)) < 0)
            return false;
    return true;
}

bool program_take_files(void)
{
    struct rlimit most = {WIRE_MAX_TEXT, WIRE_MAX_TEXT};
    return (given < 0 || dup2(given, CLIENT_FILE) == CLIENT_FILE) &&
           dup2(output[0], STDOUT_FILENO) >= 0 && dup2(output[1], STDERR_FILENO) >= 0 &&
           setrlimit(RLIMIT_FSIZE, &most) == 0;
}

void program_begin(const WireCase *wire)
{
    machine_keep_passed();
    machine_fail((MachineFails)wire->fails, wire->which);
}

static void tell_failed(const WireCase *wire, SendRecord *send)
{
    const MachineFailed *failed = machine_failed();
    WireFailed told = {0};
    if (!failed)
        return;
    told.line = failed->file && failed->line > 0 ? failed->line : 0;
    told.went_on = failed->went_on;
    snprintf(told.call, sizeof told.call, "%s", failed->call);
    snprintf(told.error, sizeof told.error, "%s", cudaGetErrorName(failed->error));
    snprintf(told.file, sizeof told.file, "%s", failed->file ? failed->file : "");
    send(WIRE_failed, wire->index, 0, 0, &told, sizeof told);
}

static void tell_text(const WireCase *wire, TextKind kind, int status, SendRecord *send)
{
    char *text = must(malloc(WIRE_MAX_TEXT));
    ssize_t n = pread(output[kind], text, WIRE_MAX_TEXT, 0);
    size_t bytes = n > 0 ? (size_t)n : 0;
    send(WIRE_text, wire->index, kind, status, text, bytes);
    free(text);
}

void program_forward(void)
{
    char text[4096];
    ssize_t n;
    for (off_t at = 0; (n = pread(output[TEXT_complained], text, sizeof text, at)) > 0; at += n)
        fwrite(text, 1, (size_t)n, stderr);
}

void program_tell(const WireCase *wire, int left, SendRecord *send)
{
    int status = WEXITSTATUS(left);
    size_t bytes;
    tell_failed(wire, send);
    if (!WIFEXITED(left))
        return; // this ends the case, as it would end a call
    tell_text(wire, TEXT_printed, status, send);
    tell_text(wire, TEXT_complained, status, send);
    const uint8_t *passed = machine_passed(false, &bytes);
    send(WIRE_text, wire->index, TEXT_received, status, passed, bytes);
    passed = machine_passed(true, &bytes);
    send(WIRE_text, wire->index, TEXT_sent, status, passed, bytes);
}
