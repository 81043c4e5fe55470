// task_wire.h - what passes between the runner, which is the machine, and its client, the
// process that runs the lab's code. It goes through the channels of
// common/cudasim/both/channel.h: the runner sends a TaskOrder, the client answers with a number
// and a text.
#pragma once

#include "grader/grader.h"

typedef enum {
    TASK_run,   // call the lab's function; the answer's text says what is wrong with the object.
                // If it is a program, the client ends with it
    TASK_alloc, // `bytes` bytes of pageable memory; the answer is their address
    TASK_free,
    TASK_flush // what the lab's code has printed
} TaskOrderKind;

typedef struct {
    uint32_t kind, part, buffers, program;
    char variant[32];
    int64_t arg[MAX_ARGS];
    uint64_t pointer[MAX_BUFFERS], count[MAX_BUFFERS];
    uint64_t bytes;
} TaskOrder;

enum {
    CLIENT_SOCKET = 3,
    CLIENT_FILE = 4,      // the bytes of PROGRAM_FILE
    CLIENT_unusable = 98, // exit status: the library or the calls cannot be used
    MAX_TASK_TEXT = 1024
};
