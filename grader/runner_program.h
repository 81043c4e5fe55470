// runner_program.h - what the runner does for a case that is a whole program.
#pragma once

#include <stdbool.h>

#include "grader/run/wire.h"

// Before the client starts: its standard output and error are files in memory, and so is the file
// that it reads, the case's second buffer, if there is one. False: errno.
bool program_open(const WireCase *wire, const char *inputs);
// In the client, before it is another program.
bool program_take_files(void);
bool program_has_file(void);
// Before the call of the case.
void program_begin(const WireCase *wire);
// What the program has said on standard error goes to this process's.
void program_forward(void);
// After the client has ended with this wait status: tells all that the program has left.
typedef void SendRecord(WireType type, uint32_t index, uint32_t buffer, int status,
                        const void *data, size_t bytes);
void program_tell(const WireCase *wire, int left, SendRecord *send);
