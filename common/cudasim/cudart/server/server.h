// server.h - the machine's side of the channels (both/channel.h). Each thread of the program
// has a thread here, so that what belongs to a thread (its last error, its default stream)
// works as in one process. The calls themselves are those of the API in ../.
//
// Each of these files uses only those below it:
//
//   hosting.c      what the program does that hosts the machine (machine.h)
//   serve.c        the socket, the threads, the end
//   dispatch.c     a call's arguments, made from both/calls.h
//   own_calls.c    those calls that need more than that
//   remote_host.c  sim/host.h for a program in another process
//   session.c      the session, and its messages
//
// What comes from the program is hostile. A message is copied before it is looked at; all
// numbers have bounds; addresses of the program are never used here; handles are looked up.
// A message that cannot be right ends the program.
#pragma once

#include "both/args.h"
#include "machine.h"
#include "sim/sim.h"

typedef struct {
    Channel *channel;
    Message in;           // the last message, a copy
    Message out;          // what is being answered: `args` and `result`
    uint32_t effects;     // bytes of effects in from_machine
    uint32_t data;        // bytes of data of the answer, behind the effects
    bool gone;            // the program's thread has ended
    unsigned depth;       // of calls within upcalls
    bool works;           // serve_only_tasks(): this thread has closed the gate
    const uint8_t *along; // bytes that came along with the call
    uint64_t along_at;    // where they are in the program; 0: they are parameters
    uint32_t along_bytes; // how many; 0: none, or not there any more
} Serving;

// ---- session.c ------------------------------------------------------

extern _Thread_local Serving *serving; // the calling thread's; NULL: it serves no thread
bool session_over(void);
void session_ends(void);
// The program has broken the rules: it is ended.
void serve_refuse(const char *why);
// Waits for the program's next message. False: there will be none.
bool serve_next(Serving *s);

// ---- dispatch.c -----------------------------------------------------

// Executes the call s->in; false: there is no such call.
bool dispatch_call(Serving *s);

// ---- own_calls.c ----------------------------------------------------

void answer_data(Serving *s, const void *data, size_t n); // behind the effects of the answer
bool own_call(Serving *s);               // a CALL_OWN row; false: its arguments are wrong
const char *place_file(uint32_t number); // of cudasimSource(), or NULL
// The same text, or the function's name for its mangled one, for good; NULL: there are too many.
const char *place_text(const char where[WHERE_BYTES]);

// ---- remote_host.c --------------------------------------------------

// `memory`: the file of pinned memory. `answer` answers a call that comes during an upcall.
void remote_host_init(int memory, void (*answer)(Serving *s));
bool remote_fault(uint64_t addr, bool write);
void remote_looker(void); // runs the thread for held work
// All of the file: pinned and managed memory, then registered memory.
#define REMOTE_FILE_BYTES (2 * (HOST_END - HOST_BASE))
