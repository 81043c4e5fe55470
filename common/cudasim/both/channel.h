// channel.h - what passes between a program (client/) and the machine (cudart/server/).
//
// Two processes: the program's has the thin library libcudart.so.13, the machine's has the
// simulator. They share
//
//   a socket    HELLO, the answer with the file of pinned memory, and an answer with a channel
//               for each thread of the program (SocketMessage)
//   channels    one per thread: a page with a message, and room for data
//   one file    pinned and managed memory at HOST_BASE, then registered memory
//
// A message in a channel belongs to the one whose turn it is. The program calls; the machine
// answers, or first asks for something: an upcall, which the thread answers while it waits. In
// an upcall the program may call again, as host functions do.
//
//   program   CALL                ANSWER               waits
//   machine         UPCALL                   RETURN
//
// What needs no answer (bytes for the program's memory, text for its standard output, protection
// of pages) does not interrupt the call: it is a list of effects with the machine's next message.
//
// The machine trusts nothing in a channel: it copies a message before it looks at it, and a
// message that cannot be right ends the program.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHANNEL_VERSION = 5, ARGS_BYTES = 4096, DATA_BYTES = 1 << 20, WHERE_BYTES = 240 };

typedef enum { TURN_program, TURN_machine, TURN_over } ChannelTurn;
typedef enum { MESSAGE_call, MESSAGE_answer, MESSAGE_upcall, MESSAGE_return } MessageKind;

typedef struct {
    uint32_t kind;           // MessageKind
    uint32_t number;         // of the call or upcall
    uint32_t bytes;          // of args that are used
    uint32_t data_bytes;     // of the sender's data; from the machine: effects, then data
    uint32_t effects;        // bytes of effects, the first of the machine's data
    uint32_t driver;         // the call is a part of this function of the driver API, or 0
    uint32_t permits;        // an answer: launches may follow that nobody waits for
    uint32_t per_thread;     // stream 0 is the thread's own (default_stream.c)
    uint32_t file, line;     // of the call: PLACE_*, or a file's number
    char where[WHERE_BYTES]; // PLACE_text: the file; with line 0 a function with an offset
    uint64_t result;         // of a call
    _Alignas(16) uint8_t args[ARGS_BYTES];
} Message;

enum { PLACE_same = 0, PLACE_unknown = 1, PLACE_text = 2, PLACE_first = 3, MAX_PLACES = 256 };

typedef struct {
    _Atomic uint32_t turn;           // ChannelTurn; a futex
    _Atomic uint32_t program_sleeps; // on it
    _Atomic uint32_t machine_sleeps;
    Message message;
    _Alignas(64) uint8_t from_program[DATA_BYTES];
    _Alignas(64) uint8_t from_machine[DATA_BYTES];
} Channel;

// ---- upcalls --------------------------------------------------------

typedef enum {
    UPCALL_effects,   // there was no more room for effects
    UPCALL_read,      // UpcallMemory; the answer's data is the memory
    UPCALL_move,      // UpcallMove
    UPCALL_is_mapped, // UpcallMemory; the answer's result: is it?
    UPCALL_params, // UpcallParams; the answer's data is the parameters, its result: are they all?
    UPCALL_share,  // UpcallShare; the result: done
    UPCALL_seen,   // UpcallMemory; the answer's data is bits; the result: known
    UPCALL_call,   // UpcallFunction
    UPCALL_task,   // the grader's runner: data; the answer is a number, and a text as data
    UPCALLS
} UpcallNumber;

typedef struct {
    uint64_t at, n;
} UpcallMemory;

typedef struct {
    uint64_t to, from, n;
} UpcallMove;

enum { PARAMS_MOST = 4096 }; // of one kernel
typedef struct {
    uint32_t offset, size;
} UpcallParam;
typedef struct { // the layout itself is data: `n` UpcallParam
    uint64_t args;
    uint32_t n, bytes;
} UpcallParams;

typedef struct {
    uint64_t at, n, offset; // whole pages; where they are in the file of pinned memory
    uint64_t read_only;
} UpcallShare;

typedef struct {
    uint64_t function, stream, user;
    int32_t status;
    uint32_t is_callback; // a cudaStreamCallback_t
} UpcallFunction;

// ---- effects --------------------------------------------------------

typedef enum {
    EFFECT_write,    // bytes follow, for the address `at`
    EFFECT_print,    // bytes follow, for standard output
    EFFECT_complain, // bytes follow, for standard error
    EFFECT_protect,  // n bytes at `at` get the access
    EFFECT_forget,   // n bytes at `at` count as not accessed (UPCALL_seen)
    EFFECT_look      // a thread for held work begins
} EffectKind;

typedef struct {
    uint32_t kind, access;
    uint64_t at, n; // `n` bytes follow, rounded up to 8 (write, print)
} Effect;

// ---- the socket -----------------------------------------------------

enum { SOCKET_hello = 0x43554431, SOCKET_thread, SOCKET_looker };

typedef struct {
    uint32_t kind, version;
    uint32_t launch_blocking; // hello: CUDA_LAUNCH_BLOCKING of the program
    int32_t status;           // of an answer; 0: a descriptor comes with it
    uint32_t wants_lines;     // the machine reports, and wants to know where calls are
    uint64_t host_base, host_end, device_base, file_bytes;
} SocketMessage;

// A variable of the program: the name of an abstract socket. Who connects to it gets a machine.
#define BROKER_VARIABLE "CUDASIM_BROKER"

// ---- channel.c ------------------------------------------------------

// Gives the turn to the other side.
void channel_pass(Channel *c, ChannelTurn to);
// Waits for the own turn. False: the channel is over, or the process at the other end of the socket
// `peer` is gone (-1: somebody else looks for that).
bool channel_wait(Channel *c, ChannelTurn own, int peer);
// Sends a message over a socket, with a descriptor (-1: none). False: the other one is gone.
bool socket_send(int socket, const SocketMessage *m, int fd);
bool socket_receive(int socket, SocketMessage *m, int *fd);
