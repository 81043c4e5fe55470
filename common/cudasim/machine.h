// machine.h - the door for programs that host the machine: build/cudasim, the grader's runner.
// The machine's process has the functions of the API and of cudasim.h, too; what they do belongs to
// the program whose call is being answered.
#pragma once

#include "both/api.h"
#include "both/args.h"
#include "cudasim.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// ---- session.c: the session -----------------------------------------

typedef struct {
    bool grading; // the program must not change what is counted
    bool ahead;   // the program need not wait for each launch
    pid_t pid;    // of the program
    int process;  // its pidfd, or -1
    int socket;
    uint64_t file_bytes;  // of pinned, managed and registered memory; 0: as many as addresses
    unsigned max_threads; // of the program that use CUDA at a time; 0: as many as there may be
    // The grader's runner: has the program's first thread, which waits for work.
    // `text` is what the client says of itself. Afterwards the client ends.
    void (*work)(const char *text);
    // What to do when the program crashes, while its thread waits; NULL: its standard error says
    // it.
    void (*crashes)(const FaultArgs *fault, const char *file, int line);
    // What to do when the program has ended and nothing of it runs any more, before the reports.
    void (*ends)(void);
} Session;
extern Session session;

// ---- serve.c --------------------------------------------------------

// Serves the program at the other end of session.socket until it has ended; writes all reports.
void serve_session(void);
// Makes the file of pinned memory and the addresses of device memory early; NULL, or what failed.
const char *serve_prepare(void);
bool session_greeted(void); // has the program connected?
// The grader's runner: calls of the program's other threads wait while its work is prepared and
// taken, and those of the first thread end it. So all that the program does is done in a task.
void serve_only_tasks(bool closed);

// ---- runtime_options.c ----------------------------------------------

// One of CUDASIM_OPTIONS, of the runtime or the machine. 0; -1 with one line on standard error: the
// value is wrong; 1: it is an option of the observers.
int machine_option(const char *name, const char *value);

// ---- context.c: how it ends -----------------------------------------

bool rt_errors(void); // has anything been found?
void rt_end(void);    // the program has ended: writes all reports, once

// ---- context.c, allowance.c: what the program of the grader's runner may use up ----

// Warp instructions that each launch from now on may execute, and all together; what is left of
// these.
void machine_budget(uint64_t one, uint64_t all);
uint64_t machine_budget_left(void);

// Tells the runner why the call of a case has to end now, and where: file NULL: unknown. `error`:
// of a launch that had failed before. It must not return.
typedef void Overspent(const char *why, const char *file, int line, cudaError_t error);
// What the program may use up from now on: `us` microseconds of virtual time; calls and bytes that
// take as long as `budget` warp instructions. in_call: it is the call of a case, in which the host
// may declare work.
void machine_allow(double us, uint64_t budget, bool in_call, Overspent *over);

// ---- failing.c: a call of the program that is made to fail ----------

typedef enum {
    MACHINE_fails_not,
    MACHINE_fails_alloc,  // what allocates memory of the device or of the host
    MACHINE_fails_launch, // of a kernel
    MACHINE_fails_copy
} MachineFails;
// The call number `which` of this kind, from now on; 0: none.
void machine_fail(MachineFails kind, unsigned which);

typedef struct {
    const char *call; // "cudaMalloc"
    cudaError_t error;
    const char *file; // NULL: not known
    int line;
    bool went_on; // the program has launched a kernel after that
} MachineFailed;
const MachineFailed *machine_failed(void); // NULL: there was no such call

// ---- remote_host.c, hosting.c: for the work of the grader's runner ----

// The client does a task. Its text, of at most `size` bytes, is the program's: hostile, but it
// ends, and has printable characters only.
uint64_t machine_task(const void *data, size_t bytes, char *text, size_t size);
bool machine_client_gone(void); // the client has ended, or its first thread has: then it is ended

// How fast the memory of the modelled GPU is from now on, as a part of that of the real one.
void machine_memory_rate(double part);
// Every other launch takes that many times as long from now on; 1: all are equal.
void machine_clock_swing(double times);

// What is measured of the launches that follow (bits MACHINE_* of cudasim.h), and how many launches
// there may be. What is not asked for takes no time: counters that belong to it are 0, and times
// are estimates (cost.c).
void machine_measure(unsigned what, uint32_t launches);
// With the option `orders`: the work that follows runs again in other orders, as long as there is
// one. Launches of a further run have lines of counters only if a checker finds an error, or if it
// is the last one: then no other was asked for.
bool machine_orders_wanted(void);
void machine_orders_begin(void);
bool machine_orders_next(void);
void machine_orders_end(void);
// A sentence about a signal that ends the program; `what`: the memory that was accessed, or NULL.
void machine_fault_text(char *text, size_t size, const FaultArgs *fault, const char *what);
// The line of the call that is being executed; *file NULL: unknown.
int machine_call_place(const char **file);

// Whether the bodies of functions may be read when a kernel needs them: only of a program that was
// good when all of it was read.
void machine_read_on_demand(bool known);
// The submission's object: only its machine code may say how many registers a kernel needs.
void machine_take_object(const char *path);
bool machine_program_good(void); // all of the program has been read, and has no mistake

// How many of n elements, one each `step` bytes from ptr on, have the lines of the first one as
// their last writer: as many as can be said at a glance, but at least 1.
uint64_t machine_writer_run(const void *ptr, uint64_t step, uint64_t n);

// What copies, and kernels' stores to memory of the host, bring to the program from now on, and
// what copies bring to the device: all bytes, one after the other, up to a bound. What the program
// itself has sent to the device is left out when it comes back.
void machine_keep_passed(void);
const uint8_t *machine_passed(bool to_device, size_t *bytes);

// The program's pageable memory.
void machine_read(void *out, const void *from, size_t bytes);
void machine_write(void *to, const void *own, size_t bytes);
// cudaMemcpy between device memory and memory of the machine's own process.
cudaError_t machine_fill(void *dst, const void *own, size_t bytes);
cudaError_t machine_fetch(void *own, const void *src, size_t bytes);
// Where the machine has these bytes of device memory, as they are now: nothing is copied, and no
// observer sees a read. Errors are those of machine_fetch.
cudaError_t machine_view(const void **own, const void *src, size_t bytes);
// The machine's own address of an allocation that starts at p and has that many bytes; NULL: there
// is none. No observer sees what is done there.
void *machine_memory(const void *p, size_t bytes);
// What findings call the allocation at p: a parameter of the function that is tested.
void machine_name(const void *p, const char *name);
