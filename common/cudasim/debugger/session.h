// session.h - the ground of the debugger: what all processes of a session share, what the user
// reads, and mistakes in commands.
#pragma once

#include "observers/findings.h"

#include <semaphore.h>
#include <sys/types.h>

enum {
    MAX_BREAKS = 64,
    MAX_POINTS = 32,
    MAX_NOTES = 64,
    MAX_SHOWN = 16, // display
    MAX_HISTORY = 32,
    MAX_PATH = 512,
    MOST_PRINTED = 4096, // elements of an array
    MAX_WORDS = 200      // text of an expression or a condition
};

// ---- fail.c ---------------------------------------------------------

// A mistake in a command: one line, and the command ends.
_Noreturn void debug_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool debug_try(void (*work)(void *), void *user, char why[300]); // false: it failed

// ---- say.c: what the user reads, and the words of a line ------------

void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern Text *said; // where say() writes; NULL: standard output
char *skip_spaces(char *p);
char *take_word(char **rest); // the next word of a line, "" at the end
Dim3 take_dim(char **rest, bool *any);

// ---- session.c: processes, and points of the past -------------------

typedef enum { BREAK_line, BREAK_function, BREAK_write, BREAK_read, BREAK_access } BreakKind;

typedef struct {
    int number; // 0: free
    BreakKind kind;
    bool temporary, disabled, known; // known: some code has it
    bool told;                       // the editor knows that some code has it
    char what[MAX_PATH];             // file, function or expression
    int line;
    char condition[MAX_WORDS];
    char message[MAX_WORDS]; // not empty: it is told, and nothing stops
    uint64_t hits, ignore;
    // Of a watchpoint:
    uint64_t address, bytes;
    uint64_t launch, block; // shared and local memory are those of one block
    uint32_t thread;        // local memory: of one thread, counted in the block
    char type[MAX_WORDS];   // for the values; see value.c
} Breakpoint;

// What a checker has found.
typedef struct {
    uint64_t number;
    uint32_t segment;
    uint64_t step; // the step that made it
    char text[400];
    bool has_thread, has_other;
    Dim3 block, thread, other_block, other_thread;
} FindingNote;

typedef struct {
    bool set;
    uint64_t launch; // serial number
    Dim3 block, thread;
    unsigned level; // of the frame
} Focus;

// Why a kernel has stopped.
typedef enum {
    STOP_entry,
    STOP_breakpoint,
    STOP_watchpoint,
    STOP_step,
    STOP_interrupt,
    STOP_finding,
    STOP_history, // the begin of what can be run again
    STOP_goto
} StopReason;

// How a kernel goes on.
typedef enum {
    MOVE_continue,
    MOVE_step,
    MOVE_next,
    MOVE_stepi,
    MOVE_nexti,
    MOVE_finish,
    MOVE_until
} Move;

// What a point's new worker does: runs without stops up to a step, then stops there or goes on.
typedef struct {
    uint64_t target;
    bool stop;
    StopReason reason;
    char message[1000];
    bool follow_step; // the focus goes to the thread that is about to act
} Go;

typedef enum { SCAN_breaks, SCAN_line, SCAN_inst, SCAN_caller, SCAN_changes } LookFor;

// What a scanner looks for: the last moment before `before`.
typedef struct {
    LookFor kind;
    uint64_t before;
    unsigned depth;  // SCAN_line: at most so deep; SCAN_caller: less deep
    Breakpoint word; // SCAN_changes
    // The result:
    bool found, interrupted;
    uint64_t step, times;
    int breakpoint;
    Dim3 block, thread;
    bool has_thread;
    char text[1000];
} Scan;

typedef struct {
    bool used, scans;
    uint32_t segment;
    uint64_t step;
    pid_t pid;
    sem_t wake;
} Point;

typedef struct {
    char prompt[32];
    bool dap, terminal;
    pid_t tool, program, machine;
    volatile bool interrupt; // Ctrl-C
    volatile bool ends;      // the program is to be killed
    bool again;              // and then to be run again
    bool leave;              // and the debugger ends
    bool running;            // the program runs
    volatile pid_t worker;   // -1: about to start; 0: none
    sem_t done;              // for the machine: the worker is done with the newest segment
    sem_t scanned, ready, lock;
    uint32_t segments; // so far
    Go go;
    Scan scan;
    Point point[MAX_POINTS];
    Breakpoint breaks[MAX_BREAKS];
    int last_number;
    unsigned breaks_version; // changes with every change of breaks
    Focus focus, last_focus; // last: of the last stop
    char last_function[256];
    FindingNote note[MAX_NOTES];
    uint64_t nnotes;
    uint64_t find;              // stop before this finding; 0: none
    char find_place[MAX_WORDS]; // stop before the first finding there: "FILE:LINE"; "": nowhere
    // Of these threads: block, thread, the other's block and thread. If the finding is made of
    // others first, the second thread stops where it comes to the place next.
    Dim3 find_threads[4];
    bool find_pair;
    char first_command[MAX_WORDS]; // before any is typed; "": none
    bool break_on_launch, checkers;
    bool warned;       // that a source is newer than the program
    unsigned elements; // of an array that are printed; 0: as usual
    uint64_t nvalues;  // $1, $2 ...
    char shown[MAX_SHOWN][MAX_WORDS];
    char list_file[MAX_PATH];
    int list_line;
    char last_command[MAX_WORDS];
    char history[MAX_HISTORY][MAX_WORDS]; // lines that were typed, a ring
    uint32_t nhistory;
    // Of the DAP face:
    int sequence;
    sem_t writing, reading;
    volatile pid_t reader; // the process that answers requests now
} DebugSession;

// Who talks to the user: commands at a prompt, or an editor. Those are above the engine, which
// calls them through this table.
typedef struct {
    bool (*stopped)(StopReason reason, const char *message); // true: the user quits
    void (*leaves)(void); // this process talks no longer: another one does. NULL: nothing to do
    void (*log)(const char *text, size_t n); // a breakpoint's message; NULL: no breakpoint has one
} DebugFace;

extern DebugSession *debug;         // NULL: no debugger
extern const DebugFace *debug_face; // set before the session has a second process
void session_new(bool dap);
void session_program_ends(void); // forgets the past
// Called at a step: from now on there is a point here. True: this process is a new worker, or
// scanner (debug->go, debug->scan); false: the caller goes on.
bool point_add(uint32_t segment, uint64_t step);
// The latest point at or before a moment; -1: none.
int point_before(uint32_t segment, uint64_t step);
void point_go(int point, const Go *go);    // this process ends, or (the machine) waits
bool point_scan(int point, const Scan *s); // the result is in debug->scan; false: no result
_Noreturn void worker_ends(void);
void session_hand_over(void); // the machine goes on; what this process has said comes first
bool machine_waits(void);     // until the worker is done; false: the program is to be killed
