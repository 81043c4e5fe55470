// host.h - what the machine needs of the host: of the process that runs the program.
//
// The program and the machine are one process (tests link both together: host.c), or two, of
// which only the program's has the program's memory. So the machine never dereferences an
// address that the program gives it: it calls one of these functions. Exceptions are pinned,
// managed and registered memory, which both processes have (Alloc.host).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum { HOST_no_access, HOST_reads, HOST_reads_and_writes } HostAccess;

// Where the parameters of a kernel are in the memory that a launch passes.
typedef struct {
    uint32_t offset, size;
} HostParam;

// The host has accessed a protected page, or an address where nothing is. True: it may try again.
typedef bool HostFaultFn(uint64_t addr, bool write);

typedef struct {
    // The program's pageable memory.
    void (*read)(void *to, uint64_t from, size_t n);
    void (*write)(uint64_t to, const void *from, size_t n);
    void (*move)(uint64_t to, uint64_t from, size_t n);
    bool (*is_mapped)(uint64_t addr, size_t n);
    // Copies the arguments of a launch to `packed`; false if one of the pointers is NULL.
    bool (*params)(uint8_t *packed, size_t bytes, void *const *args, const HostParam *param,
                   unsigned n);
    // The program's functions. They are called without the lock.
    void (*call)(void (*function)(void *), void *user);
    void (*call_back)(void (*function)(void *stream, int status, void *user), void *stream,
                      int status, void *user);
    void (*print)(const char *text, size_t n);    // to the program's standard output
    void (*complain)(const char *text, size_t n); // to its standard error
    // Which accesses of the host to whole pages do not fault.
    void (*protect)(uint64_t addr, size_t n, HostAccess access);
    // Registered memory: where the machine finds its bytes; NULL: no memory.
    uint8_t *(*share)(uint64_t addr, size_t n, bool read_only);
    // Managed memory: in which pages of MANAGED_PAGE_BYTES the host has accessed one of these n
    // bytes since it forgot them; bits by page, from that of `addr` on. False: nobody can tell.
    // NULL: nobody asks.
    bool (*seen)(uint64_t addr, size_t n, uint8_t *bits);
    void (*forget)(uint64_t addr, size_t bytes);
    void (*watch)(HostFaultFn *fault); // the last one is called first
    int (*threads)(void);              // of the program, with that of start_thread
    int helpers;                       // of these, those of start_thread
    bool helped;                       // there has been one
    // Runs the function in a thread of its own, which may use the host as all threads.
    bool (*start_thread)(void (*function)(void));
    // After each round of that thread: the host gets what it has been sent.
    void (*flush)(void);
    bool apart; // another process, which tells of its crashes
} HostProcess;

extern HostProcess host_process;

int host_threads_of(pid_t process); // how many threads it has
// Has the program more threads than the one that makes calls? Of those, some may run while a
// kernel runs.
bool host_has_more_threads(void);
