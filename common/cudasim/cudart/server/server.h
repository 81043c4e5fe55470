// server.h - the machine's side of the channels (client/channel.h). Each thread of the program
// has a thread here, so that what belongs to a thread (its last error, its default stream)
// works as in one process. The calls themselves are those of the API in ../.
//
//   serve.c        the socket, the threads, the end
//   dispatch.c     a call's arguments, made from client/calls.h
//   own_calls.c    those calls that need more than that
//   remote_host.c  sim/host.h for a program in another process
//
// What comes from the program is hostile. A message is copied before it is looked at; all
// numbers have bounds; addresses of the program are never used here; handles are looked up.
// A message that cannot be right ends the program.
#pragma once

#include "client/args.h"
#include "sim/sim.h"

#include <sys/types.h>

typedef struct {
    Channel *channel;
    Message in;        // the last message, a copy
    Message out;       // what is being answered: `args` and `result`
    uint32_t effects;  // bytes of effects in from_machine
    uint32_t data;     // bytes of data of the answer, behind the effects
    bool gone;         // the program's thread has ended
    unsigned depth;    // of calls within upcalls
    bool works;        // serve_only_tasks(): this thread has closed the gate
    uint64_t ahead_at; // bytes that came along with the call, in from_program
    uint32_t ahead;    // how many; 0: none, or not there any more
} Serving;

typedef struct {
    bool grading; // the program must not change what is counted
    pid_t pid;    // of the program
    int process;  // its pidfd, or -1
    int socket;
    uint64_t file_bytes;  // of pinned, managed and registered memory; 0: as many as addresses
    unsigned max_threads; // of the program that use CUDA at a time; 0: MAX_THREADS
    // The grader's runner: has the program's first thread, which waits for work.
    // `text` is what the client says of itself. Afterwards the client ends.
    void (*work)(const char *text);
} Session;

// ---- serve.c ------------------------------------------------------------------------------------

extern Session session;

// Serves the program at the other end of session.socket until it has ended; writes all reports.
void serve_session(void);
int serve_prepare(void);    // makes the file of pinned memory early; 0, or -1
bool session_greeted(void); // has the program connected?
bool session_over(void);
// The grader's runner: calls of the program's other threads wait while its work is prepared and
// taken, and those of the first thread end it. So all that the program does is done in a task.
void serve_only_tasks(bool closed);
// The program has broken the rules: it is ended.
void serve_refuse(const char *why);
// Waits for the program's next message. False: there will be none.
bool serve_next(Serving *s);
void serve_call(Serving *s);           // answers the call in s->in
extern _Thread_local Serving *serving; // the calling thread's; NULL: it serves no thread

// ---- dispatch.c --------------------------------------------------------------------------------

// Executes the call s->in; false: there is no such call.
bool dispatch_call(Serving *s);

// ---- own_calls.c ------------------------------------------------------------------------------

bool own_call(Serving *s);               // a CALL_OWN row; false: its arguments are wrong
const char *place_file(uint32_t number); // of cudasimSource(), or NULL
// The same text, or the function's name for its mangled one, for good; NULL: there are too many.
const char *place_text(const char where[WHERE_BYTES]);
// What follows the effects of the answer.
void answer_data(Serving *s, const void *data, size_t n);

// ---- remote_host.c -----------------------------------------------------------------------------

void remote_host_init(int memory); // the file of pinned memory
bool remote_fault(uint64_t addr, bool write);
bool upcall(UpcallNumber number, const void *args, size_t bytes, const void *data, size_t n);
// The grader's runner: the client does a task. Its text, of at most `size` bytes, is the program's:
// hostile, but it ends, and has printable characters only.
uint64_t remote_task(const void *data, size_t bytes, char *text, size_t size);
void remote_looker(void); // runs the thread for held work
// All of the file: pinned and managed memory, then registered memory.
#define REMOTE_FILE_BYTES (2 * (HOST_END - HOST_BASE))
