// client.h - the thin libcudart.so.13: what runs in the program's process. It has no machine, no
// device memory, no counters and no findings: each call of the API is a message (channel.h).
//
// Each of these files uses only those below it:
//
//   stubs.c          the functions of the API, made from calls.h
//   own_stubs.c      those that need more than that
//   ahead.c          launches that the program does not wait for
//   calls.c          a call, and what the machine asks for meanwhile
//   known_kernels.c  how the parameters of kernels lie
//   registration.c   what nvcc's generated code calls
//   host_lines.c     where the program makes a call
//   line_table.c     from an address of its code to a line
//   inlined.c        which calls were inlined there
//   touch.c          the program's accesses to memory that it must not touch, and its crashes
//   seen.c           which pages of managed memory the program has accessed
//   session.c        the connection to a machine: its start, threads
#pragma once

#include "both/args.h"

#include <stdbool.h>

typedef struct {
    Channel *channel;
    bool per_thread; // the next call is a _ptsz or _ptds
    uint32_t driver; // calls are part of this function of the driver API, or 0
    bool has_called; // a function of the runtime
    unsigned
        calls; // that wait for an answer: one within another, in functions that the machine calls
    const char *file; // of cudasimSource(), for the next call
    int line;
    uint32_t file_number;
    bool place_changed;
    char found[WHERE_BYTES]; // the last place that host_lines.c has found
    int found_line;
} ClientThread;

// ---- session.c ------------------------------------------------------

// The calling thread's connection; NULL: there is none, and there will be none.
ClientThread *client_thread(void);
bool client_connected(void);           // has this process, not one that has forked it, a machine?
int client_socket(void);               // the end of this process; -1: there is none
extern _Atomic bool client_has_called; // a function of the runtime, in any thread
extern uint64_t client_registered; // registered memory is at client_registered + offset in the file
extern uint64_t client_device, client_host, client_end; // addresses: device memory, pinned memory
Channel *client_new_channel(uint32_t kind);             // of SocketMessage; or NULL
void client_forget_channel(void);                       // the thread's channel is over
// What a call has to do first, whichever thread makes it: there are launches without an answer.
// NULL: there are none.
typedef void ClientWait(void);
extern ClientWait *_Atomic client_unanswered;

// ---- touch.c --------------------------------------------------------

// The program has touched memory of the machine, or crashes. True: the access is to be repeated.
typedef bool TouchedFn(const FaultArgs *fault);
// Catches the signals of crashes from now on.
void client_watch(TouchedFn *ask);
// Gives the calling thread a stack for these signals: its own one may be full.
void client_signal_stack(void);
void client_drop_signal_stack(void); // the thread ends
extern bool client_guards;           // the machine may protect pages outside of its own addresses

// ---- seen.c ---------------------------------------------------------

// In which pages of managed memory bytes of these m->n, from m->at on, have been accessed since
// they were forgotten: bits in `data`. 0: the system does not tell.
uint64_t client_seen_pages(const UpcallMemory *m, uint8_t *data, size_t *bytes);
void client_forget_pages(uint64_t at, uint64_t n);

// ---- host_lines.c ---------------------------------------------------

// A place on the stack: where the code goes on, and where its function begins.
typedef struct {
    uint64_t pc, function; // 0: none
} StackPlace;

extern bool client_wants_lines;
StackPlace client_stack(void);        // where the program is now
void client_caller(FaultArgs *fault); // and who has called that function
// Tells the machine, with the message, where the program calls, if that is another place than
// before.
void client_place(ClientThread *t, Message *m, StackPlace at);

// ---- registration.c -------------------------------------------------

typedef struct {
    uint64_t machine; // the machine's handle; 0: it does not know the binary yet
} ClientBinary;

typedef struct Registration Registration;
struct Registration {
    Registration *next;
    CallNumber call;
    ClientBinary *binary;
    uint64_t host;
    const char *name;
};

// Tells what has been registered since the last time, in this order.
void client_each_registration(void (*tell)(const Registration *r));
extern unsigned client_registrations; // how many there were
void **client_module(void **handle);  // the machine's handle of a binary

void client_configured(unsigned depth, bool popped); // of <<<...>>>, see both/side.h
StackPlace client_launch(void); // once: where the <<<...>>> is whose launch follows; or none

// ---- known_kernels.c ------------------------------------------------

// The arguments of a launch, as the machine wants them; false: one is missing.
bool client_pack(uint8_t *packed, size_t bytes, void *const *args, const UpcallParam *param,
                 uint32_t n);
// The same for a kernel whose parameters are known: how many bytes; 0: they are not.
size_t client_pack_known(uint8_t *packed, const void *function, void *const *args);
// How many bytes the parameters of a kernel are that is known, else 0.
uint32_t client_known_bytes(const void *function);
// The machine has said how the parameters of the kernel of this launch lie.
void client_learn(const UpcallParam *param, uint32_t n, uint32_t bytes);
// A launch of this kernel begins in the calling thread. Returns the one before, which goes on.
const void *client_launching(const void *function);

// ---- calls.c --------------------------------------------------------

extern _Atomic bool client_permits;     // the machine's last answer permits launches ahead
extern _Atomic unsigned client_changes; // calls so far after which another one may be wrong
// Waits for the answer to this call on a channel, and does what the machine asks for meanwhile.
// False: there is none.
bool client_serve(Channel *c, CallNumber number);
// Calls; `args` has the results afterwards. `data`: bytes in the channel's from_program that go
// along. False: no machine answers.
bool client_call(CallNumber number, void *args, size_t bytes, size_t data, uint64_t *result);
// The grader's client process: does tasks as the machine asks for them, and returns at the end.
// A task answers with a number and a text. `text` goes to the machine before the first task.
typedef uint64_t ClientTask(const void *data, size_t bytes, char *text, size_t size);
__attribute__((visibility("default"))) bool cudasimServe(ClientTask *task, const char *text);
// Room for data that goes along with the next call; NULL without a machine.
uint8_t *client_data(void);
const uint8_t *client_answer(size_t *bytes); // the data of the last answer
// Lists one behind the other in the data: *used bytes so far. False: there is no room.
bool client_put_list(const void *list, size_t element, size_t n, size_t *used);
void client_take_list(void *list, size_t element, size_t n, size_t *used);
void client_register_all(void); // tells the machine what has been registered since the last time

// ---- ahead.c --------------------------------------------------------

// A launch that is known to be right goes to the machine, and nobody waits for it. False: the
// program has to wait. Then client_launch_was_right() is called if it has succeeded.
bool client_launch_ahead(const Args_cudaLaunchKernel *a);
void client_launch_was_right(void);
